// The signs on the cards: wonders, clue, night, biomes, fame.

import { h, svg } from "../../elements.js";

/** @type {Record<string, string>} */
const PATHS = {
  stone: "M11.3 2v20H9L5.5 9zM12.7 2l5.8 7L15 22h-2.3z",
  chimera:
    "M4 3c.5 3 2 4.5 4 5 1-1 2.5-1.5 4-1.5s3 .5 4 1.5c2-.5 3.5-2 4-5 1.5 4 .5 7-1.5 9 0 4-3 9-6.5 9s-6.5-5-6.5-9C3.5 10 2.5 7 4 3zM8.5 12.5l3 1.5-1.5 1.5zM15.5 12.5l-3 1.5 1.5 1.5z",
  thistle:
    "M12 2l1.5 4L16 2.5l-.3 4.2L19 5l-2 4.5c1 2.5-1 5.5-4 6V22h-2v-6.5c-3-.5-5-3.5-4-6L5 5l3.3 1.7L8 2.5 10.5 6zM11 20c-2.5 0-4-1.5-4.5-4 2.5 0 4 1.5 4.5 4zM13 20c2.5 0 4-1.5 4.5-4-2.5 0-4 1.5-4.5 4z",
  clue: "M3 5l6-2v16l-6 2zM10.2 3l4 2v16l-4-2zM15.5 5L21 3v16l-5.5 2z",
  night: "M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5z",
  river:
    "M2 7c3-3 5-3 7 0s4 3 7 0 4-2 6-1v3c-2-1-3-1-5 1-3 3-6 3-9 0-1.5-2-3-2-6 1zM2 14c3-3 5-3 7 0s4 3 7 0 4-2 6-1v3c-2-1-3-1-5 1-3 3-6 3-9 0-1.5-2-3-2-6 1z",
  city: "M3 21V11l3-3 3 3v10zM10 21V6l2.5-4L15 6v15zM16 21v-8l2.5-2.5L21 13v8z",
  forest: "M12 2l5 7h-2.5l4.5 6h-3l3.5 5H13v2h-2v-2H4.5L8 15H5l4.5-6H7z",
  desert: "M2 20L9 6l3 4 2.5-3L22 20zM8.5 10.5l-2 4 2.2-1 1.5 1.5.5-3z",
  star: "M12 2.5l2.9 6.3 6.8.8-5 4.7 1.3 6.8L12 17.7 6 21.1l1.3-6.8-5-4.7 6.8-.8z",
  sanctuary: "M3 9l9-6 9 6v2H3zM5 12h3v7H5zM10.5 12h3v7h-3zM16 12h3v7h-3zM3 20h18v2H3z",
};

/**
 * A sign without its disc.
 * @param {string} name
 */
export function glyph(name) {
  const quarters = ["river", "city", "desert", "forest"];
  if (name === "four_biomes") {
    return svg(
      "svg",
      { class: "glyph four_biomes", viewBox: "0 0 24 24", "aria-hidden": "true" },
      ...[
        "M12 12V2A10 10 0 0 0 2 12z",
        "M12 12h10A10 10 0 0 0 12 2z",
        "M12 12v10a10 10 0 0 0 10-10z",
        "M12 12H2a10 10 0 0 0 10 10z",
      ]
        .map((d, n) => svg("path", { d, class: `tint-${quarters[n]}` })),
    );
  }
  return svg(
    "svg",
    { class: `glyph ${name}`, viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: PATHS[name] ?? PATHS.star, "fill-rule": "evenodd" }),
  );
}

/**
 * A sign on its disc.
 * @param {string} name
 */
export const token = (name) => h("span.token", { class: `tint-${name}` }, glyph(name));

/** Digits drawn by us, 10 wide and 16 high. */
const DIGITS = [
  "M5 1a4 7 0 0 1 0 14a4 7 0 0 1 0-14z",
  "M2.4 4.4L6 1v14",
  "M1.3 5.2a3.8 4 0 0 1 7.5-.9c.5 2-.4 3.6-1.7 5L1.3 15H9",
  "M1.6 2.8a3.6 3.3 0 1 1 3 4.7a3.9 3.75 0 1 1-3.4 5.6",
  "M6.9 15V1L.8 11.2h8.6",
  "M8.3 1H2.5L1.9 7.2c1-.7 2-1 3.1-1a4 4.4 0 1 1-3.7 6.8",
  "M7.2 1C4.6 3.6 1 7.4 1 10.9a4 4.1 0 0 0 8 0a4 4.1 0 0 0-7.6-1.7",
  "M1 1h8L4 15",
  "M5 7.4a3.4 3.2 0 1 1 0-6.4a3.4 3.2 0 0 1 0 6.4a4.1 3.8 0 1 1 0 7.6a4.1 3.8 0 0 1 0-7.6z",
  "M2.8 15C5.4 12.4 9 8.6 9 5.1a4 4.1 0 0 0-8 0a4 4.1 0 0 0 7.6 1.7",
];

/**
 * A number in our own digits.
 * @param {number} value
 */
export function numeral(value) {
  const digits = [...String(Math.abs(value))];
  return svg(
    "svg",
    { class: "numeral", viewBox: `-1.5 -1.5 ${digits.length * 12 + 1} 19`, role: "img", "aria-label": String(value) },
    ...digits.map((digit, n) => svg("path", { d: DIGITS[Number(digit)], transform: `translate(${n * 12} 0)` })),
  );
}
