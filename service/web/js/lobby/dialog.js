// A new table: game, seats, options, clock, who may see it.

import { call, fixed, get, guest, token, whoami } from "../api.js";
import { h, put, unique } from "../elements.js";
import { style } from "../games.js";
import { icon } from "../icons.js";
import { nameField } from "../name.js";
import { language } from "../preferences.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { spaced } from "../sentences.js";
import { sheet } from "../sheet.js";
import { complain, trying } from "../toast.js";
import { GameWords } from "../words.js";
import { cover } from "./covers.js";
import { optionFields } from "./options.js";
import { SeatChoice } from "./seat_choice.js";
import { select } from "./select.js";

/** @typedef {import("../openapi.d.ts").Game} Game */

/** Clocks to choose from: seconds per decision, or a bank with an increment, or days. */
const CLOCKS = /** @type {[string, Record<string, unknown>][]} */ ([
  ["none", { mode: "none" }],
  ["minute", { mode: "realtime", per_decision_s: 60 }],
  ["bank", { mode: "realtime", bank_s: 600, increment_s: 10 }],
  ["days", { mode: "correspondence", per_decision_s: 3 * 86400 }],
]);

/**
 * Open the dialog.
 * @param {Game[]} games
 * @param {string} chosen
 */
export async function newTable(games, chosen) {
  const [player, agents] = await Promise.all([
    whoami().catch(() => null),
    token() ? get("/agents?limit=50").then((found) => found.items, () => []) : Promise.resolve([]),
    style("dialog.css"),
  ]);
  const name = nameField(player?.name ?? "");
  let game = games.find((one) => one.name === chosen) ?? games[0];
  /** @type {Map<string, import("./options.js").Field>} */
  let fields = new Map();
  const [about, options] = [h("p.about"), h("div.options")];
  const seats = new SeatChoice(game, agents, (count) => {
    for (const one of fields.values()) one.seats?.(count);
  });
  const clock = select(CLOCKS.map(([key]) => [key, say(`clock-${key}`)]));
  const visible = select(["public", "unlisted", "private"].map((key) => [key, say(`visible-${key}`)]));
  const [clockId, visibleId] = [unique("clock"), unique("visible")];
  clock.id = clockId;
  visible.id = visibleId;

  const drawGame = async () => {
    const drawn = game;
    const words = await GameWords.load(drawn.name);
    const details = /** @type {any} */ (await fixed(`/games/${drawn.name}`));
    const found = await optionFields(drawn.name, details.options, words);
    // Another game may have been chosen in the meantime.
    if (game !== drawn) return;
    fields = found;
    about.textContent = spaced(game.about, language());
    seats.begin(game);
    const all = [...fields.values()];
    put(
      options,
      ...all.slice(0, 4).map((one) => one.element),
      all.length > 4 &&
        h(
          "details.more-options",
          null,
          h("summary", null, say("more-options")),
          ...all.slice(4).map((one) => one.element),
        ),
    );
  };
  const picker = h(
    "div.covers",
    { role: "radiogroup", "aria-label": say("games") },
    ...games.map((one) =>
      h(
        "label.cover-choice",
        null,
        h("input", {
          type: "radio",
          name: "game",
          value: one.name,
          checked: one.name === game.name,
          onchange: () => {
            game = one;
            picker.querySelector("label:has(:checked)")?.scrollIntoView({ block: "nearest", inline: "center" });
            drawGame().catch(complain);
          },
        }),
        h("img", { src: cover(one.name), alt: "", width: 126, height: 94 }),
        h("span", null, spaced(one.title, language())),
      )
    ),
  );
  const dialog = sheet(
    { title: say("new-table"), class: "new-table" },
    h(
      "form.new-table-form",
      {
        onsubmit: trying(() => open()),
      },
      picker,
      about,
      h(
        "div.two",
        null,
        name.element,
        h(
          "div.field",
          { role: "group", "aria-label": say("seats") },
          h("span.label", null, say("seats")),
          seats.stepper,
        ),
      ),
      seats.places,
      h(
        "div.two.even",
        null,
        h("div.field", null, h("label", { for: clockId }, say("clock")), clock),
        h("div.field", null, h("label", { for: visibleId }, say("visibility")), visible),
      ),
      options,
      h(
        "div.actions.end",
        null,
        h("button.plain", { type: "button", onclick: () => dialog.close() }, say("cancel")),
        h("button.primary", { type: "submit" }, icon("compass"), h("span", null, say("set-off"))),
      ),
    ),
  );
  const open = async () => {
    if (!name.valid()) return;
    await guest(name.value());
    const chosenOptions = Object.fromEntries(
      [...fields].map(([key, one]) => [key, one.value()]).filter(([, value]) => value !== undefined),
    );
    const table = await call("POST", "/tables", {
      game: game.name,
      options: chosenOptions,
      seats: seats.seats,
      clock: CLOCKS.find(([key]) => key === clock.value)?.[1],
      visibility: visible.value,
      start: "full",
    });
    dialog.close();
    navigate(`/t/${table.id}`);
  };
  await drawGame();
  picker.querySelector("label:has(:checked)")?.scrollIntoView({ block: "nearest", inline: "center" });
}
