// Who sits where: names, and a badge for each seat.

import { h } from "../elements.js";
import { icon } from "../icons.js";
import { has, say } from "../say.js";
import { countdown, minutes } from "./clocks.js";

/** @typedef {import("../openapi.d.ts").Table} Table */

/** Names for bots at tables that do not give them one, so that three of a kind can be told apart. */
const BOTS = ["Tove", "Ilka", "Marlo", "Yann", "Pilar", "Oskar", "Noor", "Enzo", "Bram", "Mira", "Jules", "Wanda"];

/**
 * What a seat is called.
 * @param {Table} table
 * @param {number} n
 * @returns {string}
 */
export function playerName(table, n) {
  const seat = /** @type {any} */ (table.seats[n]);
  if (!seat) return String(n);
  if (seat.kind === "open" || seat.kind === "invite" && !seat.player) return say("free-seat");
  const start = [...table.id].reduce((sum, char) => sum + char.charCodeAt(0), 0);
  return seat.player?.name ?? seat.agent?.name ?? seat.name ?? BOTS[(start + n * 5) % BOTS.length];
}

/**
 * What kind of player sits there: a level, an agent, nothing for people.
 * @param {Table} table
 * @param {number} n
 */
export function playerKind(table, n) {
  const seat = table.seats[n];
  if (seat?.kind === "bot") return has(`level-${seat.level}`) ? say(`level-${seat.level}`) : seat.level ?? "";
  return seat?.kind === "agent" ? say("agent") : "";
}

/** The letter that a name is known by. @param {string} name */
export const initial = (name) => [...name][0]?.toUpperCase() ?? "?";

/**
 * The badge of a seat: an initial or an icon in the colour of the seat.
 * @param {Table} table
 * @param {number} n
 */
export function badge(table, n) {
  const seat = table.seats[n];
  const free = !seat || seat.kind === "open" || seat.kind === "invite" && !seat.player;
  const sign = free
    ? icon("plus")
    : seat.kind === "bot"
    ? icon("bot")
    : seat.kind === "agent"
    ? icon("agent")
    : initial(playerName(table, n));
  return h("span.badge", { "data-seat": free ? null : n, class: free ? "free" : "", "aria-hidden": "true" }, sign);
}

/**
 * The head of a player's panel: badge, name, kind, whose turn it is, clock.
 * @param {import("./seat.js").Seat} seat
 * @param {number} n
 * @param {...import("../elements.js").Child} more
 */
export function playerHead(seat, n, ...more) {
  const { shown, table } = seat;
  const waits = shown.status === "running" && shown.waiting.includes(n);
  const clock = shown.clocks.find((one) => one.seat === n);
  const time = clock?.deadline
    ? countdown(clock.deadline)
    : clock && clock.bank_s !== null
    ? h("span.countdown", null, icon("clock"), h("span", null, minutes(clock.bank_s * 1000)))
    : null;
  return h(
    "header.player-head",
    { "data-seat": n, class: waits ? "waits" : "" },
    badge(table, n),
    h("strong.player-name", null, seat.name(n)),
    n === seat.me ? h("span.kind", null, say("you")) : h("span.kind", null, playerKind(table, n)),
    waits && h("span.pill.turn", null, icon("hourglass"), h("span", null, say(n === seat.me ? "your-turn" : "to-act"))),
    time,
    more,
  );
}
