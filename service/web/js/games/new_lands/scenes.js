// The landscapes of cartography and ethnology.

import { round } from "../../draw.js";
import { disc, dot, GOLD, ground, INK, line, moved, PAPER, print, shape, times } from "./pen.js";

/** @typedef {import("./pen.js").Scene} Scene */

/** @type {Record<string, Scene>} */
export const CARTOGRAPHY = {
  exp_sea: (t) =>
    disc(122, 30, 11, PAPER) +
    times(4, (n) => {
      const y = 54 + n * 15;
      const wave = times(6, (k) => {
        const x = -20 + k * 34 - n * 9;
        return shape(`M${x} ${y + 16}c4-13 13-20 24-17-6 2-7 7-3 12 4 4 9 5 13 5z`, n % 2 ? t.mid : t.deep) +
          line(`M${x + 9} ${y + 8}c3-4 6-6 9-6M${x + 12} ${y + 12}c2-4 4-5 6-6`, 0.7, PAPER);
      }).join("");
      return wave + `<rect x="0" y="${y + 15}" width="160" height="16" fill="${n % 2 ? t.mid : t.deep}"/>`;
    }).join("") +
    moved(
      shape("M0 0h26l-5 8H5z", PAPER) + shape("M13-22v21L1-2z", PAPER) + shape("M15-18l9 16h-9z", t.light),
      "translate(56 46)",
    ),
  exp_mountain: (t, r) =>
    ground(78, t.light) +
    times(3, (n) => {
      const x = 12 + n * 44;
      const tall = [46, 66, 40][n];
      return times(Math.floor(tall / 7), (k) => {
        const w = 52 - k * (40 / (tall / 7)) + r() * 5;
        return shape(
          `M${round(x + 26 - w / 2 + r() * 3)} ${94 - k * 7}h${round(w)}v-7h${round(-w)}z`,
          [t.mid, t.light, t.deep, PAPER][(k + n) % 4],
        );
      }).join("");
    }).join("") + dot(40, 82, 4, INK) + dot(84, 68, 3.4, INK) + dot(126, 84, 3.6, INK) + ground(98, t.deep, 3),
  exp_house: (t) =>
    line("M58 100h12v-7h12v-7h12v-7h12v-7h12v-7h12", 1.4) +
    shape("M34 66V34L74 10l42 22v34z", t.light) + shape("M30 36L74 8l46 26-4 3-42-22-40 24z", t.deep) +
    times(3, (row) =>
      times(5, (k) =>
        shape(`M${42 + k * 15} ${42 + row * 9 - 1}v-4a3 3 0 0 1 6 0v4z`, (k + row) % 2 ? t.mid : PAPER)).join("")).join(
        "",
      ) +
    shape("M70 66V54a5 5 0 0 1 10 0v12z", GOLD) + shape("M58 66h36l-18 30z", t.mid) + ground(101, t.light, 2),
  exp_travel: (t) =>
    disc(122, 34, 12, GOLD) + ground(62, t.light) + ground(74, t.mid, 4) +
    shape("M62 110c-12-16 34-18 20-30-8-7-2-12 8-17l5 0c-8 7-10 11-1 19 14 13-4 14 6 28z", PAPER) +
    moved(
      shape("M0 0h24v18H0z", t.deep) + line("M7 0v-4h10v4M6 0v18M18 0v18M5 18l-3 8M19 18l4 7M5 26h-5M23 25h4", 1.6),
      "translate(106 66)",
    ),
  exp_city: (t, r) =>
    times(9, (n) => {
      const tall = 24 + r() * 46;
      const x = n * 18 - 2;
      return shape(`M${x} 96V${round(96 - tall)}h15V96z`, [t.light, t.mid, t.deep][n % 3]) +
        print(x + 3, round(96 - tall + 5), 9, Math.floor(tall / 4), n % 3 === 2 ? PAPER : INK);
    }).join("") + `<rect y="96" width="160" height="14" fill="${PAPER}"/>` + line("M0 96h160", 1.3) +
    times(7, (n) => dot(12 + n * 22, 102, 1.8, INK) + line(`M${12 + n * 22} 104v4`, 1.2)).join(""),
  exp_waterfall: (t) =>
    ground(92, t.mid, 3) +
    shape("M22 34c20-10 42-6 58 4 16-10 38-14 58-4v22c-20-10-42-6-58 4-16-10-38-14-58-4z", PAPER) +
    line("M80 38v22", 1.2) +
    print(32, 40, 38, 4) + print(92, 38, 36, 4) +
    shape("M66 56c2 16-4 30-10 46h50c-6-16-12-30-10-46-5 0-10 2-16 5-5-3-9-5-14-5z", t.deep) +
    line("M72 62c1 12-3 26-7 36M80 64v36M88 62c-1 12 3 26 7 36", 1, PAPER) +
    line("M48 102c8-5 14 4 22 0s14 4 22 0 14 4 20 0", 1.4),
  exp_weather: (t, r) =>
    times(3, (n) => {
      const x = 14 + n * 46;
      const y = 20 + (n % 2) * 10;
      return shape(`M${x} ${y + 16}c-8-2-7-13 3-13 1-9 17-10 20-1 9-2 12 12 3 14z`, n === 1 ? t.mid : PAPER) +
        times(5, (k) => line(`M${round(x + k * 6)} ${round(y + 22 + r() * 4)}l-3 9`, 0.9, t.deep)).join("");
    }).join("") + line("M63 38l-6 9h7l-7 10", 1.6) +
    times(9, (n) => {
      const [x, y] = [6 + (n % 5) * 32 + (n > 4 ? 16 : 0), n > 4 ? 98 : 84];
      return shape(`M${x} ${y}c1-13 21-13 22 0-4-3-7-3-7 0-3-3-6-3-8 0-1-3-4-3-7 0z`, [t.deep, t.mid, t.light][n % 3]) +
        line(`M${x + 11} ${y}v9c0 3 4 3 4 0`, 1.1);
    }).join(""),
  exp_night: (_t, r) =>
    `<rect width="160" height="110" fill="#16263f"/>` + times(16, (n) => {
      const [x, y] = [8 + (n % 5) * 30 + r() * 14, 10 + Math.floor(n / 5) * 16 + r() * 6];
      return [0, 4, 8].map((dx) => dot(x + dx, y, 1.1, PAPER)).join("");
    }).join("") + shape("M120 14a20 20 0 1 0 18 30 16 16 0 1 1-18-30z", "#f5e6b8") +
    shape("M-4 86c30-18 60-10 84-14s50-12 84-2v46H-4z", "#0c1830") +
    times(6, (n) =>
      shape(`M${14 + n * 24} 96v-12l7-6 7 6v12z`, "#243a5e") +
      `<rect x="${18 + n * 24}" y="88" width="5" height="5" fill="${GOLD}"/>`).join(""),
};

/** @type {Record<string, Scene>} */
export const ETHNOLOGY = {
  exp_joy: (t, r) =>
    [[50, 26, 14], [82, 20, 17], [114, 28, 14]].map(([x, y, s], n) =>
      line(`M${x} ${y + s}C${x} 60 ${70 + n * 8} 56 ${66 + n * 12} 74`, 0.9) + disc(x, y, s, n === 1 ? t.deep : t.mid) +
      dot(x - s * 0.35, y - s * 0.2, 1.5, INK) + dot(x + s * 0.35, y - s * 0.2, 1.5, INK) +
      line(`M${x - s * 0.45} ${y + s * 0.2}q${s * 0.45} ${s * 0.6} ${s * 0.9} 0`, 1.3)
    ).join("") +
    shape("M34 74h92l-4 9H38z", PAPER) + line("M40 83q5 6 10 0t10 0 10 0 10 0 10 0 10 0 10 0", 1.2) +
    shape("M70 74c1-9 20-9 21 0z", t.mid) + shape("M50 74v-8h7v8z", t.light) + shape("M103 74v-8h7v8z", t.light) +
    times(22, () => dot(8 + r() * 144, 8 + r() * 88, 0.9 + r(), r() > 0.5 ? t.deep : GOLD)).join(""),
  exp_war: (t) =>
    ground(84, t.light, 3) + times(14, (n) => line(`M${6 + n * 11} ${92 + (n % 3) * 5}l8-4`, 0.9, t.deep)).join("") +
    [-1, 1].map((side) =>
      times(4, (n) =>
        moved(
          shape("M0 0c-2-20 4-42 14-56 3 18-2 40-10 56z", n % 2 ? t.mid : PAPER) + line("M2 8C4-14 8-34 12-48", 1.1) +
            line("M2 0v16", 1.6),
          `translate(${80 - side * (14 + n * 17)} 84) scale(${side} 1) rotate(${16 + n * 3})`,
        )).join("")
    ).join(""),
  exp_power: (t) =>
    shape("M62 88V26l8-8 10-10 10 10 8 8v62z", t.deep) + shape("M68 60h24v28H68z", t.mid) +
    shape("M60 56h6v32h-6zM94 56h6v32h-6z", GOLD) +
    shape("M70 30h20v28H70z", PAPER) + line("M75 38h10M75 43h10M75 48h6", 1) + shape("M54 88h52v8H54z", t.light) +
    shape("M46 96h68v8H46z", PAPER) +
    [[22, 88], [128, 88], [10, 100], [140, 100]].map(([x, y]) =>
      shape(`M${x} ${y}h14v-6h-5v-12a4 4 0 1 0-4 0v12h-5z`, t.mid)
    ).join("") +
    disc(80, 20, 4, GOLD),
  exp_arts: (t) =>
    shape("M14 14h132v82H14z", t.deep) + shape("M26 30h108v58H26z", PAPER) +
    shape("M14 10h132v14c-11 12-22 12-33 0-11 12-22 12-33 0-11 12-22 12-33 0-11 12-22 12-33 0z", t.mid) +
    shape("M14 22c14 26 8 52 2 68h-2zM146 22c-14 26-8 52-2 68h2z", t.mid) +
    shape("M70 46c8-6 12 4 8 10 6 4 5 16-6 16s-12-12-6-16c-4-5-2-9 4-10z", t.deep) + line("M72 46V32M68 32h8", 1.6) +
    [[58, 40, 38], [94, 36, -20]].map(([x, y, a]) =>
      moved(
        shape("M-2 0h4v24h-4z", t.light) + shape("M-3 24h6v4h-6z", GOLD) + shape("M-3 28h6l-3 11z", INK),
        `translate(${x} ${y}) rotate(${a})`,
      )
    ).join("") +
    line("M84 54l24 8", 1.4) + shape("M6 96h148v8H6z", t.light),
  exp_family: (t) =>
    ground(96, t.light, 3) + shape("M74 100c4-18 2-30-2-40h16c-4 10-6 22-2 40z", t.deep) +
    line(
      "M78 62C60 58 50 50 40 42M82 62c18-4 28-12 38-20M80 60V26M76 66C56 70 36 66 26 62M84 66c20 4 40 0 50-4",
      3,
      INK,
    ) +
    [[40, 36], [120, 36], [80, 22], [24, 60], [136, 60], [60, 52], [100, 52]].map(([x, y], n) =>
      shape(`M${x} ${y - 13}c8 0 11 6 11 13s-3 13-11 13-11-6-11-13 3-13 11-13z`, n % 2 ? t.mid : PAPER) +
      disc(x, y - 3, 4, t.light) + shape(`M${x - 6} ${y + 8}c0-8 12-8 12 0z`, t.deep)
    ).join(""),
  exp_clothing: (t) =>
    times(9, (n) => disc(9 + n * 18, 12, 8, PAPER) + dot(9 + n * 18, 12, 2.4, t.mid)).join("") +
    line("M0 20q9 7 18 0t18 0 18 0 18 0 18 0 18 0 18 0 18 0 18 0", 1) +
    shape("M-4 104C20 50 60 42 84 44s56 12 80 56v16H-4z", t.mid) +
    `<path d="M4 98C28 58 60 50 84 52s48 10 70 44" fill="none" stroke="${PAPER}" stroke-width="1.2" stroke-dasharray="5 4"/>` +
    [[40, 86, 8], [66, 70, 9], [94, 66, 10], [120, 84, 8], [84, 94, 9], [20, 102, 6], [142, 102, 6]].map(([x, y, s]) =>
      disc(x, y, s, t.deep) +
      [[-1, -1], [1, -1], [-1, 1], [1, 1]].map(([a, b]) => dot(x + a * s * 0.3, y + b * s * 0.3, s * 0.15, PAPER)).join(
        "",
      )
    ).join("") + line("M110 40L140 24", 2) + line("M137 26c-20 6-16 24-34 28", 0.9),
  exp_sacred: (t) =>
    times(4, (n) => {
      const i = n * 13;
      return shape(
        `M${20 + i} 104V${50 - n * 2}C${20 + i} ${16 + n * 4} ${72 + n} ${10 + n * 6} 80 ${6 + n * 8}c${8 - n} ${
          4 - n * 2
        } ${60 - i} ${10} ${60 - i} ${44 - n * 10}V104z`,
        [t.deep, t.mid, t.light, PAPER][n],
      );
    }).join("") + [[28, 62, "A"], [124, 62, "Z"], [28, 84, "M"], [124, 84, "E"]].map(([x, y, c]) =>
      `<text x="${x}" y="${y}" font-family="serif" font-size="13" font-weight="700" fill="${GOLD}" stroke="${INK}" stroke-width=".5">${c}</text>`
    ).join("") +
    shape("M76 104V76h8v28z", PAPER) + shape("M80 74c-6-6 0-10 0-16 6 7 6 12 0 16z", GOLD) +
    `<circle cx="80" cy="66" r="16" fill="${GOLD}" opacity=".3"/>`,
  exp_speech: (t) =>
    shape("M8 104V62h144v42z", t.light) + times(6, (n) =>
      shape(`M${8 + n * 24} 62c0-10 4-16 6-18h18l6 18c-2 8-8 8-10 0-4 8-16 8-20 0z`, n % 2 ? PAPER : t.mid)).join("") +
    [[22, 22, 34], [70, 12, 30], [112, 26, 32]].map(([x, y, w], n) =>
      shape(`M${x} ${y}h${w}c6 0 6 20 0 20h${-w + 12}l-6 8v-8h-6c-6 0-6-20 0-20z`, [PAPER, t.deep, PAPER][n]) +
      print(x + 2, y + 6, w - 6, 3, n === 1 ? PAPER : INK)
    ).join("") + [34, 80, 126].map((x) =>
      disc(x, 80, 6, t.deep) + shape(`M${x - 10} 104c0-16 20-16 20 0z`, t.mid)
    ).join(""),
};
