// Ratings with their intervals: one row for each entrant, on a common scale, the best first.

import { h } from "../../elements.js";
import { say } from "../../say.js";
import { axis, interval, scale, whisker } from "../parts/charts.js";
import { number } from "../parts/format.js";

/**
 * @typedef {{ mu: number, low: number, high: number, ordinal: number, games: number }} Figures
 * @typedef {Figures & { name: import("../../elements.js").Child }} Row
 */

/**
 * A chart that is a table: names, marks on the scale, and the numbers.
 * @param {string} caption
 * @param {Row[]} rows
 */
export function ratingChart(caption, rows) {
  const sorted = [...rows].sort((a, b) => b.mu - a.mu);
  const on = scale(sorted.flatMap((one) => [one.low, one.high]));
  return h(
    "table.ratings",
    null,
    h("caption", null, caption),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th.rank", { scope: "col" }, h("span.for-ears", null, say("rank"))),
        h("th", { scope: "col" }, say("entrant")),
        h("th.marks", { scope: "col" }, h("span.for-ears", null, say("rating-chart")), axis(on)),
        h("th.amount", { scope: "col" }, say("rating")),
        h("th.amount.wide", { scope: "col" }, say("games-count")),
      ),
    ),
    h(
      "tbody",
      null,
      ...sorted.map((one, n) =>
        h(
          "tr",
          null,
          h("td.rank", null, n + 1),
          h("th", { scope: "row" }, one.name),
          h("td.marks", null, whisker({ value: one.mu, low: one.low, high: one.high }, on, { n })),
          h(
            "td.amount",
            null,
            interval({ value: one.mu, low: one.low, high: one.high }, (value) => number(value, 1)),
          ),
          h("td.amount.wide", { "data-label": say("games-count") }, number(one.games)),
        )
      ),
    ),
  );
}
