// Pictures of regions and sanctuaries, drawn from what is on the card: biome, day or night, wonders.

import { chance, cloud, hills, kept, picture, round, stars } from "../../draw.js";

/** @typedef {import("./cards.js").Card} Card */

const [W, H] = [100, 140];

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
 * @param {() => number} random
 * @param {string[]} p
 * @param {boolean} night
 */
function sky(random, p, night) {
  const [x, y, r] = [25 + random() * 50, 38 + random() * 14, 10 + random() * 2];
  const light = night
    ? `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r * 2.2)}" fill="${p[6]}" opacity=".1"/><path d="M${
      round(x + r * 0.4)
    } ${round(y - r * 0.9)}a${round(r)} ${round(r)} 0 1 0 ${round(r * 0.6)} ${round(r * 1.3)}a${round(r * 0.8)} ${
      round(r * 0.8)
    } 0 0 1 ${round(-r * 0.6)} ${round(-r * 1.3)}z" fill="${p[6]}"/>`
    : `<circle cx="${round(x)}" cy="${round(y)}" r="${round(r * 2.4)}" fill="${p[6]}" opacity=".25"/><circle cx="${
      round(x)
    }" cy="${round(y)}" r="${round(r)}" fill="${p[6]}"/>`;
  let out = `<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${
    p[0]
  }"/><stop offset=".55" stop-color="${
    p[1]
  }"/></linearGradient></defs><rect width="${W}" height="${H}" fill="url(#s)"/>`;
  if (night) out += stars(random, 26, W, 62);
  out += light;
  for (let n = 0; n < 3; n++) {
    out += cloud(random() * 80 - 10, 18 + random() * 34, 22 + random() * 26, "#fff", night ? 0.07 : 0.4);
  }
  return out;
}

/** @param {string} d @param {string} fill @param {number} [opacity] */
const path = (d, fill, opacity = 1) => `<path d="${d}" fill="${fill}"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;

/** @type {Record<string, (random: () => number, p: string[], night: boolean) => string>} */
const LAND = {
  river(random, p) {
    const bend = 30 + random() * 40;
    let out = path(hills(random, { width: W, bottom: H, top: 64, swing: 7, steps: 5 }), p[2]);
    out += path(hills(random, { width: W, bottom: H, top: 78, swing: 5, steps: 4 }), p[3]);
    out += path(hills(random, { width: W, bottom: H, top: 90, swing: 4, steps: 4 }), p[4]);
    const mouth = 30 + random() * 30;
    out += path(
      `M${round(bend)} 82c${round(8 + random() * 8)} 8 -26 14 -22 24 3 9 16 10 10 20-4 7-14 10-${round(mouth - 8)} 16h${
        round(mouth + 18)
      }c4-10 22-14 20-26-2-9-18-12-14-20 3-6 12-8 ${round(6 + random() * 6)}-14z`,
      p[1],
      0.9,
    );
    for (let n = 0; n < 7; n++) {
      const [x, y] = [random() * W, 92 + random() * 40];
      out += `<g opacity=".8">${path(`M${round(x)} ${round(y)}m-4 0a4 4.5 0 0 1 8 0z`, p[5])}</g>`;
    }
    return out + path(hills(random, { width: W, bottom: H, top: 134, swing: 5, steps: 3 }), p[5]);
  },
  city(random, p, night) {
    let out = path(hills(random, { width: W, bottom: H, top: 68, swing: 6, steps: 5 }), p[2]);
    for (
      const [count, base, size, fill]
        of /** @type {[number, number, number, string][]} */ ([[9, 92, 26, p[3]], [7, 104, 36, p[4]]])
    ) {
      for (let n = 0; n < count; n++) {
        const [w, tall] = [6 + random() * 6, size * (0.5 + random() * 0.9)];
        const x = n * W / count + random() * 6 - 3;
        const top = base - tall;
        const roof = random() < 0.6 ? `L${round(x + w / 2)} ${round(top - w * (0.8 + random()))}` : "";
        out += path(`M${round(x)} 130V${round(top)}${roof}L${round(x + w)} ${round(top)}V130z`, fill);
        for (let k = 0; k < tall / 7; k++) {
          if (random() < 0.45) continue;
          out += `<rect x="${round(x + 1.5 + random() * (w - 4))}" y="${
            round(top + 4 + k * 7)
          }" width="1.6" height="2.6" fill="${night ? "#ffd873" : p[5]}" opacity="${night ? 0.9 : 0.45}"/>`;
        }
      }
    }
    out += `<rect y="104" width="${W}" height="36" fill="${p[5]}"/>`;
    const step = 14 + random() * 5;
    for (let x = random() * -step; x < W; x += step) {
      out += path(
        `M${round(x + 2)} 140V118a${round(step / 2 - 2)} ${round(step / 2 - 2)} 0 0 1 ${round(step - 4)} 0V140z`,
        p[4],
        0.85,
      );
    }
    return out + `<rect y="103" width="${W}" height="3" fill="${p[3]}"/>`;
  },
  forest(random, p) {
    let out = path(hills(random, { width: W, bottom: H, top: 66, swing: 10, steps: 6, sharp: true }), p[2]);
    for (
      const [count, base, size, fill]
        of /** @type {[number, number, number, string][]} */ ([[16, 90, 16, p[3]], [12, 102, 22, p[4]]])
    ) {
      for (let n = 0; n < count; n++) {
        const [x, tall] = [n * W / count + random() * 6, size * (0.7 + random() * 0.6)];
        const w = tall * 0.32;
        out += path(
          `M${round(x)} ${round(base - tall)}l${round(w * 0.6)} ${round(tall * 0.4)}h${round(-w * 0.2)}l${
            round(w * 0.6)
          } ${round(tall * 0.6)}h${round(-w * 2)}l${round(w * 0.6)} ${round(-tall * 0.6)}h${round(-w * 0.2)}z`,
          fill,
        );
      }
      out += `<rect y="${base - 1}" width="${W}" height="60" fill="${fill}"/>`;
    }
    const left = random() < 0.5;
    const cliff = "M0 140V88l8 10 4-4 6 14 7 3 5 14 10 6 6 9z";
    out += path(hills(random, { width: W, bottom: H, top: 116, swing: 5, steps: 4 }), p[5], 0.7);
    return out + `<g transform="${left ? "" : `translate(${W} 0) scale(-1 1)`}">${path(cliff, p[5])}</g>`;
  },
  desert(random, p) {
    let out = path(hills(random, { width: W, bottom: H, top: 72, swing: 6, steps: 5 }), p[2]);
    const arch = random() < 0.5;
    if (arch) {
      const x = 14 + random() * 18;
      out += path(`M${round(x)} 112l5-34 8-10 16-4 18 5 9 12 6 31H${round(x + 46)}l-3-22c-4-9-18-9-21 1l-3 21z`, p[3]);
      out += path(`M${round(x + 8)} 112l4-30 6-8-3 38zM${round(x + 50)} 112l0-24 6-14 3 38z`, p[4], 0.6);
    } else {
      for (let n = 0; n < 5; n++) {
        const [x, w, tall] = [n * 20 + random() * 8 - 4, 10 + random() * 9, 22 + random() * 26];
        out += path(
          `M${round(x)} 112l2 ${round(-tall * 0.9)} ${round(w * 0.4)} ${round(-tall * 0.1)} ${round(w * 0.5)} ${
            round(tall * 0.08)
          } 2 ${round(tall * 0.92)}z`,
          n % 2 ? p[3] : p[4],
          0.9,
        );
      }
    }
    for (const [top, fill] of /** @type {[number, string][]} */ ([[102, p[3]], [112, p[4]], [124, p[5]]])) {
      out += path(hills(random, { width: W, bottom: H, top, swing: 4, steps: 3 }), fill);
    }
    return out;
  },
};
LAND.none = LAND.desert;

/** What stands in the landscape; x and y are where its feet are. */
/** @type {Record<string, (x: number, y: number, random: () => number) => string>} */
const WONDERS = {
  stone: (x, y) =>
    `<g transform="translate(${x} ${y})"><path d="M-3 0l-6-12 3-8 5 3 2 17z" fill="#3f8fe0"/><path d="M-2 0l-1-20 4-10 5 9 0 21z" fill="#6db9ff"/><path d="M1 0l0-30 5 9 0 21z" fill="#2f74c4"/><path d="M6 0l3-14 5-4 1 7-5 11z" fill="#4aa0f0"/><path d="M9 -14l5-4 0 5z" fill="#a7dcff"/></g>`,
  chimera: (x, y) =>
    `<g transform="translate(${x} ${y})"><path d="M-10 0v-8c-3-2-4-6-2-9l-3-5 5 3 4-3 1 4 3 4h8c6-8 14-9 20-7-5 1-6 3-7 5 3 0 4 1 5 2-6 0-8 3-11 6 2 3 3 6 2 8h-3l-2-6h-9l-1 6z" fill="#241019"/><path d="M-8 -12l1.5-.6" stroke="#ffd873" stroke-width="1.3"/><path d="M13 -5c5 1 6-4 3-6" fill="none" stroke="#241019" stroke-width="2"/></g>`,
  thistle: (x, y, random) => {
    let out = "";
    for (const [dx, tall] of [[-7, 13], [0, 21], [7, 15]]) {
      const lean = round((random() - 0.5) * 4 + dx * 0.4);
      const [hx, hy] = [round(x + dx * 0.4 + lean), y - tall];
      out += `<path d="M${x} ${y}Q${round(x + dx * 0.3)} ${
        round(y - tall * 0.5)
      } ${hx} ${hy}" stroke="#3f5a22" stroke-width="1.4" fill="none"/>`;
      for (let n = -2; n <= 2; n++) {
        out += `<path d="M${hx} ${hy}l${round(n * 2.1)} ${
          round(-5.5 + Math.abs(n) * 0.9)
        }" stroke="#f6cf3c" stroke-width="1.5" stroke-linecap="round"/>`;
      }
      out += `<circle cx="${hx}" cy="${hy}" r="2.2" fill="#b8860b"/>`;
    }
    return out;
  },
};

/**
 * The picture of a region.
 * @param {Card} card
 * @returns {string} for `src`
 */
export function regionPicture(card) {
  return kept(`faraway ${card.id}`, () => {
    const random = chance(card.id);
    const biome = card.biome ?? "none";
    const p = (card.night ? NIGHT : DAY)[biome];
    let out = sky(random, p, card.night) + LAND[biome](random, p, card.night);
    const kinds = Object.entries(card.wonders).flatMap(([kind, count]) => Array(count).fill(kind));
    kinds.forEach((kind, n) => {
      const x = kinds.length === 1 ? 64 + random() * 10 : kinds.length === 2 ? 30 + n * 42 : 22 + n * 28;
      out += WONDERS[kind]?.(Math.round(x), 106 + Math.round(random() * 3), random) ?? "";
    });
    return picture(out, W, H);
  });
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
    const [wide, round_] = [15 + random() * 5, random() < 0.5];
    let out = `<g transform="translate(0 -26)">${sky(random, p, card.night)}</g>`;
    out += path(hills(random, { width: W, bottom: 100, top: 52, swing: 6, steps: 5 }), p[2]);
    out += path(hills(random, { width: W, bottom: 100, top: 68, swing: 3, steps: 4 }), p[3]);
    const [l, r] = [round(50 - wide), round(50 + wide)];
    const top = round_
      ? `V52A${round(wide)} ${round(wide)} 0 0 1 ${r} 52`
      : `V40h${round(wide * 0.4)}v-6h${round(wide * 1.2)}v6H${r}`;
    const inner = round_
      ? `V56a${round(wide - 7)} ${round(wide - 7)} 0 0 0 ${-round(wide * 2 - 14)} 0`
      : `V50H${l + 7}`;
    out += path(`M${l} 84${top}V84H${round(r - 7)}${inner}V84z`, p[5]);
    out += path(
      `M${l + 7} 84${
        round_ ? `V56a${round(wide - 7)} ${round(wide - 7)} 0 0 1 ${round(wide * 2 - 14)} 0` : `V50H${r - 7}`
      }V84z`,
      p[6],
      0.55,
    );
    out += path(hills(random, { width: W, bottom: 100, top: 83, swing: 2, steps: 4 }), p[4]);
    const kind = Object.keys(card.wonders).find((one) => card.wonders[one] > 0);
    if (kind) out += WONDERS[kind](random() < 0.5 ? 20 : 78, 90, random);
    return picture(out, W, 100);
  });
}
