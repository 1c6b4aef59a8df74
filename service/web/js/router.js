// One page after the other without loading the shell again.

import { Refusal } from "./api.js";
import { deadEnd } from "./chrome.js";
import { say } from "./say.js";

/** @typedef {(root: HTMLElement, id: string) => Promise<() => void>} Page shows itself; the result takes it away */

/** @type {[RegExp, () => Promise<{ default: Page }>][]} */
const PAGES = [
  [/^\/$/, () => import("./lobby/page.js")],
  [/^\/t\/([\w-]+)$/, () => import("./table/page.js")],
  [/^\/join\/([\w-]+)$/, () => import("./table/page.js")],
  [/^\/replay(?:\/([\w-]+))?$/, () => import("./pages/replay.js")],
  [/^\/agents$/, () => import("./pages/agents/list.js")],
  [/^\/agents\/([\w-]+)$/, () => import("./pages/agents/agent.js")],
  [/^\/arenas$/, () => import("./pages/arenas/list.js")],
  [/^\/arenas\/([\w-]+)$/, () => import("./pages/arenas/arena.js")],
  [/^\/ratings$/, () => import("./pages/arenas/ratings.js")],
  [/^\/history$/, () => import("./pages/history/search.js")],
  [/^\/profiles\/(\w+\/[^/]+)$/, () => import("./pages/history/profile.js")],
  [/^\/cards$/, () => import("./pages/cards/games.js")],
  [/^\/cards\/([\w-]+)$/, () => import("./pages/cards/gallery.js")],
  [/^\/cards\/([\w-]+\/[^/]+)$/, () => import("./pages/cards/card.js")],
];

/** @type {(() => void) | null} */
let leave = null;
let shows = 0;

/** Show the page for the address. */
export async function show() {
  const turn = ++shows;
  const [load, id] = found(location.pathname);
  const page = await load().then((module) => module.default, (error) => failing(error));
  if (turn !== shows) return;
  leave?.();
  leave = null;
  // Each page has a place of its own: one that is still loading cannot draw over the next.
  const root = document.createElement("div");
  document.getElementById("page")?.replaceChildren(root);
  const stop = await page(root, id).catch((error) => failing(error)(root));
  if (turn === shows) leave = stop;
  else stop();
}

/**
 * A page that says why another one cannot be shown.
 * @param {unknown} error
 * @returns {(root: HTMLElement) => Promise<() => void>}
 */
const failing = (error) => (root) => {
  if (!(error instanceof Refusal)) console.warn(error);
  deadEnd(root, { title: error instanceof Refusal ? error.message : say("unreachable"), again: true });
  return Promise.resolve(() => {});
};

/**
 * @param {string} path
 * @returns {[() => Promise<{ default: Page }>, string]}
 */
function found(path) {
  for (const [address, load] of PAGES) {
    const match = address.exec(path);
    if (match) return [load, match[1] ?? ""];
  }
  return [() => import("./pages/missing.js"), ""];
}

/**
 * Go to another page.
 * @param {string} path
 */
export function navigate(path) {
  if (path !== location.pathname + location.search + location.hash) history.pushState(null, "", path);
  scrollTo({ top: 0, behavior: "instant" });
  show();
}

/** Follow links of our own without loading the shell again. */
export function followLinks() {
  addEventListener("popstate", () => show());
  document.addEventListener("click", (event) => {
    const link = /** @type {Element} */ (event.target).closest?.("a[href^='/']");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
    const path = link.getAttribute("href") ?? "/";
    if (!PAGES.some(([address]) => address.test(path.split(/[?#]/)[0]))) return;
    event.preventDefault();
    navigate(path);
  });
}
