// The Creature and the Hunted: Will, places they own and where they may be, what holds for them; and the piles.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { sheet } from "../../sheet.js";
import { badge, playerHead } from "../../table/players.js";
import { cardBack, textCard } from "./cards.js";
import { bareName, labelled, numberOf, possiblePlaces, seenAt, sideOf, TOKENS, viewOf } from "./facts.js";
import { glyph } from "./glyphs.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").NotAlonePrey} Prey
 * @typedef {import("../../elements.js").Child} Child
 */

const MOST_WILL = 3;

/** Whether people are shown beside the planet; elsewhere the question may hide them, and offers their names itself. */
const beside = () => matchMedia("(min-width: 1100px)").matches;

/** A number with its sign. @param {Seat} seat @param {string} sign @param {string} name @param {number} value */
const count = (seat, sign, name, value) =>
  h(
    "span.na-count",
    { title: name },
    glyph(sign),
    h("span.for-ears", null, labelled(seat, name, value)),
    h("b", { "aria-hidden": "true" }, value),
  );

/** @param {Seat} seat @param {number} will */
export function flames(seat, will) {
  const name = labelled(seat, seat.words.term("will"), will);
  return h(
    "span.na-flames",
    { role: "img", "aria-label": name, title: name },
    ...Array.from({ length: MOST_WILL }, (_, n) => h("span", { class: n < will ? "lit" : "out" }, glyph("will"))),
  );
}

/** The numbers 1 to 10: where a Hunted is or may be, what lies in the discard pile, what they do not own. @param {Seat} seat @param {Prey} prey */
function numbers(seat, prey) {
  const view = viewOf(seat);
  const seen = seenAt(view, prey.seat).map((one) => one.card);
  const maybe = possiblePlaces(view, prey);
  const owned = new Map(prey.owned.map((place) => [numberOf(seat, place), place]));
  return h(
    "ol.na-numbers",
    null,
    ...Array.from({ length: 10 }, (_, n) => {
      const place = owned.get(n + 1);
      if (!place) return h("li.none", { "aria-hidden": "true" }, n + 1);
      const state = seen.includes(place)
        ? "here"
        : prey.discard?.includes(place)
        ? "discarded"
        : maybe.includes(place)
        ? seen.length ? "held" : "maybe"
        : "out";
      const name = labelled(seat, bareName(seat, place), seat.say(`is-${state}`));
      return h(
        "li",
        { class: state, title: name },
        h("span.for-ears", null, `${name}, `),
        h("span", { "aria-hidden": "true" }, n + 1),
      );
    }),
  );
}

/** What holds for a Hunted this turn. @param {Seat} seat @param {Prey} prey @returns {Child[]} */
function states(seat, prey) {
  const view = viewOf(seat);
  const { words } = seat;
  const places = (/** @type {string[]} */ list) => list.map((place) => bareName(seat, place)).join(", ");
  /** @param {string} sign @param {string} text @param {string} [full] */
  const state = (sign, text, full) => h("li.na-state", { title: full ?? text }, glyph(sign), h("span", null, text));
  return [
    prey.acted && prey.played === prey.revealed.length && view.phase !== "over" &&
    h("li.na-state.acted", { title: words.term("acted") }, icon("lock"), h("span", null, words.term("acted"))),
    prey.pending !== "none" && state("double", words.term(prey.pending)),
    prey.survived && state("survival", seat.say("survived"), words.term("survived")),
    prey.known.length > 0 && state("walk", seat.say("seen").replace("#", places(prey.known))),
    prey.exposed.length > 0 &&
    state("creature", seat.say("shown").replace("#", places(prey.exposed)), words.term("exposed")),
    prey.named.length > 0 &&
    state(
      "creature",
      seat.say(prey.admitted ? "one-of" : "none-of").replace("#", places(prey.named)),
      words.term("admitted"),
    ),
    ...prey.ignores.map((token) => state(token, labelled(seat, words.term("ignores"), words.short(token)))),
    prey.paralysed && state("dead", words.term("paralysed")),
    prey.mired && state("dead", words.term("mired")),
    view.anticipated === prey.seat && state("creature", words.short("anticipation")),
    prey.discard === null && state("smoke", seat.say("smoke").replace("#", String(prey.discarded))),
  ];
}

/** Cards that a Hunted has played and nobody has seen. @param {Seat} seat @param {Prey} prey */
function faceDown(seat, prey) {
  const hidden = prey.played - prey.revealed.length;
  const name = labelled(seat, seat.words.term("played"), hidden);
  return hidden > 0 &&
    h(
      "span.na-face-down",
      { role: "img", "aria-label": name, title: name },
      ...Array.from({ length: hidden }, () => cardBack("place")),
    );
}

/** @param {Seat} seat @param {Prey} prey */
function hunted(seat, prey) {
  const { words } = seat;
  const id = `seat-${prey.seat}`;
  const notes = states(seat, prey).filter(Boolean);
  const choosable = seat.may(id) && beside();
  return h(
    "section.na-person",
    {
      "data-seat": prey.seat,
      "aria-label": seat.name(prey.seat),
      class: `${prey.seat === seat.me ? "me" : ""} ${choosable ? "choosable" : ""}`,
    },
    playerHead(seat, prey.seat, faceDown(seat, prey), flames(seat, prey.will)),
    h(
      "div.na-holds",
      { "data-place": `person ${prey.seat}` },
      numbers(seat, prey),
      h("span.na-anchor", { "data-fly": `person ${prey.seat}` }),
      count(seat, "place", words.term("hand"), prey.hand),
      count(seat, "survival", words.term("survival"), prey.survival),
    ),
    notes.length > 0 && h("ul.na-states", null, ...notes),
    choosable && h("button.na-choose", seat.option(id, { label: seat.name(prey.seat) })),
  );
}

/** @param {Seat} seat */
function creature(seat) {
  const view = viewOf(seat);
  const { words } = seat;
  const known = sideOf(seat) === "creature" ? [] : view.hunt_known;
  // Cards that act at once are no longer in force.
  const spent = view.hunt_played.filter((id) => !view.in_force.includes(id));
  return h(
    "section.na-person.na-creature",
    {
      "data-seat": view.creature,
      "aria-label": `${seat.name(view.creature)}, ${words.term("creature")}`,
      class: seat.me === view.creature ? "me" : "",
    },
    playerHead(
      seat,
      view.creature,
      h("span.na-role", null, glyph("creature"), words.term("creature")),
    ),
    h(
      "div.na-holds",
      { "data-place": "creature" },
      h(
        "span.na-hunt-hand",
        { title: words.term("hunt_hand") },
        h("span.for-ears", null, labelled(seat, words.term("hunt_hand"), view.hunt_hand)),
        ...Array.from({ length: view.hunt_hand }, () => cardBack("hunt")),
        h("span.na-anchor", { "data-fly": "hunt hand" }),
      ),
      count(seat, "hunt", words.term("hunt_plays_left"), view.hunt_plays_left),
      sideOf(seat) !== "creature" && h(
        "span.na-tray",
        { "data-place": "tray" },
        ...TOKENS.filter((token) => !view.tokens[token]).map((token) =>
          h("span.na-tray-token", {
            "data-fly": `token ${token}`,
            "data-token": token,
            class: /** @type {string[]} */ (view.tokens_left).includes(token) ? "ready" : "",
            title: words.short(token),
          }, glyph(token))
        ),
      ),
      view.despondent && h("span.na-state", null, glyph("will"), words.term("despondent")),
      view.smokescreen && h("span.na-state", null, glyph("smoke"), words.short("smokescreen")),
    ),
    known.length > 0 &&
      h("p.na-known", null, words.term("hunt_known"), seat.say("colon"), ...known.map((id) => seat.chip(id))),
    spent.length > 0 &&
      h("p.na-known", null, words.term("hunt_played"), seat.say("colon"), ...spent.map((id) => seat.chip(id))),
    view.in_force.length > 0 && h(
      "div.na-force",
      { "aria-label": words.term("in_force"), role: "group", "data-place": "in force" },
      ...view.in_force.map((id) => textCard(seat, id, { thin: true, from: "hunt hand", look: !beside() })),
    ),
  );
}

/** A pile that opens. @param {Seat} seat @param {string} kind @param {string} deck @param {number} size @param {string} pile @param {string[]} cards @param {string[]} bottom */
function pile(seat, kind, deck, size, pile, cards, bottom) {
  const { words } = seat;
  const open = () =>
    sheet(
      { title: words.term(pile) },
      cards.length
        ? h("div.na-spread", null, ...[...cards].reverse().map((id) => textCard(seat, id)))
        : h("p.hint", null, "–"),
      bottom.length > 0 &&
        h("p", null, words.term("hunt_bottom"), seat.say("colon"), ...bottom.map((id) => seat.chip(id))),
    );
  return h(
    "button.na-pile",
    {
      type: "button",
      onclick: open,
      "data-key": `pile ${kind}`,
      "aria-label": `${labelled(seat, words.term(deck), size)}. ${labelled(seat, words.term(pile), cards.length)}`,
    },
    cardBack(kind),
    h("span", { "aria-hidden": "true" }, h("b", null, size), h("small", null, words.term(deck))),
    h("span", { "aria-hidden": "true" }, h("b", null, cards.length), h("small", null, words.term(pile))),
  );
}

/** @param {Seat} seat */
export function people(seat) {
  const view = viewOf(seat);
  const first = view.hunted.findIndex((prey) => prey.seat === seat.me);
  const order = view.hunted.map((_, n) => view.hunted[(Math.max(first, 0) + n) % view.hunted.length]);
  return h(
    "div.na-people",
    { "data-scroll": "people", "data-room": view.hunted.length > 4 ? "tight" : "usual" },
    creature(seat),
    ...order.map((prey) => hunted(seat, prey)),
    h(
      "div.na-piles",
      null,
      pile(seat, "hunt", "hunt_deck", view.hunt_deck, "hunt_discard", view.hunt_discard, view.hunt_bottom),
      pile(seat, "survival", "survival_deck", view.survival_deck, "survival_discard", view.survival_discard, []),
      view.expert_will && h("p.na-variant", null, seat.words.texts.options.expert_will),
    ),
  );
}

/** Give the people beside the planet as much room as lets all of them be seen. @param {Seat} seat */
export function spread(seat) {
  const all = seat.main.querySelector(".na-people");
  if (!(all instanceof HTMLElement) || !beside()) return;
  for (const room of ["wide", "usual", "close", "tight"]) {
    all.dataset.room = room;
    if (all.scrollHeight <= all.clientHeight) return;
  }
}

/** A row of the final sheet. @param {Seat} seat @param {number} n */
export const crest = (seat, n) =>
  h(
    "span.na-crest",
    { "data-seat": n },
    badge(seat.table, n),
    h("strong", null, seat.name(n)),
    seat.shown.result?.winners.includes(n) && icon("crown", seat.say("winner")),
  );
