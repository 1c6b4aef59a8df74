// How it ended: who reached the camp first, and what was left of everybody.

import { h } from "../../elements.js";
import { cardBack } from "./cards.js";
import { numberOf, viewOf } from "./facts.js";
import { glyph } from "./glyphs.js";
import { crest, flames } from "./people.js";
import { scene } from "./scene.js";

/** @param {import("../../table/seat.js").Seat} seat @returns {Node[]} */
export function ending(seat) {
  const view = viewOf(seat);
  const { words } = seat;
  const won = new Set(seat.shown.result?.winners ?? []);
  return [
    h(
      "div.na-ending",
      { "data-winner": view.winner || (won.has(view.creature) ? "creature" : "hunted") },
      scene(seat),
      h(
        "p.na-verdict",
        null,
        seat.say(won.has(view.creature) ? "creature-wins" : "hunted-win").replace("#", String(view.turn)),
      ),
      h(
        "ul.na-crests",
        null,
        h(
          "li",
          { class: won.has(view.creature) ? "winner" : "" },
          crest(seat, view.creature),
          h("span", null, glyph("creature"), " ", words.term("creature")),
        ),
        ...view.hunted.map((prey) =>
          h(
            "li",
            { class: won.has(prey.seat) ? "winner" : "" },
            crest(seat, prey.seat),
            flames(seat, prey.will),
            h(
              "span.na-owned",
              { title: words.term("owned") },
              cardBack("place"),
              prey.owned.map((place) => numberOf(seat, place)).join(" · "),
            ),
          )
        ),
      ),
    ),
  ];
}
