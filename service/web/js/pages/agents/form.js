// The form of an agent: to register one, or to change it.

import { call, guest, whoami } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { nameField } from "../../name.js";
import { navigate } from "../../router.js";
import { say } from "../../say.js";
import { sheet } from "../../sheet.js";
import { toast, trying } from "../../toast.js";
import { callButton } from "../parts/calls.js";
import { checkboxes, selectField, switchField, textField } from "../parts/fields.js";
import { allGames, levelName } from "../parts/format.js";
import { changeAgent, registerAgent } from "./calls.js";
import { keepSecret } from "./secret.js";

/**
 * @typedef {import("../../openapi.d.ts").Agent} Agent
 * @typedef {import("../../openapi.d.ts").NewAgent} NewAgent
 */

/**
 * The fields of an agent with what they hold.
 * @param {Agent | null} agent
 */
async function agentFields(agent) {
  const games = await allGames();
  const levels = [...new Set(games.flatMap((game) => game.bots))];
  const name = textField(say("agent-name"), { name: "name", required: true, maxlength: 40, value: agent?.name ?? "" });
  const transport = selectField(say("transport"), "transport", [
    ["webhook", say("transport-webhook")],
    ["poll", say("transport-poll")],
  ], agent?.transport ?? "webhook");
  const url = textField(
    say("agent-url"),
    { name: "url", type: "url", maxlength: 500, value: agent?.url ?? "" },
    say("agent-url-about"),
  );
  const played = checkboxes(
    say("agent-games"),
    "games",
    games.map((game) => [game.name, game.title]),
    agent?.games ?? [],
    say("agent-games-about"),
  );
  const budget = textField(
    say("budget"),
    { name: "budget_s", type: "number", min: 1, max: 3600, step: "any", value: agent?.budget_s ?? "" },
    say("budget-about"),
  );
  const fallback = selectField(
    say("fallback-player"),
    "fallback",
    [
      ["default", say("fallback-default")],
      ...levels.map((level) => /** @type {[string, string]} */ ([level, say("bot-of", { level: levelName(level) })])),
    ],
    agent?.fallback ?? "default",
    say("fallback-about"),
  );
  const most = textField(say("most-tables"), {
    name: "most_tables",
    type: "number",
    min: 1,
    max: 100,
    required: true,
    value: agent?.most_tables ?? 10,
  });
  const language = selectField(
    say("agent-language"),
    "language",
    [["en", "English"], ["fr", "Français"]],
    agent?.language ?? document.documentElement.lang,
    say("agent-language-about"),
  );
  const version = textField(say("version"), { name: "version", maxlength: 60, value: agent?.version ?? "" });
  const model = textField(
    say("model"),
    { name: "model", maxlength: 60, value: agent?.model ?? "" },
    say("model-about"),
  );
  const open = switchField(say("agent-public"), "public", agent?.public ?? false, say("agent-public-about"));
  const page = switchField(say("agent-page"), "page", agent?.page ?? false, say("agent-page-about"));
  const talk = switchField(say("agent-talk"), "talk", agent?.talk ?? false, say("agent-talk-about"));
  const webhook = () => transport.input.value === "webhook";
  const show = () => {
    url.element.hidden = !webhook();
    url.input.required = webhook();
    budget.input.max = webhook() ? "30" : "3600";
    budget.input.placeholder = webhook() ? "10" : "60";
  };
  transport.input.addEventListener("change", show);
  transport.input.disabled = agent !== null;
  show();
  return {
    elements: [
      h("div.two.even", null, name.element, transport.element),
      url.element,
      played.element,
      h("div.two.even", null, budget.element, fallback.element),
      h("div.two.even", null, most.element, language.element),
      h("div.two.even", null, version.element, model.element),
      open.element,
      page.element,
      talk.element,
    ],
    /** @returns {NewAgent} */
    body: () => /** @type {NewAgent} */ ({
      name: name.input.value.trim(),
      transport: transport.input.value,
      ...(webhook() ? { url: url.input.value.trim() } : {}),
      games: played.values(),
      ...(budget.input.value === "" ? {} : { budget_s: Number(budget.input.value) }),
      fallback: fallback.input.value,
      public: open.input.checked,
      most_tables: Number(most.input.value),
      language: language.input.value,
      version: version.input.value.trim(),
      model: model.input.value.trim(),
      page: page.input.checked,
      talk: talk.input.checked,
    }),
  };
}

/** Register a new agent; its secret is shown once. */
export async function register() {
  const [fields, player] = await Promise.all([agentFields(null), whoami().catch(() => null)]);
  const owner = player ? null : nameField("");
  const form = /** @type {HTMLFormElement} */ (h(
    "form.new-table-form",
    null,
    owner?.element,
    ...fields.elements,
    h(
      "div.actions.end",
      null,
      callButton(say("register-agent"), () => registerAgent(fields.body())),
      h("span.grow"),
      h("button.plain", { type: "button", onclick: () => dialog.close() }, say("cancel")),
      h("button.primary", { type: "submit" }, icon("plus"), h("span", null, say("register-agent"))),
    ),
  ));
  const dialog = sheet({ title: say("register-agent"), class: "new-table" }, form);
  form.addEventListener(
    "submit",
    trying(async () => {
      if (owner) {
        if (!owner.valid()) return;
        await guest(owner.value());
      }
      const made = await call("POST", "/agents", fields.body());
      dialog.close();
      navigate(`/agents/${made.id}`);
      keepSecret(made.secret, null);
    }),
  );
}

/**
 * Change an agent.
 * @param {Agent} agent
 * @param {() => Promise<void>} done
 */
export async function change(agent, done) {
  const fields = await agentFields(agent);
  const body = () => {
    const { transport: _, ...rest } = fields.body();
    return rest.games?.length ? rest : { ...rest, games: agent.games };
  };
  const form = h(
    "form.new-table-form",
    null,
    ...fields.elements,
    h(
      "div.actions.end",
      null,
      callButton(say("change-agent"), () => changeAgent(agent.id, body())),
      h("span.grow"),
      h("button.plain", { type: "button", onclick: () => dialog.close() }, say("cancel")),
      h("button.primary", { type: "submit" }, icon("check"), h("span", null, say("keep"))),
    ),
  );
  const dialog = sheet({ title: say("change-agent"), class: "new-table" }, form);
  form.addEventListener(
    "submit",
    trying(async () => {
      await call("PATCH", `/agents/${agent.id}`, body());
      dialog.close();
      toast(say("changed"));
      await done();
    }),
  );
}
