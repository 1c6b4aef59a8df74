// Cards, trials and small pieces.

import { h } from "../../elements.js";
import { chance } from "../../draw.js";
import { icon } from "../../icons.js";
import { accepted, capital, factsOf, KINDS, named, paged } from "./facts.js";
import { glyph } from "./glyphs.js";

/**
 * @typedef {import("./facts.js").Seat} Seat
 * @typedef {import("./facts.js").Child} Child
 */

/**
 * The face of a hand card as far as it is known.
 * @param {Seat} seat
 * @param {{ card: string | null, kind: string | null, value: number | null }} card
 * @returns {Child[]}
 */
export function face(seat, { card, kind, value }) {
  const fact = card ? factsOf(seat).equipment.get(card) : null;
  const wound = kind === "wound";
  const name = fact ? named(fact) : card && wound ? named(factsOf(seat).wounds.get(card)) : "";
  const turn = card ? Math.round(chance(card)() * 24 - 12) : 0;
  return [
    h("span.mm-figure", { style: { "--turn": `${turn}deg` } }, glyph(kind ?? "hidden")),
    !wound && h("span.mm-value", null, value ?? "?"),
    h("span.mm-corner", null, glyph(wound ? "wound" : kind ?? "hidden")),
    name && h("span.mm-name", null, name),
  ];
}

/** The classes of a card. @param {{ card: string | null, kind: string | null }} card */
export const look = ({ card, kind }) => `kind-${kind ?? "hidden"} ${card?.startsWith("es-") ? "esoteric" : ""}`;

/** Kind and value of a card that lies open. @param {Seat} seat @param {string} id */
export function open(seat, id) {
  const fact = factsOf(seat).equipment.get(id);
  return { card: id, kind: fact?.kind ?? "wound", value: fact?.value ?? null };
}

/** A card of one's own in words. @param {Seat} seat @param {{ card: string | null, kind: string | null }} card */
export function cardWords(seat, { card, kind }) {
  if (card) return seat.words.card(card)?.name ?? seat.words.call(card);
  return kind ? paged(seat, "card-value-hidden", { kind: seat.words.term(kind) }) : paged(seat, "card-hidden");
}

/** A card that lies open somewhere; clicked it is shown large. @param {Seat} seat @param {string} id @param {Record<string, unknown>} [more] */
export function smallCard(seat, id, more = {}) {
  const card = open(seat, id);
  return h(
    "button.mm-card.mm-small",
    { type: "button", "data-zoom": id, "aria-label": cardWords(seat, card), class: look(card), ...more },
    ...face(seat, card),
  );
}

/** A relic with what it does. @param {Seat} seat @param {string} id */
export const relicLine = (seat, id) =>
  h(
    "p.mm-gift",
    null,
    glyph(factsOf(seat).relics.get(id)?.category ?? "relic"),
    h("strong", null, seat.words.short(id)),
    " ",
    h("span", null, seat.words.card(id)?.text ?? ""),
  );

/** A card in a sentence: sign and number. @param {Seat} seat @param {string} id @returns {Node | null} */
export function chip(seat, id) {
  const facts = factsOf(seat);
  const card = facts.equipment.get(id);
  if (card) return token(seat, card.kind, card.value, id);
  if (KINDS.includes(/** @type {any} */ (id))) return token(seat, id, seat.words.term(id));
  if (facts.wounds.has(id)) {
    return h(
      "button.chip.mm-chip.kind-wound",
      { type: "button", "data-zoom": id },
      glyph("wound"),
      seat.words.term("wound"),
    );
  }
  if (facts.relics.has(id)) {
    return h(
      "button.chip",
      { type: "button", "data-zoom": id },
      glyph(facts.relics.get(id)?.category ?? "relic"),
      seat.words.short(id),
    );
  }
  return null;
}

/**
 * A kind of equipment with a number.
 * @param {Seat} seat
 * @param {string} kind
 * @param {Child} value
 * @param {string} [zoom] a card to look at
 */
export function token(seat, kind, value, zoom) {
  return h(
    zoom ? "button.chip.mm-chip" : "span.chip.mm-chip",
    { type: zoom ? "button" : null, "data-zoom": zoom, class: `kind-${kind}` },
    glyph(kind, capital(seat.words.term(kind))),
    value,
  );
}

/** The trials printed on a space, small. @param {import("./facts.js").Trial[]} trials */
export const tinyTrials = (trials) =>
  trials.map((trial) => h("span.mm-tiny", { class: `kind-${trial.kind}` }, glyph(trial.kind), accepted(trial, "/")));

/** A number with its sign. @param {string} sign @param {string} name @param {Child} value @param {Record<string, unknown>} [more] */
export const count = (sign, name, value, more = {}) =>
  h("span.mm-count", { title: name, ...more }, glyph(sign), h("span.for-ears", null, `${name}: `), h("b", null, value));

/** Done, with a tick. @param {string} text */
export const tick = (text) => h("span.pill.done", null, icon("check"), h("span", null, text));
