// Pictures of regions and sanctuaries, drawn from what is on the card: biome, day or night, wonders.

import { chance, cloud, halo, hills, kept, picture, round, stars } from "../../draw.js";
import { firs, gradient, H, LANDS, line, path, pillar, skyline, W } from "./lands.js";
import { DRAWN } from "./wonders.js";

/** @typedef {import("./cards.js").Card} Card */

/** sky above, sky below, far, middle, near, dark, sun */
/** @type {Record<string, string[]>} */
const DAY = {
  river: ["#5fb3a8", "#d9efd2", "#9fd0b9", "#5fae93", "#37806c", "#1f5a4e", "#fff6d8"],
  city: ["#d69d3c", "#ffe9ae", "#e8bd62", "#cf933a", "#a86c22", "#6b3f12", "#fffbe6"],
  forest: ["#d9715b", "#ffd9b8", "#e59478", "#c4503f", "#9a322d", "#5e1a20", "#fff0d4"],
  desert: ["#5f95d6", "#d9e8fb", "#a9c4ec", "#7b9fd8", "#4d77b8", "#284a85", "#ffffff"],
  none: ["#8f86a3", "#e2dcea", "#b6adc6", "#9489aa", "#6d6285", "#473d5c", "#fffdf6"],
};
/** @type {Record<string, string[]>} */
const NIGHT = {
  river: ["#04222c", "#0f5257", "#1d6f6b", "#17594f", "#0f4038", "#062320", "#cffbe7"],
  city: ["#150d2a", "#4e2740", "#5b2f3f", "#47243a", "#321a2c", "#180c18", "#ffe9a8"],
  forest: ["#150518", "#5b1636", "#7a2547", "#5a1938", "#3c0f27", "#1c0613", "#ffd9c9"],
  desert: ["#050b2a", "#24438f", "#33549f", "#27437f", "#182c5e", "#0a1536", "#dfeaff"],
  none: ["#0f0b22", "#3d3358", "#4c4169", "#3a3053", "#28203d", "#140f22", "#f4eaff"],
};

/**
 * The sky with its sun or moon.
 * @param {() => number} random
 * @param {string[]} p
 * @param {boolean} night
 */
function sky(random, p, night) {
  const [x, y, r] = [28 + random() * 40, 42 + random() * 12, 9 + random() * 2].map(round);
  const disc = night
    ? `M${round(x + r * 0.35)} ${round(y - r)}a${r} ${r} 0 1 0 ${round(r * 0.65)} ${round(r * 1.4)}a${
      round(r * 0.82)
    } ${round(r * 0.82)} 0 0 1 ${round(-r * 0.65)} ${round(-r * 1.4)}z`
    : `M${round(x - r)} ${y}a${r} ${r} 0 0 1 ${round(r * 2)} 0a${r} ${r} 0 0 1 ${round(-r * 2)} 0z`;
  let out = `<defs>${gradient("s", p[0], p[1])}</defs><rect width="${W}" height="90" fill="url(#s)"/>`;
  if (night) out += stars(random, 24, W, 62);
  out += halo("l", x, y, round(r * 4), p[6], night ? 0.38 : 0.75) + path(disc, p[6]);
  for (let n = 0; n < 4; n++) {
    out += cloud(
      random() * 80 - 10,
      16 + random() * 44,
      20 + random() * 26,
      night ? p[6] : "#fff",
      night ? 0.08 : 0.42,
    );
  }
  return out;
}

/**
 * The picture of a region.
 * @param {Card} card
 * @returns {string} for `src`
 */
export function regionPicture(card) {
  return kept(`faraway ${card.id}`, () => {
    const random = chance(card.id);
    const p = (card.night ? NIGHT : DAY)[card.biome ?? "none"];
    let out = sky(random, p, card.night) + (LANDS[card.biome ?? ""] ?? LANDS.desert)(random, p, card.night);
    const kinds = Object.entries(card.wonders).flatMap(([kind, count]) => Array(count).fill(kind));
    kinds.forEach((kind, n) => {
      const x = kinds.length === 1 ? 34 + random() * 30 : kinds.length === 2 ? 28 + n * 42 : 20 + n * 29;
      out += DRAWN[kind]?.(Math.round(x), 106 + Math.round(random() * 3), random) ?? "";
    });
    return picture(out, W, H);
  });
}

/**
 * What is seen far behind a gate.
 * @param {() => number} random
 * @param {string[]} p
 * @param {string | null} biome
 */
function distance(random, p, biome) {
  if (biome === "city") return path(skyline(random, 76, 26)[0], p[2]);
  if (biome === "forest") return path(firs(random, { base: 74, tall: 20, step: 6 }), p[3]);
  if (biome !== "desert") return path(hills(random, { width: W, bottom: 100, top: 58, swing: 6, steps: 5 }), p[2]);
  return [8, 30, 70, 94].map((x) => path(pillar(random, x, 78, 14 + random() * 8, 18 + random() * 16), p[2])).join("");
}

/**
 * The picture of a sanctuary: a gate in its land.
 * @param {Card} card
 * @returns {string} for `src`
 */
export function sanctuaryPicture(card) {
  return kept(`faraway ${card.id}`, () => {
    const random = chance(card.id);
    const p = (card.night ? NIGHT : DAY)[card.biome ?? "none"];
    const [wide, arched] = [round(17 + random() * 4), random() < 0.5];
    const gate = (/** @type {number} */ w, /** @type {number} */ top) =>
      arched
        ? `M${50 - w} 86V${top + w}a${w} ${w} 0 0 1 ${w * 2} 0V86z`
        : `M${50 - w} 86V${top + 4}h${round(w * 0.4)}v-4h${round(w * 1.2)}v4h${round(w * 0.4)}V86z`;
    let out = `<g transform="translate(0 -22)">${sky(random, p, card.night)}</g>`;
    out += distance(random, p, card.biome);
    out += path(hills(random, { width: W, bottom: 100, top: 73, swing: 3, steps: 4 }), p[3]);
    out += path(gate(wide, 28), p[5]) + line(gate(wide - 2, 30.5), p[2], 0.8, 0.55);
    out += path(gate(wide - 7, 36), p[1]) + path(gate(wide - 7, 36), "url(#l)");
    out += path(`M${36 - wide} 90l4-5h${20 + wide * 2}l4 5z`, p[4]) + path(`M${40 - wide} 86.5h${20 + wide * 2}`, p[2]);
    out += path(hills(random, { width: W, bottom: 100, top: 89, swing: 2, steps: 4 }), p[4]);
    const kind = Object.keys(card.wonders).find((one) => card.wonders[one] > 0);
    if (kind) out += DRAWN[kind](random() < 0.5 ? 18 : 80, 92, random);
    return picture(out, W, 100);
  });
}
