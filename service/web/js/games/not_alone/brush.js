// Strokes for pictures of Artemia, which are 100 × 140.

import { round } from "../../draw.js";

export const [W, H] = [100, 140];

/** @param {string} d @param {string} fill @param {number} [opacity] */
export const path = (d, fill, opacity = 1) =>
  `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

/** @param {string} d @param {string} stroke @param {number} width @param {number} [opacity] */
export const line = (d, stroke, width, opacity = 1) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" opacity="${opacity}"/>`;

/** @param {number} x @param {number} y @param {number} r @param {string} fill @param {number} [opacity] */
export const disc = (x, y, r, fill, opacity = 1) =>
  `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r)}" fill="${fill}" opacity="${opacity}"/>`;

/** Something that shines. @param {number} x @param {number} y @param {number} r @param {string} fill */
export const glow = (x, y, r, fill) =>
  disc(x, y, r * 3, fill, 0.1) + disc(x, y, r * 1.9, fill, 0.2) + disc(x, y, r, fill);

/** Leaves of a palm around its top. @param {number} x @param {number} y @param {number} size @param {string} fill */
export function palm(x, y, size, fill) {
  return [-2.9, -2.3, -0.8, -0.2, 0.4, -3.6].map((turn) => {
    const [dx, dy] = [Math.cos(turn) * size, Math.sin(turn) * size * 0.7 + size * 0.18];
    return path(
      `M${round(x)} ${round(y)}q${round(dx * 0.5)} ${round(dy * 0.6 - size * 0.35)} ${round(dx)} ${round(dy)}q${
        round(-dx * 0.55)
      } ${round(-dy * 0.3 - size * 0.1)} ${round(-dx)} ${round(-dy)}z`,
      fill,
    );
  }).join("");
}
