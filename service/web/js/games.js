// The games that have a table of their own. Every other game is played at the generic table.

import { h } from "./elements.js";
import generic from "./games/generic.js";

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
 * @property {boolean} [final] whether answers that lie face down can never be taken back
 * @property {(seat: Seat) => Child[]} board everything on the table
 * @property {(seat: Seat) => Child} [headline] where the game stands, for the bar at the top
 * @property {(id: string, seat: Seat) => Node | string} [chip] a card in a sentence
 * @property {(id: string, seat: Seat) => Child} [zoom] a card, large
 * @property {(seat: Seat) => Child[]} [ending] the score sheet
 * @property {(decision: Decision, picks: string[], seat: Seat) => string | null} [confirm] words of the button
 * @property {(decision: Decision, picks: string[], seat: Seat) => boolean} [ready] whether the picks can be sent
 * @property {(seat: Seat) => void} [picked] after a pick: change the board in place
 * @property {(events: import("./stream.js").TableEvent[], seat: Seat) => number} [linger] how long a beat is shown
 * @property {(text: string, seat: Seat) => string | null} [draft] why a message would be refused, before it is sent
 * @property {(seat: Seat) => Child} [composer] what stands above the field for messages
 * @property {(event: import("./stream.js").TableEvent, seat: Seat) => Child | undefined} [line] a line of the story
 * @property {(seat: Seat) => void} [drawn] after the board is on the page
 */

/** @type {Record<string, () => Promise<{ default: GameTable }>>} */
const TABLES = {
  faraway: () => import("./games/faraway/index.js"),
  golden_compass: () => import("./games/golden_compass/index.js"),
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
