// Bookmarks and other pieces of New Lands: facts of the cards, plates, missions, chips, raised hands.

import { h } from "../../elements.js";
import { language } from "../../preferences.js";
import { fill } from "../../sentences.js";
import { badge, initial } from "../../table/players.js";
import { picture } from "./art.js";
import { glyph } from "./glyphs.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").NewLandsView} View
 * @typedef {import("../../openapi.d.ts").Decision} Decision
 * @typedef {{ id: string, domain: string, advance: number }} Exploration
 * @typedef {{ id: string, domain: string, check?: Record<string, any> }} Mission
 * @typedef {{ explorations: Map<string, Exploration>, missions: Map<string, Mission>,
 *   peripeties: Map<string, { id: string, advance_modifier: number }>, cities: Set<string>, characters: string[],
 *   lists: Record<string, Record<string, string[]>>, families: Record<string, string[][]> }} Facts
 */

export const DIRECTIONS = ["N", "E", "S", "W"];

/** @param {any} cards @returns {Facts} */
export function facts(cards) {
  const byId = (/** @type {any[]} */ list) => new Map(list.map((card) => [card.id, card]));
  return {
    explorations: byId(cards.explorations),
    missions: byId([...cards.missions, cards.joker]),
    peripeties: byId(cards.peripeties),
    cities: new Set(cards.lost_cities.map((/** @type {any} */ card) => card.id)),
    characters: cards.characters.map((/** @type {any} */ card) => card.id),
    lists: cards.lists,
    families: cards.root_families,
  };
}

/** Offers nothing: what is an option for this decision is only looked at. */
export const NOTHING_ASKED = /** @type {Decision} */ (/** @type {unknown} */ ({ id: "", options: [] }));

/** @param {Seat} seat @returns {View} */
export const viewOf = (seat) => /** @type {View} */ (seat.view);

/** @param {Seat} seat @returns {Facts} */
export const factsOf = (seat) => /** @type {Facts} */ (seat.facts);

/**
 * A sentence of this table with its blanks filled in.
 * @param {Seat} seat
 * @param {string} key
 * @param {Record<string, unknown>} [said]
 */
export const told = (seat, key, said = {}) => fill(seat.say(key), language(), said);

/** A direction by its first letter, as printed on the rose. @param {Seat} seat @param {string} direction */
export const letterOf = (seat, direction) => seat.words.call(direction)[0].toUpperCase();

/**
 * Who has raised a hand for this.
 * @param {Seat} seat
 * @param {string} choice
 */
export function hands(seat, choice) {
  const votes = viewOf(seat).ballot?.votes ?? {};
  const voters = Object.entries(votes).filter(([, one]) => one === choice).map(([n]) => Number(n));
  if (!voters.length) return null;
  return h(
    "span.nl-hands",
    null,
    h("span.for-ears", null, told(seat, "hands-of", { names: voters.map((n) => seat.name(n)) })),
    ...voters.map((n) => raised(seat, n)),
  );
}

/** One raised hand. @param {Seat} seat @param {number} n */
export const raised = (seat, n) =>
  h(
    "span.nl-hand",
    { "data-seat": n, title: seat.name(n), "aria-hidden": "true" },
    glyph("hand"),
    h("b", null, initial(seat.name(n))),
  );

/** The head of a player, small. @param {Seat} seat @param {number} n */
export const crest = (seat, n) =>
  h("span.nl-crest", { "data-seat": n }, badge(seat.table, n), h("span", null, seat.name(n)));

/** The domain of a bookmark, as a sign with its name. @param {Seat} seat @param {string} domain */
export const domainSign = (seat, domain) =>
  h(
    "span.nl-domain",
    { "data-domain": domain, title: domain === "any" ? null : seat.words.term(domain) },
    glyph(domain, domain === "any" ? undefined : seat.words.term(domain)),
  );

/**
 * An exploration: its landscape, theme, value and domain.
 * @param {Seat} seat
 * @param {string} id
 * @param {{ props?: Record<string, unknown>, tag?: string, more?: import("../../elements.js").Child[] }} [how]
 */
export function plate(seat, id, { props, tag = "button", more = [] } = {}) {
  const card = factsOf(seat).explorations.get(id);
  return h(
    `${tag}.nl-plate`,
    { "data-domain": card?.domain, "data-fly": id, ...(props ?? seat.option(id)) },
    h("img", { src: picture(id, card?.domain ?? "cartography"), alt: "", width: 160, height: 110, draggable: "false" }),
    h(
      "span.nl-plate-foot",
      null,
      h("span.nl-theme", null, seat.words.short(id)),
      card && h("span.nl-value", null, card.advance, domainSign(seat, card.domain)),
    ),
    ...more,
  );
}

/**
 * The back of a pile: how far it leads.
 * @param {Seat} seat
 * @param {{ domain: string, number: string, label: string, count: string, props?: Record<string, unknown> }} pile
 */
export const pileBack = (seat, { domain, number, label, count, props }) =>
  h(
    `${props ? "button" : "div"}.nl-pile`,
    props ?? {},
    h("span.nl-back", { "data-domain": domain }, h("b", null, number), domainSign(seat, domain)),
    h("strong", null, label),
    h("small", null, count),
  );

/**
 * A bookmark that is kept in the book or lies among the lost ones, by its name.
 * @param {Seat} seat
 * @param {string} id
 * @param {Record<string, unknown>} [props]
 */
export function ribbon(seat, id, props) {
  const known = factsOf(seat);
  const domain = known.explorations.get(id)?.domain ?? known.missions.get(id)?.domain ?? "peripetia";
  const option = props ?? seat.option(id);
  return h(
    "button.nl-ribbon",
    { "data-domain": domain, "data-fly": id, ...option },
    glyph(domain),
    h("span", null, seat.words.short(id)),
    option["data-option"] !== undefined && hands(seat, id),
  );
}

/** A card in a sentence. @param {string} id @param {Seat} seat @returns {Node | string} */
export function chip(id, seat) {
  const known = factsOf(seat);
  const domain = known.explorations.get(id)?.domain ?? known.missions.get(id)?.domain ??
    (known.peripeties.has(id) ? "peripetia" : null);
  if (domain) {
    return h(
      "button.chip.nl-chip",
      { type: "button", "data-zoom": id, "data-domain": domain },
      glyph(domain),
      seat.words.short(id),
    );
  }
  return seat.words.card(id)
    ? h("button.chip", { type: "button", "data-zoom": id }, seat.words.short(id))
    : seat.words.short(id);
}

/**
 * The text of a mission as it holds in this book: what is said of books in the other language is left out.
 * @param {Seat} seat
 * @param {string} id
 */
export function missionText(seat, id) {
  const text = seat.words.card(id)?.text ?? "";
  const played = seat.view ? viewOf(seat).setup.language : null;
  return played === language() ? text.split(seat.say("other-book"))[0].trim() : text;
}

/** Longer texts leave the words of a list to the sheet that shows them all. */
const LONG_TEXT = 130;
/** What stands before a list must be more than a heading. */
const LEAST_HEAD = 30;

/**
 * The text of a mission as it fits its bookmark.
 * @param {Seat} seat
 * @param {string} id
 */
export function missionBrief(seat, id) {
  const text = missionText(seat, id);
  const [head, list] = text.split(/\s?:\s/);
  const listed = factsOf(seat).missions.get(id)?.check?.[viewOf(seat).setup.language]?.list;
  return listed && list && text.length > LONG_TEXT && head.length > LEAST_HEAD ? `${head}…` : text;
}

/**
 * The words that a mission goes by, in the language of the book; null if it goes by none.
 * @param {Seat} seat
 * @param {string} id
 * @returns {string[] | null}
 */
export function wordList(seat, id) {
  const { missions, lists, families } = factsOf(seat);
  const played = seat.view ? viewOf(seat).setup.language : language();
  const check = missions.get(id)?.check?.[played];
  if (!check) return null;
  if (check.list) return lists[check.list]?.[played] ?? null;
  return check.families ? (families[played] ?? []).map((family) => family.join(" · ")) : null;
}
