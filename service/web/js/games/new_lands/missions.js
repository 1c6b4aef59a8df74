// The missions on the table, with who holds them, and the bookmarks that are in the book.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { laidOut, sendButton } from "./answers.js";
import { glyph } from "./glyphs.js";
import {
  crest,
  domainSign,
  factsOf,
  hands,
  missionBrief,
  missionText,
  NOTHING_ASKED,
  ribbon,
  told,
  viewOf,
  wordList,
} from "./pieces.js";

/** @typedef {import("./pieces.js").Seat} Seat */

/** Shorter texts are set larger. */
const SHORT_TEXT = 96;

/** @param {Seat} seat */
export function missions(seat) {
  const view = viewOf(seat);
  const held = new Map(
    view.players.flatMap((one) => one.mission ? [/** @type {[string, number]} */ ([one.mission, one.seat])] : []),
  );
  const order = [...factsOf(seat).missions.keys()];
  const all = [...view.row, ...held.keys()].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return h(
    "section.nl-missions",
    { "aria-label": told(seat, "missions"), "data-place": "missions", "data-scroll": "missions" },
    ...all.map((id) => mission(seat, id, held.get(id) ?? null)),
  );
}

/**
 * @param {Seat} seat
 * @param {string} id
 * @param {number | null} holder
 */
function mission(seat, id, holder) {
  const domain = factsOf(seat).missions.get(id)?.domain ?? "any";
  const take = seat.decision("take-mission");
  const vote = seat.decision("vote-mission");
  const discard = seat.decision("discard-mission");
  const name = seat.words.short(id);
  const text = missionText(seat, id);
  const brief = missionBrief(seat, id);
  const label = [name, text, holder === null ? "" : told(seat, "held-by", { name: seat.name(holder) })].join(". ");
  const free = laidOut(seat, id);
  const main = vote?.options.includes(id)
    ? seat.option(id, { decision: vote, label })
    : take && free
    ? sendButton(seat, take, id, told(seat, "take-this", { name, text }))
    : { ...seat.option(id, { decision: NOTHING_ASKED }), "aria-label": label };
  const wanted = Object.entries(viewOf(seat).now?.discards ?? {}).filter(([, one]) => one === id);
  return h(
    "div.nl-mission-place",
    { class: holder === null ? "" : holder === seat.me ? "held mine" : "held" },
    h(
      "button.nl-mission",
      { ...main, "data-domain": domain, "data-fly": id },
      h("span.nl-mission-head", null, domainSign(seat, domain), h("strong", null, name)),
      h("span.nl-mission-text", { class: brief.length < SHORT_TEXT ? "short" : "" }, brief),
      hands(seat, id),
    ),
    holder !== null && crest(seat, holder),
    h(
      "span.nl-mission-tools",
      null,
      wanted.length > 0 &&
        h("span.nl-wanted", null, told(seat, "wants-gone", { names: wanted.map(([n]) => seat.name(Number(n))) })),
      wordList(seat, id) &&
        h(
          "button.nl-tool",
          { type: "button", "data-zoom": id, "aria-label": told(seat, "word-list-of", { name }) },
          icon("story"),
        ),
      discard?.options.includes(id) && free &&
        h(
          "button.nl-tool.nl-discard",
          sendButton(seat, discard, id, told(seat, "discard", { name })),
          glyph("discard"),
        ),
    ),
  );
}

/** Bookmarks that look out of the book: what was won. @param {Seat} seat */
export function ribbons(seat) {
  const view = viewOf(seat);
  const won = [...view.explorations, ...view.missions, ...view.peripeties];
  return h(
    "div.nl-ribbons",
    { "aria-label": seat.words.term("book"), role: "group", "data-place": "book", "data-scroll": "ribbons" },
    h("span.nl-ribbons-title", null, glyph("bookmark"), seat.words.term("book"), ` ${won.length}`),
    ...won.map((id) => ribbon(seat, id, { ...seat.option(id, { decision: NOTHING_ASKED }) })),
  );
}
