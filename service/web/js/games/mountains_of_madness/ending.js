// The end: relics against wounds, and everybody's madness and hand.

import { h } from "../../elements.js";
import { badge } from "../../table/players.js";
import { landscape } from "./art.js";
import { capital, character, factsOf, paged, regionOf, viewOf, word } from "./facts.js";
import { glyph } from "./glyphs.js";
import { madnessCard } from "./faces.js";
import { chip, smallCard } from "./pieces.js";

/** @param {import("./facts.js").Seat} seat @returns {Node[]} */
export function ending(seat) {
  const view = viewOf(seat);
  const { finale } = view;
  if (!finale) return [];
  const relics = view.players.reduce((all, one) => all + one.relics.length, 0);
  const wounds = factsOf(seat).wounded - view.wounds;
  const won = (seat.shown.result?.winners.length ?? 0) > 0;
  return [
    h(
      "section.mm-finale",
      { class: won ? "won" : "lost" },
      h("span.mm-sky", null, h("img", { src: landscape(won ? "coast" : regionOf(view, factsOf(seat))), alt: "" })),
      h("h3", null, word(seat, won ? "escaped" : "ice-keeps")),
      h("p", null, capital(seat.words.call(finale.ending))),
      h(
        "p.mm-scales",
        null,
        h("span", null, glyph("relic"), h("b", null, relics), " ", capital(seat.words.term("relics"))),
        h("span", null, glyph("wound"), h("b", null, wounds), " ", word(seat, "wounds")),
        finale.difference !== null &&
          h(
            "span",
            null,
            h("b", null, finale.difference > 0 ? `+${finale.difference}` : finale.difference),
            " ",
            capital(seat.words.term("difference")),
          ),
      ),
    ),
    h(
      "ol.mm-minds",
      { "aria-label": word(seat, "minds") },
      ...finale.madness.map((cards, n) =>
        h(
          "li",
          { "data-seat": n },
          h(
            "header",
            null,
            badge(seat.table, n),
            h("strong", null, character(seat, n)),
            h("span.kind", null, seat.name(n)),
          ),
          h(
            "div.mm-had",
            null,
            ...(cards.length
              ? cards.map((id) => madnessCard(seat, id))
              : [h("p.hint", null, word(seat, "clear-mind"))]),
          ),
          h(
            "div.mm-cards",
            { role: "group", "aria-label": paged(seat, "hand") },
            ...view.players[n].relics.map((id) => chip(seat, id)),
            ...finale.hands[n].map((id) => smallCard(seat, id)),
          ),
        )
      ),
    ),
  ];
}
