// Cards as they lie on the table, and what a row of them is worth.

import { h } from "../../elements.js";
import { onceBuilt } from "../../patch.js";
import { back, face } from "./card.js";
import { worth } from "./cards.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").FarawayTraveller} Traveller
 * @typedef {import("./cards.js").Card} Card
 */

/** @param {Seat} seat @param {string} id @returns {Card} */
export const fact = (seat, id) =>
  /** @type {Map<string, Card>} */ (seat.facts).get(id) ??
    { id, biome: null, night: false, clues: 0, wonders: {}, quest: null };

/**
 * A card on the table: an option while it can be picked, else something to look at.
 * @param {Seat} seat
 * @param {string} id
 * @param {...import("../../elements.js").Child} more
 */
export function card(seat, id, ...more) {
  const facts = fact(seat, id);
  return h(
    "button.fw-card",
    { ...seat.option(id), "data-fly": id, class: facts.number === undefined ? "square" : "" },
    onceBuilt("span.face", id, () => face(facts)),
    more,
  );
}

/** @param {"region" | "sanctuary"} kind */
export const faceDown = (kind) => onceBuilt("span.face", kind, () => back(kind));

/** @param {Seat} seat @param {Traveller} player */
export const worthOf = (seat, player) =>
  worth(player.row.map((id) => fact(seat, id)), player.sanctuaries.map((id) => fact(seat, id)));
