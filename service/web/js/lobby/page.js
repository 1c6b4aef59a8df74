// The lobby: the games, tables to join, to go on with and to watch.

import { call, fixed, get, guest, token, whoami } from "../api.js";
import { links, topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { style } from "../games.js";
import { icon } from "../icons.js";
import { theme } from "../preferences.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { followLobby } from "../stream.js";
import { complain } from "../toast.js";
import { account } from "./account.js";
import { cover, shore } from "./covers.js";
import { newTable } from "./dialog.js";
import { usualOptions } from "./options.js";
import { myTurn, ordered, tableLine } from "./table_line.js";

/**
 * @typedef {import("../openapi.d.ts").Game} Game
 * @typedef {import("./table_line.js").ListedTable} ListedTable
 */

const GATHER_MS = 200;
/** The most tables that are shown to join and to watch. */
const MOST = { join: 12, watch: 6 };

const TABLET = "(min-width: 600px) and (max-width: 960px)";

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
    options: await usualOptions(game.options),
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
        "div.game-facts",
        null,
        h(
          "span.pill",
          null,
          icon("person"),
          h("span", null, say("players", { least: game.players.least, most: game.players.most })),
        ),
        h(
          "a.cards-link",
          {
            href: `/cards/${game.name}`,
            "aria-label": say("cards-of", { game: game.title }),
          },
          icon("cards"),
          h("span", null, say("cards")),
        ),
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
      ),
    ),
  );

/** @type {import("../router.js").Page} */
export default async function page(root) {
  document.title = "Farshore";
  const [, catalogue, player] = await Promise.all([style("lobby.css"), fixed("/games"), whoami().catch(() => null)]);
  /** @type {Game[]} */
  const games = catalogue.items;
  const titles = new Map(games.map((game) => [game.name, game.title]));
  const lists = { join: h("ul.lines"), mine: h("ul.lines"), watch: h("ul.lines") };

  /** @param {keyof typeof lists} kind @param {string} title @param {string} none */
  const section = (kind, title, none) =>
    h("section.list", { "data-none": none, "aria-label": title }, h("h2", null, title), lists[kind]);

  /** @param {keyof typeof lists} kind @param {ListedTable[]} tables @param {string} none */
  const fill = (kind, tables, none) => {
    const list = lists[kind];
    const key = JSON.stringify(tables.map((one) => [one.id, one.status, one.waiting, one.seats, one.present]));
    if (list.dataset.shows === key) return;
    list.dataset.shows = key;
    put(
      list,
      ...(tables.length
        ? tables.map((table) => tableLine(table, titles, kind, me?.id))
        : [h("li.no-tables", null, none)]),
    );
  };
  let me = player;
  const called = h("span.called", { role: "status" });
  /**
   * The way to the table that waits for the caller, at the top of the page.
   * @param {ListedTable[]} waiting
   */
  const callUp = (waiting) => {
    const [first] = waiting;
    const key = first ? `${first.id} ${waiting.length}` : "";
    if (called.dataset.shows === key) return;
    called.dataset.shows = key;
    put(
      called,
      first && h(
        "a.button.large.turn",
        { href: `/t/${first.id}` },
        icon("hourglass"),
        h("span", null, say("turn-at", { game: titles.get(first.game) ?? first.game })),
        waiting.length > 1 && h("b", null, `+ ${waiting.length - 1}`),
      ),
    );
  };
  /** @type {Map<string, ListedTable>} */
  let listed = new Map();
  let [stale, staleMine] = [false, true];
  let asked = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const draw = async () => {
    timer = undefined;
    if (document.hidden) return;
    if (stale) {
      stale = false;
      const others = [...listed.values()].filter((one) => one.my_seat === null).sort((a, b) => a.id < b.id ? 1 : -1);
      const free = others.filter((one) => one.status === "open" && one.seats.some((seat) => seat.kind === "open"));
      fill("join", free.slice(0, MOST.join), say("no-open"));
      fill("watch", others.filter((one) => one.status === "running").slice(0, MOST.watch), say("no-running"));
    }
    if (staleMine) {
      staleMine = false;
      const mark = ++asked;
      const mine = token() ? await get("/tables?mine=true&limit=20").catch(() => null) : { items: [] };
      // An older reply may come after a newer one.
      if (mine && mark === asked) {
        me = await whoami().catch(() => null);
        fill("mine", ordered(mine.items, me?.id), say("no-mine"));
        callUp(mine.items.filter(myTurn));
      }
    }
  };
  // What comes at once is drawn at once; a hidden page is drawn when it is looked at.
  const later = () => timer ??= setTimeout(draw, GATHER_MS);
  /** @param {import("../stream.js").TableEvent} event */
  const hear = ({ type, data }) => {
    const table = /** @type {any} */ (data);
    if (type === "account") staleMine = true;
    else {
      stale = true;
      if (type === "lobby-table") listed.set(table.id, table);
      else if (type === "lobby-removed") listed.delete(table.id);
      else if (type === "lobby") listed = new Map(table.tables.map((/** @type {ListedTable} */ one) => [one.id, one]));
    }
    if (type === "lobby") draw();
    else later();
  };
  root.replaceChildren(...[
    h(
      "div.lobby",
      null,
      h("img.shore", { src: shore(theme() === "dark", matchMedia(TABLET).matches), alt: "" }),
      topBar(
        links(),
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
            "div.actions",
            null,
            h(
              "button.primary.large",
              { type: "button", onclick: () => newTable(games, games[0].name) },
              icon("compass"),
              h("span", null, say("new-table")),
            ),
            called,
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
          h(
            "div.my-lists",
            null,
            section("mine", say("my-tables"), say("no-mine")),
            h(
              "p.lists-more",
              null,
              h("a", { href: "/history?player=me" }, icon("clock"), h("span", null, say("all-finished"))),
              h("a", { href: "/replay" }, icon("upload"), h("span", null, say("open-replay"))),
            ),
          ),
        ),
      ),
      h("footer.foot", null, h("p", null, say("foot"), " ", h("a", { href: "/docs" }, say("foot-docs")))),
    ),
  ]);
  document.addEventListener("visibilitychange", later);
  let stop = followLobby(hear);
  await draw();
  const changed = async () => {
    staleMine = true;
    later();
    stop();
    stop = followLobby(hear);
    const name = root.querySelector(".account span");
    if (name) name.textContent = (await whoami().catch(() => null))?.name ?? say("guest");
  };
  addEventListener("farshore:account", changed);
  return () => {
    clearTimeout(timer);
    stop();
    document.removeEventListener("visibilitychange", later);
    removeEventListener("farshore:account", changed);
  };
}
