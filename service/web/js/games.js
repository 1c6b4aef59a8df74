// The games that have a table of their own. Every other game is played at the generic table.

import { fixed } from "./api.js";
import { h } from "./elements.js";
import generic from "./games/generic.js";
import { language } from "./preferences.js";
import { GameWords, printed } from "./words.js";

/**
 * What a game may bring to its table; docs/web.md explains each part.
 * @typedef {import("./table/seat.js").Seat} Seat
 * @typedef {import("./openapi.d.ts").Decision} Decision
 * @typedef {import("./elements.js").Child} Child
 * @typedef {object} GameTable
 * @property {string} [css] a style sheet below css/games/
 * @property {boolean} [text] whether there are frame words in text/games/<game>.<language>.json
 * @property {(cards: any) => any} [facts] the cards of the API, prepared once
 * @property {boolean} [schema] whether it needs the JSON Schemas of the game (`seat.schema`)
 * @property {boolean} [steady] whether parts of the board that have not changed may stay on the page
 * @property {boolean} [final] false if answers that lie face down can be taken back
 * @property {(seat: Seat) => Child[]} board everything on the table
 * @property {(seat: Seat) => Child} [headline] where the game stands, for the bar at the top
 * @property {(id: string, seat: Seat) => Node | string} [chip] a card in a sentence
 * @property {(id: string, seat: Seat) => Child} [zoom] a card, large
 * @property {(seat: Seat) => Child[]} [ending] the score sheet
 * @property {(id: string, decision: Decision, seat: Seat) => Child} [choice] what a button of the question shows
 * @property {(decision: Decision, picks: string[], seat: Seat) => string | null} [confirm] words of the button
 * @property {(decision: Decision, picks: string[], seat: Seat) => boolean} [ready] whether the picks can be sent
 * @property {(decision: Decision, picks: string[], seat: Seat) => string[]} [complete] the picks as they are sent
 * @property {(decision: Decision, seat: Seat) => string[] | undefined} [choices] which options the question shows
 * @property {(decision: Decision, picks: string[], seat: Seat) => Child[]} [actions] further buttons of the question
 * @property {(seat: Seat) => void} [picked] after a pick: change the board in place
 * @property {(events: import("./stream.js").TableEvent[], seat: Seat) => number} [linger] how long a beat is shown
 * @property {(id: string, seat: Seat) => string | null} [label] what an option is called where it is a button
 * @property {(id: string, decision: Decision, seat: Seat) => boolean} [tap] whether an option in the question is answered
 *   by one click, without the button that confirms
 * @property {(text: string, attached: any[], seat: Seat) => string} [message] a message as it is sent: the words of the
 *   field and what was attached to them
 * @property {(attached: any[], seat: Seat) => void} [sent] after a message was sent
 * @property {(text: string, seat: Seat) => Child[]} [said] a message of a replay, as it was sent
 * @property {(seat: Seat) => Child} [composer] what stands above the field for messages
 * @property {(event: import("./stream.js").TableEvent, seat: Seat) => Child | undefined} [line] a line of the story
 * @property {(seat: Seat) => void} [drawn] after the board is on the page
 */

/** @type {Record<string, () => Promise<{ default: GameTable }>>} */
const TABLES = {
  faraway: () => import("./games/faraway/index.js"),
  golden_compass: () => import("./games/golden_compass/index.js"),
  mountains_of_madness: () => import("./games/mountains_of_madness/index.js"),
  new_lands: () => import("./games/new_lands/index.js"),
  not_alone: () => import("./games/not_alone/index.js"),
};

/**
 * How the cards of a game look, for the galleries.
 * @typedef {Pick<GameTable, "css" | "text" | "facts" | "zoom">} CardFaces
 * @type {Record<string, () => Promise<{ default: CardFaces }>>}
 */
const FACES = {
  faraway: () => import("./games/faraway/faces.js"),
  golden_compass: () => import("./games/golden_compass/faces.js"),
  mountains_of_madness: () => import("./games/mountains_of_madness/faces.js"),
  new_lands: () => import("./games/new_lands/faces.js"),
  not_alone: () => import("./games/not_alone/faces.js"),
};

/** @type {Map<string, Promise<void>>} */
const styles = new Map();

/**
 * Load a style sheet once.
 * @param {string} name below css/
 * @returns {Promise<void>}
 */
export function style(name) {
  const found = styles.get(name);
  if (found) return found;
  const loaded = new Promise((/** @type {(value?: void) => void} */ resolve) => {
    const href = new URL(`../css/${name}`, import.meta.url).href;
    document.head.append(h("link", { rel: "stylesheet", href, onload: () => resolve(), onerror: () => resolve() }));
  });
  styles.set(name, loaded);
  return loaded;
}

/**
 * The table of a game, with its style; `?table=generic` in the address chooses the generic one.
 * @param {string} name
 * @returns {Promise<GameTable>}
 */
export async function gameTable(name) {
  const asked = new URLSearchParams(location.search).get("table") === "generic";
  const load = asked ? undefined : TABLES[name];
  const game = load ? (await load()).default : generic;
  if (game.css) await style(`games/${game.css}`);
  return game;
}

/**
 * Everything that a table of a game needs besides the table itself.
 * @param {string} name
 */
export async function loadGame(name) {
  const [game, words, cards] = await Promise.all([
    gameTable(name),
    GameWords.load(name),
    fixed(`/games/${name}/cards`),
  ]);
  const [frame, schema] = await Promise.all([
    game.text ? frameWords(name) : /** @type {Record<string, string>} */ ({}),
    game.schema ? fixed(`/games/${name}`) : null,
  ]);
  return { game, words, cards, frame, schema };
}

/**
 * What the gallery of a game needs: the faces of its cards, without the table.
 * @param {string} name
 */
export async function loadFaces(name) {
  const [found, words, cards] = await Promise.all([
    FACES[name]?.(),
    GameWords.load(name),
    fixed(`/games/${name}/cards`),
  ]);
  const game = found?.default ?? /** @type {CardFaces} */ ({});
  const [frame] = await Promise.all([
    game.text ? frameWords(name) : /** @type {Record<string, string>} */ ({}),
    game.css && style(`games/${game.css}`),
  ]);
  return { game, words, cards, frame };
}

/**
 * The words that only this game's table uses.
 * @param {string} name
 * @returns {Promise<Record<string, string>>}
 */
export async function frameWords(name) {
  return printed(
    await (await fetch(new URL(`../text/games/${name}.${language()}.json`, import.meta.url))).json(),
  );
}

/**
 * Where the rules of a game speak of each kind of decision: heading and paragraph, the same in all languages.
 * @param {string} name
 * @returns {Promise<Record<string, string>>}
 */
export async function rulePlaces(name) {
  if (!TABLES[name]) return {};
  return await (await fetch(new URL(`../text/games/${name}.rules.json`, import.meta.url))).json();
}
