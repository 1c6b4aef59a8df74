// One arena: watched while it is played, with its ratings, results and report.

import { call, get, headers, whoami } from "../../api.js";
import { h, put } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { confirmed } from "../../sheet.js";
import { GameWords } from "../../words.js";
import { callButton } from "../parts/calls.js";
import { save } from "../parts/download.js";
import { levelName, number, roleName, when } from "../parts/format.js";
import { every, facts, frame, pageHead, panel, prepare, refused } from "../parts/frame.js";
import { cancelArena, getArena, getArenaGames, getArenaReport, pauseArena } from "./calls.js";
import { ratingChart } from "./chart.js";
import { entrantName } from "./entrants.js";
import { standings } from "./standings.js";
import { progress, statusPill } from "./status.js";
import { trying } from "../../toast.js";

/** @typedef {import("../../openapi.d.ts").ArenaDetail} Arena */

const REFRESH_MS = 1500;
const OVER = new Set(["finished", "cancelled", "aborted"]);

/** @param {Arena} arena @param {GameWords} words */
const about = (arena, words) =>
  facts([
    [say("game"), words.name],
    [say("players-each"), number(arena.seats)],
    [say("system"), say(`system-${arena.system}`)],
    [say("rounds"), number(arena.rounds)],
    [
      say("options"),
      Object.entries(arena.options).filter(([, value]) => String(value ?? "") !== "").map(([name, value]) =>
        say("labelled", {
          name: words.texts.titles?.[name] ?? name,
          value: typeof value === "boolean"
            ? say(value ? "yes" : "no")
            : words.texts.titles?.[`${name}=${value}`] ?? String(value),
        })
      ).join(" · "),
    ],
    [
      say("entrants"),
      h(
        "ul.plain-list",
        null,
        ...arena.entrants.map((one) =>
          h(
            "li",
            null,
            entrantName(arena, one.name),
            " ",
            h(
              "span.kind",
              null,
              one.kind === "agent" ? h("a", { href: `/profiles/agent/${one.agent}` }, say("agent")) : [
                one.name === one.level ? "" : levelName(one.level ?? ""),
                one.level === "search" ? say("search-budget-of", { count: one.thoughts }) : "",
              ].filter(Boolean).join(", "),
            ),
          )
        ),
      ),
    ],
    [say("created"), when(arena.created_at)],
    [say("finished"), arena.finished_at && when(arena.finished_at)],
    [say("arena-seed"), arena.seed && h("code", null, arena.seed)],
    [say("counted"), arena.counted === null ? null : say("counted-as", { number: arena.counted })],
    [say("reason"), arena.reason],
    ["id", h("code", null, arena.id)],
  ]);

/** @type {import("../../router.js").Page} */
export default async function page(root, id) {
  await prepare();
  /** @type {Arena} */
  let arena;
  try {
    arena = await get(`/arenas/${id}`);
  } catch (error) {
    return refused(root, "/arenas", error);
  }
  const [words, player] = await Promise.all([GameWords.load(arena.game), whoami().catch(() => null)]);
  const mine = player?.id === arena.owner;
  const [state, chart, table, details, actions] = [
    h("div.arena-state"),
    h("div.charts"),
    h("div"),
    h("div"),
    h("div.actions"),
  ];
  const draw = () => {
    const roles = [...new Set(arena.ratings.map((one) => one.role))];
    put(
      state,
      statusPill(arena.status),
      h("strong.played", null, say("played-of", { played: number(arena.played), games: number(arena.games) })),
      progress(arena),
    );
    put(
      chart,
      ...(roles.length && arena.played
        ? roles.map((role) =>
          ratingChart(
            roles.length > 1 || role !== "player" ? roleName(role) : say("rating-interval"),
            arena.ratings.filter((one) => one.role === role).map((one) => ({
              ...one,
              name: entrantName(arena, one.entrant),
            })),
          )
        )
        : [h("p.none", null, say("no-games-yet"))]),
    );
    put(table, arena.played ? standings(arena) : h("p.none", null, say("no-games-yet")));
    put(details, about(arena, words));
    put(actions, ...owner());
  };
  const look = async () => {
    arena = await get(`/arenas/${id}`);
    draw();
  };
  const owner = () =>
    !mine || OVER.has(arena.status) ? [] : [
      h(
        "button.small",
        {
          type: "button",
          "data-key": "pause",
          onclick: trying(async () => {
            await call("POST", `/arenas/${id}/${arena.status === "paused" ? "resume" : "pause"}`);
            await look();
          }),
        },
        icon(arena.status === "paused" ? "play" : "pause"),
        h("span", null, say(arena.status === "paused" ? "arena-resume" : "arena-pause")),
      ),
      h(
        "button.small",
        {
          type: "button",
          "data-key": "cancel",
          onclick: trying(async () => {
            if (!await confirmed(say("cancel-arena-sure"), say("cancel-arena"))) return;
            await call("DELETE", `/arenas/${id}`);
            await look();
          }),
        },
        icon("close"),
        h("span", null, say("cancel-arena")),
      ),
      callButton(say("cancel-arena"), () => [
        pauseArena(id, arena.status === "paused" ? "resume" : "pause"),
        cancelArena(id),
      ]),
    ];
  draw();
  const title = arena.entrants.map((one) => entrantName(arena, one.name)).join(" – ");
  frame(
    root,
    "/arenas",
    title,
    pageHead({ title, about: words.name, back: ["/arenas", say("arenas")], actions: [actions] }),
    h("section.panel", { "aria-label": say("progress") }, state),
    panel(
      say("ratings"),
      [callButton(say("ratings"), () => getArena(id))],
      h("p.hint", null, say("ratings-about")),
      chart,
    ),
    panel(say("results"), [], h("p.hint", null, say("results-about")), table),
    h(
      "div.columns",
      null,
      h("div.column", null, panel(say("arena-facts"), [], details)),
      h("div.column", null, reportPanel(arena)),
    ),
  );
  return every(REFRESH_MS, async () => {
    if (!OVER.has(arena.status)) await look();
  });
}

/** The report, and all games. @param {Arena} arena */
const reportPanel = ({ id, visibility }) =>
  panel(
    say("report"),
    [callButton(say("report"), () => [getArenaReport(id), getArenaGames(id)])],
    h("p.hint", null, say("report-about")),
    h(
      "div.actions",
      null,
      visibility === "public" && h(
        "a.button.small",
        { href: `/v1/arenas/${id}/report`, target: "_blank", rel: "noopener" },
        icon("eye"),
        h("span", null, say("open-report")),
      ),
      h(
        "button.small",
        {
          type: "button",
          onclick: trying(() =>
            save(`/arenas/${id}/report`, `arena-${id}.html`, { ...headers(), Accept: "text/html" })
          ),
        },
        icon("down"),
        h("span", null, say("save-report")),
      ),
      h(
        "button.small",
        {
          type: "button",
          onclick: trying(() =>
            save(`/arenas/${id}/games`, `arena-${id}.ndjson`, { ...headers(), Accept: "application/x-ndjson" })
          ),
        },
        icon("down"),
        h("span", null, say("save-games")),
      ),
    ),
  );
