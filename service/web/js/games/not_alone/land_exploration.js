// The landscapes of the ten places of Exploration. Colours: top, low, moon, sky, far, mid, near, light.

import { hills, round } from "../../draw.js";
import { disc, glow, H, line, palm, path, W } from "./brush.js";

/** @type {Record<string, import("./landscapes.js").Land>} */
export const EXPLORATION = {
  nexus: [
    "#180320 #c43a82 #ffd8ef #560e4a #771f62 #4f1246 #1a0516 #ff86cc",
    (random, p) => {
      let out = disc(50, 116, 52, p.light, 0.1);
      for (let n = 0; n < 13; n++) {
        const turn = Math.PI * (1.06 + n * 0.0735);
        const [x, y] = [50 + Math.cos(turn) * 58, 118 + Math.sin(turn) * 64];
        const bend = random() * 24 - 12;
        out += line(
          `M50 118Q${round((50 + x) / 2 + bend)} ${round((118 + y) / 2)} ${round(x)} ${round(y)}`,
          n % 3 ? p.near : p.light,
          n % 3 ? 3 : 1.300,
          0.9,
        ) + glow(x, y, 1.300, p.light);
      }
      out += path("M14 140c0-26 16-40 36-40s36 14 36 40z", p.near) +
        path("M30 140c0-16 8-26 20-26s20 10 20 26z", "#000", 0.55);
      return out + glow(50, 128, 5, p.light);
    },
  ],
  oasis: [
    "#0b1d30 #eab468 #fff6d6 #2a5a58 #6d7c58 #47623f #14241a #ffeaaf",
    (random, p) => {
      let out = path("M0 140v-30q30-12 54-4t46-6v40z", "#b98c4e") + path("M0 140v-18q40-12 100 2v16z", "#7c6236");
      out +=
        `<ellipse cx="54" cy="124" rx="34" ry="9" fill="#1d6f74"/><ellipse cx="54" cy="123" rx="27" ry="6" fill="#7be0d2" opacity=".7"/>`;
      for (
        const [x, tall, lean, size]
          of /** @type {[number, number, number, number][]} */ ([[26, 44, 6, 20], [82, 54, -8, 22], [68, 34, 4, 15]])
      ) {
        out += line(`M${x} 122q${lean} -${tall / 2} ${lean} -${tall}`, p.near, 3) +
          palm(x + lean, 122 - tall, size, p.near);
      }
      return out + path(hills(random, { width: W, bottom: H, top: 134, swing: 3, steps: 6 }), p.near);
    },
  ],
  fjord: [
    "#051024 #8dbdd6 #f6fdff #1c3f66 #46708f #2c5070 #0c1b2c #d8f4ff",
    (random, p) => {
      let out = `<rect y="104" width="${W}" height="36" fill="#2a5f80"/>`;
      out += path("M0 122V58l12-10 12 20 9 8 7 46zM100 122V50L86 62l-8 14-12 12-6 34z", p.mid) +
        path("M0 122V78l14-8 10 22 6 30zM100 122V74l-12 12-8 14-4 22z", p.near);
      out += path("M8 52l4-4 6 10-5-2zM88 60l5-5 3 6z", "#f1fbff", 0.9) + path("M34 122h32l6 18H26z", p.light, 0.4);
      for (let n = 0; n < 9; n++) {
        out += line(
          `M${round(20 + random() * 40)} ${round(112 + n * 3)}h${round(8 + random() * 16)}`,
          "#e6f8ff",
          0.700,
          0.5,
        );
      }
      out += line("M50 104V86", "#fff", 0.600, 0.5) + disc(50, 96, 8, p.light, 0.12);
      return out + path("M0 140v-10q10 2 20 10zM100 140v-12q-12 4-18 12z", "#060e18");
    },
  ],
  dome: [
    "#05112a #5cc2d4 #ecfdff #16456e #26668c #194a6a #071928 #b6f7ff",
    (random, p) => {
      let out = disc(50, 118, 44, p.light, 0.12) + path("M10 120a40 44 0 0 1 80 0z", "#0d3a58", 0.75) +
        path("M10 120a40 44 0 0 1 80 0z", p.light, 0.14);
      for (const rx of [40, 26, 12]) {
        out +=
          `<ellipse cx="50" cy="120" rx="${rx}" ry="44" fill="none" stroke="${p.light}" stroke-width="1" opacity=".75"/>`;
      }
      for (const y of [108, 96, 85]) {
        const half = 40 * Math.sqrt(1 - ((120 - y) / 44) ** 2);
        out += line(`M${round(50 - half)} ${y}q${round(half)} 7 ${round(half * 2)} 0`, p.light, 1, 0.75);
      }
      out += path("M0 140v-22q50 8 100 0v22z", p.near) + path("M42 124v-12h16v12z", p.light, 0.85) +
        glow(50, 75, 2, p.light);
      for (let n = 0; n < 6; n++) out += disc(22 + random() * 56, 112 + random() * 6, 3 + random() * 3, "#2f7a52", 0.9);
      return out;
    },
  ],
  labyrinth: [
    "#180e07 #c08a44 #fff3d8 #4e3116 #75502a #523619 #1b1107 #ffe3a8",
    (random, p) => {
      let out = glow(50, 80, 9, p.light);
      for (let row = 0; row < 6; row++) {
        const [y, tall, half] = [90 + row * row * 1.500, 6 + row * 2, 26 + row * 10];
        let x = 50 - half;
        while (x < 50 + half) {
          const w = 5 + random() * (7 + row * 2.500);
          if (random() < 0.78) {
            out +=
              path(`M${round(x)} ${round(y + tall)}v-${tall}h${round(w)}v${tall}z`, row % 2 ? "#6d4a22" : "#8c6230") +
              path(`M${round(x)} ${round(y)}h${round(w)}l-1.500-2h-${round(w - 3)}z`, p.light, 0.55);
          }
          x += w + 2 + random() * 3;
        }
      }
      return out + path("M0 140v-8l14-10v18zM100 140v-12l-16-8v20z", p.near);
    },
  ],
  mangrove: [
    "#02161a #46a980 #e8fff5 #0b4440 #1b6d58 #124d40 #041c18 #b4ffde",
    (random, p) => {
      let out = `<rect y="112" width="${W}" height="28" fill="#0b3b3a"/>`;
      for (let n = 0; n < 6; n++) {
        out += line(`M${round(random() * 76)} ${115 + n * 4}h${round(10 + random() * 18)}`, p.light, 0.700, 0.4);
      }
      for (
        const [x, top, s] of /** @type {[number, number, number][]} */ ([[24, 70, 1], [74, 64, 1.150], [50, 84, 0.7]])
      ) {
        for (const dx of [-16, -10, -4, 4, 10, 16]) {
          out += line(
            `M${x} ${round(top + 24 * s)}Q${round(x + dx * s * 0.5)} ${round(top + 26 * s)} ${round(x + dx * s)} 118`,
            p.near,
            2,
          );
        }
        out += line(`M${x} ${round(top + 26 * s)}V${top}`, p.near, 4 * s);
        for (const [dx, dy, r] of [[0, -6, 14], [-12, 2, 10], [12, 1, 11], [-5, -14, 9], [7, -13, 9]]) {
          out += disc(x + dx * s, top + dy * s, r * s, dx ? p.near : "#0a2f27");
        }
      }
      for (let n = 0; n < 10; n++) out += glow(random() * W, 76 + random() * 46, 0.800, p.light);
      return out;
    },
  ],
  archipelago: [
    "#1e0a36 #f7998a #fff4ec #7a2c6a #8a5595 #544485 #19172f #ffd8ca",
    (random, p) => {
      let out =
        `<rect y="86" width="${W}" height="54" fill="#4a4f9a"/><rect y="86" width="${W}" height="54" fill="${p.low}" opacity=".28"/>`;
      for (let n = 0; n < 12; n++) {
        out += line(`M${round(random() * 76)} ${90 + n * 4}h${round(8 + random() * 20)}`, p.light, 0.800, 0.4);
      }
      for (
        const [x, y, w, tree]
          of /** @type {[number, number, number, number][]} */ ([[18, 94, 14, 0], [80, 98, 18, 16], [36, 112, 24, 20], [
            76,
            126,
            22,
            0,
          ]])
      ) {
        out += path(`M${x - w} ${y}q${w * 0.6} -${w * 0.55} ${w} -${w * 0.4}t${w} ${w * 0.4}z`, p.near) +
          path(`M${x - w} ${y}h${w * 2}l-4 2.500H${x - w + 4}z`, p.light, 0.5);
        if (tree) {
          out += line(`M${x} ${y - 4}q3 -${tree / 2} 2 -${tree}`, p.near, 2) +
            palm(x + 2, y - 4 - tree, tree * 0.7, p.near);
        }
      }
      return out;
    },
  ],
  pole: [
    "#03101a #8fd3ca #effffc #15424f #4b7f8c #a5c8d2 #e4f1f4 #ff5948",
    (random, p) => {
      let out = path("M0 140v-26l22-10 16 8 20-14 18 12 24-6v36z", p.mid) +
        path("M0 140v-16q30-10 52-2t48-6v24z", p.near);
      out += line("M50 116V54M50 58L38 120M50 58l12 62M46 76h8M44 90h12M41 104h18", "#26404c", 1.800);
      out += glow(50, 52, 3, p.light);
      for (const r of [10, 17, 25]) {
        out += line(
          `M${50 - r * 0.8} ${round(52 - r * 0.5)}a${r} ${r} 0 0 0 0 ${round(r)}M${50 + r * 0.8} ${
            round(52 - r * 0.5)
          }a${r} ${r} 0 0 1 0 ${round(r)}`,
          p.light,
          1,
          0.6,
        );
      }
      for (let n = 0; n < 22; n++) out += disc(random() * W, 40 + random() * 90, 0.5 + random() * 0.8, "#fff", 0.8);
      return out;
    },
  ],
  fungi: [
    "#120526 #8a46a0 #f5e4ff #3c1a60 #4c2a76 #331c56 #100820 #93ffb6",
    (random, p) => {
      let out = path(hills(random, { width: W, bottom: H, top: 120, swing: 4, steps: 6 }), p.near);
      for (
        const [x, base, tall, r, fill] of /** @type {[number, number, number, number, string][]} */ ([
          [74, 124, 26, 15, "#57d68b"],
          [22, 126, 30, 14, "#5fc9d8"],
          [48, 130, 54, 25, "#6cf09c"],
          [86, 134, 14, 8, "#8fe8ff"],
          [10, 136, 12, 7, "#93ffb6"],
        ])
      ) {
        const top = base - tall;
        out += path(
          `M${x - r * 0.16} ${base}q${r * 0.1} -${tall / 2} -${r * 0.02} -${tall}h${r * 0.4}q-${r * 0.1} ${tall / 2} ${
            r * 0.16
          } ${tall}z`,
          "#e6dcf5",
        );
        out += disc(x, top, r * 1.500, fill, 0.12) +
          path(`M${x - r} ${top + 2}a${r} ${r * 0.85} 0 0 1 ${r * 2} 0q-${r} ${r * 0.35} -${r * 2} 0z`, fill) +
          path(`M${x - r} ${top + 2}q${r} ${r * 0.35} ${r * 2} 0q-${r} ${r * 0.7} -${r * 2} 0z`, "#1d5c46", 0.6);
        for (const [dx, dy, s] of [[-0.45, -0.35, 0.13], [0.15, -0.5, 0.17], [0.5, -0.15, 0.1]]) {
          out += disc(x + dx * r, top + dy * r, s * r, "#f2fff6", 0.85);
        }
      }
      for (let n = 0; n < 12; n++) out += glow(random() * W, 60 + random() * 60, 0.600, p.light);
      return out;
    },
  ],
  portal: [
    "#030d28 #4a8ad6 #e6f8ff #123a70 #235391 #183d6e #071830 #86f3ff",
    (random, p) => {
      let out = path("M0 140v-20q50-10 100 0v20z", p.near) + disc(50, 90, 40, p.light, 0.1);
      out += disc(50, 90, 32, "#0a1c34") + disc(50, 90, 26, "#1c6fb4") + disc(50, 90, 26, p.light, 0.25);
      out += line("M50 90c6-3 10 3 6 8s-15 4-16-5 8-18 19-15 16 16 11 26", "#eafdff", 2.200, 0.9) +
        line("M50 90c-4 1-4-6 2-8", "#eafdff", 1.600, 0.9);
      for (let n = 0; n < 16; n++) {
        const turn = n / 16 * Math.PI * 2;
        out += line(
          `M${round(50 + Math.cos(turn) * 28.500)} ${round(90 + Math.sin(turn) * 28.500)}L${
            round(50 + Math.cos(turn) * 31)
          } ${round(90 + Math.sin(turn) * 31)}`,
          p.light,
          1.500,
        );
      }
      out += path("M14 140l8-24h10l2 24zM86 140l-8-24H68l-2 24z", "#05101f");
      for (let n = 0; n < 10; n++) out += glow(22 + random() * 56, 56 + random() * 66, 0.700, p.light);
      return out;
    },
  ],
};
