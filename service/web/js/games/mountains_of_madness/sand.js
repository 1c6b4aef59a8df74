// The sand timer. It runs by the time of the service, as an animation that is already under way when it is drawn, so
// that drawing the table anew does not start it again. With reduced motion it is a still picture with the seconds.

import { now } from "../../api.js";
import { h, svg, unique } from "../../elements.js";
import { minutes } from "../../table/clocks.js";
import { factsOf, silent, viewOf, word } from "./facts.js";

/** @typedef {import("./facts.js").Seat} Seat */

const GRAINS = 30;
const MESSAGES = 6;

/** The shape of the glass: both bulbs, and each alone for the sand in it. */
const GLASS = "M22 14h56c0 34-24 42-24 61s24 27 24 61H22c0-34 24-42 24-61S22 48 22 14z";
const UPPER = "M22 14h56c0 34-24 42-24 61h-8C46 56 22 48 22 14z";
const LOWER = "M46 75h8c0 19 24 27 24 61H22c0-34 24-42 24-61z";

/**
 * How much sand is left, from 1 to 0, and how it moves on.
 * @param {Seat} seat
 * @returns {{ left: number, total: number, ends: string | null, messages: number | null }}
 */
function flow(seat) {
  const { place, me } = viewOf(seat);
  const options = /** @type {any} */ (seat.table.options);
  const total = Number(options.timer_s ?? factsOf(seat).timer);
  if (options.mode === "relaxed" && viewOf(seat).phase !== "encounter") {
    return { left: 0, total, ends: null, messages: null };
  }
  if (options.mode === "relaxed") {
    const messages = me?.messages_left ?? null;
    return { left: (messages ?? MESSAGES) / MESSAGES, total, ends: null, messages };
  }
  const ends = seat.shown.sand.find((one) => one.kind === "hourglass")?.ends_at ?? null;
  const seconds = ends
    ? (Date.parse(ends) - now()) / 1000
    : viewOf(seat).phase === "encounter"
    ? total * (1 - (place?.sand ?? 0) / GRAINS)
    : 0;
  return { left: Math.min(1, Math.max(0, seconds / total)), total, ends, messages: null };
}

/** @param {Seat} seat */
export function hourglass(seat) {
  const { left, total, ends, messages } = flow(seat);
  const view = viewOf(seat);
  const [upper, lower] = [unique("mm-upper"), unique("mm-lower")];
  const said = ends ? minutes(Date.parse(ends) - now()) : null;
  return h(
    "figure.mm-sand",
    {
      class: `${ends ? "runs" : ""} ${left <= 0.34 && view.phase === "encounter" ? "low" : ""}`,
      style: { "--left": left.toFixed(4), "--total": `${total}s`, "--gone": `${((left - 1) * total).toFixed(3)}s` },
    },
    svg(
      "svg",
      { viewBox: "0 0 100 150", "aria-hidden": "true" },
      svg(
        "defs",
        null,
        svg("clipPath", { id: upper }, svg("path", { d: UPPER })),
        svg("clipPath", { id: lower }, svg("path", { d: LOWER })),
      ),
      svg("path", { d: GLASS, class: "glass" }),
      svg("g", { "clip-path": `url(#${upper})` }, svg("rect", { x: 10, y: 19, width: 80, height: 57, class: "above" })),
      svg("g", { "clip-path": `url(#${lower})` }, svg("rect", { x: 10, y: 85, width: 80, height: 51, class: "below" })),
      svg("path", { d: "M50 74v62", class: "stream" }),
      svg("path", { d: GLASS, class: "edge" }),
      svg("path", { d: "M30 22c2 14 8 22 13 30", class: "shine" }),
      svg("path", { d: "M14 6h72v9H14zM14 135h72v9H14z", class: "wood" }),
    ),
    h(
      "figcaption",
      { role: "timer", "aria-label": ends ? seat.words.term("timer") : null },
      said && h("b", { "data-deadline": ends }, said),
      h("span", null, caption(seat, messages)),
    ),
  );
}

/** @param {Seat} seat @param {number | null} messages */
function caption(seat, messages) {
  const { place } = viewOf(seat);
  if (silent(seat)) return word(seat, "silence");
  if (messages !== null) return word(seat, "messages-left", { count: messages });
  return place && place.timer > 1 ? word(seat, "timer-again", { timer: place.timer }) : "";
}
