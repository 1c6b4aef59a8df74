// Drawing from facts: seeded chance, hills, clouds, stars. Pictures are `data:` images, made once and kept.

/**
 * Numbers between 0 and 1 that are the same for the same seed.
 * @param {string} seed
 * @returns {() => number}
 */
export function chance(seed) {
  let state = 2166136261;
  for (const char of seed) state = Math.imul(state ^ char.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** @param {number} value */
export const round = (value) => Math.round(value * 10) / 10;

/**
 * A range of hills as an SVG path from edge to edge, closed at the bottom.
 * @param {() => number} random
 * @param {{ width: number, bottom: number, top: number, swing: number, steps?: number, sharp?: boolean }} shape
 */
export function hills(random, { width, bottom, top, swing, steps = 6, sharp = false }) {
  const points = Array.from({ length: steps + 1 }, (_, n) => [width * n / steps, top + (random() - 0.5) * 2 * swing]);
  let path = `M0 ${bottom}L0 ${round(points[0][1])}`;
  points.forEach(([x, y], n) => {
    if (!n) return;
    const [px, py] = points[n - 1];
    const middle = round((px + x) / 2);
    path += sharp
      ? `L${round(x)} ${round(y)}`
      : `C${middle} ${round(py)} ${middle} ${round(y)} ${round(x)} ${round(y)}`;
  });
  return `${path}L${width} ${bottom}Z`;
}

/**
 * A smooth line through points, as a path without its first letter.
 * @param {number[][]} points
 */
export function curve(points) {
  const at = (/** @type {number} */ n) => points[Math.min(Math.max(n, 0), points.length - 1)];
  let path = `${round(points[0][0])} ${round(points[0][1])}`;
  for (let n = 1; n < points.length; n++) {
    const [before, from, to, after] = [at(n - 2), at(n - 1), at(n), at(n + 1)];
    const [x1, y1] = [from[0] + (to[0] - before[0]) / 6, from[1] + (to[1] - before[1]) / 6];
    const [x2, y2] = [to[0] - (after[0] - from[0]) / 6, to[1] - (after[1] - from[1]) / 6];
    path += `C${[x1, y1, x2, y2, to[0], to[1]].map(round).join(" ")}`;
  }
  return path;
}

/**
 * Stars or other dots in an area.
 * @param {() => number} random
 * @param {number} count
 * @param {number} width
 * @param {number} height
 * @param {string} fill
 */
export function stars(random, count, width, height, fill = "#fff") {
  let out = "";
  for (let n = 0; n < count; n++) {
    out += `<circle cx="${round(random() * width)}" cy="${round(random() * height)}" r="${
      round(0.4 + random() * 0.9)
    }" fill="${fill}" opacity="${round(0.35 + random() * 0.6)}"/>`;
  }
  return out;
}

/**
 * A flat cloud.
 * @param {number} x
 * @param {number} y
 * @param {number} width
 * @param {string} fill
 * @param {number} opacity
 */
export function cloud(x, y, width, fill, opacity) {
  const [h, r] = [round(width * 0.06), round(width * 0.1)];
  return `<path d="M${round(x)} ${round(y)}q${round(width * 0.15)} ${-r} ${round(width * 0.38)} ${-h}q${
    round(width * 0.2)
  } ${-r} ${round(width * 0.36)} 0q${round(width * 0.16)} 0 ${
    round(width * 0.26)
  } ${h}z" fill="${fill}" opacity="${opacity}"/>`;
}

/**
 * The light around a sun or moon, as a gradient with this id and a disc filled with it.
 * @param {string} id
 * @param {number} x
 * @param {number} y
 * @param {number} radius
 * @param {string} fill
 * @param {number} strength
 */
export const halo = (id, x, y, radius, fill, strength) =>
  `<radialGradient id="${id}"><stop offset=".2" stop-color="${fill}" stop-opacity="${strength}"/><stop offset="1" stop-color="${fill}" stop-opacity="0"/></radialGradient><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#${id})"/>`;

/**
 * A picture from the text of an SVG, for `src` of an image. Such images cannot run scripts. It is no object URL: to make
 * one, and to load it, the page waits for another process of the browser.
 * @param {string} body
 * @param {number} width
 * @param {number} height
 * @param {string} [fit] how it fills another shape
 */
export function picture(body, width, height, fit = "xMidYMid") {
  const text =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" preserveAspectRatio="${fit} slice">${body}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(text)}`;
}

/** @type {Map<string, string>} */
const drawn = new Map();

/**
 * A picture that is drawn when it is first needed.
 * @param {string} key
 * @param {() => string} draw
 */
export function kept(key, draw) {
  let found = drawn.get(key);
  if (found === undefined) drawn.set(key, found = draw());
  return found;
}
