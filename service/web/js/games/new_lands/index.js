// The table of New Lands: an open book with the landscapes on its left page and the passage on its right one.

import { h } from "../../elements.js";
import { actions, choices, complete, confirm, oneAtATime, ready } from "./answers.js";
import { ending } from "./ending.js";
import faces from "./faces.js";
import { showMarked } from "./marking.js";
import { missions, ribbons } from "./missions.js";
import { party } from "./party.js";
import { chip, told, viewOf } from "./pieces.js";
import { current, hear } from "./readings.js";
import { readOn } from "./hearing.js";
import { recto } from "./recto.js";
import { compassShown, showReveal } from "./turns.js";
import { rose, turnNeedle } from "./rose.js";
import { letters, way } from "./way.js";

/** Events whose words are on the page, or that the table shows better than a sentence. */
const UNTOLD = new Set([
  "saw-passage",
  "reads",
  "heard",
  "line-read",
  "clue",
  "passage-revealed",
  "exploration-laid",
  "mission-laid",
]);

/** @type {import("../../games.js").GameTable} */
export default {
  ...faces,
  chip,
  choices,
  ready,
  complete,
  confirm,
  actions,
  ending,
  board(seat) {
    const view = viewOf(seat);
    const over = view.phase === "finished";
    const role = view.now === null
      ? "nobody"
      : view.now.scout === seat.me
      ? "scout"
      : seat.me === null
      ? "none"
      : "group";
    return [
      h(
        "div.nl",
        { "data-phase": view.phase, "data-role": role, "data-seats": view.players.length },
        h("div.nl-top", null, way(seat), letters(seat)),
        over ? ribbons(seat) : h("div.nl-book", null, ribbons(seat), h("div.nl-spread", null, rose(seat), recto(seat))),
        !over && missions(seat),
        h("div.nl-foot", null, seat.promptSlot(), !over && party(seat)),
      ),
    ];
  },
  headline(seat) {
    const view = viewOf(seat);
    return h(
      "span.nl-headline",
      null,
      view.turn > 0 &&
        h(
          "b",
          null,
          h("span.for-ears", null, told(seat, "turn-short", { turn: view.turn })),
          h("span", { "aria-hidden": "true" }, view.turn),
        ),
      h("span", null, seat.words.term(view.phase)),
    );
  },
  line(event, seat) {
    if (event.type !== "story") return undefined;
    const { kind } = /** @type {{ kind: string }} */ (event.data);
    if (kind === "compass-revealed") compassShown(seat, /** @type {any} */ (event.data).data);
    if (UNTOLD.has(kind)) {
      hear(event, seat);
      return null;
    }
    // Players are told for what somebody votes.
    return kind === "voted" && seat.me !== null ? null : undefined;
  },
  picked(seat) {
    if (oneAtATime(seat)) return;
    turnNeedle(seat);
    showMarked(seat);
  },
  drawn(seat) {
    turnNeedle(seat);
    // What was heard arrives with the story, after the board was made.
    const page = seat.main.querySelector(".nl .nl-recto:not([data-part=reading])");
    if (page && current(seat)) page.replaceWith(recto(seat));
    readOn(seat);
    showReveal(seat);
  },
  linger(events) {
    const kinds = events.map((event) => /** @type {any} */ (event.data)?.kind);
    return kinds.includes("compass-revealed") ? 1500 : kinds.includes("vote-closed") ? 800 : 350;
  },
};
