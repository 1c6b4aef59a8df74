// How many seats a new table has, and who sits there.

import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { has, say } from "../say.js";
import { usualBot, usualSeats } from "./play.js";
import { select } from "./select.js";

/** @typedef {import("../openapi.d.ts").Game} Game */

/** @type {Record<string, string>} */
const SIGNS = { me: "person", bot: "bot", agent: "agent" };

export class SeatChoice {
  /**
   * @param {Game} game
   * @param {any[]} agents that the player may seat
   * @param {(count: number) => void} changed called with the number of seats
   */
  constructor(game, agents, changed) {
    this.game = game;
    this.agents = agents;
    this.changed = changed;
    /** @type {string[]} what sits where: me, open, invite, bot:<level>, agent:<id> */
    this.kinds = [];
    this.count = h("output.seat-count");
    this.fewer = this.step(say("fewer"), "minus", -1);
    this.more = this.step(say("another"), "plus", 1);
    this.stepper = h("div.stepper", null, this.fewer, this.count, this.more);
    this.places = h("div.new-seats");
  }

  /**
   * @param {string} label
   * @param {string} sign
   * @param {number} by
   */
  step(label, sign, by) {
    return /** @type {HTMLButtonElement} */ (h(
      "button.round",
      { type: "button", "aria-label": label, onclick: () => this.resize(by) },
      icon(sign),
    ));
  }

  /** The usual seats of a game. @param {Game} game */
  begin(game) {
    this.game = game;
    this.kinds = ["me", ...Array.from({ length: usualSeats(game) - 1 }, () => `bot:${usualBot(game)}`)];
    this.draw();
  }

  /** @param {number} by */
  resize(by) {
    const { kinds } = this;
    this.kinds = by > 0 ? [...kinds, `bot:${usualBot(this.game)}`] : kinds.slice(0, -1);
    if (!this.kinds.includes("me")) this.kinds[0] = "me";
    this.draw();
  }

  draw() {
    const { kinds, game } = this;
    this.count.textContent = String(kinds.length);
    this.fewer.disabled = kinds.length <= game.players.least;
    this.more.disabled = kinds.length >= game.players.most;
    put(this.places, ...kinds.map((kind, n) => this.place(kind, n)));
    this.changed(kinds.length);
  }

  /**
   * @param {string} kind
   * @param {number} n
   */
  place(kind, n) {
    const { game } = this;
    const levels = game.bots.map((level) => [
      `bot:${level}`,
      has(`level-${level}`) ? say(`level-${level}`) : `bot, ${level}`,
    ]);
    const able = this.agents.filter(({ games }) => games.includes(game.name) || !games.length)
      .map(({ id, name }) => [`agent:${id}`, name]);
    const choice = select(
      [["me", say("me")], ["invite", say("friend")], ["open", say("anybody")], ...levels, ...able],
      kind,
    );
    choice.setAttribute("aria-label", say("seat-number", { number: n + 1 }));
    choice.dataset.key = `seat ${n}`;
    choice.addEventListener("change", () => {
      if (choice.value === "me") this.kinds = this.kinds.map((one) => one === "me" ? "open" : one);
      this.kinds[n] = choice.value;
      this.draw();
    });
    const sign = SIGNS[kind.split(":")[0]] ?? "plus";
    return h("div.new-seat", null, h("span.badge", { "data-seat": n, "aria-hidden": "true" }, icon(sign)), choice);
  }

  /** The seats as `POST /tables` takes them. */
  get seats() {
    return this.kinds.map((one) => {
      const [kind, which] = one.split(":");
      return kind === "bot" ? { kind, level: which } : kind === "agent" ? { kind, agent: which } : { kind };
    });
  }
}
