// What the Group hears: lines that come once, are shown at the pace of a voice, and are gone.

import { reducedMotion } from "../../preferences.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {{ turn: number, seq: number, lines: string[], starts: number[], ends: number, clue: string | null,
 *   live: boolean }} Reading `starts` and `ends` in milliseconds by the clock of this browser; `live` lines come from
 *   the service one by one, and `ends` is then not known before the window closes.
 */

const MS_PER_WORD = 60_000 / 160;
const GRACE_MS = 5000;
const HEARD_IN = new Set(["reading", "mission_vote", "exploration_vote"]);
export const WORD = /[\p{L}\p{N}]+(?:['’ʼ\-‐‑][\p{L}\p{N}]+)*/gu;

/** @type {WeakMap<Seat, Reading>} */
const readings = new WeakMap();
/** @param {Seat} seat */
const key = (seat) => `farshore.reading.${seat.id}`;

/** How long a voice needs for a line. @param {string} line */
const spoken = (line) => Math.max(1, line.match(WORD)?.length ?? 0) * MS_PER_WORD;

/** Whether old steps are shown: a replay has all the time in the world. */
const replayed = () => location.pathname.startsWith("/replay");

/**
 * Take an event of the story; the words of the book stay out of the log.
 * @param {import("../../stream.js").TableEvent} event
 * @param {Seat} seat
 */
export function hear(event, seat) {
  const { kind, data } = /** @type {any} */ (event.data);
  const before = saved(seat);
  if (before && event.seq <= before.seq && !replayed()) return;
  if (kind === "heard" && Array.isArray(data.lines)) {
    begin(seat, event.seq, data.lines);
  } else if (kind === "line-read" && data.text !== undefined) {
    const now = Date.now();
    const going = before?.live && data.line > 1 ? before : null;
    keep(seat, {
      turn: turnOf(seat),
      seq: event.seq,
      lines: [...(going?.lines ?? []), data.text],
      starts: [...(going?.starts ?? []), now],
      ends: Infinity,
      clue: null,
      live: true,
    });
  } else if (kind === "clue" && data.word !== undefined && before) {
    keep(seat, { ...before, seq: event.seq, clue: data.word });
  }
}

/** @param {Seat} seat @param {number} seq @param {string[]} lines */
function begin(seat, seq, lines) {
  let at = Date.now() + 400;
  const starts = lines.map((line) => {
    const start = at;
    at += spoken(line);
    return start;
  });
  keep(seat, { turn: turnOf(seat), seq, lines, starts, ends: at + GRACE_MS, clue: null, live: false });
}

/** @param {Seat} seat */
const turnOf = (seat) => /** @type {any} */ (seat.view)?.now?.number ?? 0;

/** @param {Seat} seat @param {Reading} reading */
function keep(seat, reading) {
  readings.set(seat, reading);
  // A reload in the middle of a reading must not lose it. It is forgotten as soon as it has been heard.
  if (!replayed()) {
    sessionStorage.setItem(key(seat), JSON.stringify({ ...reading, ends: Math.min(reading.ends, 9e15) }));
  }
}

/** @param {Seat} seat @returns {Reading | null} */
function saved(seat) {
  const found = readings.get(seat);
  if (found || replayed()) return found ?? null;
  const text = sessionStorage.getItem(key(seat));
  if (!text) return null;
  /** @type {Reading} */
  const reading = JSON.parse(text);
  readings.set(seat, reading);
  return reading;
}

/**
 * The reading that this seat hears now, or null.
 * @param {Seat} seat
 * @returns {Reading | null}
 */
export function current(seat) {
  const found = saved(seat);
  const view = /** @type {any} */ (seat.view);
  if (!found || !found.lines.length) return null;
  if (replayed()) return HEARD_IN.has(view?.phase) && found.turn === turnOf(seat) ? found : null;
  const open = found.live ? view?.phase === "reading" : HEARD_IN.has(view?.phase) && Date.now() < found.ends;
  if (!open || found.turn && found.turn !== turnOf(seat)) {
    forget(seat);
    return null;
  }
  return found;
}

/** The words are gone; only the number of the event stays, so that it is not heard twice. @param {Seat} seat */
export function forget(seat) {
  const found = saved(seat);
  if (!found || !found.lines.length) return;
  keep(seat, { ...found, lines: [], starts: [], clue: null });
}

/**
 * How far a reading is: lines begun, how much of the last of them is said, and how much of the whole time has passed.
 * @param {Reading} reading
 */
export function progress(reading) {
  const now = Date.now();
  if (replayed()) return { begun: reading.lines.length, share: 1, whole: 1 };
  const begun = reading.starts.filter((start) => start <= now).length;
  const last = reading.lines[begun - 1];
  const share = last === undefined || reducedMotion()
    ? 1
    : Math.min(1, (now - reading.starts[begun - 1]) / spoken(last));
  const first = reading.starts[0];
  const whole = reading.live ? null : Math.min(1, Math.max(0, (now - first) / (reading.ends - first)));
  return { begun, share, whole };
}

/** How long the line takes in seconds, for the ink. @param {string} line */
export const seconds = (line) => spoken(line) / 1000;
