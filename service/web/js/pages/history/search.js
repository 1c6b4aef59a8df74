// The history: finished games found by any filter, their replays, and the export of what was found.

import { get, headers } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { complain, trying } from "../../toast.js";
import { callButton, query } from "../parts/calls.js";
import { save } from "../parts/download.js";
import { allGames, gameTitles } from "../parts/format.js";
import { frame, paged, pageHead, panel, prepare } from "../parts/frame.js";
import { exportHistory, getHistory } from "./calls.js";
import { asked, filterForm } from "./filters.js";
import { gameLine } from "./game_line.js";

/** @typedef {import("./calls.js").Filters} Filters */

const PAGE = 20;

/** @type {import("../../router.js").Page} */
export default async function page(root) {
  const [, games, titles] = await Promise.all([prepare(), allGames(), gameTitles()]);
  let filters = asked();
  const list = paged(
    h("ul.lines", { "aria-label": say("history") }),
    (cursor) => get(`/games/history${query({ ...filters, cursor, limit: PAGE })}`),
    (game) => gameLine(game, titles),
    say("no-history"),
  );
  const form = h("div");
  const wide = matchMedia("(min-width: 761px)");
  const folded = /** @type {HTMLDetailsElement} */ (h(
    "details.folded",
    { open: wide.matches || Object.keys(filters).length > 0 },
    h("summary", null, say("filters")),
    form,
  ));
  wide.onchange = () => folded.open ||= wide.matches;
  /** @param {Filters} wanted */
  const search = (wanted) => {
    filters = wanted;
    history.pushState(null, "", `/history${query(filters)}`);
    drawForm();
    list.reload().catch(complain);
  };
  const drawForm = () => form.replaceChildren(filterForm(games, search).element);
  /** @param {"game" | "decision"} per */
  const exported = (per) => {
    const { sort: _, ...rest } = filters;
    return exportHistory(rest, per);
  };
  /** @param {"game" | "decision"} per */
  const saving = (per) =>
    h(
      "button.small",
      {
        type: "button",
        onclick: trying(() => {
          const call = exported(per);
          return save(call.path, call.file ?? "", { ...headers(), Accept: "application/x-ndjson" });
        }),
      },
      icon("down"),
      h("span", null, say(`export-${per}`)),
    );
  drawForm();
  await list.reload().catch(complain);
  frame(
    root,
    "/history",
    say("history"),
    pageHead({
      title: say("history"),
      about: say("history-about"),
      actions: [
        h("a.button.small", { href: "/profiles/player/me" }, icon("person"), h("span", null, say("my-profile"))),
      ],
    }),
    h("section.panel.builder-panel", { "aria-label": say("filters") }, folded),
    panel(
      say("found-games"),
      [callButton(say("found-games"), () => getHistory(filters))],
      list.element,
    ),
    panel(
      say("export"),
      [callButton(say("export"), () => [exported("game"), exported("decision")])],
      h("p.hint", null, say("export-about")),
      h("div.actions", null, saving("game"), saving("decision")),
    ),
  );
  return () => {
    wide.onchange = null;
  };
}
