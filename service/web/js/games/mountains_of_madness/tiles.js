// Tiles that are looked at: the latest place, a tile that all see, a tile shown large.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { countdown } from "../../table/clocks.js";
import { accepted, capital, factsOf, named, paged, trialWords, viewOf, word } from "./facts.js";
import { glyph } from "./glyphs.js";
import { smallCard, tinyTrials } from "./pieces.js";

/**
 * @typedef {import("./facts.js").Seat} Seat
 * @typedef {import("./facts.js").Trial} Trial
 * @typedef {import("./facts.js").Child} Child
 */

/** What one success brings. @param {Seat} seat @param {import("./facts.js").Reward | null} reward @returns {Child} */
export function reward(seat, reward) {
  if (!reward || reward.type === "none") return h("span.mm-reward", null, glyph("none"), paged(seat, "reward-none"));
  const relic = reward.relic ? factsOf(seat).relics.get(reward.relic) : null;
  if (!relic) return h("span.mm-reward", null, glyph(reward.type), word(seat, `reward-${reward.type}`));
  return h(
    "button.mm-reward",
    { type: "button", "data-zoom": relic.id, "data-key": "reward" },
    glyph(relic.category),
    seat.words.short(relic.id),
  );
}

/** How a trial ended. @param {Seat} seat @param {string} kind @param {number} total @param {number} distance */
export const outcome = (seat, kind, total, distance) =>
  h(
    "span.mm-outcome",
    { class: distance ? "failed" : "met" },
    icon(distance ? "close" : "check"),
    h("b", null, total),
    distance > 0 && h("i", { "aria-hidden": "true" }, `±${distance}`),
    h(
      "span",
      null,
      distance ? word(seat, "failed-by", { distance }) : word(seat, "met"),
      h("span.for-ears", null, ` (${seat.words.term(kind)})`),
    ),
  );

/** The latest place, for as long as the next one is not faced. @param {Seat} seat */
export function last(seat) {
  const facts = factsOf(seat);
  const { last: found } = viewOf(seat);
  if (!found) return null;
  const tile = facts.tiles.get(found.tile ?? "");
  return h(
    "aside.mm-last",
    { "aria-label": capital(seat.words.term("last")) },
    h("p.mm-where", null, capital(seat.words.term("last")), ` · ${found.space}`),
    h("h3", tile ? { "data-zoom": tile.id } : null, tile ? named(tile) : word(seat, "no-tile")),
    ...found.outcomes.map((one) => h("p", null, glyph(one.trial), outcome(seat, one.trial, one.total, one.distance))),
    found.placed.length > 0 &&
      h("div.mm-cards", null, ...found.placed.map((one) => smallCard(seat, one.card, { "data-seat": one.seat }))),
  );
}

/** A tile in one line, such as one that is out of the game. @param {Seat} seat @param {string} id */
export function tileLine(seat, id) {
  const tile = factsOf(seat).tiles.get(id);
  return tile && h(
    "button.mm-tile-line",
    { type: "button", "data-zoom": id, "aria-label": named(tile) },
    glyph(tile.region),
    h("strong", null, named(tile)),
    h("span.mm-signals", null, ...tinyTrials(tile.trials)),
  );
}

/** The tile that all look at. @param {Seat} seat */
export function searched(seat) {
  const facts = factsOf(seat);
  const found = viewOf(seat).searched;
  const tile = facts.tiles.get(found?.tile ?? "");
  if (!found || !tile) return null;
  const ends = seat.shown.sand.find((one) => one.kind === "search-ends")?.ends_at;
  return h(
    "section.mm-searched",
    { class: `region-${tile.region}`, role: "status" },
    h("p.mm-where", null, glyph("search"), paged(seat, "searched", { space: found.space }), " ", countdown(ends)),
    h("h2", null, named(tile)),
    h("div.mm-trials", null, ...tile.trials.map((trial) => tilePanel(seat, trial))),
    reward(seat, tile.reward),
  );
}

/** A trial of a tile that is only looked at. @param {Seat} seat @param {Trial} trial */
export const tilePanel = (seat, trial) =>
  h(
    "section.mm-trial",
    { class: `tint-${trial.tint}`, "aria-label": trialWords(seat, trial) },
    h("span.mm-sign", null, glyph(trial.kind)),
    h("span.mm-kind", null, capital(seat.words.term(trial.kind))),
    h("strong.mm-asked", { class: trial.accept.type }, accepted(trial, seat.say("or"))),
  );
