// The lobby: the games, tables to join, to go on with and to watch.

import { call, fixed, get, guest, token, whoami } from "../api.js";
import { topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { style } from "../games.js";
import { icon } from "../icons.js";
import { theme } from "../preferences.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { complain } from "../toast.js";
import { badge, playerName } from "../table/players.js";
import { account } from "./account.js";
import { cover, shore } from "./covers.js";
import { newTable } from "./dialog.js";

/**
 * @typedef {import("../openapi.d.ts").Table} Table
 * @typedef {import("../openapi.d.ts").Game} Game
 */

const REFRESH_MS = 5000;

/** The usual number of seats of a game against bots. @param {Game} game */
export const usualSeats = (game) => Math.min(game.players.most, Math.max(game.players.least, 3));

/** The usual bot of a game. @param {Game} game */
export const usualBot = (game) => game.bots.includes("greedy") ? "greedy" : game.bots.at(-1) ?? "random";

/**
 * A game against bots, at once.
 * @param {Game} game
 */
async function playNow(game) {
  const player = await whoami();
  await guest(player?.name ?? (localStorage.getItem("farshore.name") || say("guest")));
  const bots = Array.from({ length: usualSeats(game) - 1 }, () => ({ kind: "bot", level: usualBot(game) }));
  const table = await call("POST", "/tables", {
    game: game.name,
    seats: [{ kind: "me" }, ...bots],
    start: "full",
    visibility: "unlisted",
  });
  navigate(`/t/${table.id}`);
}

/** @param {() => Promise<unknown>} act */
const trying = (act) => async (/** @type {Event} */ event) => {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  button.disabled = true;
  try {
    await act();
  } catch (error) {
    complain(error);
  } finally {
    button.disabled = false;
  }
};

/** @param {Game} game @param {Game[]} games */
const gameCard = (game, games) =>
  h(
    "article.game-card",
    null,
    h("img.cover", { src: cover(game.name), alt: "", width: 400, height: 250 }),
    h(
      "div.game-about",
      null,
      h("h2", null, game.title),
      h("p", null, game.about),
      h(
        "span.pill",
        null,
        icon("person"),
        h("span", null, say("players", { least: game.players.least, most: game.players.most })),
      ),
      h(
        "div.actions",
        null,
        h(
          "button.primary.small",
          {
            type: "button",
            "aria-label": say("play-now-game", { game: game.title }),
            onclick: trying(() => playNow(game)),
          },
          icon("play"),
          h("span", null, say("play-now")),
        ),
        h("button.small", {
          type: "button",
          "aria-label": say("new-table-game", { game: game.title }),
          onclick: () => newTable(games, game.name),
        }, say("set-up")),
        h("a.cards-link", {
          href: `/cards/${game.name}`,
          "aria-label": say("cards-of", { game: game.title }),
          title: say("cards-of", { game: game.title }),
        }, icon("cards")),
      ),
    ),
  );

/**
 * @param {Table} table
 * @param {Map<string, string>} titles
 * @param {"join" | "mine" | "watch"} kind
 */
function tableLine(table, titles, kind) {
  const free = table.seats.filter((one) => one.kind === "open").length;
  const taken = table.seats.filter((one) => one.kind !== "open" && one.kind !== "invite");
  const mine = table.my_seat !== null && table.waiting.includes(table.my_seat) && table.status === "running";
  const state = kind === "join"
    ? say("seated-of", { count: table.seats.length - free, all: table.seats.length })
    : mine
    ? say("your-turn")
    : say(`state-${table.status}`);
  const action = kind === "join"
    ? say("join")
    : kind === "watch"
    ? say("watch")
    : table.status === "finished" || table.status === "aborted"
    ? say("look-back")
    : say("go-on");
  const title = titles.get(table.game) ?? table.game;
  const names = taken.map((one) => playerName(table, one.seat));
  return h(
    "li.table-line",
    null,
    h("img", { src: cover(table.game), alt: "", width: 76, height: 56 }),
    h(
      "div.line-about",
      null,
      h("strong", null, title, h("span.badges", null, ...table.seats.slice(0, 7).map((one) => badge(table, one.seat)))),
      h("span.kind", null, names.join(", ") || say("nobody-yet")),
    ),
    h("span.pill", { class: mine ? "turn" : "" }, mine && icon("hourglass"), h("span", null, state)),
    h("a.button", {
      href: `/t/${table.id}`,
      class: kind === "watch" ? "small" : "primary small",
      "aria-label": `${action}: ${title}, ${names.join(", ")}`,
    }, action),
  );
}

/** @type {import("../router.js").Page} */
export default async function page(root) {
  document.title = "Farshore";
  const [, listed, player] = await Promise.all([style("lobby.css"), fixed("/games"), whoami().catch(() => null)]);
  /** @type {Game[]} */
  const games = listed.items;
  const titles = new Map(games.map((game) => [game.name, game.title]));
  const lists = { join: h("ul.lines"), mine: h("ul.lines"), watch: h("ul.lines") };

  /** @param {keyof typeof lists} kind @param {string} title @param {string} none */
  const section = (kind, title, none) =>
    h("section.list", { "data-none": none, "aria-label": title }, h("h2", null, title), lists[kind]);

  /** @param {keyof typeof lists} kind @param {Table[]} tables @param {string} none */
  const fill = (kind, tables, none) => {
    const list = lists[kind];
    const key = JSON.stringify(tables.map((one) => [one.id, one.status, one.waiting, one.seats]));
    if (list.dataset.shows === key) return;
    list.dataset.shows = key;
    put(list, ...(tables.length ? tables.map((table) => tableLine(table, titles, kind)) : [h("li.none", null, none)]));
  };
  const refresh = async () => {
    if (document.hidden) return;
    const [open, running, mine] = await Promise.all([
      get("/tables?status=open&open_seats=true&limit=12"),
      get("/tables?status=running&limit=12"),
      token() ? get("/tables?mine=true&limit=12") : { items: [] },
    ]).catch(() => [null, null, null]);
    if (!open || !running || !mine) return;
    fill("join", open.items.filter((/** @type {Table} */ one) => one.my_seat === null), say("no-open"));
    fill(
      "watch",
      running.items.filter((/** @type {Table} */ one) => one.my_seat === null).slice(0, 6),
      say("no-running"),
    );
    fill("mine", mine.items, say("no-mine"));
  };
  root.replaceChildren(...[
    h(
      "div.lobby",
      null,
      h("img.shore", { src: shore(theme() === "dark"), alt: "" }),
      topBar(
        h(
          "nav.links",
          { "aria-label": say("more") },
          h("a", { href: "/arenas" }, say("arenas")),
          h("a", { href: "/agents" }, say("agents")),
          h("a", { href: "/docs" }, "API"),
        ),
        h("span.grow"),
        h(
          "button.plain.small.account",
          { type: "button", onclick: () => account() },
          icon("person"),
          h("span", null, player?.name ?? say("guest")),
        ),
      ),
      h(
        "main.lobby-main",
        { id: "lobby" },
        h(
          "section.hero",
          null,
          h("h1", null, say("hero-1"), h("br"), say("hero-2")),
          h("p", null, say("hero-about")),
          h(
            "button.primary.large",
            { type: "button", onclick: () => newTable(games, games[0].name) },
            icon("compass"),
            h("span", null, say("new-table")),
          ),
        ),
        h(
          "div.games",
          { "data-scroll": "games", role: "group", "aria-label": say("games") },
          ...games.map((game) => gameCard(game, games)),
        ),
        h(
          "div.lists",
          null,
          h(
            "div",
            null,
            section("join", say("open-tables"), say("no-open")),
            section("watch", say("running-tables"), say("no-running")),
          ),
          h("div", null, section("mine", say("my-tables"), say("no-mine"))),
        ),
      ),
      h("footer.foot", null, h("p", null, say("foot"))),
    ),
  ]);
  await refresh();
  const timer = setInterval(refresh, REFRESH_MS);
  const renamed = async () => {
    const name = root.querySelector(".account span");
    if (name) name.textContent = (await whoami().catch(() => null))?.name ?? say("guest");
    await refresh();
  };
  addEventListener("farshore:account", renamed);
  return () => {
    clearInterval(timer);
    removeEventListener("farshore:account", renamed);
  };
}
