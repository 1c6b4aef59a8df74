// The score sheet of Faraway: every card with what it brought, read from right to left.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { badge } from "../../table/players.js";
import { glyph, numeral } from "./glyphs.js";
import { card } from "./pieces.js";

/**
 * @param {import("../../table/seat.js").Seat} seat
 * @returns {Node[]}
 */
export function ending(seat) {
  const view = /** @type {import("../../openapi.d.ts").FarawayView} */ (seat.view);
  const result = seat.shown.result;
  if (!view?.ending || !result) return [];
  const { sheets, hands } = view.ending;
  const order = result.places.map((place, n) => ({ place, n })).sort((a, b) => a.place - b.place);
  return [
    h("p.fw-how", null, icon("left"), seat.say("read-back")),
    ...order.map(({ place, n }) => {
      const player = view.players[n];
      const sheet = sheets[n];
      return h(
        "section.fw-sheet",
        {
          "data-seat": n,
          class: result.winners.includes(n) ? "winner" : "",
          "aria-label": `${seat.name(n)}: ${sheet.total}`,
        },
        h(
          "header",
          null,
          badge(seat.table, n),
          h(
            "div",
            null,
            h("strong", null, seat.name(n)),
            h("span.kind", null, say("place", { place }), n === seat.me && ` · ${say("you")}`),
          ),
          h("span.fw-total", null, numeral(sheet.total), glyph("star")),
        ),
        h(
          "ol.fw-row",
          null,
          ...player.row.map((id, at) =>
            h("li", null, card(seat, id), h("b", { class: sheet.regions[at] ? "" : "zero" }, sheet.regions[at]))
          ),
        ),
        h(
          "ol.fw-row.fw-side",
          null,
          ...player.sanctuaries.map((id, at) =>
            h("li", null, card(seat, id), h("b", { class: sheet.sanctuaries[at] ? "" : "zero" }, sheet.sanctuaries[at]))
          ),
        ),
        hands[n].length > 0 &&
          h("p.fw-left", null, seat.words.term("hand"), " ", ...hands[n].map((id) => seat.chip(id))),
      );
    }),
  ];
}
