// The stream of a table: events without a gap, and the view after them. It reconnects by itself.

import { get, headers, Refusal } from "./api.js";

/**
 * @typedef {import("./openapi.d.ts").Update} Update
 * @typedef {import("./openapi.d.ts").Event} TableEvent
 * @typedef {{ events: TableEvent[], update: Update | null }} Beat what one change of the table brought
 * @typedef {{ beat: (beat: Beat) => void, state: (live: boolean) => void, gone: (error: unknown) => void }} Listener
 */

/** A stream that sends nothing for so long is dead: heartbeats come every ten seconds. */
const SILENCE_MS = 25_000;
const RETRY_MS = [300, 1000, 2000, 4000, 6000];

/**
 * Follow a table from event `after` on.
 * @param {string} table
 * @param {number} after
 * @param {Listener} listener
 * @returns {() => void} stops it
 */
export function follow(table, after, listener) {
  const ended = new AbortController();
  let heard = after;
  let failures = 0;

  /** @type {TableEvent[]} */
  let told = [];
  let over = false;

  /** @param {TableEvent} event */
  function take(event) {
    if (event.type === "snapshot" || event.type === "view") {
      const update = /** @type {Update} */ (/** @type {unknown} */ (event.data));
      listener.beat({ events: told, update });
      told = [];
      return;
    }
    if (event.seq <= heard) return;
    heard = event.seq;
    told.push(event);
    if (event.type === "finished" || event.type === "aborted" || event.type === "deleted") over = true;
  }

  /** Events that came without a view: ask for it, again if it is older than what was heard. */
  async function complete() {
    if (!told.length) return;
    const events = told;
    told = [];
    for (let tries = 0; tries < 5; tries++) {
      const update = await get(`/tables/${table}/view`).catch(() => null);
      if (update && update.seq >= heard) return listener.beat({ events, update });
    }
    listener.beat({ events, update: null });
  }

  async function once() {
    const stopped = new AbortController();
    const signal = AbortSignal.any([stopped.signal, ended.signal]);
    let watchdog = setTimeout(() => stopped.abort(), SILENCE_MS);
    try {
      const response = await fetch(`/v1/tables/${table}/events?after=${heard}&views=true`, {
        headers: { Accept: "application/x-ndjson", ...headers() },
        signal,
      });
      if (!response.ok || !response.body) {
        const body = await response.json().catch(() => null);
        if (body && response.status < 500 && response.status !== 429) throw new Refusal(body);
        throw new Error(`stream ${response.status}`);
      }
      failures = 0;
      listener.state(true);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        clearTimeout(watchdog);
        watchdog = setTimeout(() => stopped.abort(), SILENCE_MS);
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line) take(JSON.parse(line));
        await complete();
      }
    } finally {
      clearTimeout(watchdog);
    }
  }

  (async () => {
    while (!ended.signal.aborted && !over) {
      try {
        await once();
      } catch (error) {
        if (ended.signal.aborted) return;
        if (error instanceof Refusal) return listener.gone(error);
      }
      if (over || ended.signal.aborted) return;
      listener.state(false);
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)]));
    }
  })();
  return () => ended.abort();
}
