// Countdowns by the time of the service. One timer moves all that are on the page.

import { now } from "../api.js";
import { h } from "../elements.js";
import { icon } from "../icons.js";
import { say } from "../say.js";

/** @param {number} ms */
export function minutes(ms) {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 86400) return say("days", { count: Math.round(seconds / 86400) });
  if (seconds >= 3600) {
    return `${Math.floor(seconds / 3600)}:${String(Math.floor(seconds / 60) % 60).padStart(2, "0")} h`;
  }
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/**
 * How long until a time, or null without one.
 * @param {string | null | undefined} deadline
 * @param {string} [label]
 */
export function countdown(deadline, label) {
  if (!deadline) return null;
  const left = Date.parse(deadline) - now();
  return h(
    "span.countdown",
    {
      "data-deadline": deadline,
      role: "timer",
      "aria-label": label ?? say("time-left"),
      class: left < 10_000 ? "urgent" : "",
    },
    icon("clock"),
    h("span", null, minutes(left)),
  );
}

/** Move all countdowns. */
function tick() {
  for (const one of document.querySelectorAll("[data-deadline]")) {
    const left = Date.parse(one.getAttribute("data-deadline") ?? "") - now();
    const text = one.lastElementChild ?? one;
    const shown = minutes(left);
    if (text.textContent !== shown) text.textContent = shown;
    one.classList.toggle("urgent", left < 10_000);
  }
}
setInterval(tick, 250);
