// Facts of the box, and words that several parts of the table use.

import { h } from "../../elements.js";
import { language } from "../../preferences.js";
import { fill } from "../../sentences.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../elements.js").Child} Child
 * @typedef {import("../../openapi.d.ts").MountainsOfMadnessView} View
 * @typedef {import("../../openapi.d.ts").MountainsOfMadnessTrial} Trial
 * @typedef {import("../../openapi.d.ts").MountainsOfMadnessReward} Reward
 * @typedef {import("../../openapi.d.ts").MountainsOfMadnessSignal} Signal
 * @typedef {{ id: string, region: string, row: number, col: number, empty_trials: Trial[] | null }} Space
 * @typedef {{ id: string, region: string, name: Record<string, string>, trials: Trial[], reward: Reward }} Tile
 * @typedef {{ id: string, kind: string, value: number, name: Record<string, string> }} Equipment
 * @typedef {{ id: string, category: string, letter: string, covers: string, name: Record<string, string> }} Relic
 * @typedef {{ id: string, level: number, name: Record<string, string>, text: Record<string, string>, enforce: any[] }} Madness
 * @typedef {{ spaces: Map<string, Space>, tiles: Map<string, Tile>, equipment: Map<string, Equipment>,
 *   wounds: Map<string, any>, relics: Map<string, Relic>, madness: Map<string, Madness>, lexicon: any, timer: number,
 *   search: number, wounded: number }} Facts
 */

export const KINDS = /** @type {const} */ (["tools", "books", "weapons", "crates"]);
export const REGIONS = /** @type {const} */ (["coast", "mountains", "city", "gates", "escape"]);

/** @template {{ id: string }} T @param {T[]} all @returns {Map<string, T>} */
const byId = (all) => new Map(all.map((one) => [one.id, one]));

/** @param {any} box @returns {Facts} */
export function facts(box) {
  return {
    spaces: byId(box.board.spaces),
    tiles: byId(box.tiles),
    equipment: byId([...box.equipment, ...box.esoteric]),
    wounds: byId(box.wounds),
    relics: byId(box.relics),
    madness: byId(box.madness),
    lexicon: box.lexicon,
    timer: box.defaults.timer_s,
    search: box.defaults.search_s,
    wounded: box.wounds.length,
  };
}

/** @param {Seat} seat @returns {Facts} */
export const factsOf = (seat) => seat.facts;

/** @param {Seat} seat @returns {View} */
export const viewOf = (seat) => /** @type {View} */ (seat.view);

/** A name of the box in the language of the page. @param {{ name: Record<string, string> }} fact */
export const named = (fact) => fact.name[language()] ?? fact.name.en;

/**
 * A sentence of this table, with its blanks filled in.
 * @param {Seat} seat
 * @param {string} key
 * @param {Record<string, unknown>} [said]
 */
export const word = (seat, key, said = {}) => fill(seat.say(key), language(), said);

/**
 * A sentence of the game's text page, with its blanks filled in.
 * @param {Seat} seat
 * @param {string} key
 * @param {Record<string, unknown>} [said]
 */
export const paged = (seat, key, said = {}) => fill(seat.words.texts.page?.[key] ?? key, language(), said);

/** @param {string} text */
export const capital = (text) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** The character of a seat, whose name counts in talk. @param {Seat} seat @param {number} n */
export const character = (seat, n) => viewOf(seat)?.players[n]?.character ?? seat.name(n);

/** The same in the colour of the seat. @param {Seat} seat @param {number} n */
export const who = (seat, n) => h("b.who", { "data-seat": n }, character(seat, n));

/** Whether everybody may talk about cards now. @param {Seat} seat */
export function discussing(seat) {
  const view = viewOf(seat);
  return view.phase === "encounter" && view.place !== null && !view.place.silent;
}

/** Whether nobody may say a word. @param {Seat} seat */
export function silent(seat) {
  const view = viewOf(seat);
  return view.phase === "window" || view.phase === "encounter" && view.place !== null && view.place.silent;
}

/** The totals a trial accepts. @param {Trial} trial @param {string} or */
export function accepted({ accept }, or) {
  if (accept.type === "range") return `${accept.min}–${accept.max}`;
  return accept.type === "exact" ? `${accept.value}` : accept.values.join(` ${or} `);
}

/** A trial in words. @param {Seat} seat @param {Trial} trial */
export function trialWords(seat, { kind, accept }) {
  const { type, ...numbers } = accept;
  return capital(paged(seat, type, { kind: seat.words.term(kind), ...numbers }));
}

/** The region the expedition is in. @param {View} view @param {Facts} facts */
export const regionOf = (view, facts) => facts.spaces.get(view.airplane ?? "")?.region ?? "coast";

/**
 * How dark it gets: the own level of madness; for those who watch, the highest.
 * @param {View} view
 */
export const dread = (view) =>
  view.me ? view.players[view.me.seat].level : Math.max(0, ...view.players.map((one) => one.level));
