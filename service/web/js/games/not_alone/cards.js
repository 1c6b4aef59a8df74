// Place, Hunt and Survival cards, their backs, and how they are written in a sentence.

import { h } from "../../elements.js";
import { asksForPlaces, bareName, factsOf, labelled, numberOf, slotsOf, TOKENS } from "./facts.js";
import { glyph } from "./glyphs.js";
import { landscape } from "./landscapes.js";
import { huntPicture, survivalPicture } from "./sigils.js";

/** @typedef {import("../../table/seat.js").Seat} Seat */

/** Longer names of places are written smaller on a phone. */
const LONG = 7;
/** Longer texts of Hunt and Survival cards take some of the room of the picture. */
const LONG_TEXT = 90;
const ROMAN = ["", "I", "II", "III", "IV"];

/** What a place gives, in signs. @type {Record<string, string[]>} */
const GAINS = {
  lair: ["back", "∞", "/", "copy"],
  jungle: ["back", "2"],
  river: ["double", "1"],
  beach: ["marker", "rescue"],
  rover: ["reserve", "+1"],
  swamp: ["back", "3"],
  shelter: ["survival", "½"],
  wreck: ["rescue", "+1"],
  source: ["will", "/", "survival"],
  artefact: ["double", "2"],
  nexus: ["back", "∞", "/", "copy"],
  oasis: ["back", "1–4"],
  fjord: ["double", "1"],
  dome: ["shield", "rescue", "+2"],
  labyrinth: ["unknown", "/", "reserve"],
  mangrove: ["back", "2", "pawn"],
  archipelago: ["survival", "will"],
  pole: ["will", "rescue", "+2"],
  fungi: ["will", "/", "survival"],
  portal: ["walk", "+1"],
};

/** @param {string} place */
export function gain(place) {
  return h(
    "span.na-gain",
    { "aria-hidden": "true" },
    ...(GAINS[place] ?? []).map((one) => /^[a-z]/.test(one) ? glyph(one) : h("span", null, one)),
  );
}

/**
 * The face of a place: picture, number, name.
 * @param {Seat} seat
 * @param {string} place
 */
export function placeFace(seat, place) {
  const name = bareName(seat, place);
  return [
    h("img.na-art", { src: landscape(place), alt: "", draggable: "false" }),
    h("span.na-number", { "aria-hidden": "true" }, numberOf(seat, place)),
    h("span.na-place-name", { "aria-hidden": "true", class: name.length > LONG ? "long" : "" }, name),
  ];
}

/**
 * One of one's own Place cards.
 * @param {Seat} seat
 * @param {string} place
 * @param {{ note?: import("../../elements.js").Child }} [how]
 */
export function placeCard(seat, place, { note } = {}) {
  return h(
    "span.na-fan",
    { "data-fly": `mine ${place}` },
    h(
      "button.na-card.na-place-card",
      asksForPlaces(seat) ? looked(seat, place) : seat.option(place),
      ...placeFace(seat, place),
      gain(place),
      note,
    ),
  );
}

/** A card that is only looked at, although its place is an option elsewhere. @param {Seat} seat @param {string} place */
const looked = (seat, place) => ({
  type: "button",
  "data-zoom": place,
  "aria-label": labelled(seat, seat.words.short(place), seat.words.card(place)?.text ?? ""),
});

/** The text of a card without the phase that its corner shows. @param {string} text */
export const bareText = (text) => text.replace(/^Phase \d[^:.]*:\s*/, "");

/**
 * A Hunt or Survival card with its text.
 * @param {Seat} seat
 * @param {string} id
 * @param {{ from?: string, thin?: boolean, look?: boolean }} [how] `look`: never an option
 */
export function textCard(seat, id, { from, thin = false, look = false } = {}) {
  const { hunt, survival } = factsOf(seat);
  const fact = hunt.get(id) ?? survival.get(id);
  const card = seat.words.card(id);
  const text = bareText(card?.text ?? "");
  const kind = hunt.has(id) ? "hunt" : "survival";
  return h(
    "button.na-card.na-text-card",
    {
      ...(look ? looked(seat, id) : seat.option(id)),
      "data-kind": kind,
      class: thin ? "thin" : text.length > LONG_TEXT ? "wordy" : "",
      "data-fly": id,
      "data-from": from ?? null,
    },
    h("img.na-art", {
      src: kind === "hunt" ? huntPicture(id) : survivalPicture(id),
      alt: "",
      draggable: "false",
    }),
    h(
      "span.na-corner",
      { "aria-hidden": "true" },
      fact?.phase === "copied" ? "I–IV" : ROMAN[Number(fact?.phase)] ?? "",
      fact?.symbol ? glyph(fact.symbol) : null,
    ),
    h("strong.na-card-name", { "aria-hidden": "true" }, card?.name ?? id),
    h("span.na-card-text", { "aria-hidden": "true" }, text),
  );
}

/** @param {string} kind hunt, survival or place */
export const cardBack = (kind) => h("span.na-back", { "data-kind": kind, "aria-hidden": "true" }, glyph(kind));

/** A Hunt token. @param {string} token */
export const tokenFace = (token) => h("span.na-token", { "data-token": token, "aria-hidden": "true" }, glyph(token));

/** @param {string} id @param {Seat} seat @returns {Node | string} */
export function chip(id, seat) {
  const { places, hunt, survival } = factsOf(seat);
  const name = seat.words.short(id);
  if (places.has(id)) {
    return h(
      "button.chip.na-chip",
      { type: "button", "data-zoom": id },
      h("b", null, numberOf(seat, id)),
      bareName(seat, id),
    );
  }
  if (hunt.has(id) || survival.has(id)) {
    const kind = hunt.has(id) ? "hunt" : "survival";
    return h("button.chip.na-chip", { type: "button", "data-zoom": id, "data-kind": kind }, glyph(kind), name);
  }
  if (TOKENS.includes(id)) return h("span.chip.na-chip", { "data-token": id }, glyph(id), name);
  return name;
}

/** @param {string} id @param {Seat} seat */
export function zoom(id, seat) {
  const { places, hunt, survival } = factsOf(seat);
  const slots = slotsOf(id);
  const place = slots.length === 1 ? /** @type {any} */ (seat.view)?.planet[slots[0] - 1] : id;
  if (places.has(place)) {
    return h(
      "div.na-zoom",
      null,
      h("div.na-card.na-place-card", null, ...placeFace(seat, place), gain(place)),
      explained(seat, place, id),
    );
  }
  if (hunt.has(id) || survival.has(id)) {
    return h(
      "div.na-zoom.wide",
      null,
      h("img.na-art", { src: hunt.has(id) ? huntPicture(id) : survivalPicture(id), alt: "" }),
    );
  }
  return null;
}

/** The text of a place that was asked for by its slot; the core adds that of a card. @param {Seat} seat @param {string} place @param {string} id */
function explained(seat, place, id) {
  return place === id
    ? null
    : h("p.card-text", null, h("strong", null, seat.words.short(place)), " ", seat.words.card(place)?.text ?? "");
}
