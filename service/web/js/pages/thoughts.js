// What players noted about their decisions: the transcripts of AI players, beside the moves of a replay.

import { get } from "../api.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { has, say } from "../say.js";

/** What a player was told is folded up; what it thought and answered is shown. */
const FOLDED = new Set(["system", "user", "tool"]);

/** @typedef {{ seat: number, lines: import("../openapi.d.ts").Line[] }} Note */

export class Thoughts {
  /** @param {import("../table/seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {Map<string, Note>} by the id of the decision */
    this.notes = new Map();
    /** @type {string | undefined} */
    this.decision = undefined;
    this.element = h("section.thoughts", { "aria-label": say("thoughts"), tabindex: "0", hidden: true });
  }

  /** Load the transcripts of all seats. */
  async load() {
    const found = await Promise.all(
      this.seat.table.seats.map(({ seat }) => get(`/tables/${this.seat.id}/transcript?seat=${seat}`)),
    );
    for (const { seat, items } of found) {
      for (const { decision, lines } of items) this.notes.set(decision, { seat, lines });
    }
    this.element.hidden = this.notes.size === 0;
    this.show(this.decision);
  }

  /**
   * Show what was noted about a decision.
   * @param {string | undefined} decision
   */
  show(decision) {
    this.decision = decision;
    const note = decision === undefined ? undefined : this.notes.get(decision);
    put(
      this.element,
      h("h2", null, icon("thought"), h("span", null, say("thoughts"))),
      note ? h("p.kind", null, this.seat.name(note.seat)) : h("p.hint", null, say("no-thoughts")),
      ...(note?.lines ?? []).map((one) => this.line(one)),
    );
    this.element.scrollTop = 0;
  }

  /** @param {import("../openapi.d.ts").Line} line */
  line({ role, content, picks }) {
    const name = has(`role-${role}`) ? say(`role-${role}`) : role;
    const chosen = picks?.length ? h("p.kind", null, picks.map((id) => this.seat.label(id)).join(", ")) : null;
    if (FOLDED.has(role)) return h("details.thought", null, h("summary", null, name), h("p.words", null, content));
    return h("div.thought", { "data-role": role }, h("h3", null, name), h("p.words", null, content), chosen);
  }
}
