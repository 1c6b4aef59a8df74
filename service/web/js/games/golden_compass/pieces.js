// Pieces: Lyra cards, characters, experience tokens, Truth tiles.

import { h, svg } from "../../elements.js";
import { chance } from "../../draw.js";
import { glyph } from "./glyphs.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").GoldenCompassView} View
 * @typedef {{ id: string, daemon: string | null, symbol: string | null, flying_spy: boolean, joker: boolean }} Lyra
 * @typedef {{ id: string, colour: string, magisterium_symbols: number }} Character
 * @typedef {{ id: string, set: string, kind: string, value: number | null }} Token
 * @typedef {{ id: string, period: string, town?: string, type: string }} Space
 * @typedef {{ id: string, red: { draw: number, advance?: number }, light_blue: string }} Sector
 * @typedef {{ lyra: Map<string, Lyra>, characters: Map<string, Character>, tokens: Map<string, Token>,
 *   truths: Map<string, number>, spaces: Map<string, Space>, sectors: Sector[] }} Facts
 */

/** @param {Seat} seat @returns {View} */
export const viewOf = (seat) => /** @type {View} */ (seat.view);

/** @param {any} cards the answer of the API @returns {Facts} */
export function facts(cards) {
  const byId = (/** @type {any[]} */ list) => new Map(list.map((one) => [one.id, one]));
  return {
    lyra: byId(cards.lyra_cards),
    characters: byId(cards.characters),
    tokens: byId(cards.experience_tokens),
    truths: new Map(cards.truth_tiles.map((/** @type {any} */ one) => [one.id, one.value])),
    spaces: byId(cards.track),
    sectors: cards.sectors,
  };
}

/** What stands on the back of a token: the initial of its town. */
const LETTER = /** @type {Record<string, string>} */ ({
  jordan_college: "J",
  london: "L",
  trollesund: "T",
  bolvangar: "B",
});

/** The signs of a Lyra card. @param {Lyra | undefined} card */
function face(card) {
  if (!card) return [glyph("card")];
  if (card.joker) return [h("span.gc-daemon", null, glyph("joker")), h("span.gc-symbol.gc-any", null, glyph("choice"))];
  return [
    h("span.gc-daemon", null, glyph(card.daemon ?? "joker")),
    card.flying_spy && h("span.gc-spied", null, glyph("spy")),
    h("span.gc-symbol", null, glyph(card.symbol ?? "joker")),
  ];
}

/**
 * A Lyra card: daemon above, symbol below, a spy in the corner.
 * @param {Seat} seat
 * @param {string} id
 * @param {{ from?: string }} [how]
 */
export function lyraCard(seat, id, { from } = {}) {
  const card = /** @type {Facts} */ (seat.facts).lyra.get(id);
  return h(
    "button.gc-card",
    {
      ...seat.option(id),
      "data-fly": id,
      "data-from": from ?? null,
      "data-daemon": card?.daemon ?? "joker",
      "data-card": id,
    },
    face(card),
  );
}

/** A Lyra card as a picture, inside of something that is picked as a whole. @param {Seat} seat @param {string} id */
export function lyraPicture(seat, id) {
  const card = /** @type {Facts} */ (seat.facts).lyra.get(id);
  return h("span.gc-card", { "data-daemon": card?.daemon ?? "joker", title: seat.words.short(id) }, face(card));
}

/** The back of a Lyra card. */
export const cardBack = () => h("span.gc-card.gc-back", { "aria-hidden": "true" }, glyph("compass"));

/**
 * An experience token: face up with its value, or only the town on its back.
 * @param {Seat} seat
 * @param {string | null} id a token, a town, or "face-down"
 * @param {string} [town] whose slot it lies on
 */
export function tokenFace(seat, id, town = "") {
  if (id === null) return h("span.gc-token.gc-empty", { "aria-hidden": "true" });
  const token = /** @type {Facts} */ (seat.facts).tokens.get(id);
  const back = token?.set ?? (id in LETTER ? id : town);
  return h(
    "span.gc-token",
    { "data-town": back, class: token ? "up" : "" },
    token
      ? (token.value === null
        ? glyph("compass", seat.words.call(id))
        : h("b", { "aria-label": seat.words.call(id) }, token.value))
      : h("b", { "aria-label": seat.words.call(back) }, LETTER[back] ?? "?"),
  );
}

/** A Truth tile. @param {Seat} seat @param {string} id */
export function truth(seat, id) {
  const value = /** @type {Facts} */ (seat.facts).truths.get(id);
  return h(
    "button.gc-truth",
    { ...seat.option(id, { label: `${seat.words.term("truth")} ${value}` }), "data-fly": id },
    glyph("truth"),
    h("b", null, value),
  );
}

/** A Truth tile as a picture. @param {Seat} seat @param {string} id */
export const truthPicture = (seat, id) =>
  h("span.gc-truth", null, glyph("truth"), h("b", null, /** @type {Facts} */ (seat.facts).truths.get(id)));

/** A portrait drawn from the id: nobody's likeness, but always the same. @param {string} id @param {string} colour */
export function portrait(id, colour) {
  const random = chance(id);
  const [hat, hair, beard, wide] = [random(), Math.floor(random() * 4), random(), 8 + random() * 3];
  const skin = ["#e9c6a4", "#d9a982", "#c08a63", "#f0d6bd"][Math.floor(random() * 4)];
  const coat = { green: "#2f6b50", blue: "#2c5a92", red: "#93383f" }[colour] ?? "#555";
  const locks = ["#3a2b22", "#6b4a2c", "#c9a25b", "#d7d2cb"][hair];
  return svg(
    "svg",
    { viewBox: "0 0 48 48", class: "gc-portrait", "aria-hidden": "true" },
    svg("rect", { width: 48, height: 48, rx: 24, fill: `color-mix(in srgb, ${coat} 35%, #10202c)` }),
    svg("path", { d: "M6 48c1-11 8-17 18-17s17 6 18 17z", fill: coat }),
    svg("path", { d: "M19 33l5 8 5-8z", fill: "#f3ead8" }),
    svg("ellipse", { cx: 24, cy: 21, rx: wide, ry: 11, fill: skin }),
    svg("path", {
      d: `M${24 - wide - 1} 20c0-9 4-13 ${wide + 1}-13s${wide + 1} 4 ${wide + 1} 13c-3-4-6-6-${wide + 1}-6s-${
        wide - 2
      } 2-${wide + 1} 6z`,
      fill: locks,
    }),
    hat > 0.6 && svg("path", { d: "M10 14h28l-4-3c-1-6-4-8-10-8s-9 2-10 8z", fill: "#1c1a1d" }),
    beard > 0.62 && svg("path", { d: "M15 23c1 8 4 11 9 11s8-3 9-11c-3 3-6 4-9 4s-6-1-9-4z", fill: locks }),
    svg("circle", { cx: 20, cy: 21, r: 1.3, fill: "#2a1d16" }),
    svg("circle", { cx: 28, cy: 21, r: 1.3, fill: "#2a1d16" }),
  );
}

/**
 * A character: portrait, name, Magisterium value, and the whole power where there is room.
 * @param {Seat} seat
 * @param {string} id
 * `text` with the whole power, `small` without the name, which remains as label and title.
 * @param {{ text?: boolean, small?: boolean }} [how]
 */
export function character(seat, id, { text = false, small = false } = {}) {
  const facts = /** @type {Facts} */ (seat.facts).characters.get(id);
  const card = seat.words.card(id);
  return h(
    "button.gc-character",
    {
      ...seat.option(id),
      "data-fly": id,
      "data-colour": facts?.colour,
      class: text ? "full" : "",
      title: small ? card?.name : null,
    },
    portrait(id, facts?.colour ?? ""),
    !small && h("span.gc-name", null, card?.name ?? id),
    magisterium(seat, facts),
    text && h("span.gc-power", null, (card?.text ?? "").replace(/^[^:]*\d\s*:\s*/, "")),
  );
}

/** A character, large: the name and the power stand beside it. @param {Seat} seat @param {string} id */
export function figure(seat, id) {
  const facts = /** @type {Facts} */ (seat.facts).characters.get(id);
  return h(
    "div.gc-figure",
    { "data-colour": facts?.colour },
    portrait(id, facts?.colour ?? ""),
    magisterium(seat, facts),
  );
}

/** @param {Seat} seat @param {Character | undefined} facts */
const magisterium = (seat, facts) =>
  h(
    "span.gc-magisterium",
    { title: seat.words.term("magisterium") },
    glyph("magisterium"),
    h("span.for-ears", null, seat.words.term("magisterium")),
    facts?.magisterium_symbols ?? "?",
  );

/** A chip in a sentence. @param {string} id @param {Seat} seat @returns {Node | string} */
export function chip(id, seat) {
  const facts = /** @type {Facts} */ (seat.facts);
  const card = facts.lyra.get(id);
  if (card) {
    const signs = card.joker ? ["joker"] : [card.daemon, card.symbol, card.flying_spy && "spy"];
    return h(
      "button.chip.gc-chip",
      { type: "button", "data-zoom": id, "data-daemon": card.daemon ?? "joker", "aria-label": seat.words.short(id) },
      ...signs.filter(Boolean).map((name) => glyph(String(name))),
    );
  }
  if (facts.truths.has(id)) return h("span.chip.gc-chip.gc-tile", null, facts.truths.get(id));
  const sector = facts.sectors.find((one) => one.id === id);
  if (sector) return h("span.chip.gc-chip", { "aria-label": seat.words.call(id) }, sectorSigns(sector));
  if (facts.characters.has(id)) return h("button.chip", { type: "button", "data-zoom": id }, seat.words.short(id));
  return seat.words.short(id);
}

/** What the needle points at, in signs. @param {Sector} sector */
export function sectorSigns(sector) {
  return [
    h(
      "span.gc-red",
      null,
      glyph("card"),
      sector.red.draw,
      sector.red.advance ? [glyph("lyra"), `+${sector.red.advance}`] : null,
    ),
    h("span.gc-sky", null, glyph(actionSign(sector.light_blue))),
  ];
}

/** @param {string} action */
export const actionSign = (action) =>
  /** @type {Record<string, string>} */ ({ alethiometer: "compass", free_choice: "choice" })[action] ?? action;
