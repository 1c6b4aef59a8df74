// Small charts: a value with its interval on a common scale. The numbers always stand beside the marks.

import { h } from "../../elements.js";
import { number } from "./format.js";

/**
 * @typedef {{ value: number, low: number | null, high: number | null }} Interval
 * @typedef {{ from: number, to: number, ticks: number[], digits: number }} Scale
 */

/**
 * A scale with round ticks that holds these values.
 * @param {(number | null | undefined)[]} values
 * @param {number} [wanted] about so many ticks
 * @returns {Scale}
 */
export function scale(values, wanted = 5) {
  const known = values.filter((one) => one !== null && one !== undefined && Number.isFinite(one)).map(Number);
  const [low, high] = known.length ? [Math.min(...known), Math.max(...known)] : [0, 1];
  const span = Math.max(high - low, Math.abs(high) * 0.05, 0.5);
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 2.5, 5, 10].map((one) => one * power).find((one) => one >= rough) ?? power * 10;
  const from = Math.floor(low / step) * step;
  const count = Math.max(1, Math.ceil((high - from) / step));
  const ticks = Array.from({ length: count + 1 }, (_, n) => from + n * step);
  const digits = Math.max(0, -Math.floor(Math.log10(step) + 1e-9) + (step / power === 2.5 ? 1 : 0));
  return { from, to: ticks[count], ticks, digits };
}

/** Shares from 0 to 1. @type {Scale} */
export const SHARE = { from: 0, to: 1, ticks: [0, 0.25, 0.5, 0.75, 1], digits: 2 };

/** Where a value lies, in percent. @param {Scale} on @param {number} value */
const at = (on, value) => `${Math.max(0, Math.min(100, (value - on.from) / (on.to - on.from) * 100)).toFixed(2)}%`;

/**
 * The marks of a value and its interval. Decoration: whoever uses it writes the numbers beside it.
 * @param {Interval | null} interval
 * @param {Scale} on
 * @param {{ mark?: "dot" | "ring" | "bar", reference?: number | null, n?: number }} [how] `ring` is the second of two
 */
export function whisker(interval, on, { mark = "dot", reference = null, n = 0 } = {}) {
  return h(
    "div.whisker",
    { "aria-hidden": "true", "data-mark": mark, "data-row": n },
    ...on.ticks.map((tick) => h("i.tick", { style: { left: at(on, tick) } })),
    reference !== null && h("i.reference", { style: { left: at(on, reference) } }),
    interval && mark === "bar" && h("i.fill", { style: { width: at(on, interval.value) } }),
    interval && interval.low !== null && interval.high !== null &&
      h("i.range", {
        style: {
          left: at(on, interval.low),
          right: `calc(100% - ${at(on, interval.high)})`,
        },
      }),
    interval && h("i.point", { style: { left: at(on, interval.value) } }),
  );
}

/**
 * The axis below or above whiskers.
 * @param {Scale} on
 * @param {(value: number) => string} [written]
 */
export const axis = (on, written = (value) => number(value, on.digits)) =>
  h(
    "div.axis",
    { "aria-hidden": "true" },
    ...on.ticks.map((tick, k) =>
      h(
        "span",
        { style: { left: at(on, tick) }, class: k === 0 ? "first" : k === on.ticks.length - 1 ? "last" : "" },
        written(tick),
      )
    ),
  );

/**
 * An interval in words: "31.4 (29.0–33.8)".
 * @param {Interval | null} interval
 * @param {(value: number) => string} written
 */
export function interval(interval, written) {
  if (!interval) return "–";
  if (interval.low === null || interval.high === null) return written(interval.value);
  return `${written(interval.value)} (${written(interval.low)}–${written(interval.high)})`;
}
