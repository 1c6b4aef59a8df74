// The lobby: the games, tables to join, to go on with and to watch.

import { fixed, whoami } from "../api.js";
import { links, topBar } from "../chrome.js";
import { h } from "../elements.js";
import { style } from "../games.js";
import { icon } from "../icons.js";
import { language, theme } from "../preferences.js";
import { say } from "../say.js";
import { spaced } from "../sentences.js";
import { trying } from "../toast.js";
import { account } from "./account.js";
import { cover, shore } from "./covers.js";
import { newTable } from "./dialog.js";
import { playNow } from "./play.js";
import { TableLists } from "./table_lists.js";

/** @typedef {import("../openapi.d.ts").Game} Game */

const TABLET = "(min-width: 600px) and (max-width: 960px)";

/** The first sentence of what is said about a game; the dialog has the rest. @param {string} about */
const firstSentence = (about) => /^.*?[.!?](?=\s|$)/s.exec(about)?.[0] ?? about;

/** @param {Game} game @param {Game[]} games */
const gameCard = (game, games) =>
  h(
    "article.game-card",
    null,
    h("img.cover", { src: cover(game.name), alt: "", width: 400, height: 250 }),
    h(
      "div.game-about",
      null,
      h("h2", null, spaced(game.title, language())),
      h("p", null, spaced(firstSentence(game.about), language())),
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
  const lists = new TableLists(titles);
  const view = /** @type {HTMLImageElement} */ (h("img.shore", { alt: "" }));
  const drawView = () => view.src = shore(theme() === "dark", matchMedia(TABLET).matches);
  drawView();
  root.replaceChildren(
    h(
      "div.lobby",
      null,
      view,
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
            lists.called,
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
          lists.lost,
          h(
            "div",
            null,
            lists.section("join", say("open-tables")),
            lists.section("watch", say("running-tables")),
          ),
          h(
            "div.my-lists",
            null,
            lists.section("mine", say("my-tables")),
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
  );
  const rename = async () => {
    const name = root.querySelector(".account span");
    if (name) name.textContent = (await whoami().catch(() => null))?.name ?? say("guest");
  };
  addEventListener("farshore:account", rename);
  addEventListener("farshore:theme", drawView);
  await lists.start();
  return () => {
    lists.end();
    removeEventListener("farshore:account", rename);
    removeEventListener("farshore:theme", drawView);
  };
}
