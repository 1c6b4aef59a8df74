// The cards of Not Alone as they look at the table and in the gallery.

import { zoom } from "./cards.js";
import { facts } from "./facts.js";

/** @type {import("../../games.js").CardFaces} */
export default { css: "not_alone.css", text: true, facts, zoom };
