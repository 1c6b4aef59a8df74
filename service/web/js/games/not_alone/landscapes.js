// Twenty landscapes of Artemia at dusk, one for each place, drawn from its id.

import { chance, hills, kept, picture, stars } from "../../draw.js";
import { disc, H, path, W } from "./brush.js";
import { BASE } from "./land_base.js";
import { EXPLORATION } from "./land_exploration.js";

/**
 * A palette and what stands in the landscape.
 * @typedef {{ top: string, sky: string, low: string, far: string, mid: string, near: string, light: string, moon: string }} Palette
 * @typedef {[string, (random: () => number, p: Palette) => string]} Land the palette as eight colours
 */

/** @param {() => number} random @param {Palette} p */
function sky(random, p) {
  const [x, y, r] = [58 + random() * 26, 22 + random() * 14, 8 + random() * 3];
  const small = [x - 24 - random() * 16, y + 8 + random() * 10];
  return `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${p.top}"/><stop offset=".4" stop-color="${p.sky}"/><stop offset=".72" stop-color="${p.low}"/></linearGradient><linearGradient id="f" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".35"/></linearGradient></defs><rect width="${W}" height="${H}" fill="url(#s)"/>` +
    stars(random, 34, W, 66) +
    disc(x, y, r * 2.6, p.moon, 0.08) + disc(x, y, r * 1.7, p.moon, 0.14) + disc(x, y, r, p.moon) +
    disc(x - r * 0.3, y - r * 0.2, r * 0.22, p.low, 0.35) + disc(x + r * 0.35, y + r * 0.3, r * 0.16, p.low, 0.35) +
    disc(x + r * 0.1, y - r * 0.5, r * 0.12, p.low, 0.3) + disc(small[0], small[1], r * 0.3, p.moon, 0.85);
}

/** @param {string} id */
function draw(id) {
  const [colours, motif] = BASE[id] ?? EXPLORATION[id] ?? BASE.lair;
  const [top, low, moon, ...rest] = colours.split(" ");
  const [skyColour, far, mid, near, light] = rest;
  /** @type {Palette} */
  const p = { top, sky: skyColour, low, far, mid, near, light, moon };
  const random = chance(`artemia ${id}`);
  const back = sky(random, p) +
    path(hills(random, { width: W, bottom: H, top: 74, swing: 7, steps: 6, sharp: random() < 0.5 }), p.far, 0.75) +
    path(hills(random, { width: W, bottom: H, top: 86, swing: 5, steps: 5 }), p.mid);
  return picture(`${back}${motif(random, p)}<rect y="70" width="${W}" height="70" fill="url(#f)"/>`, W, H, "xMidYMax");
}

/** The picture of a place. @param {string} id */
export const landscape = (id) => kept(`not alone ${id}`, () => draw(id));
