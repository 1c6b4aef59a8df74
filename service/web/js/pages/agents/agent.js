// One agent: what it is, its test, its deliveries, its secret.

import { call, get } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { navigate, show } from "../../router.js";
import { say } from "../../say.js";
import { confirmed } from "../../sheet.js";
import { callButton, codeBlock } from "../parts/calls.js";
import { gameTitles, number, when } from "../parts/format.js";
import { every, facts, frame, pageHead, panel, prepare, refused } from "../parts/frame.js";
import { deleteAgent, getAgent, program } from "./calls.js";
import { deliveryLog } from "./deliveries.js";
import { change } from "./form.js";
import { rotate } from "./secret.js";
import { state } from "./state.js";
import { testPanel } from "./test.js";
import { trying } from "../../toast.js";

/** @typedef {import("../../openapi.d.ts").Agent} Agent */

const REFRESH_MS = 5000;

/** @param {Agent} agent @param {Map<string, string>} titles */
const about = (agent, titles) =>
  facts([
    [say("transport"), say(`transport-${agent.transport}`)],
    [say("agent-url"), agent.url && h("code", null, agent.url)],
    [say("agent-games"), agent.games.map((game) => titles.get(game) ?? game).join(", ")],
    [say("budget"), say("seconds", { count: number(agent.budget_s, Number.isInteger(agent.budget_s) ? 0 : 1) })],
    [say("fallback-player"), agent.fallback === "default" ? say("fallback-default") : agent.fallback],
    [say("most-tables"), number(agent.most_tables)],
    [say("agent-language"), agent.language === "fr" ? "Français" : "English"],
    [say("version"), agent.version],
    [say("model"), agent.model && h("a", { href: `/profiles/model/${encodeURIComponent(agent.model)}` }, agent.model)],
    [say("agent-page"), say(agent.page ? "yes" : "no")],
    [say("agent-talk"), say(agent.talk ? "yes" : "no")],
    [say("agent-public"), say(agent.public ? "yes" : "no")],
    [say("created"), when(agent.created_at)],
    [say("suspended-until"), agent.suspended_until && when(agent.suspended_until, true)],
    [say("old-secret"), agent.old_secret_until && when(agent.old_secret_until)],
    ["id", h("code", null, agent.id)],
  ]);

/** @type {import("../../router.js").Page} */
export default async function page(root, id) {
  const [, titles] = await Promise.all([prepare(), gameTitles()]);
  /** @type {Agent} */
  let agent;
  try {
    agent = await get(`/agents/${id}`);
  } catch (error) {
    return refused(root, "/agents", error);
  }
  const log = agent.mine ? deliveryLog(id) : null;
  const status = h("span", null, agent.mine && state(agent));
  const look = async () => {
    agent = await get(`/agents/${id}`);
    status.replaceChildren(...(agent.mine ? [state(agent)] : []));
  };
  const test = agent.mine ? testPanel(agent, titles, () => Promise.all([look(), log?.reload()])) : null;
  await log?.reload();
  frame(
    root,
    "/agents",
    agent.name,
    pageHead({
      title: agent.name,
      about: status,
      back: ["/agents", say("agents")],
      actions: [
        h(
          "a.button.small",
          { href: `/profiles/agent/${id}` },
          icon("crown"),
          h("span", null, say("profile")),
        ),
        h(
          "a.button.small",
          { href: `/history?agent=${id}` },
          icon("clock"),
          h("span", null, say("its-games")),
        ),
        ...(agent.mine ? owner(agent) : []),
      ],
    }),
    h(
      "div.columns",
      null,
      h(
        "div.column",
        null,
        panel(say("agent-facts"), [callButton(say("agent-facts"), () => getAgent(id))], about(agent, titles)),
        agent.mine && panel(
          say("program"),
          [],
          h("p.hint", null, say(agent.transport === "webhook" ? "program-webhook" : "program-poll")),
          codeBlock("my_bot.py", say("copy-python"), () => program(agent)).element,
        ),
      ),
      h("div.column", null, test?.element, log?.element),
    ),
  );
  const stop = agent.mine ? every(REFRESH_MS, look) : () => {};
  return () => {
    stop();
    test?.stop();
  };
}

/** What its owner may do with it. @param {Agent} agent */
const owner = (agent) => [
  h(
    "button.small",
    { type: "button", onclick: trying(() => change(agent, show)) },
    icon("gear"),
    h("span", null, say("change-agent")),
  ),
  h(
    "button.small",
    { type: "button", onclick: () => rotate(agent.id, show) },
    icon("key"),
    h("span", null, say("rotate-secret")),
  ),
  h(
    "button.small",
    {
      type: "button",
      onclick: trying(async () => {
        if (!await confirmed(say("delete-agent-sure", { name: agent.name }), say("delete-agent"))) return;
        await call("DELETE", `/agents/${agent.id}`);
        navigate("/agents");
      }),
    },
    icon("close"),
    h("span", null, say("delete-agent")),
  ),
  callButton(say("delete-agent"), () => deleteAgent(agent.id)),
];
