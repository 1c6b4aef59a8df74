// Whether an agent is answering: as a pill with icon and words.

import { now } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";

/** @param {import("../../openapi.d.ts").Agent} agent */
export function state(agent) {
  const suspended = agent.suspended_until !== null && Date.parse(agent.suspended_until) > now();
  if (suspended) return h("span.pill.lost", null, icon("pause"), h("span", null, say("suspended")));
  return agent.failures
    ? h("span.pill.turn", null, icon("warning"), h("span", null, say("failures", { count: agent.failures })))
    : h("span.pill.done", null, icon("check"), h("span", null, say("no-failures")));
}
