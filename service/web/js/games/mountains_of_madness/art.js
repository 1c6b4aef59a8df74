// Pictures of the mountain, made from facts: a landscape for each region, and an eye for each madness card.

import { chance, cloud, hills, kept, picture, round, stars } from "../../draw.js";

/** Sky above, sky below, far range, near range, ground, by region. @type {Record<string, string[]>} */
const PALETTE = {
  coast: ["#27527f", "#8fc1d8", "#5d86a8", "#34597c", "#e8f2f5"],
  mountains: ["#1f3157", "#7f8fc0", "#5b6a9a", "#33416e", "#dfe6f4"],
  city: ["#15163a", "#4f4a86", "#453f72", "#231f4a", "#9fa3c8"],
  gates: ["#0c0a1f", "#5a2c55", "#3a2149", "#1a1029", "#6b5a7d"],
  escape: ["#1a0b18", "#8d3a3f", "#55263b", "#2a1220", "#b89099"],
};

/** A peak with snow on it. @param {() => number} random @param {number} x @param {number} top @param {number} half @param {number} base @param {string} fill @param {string} snow */
function peak(random, x, top, half, base, fill, snow) {
  const jag = (/** @type {number} */ n) => round(n + (random() - 0.5) * half * 0.14);
  const left = [[x, top], [jag(x - half * 0.3), top + (base - top) * 0.32], [
    jag(x - half * 0.62),
    top + (base - top) * 0.6,
  ], [
    x - half,
    base,
  ]];
  const right = [[x + half, base], [jag(x + half * 0.66), top + (base - top) * 0.58], [
    jag(x + half * 0.34),
    top + (base - top) * 0.36,
  ]];
  const line = [...left, ...right].map(([px, py]) => `${round(px)} ${round(py)}`).join("L");
  const cap = `M${round(x)} ${round(top)}L${left[1].map(round).join(" ")}l${round(half * 0.13)} ${
    round((base - top) * 0.05)
  }l${round(half * 0.1)} ${round((base - top) * -0.05)}l${round(half * 0.14)} ${round((base - top) * 0.1)}L${
    right[2].map(round).join(" ")
  }Z`;
  const shade = `M${round(x)} ${round(top)}L${
    right.toReversed().map(([px, py]) => `${round(px)} ${round(py)}`).join("L")
  }L${round(x + half * 0.1)} ${round(base)}Z`;
  return `<path d="M${line}Z" fill="${fill}"/><path d="${cap}" fill="${snow}"/><path d="${shade}" fill="#000" opacity=".18"/>`;
}

/** Towers and cubes of a city that nobody built. @param {() => number} random @param {string} fill */
function city(random, fill) {
  let out = "";
  for (let n = 0; n < 26; n++) {
    const [w, h2] = [22 + random() * 46, 60 + random() * 200];
    const x = n * 38 - 20 + random() * 16;
    out += `<path d="M${round(x)} 620V${round(620 - h2)}h${round(w * 0.7)}v${round(-14 - random() * 30)}h${
      round(w * 0.3)
    }V620z" fill="${fill}" opacity="${round(0.55 + random() * 0.45)}"/>`;
    if (random() < 0.6) {
      out += `<circle cx="${round(x + w * 0.4)}" cy="${round(620 - h2 * (0.3 + random() * 0.5))}" r="${
        round(2 + random() * 3)
      }" fill="#f5d58a" opacity=".35"/>`;
    }
  }
  return out;
}

/** Floes on the water. @param {() => number} random */
function floes(random) {
  let out = "";
  for (let n = 0; n < 16; n++) {
    const [x, y, w] = [random() * 960, 540 + random() * 70, 26 + random() * 70];
    out += `<path d="M${round(x)} ${round(y)}l${round(w * 0.3)} ${round(-w * 0.12)}l${round(w * 0.45)} ${
      round(w * 0.03)
    }l${round(w * 0.25)} ${round(w * 0.1)}l${round(-w * 0.4)} ${round(w * 0.12)}z" fill="#eef7fa" opacity="${
      round(0.35 + random() * 0.5)
    }"/>`;
  }
  return out;
}

/**
 * The landscape of a region.
 * @param {string} region
 * @returns {string} an address for an image
 */
export function landscape(region) {
  return kept(`mm ${region}`, () => {
    const [top, low, far, near, ground] = PALETTE[region] ?? PALETTE.coast;
    const random = chance(`mm ${region}`);
    const dark = region === "city" || region === "gates" || region === "escape";
    let body =
      `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient>` +
      `<linearGradient id="a" x2="1"><stop stop-color="#7cf0c8" stop-opacity="0"/><stop offset=".5" stop-color="#7cf0c8" stop-opacity=".5"/><stop offset="1" stop-color="#9a7cf0" stop-opacity="0"/></linearGradient></defs>` +
      `<path d="M0 0h960v620H0z" fill="url(#s)"/>`;
    body += stars(random, dark ? 90 : 24, 960, 260);
    if (dark) {
      body +=
        `<path d="M-20 150C160 60 300 210 480 110S800 60 990 150v60C800 130 660 230 480 190S160 150-20 230z" fill="url(#a)"/>`;
    } else {
      for (let n = 0; n < 6; n++) {
        body += cloud(random() * 900 - 60, 60 + random() * 170, 140 + random() * 190, "#fff", 0.28);
      }
    }
    body += `<path d="${
      hills(random, { width: 960, bottom: 620, top: 400, swing: 70, steps: 12, sharp: true })
    }" fill="${far}" opacity=".8"/>`;
    for (const [x, half] of [[130, 190], [820, 230], [640, 150]]) {
      body += peak(random, x, 300 + random() * 60, half, 620, far, ground);
    }
    body += peak(random, 413, 60, 460, 660, near, ground);
    if (region === "city") body += city(random, "#16133a");
    if (region === "gates") {
      body +=
        `<path d="M330 620V330a150 150 0 0 1 300 0v290z" fill="#0a0714"/><path d="M356 620V336a124 124 0 0 1 248 0v284z" fill="#e88a5c" opacity=".28"/><path d="M404 620V350a76 76 0 0 1 152 0v270z" fill="#ffdf9e" opacity=".26"/>`;
    }
    if (region === "coast") body += `<path d="M0 520q240-18 480 0t480 0v100H0z" fill="#2f6f94"/>${floes(random)}`;
    else {body += `<path d="${
        hills(random, { width: 960, bottom: 620, top: 560, swing: 18, steps: 9 })
      }" fill="${ground}" opacity=".55"/>`;}
    return picture(body, 960, 620, "xMidYMax");
  });
}

/** Iris and ground of a madness card, by level. */
const EYES = [["#9fd3ee", "#1d4469"], ["#b9c2ff", "#2b2a63"], ["#dba4ff", "#43195a"], ["#ff9c8f", "#560f1d"]];

/**
 * The eye of a madness card; every card looks different.
 * @param {string} id
 * @param {number} level
 */
export function eye(id, level) {
  return kept(`mm eye ${id}`, () => {
    const random = chance(`mm ${id}`);
    const [iris, ground] = EYES[level] ?? EYES[0];
    let body = `<path d="M0 0h120v160H0z" fill="${ground}"/>`;
    for (let n = 0; n < 5 + level * 3; n++) {
      const angle = random() * Math.PI * 2;
      const [x, y] = [60 + Math.cos(angle) * 30, 80 + Math.sin(angle) * 24];
      const reach = 50 + random() * 50;
      body += `<path d="M${round(x)} ${round(y)}q${round(Math.cos(angle) * reach * 0.4 + (random() - 0.5) * 46)} ${
        round(Math.sin(angle) * reach * 0.4 + (random() - 0.5) * 46)
      } ${round(Math.cos(angle) * reach)} ${
        round(Math.sin(angle) * reach)
      }" fill="none" stroke="${iris}" stroke-width="${round(0.8 + random() * (1 + level))}" opacity=".4"/>`;
    }
    const open = 26 + random() * 10;
    body += `<path d="M8 80Q60 ${round(80 - open * 1.7)} 112 80 60 ${round(80 + open * 1.7)} 8 80z" fill="#fbf6ec"/>`;
    body += `<circle cx="60" cy="80" r="${round(open * 0.8)}" fill="${iris}"/>`;
    for (let n = 0; n < 22; n++) {
      const angle = n / 22 * Math.PI * 2 + random() * 0.2;
      body += `<path d="M60 80L${round(60 + Math.cos(angle) * open * 0.78)} ${
        round(80 + Math.sin(angle) * open * 0.78)
      }" stroke="${ground}" stroke-width=".9" opacity=".55"/>`;
    }
    body += `<ellipse cx="60" cy="80" rx="${round(3 + random() * 9)}" ry="${
      round(open * 0.55)
    }" fill="#0b0710"/><circle cx="66" cy="73" r="3.4" fill="#fff" opacity=".9"/>`;
    return picture(body, 120, 160);
  });
}

const COATS = ["#7a3b2a", "#35506b", "#4b5a35", "#6b4a6d", "#8a6a2c", "#2f5f5a", "#8c4358"];
const FURS = ["#e6d8bd", "#cdb894", "#f0e9dc", "#b59d78", "#7d6a55"];
const SKINS = ["#e3b491", "#c99a78", "#a8744f", "#8a5a3b", "#f0cbb0"];
const HAIRS = ["#3a2a1e", "#8a4a22", "#c9a25a", "#1d1a1c", "#c9c6c0"];

/** A ragged edge around the face. @param {() => number} random @param {string} fur */
function fringe(random, fur) {
  let edge = "";
  for (let n = 0; n < 34; n++) {
    const angle = n / 34 * Math.PI * 2;
    const [rx, ry] = [37 + random() * 6, 43 + random() * 6];
    edge += `${n ? "L" : "M"}${round(60 + Math.cos(angle) * rx)} ${round(64 + Math.sin(angle) * ry)}`;
  }
  return `<path d="${edge}Z" fill="${fur}"/>`;
}

/** What is worn: something behind the face, and something on it. @type {((coat: string, fur: string, random: () => number) => [string, string])[]} */
const HEADS = [
  // A hood with fur.
  (coat, fur, random) => [`<ellipse cx="60" cy="62" rx="44" ry="50" fill="${coat}"/>${fringe(random, fur)}`, ""],
  // A cap with ear flaps.
  (coat, fur) => [
    `<path d="M27 50h14v48q-14 4-14-10zM93 50H79v48q14 4 14-10z" fill="${fur}"/>`,
    `<path d="M28 48q0-34 32-34t32 34z" fill="${coat}"/><path d="M26 40h68v14H26z" fill="${fur}"/>`,
  ],
  // A knitted cap.
  (coat, fur) => [
    "",
    `<circle cx="60" cy="14" r="8" fill="${fur}"/><path d="M30 50q-2-34 30-34t30 34z" fill="${coat}"/><path d="M29 42h62v11H29z" fill="${fur}"/><path d="M40 42v11M50 42v11M60 42v11M70 42v11M80 42v11" stroke="#000" stroke-opacity=".18" stroke-width="2"/>`,
  ],
  // A pilot's helmet.
  (coat) => [
    "",
    `<path d="M29 84q-6-68 31-68t31 68q-6 4-9-4 2-30-8-34H46q-10 4-8 34-3 8-9 4z" fill="${coat}"/><path d="M60 16v30" stroke="#000" stroke-opacity=".25" stroke-width="2"/>`,
  ],
];

/** What is seen of the lower face. @type {((hair: string, coat: string) => string)[]} */
const CHINS = [
  (hair) => `<path d="M34 72c2 24 12 34 26 34s24-10 26-34c-8 9-16 7-26 7s-18 2-26-7z" fill="${hair}"/>`,
  (_, coat) => `<path d="M32 80c8 6 48 6 56 0v24c-14 8-42 8-56 0z" fill="${coat}"/>`,
  (hair) => `<path d="M42 83q9-9 18-2 9-7 18 2-9 5-18 1-9 4-18-1z" fill="${hair}"/>`,
  () =>
    `<path d="M51 87q9 5 18 0" fill="none" stroke="#000" stroke-opacity=".45" stroke-width="2.500" stroke-linecap="round"/>`,
  (hair) =>
    `<path d="M50 90q10-4 20 0l-3 15q-7 7-14 0z" fill="${hair}"/><path d="M52 85h16" stroke="#000" stroke-opacity=".4" stroke-width="2"/>`,
];

/**
 * An explorer dressed for the ice; the goggles show how the mind fares.
 * @param {string} name
 * @param {number} level
 */
export function portrait(name, level) {
  return kept(`mm ${name} ${level}`, () => {
    const random = chance(`mm explorer ${name}`);
    /** @template T @param {T[]} all @returns {T} */
    const one = (all) => all[Math.floor(random() * all.length)];
    const [coat, fur, skin, hair] = [one(COATS), one(FURS), one(SKINS), one(HAIRS)];
    const [behind, worn] = one(HEADS)(coat, fur, random);
    const chin = one(CHINS)(hair, one(COATS));
    const [iris, ground] = EYES[level] ?? EYES[0];
    let body =
      `<path d="M0 0h120v140H0z" fill="${ground}"/><path d="M0 96l26-40 20 26 22-34 52 60v40H0z" fill="#fff" opacity=".1"/>`;
    body += `<path d="M10 140c2-34 18-50 50-50s48 16 50 50z" fill="${coat}"/>${behind}`;
    body += `<ellipse cx="60" cy="66" rx="28" ry="34" fill="${skin}"/>${chin}${worn}`;
    body += `<path d="M30 56h60v5H30z" fill="#241a12"/>`;
    for (const x of [47, 73]) {
      body +=
        `<circle cx="${x}" cy="60" r="12.500" fill="#241a12"/><circle cx="${x}" cy="60" r="9.500" fill="${iris}"/>`;
      if (level > 1) {
        body += `<path d="M${x} 60m0-6a6 6 0 1 1-6 6 4 4 0 1 1 4 4" fill="none" stroke="${ground}" stroke-width="2"/>`;
      } else body += `<path d="M${x - 5} 57l6-4" stroke="#fff" stroke-width="2.500" stroke-linecap="round"/>`;
    }
    return picture(body, 120, 140);
  });
}
