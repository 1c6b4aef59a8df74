// What the pages for builders share: the bar with the links, the head of a page, refusals, and buttons that call the API.

import { Refusal, token, whoami } from "../../api.js";
import { links, topBar } from "../../chrome.js";
import { h, put } from "../../elements.js";
import { style } from "../../games.js";
import { icon } from "../../icons.js";
import { account } from "../../lobby/account.js";
import { loadWords, say } from "../../say.js";
import { trying } from "../../toast.js";

/** @typedef {import("../../elements.js").Child} Child */

/** Load what all these pages need. */
export const prepare = () => Promise.all([loadWords("pages"), style("lobby.css"), style("pages.css")]);

/**
 * Show a page below the bar.
 * @param {HTMLElement} root
 * @param {string} here the address in the bar
 * @param {string} title
 * @param {...Child} children
 */
export function frame(root, here, title, ...children) {
  document.title = `${title} – Farshore`;
  const name = h("span", null, say("account"));
  whoami().then((player) => name.textContent = player?.name ?? say("guest"), () => {});
  put(
    root,
    h(
      "div.builders",
      null,
      topBar(
        links(here),
        h("span.grow"),
        h("button.plain.small.account", { type: "button", onclick: () => account() }, icon("person"), name),
      ),
      h("main.builders-main", null, ...children),
    ),
  );
}

/**
 * The head of a page: where it belongs to, its name, one sentence, and what can be done.
 * @param {{ title: Child, about?: Child, back?: [string, string], actions?: Child[] }} what
 */
export const pageHead = ({ title, about, back, actions = [] }) =>
  h(
    "header.page-head",
    null,
    back && h("a.back", { href: back[0] }, icon("back"), h("span", null, back[1])),
    h("h1", null, title),
    about && h("p.lead", null, about),
    actions.length > 0 && h("div.actions", null, ...actions),
  );

/**
 * A panel with a heading.
 * @param {string} title
 * @param {Child[]} actions beside the heading
 * @param {...Child} children
 */
export const panel = (title, actions, ...children) =>
  h(
    "section.panel.builder-panel",
    { "aria-label": title },
    h("header.panel-head", null, h("h2", null, title), h("div.actions", null, ...actions)),
    ...children,
  );

/**
 * A page whose content the service refuses, such as an address that does not exist.
 * @param {HTMLElement} root
 * @param {string} here
 * @param {unknown} error
 */
export function refused(root, here, error) {
  if (!(error instanceof Refusal)) throw error;
  const missing = error.status === 404;
  frame(
    root,
    here,
    "Farshore",
    h(
      "section.panel.lost-page",
      null,
      h("h1", null, missing ? say("no-page") : error.message),
      missing && h("p.hint", null, error.message),
      h("p", null, h("a.button.primary", { href: here }, icon("back"), h("span", null, say("back")))),
    ),
  );
  return () => {};
}

/**
 * Whether this browser has an account; without one, what needs one says how to get it.
 * @returns {Child}
 */
export const needsAccount = () =>
  token() ? null : h(
    "p.none",
    null,
    say("needs-account"),
    " ",
    h("button.small", { type: "button", onclick: () => account() }, icon("person"), h("span", null, say("account"))),
  );

/**
 * Call a function again and again while the page is visible; the result ends it.
 * @param {() => Promise<unknown>} act
 * @param {number} ms
 */
export function every(ms, act) {
  let busy = false;
  const timer = setInterval(async () => {
    if (busy || document.hidden) return;
    busy = true;
    await act().catch(() => {});
    busy = false;
  }, ms);
  return () => clearInterval(timer);
}

/**
 * A definition list.
 * @param {(readonly [string, Child])[]} entries null values are left out
 */
export const facts = (entries) =>
  h(
    "dl.facts",
    null,
    ...entries.filter(([, value]) => value !== null && value !== undefined && value !== "").map(([name, value]) =>
      h("div", null, h("dt", null, name), h("dd", null, value))
    ),
  );

/**
 * A list that grows by pages: "More" fetches the next one.
 * @param {HTMLElement} list
 * @param {(cursor: string | null) => Promise<{ items: any[], next: string | null }>} fetchPage
 * @param {(item: any) => Child} row
 * @param {string} none what is said when there is nothing
 * @returns {{ element: HTMLElement, reload: () => Promise<void> }}
 */
export function paged(list, fetchPage, row, none) {
  /** @type {string | null} */
  let next = null;
  const more = h(
    "button.small.more",
    {
      type: "button",
      onclick: trying(() => add(next)),
    },
    icon("down"),
    h("span", null, say("load-more")),
  );
  const element = h("div.paged", null, list, more);
  /** @param {string | null} cursor */
  const add = async (cursor) => {
    const page = await fetchPage(cursor);
    const rows = page.items.map(row);
    if (cursor === null) {
      put(list, ...(rows.length ? rows : [list.tagName === "UL" ? h("li.none", null, none) : h("p.none", null, none)]));
    } else list.append(...rows.filter((one) => one instanceof Node));
    next = page.next;
    more.hidden = next === null;
  };
  more.hidden = true;
  return { element, reload: () => add(null) };
}
