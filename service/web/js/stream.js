// The streams of a table (events without a gap and the view after them) and of the lobby, over one connection of all tabs.

import { headers } from "./api.js";
import { Connection } from "./connection.js";

/**
 * @typedef {import("./connection.js").Beat} Beat
 * @typedef {import("./connection.js").TableEvent} TableEvent
 * @typedef {{ beat: (beat: Beat) => void, state: (live: boolean) => void, gone: (code: string) => void }} Listener
 */

const HERE_MS = 20_000;

/** @type {string | TrustedScriptURL} */
let script = "";

/** The address of the worker, as the content security policy wants it. */
function address() {
  if (script) return script;
  const url = new URL("./worker.js", import.meta.url).href;
  const types = /** @type {any} */ (globalThis).trustedTypes;
  script = types ? types.createPolicy("farshore-worker", { createScriptURL: () => url }).createScriptURL("") : url;
  return script;
}

/** @typedef {any} TrustedScriptURL */

/** @returns {import("./connection.js").Identity} */
function identity() {
  const sent = headers();
  return { authorization: sent.Authorization ?? null, language: sent["Accept-Language"] };
}

/**
 * Follow a table from event `after` on.
 * @param {string} table
 * @param {number} after
 * @param {Listener} listener
 * @returns {() => void} stops it
 */
export function follow(table, after, listener) {
  let heard = after;
  return connect(
    (message) => {
      if (message.kind === "state") return listener.state(message.live);
      if (message.kind === "lobby" || message.table !== table) return;
      if (message.kind === "gone") return listener.gone(message.code);
      // Another tab at this table may have asked for older events.
      const events = message.beat.events.filter((event) => event.seq > heard);
      heard = Math.max(heard, events.at(-1)?.seq ?? 0);
      listener.beat({ ...message.beat, events });
    },
    () => ({ kind: "follow", table, after: heard, identity: identity() }),
    (own) => own.follow(table, heard, identity()),
  );
}

/**
 * Follow the lobby, and the account if there is one.
 * @param {(event: TableEvent) => void} hear
 * @param {(live: boolean) => void} [state] whether there is a connection
 * @returns {() => void} stops it
 */
export function followLobby(hear, state) {
  return connect(
    (message) => {
      if (message.kind === "lobby") hear(message.event);
      else if (message.kind === "state") state?.(message.live);
    },
    () => ({ kind: "watch", identity: identity() }),
    (own) => own.watch(identity()),
  );
}

/**
 * Use the connection that all tabs share, or one of this tab alone where there are no shared workers (Chrome on
 * Android).
 * @param {(message: import("./connection.js").Message) => void} take
 * @param {() => import("./worker.js").Wish} wish
 * @param {(own: Connection) => void} begin
 * @returns {() => void} stops it
 */
function connect(take, wish, begin) {
  const alone = () => {
    const own = new Connection(take);
    begin(own);
    return () => {
      own.tables.clear();
      own.unwatch();
    };
  };
  if (!("SharedWorker" in globalThis)) return alone();
  /** @type {(() => void) | null} */
  let stop = null;
  const worker = new SharedWorker(/** @type {string} */ (address()), { type: "module", name: "farshore" });
  worker.onerror = () => (stop ??= alone());
  const { port } = worker;
  port.onmessage = (event) => take(event.data);
  port.start();
  const say = () => port.postMessage(wish());
  say();
  const timer = setInterval(() => port.postMessage({ kind: "here" }), HERE_MS);
  // A page that comes back from the back/forward cache, or a laptop that wakes up, may have been forgotten.
  const back = () => document.hidden || say();
  document.addEventListener("visibilitychange", back);
  const goodbye = () => port.postMessage({ kind: "unfollow" });
  addEventListener("pagehide", goodbye);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", back);
    removeEventListener("pagehide", goodbye);
    goodbye();
    port.close();
    stop?.();
  };
}
