// The landscapes of botany and zoology.

import { round } from "../../draw.js";
import { disc, dot, GOLD, ground, INK, line, moved, PAPER, print, shape, times } from "./pen.js";

/** @typedef {import("./pen.js").Scene} Scene */

/** @type {Record<string, Scene>} */
export const BOTANY = {
  exp_flora: (t) =>
    ground(100, t.deep, 2) + times(5, (n) => {
      const x = 18 + n * 31;
      return line(`M${x} 104C${x - 3} 80 ${x + 4} 50 ${x} 18`, 2) + times(5, (k) =>
        [-1, 1].map((side) => {
          const y = 94 - k * 16 - (side > 0 ? 8 : 0);
          return shape(
            `M${x} ${y}c${side * 4} -12 ${side * 14} -12 ${side * 17} -13c${-side} 9 ${-side * 7} 15 ${-side * 17} 13z`,
            (k + n) % 2 ? t.mid : t.light,
          ) + line(`M${x + side * 3} ${y - 2}l${side * 10}-8`, 0.7);
        }).join("")).join("");
    }).join(""),
  exp_meadow: (t, r) =>
    disc(128, 26, 10, GOLD) + ground(58, t.light, 8) + ground(72, t.mid, 5) +
    times(60, (n) =>
      line(
        `M${round(n * 2.7 + r() * 3)} 108c0-${round(8 + r() * 16)} ${round(r() * 6 - 3)}-${round(14 + r() * 14)} ${
          round(r() * 10 - 5)
        }-${round(18 + r() * 12)}`,
        0.9,
        r() > 0.5 ? t.deep : INK,
      )).join("") +
    [[40, 62], [84, 70], [118, 60]].map(([x, y]) =>
      shape(`M${x} ${y}a8 8 0 1 1 9 8c-1 8-6 14-13 17 4-7 5-12 3-17 1-3 0-5 1-8z`, INK)
    ).join(""),
  exp_food: (t) =>
    ground(54, t.light, 5) + [16, 46, 114, 144].map((x) =>
      line(`M${x} 60V40`, 2.4) + disc(x, 32, 13, t.mid) + [[-5, -3], [5, 2], [0, -7]].map(([a, b]) =>
        dot(x + a, 32 + b, 2.2, "#b4432c")
      ).join("")
    ).join("") +
    shape("M66 52h28l56 60H10z", PAPER) + line("M80 54v56", 0.6, t.mid) +
    [[72, 66, 5], [92, 74, 6], [66, 84, 8], [98, 96, 9]].map(([x, y, s]) =>
      `<ellipse cx="${x}" cy="${y}" rx="${s}" ry="${s * 0.5}" fill="${t.light}" stroke="${INK}"/>` +
      dot(x, y - 1, s * 0.4, t.deep)
    ).join("") +
    shape("M82 88h7c0-8-2-8-2-12h-3c0 4-2 4-2 12z", t.deep),
  exp_love: (t) =>
    `<rect y="62" width="160" height="48" fill="#9fc4c6"/>` + line("M0 62h160", 1.3) + times(8, (n) =>
      line(`M${8 + (n % 4) * 40} ${74 + Math.floor(n / 4) * 20}q5-4 10 0t10 0`, 0.9)).join("") +
    [[34, 70], [126, 70]].map(([x, y]) =>
      shape(`M${x - 28} ${y}c6-16 20-20 28-20s22 6 28 20c-14 8-42 8-56 0z`, t.mid) +
      line(`M${x} ${y - 18}c-2-10 2-18 4-22`, 2) +
      shape(`M${x + 4} ${y - 40}c-12-2-14 4-18 8 8-2 14-2 18-8 4 6 10 6 18 8-4-4-6-10-18-8z`, t.deep)
    ).join("") +
    moved(
      shape("M-22-13h44v26h-44z", PAPER) + line("M-22-13L0 6 22-13", 1.2) + disc(0, 5, 6, "#b4432c"),
      "translate(80 46) rotate(-4)",
    ),
  exp_cold: (t, r) =>
    disc(116, 30, 12, PAPER) + `<circle cx="116" cy="30" r="18" fill="${PAPER}" opacity=".4"/>` +
    times(7, (n) => {
      const [x, y, w] = [-8 + (n % 4) * 42 + (n > 3 ? 18 : 0), n > 3 ? 84 : 62, 36 + r() * 10];
      return shape(
        `M${x} ${y}l${round(w * 0.3)}-8 ${round(w * 0.7)} 3 4 14-${round(w * 0.8)} 6z`,
        n % 2 ? PAPER : "#eef4f2",
      ) + (n % 2 ? print(x + 10, y - 1, 18, 2, t.mid) : "");
    }).join("") + shape("M66 62l6-30 8 12 6-20 10 38z", "#e3eeee") + line("M72 32l4 28M86 24l2 36", 0.7, t.deep),
  exp_time: (t) =>
    ground(98, t.mid, 3) + [[32, 44, 15], [80, 32, 19], [126, 48, 14], [56, 74, 9], [104, 78, 8]].map(([x, y, s], n) =>
      line(`M${x} ${y + s}C${x - 4} ${y + 30} ${x + 4} 90 ${x} 104`, 2) +
      times(10, (k) =>
        moved(
          `<ellipse cx="0" cy="${-s - 2}" rx="4" ry="5" fill="${n % 2 ? t.light : t.mid}" stroke="${INK}"/>`,
          `translate(${x} ${y}) rotate(${k * 36})`,
        )).join("") +
      disc(x, y, s, PAPER) + line(`M${x} ${y}v${-s * 0.65}M${x} ${y}l${s * 0.45} ${s * 0.3 - n}`, 1.4) +
      times(12, (k) =>
        moved(line(`M0 ${-s + 1.5}v2`, 0.9), `translate(${x} ${y}) rotate(${k * 30})`)).join("")
    ).join("") + shape("M42 96c-8-4-10-10-10-14 8 2 10 8 10 14zM120 98c8-4 10-10 10-14-8 2-10 8-10 14z", t.deep),
  exp_sorrow: (t, r) =>
    ground(96, t.light, 3) + shape("M70 100c6-22 0-40-4-56h14c0 16 2 36 10 56z", t.deep) +
    shape("M30 44C30 16 64 8 78 12c18-4 48 4 50 32-16-12-30-12-48-10-18-2-34-2-50 10z", t.mid) +
    times(
      16,
      (n) =>
        line(
          `M${round(34 + n * 6)} ${round(36 + Math.abs(8 - n))}c-4 16 4 28 ${round(r() * 6 - 3)} ${
            round(36 + r() * 14)
          }`,
          1,
          t.deep,
        ),
    ).join("") +
    shape("M112 104V88h6v-8h20v8h6v16z", PAPER) + shape("M116 96h24v8h-24z", INK) +
    [[122, 66], [130, 72], [126, 56]].map(([x, y]) => shape(`M${x} ${y}c-4 5-2 8 0 8s4-3 0-8z`, INK)).join(""),
  exp_work: (t) => {
    /** @param {number} x @param {number} y @param {number} s @param {string} fill */
    const gear = (x, y, s, fill) =>
      times(10, (k) => moved(shape(`M-3 ${-s - 4}h6v6h-6z`, fill), `translate(${x} ${y}) rotate(${k * 36})`)).join("") +
      disc(x, y, s, fill) + disc(x, y, s * 0.55, PAPER) + times(5, (k) =>
        moved(line(`M0 0V${-s * 0.5}`, 1.5), `translate(${x} ${y}) rotate(${k * 72})`)).join("") +
      disc(x, y, 3, INK);
    return ground(98, t.light, 2) + gear(46, 40, 20, t.mid) + gear(92, 34, 14, t.deep) + gear(84, 70, 15, t.light) +
      shape("M16 88h128v8H16z", t.deep) + shape("M104 72h48v16h-48z", PAPER) + print(108, 77, 40, 3) +
      line("M92 92h-8M70 92h-8M48 92h-8", 1.4, PAPER);
  },
};

/** @type {Record<string, Scene>} */
export const ZOOLOGY = {
  exp_fauna: (t) => {
    /** @param {number} x @param {number} y @param {number} s @param {string} fill */
    const beast = (x, y, s, fill) =>
      moved(
        shape(
          "M0 0c0-12 8-14 22-14 6 0 10 1 12 2l4-12c2-4 10-4 12 2l4 4-6 3c-2 8-4 12-8 18l2 21h-4l-4-16H16l-4 16H8L6 10C2 8 0 6 0 0z",
          fill,
        ) + print(8, -7, 20, 5, fill === t.deep ? PAPER : INK) +
          line("M40-24c-2-8-8-8-8-14M46-24c2-8 8-8 8-14M36-34l-6-1M50-34l6-1", 1.4) +
          dot(46, -18, 1, fill === t.deep ? PAPER : INK),
        `translate(${x} ${y}) scale(${s})`,
      );
    return ground(84, t.light, 4) + beast(96, 70, 0.7, t.light) + beast(10, 72, 0.8, t.mid) +
      beast(46, 72, 1.15, t.deep);
  },
  exp_fear: (t) =>
    shape("M0 0h160L112 36v38l48 36H0l48-36V36z", t.light) + shape("M48 36h64v38H48z", INK) +
    line("M0 0l48 36M160 0l-48 36M0 110l48-36M160 110l-48-36", 1.4) +
    shape("M14 24l14 10v46L14 92zM146 24l-14 10v46l14 12z", t.mid) + dot(25, 60, 1.4, GOLD) + dot(135, 60, 1.4, GOLD) +
    shape("M54 50l6 8 6-8 6 8 6-8 6 8 6-8 6 8 6-8 6 8v-8H54zM54 72l6-7 6 7 6-7 6 7 6-7 6 7 6-7 6 7 4-6v7H54z", PAPER) +
    dot(70, 43, 2.2, GOLD) + dot(90, 43, 2.2, GOLD),
  exp_body: (t) =>
    disc(34, 24, 8, PAPER) +
    shape("M-4 70c14-4 18-22 34-24 10-1 14 6 12 12 12 4 20-2 36-4s36-8 58 2c10 4 18 8 28 8v56H-4z", t.mid) +
    line("M26 54c4-2 6-2 9 0M22 62c3 3 7 3 10 1", 1.3) +
    shape(
      "M44 110c-4-20 4-32 10-34 4-1 4 8 4 12 0-10 2-20 7-20s4 10 4 18c1-10 3-18 8-18s4 12 3 20c2-8 5-14 9-12 6 3-1 24-4 34z",
      t.light,
    ) +
    shape("M100 110c-2-16 0-30 5-31 4 0 4 7 4 13 1-10 3-18 8-17 5 0 3 12 3 18 2-9 5-15 9-13 6 3-2 20-5 30z", t.light) +
    shape("M78 110c6-10 16-10 22 0z", "#9fc4c6"),
  exp_death: (t) =>
    disc(124, 28, 11, t.mid) + shape("M-4 74h104l4 8-3 10 5 8-3 16H-4z", t.light) +
    line("M100 78c2 6-2 10 2 16M106 104c16-2 30 2 54 0", 1) +
    [[22, 78], [48, 66], [74, 80], [36, 96], [66, 100]].map(([x, y], n) =>
      shape(`M${x - 9} ${y}v-18c0-12 18-12 18 0v18z`, n % 2 ? PAPER : t.mid) + dot(x, y - 12, 3, INK)
    ).join("") +
    line("M96 30q4-5 7 0q4-5 7 0M84 20q3-4 5 0q3-4 5 0", 1.1),
  exp_fire: (t) =>
    `<path d="M80 34L0 8v40zM80 34l80-26v40z" fill="${GOLD}" opacity=".45"/>` + shape("M66 104l6-62h16l6 62z", PAPER) +
    shape("M70 62h20l1 12H69zM68 86h24l1 12H67z", t.deep) +
    shape("M66 42h28v-5H66zM70 37V24h20v13z", t.mid) + shape("M70 24c0-8 20-8 20 0z", t.deep) +
    shape("M80 36c-7-5-2-9-1-14 6 4 8 10 1 14z", GOLD) +
    [[20, 24, 26], [18, 32, 22], [114, 24, 26], [120, 32, 22]].map(([x, y, w]) => line(`M${x} ${y}h${w}`, 1, t.deep))
      .join("") +
    shape("M-4 100c20-10 40 2 64-4h40c20 6 44-6 64 4v16H-4z", t.mid),
  exp_dream: (t, r) =>
    `<rect width="160" height="110" fill="#3a2c5a"/>` + times(26, () =>
      dot(r() * 160, r() * 60, 0.5 + r() * 0.9, PAPER)).join("") +
    shape("M126 12a14 14 0 1 0 10 22 11 11 0 1 1-10-22z", "#f5e6b8") +
    shape("M34 54h84c0 16-10 22-20 22H54c-10 0-20-6-20-22z", "#8a6239") + shape("M40 54v-8h64c8 0 10 4 10 8z", PAPER) +
    shape("M30 54V32h6v22zM116 54V40h6v14z", "#8a6239") + disc(50, 46, 5, t.light) +
    line("M78 46V14", 1.6) + shape("M80 16c14 4 18 14 18 24H80z", t.light) +
    line("M30 82q7-5 14 0t14 0 14 0 14 0 14 0 14 0 14 0", 1, t.light) +
    times(7, (n) => shape(`M${-6 + n * 25} 112V98l12-10 13 10v14z`, n % 2 ? "#251a40" : "#2e2150")).join(""),
  exp_money: (t, r) =>
    ground(88, t.light, 3) + times(34, (n) => {
      const [x, y] = [56 + n * 3 + r() * 6, 64 + Math.sin(n / 5) * 7 + n * 0.8 + r() * 9];
      return `<ellipse cx="${round(x)}" cy="${round(y)}" rx="5" ry="3.600" fill="${
        n % 3 ? GOLD : "#d79a35"
      }" stroke="${INK}" stroke-width="1"/>` + line(`M${round(x)} ${round(y - 1.4)}v2.800`, 0.8);
    }).join("") +
    moved(
      shape("M0 0h50v30H0z", t.deep) + shape("M0 0c0-20 50-20 50 0z", t.mid) +
        line("M12 0v30M38 0v30M12-9V0M38-9V0", 1.3) + shape("M20-3h10v11H20z", GOLD),
      "translate(14 42) rotate(-24)",
    ),
  exp_knowledge: (t) =>
    times(5, (n) => {
      const [rx, ry, y] = [70 - n * 13, 30 - n * 5, 38 + n * 13];
      return `<ellipse cx="80" cy="${y}" rx="${rx}" ry="${ry}" fill="${
        [PAPER, t.light, t.mid, t.deep, INK][n]
      }" stroke="${INK}" stroke-width="1.2"/>` +
        (n < 4
          ? times(15, (k) => {
            const a = Math.PI * (0.04 + k * 0.066);
            const [x, yy] = [80 + Math.cos(a) * rx, y + Math.sin(a) * ry];
            return shape(
              `M${round(x - 2.4)} ${round(yy - 2)}h4.800v${9 - n}h-4.800z`,
              [t.deep, GOLD, t.mid, PAPER][(k + n) % 4],
            );
          }).join("")
          : "");
    }).join(""),
};
