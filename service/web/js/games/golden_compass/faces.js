// The cards, tokens and truths of The Golden Compass as they look at the table and in the gallery.

import { h } from "../../elements.js";
import { facts, figure, lyraCard, tokenFace, truth } from "./pieces.js";

/** @type {import("../../games.js").CardFaces} */
export default {
  css: "golden_compass.css",
  text: true,
  facts,
  zoom(id, seat) {
    const known = /** @type {import("./pieces.js").Facts} */ (seat.facts);
    if (known.lyra.has(id)) return h("div.gc-zoom", null, lyraCard(seat, id));
    if (known.tokens.has(id)) return h("div.gc-zoom", null, tokenFace(seat, id));
    if (known.truths.has(id)) return h("div.gc-zoom", null, truth(seat, id));
    return known.characters.has(id) ? h("div.gc-zoom", null, figure(seat, id)) : null;
  },
};
