// One's own side of the table: the question, and the cards of a Hunted or of the Creature.

import { h } from "../../elements.js";
import { complain } from "../../toast.js";
import { placeCard, textCard, tokenFace } from "./cards.js";
import { factsOf, labelled, numberOf, seatOf, sideOf, TOKENS, viewOf } from "./facts.js";
import { glyph } from "./glyphs.js";
import { standingPasses } from "./passes.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../elements.js").Child} Child
 */

/** @param {Seat} seat @param {string} kind @param {string} name @param {number} size @param {Child[]} cards */
const zone = (seat, kind, name, size, cards) =>
  h(
    `section.na-zone.${kind}`,
    { "aria-label": labelled(seat, name, size), style: { "--n": Math.max(size, 1) } },
    h("h2", null, name, " ", h("b", null, size)),
    h("div.na-cards", { "data-place": kind }, ...cards),
  );

/** The cards of a Hunted. @param {Seat} seat @returns {Child[]} */
function ofHunted(seat) {
  const view = viewOf(seat);
  const me = view.me;
  if (!me) return [];
  const { words } = seat;
  const prey = view.hunted.find((one) => one.seat === seat.me);
  const sorted = (/** @type {readonly string[]} */ list) =>
    [...list].sort((a, b) => numberOf(seat, a) - numberOf(seat, b));
  const face = (/** @type {string} */ place) => placeCard(seat, place);
  const discard = sorted(prey?.discard ?? []);
  return [
    zone(seat, "hand", words.term("hand"), me.hand.length, sorted(me.hand).map(face)),
    me.played.length > 0 && zone(seat, "played", seat.say("played"), me.played.length, sorted(me.played).map(face)),
    discard.length > 0 && zone(seat, "discard", words.term("discard"), discard.length, discard.map(face)),
    me.found.length > 0 &&
    zone(seat, "found", words.term("found"), me.found.length, me.found.map((id) => textCard(seat, id))),
    me.found.length === 0 &&
    zone(seat, "survival", seat.say("survival"), me.survival.length, me.survival.map((id) => textCard(seat, id))),
  ];
}

/** Tokens and Hunt cards of the Creature. @param {Seat} seat @returns {Child[]} */
function ofCreature(seat) {
  const view = viewOf(seat);
  const placing = seat.decision("place-token")?.about.token;
  return [
    h(
      "section.na-zone.tokens",
      { "aria-label": seat.words.term("tokens") },
      h("h2", null, seat.words.term("tokens")),
      h(
        "div.na-cards",
        { "data-place": "tray" },
        ...TOKENS.map((token) => {
          const out = view.tokens[token] !== undefined;
          const ready = /** @type {string[]} */ (view.tokens_left).includes(token);
          return h(
            seat.decision("hunt")?.options.includes(token) ? "button.na-tray-token" : "span.na-tray-token",
            {
              ...(seat.decision("hunt")?.options.includes(token) ? seat.option(token) : {}),
              class: `${out ? "out" : ready ? "ready" : "idle"} ${placing === token ? "placing" : ""}`,
              "data-token": token,
              "data-fly": out ? null : `token ${token}`,
            },
            tokenFace(token),
            h("span", { title: seat.words.short(token) }, seat.say(`token-${token}`)),
            h(
              "small",
              null,
              out
                ? seat.say("slot-short").replace("#", view.tokens[token].join(" + "))
                : seat.say(ready ? "token-ready" : "token-idle"),
            ),
          );
        }),
      ),
    ),
    zone(seat, "hunt", seat.say("hunt-cards"), view.hunt_known.length, view.hunt_known.map((id) => textCard(seat, id))),
  ];
}

/** The signs of what is chosen in words. @type {Record<string, string>} */
const SIGNS = {
  pass: "pass",
  done: "pass",
  nothing: "pass",
  resist: "will",
  "give-up": "assimilation",
  use: "place",
  activate: "place",
  "take-back": "back",
  "recover-all": "back",
  copy: "copy",
  heal: "will",
  "lose-will": "will",
  "seed-will": "will",
  draw: "survival",
  reveal: "unknown",
  "take-card": "reserve",
  "discard-two": "place",
};

/**
 * What a button of the question shows: a sign and a few words, and for the sides of the board their Artemia spaces.
 * @param {string} id
 * @param {import("../../openapi.d.ts").Decision} _decision
 * @param {Seat} seat
 */
export function choice(id, _decision, seat) {
  const side = /^side-(\d)$/.exec(id)?.[1];
  const n = seatOf(id);
  if (n !== null) return h("span.na-choice", null, glyph("pawn"), seat.name(n));
  const space = /^rescue-(\d+)$/.exec(id)?.[1];
  if (space) {
    const artemia = factsOf(seat).board.artemia_spaces[String(viewOf(seat).side)]?.includes(Number(space));
    return h(
      "span.na-choice",
      null,
      h("span.for-ears", null, seat.words.call(id)),
      h("b", { "aria-hidden": "true" }, space),
      artemia ? glyph("artemia", seat.words.short("artemia")) : null,
    );
  }
  const symbols = side ? factsOf(seat).board.artemia_spaces[side] : [];
  return h(
    "span.na-choice",
    null,
    SIGNS[id] ? glyph(SIGNS[id]) : null,
    h("span", null, seat.words.short(id)),
    side
      ? h(
        "span.na-side",
        { "aria-hidden": "true" },
        ...Array.from({ length: 12 }, (_, k) => h("i", { class: symbols.includes(12 - k) ? "artemia" : "" })),
      )
      : null,
  );
}

/** @param {Seat} seat */
export function dock(seat) {
  const side = sideOf(seat);
  const windows = seat.asked && seat.decisions.every((one) => one.window);
  return h(
    "section.na-dock",
    { "data-side": side, class: windows ? "thin" : "", "aria-label": seat.say("your-side") },
    h(
      "div.na-ask",
      null,
      seat.promptSlot(),
      side !== "watching" && seat.shown.status === "running" && h(
        "button.plain.small.na-passes-button",
        {
          type: "button",
          "data-key": "passes",
          title: seat.say("passes"),
          onclick: () => standingPasses(seat).catch(complain),
        },
        glyph("pass"),
        h("span", null, seat.say("passes")),
      ),
    ),
    side !== "watching" && h("div.na-zones", null, ...(side === "hunted" ? ofHunted(seat) : ofCreature(seat))),
  );
}
