// The signs of The Golden Compass, drawn on 48 × 48: daemons, symbols of the alethiometer, goods.

import { svg } from "../../elements.js";

/** Filled shapes; a path that begins with "~" is a line. @type {Record<string, string[]>} */
const SHAPES = {
  // daemons
  ermine: [
    "M15 45c-4-8-2-16 3-21 3-3 4-5 4-8-4 1-8 0-8-2 0-3 4-6 9-8 0-2 1-4 3-4 2 0 2 2 2 3 4 2 6 5 6 10 0 6-3 9-4 15-1 6 1 10 4 13l-1 2z",
    "M30 45c6 1 10-3 12-10l4 1c-1 8-8 13-16 11z",
    "*M23 9.500a1.600 1.600 0 1 0 0 3.200 1.600 1.600 0 0 0 0-3.200zM43 31l4 1-1 5-4-1z",
  ],
  moth: [
    "M24 15c1-4 3-6 6-7l1 1c-2 1-4 3-5 6 6-6 13-7 18-5 0 7-3 13-9 16 4 2 5 6 4 10-6 2-11-1-14-6l-1 8-1-8c-3 5-8 8-14 6-1-4 0-8 4-10-6-3-9-9-9-16 5-2 12-1 18 5-1-3-3-5-5-6l1-1c3 1 5 3 6 7z",
  ],
  wildcat: [
    "M10 40c-2-10 1-17 6-20L14 8l9 6h8l8-6-1 12c5 4 6 11 4 20l-6-1-2-6-4 7h-9l-4-7-2 6z",
    "*M19 22a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM33 22a2 2 0 1 0 0 4 2 2 0 0 0 0-4zM24 29l2 2 2-2z",
  ],
  mouse: [
    "M4 34c3-10 11-16 20-15 1-6 5-9 9-8 4 1 6 5 4 9 4 2 7 6 7 9 0 4-5 6-11 6H12c-3 0-4 3-1 4l10 1v2l-11-1c-6-1-7-4-6-7z",
    "*M37 25a1.6 1.6 0 1 0 0 3.2 1.6 1.6 0 0 0 0-3.2z",
  ],
  gull: [
    "M2 18c7-5 14-5 20 3l2 3 2-3c6-8 13-8 20-3-6 0-11 3-14 8l-4 6 3 8-7-5-7 5 3-8-4-6c-3-5-8-8-14-8z",
  ],
  dolphin: [
    "M4 30c4-11 14-18 26-17l5-5c2 2 2 5 1 8 5 3 8 8 8 13-4-4-8-6-13-6-2 7-9 11-17 10l-4 7c-2-2-2-5-1-8-2-1-4-1-5-2z",
    "*M33 19a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3z",
  ],
  // symbols
  hourglass: [
    "M12 6h24v4h-3c0 7-5 9-6 14 1 5 6 7 6 14h3v4H12v-4h3c0-7 5-9 6-14-1-5-6-7-6-14h-3z",
    "*M19 12h10c0 4-4 6-5 9-1-3-5-5-5-9zM24 29c1 4 6 5 6 9H18c0-4 5-5 6-9z",
  ],
  sun: [
    "M24 15a9 9 0 1 0 0 18 9 9 0 0 0 0-18zM24 3l3 8h-6zM24 45l-3-8h6zM3 24l8-3v6zM45 24l-8 3v-6zM9 9l8 4-4 4zM39 39l-8-4 4-4zM39 9l-4 8-4-4zM9 39l4-8 4 4z",
  ],
  anchor: [
    "M24 4a5 5 0 0 1 2.2 9.5V18H33v4h-6.800v16c5-1 9-4 10-9l-4 1 6-8 5 9-3-1c-2 9-9 14-16.2 14S10 39 8 30l-3 1 5-9 6 8-4-1c1 5 5 8 10 9V22h-7v-4h7v-4.500A5 5 0 0 1 24 4zm0 3a2 2 0 1 0 0 4 2 2 0 0 0 0-4z",
  ],
  serpent: [
    "~M33 13c-4-6-16-5-17 2-1 8 17 7 17 16 0 8-14 10-19 3",
    "M36 8c4 0 6 3 6 6-3 3-8 2-10-1 0-3 2-5 4-5z",
  ],
  cauldron: [
    "M8 18h32v4h-3c1 10-3 17-8 18l3 4h-4l-2-3h-4l-2 3h-4l3-4c-5-1-9-8-8-18H8z",
    "M18 5c3 3-2 5 0 9h2c-2-4 3-5-2-9zM27 4c3 4-2 6 0 10h2c-2-4 3-6-2-10z",
  ],
  owl: [
    "M9 8c4 3 8 4 15 4s11-1 15-4c1 5 1 9-1 12 2 11-4 22-14 22S8 31 10 20C8 17 8 13 9 8z",
    "*M17 16a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM31 16a5 5 0 1 0 0 10 5 5 0 0 0 0-10zM24 25l3 4-3 4-3-4z",
  ],
  // everything else
  spy: ["M24 20l4 2 10-9c3 6 0 13-8 15l6 4-7 2-5 6-5-6-7-2 6-4c-8-2-11-9-8-15l10 9zM21 9l3 8 3-8z"],
  joker: ["M24 4l5 14h15L32 27l4 15-12-9-12 9 4-15L4 18h15z"],
  compass: ["M24 3l5 16 16 5-16 5-5 16-5-16-16-5 16-5zm0 17a4 4 0 1 0 0 8 4 4 0 0 0 0-8z"],
  ally: ["M24 6a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM8 43c1-11 7-18 16-18s15 7 16 18z"],
  dust: [
    "M24 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM12 15a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM36 16a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zM24 21a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 28a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM37 28a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM24 35a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5z",
  ],
  magisterium: ["M21 3h6v9h8v6h-8v27h-6V18h-8v-6h8z"],
  choice: ["M24 5l5 5-3 0v10h10v-3l7 7-7 7v-3H26v10h3l-5 7-5-7h3V28H12v3l-7-7 7-7v3h10V10h-3z"],
  card: [
    "M12 5h24a3 3 0 0 1 3 3v32a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zm12 11l-2.5 5.500L16 24l5.5 2.500L24 32l2.5-5.500L32 24l-5.5-2.500z",
  ],
  lyra: ["M24 4c5 0 8 4 8 9 0 3-1 5-3 7 5 3 7 9 8 23H11c1-14 3-20 8-23-2-2-3-4-3-7 0-5 3-9 8-9z"],
  truth: ["M24 9C14 9 7 16 3 24c4 8 11 15 21 15s17-7 21-15C41 16 34 9 24 9zm0 7a8 8 0 1 1 0 16 8 8 0 0 1 0-16z"],
  token: ["M24 4a20 20 0 1 0 0 40 20 20 0 0 0 0-40zm0 5a15 15 0 1 1 0 30 15 15 0 0 1 0-30z"],
  passage: ["M10 44V22a14 14 0 0 1 28 0v22h-6V22a8 8 0 0 0-16 0v22z", "M24 16l2 5 5 1-4 4 1 5-4-3-4 3 1-5-4-4 5-1z"],
  dirigible: ["M3 19c0-6 10-11 21-11s21 5 21 11-10 11-21 11S3 25 3 19zm13 13h16l-3 6H19zM40 10l6-4v26l-6-4z"],
};

/**
 * The parts of a sign, to be put into a larger drawing.
 * @param {string} name
 * @param {string} [hole] the colour of what lies on the shape: eyes, sand
 */
export function parts(name, hole = "var(--hole, #0008)") {
  return (SHAPES[name] ?? SHAPES.token).map((path) =>
    path.startsWith("~")
      ? svg("path", {
        d: path.slice(1),
        fill: "none",
        stroke: "currentColor",
        "stroke-width": 5,
        "stroke-linecap": "round",
      })
      : svg("path", {
        d: path.replace(/^\*/, ""),
        class: path.startsWith("*") ? "hole" : "",
        fill: path.startsWith("*") ? hole : "currentColor",
        "fill-rule": "evenodd",
      })
  );
}

/**
 * A sign; with a name it is an image for screen readers.
 * @param {string} name
 * @param {string} [label]
 */
export function glyph(name, label) {
  return svg(
    "svg",
    {
      class: "gc-glyph",
      viewBox: "0 0 48 48",
      ...(label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" }),
    },
    ...parts(name),
  );
}
