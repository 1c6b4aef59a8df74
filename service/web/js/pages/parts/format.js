// Numbers, times and games as people read them.

import { fixed } from "../../api.js";
import { language } from "../../preferences.js";
import { has, say } from "../../say.js";

/** @param {number | null | undefined} value @param {number} [digits] */
export const number = (value, digits = 0) =>
  value === null || value === undefined ? "–" : value.toLocaleString(language(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // Zero has no sign, also where it was rounded.
    signDisplay: "negative",
  });

/** @param {number | null | undefined} share between 0 and 1 */
export const percent = (share) =>
  share === null || share === undefined
    ? "–"
    : share.toLocaleString(language(), { style: "percent", maximumFractionDigits: 0 });

/** @param {string | null | undefined} time RFC 3339 @param {boolean} [seconds] */
export const when = (time, seconds = false) =>
  time
    ? new Date(time).toLocaleString(language(), { dateStyle: "medium", timeStyle: seconds ? "medium" : "short" })
    : "–";

/** @param {number} bytes */
export const size = (bytes) =>
  bytes < 1e6 ? `${number(bytes / 1e3, bytes < 1e4 ? 1 : 0)} kB` : `${number(bytes / 1e6, 1)} MB`;

/** @returns {Promise<import("../../openapi.d.ts").Game[]>} */
export const allGames = async () => (await fixed("/games")).items;

/** @returns {Promise<Map<string, string>>} names of games by id */
export const gameTitles = async () => new Map((await allGames()).map((game) => [game.name, game.title]));

/**
 * What a level is called: a bot's, or who plays instead of one.
 * @param {string} level
 */
export const levelName = (level) => has(`who-${level}`) ? say(`who-${level}`) : level;

/**
 * What a role is called.
 * @param {string} role
 */
export const roleName = (role) => has(`role-${role}`) ? say(`role-${role}`) : role;
