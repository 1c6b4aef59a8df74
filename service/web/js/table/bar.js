// The bar above a table: where the game stands, whose turn it is, and what else can be done here.

import { mark, switches } from "../chrome.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { patch } from "../patch.js";
import { say } from "../say.js";
import { complain } from "../toast.js";
import { countdown } from "./clocks.js";
import { menu } from "./menu.js";

const VOTES = /** @type {const} */ (["pause", "resume", "abort", "extend"]);

export class Bar {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.headline = h("div.headline");
    this.state = h("div.bar-state");
    this.count = h("span.count", { hidden: true });
    this.element = h(
      "header.bar.table-bar",
      null,
      mark(),
      h("a.back", { href: "/", "aria-label": say("lobby") }, icon("back"), h("span", null, say("lobby"))),
      h("h1.game-name", null, seat.words.name),
      this.headline,
      h("span.grow"),
      this.state,
      ...this.buttons(),
      switches(),
    );
    this.ballots = h("div.ballots", { role: "status" });
  }

  buttons() {
    const { seat } = this;
    return [
      h(
        "button.plain.round.side-button",
        {
          type: "button",
          "data-key": "side",
          "aria-label": say("story"),
          onclick: () => seat.side.covers ? seat.side.close() : seat.openSide("story"),
        },
        icon("talk"),
        this.count,
      ),
      h("button.plain.round", {
        type: "button",
        "data-key": "rules",
        "aria-label": say("rules"),
        title: say("rules"),
        onclick: () => seat.rules.show(seat.decisions[0]?.kind),
      }, icon("book")),
      h("button.plain.round", {
        type: "button",
        "data-key": "menu",
        "aria-label": say("menu"),
        title: say("menu"),
        onclick: () => menu(seat),
      }, icon("more")),
    ];
  }

  /** Draw what may have changed; the rest of the bar stays. */
  draw() {
    const { seat } = this;
    const { shown } = seat;
    this.title();
    patch(this.headline, h("div.headline", null, seat.game.headline?.(seat)));
    const state = h(
      "div.bar-state",
      null,
      ...shown.sand.map((one) => countdown(one.ends_at)),
      seat.lost && shown.status === "running" &&
        h("span.pill.lost", { role: "status" }, icon("warning"), h("span", null, say("reconnecting"))),
      this.turn(),
    );
    patch(this.state, state);
    this.count.hidden = seat.side.news === 0;
    this.count.textContent = String(seat.side.news);
    this.drawBallots();
  }

  /** Whose turn it is, in the title of the tab. */
  title() {
    const { seat } = this;
    const asked = seat.asked && seat.shown.status === "running" && !seat.shown.paused;
    const title = `${asked ? `● ${say("your-turn")} – ` : ""}${seat.words.name} – Farshore`;
    if (document.title !== title) document.title = title;
  }

  turn() {
    const { seat } = this;
    const { shown } = seat;
    if (shown.status === "finished" || shown.status === "aborted") return null;
    if (shown.paused) return h("span.pill", null, icon("pause"), h("span", null, say("paused")));
    if (seat.asked) return h("span.pill.turn", null, icon("hourglass"), h("span", null, say("your-turn")));
    if (seat.me === null) return h("span.pill", null, icon("eye"), h("span", null, say("watching")));
    return null;
  }

  drawBallots() {
    const { seat } = this;
    const open = seat.table.status === "running" ? VOTES.filter((kind) => seat.table.votes[kind].length > 0) : [];
    const people = seat.table.seats.filter((one) => one.kind === "player").length;
    put(
      this.ballots,
      ...open.map((kind) =>
        h(
          "p.ballot",
          null,
          icon("hand"),
          say("ballot", { names: seat.table.votes[kind].map((n) => seat.name(n)), what: say(`vote-${kind}`) }),
          h("span.kind", null, `${seat.table.votes[kind].length}/${people}`),
          seat.me !== null && [
            !seat.table.votes[kind].includes(seat.me) &&
            h("button.small", { type: "button", onclick: () => seat.vote(kind, true).catch(complain) }, say("agree")),
            h("button.small.plain", {
              type: "button",
              onclick: () => seat.vote(kind, false).catch(complain),
            }, say("decline")),
          ],
        )
      ),
    );
  }
}
