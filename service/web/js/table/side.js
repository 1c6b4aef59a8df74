// Beside the table: the story with its field for messages, the rules, and the table as text.

import { headers } from "../api.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { say } from "../say.js";
import { complain } from "../toast.js";

/** @type {["story" | "rules" | "text", string][]} */
const TABS = [["story", "story"], ["rules", "book"], ["text", "table"]];

export class Side {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.shownTab = "story";
    this.news = 0;
    /** @type {Node | null} what stands below the story instead of the field for messages */
    this.beside = null;
    this.text = h("pre.as-text", { tabindex: "0", "aria-label": say("text") });
    this.tabs = h("div.tabs", { role: "tablist" });
    this.body = h("div.side-body");
    const close = h("button.plain.round.close", {
      type: "button",
      "aria-label": say("close"),
      onclick: () => this.close(),
    }, icon("close"));
    this.element = h(
      "aside.side",
      { "aria-label": say("story") },
      h("div.side-head", null, this.tabs, close),
      this.body,
    );
    this.draw();
  }

  draw() {
    put(
      this.tabs,
      ...TABS.map(([name, sign]) =>
        h(
          "button.tab",
          {
            type: "button",
            role: "tab",
            "data-key": `tab ${name}`,
            "aria-selected": String(name === this.shownTab),
            onclick: () => this.open(name),
          },
          icon(sign),
          h("span", null, say(name)),
        )
      ),
    );
    const { seat } = this;
    if (this.shownTab === "story") put(this.body, seat.story.log, this.beside ?? seat.talk.element);
    else if (this.shownTab === "rules") put(this.body, seat.rules.element);
    else put(this.body, this.text);
  }

  /** @param {"story" | "rules" | "text"} tab */
  open(tab) {
    this.shownTab = tab;
    this.news = 0;
    this.element.classList.add("open");
    this.draw();
    this.seat.bar.draw();
    if (tab === "rules") this.seat.rules.load().catch(complain);
    if (tab === "text") this.readText();
  }

  /** Whether it lies over the table, as on a phone. */
  get covers() {
    return this.element.classList.contains("open") && getComputedStyle(this.element).position === "fixed";
  }

  close() {
    const focused = this.element.contains(document.activeElement);
    this.element.classList.remove("open");
    if (focused) /** @type {HTMLElement} */ (this.seat.bar.element.querySelector("[data-key=side]"))?.focus();
  }

  /** The page of plain text that the service writes for this seat. */
  async readText() {
    try {
      const response = await fetch(`/v1/tables/${this.seat.id}/view`, {
        headers: { ...headers(), Accept: "text/plain" },
      });
      this.text.textContent = await response.text();
    } catch (error) {
      complain(error);
    }
  }

  /**
   * Count what was said while the panel is closed.
   * @param {import("../stream.js").TableEvent[]} events
   */
  unread(events) {
    const said = events.filter((event) =>
      event.type === "talk" && /** @type {any} */ (event.data).seat !== this.seat.me
    );
    if (said.length && !this.element.classList.contains("open")) this.news += said.length;
    if (this.shownTab === "text" && events.length) this.readText();
  }
}
