// The ladder: ratings over all finished public arenas, by game and role.

import { get } from "../../api.js";
import { h, put } from "../../elements.js";
import { say } from "../../say.js";
import { complain } from "../../toast.js";
import { callButton, query } from "../parts/calls.js";
import { selectField } from "../parts/fields.js";
import { gameTitles, levelName, roleName } from "../parts/format.js";
import { frame, pageHead, panel, prepare } from "../parts/frame.js";
import { getRatings } from "./calls.js";
import { ratingChart } from "./chart.js";

/** @typedef {import("../../openapi.d.ts").Rating} Rating */

/**
 * The names of agents that this browser may see.
 * @param {Rating[]} items
 * @returns {Promise<Map<string, string>>}
 */
async function agentNames(items) {
  const ids = [...new Set(items.flatMap((one) => one.agent ?? []))];
  const found = await Promise.all(ids.map((id) => get(`/agents/${id}`).then((agent) => agent.name, () => null)));
  return new Map(ids.flatMap((id, n) => found[n] === null ? [] : [[id, found[n]]]));
}

/** @type {import("../../router.js").Page} */
export default async function page(root) {
  const [, titles] = await Promise.all([prepare(), gameTitles()]);
  const asked = new URLSearchParams(location.search).get("game") ?? "";
  const game = selectField(say("game"), "game", [["", say("all-games")], ...titles], asked);
  const place = h("div.charts");
  const counted = h("p.hint");
  /** @param {Rating} one @param {Map<string, string>} agents */
  const name = (one, agents) => {
    if (one.agent) return h("a", { href: `/profiles/agent/${one.agent}` }, agents.get(one.agent) ?? one.agent);
    return h(
      "span",
      null,
      h("a", { href: `/profiles/bot/${one.game}:${one.level}` }, levelName(one.level ?? "")),
      one.level === "search" && h("span.kind", null, ` ${say("search-budget-of", { count: one.thoughts })}`),
      one.rules_version !== null && h("span.kind", null, ` ${say("rules-version", { number: one.rules_version })}`),
    );
  };
  const draw = async () => {
    const found = await get(`/ratings${query({ game: game.input.value })}`);
    /** @type {Rating[]} */
    const items = found.items;
    const agents = await agentNames(items);
    counted.textContent = say("ladder-counted", { count: found.arenas });
    const groups = [...new Set(items.map((one) => `${one.game}/${one.role}`))];
    put(
      place,
      ...(groups.length
        ? groups.map((group) => {
          const [of, role] = group.split("/");
          const title = titles.get(of) ?? of;
          return ratingChart(
            role === "player" ? title : `${title}, ${roleName(role)}`,
            items.filter((one) => `${one.game}/${one.role}` === group).map((one) => ({
              ...one,
              name: name(one, agents),
            })),
          );
        })
        : [h("p.none", null, say("no-ratings"))]),
    );
  };
  game.input.addEventListener("change", () => {
    history.replaceState(null, "", `/ratings${query({ game: game.input.value })}`);
    draw().catch(complain);
  });
  await draw();
  frame(
    root,
    "/arenas",
    say("ladder"),
    pageHead({ title: say("ladder"), about: say("ladder-about"), back: ["/arenas", say("arenas")] }),
    panel(
      say("ratings"),
      [callButton(say("ladder"), () => getRatings({ game: game.input.value }))],
      h("div.filters", null, game.element),
      counted,
      place,
    ),
  );
  return () => {};
}
