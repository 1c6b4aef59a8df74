// What the galleries do, as calls of the API.

import { keywords, python, query } from "../parts/calls.js";

/** @typedef {import("../parts/calls.js").Call} Call */

/** @param {string} game @returns {Call} */
export const getCards = (game) => ({
  operation: "getCards",
  method: "GET",
  path: `/games/${game}/cards`,
  open: true,
  python: [`cards = client.games.cards(${python(game)})`, "print({kind: len(items) for kind, items in cards.items()})"],
});

/** @param {string} game @param {string} language @returns {Call} */
export const getText = (game, language) => ({
  operation: "getText",
  method: "GET",
  path: `/games/${game}/text/${language}`,
  open: true,
  python: [
    `text = client.games.text(${python(game)}, ${python(language)})`,
    'for card in text["cards"].values():',
    '    print(card["name"], card["text"])',
  ],
});

/** @param {string} game @param {{ kind?: string, seats?: string, level?: string }} filters @returns {Call} */
export function getExplorer(game, { kind, seats, level }) {
  const wanted = keywords({
    kind: kind || undefined,
    seats: seats ? Number(seats) : undefined,
    level: level || undefined,
  });
  return {
    operation: "getExplorer",
    method: "GET",
    path: `/games/${game}/explorer${query({ kind, seats, level })}`,
    open: true,
    python: [
      `for card in client.explorer.cards(${python(game)}${wanted && `, ${wanted}`}):`,
      '    print(card["name"], card["kind"], card["offered"], card["taken"], card["win_rate"])',
    ],
  };
}

/** @param {string} game @param {string} card @returns {Call} */
export const getCardStatistics = (game, card) => ({
  operation: "getCardStatistics",
  method: "GET",
  path: `/games/${game}/explorer/${encodeURIComponent(card)}`,
  open: true,
  python: [
    `card = client.explorer.card(${python(game)}, ${python(card)})`,
    'for row in card["groups"]:',
    '    print(row["kind"], row["seats"], row["level"], row["taken"], row["offered"], row["win_rate"])',
  ],
});
