// A game against bots that starts with one click, and what a new table begins with.

import { call, guest, whoami } from "../api.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { usualOptions } from "./options.js";

/** @typedef {import("../openapi.d.ts").Game} Game */

/** The usual number of seats of a game against bots. @param {Game} game */
export const usualSeats = (game) => Math.min(game.players.most, Math.max(game.players.least, 3));

/** The usual bot of a game. @param {Game} game */
export const usualBot = (game) => game.bots.includes("greedy") ? "greedy" : game.bots.at(-1) ?? "random";

/**
 * Open a table against bots, and go there.
 * @param {Game} game
 */
export async function playNow(game) {
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
