// The cards, tiles and relics of Mountains of Madness as they look at the table and in the gallery.

import { h } from "../../elements.js";
import { eye } from "./art.js";
import { facts, factsOf, KINDS, named, viewOf, word } from "./facts.js";
import { glyph } from "./glyphs.js";
import { face, look, open } from "./pieces.js";
import { reward, tilePanel } from "./tiles.js";

/** @typedef {import("./facts.js").Seat} Seat */

/** A madness card. @param {Seat} seat @param {string} id @param {boolean} [ignored] */
export function madnessCard(seat, id, ignored = false) {
  const fact = factsOf(seat).madness.get(id);
  const level = fact?.level ?? 1;
  return h(
    "article.mm-madness",
    { class: `level-${level} ${ignored ? "ignored" : ""}`, "data-zoom": id },
    h("img", { src: eye(id, level), alt: "" }),
    h(
      "div",
      null,
      h("h3", null, fact ? named(fact) : seat.words.short(id), h("small", null, ` ${word(seat, "level", { level })}`)),
      ignored && h("p.mm-ignored", null, glyph("token"), seat.words.term("ignored")),
      h("p", null, seat.words.card(id)?.text ?? ""),
    ),
  );
}

/** A card, tile, space or relic, large. @param {string} id @param {Seat} seat */
function zoom(id, seat) {
  const box = factsOf(seat);
  const mine = viewOf(seat)?.me?.hand.find((one) => one.at === id);
  if (mine) return h("span.mm-card.mm-large", { class: look(mine) }, ...face(seat, mine));
  if (box.equipment.has(id) || box.wounds.has(id)) {
    const card = open(seat, id);
    return h("span.mm-card.mm-large", { class: look(card) }, ...face(seat, card));
  }
  if (box.madness.has(id)) return madnessCard(seat, id);
  const tile = box.tiles.get(id);
  const trials = tile?.trials ?? box.spaces.get(id)?.empty_trials;
  if (trials) {
    return h(
      "div.mm-zoomed",
      null,
      h("div.mm-trials", null, ...trials.map((trial) => tilePanel(seat, trial))),
      tile && reward(seat, tile.reward),
    );
  }
  if (KINDS.includes(/** @type {any} */ (id))) return h("span.mm-large-sign", null, glyph(id));
  const relic = box.relics.get(id);
  return relic ? h("span.mm-large-sign", null, glyph(relic.category)) : null;
}

/** @type {import("../../games.js").CardFaces} */
export default { css: "mountains_of_madness.css", text: true, facts, zoom };
