// The score pad: Truth tiles, placed tokens, alethiometers, Dust.

import { h } from "../../elements.js";
import { badge } from "../../table/players.js";
import { glyph } from "./glyphs.js";

const LINES =
  /** @type {const} */ ([["truths", "truth"], ["points", "token"], ["alethiometers", "compass"], ["dust", "dust"]]);

/** @param {import("../../table/seat.js").Seat} seat @returns {Node[]} */
export function ending(seat) {
  const view = /** @type {import("../../openapi.d.ts").GoldenCompassView} */ (seat.view);
  const result = seat.shown.result;
  if (!view.ending || !result) return [];
  const sheets = [...view.ending].sort((a, b) => b.total - a.total);
  return [
    h(
      "div.gc-pad-scroll",
      { tabindex: 0 },
      h(
        "table.gc-pad",
        null,
        h("caption", null, seat.words.term("ending")),
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            h("td"),
            ...sheets.map((sheet) =>
              h(
                "th",
                { scope: "col", "data-seat": sheet.seat, class: result.winners.includes(sheet.seat) ? "winner" : "" },
                badge(seat.table, sheet.seat),
                " ",
                seat.name(sheet.seat),
              )
            ),
          ),
        ),
        h(
          "tbody",
          null,
          ...LINES.map(([key, sign]) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, glyph(sign), " ", seat.words.term(key)),
              ...sheets.map((sheet) => h("td", null, sheet[key])),
            )
          ),
        ),
        h(
          "tfoot",
          null,
          h(
            "tr",
            null,
            h("th", { scope: "row" }, seat.say("total")),
            ...sheets.map((sheet) =>
              h("td", { class: result.winners.includes(sheet.seat) ? "winner" : "" }, sheet.total)
            ),
          ),
        ),
      ),
    ),
  ];
}
