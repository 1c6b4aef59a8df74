// The four landscapes of the regions, drawn from the horizon to the foreground.

import { curve, hills, round } from "../../draw.js";

/** The size of a picture. */
export const [W, H] = [100, 140];

/** @typedef {() => number} Random */
/** @typedef {string[]} Palette sky above, sky below, far, middle, near, dark, sun */

/** @param {string} d @param {string} fill @param {number} [opacity] */
export const path = (d, fill, opacity = 1) =>
  `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

/** @param {string} d @param {string} stroke @param {number} width @param {number} opacity */
export const line = (d, stroke, width, opacity) =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" opacity="${opacity}"/>`;

/** @param {string} id @param {...string} colours from top to bottom */
export const gradient = (id, ...colours) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${
    colours.map((one, n) => `<stop offset="${round(n / (colours.length - 1))}" stop-color="${one}"/>`).join("")
  }</linearGradient>`;

/**
 * Hills from edge to edge with a lit crest.
 * @param {Random} random
 * @param {Parameters<typeof hills>[1]} shape
 * @param {string} fill
 * @param {string} light
 */
function ridge(random, shape, fill, light) {
  const d = hills(random, shape);
  return path(d, fill) + line(d, light, 0.7, 0.35);
}

/**
 * A row of firs.
 * @param {Random} random
 * @param {{ base: number, tall: number, step: number, from?: number, to?: number }} row
 */
export function firs(random, { base, tall, step, from = -4, to = W + 4 }) {
  let d = "";
  for (let x = from; x < to; x += step * (0.7 + random() * 0.6)) {
    const t = tall * (0.65 + random() * 0.6);
    const [w, third] = [round(t * 0.17), round(t / 3)];
    const tier = `l${w} ${third}h${round(-w * 0.5)}`;
    const back = `h${round(-w * 0.5)}l${w} ${-third}`;
    d += `M${round(x)} ${round(base - third * 3)}${tier}${tier}${tier}v2h${round(-w * 3)}v-2${back}${back}h${
      round(-w * 0.5)
    }z`;
  }
  return d;
}

/**
 * A row of houses and towers, and their windows.
 * @param {Random} random
 * @param {number} base
 * @param {number} tall
 * @returns {[string, string]}
 */
export function skyline(random, base, tall) {
  let [houses, windows] = ["", ""];
  for (let x = -4; x < W; x += 4 + random() * 4) {
    const w = 6 + random() * 5;
    const height = tall * (0.5 + random() * (1 - Math.abs(x - 46) / 110));
    const [left, right, top] = [round(x), round(x + w), round(base - height)];
    const kind = random();
    const roof = kind < 0.4
      // A spire, a gable, battlements.
      ? `L${round(x + w / 2)} ${round(top - w * (1.3 + random()))}L${right} ${top}`
      : kind < 0.75
      ? `L${round(x - 0.8)} ${top}L${round(x + w / 2)} ${round(top - w * 0.8)}L${round(x + w + 0.8)} ${top}H${right}`
      : `v-2h${round(w / 5)}v2h${round(w / 5)}v-2h${round(w / 5)}v2h${round(w / 5)}v-2H${right}V${top}`;
    houses += `M${left} ${base}V${top}${roof}V${base}z`;
    for (let y = top + 3; y < base - 4; y += 5.5) {
      for (const at of w > 8 ? [0.22, 0.6] : [0.4]) {
        if (random() < 0.55) windows += `M${round(x + w * at)} ${round(y)}h1.5v2.4h-1.5z`;
      }
    }
  }
  return [houses, windows];
}

/**
 * A pillar of rock with ragged edges.
 * @param {Random} random
 * @param {number} x
 * @param {number} base
 * @param {number} width
 * @param {number} tall
 */
export function pillar(random, x, base, width, tall) {
  const edge = (/** @type {number} */ at, /** @type {number} */ side) => [
    x + side * width * (0.52 - 0.12 * at + random() * 0.12),
    base - tall * at,
  ];
  const heights = [0, 0.18, 0.4, 0.55, 0.8, 0.92, 1];
  const points = [...heights.map((at) => edge(at, -1)), ...heights.toReversed().map((at) => edge(at, 1))];
  return `M${points.map(([px, py]) => `${round(px)} ${round(py)}`).join("L")}z`;
}

/**
 * Rock with layers: its shape in light and shadow.
 * @param {string} d
 * @param {Palette} p
 * @param {string} id
 */
function rock(d, p, id) {
  let layers = "";
  for (let y = 60; y < 116; y += 6) layers += `M0 ${y}q25 -3 50 0t50 0`;
  return `<clipPath id="${id}"><path d="${d}" clip-rule="evenodd"/></clipPath><g clip-path="url(#${id})"><path d="${d}" fill="${
    p[3]
  }" fill-rule="evenodd"/>${line(layers, p[1], 0.8, 0.4)}<path d="${d}" fill="${
    p[5]
  }" fill-rule="evenodd" opacity=".28" transform="translate(11 3)"/></g>`;
}

/** @type {Record<string, (random: Random, p: Palette, night: boolean) => string>} */
export const LANDS = {
  river(random, p, night) {
    const horizon = 76;
    const source = 34 + random() * 32;
    const swing = (random() < 0.5 ? -1 : 1) * (10 + random() * 7);
    const middle = (/** @type {number} */ t) =>
      source + (50 - source) * t * 0.5 + swing * Math.sin(t * 4.6) * (0.35 + t);
    const half = (/** @type {number} */ t) => 1.3 + 24 * t ** 1.6;
    const steps = Array.from({ length: 8 }, (_, n) => n / 7);
    const bank = (/** @type {number} */ side) => steps.map((t) => [middle(t) + side * half(t), horizon + 66 * t]);
    const water = `M${curve(bank(-1))}L${curve(bank(1).toReversed())}z`;
    let bushes = "";
    for (let n = 0; n < 30; n++) {
      const t = 0.04 + 0.96 * (n / 30) ** 1.2;
      const x = random() * W;
      if (Math.abs(x - middle(t)) < half(t) + 3 + 5 * t) continue;
      const [r, y] = [1.8 + t * 4.5, horizon + 66 * t];
      bushes += `M${round(x - r)} ${round(y)}a${round(r)} ${round(r * 1.1)} 0 0 1 ${round(r * 1.7)} ${
        round(-r * 0.5)
      }a${round(r * 0.7)} ${round(r * 0.7)} 0 0 1 ${round(r)} ${round(r * 0.5)}z`;
    }
    let glints = "";
    for (const t of [0.3, 0.45, 0.55, 0.68, 0.78, 0.9]) {
      const wide = half(t) * (0.3 + random() * 0.3);
      glints += `M${round(middle(t) + (random() - 0.7) * half(t) * 0.9)} ${round(horizon + 66 * t)}h${round(wide)}`;
    }
    return `<defs>${gradient("g", p[3], p[4], p[5])}${gradient("w", p[6], p[1], p[2])}</defs>` +
      path(hills(random, { width: W, bottom: H, top: 60, swing: 9, steps: 4, sharp: true }), p[2], 0.75) +
      path(hills(random, { width: W, bottom: H, top: 70, swing: 5, steps: 5 }), p[3], 0.8) +
      path(`M0 140V${horizon}q50 -3 100 0V140z`, "url(#g)") +
      path(water, "url(#w)", night ? 0.55 : 0.92) + line(glints, night ? p[6] : "#fff", 0.8, 0.6) +
      path(bushes, p[5], 0.62);
  },
  city(random, p, night) {
    const light = night ? "#ffd873" : p[5];
    const [far] = skyline(random, 100, 38);
    const [middle, some] = skyline(random, 104, 33);
    const [near, more] = skyline(random, 110, 24);
    const span = 15 + random() * 4;
    let arches = "";
    for (let x = -random() * span; x < W; x += span) {
      const r = round(span / 2 - 2);
      arches += `M${round(x + 2)} 140V${round(118)}a${r} ${r} 0 0 1 ${r * 2} 0V140z`;
    }
    return `<defs>${gradient("b", p[4], p[5])}</defs>` +
      path(hills(random, { width: W, bottom: H, top: 70, swing: 5, steps: 5 }), p[2], 0.6) +
      path(far, p[2]) + path(middle, p[3]) + path(some, light, night ? 0.75 : 0.4) + path(near, p[4]) +
      path(more, light, night ? 0.95 : 0.45) +
      `<rect y="106" width="${W}" height="34" fill="url(#b)"/>` + path(arches, p[3], 0.55) +
      `<rect y="105" width="${W}" height="2.4" fill="${p[2]}"/>`;
  },
  forest(random, p) {
    let slope = `M${W} 140V46`;
    for (let n = 0; n < 8; n++) {
      const [x, y] = [W - 3 - n * 5 - random() * 2, 56 + n * 11];
      slope += `L${round(x - 5)} ${y}h${round(2 + random())}`;
    }
    return `<defs>${gradient("g", p[3], p[4], p[5])}</defs>` +
      path(hills(random, { width: W, bottom: H, top: 62, swing: 11, steps: 5, sharp: true }), p[2], 0.85) +
      path(firs(random, { base: 88, tall: 15, step: 4 }), p[3], 0.75) +
      `<rect y="86" width="${W}" height="54" fill="${p[3]}"/>` +
      path(firs(random, { base: 96, tall: 21, step: 7 }), p[4], 0.75) +
      path(`M0 140V95q50 -3 100 0V140z`, "url(#g)") +
      path(hills(random, { width: W, bottom: H, top: 106, swing: 3, steps: 3 }), p[2], 0.22) +
      path(hills(random, { width: W, bottom: H, top: 116, swing: 5, steps: 4 }), p[5], 0.6) +
      `<g transform="${random() < 0.5 ? "" : `translate(${W} 0) scale(-1 1)`}">${
        path(`${slope}L50 140z`, p[5]) + path(firs(random, { base: 141, tall: 22, step: 9, from: 0, to: 34 }), p[5])
      }</g>`;
  },
  desert(random, p) {
    let out = path(hills(random, { width: W, bottom: H, top: 76, swing: 5, steps: 6, sharp: true }), p[2]);
    if (random() < 0.5) {
      const x = 42 + random() * 18;
      const arch = `M${x - 30} 116l3 -16 5 -18 9 -11 15 -5 14 4 10 9 5 20 4 17zM${
        x - 9
      } 116c-1 -16 2 -29 12 -29s15 12 14 29z`;
      out += path(pillar(random, x < 50 ? 91 : 9, 116, 16, 34), p[2]) + rock(arch, p, "a") +
        path(`M${x + 17} 116c1 -17 -4 -29 -14 -29 8 -4 17 3 19 14l2 15z`, p[4], 0.55);
    } else {
      for (let n = 0; n < 6; n++) {
        const at = n * 19 + random() * 8 - 2;
        out += n % 2
          ? rock(pillar(random, at, 116, 14 + random() * 8, 38 + random() * 30), p, `p${n}`)
          : path(pillar(random, at, 116, 15 + random() * 9, 32 + random() * 16), p[2]);
      }
    }
    for (const [top, fill] of /** @type {[number, string][]} */ ([[107, p[3]], [115, p[4]], [126, p[5]]])) {
      out += ridge(random, { width: W, bottom: H, top, swing: 4, steps: 3 }, fill, p[1]);
    }
    return out;
  },
};
