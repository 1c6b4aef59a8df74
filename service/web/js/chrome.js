// What every page has: the mark of Farshore, the language, light or dark.

import { h } from "./elements.js";
import { icon } from "./icons.js";
import { language, remember, theme } from "./preferences.js";
import { say } from "./say.js";

/** The mark, a link to the lobby. */
export const mark = () =>
  h("a.mark", { href: "/", "aria-label": "Farshore" }, icon("compass"), h("span", null, "Farshore"));

/** The buttons for language and theme. */
export function switches() {
  const other = language() === "en" ? "fr" : "en";
  return h(
    "div.switches",
    null,
    h(
      "button.plain.small",
      {
        type: "button",
        lang: other,
        "data-key": "language",
        "aria-label": other === "fr" ? "Français" : "English",
        onclick: () => remember("language", other),
      },
      icon("globe"),
      h("span", { "aria-hidden": "true" }, language().toUpperCase()),
    ),
    themeSwitch(),
  );
}

function themeSwitch() {
  const dark = theme() === "dark";
  return h("button.plain.round", {
    type: "button",
    "data-key": "theme",
    "aria-label": say(dark ? "light" : "dark"),
    title: say(dark ? "light" : "dark"),
    onclick: () => remember("theme", dark ? "light" : "dark"),
  }, icon(dark ? "sun" : "moon"));
}

/** Another theme: its switches offer the other one again. */
export function redrawThemeSwitches() {
  for (const old of document.querySelectorAll("[data-key=theme]")) {
    const focused = old === document.activeElement;
    const fresh = themeSwitch();
    old.replaceWith(fresh);
    if (focused) fresh.focus();
  }
}

/** The pages that the bar links to: address, word, icon. */
const LINKS = [
  ["/arenas", "arenas", "crown"],
  ["/agents", "agents", "agent"],
  ["/history", "history", "clock"],
  ["/cards", "cards", "cards"],
  ["/docs", "api", "book"],
];

/**
 * The links between the pages: in the bar, on a phone at the lower edge.
 * @param {string} [here] the address of the page that is shown
 */
export const links = (here) =>
  h(
    "nav.links",
    { "aria-label": say("pages") },
    ...LINKS.map(([href, word, sign]) =>
      h("a", { href, "aria-current": href === here ? "page" : null }, icon(sign), h("span", null, say(word)))
    ),
  );

/**
 * The bar at the top of a page.
 * @param {...import("./elements.js").Child} middle
 */
export const topBar = (...middle) => h("header.bar", null, mark(), ...middle, h("span.grow"), switches());

/**
 * Show that a page is not there, or why it cannot be shown.
 * @param {HTMLElement} root
 * @param {{ title: string, about?: string, again?: boolean }} what `again` offers to load the page once more
 */
export function deadEnd(root, { title, about, again = false }) {
  document.title = "Farshore";
  const retry = () =>
    h(
      "button.primary",
      { type: "button", onclick: () => location.reload() },
      icon("again"),
      h("span", null, say("try-again")),
    );
  root.replaceChildren(
    topBar(),
    h(
      "main.room",
      null,
      h(
        "section.panel.lost-page",
        null,
        h("h1", null, title),
        about && h("p.hint", null, about),
        h(
          "div.actions",
          null,
          again && retry(),
          h("a.button", { href: "/", class: again ? "" : "primary" }, say("lobby")),
        ),
      ),
    ),
  );
}
