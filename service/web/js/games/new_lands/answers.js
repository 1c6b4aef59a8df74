// How each kind of decision is answered: what a button says, what it sends, and what else can be sent.

import { h } from "../../elements.js";
import { glyph } from "./glyphs.js";
import { DIRECTIONS, factsOf, told, viewOf } from "./pieces.js";
import { WORD } from "./readings.js";

/** @typedef {import("./pieces.js").Seat} Seat @typedef {import("./pieces.js").Decision} Decision */

/** Questions whose options are buttons that answer at once. */
const AT_ONCE = new Set(["listen", "heard", "draw-peripetia", "measure-step", "step-back", "know-how"]);

/** Questions in which the Scout's character matters. */
const KNOW_HOW = new Set(["know-how", "measure-step"]);

/** @param {Decision} decision */
const isVote = (decision) => decision.kind.startsWith("vote-");

/** What this seat has voted for so far. @param {Seat} seat */
export const ownVote = (seat) => (seat.me === null ? null : viewOf(seat).ballot?.votes?.[seat.me] ?? null);

/** @param {Decision} decision */
export const asksForWord = (decision) => decision.kind === "know-how" && decision.options.includes("line-1");

/**
 * The properties of a button that answers at once. It is also an option, so that digits find it.
 * @param {Seat} seat
 * @param {Decision} decision
 * @param {string} id
 * @param {string} [label]
 */
export const sendButton = (seat, decision, id, label) => ({
  ...seat.option(id, { decision, label, plain: label === undefined }),
  onclick: (/** @type {Event} */ event) => {
    event.stopPropagation();
    seat.prompt.send(decision, [id]);
  },
});

/** The name of a choice: a direction by its landscape. @param {Seat} seat @param {string} id */
export function choiceName(seat, id) {
  const around = viewOf(seat).around;
  if (DIRECTIONS.includes(id) && around[id]) return seat.words.short(around[id]);
  const player = /^player-(\d)$/.exec(id);
  return player ? seat.name(Number(player[1])) : seat.words.short(id);
}

/** @param {Decision} decision @param {Seat} _seat @returns {string[] | undefined} */
export function choices(decision, _seat) {
  if (decision.kind === "choose-character" || decision.kind === "choose-peripetia") return undefined;
  return [];
}

/** @param {Decision} decision @param {string[]} picks @param {Seat} seat */
export function ready(decision, picks, seat) {
  if (isVote(decision)) return picks.length === 1 || picks.length === 0 && ownVote(seat) !== null;
  switch (decision.kind) {
    case "set-compass":
      return picks.length === 1 || picks.length === 0 && Boolean(viewOf(seat).scouting?.compass);
    case "take-mission":
    case "discard-mission":
      return picks.length <= 1;
    case "know-how":
      return asksForWord(decision) ? picks.length === 2 || picks[0] === "keep" : picks.length === 1;
    default:
      return picks.length >= decision.least && picks.length <= decision.most;
  }
}

/** @param {Decision} decision @param {string[]} picks @param {Seat} _seat */
export function complete(decision, picks, _seat) {
  if (isVote(decision)) return [...picks, "confirm"];
  switch (decision.kind) {
    case "set-compass":
      return picks.includes("at-random") || picks.includes("read-aloud") ? picks : [...picks, "read-aloud"];
    case "take-mission":
      return picks.length ? picks : ["ready"];
    case "discard-mission":
      return picks.length ? picks : ["keep-all"];
    default:
      return picks;
  }
}

/** @param {Decision} decision @param {string[]} picks @param {Seat} seat @returns {string | null} */
export function confirm(decision, picks, seat) {
  const name = picks.length ? choiceName(seat, picks[0]) : "";
  if (isVote(decision)) {
    const vote = ownVote(seat);
    return picks.length || !vote
      ? told(seat, "vote-and-confirm")
      : told(seat, "confirm-vote", { choice: choiceName(seat, vote) });
  }
  switch (decision.kind) {
    case "set-compass":
      return told(seat, "read-aloud");
    case "take-mission": {
      const mine = seat.me === null ? null : viewOf(seat).players[seat.me].mission;
      if (picks.length) return told(seat, "take", { name });
      return mine ? told(seat, "ready-with", { name: seat.words.short(mine) }) : told(seat, "ready-without");
    }
    case "discard-mission":
      return picks.length ? told(seat, "discard", { name }) : told(seat, "discard-none");
    case "nominate-scout":
      if (picks[0] === "decline") return null;
      return picks.length ? told(seat, "propose", { name }) : told(seat, "propose-nobody");
    case "know-how": {
      const word = asksForWord(decision) ? markedWord(seat, picks) : null;
      return word ? told(seat, "give-word", { word }) : told(seat, "choose-word");
    }
    default:
      return null;
  }
}

/** The word that a line and a place on it name. @param {Seat} seat @param {string[]} picks */
export function markedWord(seat, picks) {
  const number = (/** @type {string} */ kind) => Number(picks.find((one) => one.startsWith(kind))?.slice(5) ?? 0);
  const line = viewOf(seat).scouting?.passage[number("line-") - 1];
  return line?.match(WORD)?.[number("word-") - 1] ?? null;
}

/** Further buttons. @param {Decision} decision @param {string[]} picks @param {Seat} seat */
export function actions(decision, picks, seat) {
  const send = (/** @type {string[]} */ what, /** @type {string} */ words, sign = "", enabled = true) =>
    h(
      "button.small.nl-more",
      {
        type: "button",
        disabled: !enabled,
        "data-key": `${decision.id} more ${what.at(-1)}`,
        onclick: () => seat.prompt.send(decision, what),
      },
      sign && glyph(sign),
      h("span", null, words),
    );
  const pick = (/** @type {string} */ id) =>
    h("button.choice.nl-pick", seat.option(id, { decision, plain: true }), h("span", null, seat.words.call(id)));
  if (decision.kind === "nominate-scout") return [pick("decline")];
  if (isVote(decision)) {
    const abstains = !picks.length && ownVote(seat) === null;
    return [
      decision.options.includes("none") && pick("none"),
      picks.length > 0 && send(picks, told(seat, "show-vote"), "hand"),
      abstains && send(["confirm"], told(seat, "abstain")),
    ];
  }
  if (AT_ONCE.has(decision.kind)) {
    const offered = decision.options.filter((id) => !/^(line|word)-|^[NESW]$/.test(id));
    return [
      ...offered.map((id, n) =>
        h(
          `button.nl-send${n || id === "keep" ? "" : ".first"}`,
          sendButton(seat, decision, id, atOnceName(seat, id)),
          SIGNS[id] && glyph(SIGNS[id]),
          STEP.test(id)
            ? [h("b", null, id.replace("-", "−")), h("small", null, pageOf(seat, Number(id)))]
            : h("span", null, atOnceName(seat, id)),
        )
      ),
      KNOW_HOW.has(decision.kind) && skill(seat),
    ];
  }
  switch (decision.kind) {
    case "set-compass":
      return [
        picks.length === 1 && DIRECTIONS.includes(picks[0]) && send(picks, told(seat, "set-compass"), "navigator"),
        decision.options.includes("at-random") && !picks.length && send(["at-random"], seat.words.short("at-random")),
      ];
    case "take-mission":
      return [
        decision.options.includes("put-back") && send(["put-back"], seat.words.call("put-back")),
      ];
    default:
      return [];
  }
}

/** @type {Record<string, string>} */
const SIGNS = { listen: "ear", heard: "found", draw: "peripetia", flair: "peripetia", "step-back": "step" };

/** Sheets more or fewer than told. */
const STEP = /^[+-]\d$/;

/** Where a step leads that is longer or shorter than told. @param {Seat} seat @param {number} by */
function pageOf(seat, by) {
  const view = viewOf(seat);
  const sheets = (view.pile_top?.advance ?? 0) + (view.now?.modifier ?? 0) + by;
  return told(seat, "page-short", { page: Math.min(view.city_page, view.camp + 2 * sheets) });
}

/** What a button says that answers at once; a step says where it leads. @param {Seat} seat @param {string} id */
function atOnceName(seat, id) {
  const view = viewOf(seat);
  const words = seat.words.call(id);
  if (id === "draw" && view.peripetia_top !== null) return `${words} (+${view.peripetia_top})`;
  const leads = view.pile_top && (id === "as-told" || STEP.test(id));
  return leads ? `${words} (${pageOf(seat, Number(id) || 0)})` : words;
}

/** What one's own character can do. @param {Seat} seat */
function skill(seat) {
  const mine = seat.me === null ? null : viewOf(seat).players[seat.me].character;
  const card = mine && seat.words.card(mine);
  return card && h("p.nl-skill", null, h("b", null, card.name), " ", card.text);
}

/** Votes and the compass know one pick at a time: the last one counts. @param {Seat} seat */
export function oneAtATime(seat) {
  for (const decision of seat.decisions) {
    const picks = seat.picks(decision);
    if (picks.length > 1 && (isVote(decision) || decision.kind === "set-compass")) {
      seat.setPicks(decision, picks.slice(-1));
      return true;
    }
  }
  return false;
}

/** Whether a mission can be taken or discarded right now. @param {Seat} seat @param {string} id */
export const laidOut = (seat, id) => viewOf(seat).row.includes(id) && factsOf(seat).missions.has(id);
