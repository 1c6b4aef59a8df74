// The table of Mountains of Madness: the mountain or the place, the sled, talk in the middle, the own mind and hand.

import { h } from "../../elements.js";
import { reducedMotion } from "../../preferences.js";
import { plainChip } from "../../words.js";
import { capital, character, dread, factsOf, paged, regionOf, REGIONS, silent, viewOf, word } from "./facts.js";
import { ending } from "./ending.js";
import { explorers } from "./explorers.js";
import faces from "./faces.js";
import { glyph } from "./glyphs.js";
import { map, miniature } from "./map.js";
import { hand, madness } from "./own.js";
import { chip } from "./pieces.js";
import { place } from "./place.js";
import { cardsToSignals, dropStale, hearSuggestion, manner, written } from "./signals.js";
import { sled, supplies } from "./sled.js";
import { last, searched } from "./tiles.js";
import { composer, line, said } from "./talk.js";

/**
 * @typedef {import("./facts.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").Decision} Decision
 */

const VEIL_MS = 2600;
/** How long the cards on the sled are shown before the game goes on. */
const REVEALED_MS = 2200;

/** What this page remembers of a table. @type {WeakMap<Seat, { peek: boolean, silence: number }>} */
const memory = new WeakMap();

/** @param {Seat} seat */
function remembered(seat) {
  let found = memory.get(seat);
  if (!found) memory.set(seat, found = { peek: false, silence: -VEIL_MS });
  return found;
}

/** The mountain or the place. @param {Seat} seat */
function scene(seat) {
  const view = viewOf(seat);
  const kept = remembered(seat);
  if (!view.place) kept.peek = false;
  const peek = () => {
    kept.peek = !kept.peek;
    seat.redraw();
  };
  const mini = view.place && miniature(seat, peek, kept.peek);
  const mountain = !view.place || kept.peek || view.searched !== null || seat.decision("search") !== null;
  return h(
    "section.mm-scene",
    { class: `${silent(seat) ? "silent" : ""} ${mountain ? "shows-map" : "shows-place"}` },
    mountain ? map(seat) : place(seat, mini),
    mountain && view.place && mini,
    mountain && !view.searched && !seat.decision("search") && view.last && !view.place && last(seat),
    searched(seat),
    veil(seat),
    sled(seat),
  );
}

/** Silence falls: for a moment over everything. @param {Seat} seat */
function veil(seat) {
  const kept = remembered(seat);
  const fell = seat.playback.news.some((event) => /** @type {any} */ (event.data).kind === "silence-fell");
  if (fell) kept.silence = performance.now();
  const since = performance.now() - kept.silence;
  if (reducedMotion() || since > VEIL_MS || !silent(seat)) return null;
  return h(
    "div.mm-veil",
    { style: { "--since": `${-since}ms` }, "aria-hidden": "true" },
    h("b", null, word(seat, "silence-falls")),
  );
}

/** Where the expedition is on its way. @param {Seat} seat */
function headline(seat) {
  const view = viewOf(seat);
  if (!view) return null;
  const at = REGIONS.indexOf(/** @type {any} */ (regionOf(view, factsOf(seat))));
  return [
    h(
      "ol.mm-way",
      { "aria-hidden": "true" },
      ...REGIONS.map((region, n) =>
        h("li", { class: n === at && view.airplane ? "here" : n < at ? "past" : "" }, glyph(region))
      ),
    ),
    h("span", null, capital(paged(seat, "now", { turn: view.turn, phase: paged(seat, `phase-${view.phase}`) }))),
  ];
}

/** What an option is called. @param {string} id @param {Seat} seat @returns {string | null} */
function label(id, seat) {
  const view = viewOf(seat);
  const parts = id.split("-");
  const n = Number(parts.at(-1));
  switch (parts[0]) {
    case "calm":
      return capital(paged(seat, "option-calm", { name: character(seat, n) }));
    case "seat": {
      const level = view.players[n].level;
      return paged(seat, level < 3 ? "option-give" : "option-give-at-3", {
        name: character(seat, n),
        level: level + 1,
      });
    }
    case "deal":
      return capital(paged(seat, "option-deal", { name: character(seat, Number(parts[1])), n }));
    case "ready":
    case "done":
    case "wait":
      return word(seat, `say-${id}`);
  }
  if (parts[1] === "madness") {
    const level = view.players[n].level + 1;
    return capital(paged(seat, "option-madness", { kind: seat.words.term(parts[0]), name: character(seat, n), level }));
  }
  if (seat.decision("take-esoteric")?.options.includes(id)) {
    const left = view.esoteric.filter((one) => one.startsWith(`es-${id}`)).length;
    return capital(paged(seat, "option-esoteric", { kind: seat.words.term(id), left }));
  }
  return seat.words.card(id) || !seat.words.knows(id) ? null : capital(seat.words.call(id));
}

const TAPS = new Set(["flip", "undone", "leader-window", "close-search", "reroll", "raise-limits", "rest"]);

/** The words of the button. @param {Decision} decision @param {string[]} picks @param {Seat} seat @returns {string | null} */
function confirm(decision, picks, seat) {
  const [pick] = picks;
  switch (decision.kind) {
    case "place":
      return word(seat, "place-cards", { count: picks.length });
    case "move":
      return !pick ? null : pick.startsWith("calm-") ? word(seat, "calm") : word(seat, "fly", { space: pick });
    case "search":
      return pick ? word(seat, "look-at", { space: pick }) : null;
    case "give-relic":
      return pick ? word(seat, "give-to", { name: character(seat, Number(pick.split("-")[1])) }) : null;
    case "flip":
      return word(seat, "calm");
    case "deal":
      return word(seat, "dealt", { count: picks.length, most: decision.most });
  }
  return null;
}

/** How long a beat is shown: the sled for a while, unless the next sand runs already. @param {import("../../stream.js").TableEvent[]} events @param {Seat} seat */
function linger(events, seat) {
  const kinds = events.map((event) => /** @type {any} */ (event.data).kind);
  const sand = seat.playback.queue.some((beat) => /** @type {any} */ (beat.update?.view)?.phase === "encounter");
  if (kinds.includes("revealed")) return sand ? REVEALED_MS / 2 : REVEALED_MS;
  if (kinds.includes("rolled")) return sand ? 500 : 1200;
  return sand ? 60 : 300;
}

/** @type {import("../../games.js").GameTable} */
export default {
  ...faces,
  headline,
  label,
  confirm,
  linger,
  line,
  composer,
  said,
  ending,
  chip: (id, seat) => chip(seat, id) ?? plainChip(seat.words, id),
  message: (text, attached) => written(text, attached),
  sent: (attached, seat) => {
    for (const one of attached) if (one.at) manner(seat).told.add(one.at);
    seat.redraw();
  },
  tap: (id, decision) =>
    TAPS.has(decision.kind) && !id.startsWith("calm-") ||
    decision.kind === "place" && !id.startsWith("card-"),
  picked: (seat) => cardsToSignals(seat),
  // What may be said changes with the phase, before the service has answered what the policy is now.
  drawn: (seat) => seat.talk.draw(),
  board(seat) {
    const view = viewOf(seat);
    seat.main.dataset.dread = String(dread(view));
    for (const event of seat.playback.news) hearSuggestion(seat, event);
    dropStale(seat);
    if (view.finale) return [];
    return [
      h("div.mm-team", null, explorers(seat), supplies(seat)),
      scene(seat),
      h("section.mm-own", { class: view.me ? "" : "watching" }, madness(seat), hand(seat), seat.promptSlot()),
    ];
  },
};
