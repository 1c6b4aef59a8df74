// The story of a table: one line per event, appended and never drawn again, with what people say between them.

import { h } from "../elements.js";
import { say } from "../say.js";

/** @typedef {import("../stream.js").TableEvent} TableEvent */

const MOST_LINES = 600;

export class Story {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.lines = h("div.story-lines");
    // Scrolled from its end by the style sheet: new lines come into sight without a layout asked for by us.
    this.log = h("div.story", { role: "log", "aria-label": say("story"), tabindex: "0" }, this.lines);
    /** @type {Set<number>} */
    this.seen = new Set();
    /** The number of the last event of the game itself. */
    this.told = 0;
  }

  /** Forget everything, for replays that jump. */
  clear() {
    this.seen.clear();
    this.told = 0;
    this.lines.replaceChildren();
  }

  /**
   * Add what happened. Lines that are older than the page are not read out.
   * @param {TableEvent[]} events
   */
  add(events) {
    const { lines } = this;
    for (const event of events) {
      if (this.seen.has(event.seq)) continue;
      this.seen.add(event.seq);
      if (event.type === "story") this.told = Math.max(this.told, event.seq);
      const line = this.line(event);
      if (line) lines.append(line);
    }
    while (lines.childElementCount > MOST_LINES) lines.firstElementChild?.remove();
  }

  /**
   * @param {TableEvent} event
   * @returns {HTMLElement | null}
   */
  line(event) {
    const seat = this.seat;
    const data = /** @type {any} */ (event.data);
    const own = seat.game.line?.(event, seat);
    if (own instanceof HTMLElement && own.matches("p")) return own;
    if (own !== undefined) return own === null || own === false ? null : h("p", { "data-seat": data.data?.seat }, own);
    switch (event.type) {
      case "story": {
        const who = data.data?.seat;
        const told = seat.words.tell(data.kind, data.data, (n) => seat.who(n), (id) => seat.chip(id));
        return h(
          "p",
          { "data-seat": who, "data-kind": data.kind, class: who === undefined ? "narrator" : "" },
          ...told,
        );
      }
      case "talk":
        return this.said(data);
      case "seat":
        if (data.kind === "forfeited") return h("p.system", null, say("gave-up", { name: seat.name(data.seat) }));
        if (data.player) return h("p.system", null, say("sat-down", { name: data.player.name }));
        return null;
      case "vote":
        return h(
          "p.system",
          null,
          say(data.agree ? "voted" : "voted-against", { name: seat.name(data.seat), what: say(`vote-${data.kind}`) }),
        );
      case "paused":
      case "resumed":
      case "started":
      case "finished":
        return h("p.system", null, say(`event-${event.type}`));
      case "aborted":
        return h("p.system", null, say("event-aborted"));
      case "fallback":
        return h("p.system", null, say("fallback", { name: seat.name(data.seat) }));
      default:
        return null;
    }
  }

  /** @param {any} data */
  said(data) {
    const refused = data.refused ? h("em", null, ` ${say("not-heard")}`) : null;
    return h(
      "p.said",
      { "data-seat": data.seat, class: data.seat === this.seat.me ? "mine" : "" },
      h("b", null, data.seat === null || data.seat === undefined ? data.name ?? "" : this.seat.name(data.seat)),
      h("span", null, data.text, refused),
    );
  }
}
