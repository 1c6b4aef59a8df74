// The delivery log of an agent: every attempt, what came of it, and how long it took.

import { get } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { has, say } from "../../say.js";
import { callButton, query } from "../parts/calls.js";
import { number, when } from "../parts/format.js";
import { paged, panel } from "../parts/frame.js";
import { listDeliveries } from "./calls.js";
import { trying } from "../../toast.js";

/** @typedef {import("../../openapi.d.ts").Delivery} Delivery */

/** Outcomes that are nobody's fault: answered, declined on purpose, or overtaken by the game. */
const GOOD = new Set(["answered", "declined", "stale"]);

/** @param {Delivery} one */
const line = (one) =>
  h(
    "li.delivery",
    { class: GOOD.has(one.outcome) ? "" : "bad" },
    h(
      "span.pill",
      { class: one.outcome === "answered" ? "done" : GOOD.has(one.outcome) ? "" : "lost" },
      icon(one.outcome === "answered" ? "check" : GOOD.has(one.outcome) ? "minus" : "warning"),
      h("span", null, has(`outcome-${one.outcome}`) ? say(`outcome-${one.outcome}`) : one.outcome),
    ),
    h(
      "div.line-about",
      null,
      h("code", null, one.decision),
      h(
        "span.kind",
        null,
        when(one.at, true),
        one.attempt > 1 && ` · ${say("attempt", { number: one.attempt })}`,
        one.status !== null && ` · HTTP ${one.status}`,
      ),
      one.detail && h("span.hint", null, one.detail),
    ),
    h("span.took", null, one.latency_ms === null ? "" : `${number(one.latency_ms)} ms`),
    h(
      "a.button.small",
      { href: `/t/${one.table}`, "aria-label": `${say("table-of")} ${one.decision}` },
      say("table-of"),
    ),
  );

/** @param {string} agent */
export function deliveryLog(agent) {
  const log = paged(
    h("ul.lines.deliveries"),
    (cursor) => get(`/agents/${agent}/deliveries${query({ cursor, limit: 20 })}`),
    line,
    say("no-deliveries"),
  );
  return {
    element: panel(
      say("deliveries"),
      [
        h(
          "button.plain.small",
          { type: "button", onclick: trying(log.reload) },
          icon("again"),
          h("span", null, say("refresh")),
        ),
        callButton(say("deliveries"), () => listDeliveries(agent)),
      ],
      h("p.hint", null, say("deliveries-about")),
      log.element,
    ),
    reload: log.reload,
  };
}
