// All arenas that this browser may see, and the way to a new one.

import { get, token } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { cover } from "../../lobby/covers.js";
import { say } from "../../say.js";
import { complain, trying } from "../../toast.js";
import { callButton, query } from "../parts/calls.js";
import { selectField, switchField } from "../parts/fields.js";
import { gameTitles, number, when } from "../parts/format.js";
import { every, frame, paged, pageHead, panel, prepare } from "../parts/frame.js";
import { listArenas } from "./calls.js";
import { entrantName } from "./entrants.js";
import { newArena } from "./form.js";
import { progress, statusPill } from "./status.js";

/** @typedef {import("../../openapi.d.ts").Arena} Arena */

const REFRESH_MS = 4000;

/** @param {Arena} arena @param {Map<string, string>} titles */
const line = (arena, titles) =>
  h(
    "li.builder-line",
    null,
    h("img", { src: cover(arena.game), alt: "", width: 76, height: 54 }),
    h(
      "div.line-about",
      null,
      h(
        "strong",
        null,
        h(
          "a.cover-link",
          { href: `/arenas/${arena.id}` },
          titles.get(arena.game) ?? arena.game,
        ),
      ),
      h("span", null, arena.entrants.map((one) => entrantName(arena, one.name)).join(" – ")),
      h(
        "span.kind",
        null,
        [
          when(arena.created_at),
          say("players-at-table", { count: arena.seats }),
          say("played-of", { played: number(arena.played), games: number(arena.games) }),
        ].join(" · "),
      ),
      arena.status === "running" && progress(arena),
    ),
    statusPill(arena.status),
    arena.visibility === "private" && h("span.pill", null, icon("lock"), h("span", null, say("is-private"))),
    icon("next"),
  );

/** @type {import("../../router.js").Page} */
export default async function page(root) {
  const [, titles] = await Promise.all([prepare(), gameTitles()]);
  const game = selectField(say("game"), "game", [["", say("all-games")], ...titles]);
  const mine = switchField(say("only-mine"), "mine", false);
  const list = paged(
    h("ul.lines"),
    (cursor) => get(`/arenas${query({ game: game.input.value, mine: mine.input.checked || null, cursor })}`),
    (arena) => line(arena, titles),
    say("no-arenas"),
  );
  await list.reload();
  for (const field of [game, mine]) field.input.addEventListener("change", () => list.reload().catch(complain));
  frame(
    root,
    "/arenas",
    say("arenas"),
    pageHead({
      title: say("arenas"),
      about: say("arenas-about"),
      actions: [
        h(
          "button.primary",
          { type: "button", onclick: trying(() => newArena(game.input.value)) },
          icon("plus"),
          h("span", null, say("new-arena")),
        ),
        h("a.button", { href: "/ratings" }, icon("crown"), h("span", null, say("ladder"))),
      ],
    }),
    panel(
      say("all-arenas"),
      [callButton(say("all-arenas"), () => listArenas({ game: game.input.value, mine: mine.input.checked }))],
      h("div.filters", null, game.element, token() && mine.element),
      list.element,
    ),
  );
  return every(REFRESH_MS, async () => {
    // A reload would throw away the pages that were added.
    if (root.querySelector(".progress") && !root.querySelector(".builder-line:nth-child(21)")) await list.reload();
  });
}
