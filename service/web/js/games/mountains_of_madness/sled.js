// The sled: leadership tokens, the cards that lie on it, and the piles beside it.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { sheet } from "../../sheet.js";
import { capital, character, factsOf, viewOf, word } from "./facts.js";
import { glyph } from "./glyphs.js";
import { cardWords, face, look, open, relicLine, smallCard } from "./pieces.js";
import { tileLine } from "./tiles.js";

/** @typedef {import("./facts.js").Seat} Seat */

/** Show the cards of a pile that lies open. @param {Seat} seat @param {string} title @param {string[]} ids */
function spread(seat, title, ids) {
  const { relics, tiles } = factsOf(seat);
  const look = (/** @type {string} */ id) =>
    relics.has(id) ? relicLine(seat, id) : tiles.has(id) ? tileLine(seat, id) : smallCard(seat, id);
  const dialog = sheet({ title }, h("div.mm-spread", null, ...ids.map(look)));
  dialog.addEventListener("click", (event) => seat.look(/** @type {Element} */ (event.target)));
}

/** Tokens of one place; they are options where one of them must go. @param {Seat} seat @param {"sled" | "spent" | "boxed"} where */
function tokens(seat, where) {
  const number = viewOf(seat)[where];
  const id = where === "spent" ? "discard" : "sled";
  const asked = where !== "boxed" && seat.decision("return-token")?.options.includes(id);
  const name = word(seat, `tokens-${where}`, { count: number });
  const lanterns = Array.from({ length: number }, () => glyph("token"));
  return h(
    asked ? "button.mm-tokens" : "span.mm-tokens",
    { ...(asked ? seat.option(id, { label: name }) : { title: name }), class: where },
    !asked && h("span.for-ears", null, name),
    ...lanterns,
  );
}

/** The cards on the sled: backs in the colours of their owners, and the own faces. @param {Seat} seat */
function cards(seat) {
  const view = viewOf(seat);
  if (!view.place) return null;
  if (view.place.outcomes.length) {
    // Cards that count lie with their trial.
    const trials = view.place.trials.map((one) => one.kind);
    const idle = view.place.placed.filter((one) => !trials.includes(/** @type {any} */ (open(seat, one.card).kind)));
    return h(
      "div.mm-on-sled",
      { "data-place": "sled" },
      ...idle.map((one) => smallCard(seat, one.card, { "data-seat": one.seat, "data-fly": one.card })),
    );
  }
  return h(
    "div.mm-on-sled",
    { "data-place": "sled" },
    ...view.players.flatMap((player) =>
      player.seat === view.me?.seat
        ? view.me.placed.map((card) =>
          h(
            "span.mm-card.mm-small",
            { class: look(card), "data-seat": player.seat, title: cardWords(seat, card), "data-fly": card.card },
            h("span.for-ears", null, cardWords(seat, card)),
            ...face(seat, card),
          )
        )
        : Array.from({ length: player.placed }, () =>
          h(
            "span.mm-card.mm-small.back",
            { "data-seat": player.seat, title: character(seat, player.seat) },
            glyph("card"),
          ))
    ),
  );
}

/** What lies beside the board, with names. @param {Seat} seat @returns {[string, string, import("./facts.js").Child][]} */
function lines(seat) {
  const view = viewOf(seat);
  const { words } = seat;
  return [
    ["card", words.term("draw"), view.draw],
    ["discard", words.term("discard"), view.discard.length],
    ["wound", words.term("wounds"), view.wounds],
    ["esoteric", words.term("esoteric"), view.esoteric.length],
    ["relic", word(seat, "relics-left"), view.relics.length],
    ["mountains", words.term("gone"), view.gone.length],
    ["madness", words.term("piles"), view.piles.join(" · ")],
    ["hand", words.term("limit"), view.limit],
  ];
}

/** The piles; those that lie open can be looked through. @param {Seat} seat */
export function supplies(seat) {
  const view = viewOf(seat);
  /** @type {Record<string, string[]>} */
  const openly = { discard: view.discard, esoteric: view.esoteric, relic: view.relics, mountains: view.gone };
  return h(
    "ul.mm-supplies",
    { "aria-label": word(seat, "supplies") },
    ...lines(seat).map(([sign, name, value]) => {
      const inside = [glyph(sign), h("span", null, capital(name)), h("b", null, value)];
      const cards = openly[sign];
      if (!cards?.length) return h("li", null, ...inside);
      const look = () => spread(seat, capital(name), cards);
      return h("li", null, h("button", { type: "button", "data-key": `pile ${sign}`, onclick: look }, ...inside));
    }),
  );
}

/** @param {Seat} seat */
export function sled(seat) {
  const view = viewOf(seat);
  const { words } = seat;
  const name = (/** @type {string} */ key) => capital(words.term(key));
  const hurt = factsOf(seat).wounded - view.wounds;
  const found = view.players.reduce((all, one) => all + one.relics.length, 0);
  return h(
    "section.mm-sled",
    { "aria-label": name("sled") },
    h("span.mm-runner", null, glyph("sled")),
    view.sled > 0 ? tokens(seat, "sled") : h("span.mm-count", null, h("b", null, "0")),
    view.spent > 0 && tokens(seat, "spent"),
    view.boxed > 0 && tokens(seat, "boxed"),
    cards(seat),
    h(
      "div.mm-piles",
      null,
      h(
        "span.mm-count.mm-balance",
        { title: word(seat, "balance"), class: found >= hurt ? "ahead" : "behind" },
        h("span.for-ears", null, word(seat, "balance")),
        glyph("relic", name("relics")),
        h("b", null, found),
        glyph("wound", words.term("wound")),
        h("b", null, hurt),
      ),
      h(
        "button.mm-count.mm-pile",
        {
          type: "button",
          "data-key": "supplies",
          "aria-label": word(seat, "supplies"),
          onclick: () => sheet({ title: word(seat, "supplies") }, supplies(seat)),
        },
        glyph("card"),
        h("b", null, view.draw),
        icon("more"),
      ),
    ),
  );
}
