// The pictures of New Lands: engraved landscapes from what the cards say. Strokes of ink, one tint per domain.

import { chance, kept, picture as image, round } from "../../draw.js";
import { CARTOGRAPHY, ETHNOLOGY } from "./scenes.js";
import { BOTANY, ZOOLOGY } from "./scenes_alive.js";
import { CITIES, PERIPETIES, PORTRAITS } from "./figures.js";

export const [W, H] = [160, 110];

/** @typedef {{ top: string, low: string, light: string, mid: string, deep: string }} Tint */

/** @type {Record<string, Tint>} */
const TINTS = {
  cartography: { top: "#9fc0cb", low: "#f0f2e6", light: "#d3e3df", mid: "#5d97a6", deep: "#2c6377" },
  botany: { top: "#b3cc99", low: "#f5f2dc", light: "#dde8c3", mid: "#7ba355", deep: "#456f2d" },
  ethnology: { top: "#e6ae8c", low: "#faecd6", light: "#f4d7bb", mid: "#cf7a4c", deep: "#9c4522" },
  zoology: { top: "#bfa8c6", low: "#f4e9e5", light: "#e4d5e4", mid: "#9471a6", deep: "#623f7c" },
  city: { top: "#d8b878", low: "#f8eed6", light: "#ecdcb4", mid: "#b98f42", deep: "#7a5a1c" },
  peripetia: { top: "#d9b8ae", low: "#f7ebe1", light: "#f0d9cd", mid: "#b4594c", deep: "#7c2a26" },
  character: { top: "#c8c0a8", low: "#f3ecda", light: "#e5dcc4", mid: "#8f7b57", deep: "#54452c" },
};

const DRAWN = { ...CARTOGRAPHY, ...ETHNOLOGY, ...BOTANY, ...ZOOLOGY, ...CITIES, ...PERIPETIES, ...PORTRAITS };

/** Sky with engraved lines, closer together at the top. @param {Tint} tint */
function sky(tint) {
  let lines = "";
  for (let y = 4, gap = 3.2; y < 62; y += gap, gap += 0.55) lines += `M0 ${round(y)}H${W}`;
  return `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${tint.top}"/><stop offset=".8" stop-color="${tint.low}"/></linearGradient></defs>` +
    `<rect width="${W}" height="${H}" fill="url(#s)"/><path d="${lines}" stroke="${tint.deep}" stroke-width=".5" opacity=".28" fill="none"/>`;
}

/** The double rule around an engraving. @param {Tint} tint */
const frame = (tint) =>
  `<path d="M3 3h${W - 6}v${H - 6}H3z" fill="none" stroke="${tint.deep}" stroke-width="1.1" opacity=".75"/>` +
  `<path d="M5.500 5.500h${W - 11}v${
    H - 11
  }H5.500z" fill="none" stroke="${tint.deep}" stroke-width=".4" opacity=".7"/>`;

/**
 * The picture of a bookmark or tile, for `src`.
 * @param {string} id
 * @param {string} kind its domain, or city, peripetia, character
 */
export function picture(id, kind) {
  return kept(`new-lands ${id}`, () => {
    const tint = TINTS[kind] ?? TINTS.cartography;
    const draw = /** @type {Record<string, import("./pen.js").Scene>} */ (DRAWN)[id];
    return image(sky(tint) + (draw ? draw(tint, chance(id)) : "") + frame(tint), W, H);
  });
}
