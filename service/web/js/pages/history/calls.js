// What the history and the profiles do, as calls of the API.

import { keywords, python, query } from "../parts/calls.js";

/**
 * @typedef {import("../parts/calls.js").Call} Call
 * @typedef {Record<string, string | string[]>} Filters
 */

/** Numbers among the filters. */
const WHOLE = new Set(["seats", "score_from", "score_to", "length_from", "length_to"]);

/** @param {Filters} filters */
const typed = (filters) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, WHOLE.has(name) ? Number(value) : value]));

/** @param {Filters} filters @returns {Call} */
export const getHistory = (filters) => ({
  operation: "getHistory",
  method: "GET",
  path: `/games/history${query(filters)}`,
  python: [
    `for game in client.history.games(${keywords(typed(filters))}):`,
    "    print(game.id, game.game, game.finished_at, [(seat.who, seat.score) for seat in game.seats])",
  ],
});

/** @param {Filters} filters without the order @param {"game" | "decision"} per @returns {Call} */
export const exportHistory = (filters, per) => ({
  operation: "exportHistory",
  method: "GET",
  path: `/games/history/export${query({ per, ...filters })}`,
  accept: "application/x-ndjson",
  file: `farshore-${per}s.ndjson`,
  python: [
    "import json",
    `with open(${python(`farshore-${per}s.ndjson`)}, "w", encoding="utf-8") as file:`,
    `    for row in client.history.export(${keywords({ per, ...typed(filters) })}):`,
    '        file.write(json.dumps(row) + "\\n")',
  ],
});

/** @param {string} kind @param {string} id @returns {Call} */
export const getProfile = (kind, id) => ({
  operation: "getProfile",
  method: "GET",
  path: `/profiles/${kind}/${encodeURIComponent(id)}`,
  python: [
    `profile = client.profiles.get(${python(kind)}, ${python(id)})`,
    'print(profile["games"], profile["win_rate"], profile["streaks"])',
  ],
});

/** @param {boolean} consent @returns {Call} */
export const setConsent = (consent) => ({
  operation: "setResearchConsent",
  method: "PUT",
  path: "/me/research",
  body: { consent },
  python: [`client.history.set_consent(${python(consent)})`],
});
