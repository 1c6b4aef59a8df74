// The shared worker: one connection for all tabs of a browser, since browsers open only six to one host.

import { Connection } from "./connection.js";

/**
 * @typedef {{ kind: "follow", table: string, after: number, identity: import("./connection.js").Identity }
 *   | { kind: "unfollow" } | { kind: "here" }} Wish
 */

/** How long a tab may be silent: closed tabs do not say goodbye. */
const SILENCE_MS = 90_000;

/** @type {Map<MessagePort, { table: string | null, seen: number }>} */
const tabs = new Map();

const connection = new Connection((message) => {
  for (const [port, tab] of tabs) {
    if (message.kind === "state" || message.table === tab.table) port.postMessage(message);
  }
});

/** @param {MessagePort} port */
function leave(port) {
  const table = tabs.get(port)?.table;
  tabs.delete(port);
  if (table && ![...tabs.values()].some((tab) => tab.table === table)) connection.unfollow(table);
}

addEventListener("connect", (event) => {
  const port = /** @type {MessageEvent} */ (event).ports[0];
  tabs.set(port, { table: null, seen: Date.now() });
  port.onmessage = (/** @type {MessageEvent<Wish>} */ { data }) => {
    if (data.kind === "unfollow") return leave(port);
    const tab = tabs.get(port) ?? { table: null, seen: 0 };
    tab.seen = Date.now();
    if (data.kind !== "follow") return;
    tabs.set(port, tab);
    tab.table = data.table;
    connection.follow(data.table, data.after, data.identity);
    port.postMessage({ kind: "state", live: connection.live });
  };
});

setInterval(() => {
  for (const [port, tab] of tabs) if (Date.now() - tab.seen > SILENCE_MS) leave(port);
}, 30_000);
