// What the entrants of an arena are called.

import { levelName } from "../parts/format.js";

/** @typedef {import("../../openapi.d.ts").Arena} Arena */

/**
 * An entrant's name. Bots that were given none have that of their level, which is translated.
 * @param {Pick<Arena, "entrants">} arena
 * @param {string} name
 */
export const entrantName = ({ entrants }, name) =>
  entrants.some((one) => one.name === name && one.level === name) ? levelName(name) : name;
