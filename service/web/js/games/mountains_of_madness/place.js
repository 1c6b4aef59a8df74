// The place that is faced: its trials and what is offered for them, the sand, the outcome, and what follows from it.

import { h } from "../../elements.js";
import { badge } from "../../table/players.js";
import { landscape } from "./art.js";
import {
  accepted,
  capital,
  character,
  discussing,
  factsOf,
  named,
  paged,
  regionOf,
  trialWords,
  viewOf,
  word,
} from "./facts.js";
import { glyph } from "./glyphs.js";
import { cardWords, face, look, relicLine, smallCard } from "./pieces.js";
import { hourglass } from "./sand.js";
import { offered, toggleSignal } from "./signals.js";
import { outcome, reward } from "./tiles.js";

/**
 * @typedef {import("./facts.js").Seat} Seat
 * @typedef {import("./facts.js").Trial} Trial
 * @typedef {import("./facts.js").Child} Child
 */

/** Cards that were offered for a trial, by their speakers, and those of the own hand. @param {Seat} seat @param {string} kind */
function promised(seat, kind) {
  const { me } = viewOf(seat);
  const mine = me?.hand.filter((one) => one.kind === kind) ?? [];
  return h(
    "div.mm-offers",
    null,
    ...offered(seat, kind).map(({ seat: n, signal }) => {
      const number = signal.value ?? (signal.parity ? seat.words.term(signal.parity) : "?");
      const name = n === null ? paged(seat, "somebody") : character(seat, n);
      return h(
        "span.mm-offer",
        { "data-seat": n, class: signal.type, title: `${name}: ${seat.words.term(signal.type)}` },
        h("span.for-ears", null, `${name} ${seat.words.term(signal.type)} `),
        number,
      );
    }),
    ...mine.map((card) =>
      h(
        "span.mm-offer.own",
        { title: paged(seat, "hand") },
        h("span.for-ears", null, paged(seat, "hand")),
        card.value ?? "?",
      )
    ),
  );
}

/** Ask for a kind, or count it, in the next message. @param {Seat} seat @param {string} kind */
function asking(seat, kind) {
  const type = /** @type {any} */ (kind);
  const on = (/** @type {string} */ what) => seat.talk.attached.some((one) => one.type === what && one.kind === kind);
  const sum = offered(seat, kind).reduce((all, { signal }) => all + (signal.value ?? 0), 0);
  return h(
    "div.mm-asking",
    null,
    h("button.small", {
      type: "button",
      "data-key": `ask ${kind}`,
      "aria-pressed": String(on("ask")),
      "aria-label": word(seat, "ask-kind", { kind: seat.words.term(kind) }),
      title: word(seat, "ask-kind", { kind: seat.words.term(kind) }),
      onclick: () => {
        toggleSignal(seat, { type: "ask", kind: type });
        seat.redraw();
      },
    }, glyph("ask")),
    h(
      "button.small",
      {
        type: "button",
        "data-key": `tally ${kind}`,
        "aria-pressed": String(on("tally")),
        "aria-label": word(seat, "tally-kind", { kind: seat.words.term(kind), count: sum }),
        title: word(seat, "tally-kind", { kind: seat.words.term(kind), count: sum }),
        onclick: () => {
          toggleSignal(seat, { type: "tally", kind: type, amount: Math.min(99, sum) });
          seat.redraw();
        },
      },
      "= ",
      sum,
    ),
  );
}

/** What a failed trial may cost: the die, or somebody's mind. @param {Seat} seat @param {string} kind */
function consequences(seat, kind) {
  const decision = seat.decision("consequence");
  const ids = decision?.options.filter((id) => id.startsWith(`${kind}-`)) ?? [];
  return ids.length > 0 && h(
    "div.mm-consequences",
    { role: "group", "aria-label": capital(seat.words.term(kind)) },
    ...ids.map((id) => {
      const n = id.endsWith("-die") ? null : Number(id.split("-").at(-1));
      return h(
        "button.mm-cost",
        seat.option(id, { label: seat.label(id) }),
        n === null ? glyph("die") : [glyph("madness"), badge(seat.table, n)],
        h("span", null, n === null ? word(seat, "the-die") : character(seat, n)),
      );
    }),
  );
}

/** @param {Seat} seat @param {Trial} trial */
function panel(seat, trial) {
  const { place } = viewOf(seat);
  const { kind } = trial;
  const ended = place?.outcomes.find((one) => one.trial === kind);
  const placed = ended ? place?.placed.filter((one) => cardKind(seat, one.card) === kind) ?? [] : [];
  return h(
    "section.mm-trial",
    {
      class: `tint-${trial.tint} ${ended ? ended.distance ? "failed" : "met" : ""} ${
        place?.failed.includes(kind) ? "due" : ""
      }`,
      "aria-label": trialWords(seat, trial),
    },
    h("span.mm-sign", null, glyph(kind)),
    h("span.mm-kind", null, capital(seat.words.term(kind))),
    h("strong.mm-asked", { class: trial.accept.type }, accepted(trial, seat.say("or"))),
    ended
      ? h(
        "div.mm-result",
        null,
        outcome(seat, kind, ended.total, ended.distance),
        h("div.mm-cards", null, ...placed.map((one) => smallCard(seat, one.card, { "data-seat": one.seat }))),
      )
      : promised(seat, kind),
    discussing(seat) && seat.me !== null && seat.talk.policy !== null && asking(seat, kind),
    consequences(seat, kind),
  );
}

/** @param {Seat} seat @param {string} card */
const cardKind = (seat, card) => factsOf(seat).equipment.get(card)?.kind ?? "wound";

/** A trial that madness hides. @param {Seat} seat @param {number} shown */
const hidden = (seat, shown) =>
  h(
    "section.mm-trial.hidden",
    null,
    h("span.mm-sign", null, glyph("madness")),
    h("span.mm-kind", null, paged(seat, "hidden-trials", { shown })),
  );

/** The penalty die, and the trial it was rolled for. @param {Seat} seat */
function die(seat) {
  const { rolled, rolled_for } = viewOf(seat);
  if (!rolled) return null;
  return h(
    "section.mm-die",
    { role: "status" },
    h("span.mm-face", null, glyph(rolled)),
    h(
      "div",
      null,
      rolled_for &&
        h(
          "span.mm-chip.chip",
          { class: `kind-${rolled_for}` },
          glyph(rolled_for),
          capital(seat.words.term(rolled_for)),
        ),
      h("p", null, paged(seat, `die-${rolled}`)),
    ),
  );
}

/** The esoteric cards to choose from. @param {Seat} seat */
function esoteric(seat) {
  const decision = seat.decision("take-esoteric");
  if (!decision) return null;
  return h(
    "div.mm-choice",
    { role: "group", "aria-label": decision.prompt },
    ...decision.options.map((kind) => {
      const id = viewOf(seat).esoteric.find((one) => cardKind(seat, one) === kind) ?? null;
      const card = { card: id, kind, value: 10 };
      return h(
        "button.mm-card",
        {
          ...seat.option(kind, { label: seat.label(kind) }),
          class: look(card),
          title: id ? cardWords(seat, card) : "",
        },
        ...face(seat, card),
      );
    }),
  );
}

/** The relic that goes to somebody. @param {Seat} seat */
function gift(seat) {
  const relic = viewOf(seat).place?.reward?.relic;
  return relic && seat.decision("give-relic") ? relicLine(seat, relic) : null;
}

/** The place, with everything that happens there. @param {Seat} seat @param {Child} miniature */
export function place(seat, miniature) {
  const facts = factsOf(seat);
  const view = viewOf(seat);
  const here = view.place;
  if (!here) return null;
  const region = regionOf(view, facts);
  const tile = facts.tiles.get(here.tile ?? "");
  const title = tile
    ? named(tile)
    : here.masked
    ? paged(seat, "place-masked", { space: view.airplane })
    : word(seat, "no-tile");
  const panels = [
    ...here.trials.map((trial) => panel(seat, trial)),
    ...(here.masked ? [hidden(seat, here.trials.length)] : []),
  ];
  const glass = here.outcomes.length ? null : hourglass(seat);
  return h(
    "div.mm-place",
    { class: `region-${region} trials-${panels.length}` },
    h("span.mm-sky", null, h("img", { src: landscape(region), alt: "" })),
    h(
      "header.mm-place-head",
      null,
      miniature,
      h(
        "div",
        null,
        h("p.mm-where", null, glyph(region), ` ${capital(seat.words.term(region))} · ${view.airplane}`),
        h("h2", tile ? { "data-zoom": tile.id } : null, title),
      ),
      !here.masked && reward(seat, here.reward),
    ),
    h("div.mm-trials", null, panels[0] ?? null, glass, ...panels.slice(1)),
    die(seat),
    gift(seat),
    esoteric(seat),
  );
}
