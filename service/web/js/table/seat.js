// A seat at a table, or a place to watch it from: what is shown, what may be picked, and what happens next.

import { call, get } from "../api.js";
import { h } from "../elements.js";
import { plainChip } from "../words.js";
import { Bar } from "./bar.js";
import { draw } from "./drawing.js";
import { listen } from "./input.js";
import { Playback } from "./playback.js";
import { playerName } from "./players.js";
import { Prompt } from "./prompt.js";
import { Rules } from "./rules.js";
import { Side } from "./side.js";
import { Story } from "./story.js";
import { Talk } from "./talk.js";
import { zoom } from "./zoom.js";

/**
 * @typedef {import("../openapi.d.ts").Update} Update
 * @typedef {import("../openapi.d.ts").Table} Table
 * @typedef {import("../openapi.d.ts").Decision} Decision
 */

/** How long a connection may be lost before the bar says so. */
const LOST_MS = 1500;

export class Seat {
  /**
   * @param {{ id: string, table: Table, update: Update, game: import("../games.js").GameTable, cards: any,
   *   words: import("../words.js").GameWords, frame: Record<string, string>, schema?: any }} loaded
   */
  constructor({ id, table, update, game, cards, words, frame, schema = null }) {
    this.id = id;
    this.table = table;
    this.shown = update;
    this.game = game;
    this.words = words;
    this.frame = frame;
    /** @type {any} */
    this.schema = schema;
    this.facts = game.facts ? game.facts(cards) : cards;
    /** @type {Map<string, string[]>} */
    this.picked = new Map();
    this.live = true;
    /** Whether the connection has been lost for some time. */
    this.lost = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.losing = undefined;
    /** Whether the page was hidden when it should have been drawn. */
    this.stale = false;
    this.playback = new Playback(this);
    this.story = new Story(this);
    this.rules = new Rules(this);
    this.talk = new Talk(this);
    this.prompt = new Prompt(this);
    this.bar = new Bar(this);
    this.side = new Side(this);
    this.host = h("div.board-host");
    this.voice = h("p.for-ears", { role: "status", "aria-live": "polite" });
    this.main = h("main.table", { "data-game": table.game, id: "table" }, this.voice, this.host);
    listen(this);
  }

  // ---- what a game may ask ----

  /** The seat number of this browser's player; null for somebody who watches. */
  get me() {
    return this.shown.seat;
  }

  /** The view of the game as the API sends it. @returns {any} */
  get view() {
    return this.shown.view;
  }

  get decisions() {
    return this.shown.decisions;
  }

  /**
   * The open decision of this kind, or the first one.
   * @param {string} [kind]
   * @returns {Decision | null}
   */
  decision(kind) {
    return this.decisions.find((one) => kind === undefined || one.kind === kind) ?? null;
  }

  /** Whether this seat is asked something. */
  get asked() {
    return this.decisions.length > 0;
  }

  /** @param {number} seat */
  name(seat) {
    return playerName(this.table, seat);
  }

  /**
   * The name of a player, in the colour of the seat.
   * @param {number} seat
   */
  who(seat) {
    return h("b.who", { "data-seat": seat }, this.name(seat));
  }

  /**
   * A card in a sentence.
   * @param {string} id
   * @returns {Node | string}
   */
  chip(id) {
    return this.game.chip?.(id, this) ?? plainChip(this.words, id);
  }

  /**
   * What an option is called where it is a button. A seat (`2` or `player-2`) is called by its player.
   * @param {string} id
   */
  label(id) {
    const own = this.game.label?.(id, this);
    if (own) return own;
    const seat = this.words.knows(id) ? /^player-(\d)$/.exec(id)?.[1] : /^\d$/.exec(id)?.[0];
    if (seat !== undefined && Number(seat) < this.table.seats.length) return this.name(Number(seat));
    return this.words.call(id);
  }

  /**
   * A word that only this game's table uses (text/games/<game>.<language>.json).
   * @param {string} key
   */
  say(key) {
    return this.frame[key] ?? this.words.term(key);
  }

  /**
   * The properties that make an element an option, a card to look at, or nothing:
   * `h("button.card", seat.option(id), …)`. An option can be picked by click, digit or Enter, and is confirmed by a
   * double click; a right click, a long press or the key I shows it large.
   * @param {string} id
   * With `send` a click is the answer.
   * @param {{ decision?: Decision | null, label?: string, plain?: boolean, send?: boolean }} [how]
   * @returns {Record<string, unknown>}
   */
  option(id, { decision, label, plain, send } = {}) {
    const asks = decision ?? this.decisions.find((one) => one.options.includes(id)) ?? null;
    const card = this.words.card(id);
    const name = label ?? (plain ? undefined : card ? `${card.name}: ${card.text}` : this.label(id));
    if (!asks || !asks.options.includes(id)) {
      return {
        type: "button",
        "data-zoom": card || this.game.zoom ? id : null,
        "aria-label": name,
        "data-key": `look ${id}`,
      };
    }
    const picks = this.picks(asks);
    return {
      type: "button",
      "data-option": id,
      "data-decision": asks.id,
      "data-key": `${asks.id} ${id}`,
      "data-order": picks.includes(id) && asks.most > 1 ? picks.indexOf(id) + 1 : null,
      "data-send": send ? "" : null,
      "aria-pressed": send ? null : String(picks.includes(id)),
      "aria-label": name,
    };
  }

  /**
   * Whether this can be picked now.
   * @param {string} id
   */
  may(id) {
    return this.decisions.some((one) => one.options.includes(id));
  }

  /**
   * The picks of a decision so far, in the order in which they were picked.
   * @param {Decision} decision
   * @returns {string[]}
   */
  picks(decision) {
    return this.picked.get(decision.id) ?? [];
  }

  /** Where the question stands on the board; without it the question comes after the board. */
  promptSlot() {
    return h("div.prompt-slot");
  }

  /**
   * Pick an option, or put it back. Only what depends on the pick changes on the page.
   * @param {string} id
   * @param {string} [decisionId]
   */
  toggle(id, decisionId) {
    const decision = this.decisions.find((one) => decisionId ? one.id === decisionId : one.options.includes(id));
    if (!decision) return;
    if (this.game.tap?.(id, decision, this)) {
      this.setPicks(decision, [id]);
      this.prompt.confirm(decision.id);
      return;
    }
    const picks = this.picks(decision);
    let next = picks.includes(id) ? picks.filter((one) => one !== id) : [...picks, id];
    if (next.length > decision.most) next = decision.most === 1 ? [id] : picks;
    this.setPicks(decision, next);
  }

  /**
   * @param {Decision} decision
   * @param {string[]} picks
   */
  setPicks(decision, picks) {
    this.picked.set(decision.id, picks);
    for (const one of this.main.querySelectorAll(`[data-decision="${CSS.escape(decision.id)}"]`)) {
      const at = picks.indexOf(one.getAttribute("data-option") ?? "");
      if (!one.hasAttribute("data-send")) one.setAttribute("aria-pressed", String(at >= 0));
      if (at >= 0 && decision.most > 1) one.setAttribute("data-order", String(at + 1));
      else one.removeAttribute("data-order");
    }
    this.host.classList.toggle("picking", picks.length > 0);
    this.prompt.picked(decision);
    this.game.picked?.(this);
  }

  /** Say something to those who listen to the page. @param {string} text */
  announce(text) {
    this.voice.textContent = text;
  }

  // ---- what comes from the stream ----

  /** Ask for the view and show it. */
  async reload() {
    const update = await get(`/tables/${this.id}/view`).catch(() => null);
    if (update && update.seq >= this.shown.seq) this.playback.hear({ events: [], update });
  }

  /** Draw everything again. */
  redraw() {
    return draw(this);
  }

  leaving = new AbortController();
  get left() {
    return this.leaving.signal;
  }

  /** Take the table off the page. */
  leave() {
    this.leaving.abort();
    clearTimeout(this.losing);
  }

  /** @param {Element} at */
  look(at) {
    const card = at.closest("[data-zoom]");
    if (card) zoom(this, card.getAttribute("data-zoom") ?? "");
  }

  /** @param {"story" | "rules" | "text"} tab */
  openSide(tab) {
    this.side.open(tab);
  }

  /** @param {boolean} live */
  connected(live) {
    this.live = live;
    clearTimeout(this.losing);
    // A connection that is back in a moment was never missed.
    this.losing = live ? undefined : setTimeout(() => this.showLost(true), LOST_MS);
    if (live && this.lost) this.showLost(false);
  }

  /** @param {boolean} lost */
  showLost(lost) {
    this.lost = lost;
    this.bar.draw();
  }

  /**
   * @param {"pause" | "resume" | "abort" | "extend"} kind
   * @param {boolean} agree
   */
  async vote(kind, agree) {
    this.table = await call("POST", `/tables/${this.id}/votes`, { kind, agree });
    this.bar.draw();
  }
}
