// The filters of the history: every parameter of `GET /games/history`, kept in the address of the page.

import { token } from "../../api.js";
import { h, put } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { selectField, textField } from "../parts/fields.js";
import { levelName } from "../parts/format.js";

/**
 * @typedef {import("./calls.js").Filters} Filters
 * @typedef {import("../../openapi.d.ts").Game} Game
 */

/** Names of filters in the order of the API; `option` may be repeated. */
const TEXTS = ["player", "opponent", "agent", "version", "model", "role"];
const NUMBERS = ["seats", "score_from", "score_to", "length_from", "length_to"];

/** The filters in the address. @returns {Filters} */
export function asked() {
  const found = new URLSearchParams(location.search);
  /** @type {Filters} */
  const filters = {};
  for (
    const name of ["game", ...TEXTS, "level", ...NUMBERS, "status", "result", "since", "until", "sort"]
  ) {
    const value = found.get(name);
    if (value) filters[name] = value;
  }
  const options = found.getAll("option").filter(Boolean);
  if (options.length) filters.option = options;
  return filters;
}

/**
 * The form of the filters.
 * @param {Game[]} games
 * @param {(filters: Filters) => void} search
 */
export function filterForm(games, search) {
  const now = asked();
  const of = (/** @type {string} */ name) => String(now[name] ?? "");
  const game = selectField(say("game"), "game", [
    ["", say("all-games")],
    ...games.map((one) => /** @type {[string, string]} */ ([one.name, one.title])),
  ], of("game"));
  const level = selectField(say("level"), "level", levels(games, of("game")), of("level"));
  game.input.addEventListener("change", () => {
    put(
      level.input,
      ...levels(games, game.input.value).map(([value, name]) => h("option", { value }, name)),
    );
  });
  const texts = TEXTS.map((name) =>
    textField(say(`filter-${name}`), { name, value: of(name), maxlength: 100 }, hints(name))
  );
  const numbers = NUMBERS.map((name) =>
    textField(say(`filter-${name}`), { name, type: "number", value: of(name), min: name === "seats" ? 1 : null })
  );
  const status = selectField(say("filter-status"), "status", [
    ["", say("any")],
    ["finished", say("state-finished")],
    ["aborted", say("state-aborted")],
  ], of("status"));
  const result = selectField(
    say("filter-result"),
    "result",
    [["", say("any")], ["won", say("won")], ["lost", say("lost")]],
    of("result"),
    say("filter-result-about"),
  );
  const days = ["since", "until"].map((name) =>
    textField(say(`filter-${name}`), { name, type: "date", value: of(name).slice(0, 10) })
  );
  const options = textField(
    say("filter-option"),
    { name: "option", value: Array.isArray(now.option) ? now.option.join(", ") : "", placeholder: "advanced:true" },
    say("filter-option-about"),
  );
  const sort = selectField(
    say("sort"),
    "sort",
    ["newest", "oldest", "score", "length"].map((one) => [one, say(`sort-${one}`)]),
    of("sort") || "newest",
  );
  const values = () => {
    /** @type {Filters} */
    const found = {};
    for (const field of [game, ...texts, level, ...numbers, status, result]) {
      const value = field.input.value.trim();
      if (value) found[field.input.name] = value;
    }
    if (days[0].input.value) found.since = `${days[0].input.value}T00:00:00Z`;
    if (days[1].input.value) found.until = `${days[1].input.value}T23:59:59.999Z`;
    const pairs = options.input.value.split(/[,;\s]+/).filter(Boolean);
    if (pairs.length) found.option = pairs;
    if (sort.input.value !== "newest") found.sort = sort.input.value;
    return found;
  };
  const [player, opponent, agent, version, model, role] = texts;
  const [seats, scoreFrom, scoreTo, lengthFrom, lengthTo] = numbers;
  const hidden = [opponent, agent, version, model, role, scoreFrom, scoreTo, lengthFrom, lengthTo, status, options];
  const element = h(
    "form.filter-form",
    {
      role: "search",
      "aria-label": say("history"),
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        search(values());
      },
    },
    h(
      "div.filters",
      null,
      game.element,
      player.element,
      level.element,
      seats.element,
      result.element,
      sort.element,
    ),
    h(
      "details.more-options",
      { open: hidden.some((field) => field.input.name === "status" ? of("status") : now[field.input.name]) },
      h("summary", null, say("more-filters")),
      h("div.filters", null, ...days.map((one) => one.element), ...hidden.map((one) => one.element)),
    ),
    h(
      "div.actions",
      null,
      h("button.primary", { type: "submit" }, icon("zoom"), h("span", null, say("search-games"))),
      token() && h(
        "button",
        {
          type: "button",
          onclick: () => {
            player.input.value = "me";
            search(values());
          },
        },
        icon("person"),
        h("span", null, say("only-my-games")),
      ),
      h("button.plain", { type: "button", onclick: () => search({}) }, say("clear-filters")),
    ),
  );
  return { element, values };
}

/** What a filter expects. @param {string} name */
const hints = (name) => name === "player" ? say("filter-player-about") : undefined;

/**
 * The levels of a game, or of all games.
 * @param {Game[]} games
 * @param {string} game
 * @returns {[string, string][]}
 */
function levels(games, game) {
  const found = new Set(games.filter((one) => !game || one.name === game).flatMap((one) => one.bots));
  return [["", say("any")], ...[...found].map((level) => /** @type {[string, string]} */ ([level, levelName(level)]))];
}
