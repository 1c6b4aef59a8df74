// Signals: what goes with a message besides words. Cards that are picked become offers or pledges of the message.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { character, discussing, factsOf, viewOf } from "./facts.js";
import { glyph } from "./glyphs.js";
import { token } from "./pieces.js";

/**
 * @typedef {import("./facts.js").Seat} Seat
 * @typedef {import("./facts.js").Signal} Signal
 * @typedef {Signal & { at?: string }} Attached `at` is the card of the hand that it tells of
 */

/** How cards are told of, and which were told already, by table. @type {WeakMap<Seat, { pledge: boolean, told: Set<string> }>} */
const telling = new WeakMap();

/** @param {Seat} seat */
export function manner(seat) {
  let found = telling.get(seat);
  if (!found) telling.set(seat, found = { pledge: false, told: new Set() });
  return found;
}

/** The signals of a message, without what only this page needs. @param {Attached[]} attached @returns {Signal[]} */
export const bare = (attached) => attached.map(({ at: _, ...signal }) => signal);

/**
 * A message as it is sent: plain words, or JSON with signals.
 * @param {string} text
 * @param {Attached[]} attached
 */
export const written = (text, attached) => attached.length ? JSON.stringify({ text, signals: bare(attached) }) : text;

/** The cards that were picked since the last message become its signals. @param {Seat} seat */
export function cardsToSignals(seat) {
  const decision = seat.decision("place");
  const { me } = viewOf(seat);
  const { pledge, told } = manner(seat);
  const picks = decision && me && discussing(seat) ? seat.picks(decision) : [];
  for (const at of told) if (!picks.includes(at)) told.delete(at);
  const most = Number(/** @type {any} */ (seat.talk.policy?.policy)?.max_signals ?? 6);
  const other = seat.talk.attached.filter((one) => !one.at);
  /** @type {Attached[]} */
  const cards = picks.filter((at) => !told.has(at)).flatMap((at) => {
    const card = me?.hand.find((one) => one.at === at);
    if (!card || card.kind === "wound") return [];
    return [
      /** @type {Attached} */ ({
        type: pledge ? "pledge" : "offer",
        ...(card.kind ? { kind: card.kind } : {}),
        ...(card.value !== null ? { value: card.value } : {}),
        at,
      }),
    ];
  });
  const next = [...other, ...cards].slice(0, most);
  if (JSON.stringify(next) !== JSON.stringify(seat.talk.attached)) seat.talk.attach(next);
}

/** Take off what cannot be sent any more: cards that are gone, and everything in silence. @param {Seat} seat */
export function dropStale(seat) {
  const decision = seat.decision("place");
  const picks = decision ? seat.picks(decision) : [];
  const moving = viewOf(seat).phase === "movement";
  const kept = seat.talk.attached.filter((one) =>
    one.space ? moving : discussing(seat) && (!one.at || picks.includes(one.at))
  );
  if (kept.length < seat.talk.attached.length) seat.talk.attach(kept);
}

/** Add a signal to the message, or take it off. @param {Seat} seat @param {Attached} signal */
export function toggleSignal(seat, signal) {
  const key = JSON.stringify(signal);
  const { attached } = seat.talk;
  const without = attached.filter((one) => JSON.stringify(one) !== key);
  seat.talk.attach(without.length < attached.length ? without : [...attached, signal]);
}

/** Suggest a space for the next move, one at a time. @param {Seat} seat @param {string} space */
export function suggestion(seat, space) {
  const same = seat.talk.attached.some((one) => one.space === space);
  seat.talk.attach(same ? [] : [{ type: "suggest", space }]);
  seat.redraw();
}

/** Who suggested which space for this move. @type {WeakMap<Seat, Map<number, string>>} */
const suggestions = new WeakMap();

/**
 * Remember a suggestion until the airplane has moved.
 * @param {Seat} seat
 * @param {import("../../stream.js").TableEvent} event
 */
export function hearSuggestion(seat, event) {
  const { kind, data } = /** @type {any} */ (event.data);
  if (event.type !== "story") return;
  if (kind === "turn-began" || kind.startsWith("moved")) suggestions.delete(seat);
  const space = kind === "spoke" && data.signals?.find((/** @type {Signal} */ one) => one.type === "suggest")?.space;
  if (!space) return;
  const by = suggestions.get(seat) ?? new Map();
  suggestions.set(seat, by.set(data.seat, space));
}

/** @param {Seat} seat @param {string} space @returns {number[]} */
export function suggested(seat, space) {
  return [...suggestions.get(seat) ?? []].flatMap(([n, one]) => one === space ? [n] : []);
}

/**
 * A signal as a chip.
 * @param {Seat} seat
 * @param {Signal} signal
 */
export function signalChip(seat, signal) {
  const { words } = seat;
  const number = signal.value ?? signal.amount ?? (signal.parity ? words.term(signal.parity) : null);
  const to = signal.seat ?? signal.ref;
  const about = to !== null && to !== undefined && to < viewOf(seat).players.length ? ` → ${character(seat, to)}` : "";
  const name = h("span", null, words.term(signal.type));
  if (signal.kind) {
    return h("span.mm-signal", { class: `is-${signal.type}` }, name, token(seat, signal.kind, number ?? "?"), about);
  }
  if (signal.space) {
    const region = factsOf(seat).spaces.get(signal.space)?.region ?? "coast";
    return h("span.mm-signal", null, name, h("span.chip", null, glyph(region), signal.space));
  }
  const sign = signal.type === "yes" ? icon("check") : signal.type === "no" ? icon("close") : glyph(signal.type);
  return h("span.mm-signal", { class: `is-${signal.type}` }, sign, name, number !== null ? ` ${number}` : "", about);
}

/** The signals of a message; cards that are told alike follow one word. @param {Seat} seat @param {Signal[]} signals */
export function signalChips(seat, signals) {
  return signals.map((signal, n) => {
    const shown = signalChip(seat, signal);
    const before = signals[n - 1];
    if (signal.kind && before?.kind && before.type === signal.type) shown.firstElementChild?.classList.add("for-ears");
    return shown;
  });
}

/** What the others offered of a kind in this timer, as it was heard. @param {Seat} seat @param {string} kind */
export function offered(seat, kind) {
  const { heard, place } = viewOf(seat);
  return heard.filter((one) => one.timer === place?.timer).flatMap((one) =>
    (one.signals ?? []).filter((signal) =>
      signal.kind === kind && (signal.type === "offer" || signal.type === "pledge")
    )
      .map((signal) => ({ seat: one.seat ?? null, signal }))
  );
}
