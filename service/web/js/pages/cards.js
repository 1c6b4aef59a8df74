// All cards of a game.

import { fixed, Refusal } from "../api.js";
import { topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { gameTable, style } from "../games.js";
import { icon } from "../icons.js";
import { say } from "../say.js";
import { Seat } from "../table/seat.js";
import { GameWords } from "../words.js";

/** @type {import("../router.js").Page} */
export default async function page(root, name) {
  await style("table.css");
  try {
    const [game, words, cards] = await Promise.all([
      gameTable(name),
      GameWords.load(name),
      fixed(`/games/${name}/cards`),
    ]);
    document.title = `${words.name} – Farshore`;
    const table = /** @type {any} */ ({ id: "", game: name, seats: [], status: "open", votes: {} });
    const update =
      /** @type {any} */ ({ seat: null, view: null, decisions: [], waiting: [], sand: [], clocks: [], status: "open" });
    const seat = new Seat({ id: "", table, update, game, words, cards, frame: {} });
    const search = /** @type {HTMLInputElement} */ (h("input", {
      type: "search",
      placeholder: say("search"),
      "aria-label": say("search"),
      oninput: () => filter(),
    }));
    const items = Object.entries(
      /** @type {Record<string, { name: string, text: string }>} */ (words.texts.cards ?? {}),
    ).map(([id, card]) =>
      h(
        "li.gallery-card",
        { "data-text": `${card.name} ${card.text}`.toLowerCase() },
        large(game, id, seat),
        h("strong", null, card.name),
        h("p.hint", null, card.text),
      )
    );
    const filter = () => {
      const wanted = search.value.trim().toLowerCase().split(/\s+/);
      for (const item of items) item.hidden = !wanted.every((word) => item.dataset.text?.includes(word));
    };
    put(
      root,
      topBar(h("a.back", { href: "/" }, icon("back"), h("span", null, say("lobby")))),
      h(
        "main.gallery",
        null,
        h("header", null, h("h1", null, words.name), h("p", null, words.about), search),
        h("ul.gallery-cards", null, ...items),
      ),
    );
    return () => seat.leave();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    put(root, topBar(), h("main.room", null, h("section.panel", null, h("h1", null, error.message))));
    return () => {};
  }
}

/**
 * The card as the game draws it; a game whose cards need a table shows their words only.
 * @param {import("../games.js").GameTable} game
 * @param {string} id
 * @param {Seat} seat
 */
function large(game, id, seat) {
  try {
    return game.zoom?.(id, seat) ?? null;
  } catch {
    return null;
  }
}
