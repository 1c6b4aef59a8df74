// How far an arena has come: a pill, and a bar with its numbers.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { number } from "../parts/format.js";

const SIGNS = /** @type {Record<string, [string, string]>} */ ({
  running: ["turn", "hourglass"],
  paused: ["", "pause"],
  finished: ["done", "check"],
  cancelled: ["lost", "close"],
  aborted: ["lost", "warning"],
});

/** @param {string} status */
export const statusPill = (status) =>
  h(
    "span.pill",
    { class: SIGNS[status]?.[0] ?? "" },
    icon(SIGNS[status]?.[1] ?? "table"),
    h("span", null, say(`arena-${status}`)),
  );

/** @param {{ played: number, games: number }} arena */
export const progress = (arena) =>
  h(
    "div.progress",
    {
      role: "progressbar",
      "aria-label": say("progress"),
      "aria-valuemin": 0,
      "aria-valuemax": arena.games,
      "aria-valuenow": arena.played,
      "aria-valuetext": say("played-of", { played: number(arena.played), games: number(arena.games) }),
    },
    h("i", { style: { width: `${arena.games ? Math.min(100, arena.played / arena.games * 100) : 0}%` } }),
  );
