// Faces of the cards: picture, number, icons, what the quest needs and what it brings.

import { h } from "../../elements.js";
import { regionPicture, sanctuaryPicture } from "./art.js";
import { glyph, numeral, token } from "./glyphs.js";
import { WONDERS } from "./cards.js";

/** @typedef {import("./cards.js").Card} Card */

/** @param {Card} card */
const shown = (card) => [
  ...(card.night ? ["night"] : []),
  ...WONDERS.flatMap((kind) => Array(card.wonders[kind] ?? 0).fill(kind)),
  ...Array(card.clues).fill("clue"),
];

/** @param {Card} card */
const needed = (card) => WONDERS.flatMap((kind) => Array(card.prerequisites?.[kind] ?? 0).fill(kind));

/** @param {Card} card */
function quest(card) {
  if (!card.quest) return null;
  const { points, per } = card.quest;
  const signs = !per?.length
    ? [glyph("star")]
    : per === "four_biomes"
    ? [glyph("four_biomes")]
    : /** @type {string[]} */ (per).map(token);
  return h("span.quest", null, numeral(points), ...signs);
}

/** The faces that were drawn so far, to be copied. @type {Map<string, HTMLElement>} */
const faces = new Map();

/**
 * What is printed on a card.
 * @param {Card} card
 * @returns {HTMLElement}
 */
export function face(card) {
  let found = faces.get(card.id);
  if (!found) faces.set(card.id, found = drawFace(card));
  return /** @type {HTMLElement} */ (found.cloneNode(true));
}

/** @param {Card} card */
function drawFace(card) {
  const region = card.number !== undefined;
  const needs = needed(card);
  return h(
    "span.face",
    { class: `${region ? "region" : "sanctuary"} frame-${card.biome ?? "none"}`, "aria-hidden": "true" },
    h("img", {
      src: region ? regionPicture(card) : sanctuaryPicture(card),
      alt: "",
      draggable: "false",
      decoding: "sync",
    }),
    region && h("span.number", null, numeral(/** @type {number} */ (card.number))),
    h("span.signs", null, ...shown(card).map(token)),
    needs.length > 0 && h("span.needs", null, ...needs.map(token)),
    quest(card),
  );
}

/** The back of a region or sanctuary. @param {"region" | "sanctuary"} kind */
export const back = (kind) =>
  h("span.face.back", { class: kind, "aria-hidden": "true" }, glyph(kind === "region" ? "star" : "sanctuary"));
