// A new arena: game, entrants, number of games, options.

import { call, fixed, get, guest, token, whoami } from "../../api.js";
import { h, put } from "../../elements.js";
import { icon } from "../../icons.js";
import { optionFields } from "../../lobby/options.js";
import { nameField } from "../../name.js";
import { navigate } from "../../router.js";
import { say } from "../../say.js";
import { sheet } from "../../sheet.js";
import { complain, trying } from "../../toast.js";
import { GameWords } from "../../words.js";
import { callButton } from "../parts/calls.js";
import { selectField, switchField, textField } from "../parts/fields.js";
import { allGames, levelName } from "../parts/format.js";
import { openArena } from "./calls.js";

/**
 * @typedef {import("../../openapi.d.ts").Game} Game
 * @typedef {import("../../openapi.d.ts").NewArena} NewArena
 * @typedef {{ who: string, thoughts: string, name: string }} Entrant `who` is level:<level> or agent:<id>
 */

/** @param {Entrant} one */
const entrantBody = (one) => {
  const [kind, id] = one.who.split(":");
  return {
    [kind]: id,
    ...(one.thoughts ? { thoughts: Number(one.thoughts) } : {}),
    ...(one.name.trim() ? { name: one.name.trim() } : {}),
  };
};

/** Open the dialog. @param {string} [chosen] the game */
export async function newArena(chosen) {
  const [games, player, agents] = await Promise.all([
    allGames(),
    whoami().catch(() => null),
    get("/agents?limit=100").then((found) => found.items, () => []),
  ]);
  const owner = player && token() ? null : nameField("");
  let game = games.find((one) => one.name === chosen) ?? games[0];
  /** @type {Entrant[]} */
  let entrants = [];
  /** @type {Map<string, import("../../lobby/options.js").Field>} */
  let options = new Map();
  const [optionPlace, entrantPlace] = [h("div.options"), h("div.entrants")];
  const which = selectField(say("game"), "game", games.map((one) => [one.name, one.title]), game.name);
  const count = textField(say("games-to-play"), {
    name: "games",
    type: "number",
    min: 1,
    max: 2000,
    required: true,
    value: 100,
  }, say("games-to-play-about"));
  const seats = textField(say("players-each"), { name: "seats", type: "number" });
  const system = selectField(
    say("system"),
    "system",
    ["round-robin", "swiss", "ladder"].map((one) => [one, say(`system-${one}`)]),
    "round-robin",
  );
  const rounds = textField(say("rounds"), { name: "rounds", type: "number", min: 1, max: 100 });
  const seed = textField(say("arena-seed"), { name: "seed", maxlength: 64 }, say("arena-seed-about"));
  const open = switchField(say("arena-public"), "visibility", true, say("arena-public-about"));
  const showRounds = () => rounds.element.hidden = system.input.value === "round-robin";
  system.input.addEventListener("change", showRounds);
  showRounds();

  /** @param {Entrant} one @param {number} n */
  const entrantRow = (one, n) => {
    const able = agents.filter((/** @type {any} */ agent) => agent.games.includes(game.name));
    const who = selectField(say("entrant-number", { number: n + 1 }), `who ${n}`, [
      ...game.bots.map((
        level,
      ) => /** @type {[string, string]} */ ([`level:${level}`, say("bot-of", { level: levelName(level) })])),
      ...able.map((/** @type {any} */ agent) => [`agent:${agent.id}`, agent.name]),
    ], one.who);
    who.input.addEventListener("change", () => {
      one.who = who.input.value;
      drawEntrants();
    });
    const thoughts = textField(say("search-budget"), {
      name: `thoughts ${n}`,
      type: "number",
      min: 1,
      max: 120,
      placeholder: "60",
      value: one.thoughts,
      oninput: () => one.thoughts = thoughts.input.value,
    });
    const name = textField(say("entrant-name"), {
      name: `name ${n}`,
      maxlength: 40,
      placeholder: say("as-usual"),
      value: one.name,
      oninput: () => one.name = name.input.value,
    });
    return h(
      "div.entrant",
      { role: "group", "aria-label": say("entrant-number", { number: n + 1 }) },
      who.element,
      one.who.startsWith("level:search") ? thoughts.element : null,
      name.element,
      entrants.length > 1 && h("button.plain.round.small", {
        type: "button",
        "aria-label": say("remove-entrant", { number: n + 1 }),
        onclick: () => {
          entrants = entrants.filter((_, k) => k !== n);
          drawEntrants();
        },
      }, icon("close")),
    );
  };
  const drawEntrants = () => put(entrantPlace, ...entrants.map(entrantRow));
  const drawGame = async () => {
    const drawn = game;
    const [found, details] = await Promise.all([
      GameWords.load(drawn.name),
      /** @type {Promise<any>} */ (fixed(`/games/${drawn.name}`)),
    ]);
    const fields = await optionFields(drawn.name, details.options, found);
    if (game !== drawn) return;
    options = fields;
    entrants = [...drawn.bots].reverse().slice(0, 2).map((level) => ({
      who: `level:${level}`,
      thoughts: "",
      name: "",
    }));
    seats.input.min = String(drawn.players.least);
    seats.input.max = String(drawn.players.most);
    seats.input.placeholder = String(drawn.players.least);
    drawEntrants();
    put(optionPlace, ...[...options.values()].map((one) => one.element));
  };
  which.input.addEventListener("change", () => {
    game = games.find((one) => one.name === which.input.value) ?? game;
    drawGame().catch(complain);
  });
  /** @returns {NewArena} */
  const body = () => /** @type {any} */ ({
    game: game.name,
    entrants: entrants.map(entrantBody),
    games: Number(count.input.value),
    system: system.input.value,
    ...(rounds.input.value && system.input.value !== "round-robin" ? { rounds: Number(rounds.input.value) } : {}),
    ...(seats.input.value ? { seats: Number(seats.input.value) } : {}),
    options: Object.fromEntries(
      [...options].map(([key, one]) => [key, one.value()]).filter(([, value]) => value !== undefined),
    ),
    ...(seed.input.value.trim() ? { seed: seed.input.value.trim() } : {}),
    visibility: open.input.checked ? "public" : "private",
  });
  await drawGame();
  const form = h(
    "form.new-table-form",
    null,
    owner?.element,
    h("div.two.even", null, which.element, count.element),
    h("h3", null, say("entrants")),
    entrantPlace,
    h(
      "div.actions",
      null,
      h(
        "button.small",
        {
          type: "button",
          onclick: () => {
            entrants = [...entrants, { who: `level:${game.bots[0]}`, thoughts: "", name: "" }];
            drawEntrants();
          },
        },
        icon("plus"),
        h("span", null, say("add-entrant")),
      ),
    ),
    h(
      "details.more-options",
      null,
      h("summary", null, say("more-options")),
      h("div.two.even", null, seats.element, system.element),
      rounds.element,
      seed.element,
      optionPlace,
    ),
    open.element,
    h(
      "div.actions.end",
      null,
      callButton(say("new-arena"), () => openArena(body())),
      h("span.grow"),
      h("button.plain", { type: "button", onclick: () => dialog.close() }, say("cancel")),
      h("button.primary", { type: "submit" }, icon("play"), h("span", null, say("start-arena"))),
    ),
  );
  const dialog = sheet({ title: say("new-arena"), class: "new-table" }, form);
  form.addEventListener(
    "submit",
    trying(async () => {
      if (owner) {
        if (!owner.valid()) return;
        await guest(owner.value());
      }
      const made = await call("POST", "/arenas", body());
      dialog.close();
      navigate(`/arenas/${made.id}`);
    }),
  );
}
