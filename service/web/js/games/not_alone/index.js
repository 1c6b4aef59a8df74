// The table of Not Alone: the race for the camp, the planet, the others, and one's own side.

import { h } from "../../elements.js";
import { chip } from "./cards.js";
import { choice, dock } from "./dock.js";
import { ending } from "./ending.js";
import faces from "./faces.js";
import { labelled, PHASES, sideOf, TOKENS, viewOf } from "./facts.js";
import { glyph } from "./glyphs.js";
import { people, spread } from "./people.js";
import { planet } from "./planet.js";
import { scene } from "./scene.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").Decision} Decision
 */

const SIGNS = ["walk", "creature", "scales", "dawn"];
const ROMAN = ["I", "II", "III", "IV"];
/** Events that deserve a look before the next thing happens. */
const WEIGHTY = new Set([
  "explored",
  "caught",
  "token-placed",
  "assimilation-moved",
  "hunt-played",
  "survival-played",
  "exhausted",
]);

/** What is taken if nothing else is chosen: to pass a window, or to be done when nothing else is left. @param {Decision} decision */
function usual(decision) {
  if (decision.window && decision.options.includes("pass")) return "pass";
  return decision.options.length === 1 && decision.options[0] === "done" ? "done" : null;
}

/** @type {{ turn: string, picks: string[] }} what was picked for phase 1, which is asked anew when another Hunted acts */
let exploring = { turn: "", picks: [] };

/**
 * Picks that need not be made: a window without a card is passed, so that one click is enough; what was picked in
 * phase 1 stays picked when the question is asked anew.
 * @param {Seat} seat
 */
function preselect(seat) {
  for (const decision of seat.decisions) {
    if (seat.picks(decision).length > 0) continue;
    const pick = usual(decision);
    if (pick) seat.setPicks(decision, [pick]);
    if (decision.kind !== "explore" || exploring.turn !== turnOf(seat)) continue;
    const again = exploring.picks.filter((id) => decision.options.includes(id));
    exploring.picks = [];
    if (again.length && again.length <= decision.most) seat.setPicks(decision, again);
  }
}

/** @param {Seat} seat */
const turnOf = (seat) => `${seat.id} ${viewOf(seat).turn}`;

/**
 * Picks that go together, the last one among them: an action of phase 1 stands alone, the Fjord takes one card from the
 * hand and one from the discard pile, and whoever does not resist takes nothing back.
 * @param {Decision} decision
 * @param {Seat} seat
 */
function fitting(decision, seat) {
  const picks = seat.picks(decision);
  const me = viewOf(seat).me;
  const last = picks.at(-1);
  if (!me || last === undefined || !["explore", "resist", "resist-last"].includes(decision.kind)) return picks;
  const pile = viewOf(seat).hunted.find((one) => one.seat === seat.me)?.discard ?? [];
  const places = [...me.hand, ...pile];
  if (!places.includes(last)) return [last];
  const kept = picks.filter((id) => places.includes(id));
  const both = decision.kind === "explore" && pile.some((id) => decision.options.includes(id));
  return both ? kept.filter((id) => id === last || pile.includes(id) !== pile.includes(last)) : kept;
}

/** After a pick: put back what does not fit to it, remember it, or pass. @param {Seat} seat */
function picked(seat) {
  for (const decision of seat.decisions) {
    const picks = seat.picks(decision);
    const fit = fitting(decision, seat);
    if (fit.length < picks.length) return seat.setPicks(decision, fit);
    if (decision.kind === "explore") exploring = { turn: turnOf(seat), picks };
    const pick = usual(decision);
    if (pick && picks.length === 0) seat.setPicks(decision, [pick]);
  }
}

/** @param {Seat} seat */
function headline(seat) {
  const view = viewOf(seat);
  const now = PHASES.indexOf(view.phase);
  return h(
    "div.na-headline",
    null,
    h(
      "ol.na-phases",
      null,
      ...PHASES.map((phase, n) =>
        h(
          "li",
          {
            class: n === now ? "now" : n < now ? "past" : "",
            "aria-current": n === now ? "step" : null,
            title: seat.words.term(phase),
          },
          glyph(SIGNS[n]),
          h("b", { "aria-hidden": "true" }, ROMAN[n]),
          h("span", null, seat.say(`phase-${phase}`)),
        )
      ),
    ),
    view.phase === "reckoning" && view.stage !== "" && h(
      "ol.na-steps",
      { "aria-label": labelled(seat, seat.words.term("stage"), seat.words.term(view.stage)) },
      ...["free", "target", "artemia", "creature"].map((stage) =>
        h("li", {
          class: stage === view.stage ? "now" : "",
          title: seat.words.term(stage),
          "data-token": TOKENS.includes(stage) ? stage : null,
        }, glyph(stage === "free" ? "pawn" : stage))
      ),
    ),
    h("span.na-turn", null, seat.say("turn").replace("#", String(view.turn))),
  );
}

/** @type {import("../../games.js").GameTable} */
export default {
  ...faces,
  chip,
  choice,
  ending,
  headline,
  board(seat) {
    return [
      h(
        "div.na",
        { "data-side": sideOf(seat), "data-phase": viewOf(seat).phase },
        // At the end it stands above, with the verdict.
        seat.shown.result ? null : scene(seat),
        planet(seat),
        people(seat),
        dock(seat),
      ),
    ];
  },
  confirm(_decision, picks, seat) {
    if (picks.length === 1 && ["pass", "done", "nothing", "back"].includes(picks[0])) return seat.say(`do-${picks[0]}`);
    return null;
  },
  ready(decision, picks, seat) {
    const enough = picks.length >= decision.least && picks.length <= decision.most;
    if (decision.kind !== "explore" || !enough) return enough;
    const me = viewOf(seat).me;
    const action = picks.length === 1 && (me?.survival.includes(picks[0]) || ["resist", "give-up"].includes(picks[0]));
    return action || picks.length === me?.to_play;
  },
  picked,
  drawn(seat) {
    preselect(seat);
    spread(seat);
  },
  linger(events) {
    return events.some((event) => WEIGHTY.has(/** @type {any} */ (event.data)?.kind)) ? 800 : 300;
  },
};
