// The travellers: the row of each, the sanctuaries, what is known of the hand.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { playerHead } from "../../table/players.js";
import { ICONS, icons } from "./cards.js";
import { glyph, numeral } from "./glyphs.js";
import { card, faceDown, fact, worthOf } from "./pieces.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").FarawayTraveller} Traveller
 * @typedef {import("../../openapi.d.ts").FarawayView} View
 */

/** How many regions a journey has. */
export const ROUNDS = 8;

/**
 * How many of each icon somebody has, in words and signs.
 * @param {Seat} seat
 * @param {Traveller} player
 */
function totals(seat, player) {
  const seen = icons([...player.row, ...player.sanctuaries].map((id) => fact(seat, id)));
  return h(
    "ul.fw-totals",
    null,
    ...ICONS.map((name) =>
      h(
        "li",
        { class: `tint-${name} ${seen[name] ? "" : "zero"}`, title: seat.words.term(name) },
        glyph(name),
        h("span.for-ears", null, `${seat.words.term(name)}: `),
        h("b", null, seen[name]),
      )
    ),
  );
}

/**
 * @param {Seat} seat
 * @param {Traveller} player
 * @param {boolean} mine
 */
function row(seat, player, mine) {
  const values = worthOf(seat, player);
  return h(
    "ol.fw-row",
    { "data-place": `row ${player.seat}`, "aria-label": seat.words.term("row") },
    ...Array.from({ length: ROUNDS }, (_, n) => {
      const id = player.row[n];
      if (!id) return h("li.empty", { class: mine && n === player.row.length ? "next" : "" }, h("span", null, n + 1));
      return h(
        "li",
        null,
        card(seat, id),
        mine &&
          h(
            "span.fw-worth",
            { class: values.regions[n] ? "" : "zero", title: seat.say("worth-now") },
            values.regions[n],
          ),
      );
    }),
  );
}

/** @param {Seat} seat @param {Traveller} player */
const sanctuaries = (seat, player) =>
  h(
    "div.fw-sanctuaries",
    { "data-place": `sanctuaries ${player.seat}` },
    ...player.sanctuaries.map((id) => card(seat, id)),
  );

/** What can be seen of a hand. @param {Seat} seat @param {Traveller} player */
function hand(seat, player) {
  const hidden = Math.max(0, player.hand - player.known.length);
  return h(
    "div.fw-known",
    { "data-place": `hand ${player.seat}`, title: seat.words.term("hand") },
    h("span.for-ears", null, `${seat.words.term("hand")}: ${player.hand}`),
    ...player.known.map((id) => card(seat, id)),
    ...Array.from({ length: hidden }, () => h("span.fw-card", null, faceDown("region"))),
  );
}

/** @param {Seat} seat @param {Traveller} player */
function marks(seat, player) {
  const view = /** @type {View} */ (seat.view);
  const at = view.order.indexOf(player.seat);
  return [
    view.phase === "turns" && at >= 0 &&
    h("span.fw-order", { title: seat.words.term("order") }, h("span.for-ears", null, seat.words.term("order")), at + 1),
    player.submitted &&
    h("span.pill.done", { title: seat.say("has-chosen") }, icon("lock"), h("span", null, seat.say("has-chosen"))),
    player.found > 0 &&
    h(
      "span.pill.fw-count",
      { title: seat.words.term("found") },
      glyph("sanctuary"),
      h("span.for-ears", null, seat.words.term("found")),
      player.found,
    ),
    player.owed > 0 &&
    h(
      "span.pill.fw-count",
      { title: seat.words.term("owed") },
      h("span.for-ears", null, seat.words.term("owed")),
      `−${player.owed}`,
    ),
    h(
      "span.fw-fame",
      { title: seat.say("worth-now") },
      h("span.for-ears", null, `${seat.say("worth-now")}: `),
      numeral(worthOf(seat, player).total),
      glyph("star"),
    ),
  ];
}

/** @param {Seat} seat @param {Traveller} player */
export function traveller(seat, player) {
  return h(
    "section.fw-traveller",
    {
      "data-seat": player.seat,
      "aria-label": seat.name(player.seat),
      class: seat.shown.waiting.includes(player.seat) ? "waits" : "",
    },
    playerHead(seat, player.seat, marks(seat, player), h("span.grow"), hand(seat, player)),
    h("div.fw-lines", null, row(seat, player, false), sanctuaries(seat, player)),
  );
}

/** @param {Seat} seat @param {Traveller} player */
export function journey(seat, player) {
  return h(
    "section.fw-mine",
    { "data-seat": player.seat, "aria-label": seat.say("your-journey"), class: seat.asked ? "asked" : "" },
    playerHead(seat, player.seat, totals(seat, player), h("span.grow"), marks(seat, player), sanctuaries(seat, player)),
    row(seat, player, true),
  );
}
