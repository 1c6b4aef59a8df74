// The statistics of a card as small charts: how often it is taken, and how it goes for those who take it.

import { h } from "../../elements.js";
import { say } from "../../say.js";
import { axis, interval, scale, SHARE, whisker } from "../parts/charts.js";
import { levelName, number, percent } from "../parts/format.js";
import { capital, kindName } from "./collection.js";

/**
 * @typedef {import("../../openapi.d.ts").CardStatistics} Statistics
 * @typedef {import("../../openapi.d.ts").GroupStatistics} Group
 * @typedef {import("../parts/charts.js").Scale} Scale
 * @typedef {import("../parts/charts.js").Interval} Interval
 */

const place = (/** @type {number} */ value) => number(value, 2);
const points = (/** @type {number} */ value) => number(value, 1);

/**
 * All statistics of a card, by kind of decision.
 * @param {import("../../openapi.d.ts").Card} card
 */
export function statistics(card) {
  if (!card.kinds.length) return [h("p.none", null, say("no-statistics"))];
  return [
    h("p.hint", null, say("statistics-about")),
    ...card.kinds.map((kind) => ofKind(kind, card.groups.filter((one) => one.kind === kind.kind))),
  ];
}

/**
 * @param {Statistics} all
 * @param {Group[]} groups
 */
function ofKind(all, groups) {
  const last = Math.max(2, ...groups.map((one) => one.seats));
  const places = { from: 1, to: last, ticks: Array.from({ length: last }, (_, n) => n + 1), digits: 0 };
  const worth = scale([all.points?.low ?? all.points?.value, all.points?.high ?? all.points?.value]);
  return h(
    "section.card-kind",
    { "aria-label": capital(kindName(all.kind)) },
    h("h3", null, capital(kindName(all.kind))),
    h(
      "p.hint",
      null,
      say("offered-taken", {
        offered: number(all.offered),
        taken: number(all.taken),
        seen: number(all.seen),
        takers: number(all.takers),
      }),
    ),
    h(
      "div.measures",
      null,
      measure(say("take-rate"), SHARE, percent, [[null, all.take_rate]]),
      measure(say("win-rate"), SHARE, percent, [
        [say("with-card"), all.win_rate],
        [say("without-card"), all.win_rate_if_not_taken],
      ]),
      all.place && measure(say("place-mean"), places, place, [[null, all.place]]),
      all.points && measure(say("points-mean"), worth, points, [[null, all.points]]),
    ),
    groups.length > 0 && byGroup(groups),
  );
}

/**
 * One measure: a name, and a row for each value with its marks and numbers.
 * @param {string} name
 * @param {Scale} on
 * @param {(value: number) => string} written
 * @param {[string | null, Interval | null][]} rows
 */
const measure = (name, on, written, rows) =>
  h(
    "figure.measure",
    null,
    h("figcaption", null, name),
    ...rows.map(([label, value], n) =>
      h(
        "div.measure-row",
        null,
        h("p", null, label && h("span", null, label), h("b", null, interval(value, written))),
        whisker(value, on, { mark: n ? "ring" : "dot" }),
      )
    ),
    axis(on, written === percent ? percent : undefined),
  );

/**
 * The same by number of players and level.
 * @param {Group[]} groups
 */
function byGroup(groups) {
  const scored = groups.some((one) => one.points !== null);
  return h(
    "table.ratings.groups",
    null,
    h("caption", null, say("by-group")),
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        h("th", { scope: "col" }, say("who-played")),
        h("th.amount", { scope: "col" }, say("take-rate")),
        h("th.marks", { scope: "col" }, h("span.for-ears", null, say("win-rate")), axis(SHARE, percent)),
        h("th.amount", { scope: "col" }, say("win-rate")),
        h("th.amount.wide", { scope: "col" }, say("place-mean")),
        scored && h("th.amount.wide", { scope: "col" }, say("points")),
      ),
    ),
    h(
      "tbody",
      null,
      ...groups.map((one) =>
        h(
          "tr",
          null,
          h(
            "th",
            { scope: "row" },
            levelName(one.level),
            h("span.kind", null, say("players-at-table", { count: one.seats })),
          ),
          h(
            "td.amount",
            { "data-label": say("take-rate") },
            `${number(one.taken)} / ${number(one.offered)} (${percent(one.take_rate?.value)})`,
          ),
          h("td.marks", null, whisker(one.win_rate, SHARE, { reference: 1 / one.seats })),
          h("td.amount", { "data-label": say("win-rate") }, interval(one.win_rate, percent)),
          h("td.amount.wide", { "data-label": say("place-mean") }, interval(one.place, place)),
          scored && h("td.amount.wide", { "data-label": say("points") }, interval(one.points, points)),
        )
      ),
    ),
  );
}
