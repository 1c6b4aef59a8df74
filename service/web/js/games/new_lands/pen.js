// The pen of the engravings: inked shapes, strokes and dots, on 160 × 110.

import { round } from "../../draw.js";

/**
 * @typedef {import("./art.js").Tint} Tint
 * @typedef {(tint: Tint, random: () => number) => string} Scene
 */

export const INK = "#2b211a";
export const PAPER = "#fcf6e6";
export const GOLD = "#e6b64e";
const EDGE = `stroke="${INK}" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round"`;

/** A filled shape with an inked edge. @param {string} d @param {string} fill */
export const shape = (d, fill) => `<path d="${d}" fill="${fill}" ${EDGE}/>`;
/** A stroke. @param {string} d @param {number} [width] @param {string} [colour] */
export const line = (d, width = 1.1, colour = INK) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linejoin="round" stroke-linecap="round"/>`;
/** @param {number} x @param {number} y @param {number} r @param {string} fill */
export const disc = (x, y, r, fill) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" ${EDGE}/>`;
/** @param {number} x @param {number} y @param {number} r @param {string} fill */
export const dot = (x, y, r, fill) => `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}"/>`;
/** Ground from edge to edge. @param {number} y @param {string} fill @param {number} [swing] */
export const ground = (y, fill, swing = 6) =>
  shape(`M-4 ${y}c30 ${-swing} 55 ${swing} 84 0s56 ${-swing} 84 ${swing * 0.4}V116H-4z`, fill);
/** @template T @param {number} count @param {(n: number) => T} make */
export const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));
/** Short lines of print. @param {number} x @param {number} y @param {number} width @param {number} rows @param {string} [colour] */
export const print = (x, y, width, rows, colour = INK) =>
  line(times(rows, (n) => `M${x} ${y + n * 3}h${round(width * (n === rows - 1 ? 0.6 : 1))}`).join(""), 0.7, colour);
/** @param {string} inside @param {string} how */
export const moved = (inside, how) => `<g transform="${how}">${inside}</g>`;
