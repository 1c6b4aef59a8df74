// What the pages of agents do, as calls of the API.

import { keywords, python } from "../parts/calls.js";

/**
 * @typedef {import("../parts/calls.js").Call} Call
 * @typedef {import("../../openapi.d.ts").NewAgent} NewAgent
 */

/** @returns {Call} */
export const listAgents = () => ({
  operation: "listAgents",
  method: "GET",
  path: "/agents?mine=true",
  python: ["for agent in client.agents.list(mine=True):", "    print(agent.id, agent.name, agent.transport)"],
});

/** @param {NewAgent} body @returns {Call} */
export function registerAgent(body) {
  const { name, transport, url, ...fields } = body;
  const address = transport === "webhook" ? `, ${python(url)}` : "";
  const more = keywords(fields);
  return {
    operation: "registerAgent",
    method: "POST",
    path: "/agents",
    body,
    python: [
      `agent = client.agents.register(${python(name)}${address}${more && `, ${more}`})`,
      "print(agent.id, agent.secret)",
    ],
  };
}

/** @param {string} id @returns {Call} */
export const getAgent = (id) => ({
  operation: "getAgent",
  method: "GET",
  path: `/agents/${id}`,
  python: [`agent = client.agents.get(${python(id)})`, "print(agent.name, agent.failures, agent.suspended_until)"],
});

/** @param {string} id @param {Record<string, unknown>} body @returns {Call} */
export const changeAgent = (id, body) => ({
  operation: "changeAgent",
  method: "PATCH",
  path: `/agents/${id}`,
  body,
  python: [`agent = client.agents.change(${python(id)}, ${keywords(body)})`, "print(agent.raw)"],
});

/** @param {string} id @returns {Call} */
export const deleteAgent = (id) => ({
  operation: "deleteAgent",
  method: "DELETE",
  path: `/agents/${id}`,
  python: [`client.agents.delete(${python(id)})`],
});

/** @param {string} id @param {string} game @returns {Call} */
export const testAgent = (id, game) => ({
  operation: "testAgent",
  method: "POST",
  path: `/agents/${id}/test`,
  body: { game },
  python: [
    `test = client.agents.test(${python(id)}, ${python(game)})`,
    "for check in test.checks:",
    '    print("ok " if check["ok"] else "bad", check["message"])',
  ],
});

/** @param {string} id @param {string} test @returns {Call} */
export const getAgentTest = (id, test) => ({
  operation: "getAgentTest",
  method: "GET",
  path: `/agents/${id}/tests/${test}`,
  python: [`test = client.agents.get_test(${python(id)}, ${python(test)})`, "print(test.status, test.passed)"],
});

/** @param {string} id @returns {Call} */
export const listDeliveries = (id) => ({
  operation: "listDeliveries",
  method: "GET",
  path: `/agents/${id}/deliveries?limit=50`,
  python: [
    `for delivery in client.agents.deliveries(${python(id)}):`,
    "    print(delivery.at, delivery.decision, delivery.outcome, delivery.latency_ms)",
  ],
});

/** @param {string} id @param {number} grace @returns {Call} */
export const rotateSecret = (id, grace) => ({
  operation: "rotateSecret",
  method: "POST",
  path: `/agents/${id}/secret`,
  body: { grace_s: grace },
  python: [`print(client.agents.rotate(${python(id)}, grace_s=${grace}))`],
});

/** An agent of a few lines. */
const MY_BOT = [
  "",
  "",
  "class MyBot(farshore.Agent):",
  "    def decide(self, view, decision):",
  "        return decision.options[: decision.least]",
  "",
  "",
];

/**
 * A program that answers for an agent: it serves the webhook, or polls.
 * @param {import("../../openapi.d.ts").Agent} agent
 */
export function program(agent) {
  const webhook = agent.transport === "webhook";
  const port = webhook && agent.url ? new URL(agent.url).port || "9000" : "";
  const lines = webhook
    ? [
      "import os",
      "from wsgiref.simple_server import make_server",
      "",
      "import farshore",
      ...MY_BOT,
      'app = farshore.webhooks.App(MyBot(), os.environ["SECRET"])',
      `make_server("127.0.0.1", ${port}, app).serve_forever()`,
    ]
    : [
      "import os",
      "",
      "import farshore",
      ...MY_BOT,
      `client = farshore.Client(${JSON.stringify(location.origin)}, token=os.environ["TOKEN"])`,
      `client.poll(MyBot(), [${python(agent.id)}])`,
    ];
  return lines.join("\n") + "\n";
}
