// The replay of a finished game: every step, as any seat or as a spectator, with what AI players thought.

import { get, Refusal } from "../api.js";
import { topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { loadGame, style } from "../games.js";
import { icon } from "../icons.js";
import { language } from "../preferences.js";
import { say } from "../say.js";
import { share } from "../table/menu.js";
import { Seat } from "../table/seat.js";
import { complain } from "../toast.js";
import { callButton } from "./parts/calls.js";
import { prepare } from "./parts/frame.js";
import { replayCalls } from "./replay-calls.js";
import { chooseFile, download } from "./replay-file.js";
import { Thoughts } from "./thoughts.js";

/** @typedef {import("../openapi.d.ts").Step} Step */

const PACE_MS = 1100;
/** How many steps are loaded at once, and at most told when the reader jumps. */
const BLOCK = 40;
/** How far the keys Page Up and Page Down go. */
const LEAP = 10;

/** @type {import("../router.js").Page} */
export default async function page(root, id) {
  await style("table.css");
  if (!id) return chooseFile(root);
  try {
    const table = await get(`/tables/${id}`);
    const [loaded, first] = await Promise.all([
      loadGame(table.game),
      get(`/tables/${id}/replay/steps/0`),
      prepare(),
    ]);
    const update = shown(table, first, null);
    const seat = new Seat({ id, table: { ...table, status: "running" }, update, ...loaded });
    return await new Replay(seat, table, first.of).start(root);
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
    waiting: step.waiting,
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
   * @param {number} of how many steps there are
   */
  constructor(seat, table, of) {
    this.seat = seat;
    this.table = table;
    this.of = of;
    this.at = -1;
    this.viewer = "spectator";
    /** @type {Map<string, Promise<Step[]>>} */
    this.blocks = new Map();
    this.playing = false;
    this.thoughts = new Thoughts(seat);
    this.slider = /** @type {HTMLInputElement} */ (h("input.slider", {
      type: "range",
      min: 0,
      max: of,
      value: 0,
      "aria-label": say("step"),
      oninput: () => this.go(Number(this.slider.value)),
    }));
    this.count = h("output.step-count");
    this.move = h("p.replay-move", { role: "status" });
    this.play = h("button.round.primary", { type: "button", onclick: () => this.toggle() });
    this.as = /** @type {HTMLSelectElement} */ (h(
      "select",
      { "aria-label": say("seen-by"), onchange: () => this.go(this.at, this.as.value) },
      h("option", { value: "spectator" }, say("spectator")),
      ...table.seats.map((one) => h("option", { value: String(one.seat) }, seat.name(one.seat))),
    ));
  }

  controls() {
    /** @param {string} sign @param {string} words @param {() => unknown} act */
    const button = (sign, words, act) =>
      h("button.round", { type: "button", "aria-label": words, title: words, onclick: act }, icon(sign));
    return h(
      "section.replay-bar",
      { "aria-label": say("watch-replay") },
      this.move,
      button("first", say("step-first"), () => this.go(0)),
      button("back", say("step-back"), () => this.go(this.at - 1)),
      this.play,
      button("next", say("step-on"), () => this.go(this.at + 1)),
      button("last", say("step-last"), () => this.go(this.of)),
      this.slider,
      this.count,
      this.as,
      button("link", say("copy-step"), () => share(location.href)),
      button("download", say("download-replay"), () => download(this.table).catch(complain)),
      callButton(say("watch-replay"), () => replayCalls(this.table.id, this.at, this.viewer)),
    );
  }

  /** @param {HTMLElement} root */
  async start(root) {
    const { seat } = this;
    const imported = location.hash === "#imported";
    root.replaceChildren(
      seat.bar.element,
      h(
        "div.table-page",
        null,
        h(
          "div.replay-main",
          null,
          imported && h("p.verified", { role: "status" }, icon("shield"), say("replay-verified", { count: this.of })),
          seat.main,
          this.controls(),
        ),
        seat.side.element,
      ),
    );
    seat.side.beside = this.thoughts.element;
    seat.side.draw();
    addEventListener("keydown", (event) => this.key(event), { signal: seat.left });
    addEventListener("hashchange", () => this.follow(), { signal: seat.left });
    this.drawPlay();
    this.thoughts.load().catch(complain);
    await this.follow();
    return () => {
      this.playing = false;
      seat.leave();
    };
  }

  /** Show the step that the address names. */
  follow() {
    const named = new URLSearchParams(location.hash.slice(1));
    const viewer = named.get("as") ?? "spectator";
    const known = [...this.as.options].some((one) => one.value === viewer);
    return this.go(Number(named.get("step") ?? 0), known ? viewer : "spectator");
  }

  /** Steps are loaded in blocks, so that the slider need not wait. @param {number} n @returns {Promise<Step>} */
  async step(n) {
    const first = n - n % BLOCK;
    const key = `${first} ${this.viewer}`;
    let block = this.blocks.get(key);
    if (!block) {
      const last = Math.min(this.of, first + BLOCK - 1);
      block = get(`/tables/${this.seat.id}/replay/steps?from=${first}&to=${last}&as=${this.viewer}`)
        .then((found) => found.items);
      this.blocks.set(key, block);
      block.catch(() => this.blocks.delete(key));
    }
    return (await block)[n - first];
  }

  /**
   * @param {number} n
   * @param {string} [viewer] a seat or `spectator`
   */
  async go(n, viewer = this.viewer) {
    const wanted = Math.max(0, Math.min(this.of, Math.trunc(n) || 0));
    const on = wanted === this.at + 1 && viewer === this.viewer && wanted > 0;
    [this.at, this.viewer] = [wanted, viewer];
    this.slider.value = String(wanted);
    this.as.value = viewer;
    this.count.textContent = `${wanted} / ${this.of}`;
    history.replaceState(null, "", `#step=${wanted}${viewer === "spectator" ? "" : `&as=${viewer}`}`);
    try {
      const steps = await Promise.all(
        Array.from({ length: on ? 1 : Math.min(wanted, BLOCK) + 1 }, (_, back) => this.step(wanted - back)),
      );
      if (this.at !== wanted || this.viewer !== viewer) return;
      await this.show(steps.reverse(), on);
    } catch (error) {
      this.playing = false;
      this.drawPlay();
      complain(error);
    }
  }

  /**
   * @param {Step[]} steps the last one is shown, all are told
   * @param {boolean} on whether the reader went one step on
   */
  async show(steps, on) {
    const { seat } = this;
    const step = /** @type {Step} */ (steps.at(-1));
    seat.shown = shown(this.table, step, this.viewer === "spectator" ? null : Number(this.viewer));
    seat.table = { ...this.table, status: seat.shown.status };
    if (!on) seat.story.clear();
    for (const one of steps) seat.story.add(one.events);
    put(this.move, ...this.moved(step));
    this.thoughts.show(step.answer?.decision);
    await seat.redraw();
    if (step.step < this.of) this.step(step.step + 1).catch(() => {});
  }

  /**
   * What was answered at this step.
   * @param {Step} step
   * @returns {import("../elements.js").Child[]}
   */
  moved({ answer }) {
    const { seat } = this;
    if (!answer) return [say("the-deal")];
    const { kind, picks, by } = answer;
    const what = kind === "say"
      ? seat.game.said?.(String(picks.at(-1)), seat) ?? [say("quoted", { text: picks.at(-1) })]
      : kind === "withdraw"
      ? [say("took-back")]
      : picks.length
      ? picks.flatMap((/** @type {string} */ id, /** @type {number} */ k) => [k ? ", " : "", this.pick(id)])
      : [say("nothing")];
    const question = seat.words.texts.decisions?.[kind];
    const who = answer.seat >= 0 ? seat.who(answer.seat) : h("b", null, say("the-clock"));
    return [
      who,
      language() === "fr" ? "\u00a0: " : ": ",
      ...what,
      by === "default" && h("span.hint", null, ` (${say("by-table")})`),
      // Questions with blanks are not asked again: what stood in them is not kept.
      question && !question.includes("{") && h("small.hint", null, question),
    ];
  }

  /** A card as a chip, anything else in words. @param {string} id */
  pick(id) {
    return this.seat.words.card(id) ? this.seat.chip(id) : this.seat.label(id);
  }

  async toggle() {
    this.playing = !this.playing;
    this.drawPlay();
    if (this.playing && this.at >= this.of) await this.go(0);
    while (this.playing && this.at < this.of) {
      await new Promise((resolve) => setTimeout(resolve, PACE_MS));
      if (this.playing) await this.go(this.at + 1);
    }
    this.playing = false;
    this.drawPlay();
  }

  drawPlay() {
    this.play.setAttribute("aria-label", say(this.playing ? "stop" : "autoplay"));
    put(this.play, icon(this.playing ? "pause" : "play"));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const at = /** @type {Element} */ (event.target);
    if (at.closest("input, select, textarea, dialog, .story, .thoughts") || event.ctrlKey || event.metaKey) return;
    /** @type {Record<string, number>} */
    const steps = {
      ArrowRight: this.at + 1,
      ArrowLeft: this.at - 1,
      PageDown: this.at + LEAP,
      PageUp: this.at - LEAP,
      Home: 0,
      End: this.of,
    };
    const step = steps[event.key];
    if (step !== undefined) this.go(step);
    else if (event.key === " " && !at.closest("button, a, summary")) this.toggle();
    else return;
    event.preventDefault();
  }
}
