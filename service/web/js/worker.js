// The shared worker: one connection for all tabs of a browser, since browsers open only six to one host.

import { Connection } from "./connection.js";

/**
 * @typedef {{ kind: "follow", table: string, after: number, identity: import("./connection.js").Identity }
 *   | { kind: "watch", identity: import("./connection.js").Identity } | { kind: "unfollow" } | { kind: "here" }} Wish
 */

/** How long a tab may be silent: closed tabs do not say goodbye. */
const SILENCE_MS = 90_000;

/** What a tab that looks at the lobby has in place of a table. */
const LOBBY = "";

/** @type {Map<MessagePort, { table: string | null, seen: number }>} */
const tabs = new Map();

const connection = new Connection((message) => {
  for (const [port, tab] of tabs) {
    const table = message.kind === "lobby" ? LOBBY : message.kind === "state" ? tab.table : message.table;
    if (table === tab.table) port.postMessage(message);
  }
});

/** @param {MessagePort} port */
function leave(port) {
  const table = tabs.get(port)?.table ?? null;
  tabs.delete(port);
  if (table === null || [...tabs.values()].some((tab) => tab.table === table)) return;
  if (table === LOBBY) connection.unwatch();
  else connection.unfollow(table);
}

addEventListener("connect", (event) => {
  const port = /** @type {MessageEvent} */ (event).ports[0];
  tabs.set(port, { table: null, seen: Date.now() });
  port.onmessage = (/** @type {MessageEvent<Wish>} */ { data }) => {
    if (data.kind === "unfollow") return leave(port);
    const tab = tabs.get(port) ?? { table: null, seen: 0 };
    tab.seen = Date.now();
    if (data.kind === "here") return;
    tabs.set(port, tab);
    tab.table = data.kind === "watch" ? LOBBY : data.table;
    if (data.kind === "watch") connection.watch(data.identity);
    else connection.follow(data.table, data.after, data.identity);
    port.postMessage({ kind: "state", live: connection.live });
  };
});

setInterval(() => {
  for (const [port, tab] of tabs) if (Date.now() - tab.seen > SILENCE_MS) leave(port);
}, 30_000);
