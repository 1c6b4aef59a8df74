// The replay of a finished game: every step, as any seat or as a spectator.

import { fixed, get, Refusal } from "../api.js";
import { topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { gameTable, style } from "../games.js";
import { icon } from "../icons.js";
import { language } from "../preferences.js";
import { say } from "../say.js";
import { Seat } from "../table/seat.js";
import { GameWords } from "../words.js";

/** @typedef {import("../openapi.d.ts").Step} Step */

const PACE_MS = 1100;

/** @type {import("../router.js").Page} */
export default async function page(root, id) {
  await style("table.css");
  try {
    const table = await get(`/tables/${id}`);
    const [game, words, cards, first] = await Promise.all([
      gameTable(table.game),
      GameWords.load(table.game),
      fixed(`/games/${table.game}/cards`),
      get(`/tables/${id}/replay/steps/0`),
    ]);
    const frame = game.text
      ? await (await fetch(new URL(`../../text/games/${table.game}.${language()}.json`, import.meta.url))).json()
      : {};
    const schema = game.schema ? await fixed(`/games/${table.game}`) : null;
    const update = shown(table, first, null);
    const seat = new Seat({ id, table: { ...table, status: "running" }, update, game, words, cards, frame, schema });
    return new Replay(seat, table, first).start(root);
  } catch (error) {
    const text = error instanceof Refusal ? error.message : say("unreachable");
    put(root, topBar(), h("main.room", null, h("section.panel", null, h("h1", null, text))));
    if (!(error instanceof Refusal)) console.error(error);
    return () => {};
  }
}

/**
 * A step as if the table were running.
 * @param {import("../openapi.d.ts").Table} table
 * @param {Step} step
 * @param {number | null} viewer
 * @returns {any}
 */
function shown(table, step, viewer) {
  const over = step.step >= step.of;
  return {
    table: table.id,
    game: table.game,
    status: over ? table.status : "running",
    seq: step.step,
    seat: viewer,
    view: step.view,
    decisions: [],
    waiting: [...new Set(step.decisions.map((one) => one.seat))],
    clocks: [],
    sand: [],
    paused: false,
    result: over ? table.result : null,
  };
}

class Replay {
  /**
   * @param {Seat} seat
   * @param {import("../openapi.d.ts").Table} table
   * @param {Step} first
   */
  constructor(seat, table, first) {
    this.seat = seat;
    this.table = table;
    this.of = first.of;
    this.at = 0;
    this.viewer = "spectator";
    /** @type {Map<string, Promise<Step>>} */
    this.steps = new Map();
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.timer = undefined;
    this.slider = /** @type {HTMLInputElement} */ (h("input.slider", {
      type: "range",
      min: 0,
      max: this.of,
      value: 0,
      "aria-label": say("step"),
      oninput: () => this.go(Number(this.slider.value)),
    }));
    this.count = h("output.step-count");
    this.play = h("button.round.primary", { type: "button", onclick: () => this.toggle() });
    this.as = /** @type {HTMLSelectElement} */ (h(
      "select",
      { "aria-label": say("seen-by"), onchange: () => this.watchAs(this.as.value) },
      h("option", { value: "spectator" }, say("spectator")),
      ...table.seats.map((one) => h("option", { value: String(one.seat) }, seat.name(one.seat))),
    ));
    this.bar = h(
      "section.replay-bar",
      { "aria-label": say("watch-replay") },
      h(
        "button.round",
        { type: "button", "aria-label": say("step-back"), onclick: () => this.go(this.at - 1) },
        icon("back"),
      ),
      this.play,
      h(
        "button.round",
        { type: "button", "aria-label": say("step-on"), onclick: () => this.go(this.at + 1) },
        icon("next"),
      ),
      this.slider,
      this.count,
      this.as,
    );
  }

  /** @param {HTMLElement} root */
  async start(root) {
    const { seat } = this;
    root.replaceChildren(
      seat.bar.element,
      h("div.table-page", null, h("div.replay-main", null, seat.main, this.bar), seat.side.element),
    );
    seat.side.draw();
    seat.talk.element.hidden = true;
    addEventListener("keydown", (event) => this.key(event), { signal: seat.left });
    this.drawPlay();
    await this.go(Number(new URLSearchParams(location.hash.slice(1)).get("step") ?? 0));
    return () => {
      clearInterval(this.timer);
      seat.leave();
    };
  }

  /**
   * @param {number} n
   * @returns {Promise<Step>}
   */
  step(n) {
    const key = `${n} ${this.viewer}`;
    const found = this.steps.get(key) ?? get(`/tables/${this.seat.id}/replay/steps/${n}?as=${this.viewer}`);
    this.steps.set(key, found);
    return found;
  }

  /** @param {number} n */
  async go(n) {
    const wanted = Math.max(0, Math.min(this.of, n || 0));
    const [forward, viewer] = [wanted === this.at + 1, this.viewer];
    this.at = wanted;
    this.slider.value = String(wanted);
    this.count.textContent = `${wanted} / ${this.of}`;
    history.replaceState(null, "", `#step=${wanted}`);
    const step = await this.step(wanted);
    if (this.at !== wanted || this.viewer !== viewer) return;
    const { seat } = this;
    if (!forward) seat.story.clear();
    seat.story.add(
      step.events.map((one, k) => /** @type {any} */ ({
        seq: wanted * 1000 + k,
        type: "story",
        data: one.type === "story" ? one.data : one,
      })),
    );
    seat.shown = shown(this.table, step, viewer === "spectator" ? null : Number(viewer));
    seat.table = { ...this.table, status: seat.shown.status };
    await seat.draw();
    if (wanted < this.of) this.step(wanted + 1).catch(() => {});
    else if (this.timer !== undefined) this.toggle();
  }

  /** @param {string} viewer */
  watchAs(viewer) {
    this.viewer = viewer;
    this.go(this.at);
  }

  toggle() {
    if (this.timer === undefined) {
      if (this.at >= this.of) this.at = -1;
      this.timer = setInterval(() => this.go(this.at + 1), PACE_MS);
    } else {
      clearInterval(this.timer);
      this.timer = undefined;
    }
    this.drawPlay();
  }

  drawPlay() {
    const playing = this.timer !== undefined;
    this.play.setAttribute("aria-label", say(playing ? "stop" : "autoplay"));
    put(this.play, icon(playing ? "pause" : "play"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (/** @type {Element} */ (event.target).closest("input, select, textarea, dialog, .story")) return;
    const steps = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: this.of }[event.key];
    if (steps !== undefined) this.go(steps);
    else if (event.key === " ") this.toggle();
    else return;
    event.preventDefault();
  }
}
