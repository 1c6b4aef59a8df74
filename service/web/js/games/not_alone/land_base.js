// The landscapes of the ten places of the base game. Colours: top, low, moon, sky, far, mid, near, light.

import { hills, round } from "../../draw.js";
import { disc, glow, H, line, path, W } from "./brush.js";

/** @type {Record<string, import("./landscapes.js").Land>} */
export const BASE = {
  lair: [
    "#14040a #8a2422 #ff9a7a #43101b #5a161d #380d15 #12040a #ff4a38",
    (random, p) => {
      let out = path("M4 140V108C4 74 26 58 50 58s46 16 46 50v32z", p.near);
      out += path("M20 140v-30c0-22 14-34 30-34s30 12 30 34v30z", "#000", 0.65);
      for (let n = 0; n < 9; n++) {
        const x = 23 + n * 6.6;
        out += path(
          `M${x} ${round(80 + Math.abs(n - 4) * 3)}l2.600 ${round(8 + random() * 9)} 2.600-${round(9 + random() * 4)}z`,
          p.near,
        );
      }
      for (const x of [40, 60]) {
        out += disc(x, 106, 9, p.light, 0.16) + path(`M${x - 6} 106q6-6 12 0q-6 5-12 0z`, p.light) +
          path(`M${x} 102.500q2 3.500 0 7q-2-3.500 0-7z`, "#1a0205");
      }
      return out + path(hills(random, { width: W, bottom: H, top: 131, swing: 4, steps: 9, sharp: true }), "#070205");
    },
  ],
  jungle: [
    "#031512 #257a57 #d6ffe6 #0b3a2e #12503c #0c3a2c #03150f #8dffbf",
    (random, p) => {
      let out = "";
      for (
        const [count, fill, base, size]
          of /** @type {[number, string, number, number][]} */ ([[6, p.mid, 112, 22], [4, p.near, 128, 30]])
      ) {
        for (let n = 0; n < count; n++) {
          const x = (n + 0.2 + random() * 0.6) * W / count;
          const top = base - 54 - random() * 14;
          out += path(`M${round(x - 2)} 140L${round(x - 1)} ${round(top)}h2L${round(x + 3)} 140z`, fill);
          out += disc(x, top, size * 0.5, fill) + disc(x - size * 0.42, top + 6, size * 0.36, fill) +
            disc(x + size * 0.42, top + 5, size * 0.38, fill);
          out += line(`M${round(x + 5)} ${round(top + 10)}q3 12 -1 22`, fill, 1);
        }
      }
      for (let n = 0; n < 12; n++) out += glow(random() * W, 70 + random() * 56, 0.7, p.light);
      return out + path(hills(random, { width: W, bottom: H, top: 130, swing: 5, steps: 10, sharp: true }), "#020d0a");
    },
  ],
  river: [
    "#041024 #3c85ae #e0f8ff #0d3358 #164b72 #0f3757 #061626 #a7ecff",
    (random, p) => {
      let out = path(hills(random, { width: W, bottom: H, top: 96, swing: 4, steps: 5 }), p.near, 0.8);
      out += path("M62 92c12 6-20 10-16 20 3 9 28 8 24 28H18c-2-16 14-18 16-26 2-9 6-16 28-22z", p.light, 0.75);
      out += path("M62 92c12 6-16 12-12 20 3 9 20 12 16 28h-8c2-14-12-16-14-26-1-9 4-16 18-22z", "#fff", 0.4);
      for (let n = 0; n < 8; n++) {
        const x = random() < 0.5 ? random() * 22 : 78 + random() * 20;
        const y = 108 + random() * 24;
        out += line(
          `M${round(x)} ${round(y)}v-${round(6 + random() * 8)}M${round(x + 2)} ${round(y)}l1-${
            round(5 + random() * 5)
          }`,
          p.near,
          1.2,
        );
      }
      return out + path("M0 140v-14q10-5 16 3t-2 11zM100 140v-18q-12-2-16 8t2 10z", p.near);
    },
  ],
  beach: [
    "#1a1440 #f0905f #fff2d6 #63356e #4c4f86 #2c4f86 #dcb182 #ff7a4a",
    (random, p) => {
      let out = `<rect y="84" width="${W}" height="40" fill="${p.mid}"/>`;
      for (let n = 0; n < 9; n++) {
        const y = 88 + n * 4;
        out += line(`M${round(random() * 60)} ${y}h${round(14 + random() * 26)}`, "#ffd9b8", 0.8, 0.35);
      }
      out += path("M0 116q30-8 54 0t46-6v30H0z", "#e9f3f0", 0.85) + path("M0 120q30-8 54 0t46-6v26H0z", p.near);
      out += line("M36 126V84", "#2a2130", 2.4) + line("M30 128l6-8 6 8", "#2a2130", 1.600);
      out += glow(36, 80, 5, p.light) + path("M36 73l5 7-5 7-5-7z", "#fff", 0.85);
      return out + path("M78 140q-4-22 8-30q-4 12 0 16q2-10 14-14v28z", "#1b1524");
    },
  ],
  rover: [
    "#1d0718 #e0783f #ffe6c2 #6c2536 #933f2e #6c2a1b #2c0f0b #ffdca6",
    (random, p) => {
      let out = path(hills(random, { width: W, bottom: H, top: 104, swing: 3, steps: 5 }), "#4c1c12");
      out += path("M18 112l4-16h12l6-12h26l10 14 8 4v10z", "#e9e2da") + path("M42 88h21l7 10H37z", "#26384c") +
        path("M44 90h8l-3 7h-8z", "#8fd0e8", 0.7);
      out += `<rect x="18" y="108" width="66" height="6" rx="3" fill="#8b8078"/>`;
      for (const x of [27, 50, 75]) out += disc(x, 117, 8, "#1d1516") + disc(x, 117, 3.400, "#a89b90");
      out += line("M24 96V76", "#d8cfc6", 1.200) + glow(24, 74, 1.600, "#ff5a44") + disc(82, 103, 2, p.light) +
        path("M83 101l17-5v14z", p.light, 0.35);
      for (let n = 0; n < 7; n++) out += disc(random() * W, 128 + random() * 9, 1 + random() * 2.500, p.near);
      return out;
    },
  ],
  swamp: [
    "#0b1206 #7c8a33 #f6fac2 #2f3a14 #434f1a #2f3911 #0e1305 #e4fb95",
    (random, p) => {
      let out = `<rect y="104" width="${W}" height="36" fill="${p.near}"/>`;
      for (let n = 0; n < 8; n++) {
        out += line(`M${round(random() * 80)} ${round(107 + n * 4)}h${round(8 + random() * 22)}`, p.light, 0.700, 0.35);
      }
      for (
        const [x, tall, lean] of /** @type {[number, number, number][]} */ ([[18, 60, 5], [48, 46, -4], [80, 66, -7]])
      ) {
        const top = 110 - tall;
        out += path(`M${x - 3} 112q${lean} -${tall / 2} ${lean + 1} -${tall}q4 ${tall / 2} 5 ${tall}z`, "#151c08");
        for (let n = 0; n < 4; n++) {
          const y = top + 6 + n * 9;
          const side = n % 2 ? 1 : -1;
          out += line(
            `M${round(x + lean * 0.6)} ${y}q${side * 7} -2 ${side * 11} -${round(5 + random() * 6)}m-${side * 2} 3l${
              side * 2
            } ${round(6 + random() * 6)}`,
            "#151c08",
            1.300,
          );
        }
      }
      for (let n = 0; n < 9; n++) out += glow(random() * W, 84 + random() * 44, 0.900, p.light);
      for (let n = 0; n < 9; n++) {
        out += line(
          `M${round(random() * W)} 140q1 -10 ${round(random() * 6 - 3)} -${round(14 + random() * 10)}`,
          "#070a02",
          1.400,
        );
      }
      return out;
    },
  ],
  shelter: [
    "#0b0a2a #7d5cab #f3eaff #2d2560 #463a80 #2f285e #0f0d28 #ffc873",
    (random, p) => {
      let out = path("M0 140v-26q50-14 100 0v26z", p.near);
      out += path("M12 118a20 18 0 0 1 40 0z", "#41397a") + path("M58 120a17 15 0 0 1 34 0z", "#373068");
      out += path("M26 120a27 27 0 0 1 54 0z", "#6a5ea8") +
        path("M53 93a27 27 0 0 1 27 27H66c0-14-6-22-13-27z", "#4d4388");
      out += path("M45 120v-9a8 8 0 0 1 16 0v9z", p.light) + disc(53, 112, 20, p.light, 0.12) +
        path("M40 140l5-20h16l8 20z", p.light, 0.22);
      out += line("M53 93V76", "#d6cdf5", 1.200) + path("M53 76l12 4-12 4z", p.light) + disc(24, 110, 3, p.light, 0.8) +
        disc(84, 113, 2.500, p.light, 0.8);
      return out + path(hills(random, { width: W, bottom: H, top: 134, swing: 3, steps: 8 }), "#090819");
    },
  ],
  wreck: [
    "#131019 #a87259 #ffe2c8 #3d343f #524852 #3b343e #141116 #ff8b36",
    (random, p) => {
      let out = path("M40 60l-8 5q18 30 26 60h26q-8-36-44-65z", "#8f97a1") +
        path("M40 60q36 29 44 65H71Q60 88 40 60z", "#5a616b");
      out += line("M42 76l12-6M49 90l16-7M55 106l19-6", "#3c4149", 1.400) + disc(50, 82, 3.500, "#1b222b") +
        disc(58, 98, 3.500, "#1b222b");
      out += path("M30 124l8-18 12 19zM84 126l10-24-2 25z", "#444b55") + path("M0 140v-18q26-9 46 2t54-5v21z", p.near);
      for (const [x, s] of [[28, 1], [35, 0.7], [22, 0.6]]) {
        out +=
          path(`M${x} 126c-${6 * s}-8 ${2 * s}-12 0-${22 * s}c${6 * s} 6 ${10 * s} 12 ${5 * s} ${22 * s}z`, p.light) +
          path(`M${x + 1} 126c-${3 * s}-4 ${s}-7 0-${12 * s}c${3 * s} 4 ${5 * s} 7 ${2.500 * s} ${12 * s}z`, "#ffe7a0");
      }
      out += disc(28, 118, 20, p.light, 0.14);
      for (let n = 0; n < 6; n++) out += disc(24 - n * 2 + random() * 8, 96 - n * 10, 4 + n * 1.500, "#cbb9b4", 0.13);
      return out;
    },
  ],
  source: [
    "#02161b #34b3a2 #eafffb #0a4a4c #147a72 #0d5553 #032021 #c4fff4",
    (random, p) => {
      let out =
        `<ellipse cx="50" cy="122" rx="44" ry="13" fill="${p.near}"/><ellipse cx="50" cy="121" rx="38" ry="10" fill="#3fd0c4" opacity=".75"/><ellipse cx="50" cy="120" rx="24" ry="6" fill="#d7fffa" opacity=".6"/>`;
      for (const [dx, tall] of [[6, 46], [13, 38], [21, 28], [29, 17]]) {
        for (const side of [-1, 1]) {
          out += line(
            `M50 120C${50 + side * 2} ${120 - tall * 1.300} ${50 + side * dx} ${120 - tall * 1.200} ${
              50 + side * dx
            } 119`,
            p.light,
            1.500,
            0.8,
          );
        }
      }
      out += line("M50 120V72", "#fff", 2.200, 0.9) + disc(50, 92, 26, p.light, 0.1);
      for (let n = 0; n < 20; n++) out += disc(26 + random() * 48, 64 + random() * 50, 0.6 + random(), p.light, 0.9);
      return out + path("M0 140v-16q9-8 17 0t13 16zM100 140v-20q-10-6-16 4t-14 16z", "#021617");
    },
  ],
  artefact: [
    "#10052a #9a5cbd #f8e4ff #3a1a66 #54308a #391f66 #140928 #ffdb72",
    (random, p) => {
      let out = path(hills(random, { width: W, bottom: H, top: 118, swing: 4, steps: 6 }), p.near);
      out +=
        `<ellipse cx="50" cy="92" rx="38" ry="11" fill="none" stroke="${p.light}" stroke-width="2" transform="rotate(-12 50 92)"/>`;
      out += path("M50 54l15 22-7 46H42l-7-46z", "#2a1550") + path("M50 54l15 22-15 46z", "#4a2a86") +
        path("M50 54v68h-8l-7-46z", "#1b0d3a");
      out += path("M50 78l7 11-7 11-7-11z", "none") + line("M50 76l8 13-8 13-8-13zM50 102v16", p.light, 1.600) +
        disc(50, 89, 18, p.light, 0.13);
      out += line("M13 98q6 8 34 5", p.light, 2) + glow(84, 82, 1.800, p.light);
      for (let n = 0; n < 9; n++) {
        out += path(
          `M${round(random() * W)} 140l3-${round(8 + random() * 10)} 4 ${round(10 + random() * 6)}z`,
          "#0c0519",
        );
      }
      return out;
    },
  ],
};
