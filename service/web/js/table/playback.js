// What comes from the stream is shown beat by beat; a click or a key skips to the last one.

import { get } from "../api.js";
import { inFlight, land } from "../flight.js";
import { reducedMotion } from "../preferences.js";
import { noticeTurn } from "./notice.js";
import { forgetSealed } from "./sealed.js";

/**
 * @typedef {import("../stream.js").Beat} Beat
 * @typedef {import("../openapi.d.ts").Update} Update
 */

const LINGER_MS = 350;
/** More beats than this are caught up with at once. */
const MOST_BEATS = 30;
/** Events after which the table itself has changed, not only the game. */
const OF_THE_TABLE = new Set(["seat", "started", "vote", "paused", "resumed", "finished", "aborted"]);

export class Playback {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {Beat[]} */
    this.queue = [];
    /** @type {import("../stream.js").TableEvent[]} events that are not in the story yet */
    this.news = [];
    /** @type {number[]} when the moves that are about to be shown arrived */
    this.arrived = [];
    this.playing = false;
    this.hurry = false;
  }

  /** @param {Beat} beat */
  hear(beat) {
    this.queue.push(beat);
    if (!this.playing) this.play();
  }

  async play() {
    const { seat } = this;
    this.playing = true;
    try {
      while (this.queue.length) {
        const still = reducedMotion() || document.hidden;
        // Without animation, moves that arrive together are shown together.
        if (still) await this.pause(0);
        const calm = this.hurry || still || this.queue.length > MOST_BEATS;
        const beats = calm ? this.queue.splice(0) : [/** @type {Beat} */ (this.queue.shift())];
        await this.show(beats);
        // Whoever skips while a beat is being shown does not wait for the next one either.
        if (!calm && !this.hurry && this.queue.length) {
          await this.pause(seat.game.linger?.(beats[0].events, seat) ?? LINGER_MS);
        }
      }
    } finally {
      this.playing = false;
      this.hurry = false;
    }
  }

  /** @param {number} ms */
  pause(ms) {
    return new Promise((/** @type {(value?: void) => void} */ resolve) => {
      this.wake = resolve;
      setTimeout(resolve, ms);
    });
  }

  /** What is still to be shown is shown at once. */
  skip() {
    if (!this.playing || !(this.queue.length || inFlight())) return;
    this.hurry = true;
    land();
    this.wake?.();
  }

  /** @param {Beat[]} beats */
  async show(beats) {
    const { seat } = this;
    const events = beats.flatMap((beat) => beat.events);
    // A view that was asked for may be older than one that the stream has brought in the meantime.
    const update = beats.reduce(
      (newest, beat) => beat.update && beat.update.seq >= (newest ?? seat.shown).seq ? beat.update : newest,
      /** @type {Update | null} */ (null),
    );
    this.news = events;
    seat.side.unread(events);
    if (events.some((event) => OF_THE_TABLE.has(event.type))) {
      const before = seat.table.status;
      seat.table = await get(`/tables/${seat.id}`).catch(() => seat.table);
      if (before === "open" && seat.table.status !== "open") dispatchEvent(new Event("farshore:started"));
    }
    if (!update) return this.tellNews();
    const was = seat.shown;
    seat.shown = update;
    this.arrived = beats.flatMap(({ at }) => at ?? []);
    for (const id of seat.picked.keys()) if (!update.decisions.some((one) => one.id === id)) seat.picked.delete(id);
    if (update.decisions.length) forgetSealed(seat);
    // By id: the answer before may have been given in another tab, and moves are shown together in a hidden one.
    if (update.decisions.some(({ id }) => !was.decisions.some((one) => one.id === id))) noticeTurn(seat);
    if (update.view !== null || update.status !== "open") await seat.redraw();
    if (was.status === "running" && update.status === "finished") dispatchEvent(new Event("farshore:over"));
    this.tellNews();
    // Who may speak changes with the game only where talk is part of it.
    if (events.length && (seat.game.composer || was.status !== update.status || seat.talk.changes)) seat.talk.refresh();
  }

  /** Add to the story what has happened, once. */
  tellNews() {
    const events = this.news;
    this.news = [];
    this.seat.story.add(events);
  }

  /** How long it took from the arrival of an event until it was on the page; `make bench` reads this. */
  measure() {
    for (const at of this.arrived) {
      performance.measure("farshore:beat", { start: Math.max(0, at - performance.timeOrigin) });
    }
    this.arrived = [];
  }
}
