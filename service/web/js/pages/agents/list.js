// The agents of this browser's player, and the public ones of others.

import { get, token } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { callButton, query } from "../parts/calls.js";
import { gameTitles } from "../parts/format.js";
import { frame, needsAccount, paged, pageHead, panel, prepare } from "../parts/frame.js";
import { listAgents } from "./calls.js";
import { register } from "./form.js";
import { state } from "./state.js";
import { trying } from "../../toast.js";

/** @typedef {import("../../openapi.d.ts").Agent} Agent */

/** @param {Agent} agent @param {Map<string, string>} titles */
const line = (agent, titles) =>
  h(
    "li.builder-line",
    null,
    h("span.sign", { "aria-hidden": "true" }, icon(agent.transport === "webhook" ? "link" : "again")),
    h(
      "div.line-about",
      null,
      h(
        "strong",
        null,
        h("a.cover-link", { href: `/agents/${agent.id}` }, agent.name),
        agent.version && h("span.kind", null, agent.version),
        agent.model && h("span.kind", null, agent.model),
      ),
      h(
        "span.kind",
        null,
        [
          say(`transport-${agent.transport}`),
          agent.games.length === titles.size
            ? say("all-games")
            : agent.games.map((game) => titles.get(game) ?? game).join(", "),
        ].join(" · "),
      ),
    ),
    agent.mine && state(agent),
    agent.public && h("span.pill", null, icon("eye"), h("span", null, say("is-public"))),
    icon("next"),
  );

/** @type {import("../../router.js").Page} */
export default async function page(root) {
  const [, titles] = await Promise.all([prepare(), gameTitles()]);
  const mine = paged(
    h("ul.lines"),
    (cursor) => token() ? get(`/agents${query({ mine: true, cursor })}`) : Promise.resolve({ items: [], next: null }),
    (agent) => line(agent, titles),
    say("no-agents"),
  );
  const others = paged(
    h("ul.lines"),
    async (cursor) => {
      const found = await get(`/agents${query({ cursor })}`);
      return { ...found, items: found.items.filter((/** @type {Agent} */ one) => !one.mine) };
    },
    (agent) => line(agent, titles),
    say("no-public-agents"),
  );
  await Promise.all([mine.reload(), others.reload()]);
  frame(
    root,
    "/agents",
    say("agents"),
    pageHead({
      title: say("agents"),
      about: say("agents-about"),
      actions: [
        h(
          "button.primary",
          { type: "button", onclick: trying(register) },
          icon("plus"),
          h("span", null, say("register-agent")),
        ),
      ],
    }),
    panel(say("my-agents"), [callButton(say("my-agents"), listAgents)], needsAccount(), mine.element),
    panel(say("public-agents"), [], others.element),
  );
  const changed = () => Promise.all([mine.reload(), others.reload()]);
  addEventListener("farshore:account", changed);
  return () => removeEventListener("farshore:account", changed);
}
