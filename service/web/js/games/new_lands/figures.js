// Lost cities, péripéties (six lines bent as the rule bends them) and portraits, on 160 × 110.

import { round } from "../../draw.js";
import { disc, dot, GOLD, ground, INK, line, moved, PAPER, shape } from "./pen.js";

/** @typedef {import("./pen.js").Scene} Scene */

/** @template T @param {number} count @param {(n: number) => T} make */
const times = (count, make) => Array.from({ length: count }, (_, n) => make(n));
/** @param {number} x @param {number} y @param {number} size @param {string} text @param {string} [fill] */
const print = (x, y, size, text, fill = INK) =>
  `<text x="${x}" y="${y}" font-family="serif" font-weight="700" font-size="${size}" fill="${fill}">${text}</text>`;

/** Towers from edge to edge. @param {import("./art.js").Tint} t @param {() => number} random @param {(x: number, top: number, w: number, n: number) => string} roof */
function skyline(t, random, roof) {
  return ground(94, t.deep, 2) + times(8, (n) => {
    const [x, w, tall] = [8 + n * 18.5, 15, 26 + random() * 38];
    return roof(x, 96 - tall, w, n) + shape(`M${x} 97V${round(96 - tall)}h${w}V97z`, [t.light, PAPER, t.mid][n % 3]) +
      shape(`M${x + 5} 97v-9a2.500 2.500 0 0 1 5 0v9z`, t.deep);
  }).join("");
}

/** @type {Record<string, Scene>} */
export const CITIES = {
  city_consonople: (t, r) =>
    skyline(
      t,
      r,
      (x, top, w, n) =>
        shape(
          `M${x} ${round(top)}c-2-12 4-14 ${w / 2}-20 ${w / 2 - 4} 6 ${w / 2 + 2} 8 ${w / 2} 20z`,
          n % 2 ? t.deep : GOLD,
        ),
    ) +
    ["B", "C", "D", "F", "G", "K"].map((c, n) => print(14 + n * 24, 20 + (n % 2) * 8, 13, c, t.deep)).join(""),
  city_babel_sur_page: (t) =>
    ground(98, t.deep, 2) + times(6, (n) => {
      const w = 96 - n * 14;
      return shape(`M${80 - w / 2} ${96 - n * 13}h${w}v-13h${-w}z`, n % 2 ? PAPER : t.light) +
        line(
          times(Math.floor(w / 9), (k) => `M${round(80 - w / 2 + 5 + k * 9)} ${96 - n * 13 - 4}v-5`).join(""),
          2,
          t.deep,
        );
    }).join("") + line("M80 18V6", 1.4) + shape("M80 6l12 4-12 4z", GOLD),
  city_laconie: (t, r) =>
    skyline(t, r, (x, top, w) => shape(`M${x - 2} ${round(top)}h${w + 4}v-5h${-w - 4}z`, t.deep)) +
    [[10, 16, 40], [62, 10, 30], [104, 20, 46]].map(([x, y, w]) => line(`M${x} ${y}h${w}`, 3.4, t.deep)).join(""),
  city_atlantexte: (t, r) =>
    skyline(t, r, (x, top, w, n) => shape(`M${x} ${round(top)}l${w / 2}-12 ${w / 2} 12z`, n % 2 ? t.mid : GOLD)) +
    `<path d="M0 62q10-8 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0V110H0z" fill="#5e97a6" opacity=".72"/>` +
    line("M0 62q10-8 20 0t20 0 20 0 20 0 20 0 20 0 20 0 20 0", 1.3) +
    [[30, 80], [96, 88], [132, 76]].map(([x, y]) => disc(x, y, 2.4, PAPER) + disc(x + 5, y - 7, 1.6, PAPER)).join(""),
  city_palindropolis: (t) =>
    `<rect y="58" width="160" height="52" fill="#a9c3bf"/>` + [1, -1].map((flip) =>
      moved(
        times(7, (n) => {
          const tall = [16, 26, 20, 38, 20, 26, 16][n];
          return shape(`M${12 + n * 20} 0V${-tall}l8-9 8 9V0z`, [t.light, t.mid, PAPER, t.deep][n < 4 ? n : 6 - n]) +
            dot(20 + n * 20, -tall * 0.5, 2, INK);
        }).join(""),
        `translate(0 58) scale(1 ${flip})`,
      )
    ).map((part, n) => n ? `<g opacity=".5">${part}</g>` : part).join("") + line("M0 58h160", 1.4),
};

/** A page with six lines, each made of words (widths); `draw` places one word. */
const ROWS = [
  [14, 22, 9, 27, 16],
  [20, 11, 30, 13, 14],
  [9, 26, 17, 21, 15],
  [24, 13, 12, 28, 11],
  [17, 20, 24, 9, 18],
  [12, 30, 15, 18, 13],
];
const LEFT = 28;

/**
 * @param {import("./art.js").Tint} t
 * @param {(word: { x: number, y: number, w: number, row: number, nth: number }) => string} draw
 */
function page(t, draw) {
  let nth = 0;
  return shape("M18 10h124v90H18z", PAPER) + ROWS.map((widths, row) => {
    let x = LEFT;
    return widths.map((w) => {
      const out = draw({ x, y: 21 + row * 13, w, row, nth: nth++ });
      x += w + 4;
      return out;
    }).join("");
  }).join("") + line("M18 10v90", 2.4, t.mid);
}

/** @param {number} x @param {number} y @param {number} w @param {string} [fill] @param {number} [opacity] */
const word = (x, y, w, fill = INK, opacity = 1) =>
  `<rect x="${round(x)}" y="${round(y)}" width="${
    round(Math.max(0, w))
  }" height="5" rx="1" fill="${fill}" opacity="${opacity}"/>`;
/** @param {number} x @param {number} y @param {number} w @param {string} c */
const gap = (x, y, w, c) =>
  `<rect x="${x + 0.5}" y="${y + 0.5}" width="${
    w - 1
  }" height="4" rx="1" fill="none" stroke="${c}" stroke-width=".8" stroke-dasharray="2 1.500"/>`;

/** @type {Record<string, Scene>} */
export const PERIPETIES = {
  per_tempete_de_sable: (t, r) =>
    page(t, (p) => word(p.x - 2, p.y, p.w + 4, INK, 0.75)) +
    times(70, () => dot(r() * 160, r() * 110, 0.8 + r(), GOLD)).join(""),
  per_a_contre_courant: (t) =>
    page(t, (p) => word(p.x, 86 - (p.y - 21), p.w, INK, 1 - p.row * 0.1)) + line("M148 96V16m-5 6l5-7 5 7", 2, t.deep),
  per_echo_de_la_grotte: (t) =>
    page(t, (p) => word(p.x, p.y, p.w) + (p.nth % 5 > 2 ? word(p.x + 3, p.y + 6, p.w, t.mid, 0.65) : "")),
  per_sillon_du_boeuf: (t) =>
    page(t, (p) => word(p.x, p.y, p.w, p.row % 2 ? t.deep : INK)) +
    times(5, (n) =>
      line(n % 2 ? `M24 ${24 + n * 13}c-6 0-6 13 0 13` : `M136 ${24 + n * 13}c6 0 6 13 0 13`, 1.4, t.deep)).join(""),
  per_gue_glissant: (t) =>
    page(t, (p) => p.nth % 3 === 2 ? gap(p.x, p.y, p.w, t.mid) : word(p.x, p.y, p.w)) +
    line("M18 104q9-6 18 0t18 0 18 0 18 0 18 0 18 0 18 0", 1.4, t.deep),
  per_tyrolienne: (t) =>
    page(t, (p) => p.nth % 4 === 3 ? gap(p.x, p.y, p.w, t.mid) : word(p.x, p.y, p.w)) +
    line("M4 14L156 60", 1.8, t.deep) + disc(78, 36, 5, GOLD) + line("M78 41v10l-5 8M78 51l6 7", 1.6),
  per_eboulis: (t) =>
    page(t, () => "") + ROWS.map((widths, row) => {
      let x = LEFT;
      return [...widths].sort((a, b) => a - b).map((w, k) => {
        const out = moved(word(0, 0, w, k % 2 ? t.deep : INK), `translate(${x} ${19 + row * 13 + k}) rotate(${k * 2})`);
        x += w + 4;
        return out;
      }).join("");
    }).join(""),
  per_marche_arriere: (t) =>
    page(t, (p) => word(160 - p.x - p.w, 107 - p.y, p.w)) +
    times(6, (n) => line(`M26 ${23 + n * 13}l-5-3m0 0l5-3`, 1, t.deep)).join(""),
  per_sentier_efface: (t) => page(t, (p) => p.row % 2 ? gap(p.x, p.y, p.w, t.mid) : word(p.x, p.y, p.w)),
  per_mal_de_mer: (t) =>
    page(
      t,
      (p) =>
        moved(
          word(0, 0, p.w) + word(0, 0, 4, t.mid),
          `translate(${p.x} ${p.y + Math.sin(p.x / 12) * 3}) rotate(${round(Math.cos(p.x / 12) * 8)})`,
        ),
    ),
  per_ile_aux_o: (t) =>
    page(
      t,
      (p) =>
        times(Math.floor(p.w / 6), (k) =>
          `<circle cx="${p.x + 3 + k * 6}" cy="${p.y + 2.5}" r="2.200" fill="none" stroke="${
            k % 2 ? t.deep : INK
          }" stroke-width="1.200"/>`).join(""),
    ),
  per_pont_coupe: (t) =>
    page(t, (p) => p.x + p.w < 82 ? word(p.x, p.y, p.w) : "") +
    line("M84 14l6 10-7 9 8 11-8 10 7 11-7 10 6 12-4 11", 1.8, t.deep) + line("M118 18v76", 0.7, t.light),
  per_termites: (t, r) =>
    page(t, (p) => times(Math.floor(p.w / 4), (k) => k % 2 ? "" : word(p.x + k * 4, p.y, 3)).join("")) +
    times(7, () => {
      const [x, y] = [24 + r() * 112, 16 + r() * 80];
      return dot(x, y, 2, t.deep) + dot(x + 3, y + 1, 1.5, t.deep) +
        line(`M${round(x - 2)} ${round(y + 2)}l-2 2m4-2l1 3m1-4l3 2`, 0.6, t.deep);
    }).join(""),
  per_sables_mouvants: (t) =>
    page(
      t,
      (p) =>
        word(p.x, p.y, Math.min(p.w, 8)) + (p.w > 8
          ? `<path d="M${p.x + 9} ${p.y + 1}l${p.w - 9} 5" stroke="${t.mid}" stroke-width="1" stroke-dasharray="2 2"/>`
          : ""),
    ),
  per_brouillard: (t) =>
    page(
      t,
      (p) =>
        p.w > 16
          ? `<ellipse cx="${p.x + p.w / 2}" cy="${p.y + 2.500}" rx="${p.w / 2 + 2}" ry="5" fill="${t.light}"/>`
          : word(p.x, p.y, p.w),
    ),
  per_peage: (t) =>
    page(
      t,
      (p) =>
        p.nth % 3 === 0
          ? `<rect x="${p.x}" y="${p.y - 1}" width="${p.w}" height="7" rx="3.500" fill="${t.mid}"/>` +
            dot(p.x + p.w / 2, p.y + 2.5, 1.6, PAPER)
          : word(p.x, p.y, p.w),
    ) + line("M6 96L70 78", 4, INK) + line("M14 94l10-3m10-3l10-3m10-3l8-2", 4, PAPER),
};

/** A bust: hair, face, coat, and what the explorer holds. @param {string} skin @param {string} hair @param {string} coat @param {string} things */
const bust = (skin, hair, coat, things) =>
  shape("M36 112c2-26 20-32 44-32s42 6 44 32z", coat) + shape("M72 74h16v12c-4 5-12 5-16 0z", skin) +
  shape("M58 46c0-32 44-32 44 0v14c0 10-44 10-44 0z", hair) +
  shape("M62 48c2-8 12-10 18-10s16 2 18 10c0 18-8 30-18 30S62 66 62 48z", skin) + dot(73, 54, 1.6, INK) +
  dot(87, 54, 1.6, INK) + line("M80 55l-2 7h4M75 68q5 4 10 0", 1.1) + things;

/** @type {Record<string, Scene>} */
export const PORTRAITS = {
  char_textploratrice: () =>
    bust(
      "#e9c39b",
      "#7a4a24",
      "#8d6b3a",
      shape("M46 38c4-24 64-24 68 0 4 6-72 6-68 0z", "#c79a4b") + disc(120, 74, 13, "#dce9e6") +
        line("M128 84l12 14", 4) + line("M112 70h16M112 76h12", 1),
    ),
  char_oratrice: () =>
    bust(
      "#8d5b3c",
      "#241812",
      "#9c4522",
      shape("M112 60l32-16v40l-32-12z", GOLD) + shape("M104 60h8v12h-8z", PAPER) +
        line("M150 54l7-4M151 64h8M150 74l7 4", 1.6),
    ),
  char_arpenteur: () =>
    bust(
      "#f0cfae",
      "#b9782f",
      "#2c6377",
      shape("M60 40c6-18 34-18 40 0l8 3H52z", "#456f2d") + line("M126 30l-12 70M126 30l16 68", 3) +
        disc(126, 28, 4, GOLD) + line("M118 74h18", 1.4),
    ),
  char_bibliothecaire: () =>
    bust(
      "#dca77c",
      "#d9d4c8",
      "#623f7c",
      line("M66 54a7 7 0 1 0 14 0 7 7 0 1 0-14 0M80 54a7 7 0 1 0 14 0 7 7 0 1 0-14 0", 1.3) +
        [["#9c4522", 96], ["#456f2d", 86], ["#2c6377", 76]].map(([c, y]) =>
          shape(`M110 ${y}h38v10h-38z`, /** @type {string} */ (c)) + line(`M116 ${Number(y) + 5}h10`, 1, PAPER)
        ).join(""),
    ),
  char_collectionneur: () =>
    bust(
      "#c98f68",
      "#3b2a1e",
      "#456f2d",
      shape("M58 38h44v-6H90V14H70v18H58z", INK) + shape("M108 56h42v36h-42z", PAPER) +
        [[119, 67], [139, 67], [119, 82], [139, 82]].map(([x, y]) =>
          shape(`M${x} ${y}c-8-8-8 6 0 2 8 4 8-10 0-2z`, "#9471a6") + line(`M${x} ${y - 3}v7`, 1)
        ).join(""),
    ),
  char_souffleur: () =>
    bust(
      "#f3d9bf",
      "#8b2f22",
      "#54452c",
      shape("M20 104c0-22 10-34 24-34s24 12 24 34z", "#2b211a") +
        line("M106 66c8-4 14-2 18 2M106 72c10-2 16 2 20 6M106 60c8-6 18-6 24-2", 1.6) +
        shape("M88 66c6 0 10 2 14 4l-2 6c-6 0-10-2-13-5z", "#f3d9bf"),
    ),
};
