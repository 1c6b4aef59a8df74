// What the table of Not Alone needs to know besides the view: the cards, and who may be where by public knowledge.

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").NotAloneView} View
 * @typedef {import("../../openapi.d.ts").NotAlonePrey} Prey
 * @typedef {{ id: string, set: string, number: number }} Place
 * @typedef {{ id: string, set: string, phase: number | "copied", symbol?: string | null }} Played
 * @typedef {{ places: Map<string, Place>, hunt: Map<string, Played>, survival: Map<string, Played>,
 *   board: { rescue_start: number, assimilation_start: number, artemia_spaces: Record<string, number[]> } }} Facts
 */

export const TOKENS = ["creature", "artemia", "target"];
export const PHASES = ["exploration", "hunting", "reckoning", "end"];
/** All windows, in the order of a turn. */
export const WINDOWS = [
  "exploration-window",
  "reaction-window",
  "opening-window",
  "target-window",
  "artemia-window",
  "creature-window",
  "end-window",
];

/** @param {any} cards @returns {Facts} */
export function facts(cards) {
  const by = (/** @type {any[]} */ list) => new Map(list.map((one) => [one.id, one]));
  return {
    places: by(cards.places),
    hunt: by(cards.hunt_cards),
    survival: by(cards.survival_cards),
    board: cards.board,
  };
}

/** @param {Seat} seat @returns {View} */
export const viewOf = (seat) => /** @type {View} */ (seat.view);

/** @param {Seat} seat @returns {Facts} */
export const factsOf = (seat) => /** @type {Facts} */ (seat.facts);

/** @param {Seat} seat @param {string} place */
export const numberOf = (seat, place) => factsOf(seat).places.get(place)?.number ?? 0;

/** Which side looks at the table. @param {Seat} seat */
export function sideOf(seat) {
  if (seat.me === null) return "watching";
  return seat.me === viewOf(seat).creature ? "creature" : "hunted";
}

/** The name of a place without its article. @param {Seat} seat @param {string} place */
export const bareName = (seat, place) => seat.words.short(place).replace(/^(The |Le |La |Les |L[’'])/, "");

/**
 * The places that a Hunted may have played, or may play, by all that this viewer knows: owned, and not discarded,
 * shown to the Creature, denied to Telepathy or under a Force Field.
 * @param {View} view
 * @param {Prey} prey
 * @returns {string[]}
 */
export function possiblePlaces(view, prey) {
  const fromPile = prey.pending === "fjord" && view.phase === "exploration" && prey.played === 0;
  const out = new Set([...(fromPile ? [] : prey.discard ?? []), ...prey.exposed]);
  for (const known of prey.known) out.delete(known);
  if (prey.named.length && prey.admitted === false) { for (const place of prey.named) out.add(place); }
  const barred = view.in_force.includes("force_field") ? view.tokens.target ?? [] : [];
  return view.planet.flatMap((place, n) =>
    place !== null && prey.owned.includes(place) && !out.has(place) && !barred.includes(n + 1) ? [place] : []
  );
}

/** Where the Hunted are known to be. @param {View} view @param {number} n */
export const seenAt = (view, n) => view.presences.filter((one) => one.seat === n);

/**
 * The Hunted who may be on a slot, as far as nobody has been revealed there.
 * @param {View} view
 * @param {number} slot
 */
export function perhaps(view, slot) {
  const place = view.planet[slot - 1];
  if (place === null || view.phase === "setup" || view.phase === "over") return [];
  return view.hunted.filter((prey) =>
    seenAt(view, prey.seat).length === 0 && possiblePlaces(view, prey).includes(place)
  );
}

/** The slots of an option such as s3 or s3+s8. @param {string} id */
export const slotsOf = (id) => /^s\d/.test(id) ? id.split("+").map((one) => Number(one.slice(1))) : [];

/** A name and what it stands for: French has a space before the colon. @param {Seat} seat @param {string} name @param {unknown} value */
export const labelled = (seat, name, value) => `${name}${seat.say("colon")}${value}`;

/** The number of a seat option, or null. @param {string} id */
export const seatOf = (id) => /^seat-\d$/.test(id) ? Number(id.slice(5)) : null;

/** Questions whose options are places of the planet or the reserve, and not one's own cards. @param {Seat} seat */
export const asksForPlaces = (seat) =>
  seat.decisions.some((one) => ["take-reserve", "copy-place", "ask-places"].includes(one.kind));
