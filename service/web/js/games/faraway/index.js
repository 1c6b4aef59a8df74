// The table of Faraway: travellers, market, the own journey, the hand.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { worth } from "./cards.js";
import { ending } from "./ending.js";
import faces from "./faces.js";
import { glyph, numeral } from "./glyphs.js";
import { card, faceDown, fact } from "./pieces.js";
import { journey, ROUNDS, traveller } from "./travellers.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").FarawayView} View
 * @typedef {import("./cards.js").Card} Card
 */

/** @param {Seat} seat */
function market(seat) {
  const view = /** @type {View} */ (seat.view);
  return h(
    "section.fw-market",
    { "aria-label": seat.words.term("market") },
    h(
      "div.fw-pile",
      { "data-place": "deck" },
      h("span.fw-card.stack", null, faceDown("region")),
      h("b", null, view.deck),
      h("span", null, seat.words.term("deck")),
    ),
    h(
      "div.fw-cards",
      { "data-place": "market" },
      view.market.length
        ? view.market.map((id) => card(seat, id))
        : h("p.hint", null, seat.say(view.phase === "keep" ? "market-later" : "no-market")),
    ),
    h(
      "div.fw-pile",
      { "data-place": "pile" },
      h("span.fw-card.square.stack", null, faceDown("sanctuary")),
      h("b", null, view.pile),
      h("span", null, seat.words.term("pile")),
    ),
    view.removed.length > 0 && h(
      "details.fw-removed",
      null,
      h("summary", null, `${seat.words.term("removed")} (${view.removed.length})`),
      h("div.fw-cards", { "data-place": "removed" }, ...view.removed.map((id) => card(seat, id))),
    ),
  );
}

/**
 * What a region of the hand would find if it were explored next (RULES 4.5, 4.6).
 * @param {Seat} seat
 * @param {string} id
 */
function finds(seat, id) {
  const view = /** @type {View} */ (seat.view);
  const player = view.players[/** @type {number} */ (seat.me)];
  const last = player.row.at(-1);
  const next = fact(seat, id);
  if (!last || seat.decision("explore") === null || (next.number ?? 0) <= (fact(seat, last).number ?? 0)) return null;
  const count = 1 + player.clues + next.clues;
  return h(
    "span.fw-finds",
    { title: seat.say("finds") },
    glyph("sanctuary"),
    h("span.for-ears", null, seat.say("finds")),
    count,
  );
}

/** @param {Seat} seat */
function dock(seat) {
  const view = /** @type {View} */ (seat.view);
  const mine = view.me;
  if (!mine) return seat.promptSlot();
  const submitted = mine.submitted ?? [];
  // Cards that cannot be picked now take less room on a phone.
  const resting = ![...mine.hand, ...mine.found].some((id) => seat.may(id));
  return h(
    "section.fw-dock",
    { class: `${mine.found.length ? "with-found" : ""} ${resting ? "resting" : ""}` },
    seat.promptSlot(),
    h(
      "div.fw-hand",
      { "data-place": "hand", role: "group", "aria-label": seat.words.term("hand") },
      ...mine.hand.map((id) =>
        h(
          "span.fw-held",
          { class: submitted.includes(id) ? "submitted" : "" },
          card(seat, id, finds(seat, id)),
          submitted.includes(id) && h("span.fw-seal", null, icon("lock")),
        )
      ),
    ),
    mine.found.length > 0 && h(
      "div.fw-found",
      { "data-place": "found", role: "group", "aria-label": seat.words.term("found") },
      ...mine.found.map((id) => card(seat, id)),
    ),
  );
}

/** @type {import("../../games.js").GameTable} */
export default {
  ...faces,
  steady: true,
  ending,
  board(seat) {
    const view = /** @type {View} */ (seat.view);
    if (view.phase === "over") return [];
    const others = view.players.filter((player) => player.seat !== seat.me);
    const me = seat.me === null ? null : view.players[seat.me];
    return [h(
      "div.fw",
      { class: seat.me === null ? "watched" : "" },
      h("div.fw-others", {
        class: me && others.length > 2 ? "many" : "",
        "data-scroll": "others",
        tabindex: 0,
        role: "group",
        "aria-label": seat.words.term("players"),
        style: { "--others": others.length },
      }, ...others.map((player) => traveller(seat, player))),
      market(seat),
      me && journey(seat, me),
      dock(seat),
    )];
  },
  headline(seat) {
    const view = /** @type {View} */ (seat.view);
    if (!view) return null;
    const over = view.phase === "over";
    return [
      h(
        "ol.fw-rounds",
        { "aria-label": `${seat.words.term("round")} ${view.round} / ${ROUNDS}` },
        ...Array.from(
          { length: ROUNDS },
          (_, n) =>
            h("li", {
              class: over || n + 1 < view.round ? "past" : n + 1 === view.round ? "now" : "",
              "aria-hidden": "true",
            }, n + 1),
        ),
      ),
      h("span.fw-phase", null, seat.words.term(view.phase)),
    ];
  },
  chip(id, seat) {
    const facts = /** @type {Map<string, Card>} */ (seat.facts).get(id);
    if (!facts) return seat.words.short(id);
    const name = seat.words.short(id);
    if (facts.number !== undefined) {
      return h("button.chip.fw-chip", {
        type: "button",
        "data-zoom": id,
        "aria-label": name,
        class: `frame-${facts.biome}`,
      }, facts.number);
    }
    const signs = [
      ...(facts.night ? ["night"] : []),
      ...Object.keys(facts.wonders).filter((kind) => facts.wonders[kind]),
      ...(facts.clues ? ["clue"] : []),
    ];
    return h(
      "button.chip.fw-chip",
      {
        type: "button",
        "data-zoom": id,
        "aria-label": `${name} (${seat.words.card(id)?.text})`,
        class: `frame-${facts.biome ?? "none"}`,
      },
      glyph("sanctuary"),
      ...signs.map(glyph),
    );
  },
  picked(seat) {
    // What the row would be worth with the pick, beside what it is worth now.
    const view = /** @type {View} */ (seat.view);
    const decision = seat.decisions.find((one) => one.kind === "explore" || one.kind === "keep-sanctuary");
    const target = seat.main.querySelector(".fw-mine .fw-fame");
    if (!decision || !target || seat.me === null) return;
    target.querySelector(".fw-then")?.remove();
    const [pick] = seat.picks(decision);
    if (!pick) return;
    const player = view.players[seat.me];
    const [cards, placed] = decision.kind === "explore"
      ? [[...player.row, pick], player.sanctuaries]
      : [player.row, [...player.sanctuaries, pick]];
    const then = worth(cards.map((id) => fact(seat, id)), placed.map((id) => fact(seat, id))).total;
    target.append(
      h(
        "span.fw-then",
        { title: seat.say("worth-then") },
        "→",
        h("span.for-ears", null, seat.say("worth-then")),
        numeral(then),
      ),
    );
  },
  drawn(seat) {
    this.picked?.(seat);
  },
  linger(events) {
    const kinds = events.map((event) => /** @type {any} */ (event.data).kind);
    return kinds.includes("explored") ? 900 : kinds.length ? 380 : 60;
  },
};
