// The score: a sheet for each player, with the tiles and tokens that count below the northern lights.

import { h } from "../../elements.js";
import { say } from "../../say.js";
import { badge } from "../../table/players.js";
import { glyph } from "./glyphs.js";
import { tokenFace, truthPicture, viewOf } from "./pieces.js";
import { scenery } from "./scenery.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").GoldenCompassSheet} Sheet
 */

const LINES =
  /** @type {const} */ ([["truths", "truth"], ["points", "token"], ["alethiometers", "compass"], ["dust", "dust"]]);

/** What a line of a sheet counts. @param {Seat} seat @param {number} n @param {typeof LINES[number][0]} key */
function counted(seat, n, key) {
  const view = viewOf(seat);
  const { tokens } = /** @type {import("./pieces.js").Facts} */ (seat.facts);
  const player = view.players[n];
  if (key === "truths") return player.truths.map((id) => truthPicture(seat, id));
  if (key === "dust") return [glyph("dust"), player.dust, "×", glyph("passage"), view.passages.length];
  const placed = Object.values(view.placed).flat().filter((one) => one.seat === n).map((one) => one.token);
  return placed.filter((id) => (tokens.get(id)?.value === null) === (key === "alethiometers"))
    .map((id) => tokenFace(seat, id));
}

/** @param {Seat} seat @param {Sheet} sheet */
function page(seat, sheet) {
  const { winners, places } = /** @type {import("../../openapi.d.ts").Result} */ (seat.shown.result);
  return h(
    "li.gc-sheet",
    { "data-seat": sheet.seat, class: winners.includes(sheet.seat) ? "winner" : "" },
    h(
      "header",
      null,
      badge(seat.table, sheet.seat),
      h("strong", null, seat.name(sheet.seat)),
      h("span.kind", null, say("place", { place: places[sheet.seat] })),
      h("b", null, h("span.for-ears", null, `${seat.say("total")}: `), sheet.total),
    ),
    h(
      "dl",
      null,
      ...LINES.map(([key, sign]) =>
        h(
          "div",
          null,
          h("dt", null, glyph(sign), seat.words.term(key)),
          h("dd.gc-counted", null, ...counted(seat, sheet.seat, key)),
          h("dd", { class: sheet[key] ? "" : "none" }, sheet[key]),
        )
      ),
    ),
  );
}

/** @param {Seat} seat @returns {Node[]} */
export function ending(seat) {
  const view = viewOf(seat);
  if (!view.ending || !seat.shown.result) return [];
  const sheets = [...view.ending].sort((a, b) => b.total - a.total);
  return [
    h(
      "section.gc-finale",
      { "aria-label": seat.words.term("ending") },
      h("img", { src: scenery("red"), alt: "" }),
      h("ol", null, ...sheets.map((sheet) => page(seat, sheet))),
    ),
  ];
}
