// The cards of Faraway as they look at the table and in the gallery.

import { h } from "../../elements.js";
import { face } from "./card.js";
import { byId } from "./cards.js";

/** @type {import("../../games.js").CardFaces} */
export default {
  css: "faraway.css",
  text: true,
  facts: byId,
  zoom(id, seat) {
    const facts = /** @type {Map<string, import("./cards.js").Card>} */ (seat.facts).get(id);
    return facts ? h("span.fw-card.large", { class: facts.number === undefined ? "square" : "" }, face(facts)) : null;
  },
};
