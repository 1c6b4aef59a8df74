// The results of an arena: shares with intervals, points, time per decision, and what went wrong.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { has, say } from "../../say.js";
import { axis, interval, SHARE, whisker } from "../parts/charts.js";
import { number, percent } from "../parts/format.js";
import { entrantName } from "./entrants.js";

/** @typedef {import("../../openapi.d.ts").ArenaDetail} Arena */

/** A share of the API as an interval. @param {{ mean: number, low: number, high: number }} share */
const asInterval = (share) => ({ value: share.mean, low: share.low, high: share.high });

/** @param {Arena} arena */
export function standings(arena) {
  const sorted = [...arena.standings].sort((a, b) => b.wins.mean - a.wins.mean);
  const [scored, timed] = [sorted.some((one) => one.score !== null), sorted.some((one) => one.ms !== null)];
  return h(
    "table.ratings",
    null,
    h("caption", null, say("win-share")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, say("entrant")),
        h("th.marks", { scope: "col" }, h("span.for-ears", null, say("win-share")), axis(SHARE, percent)),
        h("th.amount", { scope: "col" }, say("wins-count")),
        scored && h("th.amount.wide", { scope: "col" }, say("points")),
        timed && h("th.amount.wide", { scope: "col" }, say("ms-per-decision")),
        h("th.amount.wide", { scope: "col" }, say("failed")),
      ),
    ),
    h(
      "tbody",
      null,
      ...sorted.map((one, n) =>
        h(
          "tr",
          null,
          h("th", { scope: "row" }, entrantName(arena, one.entrant)),
          h("td.marks", null, whisker(asInterval(one.wins), SHARE, { mark: "bar", n })),
          h("td.amount", null, interval(asInterval(one.wins), percent)),
          scored && h("td.amount.wide", { "data-label": say("points") }, number(one.score, 1)),
          timed && h("td.amount.wide", { "data-label": say("ms-per-decision") }, number(one.ms, 1)),
          h("td.amount.wide", { "data-label": say("failed") }, failures(one)),
        )
      ),
    ),
  );
}

/** @param {Arena["standings"][number]} one */
function failures(one) {
  const kinds = Object.entries(one.failures);
  if (!kinds.length) return "0";
  const words = kinds.map(([kind, count]) => `${has(`outcome-${kind}`) ? say(`outcome-${kind}`) : kind}: ${count}`);
  return h("span.failed", { title: one.note }, icon("warning"), words.join(", "));
}
