// One connection to the service for all tables that are followed, and the lobby. Runs in the page or in the shared worker.

/**
 * @typedef {import("./openapi.d.ts").Update} Update
 * @typedef {import("./openapi.d.ts").Event} TableEvent
 * @typedef {{ events: TableEvent[], update: Update | null, at?: number }} Beat what one change of a table brought, and
 *   when its first event arrived (milliseconds of the epoch)
 * @typedef {{ kind: "beat", table: string, beat: Beat } | { kind: "state", live: boolean }
 *   | { kind: "gone", table: string, code: string } | { kind: "lobby", event: TableEvent }} Message
 * @typedef {{ authorization: string | null, language: string }} Identity
 */

/** A stream that sends nothing for so long is dead: heartbeats come every ten seconds. */
const SILENCE_MS = 25_000;
const RETRY_MS = [200, 1000, 2000, 4000, 6000];
/** Tables that open together share one new connection. */
const GATHER_MS = 15;
/** A view follows its events at once; if it does not, it is asked for. */
const VIEW_MS = 400;
const LAST = new Set(["finished", "aborted", "deleted"]);

export class Connection {
  /** @param {(message: Message) => void} tell */
  constructor(tell) {
    this.tell = tell;
    /** @type {Map<string, { heard: number, events: TableEvent[], at?: number }>} */
    this.tables = new Map();
    /** Whether somebody looks at the lobby. */
    this.watching = false;
    /** @type {Identity} */
    this.identity = { authorization: null, language: "en" };
    /** @type {AbortController | null} */
    this.stream = null;
    this.live = false;
    this.failures = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.viewTimer = undefined;
  }

  /**
   * Follow a table from an event on; it may be followed already.
   * @param {string} table
   * @param {number} after
   * @param {Identity} identity
   */
  follow(table, after, identity) {
    const known = this.tables.get(table);
    const same = this.identity.authorization === identity.authorization && this.identity.language === identity.language;
    if (known && same && after >= known.heard && this.stream) return;
    this.identity = identity;
    if (!known || after < known.heard) {
      // What comes before the new connection would be taken for the next event, and those in between would be lost.
      if (known) this.disconnect();
      this.tables.set(table, { heard: after, events: [] });
    }
    this.reconnect(GATHER_MS);
  }

  /** @param {string} table */
  unfollow(table) {
    if (this.tables.delete(table)) this.reconnect(GATHER_MS);
  }

  /**
   * Follow the lobby; whoever joins gets the whole list, since each connection begins with it.
   * @param {Identity} identity
   */
  watch(identity) {
    this.identity = identity;
    this.watching = true;
    this.reconnect(GATHER_MS);
  }

  unwatch() {
    this.watching = false;
    this.reconnect(GATHER_MS);
  }

  /** Whether there is anything to follow. */
  get wanted() {
    return this.watching || this.tables.size > 0;
  }

  /** @param {number} delay */
  reconnect(delay) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.disconnect();
      if (this.wanted) this.run();
    }, delay);
  }

  disconnect() {
    this.stream?.abort();
    this.stream = null;
  }

  /** @param {boolean} live */
  state(live) {
    this.live = live;
    this.tell({ kind: "state", live });
  }

  async run() {
    const stream = this.stream = new AbortController();
    const ended = await this.read(stream).catch((error) => error);
    if (this.stream !== stream) return;
    this.stream = null;
    if (!this.wanted) return;
    if (ended?.refused) {
      for (const table of this.tables.keys()) this.tell({ kind: "gone", table, code: ended.refused });
      this.tables.clear();
      this.watching = false;
      return;
    }
    if (this.live) this.state(false);
    this.reconnect(RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)]);
  }

  /** @returns {Record<string, string>} */
  headers() {
    const { authorization, language } = this.identity;
    return { "Accept-Language": language, ...(authorization ? { Authorization: authorization } : {}) };
  }

  /** @param {AbortController} stream */
  async read(stream) {
    const wanted = [...this.tables].map(([table, { heard }]) => `table=${table}:${heard}`);
    if (this.watching) wanted.push("lobby=true", ...(this.identity.authorization ? ["account=true"] : []));
    let watchdog = setTimeout(() => stream.abort(), SILENCE_MS);
    try {
      const response = await fetch(`/v1/events?${wanted.join("&")}&views=true`, {
        headers: { Accept: "application/x-ndjson", ...this.headers() },
        signal: stream.signal,
      });
      if (!response.ok || !response.body) {
        const body = await response.json().catch(() => null);
        // What is refused for good is not asked again.
        if (body?.code && [401, 403, 404, 410, 422].includes(response.status)) throw { refused: body.code };
        throw new Error(`stream: ${response.status}`);
      }
      this.failures = 0;
      if (!this.live) this.state(true);
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      let rest = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done || stream.signal.aborted) break;
        clearTimeout(watchdog);
        watchdog = setTimeout(() => stream.abort(), SILENCE_MS);
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line) this.take(JSON.parse(line));
      }
    } finally {
      clearTimeout(watchdog);
    }
  }

  /** @param {TableEvent} event */
  take(event) {
    if (event.table === null) return this.tell({ kind: "lobby", event });
    const table = event.table;
    const known = this.tables.get(table);
    if (!known) return;
    if (event.type === "refused") {
      this.tables.delete(table);
      return this.tell({ kind: "gone", table, code: String(Object(event.data).code) });
    }
    if (event.type === "snapshot" || event.type === "view") {
      const update = /** @type {Update} */ (/** @type {unknown} */ (event.data));
      // The events that led to a newer snapshot follow, and then the view again.
      if (event.type === "view" || update.seq <= event.seq) this.show(table, known, update);
      return;
    }
    if (event.seq <= known.heard) return;
    known.heard = event.seq;
    if (!known.events.length) known.at = performance.timeOrigin + performance.now();
    known.events.push(event);
    this.completeLater();
  }

  /** Ask for the views of tables whose events came without one. */
  async complete() {
    for (const [table, known] of this.tables) {
      if (!known.events.length) continue;
      const response = await fetch(`/v1/tables/${table}/view`, { headers: this.headers() }).catch(() => null);
      /** @type {Update | null} */
      const update = response?.ok ? await response.json().catch(() => null) : null;
      // Until then the events wait: the stream may have brought their view, or newer events, in the meantime.
      if (this.tables.get(table) !== known || !known.events.length) continue;
      if (update && update.seq >= known.heard) this.show(table, known, update);
      else this.completeLater();
    }
  }

  completeLater() {
    clearTimeout(this.viewTimer);
    this.viewTimer = setTimeout(() => this.complete(), VIEW_MS);
  }

  /**
   * Tell what has happened, and how the table looks after it.
   * @param {string} table
   * @param {{ events: TableEvent[], at?: number }} known
   * @param {Update} update
   */
  show(table, known, update) {
    const events = known.events;
    known.events = [];
    this.tell({ kind: "beat", table, beat: { events, update, at: events.length ? known.at : undefined } });
    if (events.some((one) => LAST.has(one.type))) this.tables.delete(table);
  }
}
