// The travellers: what lies open before each, and the own things and hand.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { playerHead } from "../../table/players.js";
import { glyph } from "./glyphs.js";
import { cardBack, character, lyraCard, tokenFace, truth, viewOf } from "./pieces.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").GoldenCompassTraveller} Traveller
 */

const DAEMONS = ["ermine", "moth", "wildcat", "mouse", "gull", "dolphin"];
const SYMBOLS = ["hourglass", "sun", "anchor", "serpent", "cauldron", "owl"];

/** A number with its sign. @param {string} sign @param {string} name @param {import("../../elements.js").Child} value */
const count = (sign, name, value) =>
  h("span.gc-count", { title: name }, glyph(sign), h("span.for-ears", null, `${name}: `), h("b", null, value));

/** What the ally has granted for the sets of this turn, and who takes one Truth tile fewer. @param {Seat} seat @param {number} n */
function grants(seat, n) {
  const view = viewOf(seat);
  const granted = view.active === n
    ? /** @type {const} */ (["short_sets", "wild_cards", "symbol_bonus"]).filter((key) => view.grants[key] > 0)
    : [];
  return [
    ...granted.map((key) =>
      h("span.gc-grant", null, glyph("ally"), seat.words.term(key), ": ", h("b", null, view.grants[key]))
    ),
    view.renounced === n && h("span.gc-grant", null, glyph("truth"), seat.say("one-fewer")),
  ];
}

/** The mark of the player who begins. @param {Seat} seat @param {number} n */
const first = (seat, n) =>
  viewOf(seat).first === n &&
  h(
    "span.gc-first",
    { title: seat.say("first-player") },
    h("span.for-ears", null, seat.say("first-player")),
    icon("flag"),
  );

/** Goods that everybody sees. @param {Seat} seat @param {Traveller} player */
function goods(seat, player) {
  const { words } = seat;
  return h(
    "div.gc-goods",
    null,
    count("compass", words.term("compasses"), player.compasses),
    count("token", words.term("supply"), player.supply),
    count("dust", words.term("dust"), player.dust),
    count("magisterium", words.term("magisterium"), player.magisterium),
    viewOf(seat).dirigible === player.seat &&
      h(
        "span.gc-count.gc-holder",
        { "data-fly": "dirigible", title: words.term("dirigible") },
        glyph("dirigible", words.term("dirigible")),
      ),
    h("span.gc-truths", { "data-place": `truths ${player.seat}` }, ...player.truths.map((id) => truth(seat, id))),
  );
}

/** Tokens that are not placed; those of others may be stolen by their backs. @param {Seat} seat @param {Traveller} player */
function tokens(seat, player) {
  const taken = new Set();
  return h(
    "div.gc-tokens",
    { "data-place": `tokens ${player.seat}` },
    ...player.tokens.map((id) => {
      const back = /** @type {any} */ (seat.facts).tokens.get(id)?.set ?? id;
      const steal = `seat-${player.seat}/${back}`;
      if (seat.may(steal) && !taken.has(steal)) {
        taken.add(steal);
        return h(
          "button.gc-slot",
          seat.option(steal, { label: `${seat.words.call(back)}, ${seat.name(player.seat)}` }),
          tokenFace(seat, id),
        );
      }
      return h("span.gc-slot", null, tokenFace(seat, id));
    }),
  );
}

/** @param {Seat} seat @param {Traveller} player */
export function traveller(seat, player) {
  const id = `seat-${player.seat}`;
  const hidden = Math.max(0, player.hand - player.known.length);
  return h(
    "section.gc-traveller",
    {
      "data-seat": player.seat,
      "aria-label": seat.name(player.seat),
      class: viewOf(seat).active === player.seat ? "active" : "",
    },
    playerHead(
      seat,
      player.seat,
      first(seat, player.seat),
      seat.may(id) &&
        h("button.gc-aim", seat.option(id, { label: seat.name(player.seat) }), glyph(sought(seat))),
      h(
        "span.gc-fan",
        { "data-place": `hand ${player.seat}`, title: seat.words.term("hand") },
        h("span.for-ears", null, `${seat.words.term("hand")}: ${player.hand}`),
        ...player.known.map((card) => lyraCard(seat, card)),
        ...Array.from({ length: hidden }, cardBack),
        h("b", null, player.hand),
      ),
      h(
        "span.gc-score",
        { title: seat.words.term("score") },
        h("span.for-ears", null, seat.words.term("score")),
        player.score,
      ),
    ),
    h(
      "div.gc-line",
      null,
      player.ally ? character(seat, player.ally, { text: viewOf(seat).players.length === 2 }) : null,
      player.tucked ? character(seat, player.tucked, { small: true }) : null,
      grants(seat, player.seat),
    ),
    h("div.gc-line", null, goods(seat, player), tokens(seat, player)),
  );
}

/** What a player is chosen for. @param {Seat} seat */
function sought(seat) {
  const kind = seat.decisions[0]?.kind;
  return /** @type {Record<string, string>} */ ({
    "assign-dirigible": "dirigible",
    "take-dust-from": "dust",
    "steal-card": "card",
    "remove-compass": "compass",
  })[kind] ?? "ally";
}

/** How often each daemon and symbol is in the hand, and how many spies. @param {Seat} seat @param {string[]} hand */
function tally(seat, hand) {
  const { lyra } = /** @type {import("./pieces.js").Facts} */ (seat.facts);
  const cards = hand.map((id) => lyra.get(id));
  const numbers = [
    ...DAEMONS.map((name) => [name, cards.filter((card) => card?.daemon === name).length, 2]),
    ...SYMBOLS.map((name) => [name, cards.filter((card) => card?.symbol === name).length, 3]),
    ["spy", cards.filter((card) => card?.flying_spy).length, 2],
    ["joker", cards.filter((card) => card?.joker).length, 1],
  ];
  return h(
    "ul.gc-tally",
    null,
    ...numbers.filter(([, n]) => n).map(([name, n, enough]) =>
      h(
        "li",
        { class: Number(n) >= Number(enough) ? "full" : "", title: seat.words.term(String(name)) },
        glyph(String(name)),
        h("span.for-ears", null, seat.words.term(String(name))),
        n,
      )
    ),
  );
}

/** @param {Seat} seat */
export function mine(seat) {
  const view = viewOf(seat);
  const me = view.me;
  if (!me) return null;
  const player = view.players[me.seat];
  const { lyra } = /** @type {import("./pieces.js").Facts} */ (seat.facts);
  const rank = (/** @type {string} */ id) => `${DAEMONS.indexOf(lyra.get(id)?.daemon ?? "")}${id}`;
  const hand = [...me.hand].sort((a, b) => rank(a).localeCompare(rank(b)));
  return h(
    "section.gc-mine",
    { "data-seat": me.seat, "aria-label": seat.name(me.seat) },
    h(
      "div.gc-own",
      null,
      playerHead(
        seat,
        me.seat,
        first(seat, me.seat),
        h(
          "span.gc-score",
          { title: seat.words.term("score") },
          h("span.for-ears", null, seat.words.term("score")),
          player.score,
        ),
      ),
      player.ally ? character(seat, player.ally, { text: true }) : null,
      h(
        "div.gc-line",
        null,
        player.tucked ? character(seat, player.tucked, { small: true }) : null,
        goods(seat, player),
        h(
          "div.gc-tokens",
          { "data-place": `tokens ${me.seat}` },
          ...me.tokens.map((id) => h("button.gc-slot", seat.option(id), tokenFace(seat, id))),
        ),
        grants(seat, me.seat),
      ),
    ),
    h(
      "div.gc-hand",
      null,
      h("header", null, h("h2", null, seat.say("your-hand"), ` ${hand.length}/7`), tally(seat, hand)),
      h("div.gc-cards", { "data-place": `hand ${me.seat}` }, ...hand.map((id) => lyraCard(seat, id, { from: "draw" }))),
    ),
  );
}
