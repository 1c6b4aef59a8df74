// The conformance test of an agent: started from the page, with its checks as they come.

import { call, get } from "../../api.js";
import { h, put } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { complain, trying } from "../../toast.js";
import { callButton } from "../parts/calls.js";
import { selectField } from "../parts/fields.js";
import { when } from "../parts/format.js";
import { panel } from "../parts/frame.js";
import { getAgentTest, testAgent } from "./calls.js";

/** @typedef {import("../../openapi.d.ts").ConformanceTest} Test */

const POLL_MS = 700;

/**
 * The panel of the test.
 * @param {import("../../openapi.d.ts").Agent} agent
 * @param {Map<string, string>} titles
 * @param {() => Promise<unknown>} tested after a test has ended
 */
export function testPanel(agent, titles, tested) {
  const game = selectField(say("game"), "game", agent.games.map((one) => [one, titles.get(one) ?? one]));
  const result = h("div.test-result", { role: "status", "aria-live": "polite" });
  /** @type {Test | null} */
  let test = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer = undefined;
  const draw = () => put(result, test && results(test));
  const look = async () => {
    if (!test) return;
    try {
      test = await get(`/agents/${agent.id}/tests/${test.id}`);
    } catch (error) {
      return complain(error);
    }
    draw();
    if (test?.status === "running") timer = setTimeout(look, POLL_MS);
    else await tested();
  };
  const element = panel(
    say("conformance"),
    [
      callButton(say("run-test"), () => [
        testAgent(agent.id, game.input.value),
        ...(test ? [getAgentTest(agent.id, test.id)] : []),
      ]),
    ],
    h("p.hint", null, say(agent.transport === "webhook" ? "conformance-webhook" : "conformance-poll")),
    h(
      "div.with-button",
      null,
      game.element,
      h(
        "button.primary",
        {
          type: "button",
          onclick: trying(async () => {
            clearTimeout(timer);
            test = await call("POST", `/agents/${agent.id}/test`, { game: game.input.value });
            draw();
            await look();
          }),
        },
        icon("play"),
        h("span", null, say("run-test")),
      ),
    ),
    result,
  );
  return { element, stop: () => clearTimeout(timer) };
}

/** @param {Test} test */
function results(test) {
  const running = test.status === "running";
  return [
    h(
      "p.verdict",
      null,
      running
        ? h("span.pill.turn", null, icon("hourglass"), h("span", null, say("test-running")))
        : test.passed
        ? h("span.pill.done", null, icon("check"), h("span", null, say("test-passed")))
        : h("span.pill.lost", null, icon("close"), h("span", null, say("test-failed"))),
      h("span.kind", null, when(test.created_at, true)),
      test.table && h("a", { href: `/t/${test.table}` }, say("test-table")),
    ),
    h(
      "ul.checks",
      null,
      ...test.checks.map((check) =>
        h(
          "li",
          { class: check.ok ? "ok" : running ? "open" : "bad" },
          icon(check.ok ? "check" : running ? "hourglass" : "close", check.ok ? say("check-ok") : say("check-bad")),
          h("span", null, check.message),
        )
      ),
    ),
  ];
}
