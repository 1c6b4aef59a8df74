// The shore above the lobby and the covers of the games, drawn by us.

import { chance, cloud, curve, halo, hills, kept, picture, round, stars } from "../draw.js";

const [W, H] = [400, 250];

/** @param {string} id @param {string[]} stops */
const gradient = (id, stops) =>
  `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${
    stops.map((color, n) => `<stop offset="${n / (stops.length - 1)}" stop-color="${color}"/>`).join("")
  }</linearGradient>`;

/** @param {string} d @param {string} fill @param {string} [more] */
const path = (d, fill, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;

/** @param {number} x @param {number} y @param {number} size @param {string} color */
const bird = (x, y, size, color) =>
  `<path d="M${x - size} ${y - size * 0.3}q${size * 0.6} ${-size * 0.5} ${size} ${size * 0.4}q${size * 0.4} ${
    -size * 0.9
  } ${size} ${-size * 0.4}" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round"/>`;

/** @type {Record<string, () => string>} */
const COVERS = {
  faraway() {
    const random = chance("faraway");
    let out = `<defs>${
      gradient("a", ["#6fc0b5", "#d9ecd4", "#fbeccb"])
    }</defs><rect width="400" height="250" fill="url(#a)"/>`;
    out += halo("h", 268, 92, 130, "#fff6d8", 0.8) + `<circle cx="268" cy="92" r="27" fill="#fff6d8"/>`;
    for (let n = 0; n < 4; n++) out += cloud(n * 105 - 20, 40 + random() * 60, 70 + random() * 50, "#fff", 0.5);
    out += path(hills(random, { width: W, bottom: H, top: 136, swing: 26, steps: 7, sharp: true }), "#b5dac8") +
      path(hills(random, { width: W, bottom: H, top: 152, swing: 14, steps: 6 }), "#8cc4af") +
      path(hills(random, { width: W, bottom: H, top: 174, swing: 8, steps: 5 }), "#5fa88e") +
      path(hills(random, { width: W, bottom: H, top: 190, swing: 5, steps: 5 }), "#eaa25c") +
      path(hills(random, { width: W, bottom: H, top: 206, swing: 5, steps: 4 }), "#de8642");
    const bank = (/** @type {number} */ side) =>
      Array.from({ length: 9 }, (_, n) => {
        const t = n / 8;
        return [262 - 66 * t + 30 * Math.sin(t * 6) * t + side * (1.5 + 30 * t ** 1.5), 190 + 62 * t];
      });
    out += path(`M${curve(bank(-1))}L${curve(bank(1).toReversed())}z`, "#fff0d2");
    for (let n = 0; n < 18; n++) {
      const x = n < 10 ? random() * 150 : 285 + random() * 115;
      const [y, s] = [196 + n % 10 * 5 + random() * 6, 6 + random() * 6];
      const [foot, tip] = [round(y), round(y - s * 3)];
      out += path(`M${round(x - s)} ${foot}L${round(x)} ${tip}l${round(s)} ${round(s * 3)}z`, "#b9472f") +
        path(`M${round(x)} ${foot}V${tip}l${round(s)} ${round(s * 3)}z`, "#8f3325");
    }
    return out + bird(80, 70, 11, "#2f6f68") + bird(110, 88, 14, "#1f5a54") + bird(140, 74, 9, "#2f6f68");
  },
  golden_compass() {
    const random = chance("compass");
    let out = `<defs>${
      gradient("a", ["#150c33", "#3b2668", "#6b4788"])
    }</defs><rect width="400" height="250" fill="url(#a)"/>${stars(random, 70, W, 150)}`;
    out += `<g opacity=".35">${path("M0 60q90-50 190 0t210-30v26q-110 60-210 16T0 96z", "#57e0b4")}${
      path("M0 30q120 40 220 4t180 20v14q-90 0-180-12T0 60z", "#8f7cf0")
    }</g>`;
    out += path(hills(random, { width: W, bottom: H, top: 186, swing: 14, steps: 9, sharp: true }), "#2a1c4a") +
      path(hills(random, { width: W, bottom: H, top: 232, swing: 5, steps: 4 }), "#efe6ff");
    out +=
      `<g transform="translate(250 118)"><circle r="82" fill="#8a5a1c"/><circle r="78" fill="#d9a441"/><circle r="66" fill="#fff3d2"/>`;
    for (let n = 0; n < 36; n++) {
      const a = n * Math.PI / 18;
      out += `<path d="M${round(Math.cos(a) * 62)} ${round(Math.sin(a) * 62)}L${
        round(Math.cos(a) * (n % 3 ? 57 : 51))
      } ${round(Math.sin(a) * (n % 3 ? 57 : 51))}" stroke="#7a4d16" stroke-width="${n % 3 ? 1.4 : 3}"/>`;
    }
    out +=
      `<path d="M0-44L8-8 44 0 8 8 0 44-8 8-44 0-8-8z" fill="#ddb463"/><path d="M-30-34L6 4-2 8z" fill="#c63a2c"/><path d="M30 34L-6-4 2-8z" fill="#2b2350"/><circle r="6" fill="#8a5a1c"/></g>`;
    return out +
      `<g transform="translate(84 78)"><ellipse rx="52" ry="24" fill="#b8442f"/><path d="M-52 0a52 24 0 0 1 104 0q-52-12-104 0z" fill="#e8743f"/><path d="M-16 24l4 14h24l4-14" fill="none" stroke="#2a1430" stroke-width="2"/><rect x="-13" y="37" width="26" height="9" rx="3" fill="#2a1430"/></g>`;
  },
  mountains_of_madness() {
    const random = chance("mountains");
    let out = `<defs>${
      gradient("a", ["#0a1230", "#1d3f78", "#4a86b4"])
    }</defs><rect width="400" height="250" fill="url(#a)"/>${stars(random, 46, W, 110)}`;
    out += `<g opacity=".45">${path("M0 70q80-60 180-20t220-40v40q-120 60-220 30T0 110z", "#2f9e8f")}${
      path("M0 20q100 50 200 10t200 10v20q-100-10-200 0T0 50z", "#6a5acb")
    }</g>`;
    for (
      const [x, top, w, light, dark]
        of /** @type {[number, number, number, string, string][]} */ ([[70, 84, 90, "#4a6f9c", "#33507c"], [
          330,
          78,
          100,
          "#4a6f9c",
          "#33507c",
        ], [200, 40, 130, "#6f93bd", "#41608f"]])
    ) {
      out += path(`M${x - w} 236L${x} ${top}l${w} ${236 - top}z`, light) +
        path(`M${x} ${top}l${w} ${236 - top}H${x + w * 0.15}l${-w * 0.22}-70 ${w * 0.14}-30z`, dark);
      out += path(
        `M${x} ${top}l${w * 0.2} ${(236 - top) * 0.2} ${-w * 0.1} ${-4} ${-w * 0.08} 12 ${-w * 0.1}-10 ${-w * 0.12} 4z`,
        "#fff",
      );
    }
    out += path("M100 56l30 2 22-12 8 1-8 12 16 2 4-4 5 1-3 9-42 3-6 12-8 1-2-12-12-4z", "#0b1024");
    return out + path(hills(random, { width: W, bottom: H, top: 228, swing: 6, steps: 5 }), "#e6f1fa");
  },
  new_lands() {
    const random = chance("lands");
    let out = `<defs>${
      gradient("a", ["#e2a63f", "#f6cf7c", "#ffe9b8"])
    }</defs><rect width="400" height="250" fill="url(#a)"/>`;
    out += halo("h", 200, 78, 130, "#fff6d8", 0.8) + `<circle cx="200" cy="78" r="28" fill="#fffaf0"/>` +
      path(hills(random, { width: W, bottom: H, top: 142, swing: 10, steps: 8 }), "#d89442") +
      path(hills(random, { width: W, bottom: H, top: 176, swing: 6, steps: 6 }), "#b8722c");
    out += path("M36 152q82-22 164 6 82-28 164-6v92q-82-20-164 6-82-26-164-6z", "#6b3a14") +
      path("M48 144q80-18 152 12v82q-72-26-152-10z", "#fffaf0") +
      path("M352 144q-80-18-152 12v82q72-26 152-10z", "#f7ecd2");
    for (let n = 0; n < 8; n++) {
      out += `<path d="M64 ${round(162 + n * 8.2)}q60-10 122 ${
        n % 3 === 2 ? 4 : 12
      }" fill="none" stroke="#b9ab8f" stroke-width="1.6"/>`;
    }
    out += path("M216 168q60-18 120-10v56q-60-8-120 12z", "#8fc7b0") +
      path("M224 214l26-34 16 18 18-26 34 34z", "#3f8a6c") +
      `<path d="M222 218q40-34 60-18t40-30" fill="none" stroke="#c63a2c" stroke-width="2.4" stroke-dasharray="4 5"/><circle cx="322" cy="168" r="5" fill="#c63a2c"/>`;
    return out + path("M200 156v84", "none", `stroke="#c9b990" stroke-width="3"`);
  },
  not_alone() {
    const random = chance("alone");
    let out = `<defs>${
      gradient("a", ["#0a1030", "#10364f", "#12594f"])
    }</defs><rect width="400" height="250" fill="url(#a)"/>${stars(random, 50, W, 130)}`;
    out +=
      `<circle cx="290" cy="68" r="46" fill="#e0705a"/><circle cx="276" cy="62" r="46" fill="#f0947a" opacity=".6"/><circle cx="72" cy="50" r="11" fill="#bff5e4"/>`;
    out += path(hills(random, { width: W, bottom: H, top: 178, swing: 12, steps: 7, sharp: true }), "#0f6b5a") +
      path(hills(random, { width: W, bottom: H, top: 206, swing: 6, steps: 5 }), "#0a4a42");
    for (const [x, y, s] of [[60, 216, 1.2], [92, 226, 0.9], [320, 214, 1.3], [376, 224, 1]]) {
      out +=
        `<g transform="translate(${x} ${y}) scale(${s})"><path d="M0 0q-4-40 4-78" fill="none" stroke="#061a22" stroke-width="5"/><path d="M4-78q-26-16-40 6 20-10 40-6zM4-78q24-18 42 4-20-8-42-4zM4-78q-20-2-30 22 12-16 30-22zM4-78q22 0 28 24-10-18-28-24z" fill="#061a22"/><path d="M4-78q-20-14-34 2 18-8 34-2zM4-78q20-14 34 2-18-6-34-2z" fill="#e07a5a"/></g>`;
    }
    out += path("M168 250v-48c0-16 6-26 4-44l18 16h22l18-16c-2 18 4 28 4 44v48z", "#03080c") +
      `<ellipse cx="190" cy="196" rx="5" ry="3.4" fill="#ffe36b"/><ellipse cx="212" cy="196" rx="5" ry="3.4" fill="#ffe36b"/>`;
    return out + path(hills(random, { width: W, bottom: H, top: 240, swing: 4, steps: 4 }), "#04141a");
  },
};

/** A cover for a game that has none: a chart of unknown shores. @param {string} name */
function unknownShores(name) {
  const random = chance(name);
  const hue = Math.floor(random() * 360);
  let out = `<rect width="400" height="250" fill="hsl(${hue} 40% 78%)"/>`;
  for (let n = 0; n < 4; n++) {
    out += path(
      hills(random, { width: W, bottom: H, top: 90 + n * 40, swing: 16, steps: 5 }),
      `hsl(${hue} 35% ${62 - n * 11}%)`,
    );
  }
  return out + `<circle cx="${round(100 + random() * 200)}" cy="70" r="26" fill="#fff6d8"/>`;
}

/**
 * The cover of a game, for `src`.
 * @param {string} name
 */
export const cover = (name) => kept(`cover ${name}`, () => picture(COVERS[name]?.() ?? unknownShores(name), W, H));

/**
 * The shore at the top of the lobby, by day or by night.
 * @param {boolean} dark
 * @param {boolean} narrow for screens on which the sun would otherwise stand behind the words
 */
export function shore(dark, narrow) {
  return kept(`shore ${dark} ${narrow}`, () => {
    const sun = narrow ? 1140 : 910;
    const random = chance("shore");
    const [sky, far, near, sea, glint, rock, rock2] = dark
      ? [
        ["#071320", "#123247", "#2c5a63"],
        "#1d4250",
        "#0f2e3a",
        ["#174552", "#0b2733"],
        "#f6dfa0",
        "#0a1f2a",
        "#07161f",
      ]
      : [
        ["#63b4bf", "#bfdccd", "#fdebc6"],
        "#a7cbbf",
        "#7fb0a6",
        ["#8cc6bf", "#4d979c"],
        "#fff3cf",
        "#2a5a62",
        "#1f474e",
      ];
    let out = `<defs>${gradient("s", /** @type {string[]} */ (sky))}${
      gradient("w", /** @type {string[]} */ (sea))
    }</defs><rect width="1440" height="460" fill="url(#s)"/>`;
    if (dark) out += stars(random, 130, 1440, 220);
    const light = dark ? "#f3ead0" : "#fff4d6";
    out += halo("h", sun, 232, 250, light, dark ? 0.22 : 0.7) + `<circle cx="${sun}" cy="232" r="42" fill="${light}"/>`;
    for (let n = 0; n < 9; n++) {
      out += cloud(random() * 1400, 40 + random() * 110, 90 + random() * 120, "#fff", dark ? 0.06 : 0.5);
    }
    out += `<defs><linearGradient id="b" x1="1" x2="0"><stop offset="0" stop-color="#ffe9a0" stop-opacity="${
      dark ? 0.4 : 0.6
    }"/><stop offset="1" stop-color="#ffe9a0" stop-opacity="0"/></linearGradient></defs>${
      path("M1316 84L460 -40v230z", "url(#b)")
    }`;
    out += path(hills(random, { width: 1440, bottom: 320, top: 262, swing: 26, steps: 9 }), String(far)) +
      path(hills(random, { width: 1440, bottom: 320, top: 288, swing: 10, steps: 7 }), String(near));
    out += `<rect y="294" width="1440" height="170" fill="url(#w)"/>`;
    for (let n = 0; n < 70; n++) {
      const y = 302 + random() * 130;
      const spread = 60 + (y - 300) * 1.4;
      out += `<rect x="${round(sun + (random() - 0.5) * 2 * spread)}" y="${round(y)}" width="${
        round(14 + random() * 34)
      }" height="2.4" rx="1.2" fill="${glint}" opacity="${round(0.25 + random() * 0.55)}"/>`;
    }
    out += `<g transform="translate(724 326)"><path d="M-50 0h96l-14 20h-66z" fill="${
      dark ? "#0b2530" : "#214f57"
    }"/><path d="M-10-8V-92" stroke="${
      dark ? "#dfe6df" : "#214f57"
    }" stroke-width="4"/><path d="M-6-86q44 38 34 82h-34z" fill="${
      dark ? "#d8e2da" : "#fffaf0"
    }"/><path d="M-14-78q-30 34-24 74h24z" fill="${
      dark ? "#a9bdb8" : "#f3dfb8"
    }"/><path d="M-10-92l20 6-20 7z" fill="#d1503c"/></g>`;
    out += path("M1120 460l24-40-10-48 60-66 28-50 62-18 40-54 60-14 56-40v370z", String(rock)) +
      path("M1190 460l30-66-6-70 34-60 20-8-12 90 30 60-8 54z", String(rock2), `opacity=".7"`);
    out +=
      `<g transform="translate(1322 0)"><path d="M-20 226l10-122h26l10 112z" fill="#fffaf0"/><path d="M-15 166l3-34h30l4 32z" fill="#d1503c"/><rect x="-20" y="98" width="42" height="7" fill="${
        dark ? "#41626e" : "#1f474e"
      }"/><rect x="-15" y="74" width="32" height="24" fill="#ffd873"/><path d="M-22 74L1 52l24 22z" fill="${
        dark ? "#41626e" : "#1f474e"
      }"/></g>`;
    for (let n = 0; n < 30; n++) {
      const [x, s] = [n * 13 + random() * 10 - 10, 9 + random() * 13];
      const base = 408 + n * 1.6;
      out += path(
        `M${round(x)} ${round(base - s * 2.6)}l${round(s * 0.6)} ${round(s * 2.6)}h${round(-s * 1.2)}z`,
        String(rock2),
      );
    }
    out += path("M0 402q160-20 300 30 60 18 120 28H0z", String(rock));
    return picture(out, 1440, 460, "xMaxYMax");
  });
}
