// The paintings behind the journey: a college town at dusk, a harbour in the snow, the far north.

import { chance, cloud, hills, kept, picture, round, stars } from "../../draw.js";

/** @typedef {() => number} Random */

/** A sky from its upper colour to the horizon. @param {string[]} colours */
const sky = (colours) =>
  `<defs><linearGradient id="s" x2="0" y2="1">${
    colours.map((colour, n) => `<stop offset="${round(n / (colours.length - 1))}" stop-color="${colour}"/>`).join("")
  }</linearGradient></defs><rect width="480" height="200" fill="url(#s)"/>`;

/** Small lit windows. @param {Random} random @param {number} x @param {number} y @param {number} w @param {number} h */
function windows(random, x, y, w, h) {
  let out = "";
  for (let across = x; across < x + w - 2; across += 7) {
    for (let down = y; down < y + h; down += 9) {
      if (random() > 0.45) out += `<path d="M${round(across)} ${round(down)}h2.600v4h-2.600z" fill="#ffdd91"/>`;
    }
  }
  return out;
}

/** A tower with a pointed roof. @param {number} x @param {number} top @param {number} w @param {string} fill */
const spire = (x, top, w, fill) =>
  `<path d="M${x} 170V${top + 14}h1l${w / 2 - 1} -22 ${w / 2 - 1} 22h1V170z" fill="${fill}"/>`;

/** Roofs along the horizon. @param {Random} random @param {number} from @param {number} to @param {string} fill */
function roofs(random, from, to, fill) {
  let out = "";
  for (let x = from; x < to; x += 16 + random() * 8) {
    const [w, top] = [16 + random() * 12, 112 + random() * 22];
    out += `<path d="M${round(x)} 170V${round(top)}l${round(w / 2)} -9 ${round(w / 2)} 9V170z" fill="${fill}"/>`;
    out += windows(random, x + 4, top + 7, w - 7, 30);
  }
  return out;
}

/** Northern lights: curtains that fade upwards. @param {Random} random @param {number} strength */
function aurora(random, strength) {
  let out =
    '<defs><linearGradient id="a" x2="0" y2="1"><stop stop-color="#c58bff" stop-opacity="0"/><stop offset=".6" stop-color="#58d8c4"/><stop offset="1" stop-color="#7dffc4" stop-opacity="0"/></linearGradient></defs>';
  for (let n = 0; n < 6; n++) {
    const [x, y, lift] = [n * 84 - 20 + random() * 30, 82 + random() * 30, 62 + random() * 26];
    const [bend, end] = [round(30 + random() * 30), round(x + 96)];
    out += `<path d="M${round(x)} ${round(y)}C${round(x + bend)} ${round(y - 22)} ${round(x + 60)} ${
      round(y + 20)
    } ${end} ${round(y - 8)}V${round(y - lift)}C${round(x + 60)} ${round(y - lift + 24)} ${round(x + bend)} ${
      round(y - lift - 20)
    } ${round(x)} ${round(y - lift + 6)}z" fill="url(#a)" opacity="${round(strength * (0.6 + random() * 0.4))}"/>`;
  }
  return out;
}

/** A wooden house in the snow. @param {number} x @param {number} y @param {string} fill */
const hut = (x, y, fill) =>
  `<path d="M${x} ${y}v-14h22v14z" fill="${fill}"/><path d="M${x - 3} ${
    y - 13
  }l14-12 14 12z" fill="#eef6fa"/><path d="M${x + 4} ${y - 9}h4v5h-4zM${x + 14} ${y - 9}h4v5h-4z" fill="#ffdd91"/>`;

/** A lamp on a pole. @param {number} x @param {number} y */
const lamp = (x, y) =>
  `<path d="M${x} ${y}v-30" stroke="#24405e" stroke-width="2"/><circle cx="${x}" cy="${
    y - 32
  }" r="11" fill="#ffe7a6" opacity=".25"/><circle cx="${x}" cy="${y - 32}" r="4" fill="#ffe7a6"/>`;

/** A peak with snow on its side. @param {number} x @param {number} top @param {number} w @param {string} rock */
const peak = (x, top, w, rock) =>
  `<path d="M${x - w} 175L${x} ${top}l${w} ${175 - top}z" fill="${rock}"/><path d="M${x} ${top}l${w * 0.42} ${
    (175 - top) * 0.42
  }-${w * 0.16} -4-${w * 0.12} 12-${w * 0.2} -14-${w * 0.14} 10-${w * 0.12} -12z" fill="#e9f1fb"/>`;

/** @type {Record<string, (random: Random) => string[]>} */
const SCENES = {
  green: (random) => [
    sky(["#1f4a5c", "#5f8f86", "#e0b06e"]),
    '<circle cx="300" cy="118" r="30" fill="#ffe6ae" opacity=".35"/><circle cx="300" cy="118" r="19" fill="#ffeec6"/>',
    cloud(30, 44, 130, "#f3e6cd", 0.35) + cloud(330, 58, 130, "#f3e6cd", 0.3),
    `<path d="${
      hills(random, { width: 480, bottom: 200, top: 128, swing: 10, steps: 6 })
    }" fill="#3f7468" opacity=".8"/>`,
    roofs(random, 250, 470, "#234a4c"),
    '<path d="M398 170V84h4l6-18 6 18h4v86z" fill="#1b3d42"/><circle cx="408" cy="94" r="5" fill="#ffe6ae"/>',
    roofs(random, 0, 200, "#1d4743"),
    spire(40, 84, 14, "#17393a") + spire(150, 92, 12, "#17393a") + spire(206, 104, 10, "#17393a"),
    '<path d="M74 170v-50h8c0-22 12-32 22-34v-10h4v10c10 2 22 12 22 34h8v50z" fill="#17393a"/>',
    windows(random, 80, 126, 54, 26),
    `<path d="${hills(random, { width: 480, bottom: 200, top: 160, swing: 5, steps: 6 })}" fill="#1c4a3d"/>`,
    '<path d="M0 190C120 176 240 192 480 174V200H0z" fill="#2c6a63"/>',
  ],
  blue: (random) => [
    sky(["#0e2148", "#2d5f96", "#9cc9de"]),
    stars(random, 60, 480, 80),
    aurora(random, 0.45),
    '<circle cx="90" cy="46" r="26" fill="#fff3cf" opacity=".18"/><circle cx="90" cy="46" r="15" fill="#fff3cf"/>',
    peak(300, 84, 70, "#4d7aa6") + peak(372, 72, 84, "#436e9c") + peak(220, 104, 60, "#5b88b2"),
    '<path d="M0 142h480v58H0z" fill="#3f7fb0"/><path d="M0 142h480v3H0z" fill="#d4ecf5" opacity=".6"/>',
    hut(14, 150, "#b5523a") + hut(40, 153, "#a03f36") + hut(70, 150, "#c4793c") + hut(98, 154, "#8f3b38"),
    '<path d="M146 150h52l-8 14h-36z" fill="#1e2f4a"/><path d="M170 150v-40M170 114l20 26h-20zM166 118l-14 22h14z" stroke="#1e2f4a" stroke-width="2" fill="#f1e7d0"/>',
    `<path d="${
      hills(random, { width: 480, bottom: 200, top: 168, swing: 7, steps: 6 })
    }" fill="#e6f1f6"/><path d="M232 158h34l-6 6h-24zM212 172h24l-4 5h-16z" fill="#f7fcff"/>`,
    '<path d="M330 160v-26h76v26zM416 160v-18h40v18z" fill="#32577e"/><path d="M326 136h84l-8-8h-68zM412 143h48l-6-7h-36z" fill="#eef6fa"/>',
    windows(random, 338, 142, 64, 12),
    lamp(322, 166) + lamp(412, 168) + lamp(464, 166),
  ],
  red: (random) => [
    sky(["#160f35", "#43296a", "#8f6aa0"]),
    stars(random, 90, 480, 130),
    aurora(random, 1),
    peak(96, 78, 90, "#4b4f86") + peak(30, 104, 70, "#5a5d94") + peak(176, 100, 70, "#565a92"),
    peak(386, 92, 96, "#4b4f86") + peak(462, 82, 80, "#565a92") + peak(300, 122, 66, "#6468a0"),
    `<path d="${hills(random, { width: 480, bottom: 200, top: 158, swing: 8, steps: 6 })}" fill="#cfdcf0"/>`,
    `<path d="${hills(random, { width: 480, bottom: 200, top: 178, swing: 5, steps: 5 })}" fill="#eef4fb"/>`,
  ],
};

/** The painting of a plate. @param {string} period */
export const scenery = (period) =>
  kept(`gc ${period}`, () => picture(SCENES[period](chance(`journey ${period}`)).join(""), 480, 200));
