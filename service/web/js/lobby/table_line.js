// Tables in the lists of the lobby: in which order, how far each is, and what can be done there.

import { h } from "../elements.js";
import { icon } from "../icons.js";
import { say } from "../say.js";
import { badge, playerName } from "../table/players.js";
import { cover } from "./covers.js";

/**
 * @typedef {import("../openapi.d.ts").Table} Table
 * @typedef {Table & { present?: number[] }} ListedTable with the seats whose players are connected
 */

/** The most of the caller's tables that are shown to go on with, and to look back at. */
const MOST = { mine: 12, over: 4 };

/** Whether somebody's answer is waited for. @param {Table} table */
export const myTurn = (table) =>
  table.status === "running" && table.my_seat !== null && table.waiting.includes(table.my_seat);

/**
 * Whether a seat is kept for somebody who has not taken it yet.
 * @param {Table} table
 * @param {string | undefined} player
 */
const invited = (table, player) =>
  table.status === "open" && table.my_seat === null && player !== undefined &&
  table.seats.some((one) => one.kind === "invite" && one.player?.id === player);

/** @param {Table} table */
const over = (table) => table.status === "finished" || table.status === "aborted";

/**
 * The caller's tables: first those that wait for the caller, then those under way, those that have not begun, and a few
 * that are over.
 * @param {Table[]} tables newest first
 * @param {string | undefined} player
 */
export function ordered(tables, player) {
  const rank = (/** @type {Table} */ one) => myTurn(one) || invited(one, player) ? 0 : one.status === "running" ? 1 : 2;
  const going = tables.filter((one) => !over(one)).sort((a, b) => rank(a) - rank(b));
  return [...going.slice(0, MOST.mine), ...tables.filter(over).slice(0, MOST.over)];
}

/**
 * How a finished game ended, in a few words.
 * @param {Table} table
 */
function outcome(table) {
  const won = table.result?.winners;
  if (!won || table.status === "aborted") return say(`state-${table.status}`);
  if (won.length === 0) return say("nobody-wins");
  if (table.my_seat !== null && won.includes(table.my_seat)) return say("you-win");
  return say("wins", { names: won.map((n) => playerName(table, n)) });
}

/**
 * @param {ListedTable} table
 * @param {Map<string, string>} titles
 * @param {"join" | "mine" | "watch"} kind
 * @param {string} [player] who is looking
 */
export function tableLine(table, titles, kind, player) {
  const taken = table.seats.filter((one) => one.kind !== "open" && one.kind !== "invite");
  const asked = kind === "mine" && invited(table, player);
  const mine = asked || kind === "mine" && myTurn(table);
  const present = table.present ?? [];
  const state = kind === "join"
    ? say("seated-of", { count: taken.length, all: table.seats.length })
    : asked
    ? say("you-are-invited")
    : mine
    ? say("your-turn")
    : over(table)
    ? outcome(table)
    : say(`state-${table.status}`);
  const action = kind === "join" || asked
    ? say("join")
    : kind === "watch"
    ? say("watch")
    : over(table)
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
      h("strong", null, title, h("span.badges", null, ...badges(table, present))),
      h("span.kind", null, names.join(", ") || say("nobody-yet")),
      present.length > 0 &&
        h("span.for-ears", null, say("present", { names: present.map((n) => playerName(table, n)) })),
    ),
    h("span.pill", { class: mine ? "turn" : "" }, mine && icon(asked ? "hand" : "hourglass"), h("span", null, state)),
    h("a.button", {
      href: `/t/${table.id}`,
      class: kind === "watch" || over(table) ? "small" : "primary small",
      "aria-label": `${action}: ${title}, ${names.join(", ")}`,
    }, action),
  );
}

/**
 * The badges of the seats; those whose players are connected have a dot.
 * @param {Table} table
 * @param {number[]} present
 */
const badges = (table, present) =>
  table.seats.slice(0, 7).map(({ seat }) => {
    const here = present.includes(seat);
    return h("span", { class: here ? "here" : "", title: here ? say("is-here") : null }, badge(table, seat));
  });
