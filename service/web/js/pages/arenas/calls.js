// What the pages of arenas do, as calls of the API.

import { keywords, python, query } from "../parts/calls.js";

/** @typedef {import("../parts/calls.js").Call} Call */

/** @param {{ game?: string, mine?: boolean }} filters @returns {Call} */
export const listArenas = ({ game, mine }) => ({
  operation: "listArenas",
  method: "GET",
  path: `/arenas${query({ game, mine: mine || undefined })}`,
  python: [
    `for arena in client.arenas.list(${keywords({ game: game || undefined, mine: mine || undefined })}):`,
    "    print(arena.id, arena.game, arena.status, arena.played, arena.games)",
  ],
});

/** @param {import("../../openapi.d.ts").NewArena} body @returns {Call} */
export function openArena(body) {
  const { game, entrants, ...settings } = body;
  return {
    operation: "openArena",
    method: "POST",
    path: "/arenas",
    body,
    python: [
      `arena = client.arenas.open(${python(game)}, ${python(entrants)}, ${keywords(settings)})`,
      "print(arena.id, arena.status, arena.games)",
    ],
  };
}

/** @param {string} id @returns {Call} */
export const getArena = (id) => ({
  operation: "getArena",
  method: "GET",
  path: `/arenas/${id}`,
  python: [
    `arena = client.arenas.get(${python(id)})`,
    'print(arena.status, arena.played, "of", arena.games)',
    "for rating in arena.ratings:",
    "    print(rating.entrant, rating.role, rating.mu, rating.low, rating.high)",
  ],
});

/** @param {string} id @param {"pause" | "resume"} what @returns {Call} */
export const pauseArena = (id, what) => ({
  operation: `${what}Arena`,
  method: "POST",
  path: `/arenas/${id}/${what}`,
  python: [`arena = client.arenas.${what}(${python(id)})`, "print(arena.status)"],
});

/** @param {string} id @returns {Call} */
export const cancelArena = (id) => ({
  operation: "cancelArena",
  method: "DELETE",
  path: `/arenas/${id}`,
  python: [`client.arenas.cancel(${python(id)})`],
});

/** @param {string} id @returns {Call} */
export const getArenaReport = (id) => ({
  operation: "getArenaReport",
  method: "GET",
  path: `/arenas/${id}/report`,
  accept: "text/html",
  file: `arena-${id}.html`,
  python: [
    "from pathlib import Path",
    `Path(${python(`arena-${id}.html`)}).write_text(client.arenas.report(${python(id)}), encoding="utf-8")`,
  ],
});

/** @param {string} id @returns {Call} */
export const getArenaGames = (id) => ({
  operation: "getArenaGames",
  method: "GET",
  path: `/arenas/${id}/games`,
  accept: "application/x-ndjson",
  file: `arena-${id}.ndjson`,
  python: [
    "from pathlib import Path",
    `Path(${python(`arena-${id}.ndjson`)}).write_bytes(client.arenas.games(${python(id)}))`,
  ],
});

/** @param {{ game?: string, role?: string }} filters @returns {Call} */
export const getRatings = ({ game, role }) => ({
  operation: "getRatings",
  method: "GET",
  path: `/ratings${query({ game, role })}`,
  open: true,
  python: [
    `for rating in client.ratings.list(${keywords({ game: game || undefined, role: role || undefined })}):`,
    "    print(rating.game, rating.entrant, rating.role, rating.mu, rating.low, rating.high)",
  ],
});
