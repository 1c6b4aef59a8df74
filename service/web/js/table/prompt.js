// The question: what the seat may decide now, the picks, and the button that confirms them.

import { call } from "../api.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { language } from "../preferences.js";
import { say } from "../say.js";
import { spaced } from "../sentences.js";
import { complain, toast } from "../toast.js";
import { countdown } from "./clocks.js";
import { forgetSealed, keepSealed, sealed } from "./sealed.js";

/** @typedef {import("../openapi.d.ts").Decision} Decision */

const CHECK_MS = 150;

export class Prompt {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.element = h("section.prompt", { "aria-label": say("your-decision"), "data-key": "prompt" });
    /** @type {Map<string, string>} refusals of picks that were checked, by decision */
    this.refused = new Map();
    /** @type {Set<string>} decisions whose answer is on its way */
    this.sending = new Set();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.checking = undefined;
  }

  /**
   * Draw all questions. Options that the board shows are picked there, the others here.
   * @param {Element} board
   */
  draw(board) {
    const { seat } = this;
    const asked = [...seat.decisions].sort((a, b) => Number(a.window) - Number(b.window));
    this.element.dataset.state = asked.length ? "ask" : "wait";
    this.element.classList.toggle("window", asked.length > 0 && asked.every((one) => one.window));
    put(this.element, ...(asked.length ? asked.map((one) => this.question(one, board)) : [this.waiting()]));
    for (const one of asked) this.update(one);
  }

  /**
   * @param {Decision} decision
   * @param {Element} board
   */
  question(decision, board) {
    const { seat } = this;
    const shown = new Set(
      [...board.querySelectorAll(`[data-decision="${CSS.escape(decision.id)}"]`)]
        .filter((one) => !this.element.contains(one)).map((one) => one.getAttribute("data-option")),
    );
    const missing = seat.game.choices?.(decision, seat) ?? decision.options.filter((id) => !shown.has(id));
    return h(
      "form.question",
      {
        "data-question": decision.id,
        "data-kind": decision.kind,
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          this.confirm(decision.id);
        },
      },
      h("p.ask", null, spaced(decision.prompt, language()), " ", countdown(decision.deadline)),
      missing.length > 0 && h(
        "div.choices",
        { role: "group", "aria-label": decision.prompt },
        ...missing.map((id) => {
          const send = seat.game.tap?.(id, decision, seat);
          return h(
            "button.choice",
            { ...seat.option(id, { decision, plain: true, send }), title: seat.game.choice ? seat.label(id) : null },
            seat.game.choice?.(id, decision, seat) ?? seat.label(id),
          );
        }),
      ),
      h("p.hint", { "aria-live": "polite" }),
      h(
        "div.actions",
        null,
        h(
          "button.primary.confirm",
          {
            type: "submit",
            "data-key": `confirm ${decision.id}`,
            hidden: decision.options.every((id) => seat.game.tap?.(id, decision, seat)),
          },
          icon("check"),
          h("span"),
        ),
        h("div.more-actions"),
        decision.window && h("button.plain.small", {
          type: "button",
          onclick: () => this.pass(decision),
        }, say("pass-until-turn")),
        h("button.plain.round.small.help", {
          type: "button",
          "aria-label": say("rule-for-this"),
          title: say("rule-for-this"),
          onclick: () => seat.rules.show(decision.kind),
        }, icon("book")),
      ),
    );
  }

  waiting() {
    const { seat } = this;
    const { shown } = seat;
    const answer = sealed(seat);
    if (shown.status !== "running") return h("p.ask", null, say(`status-${shown.status}`));
    if (shown.paused) return h("p.ask", null, say("is-paused"));
    const others = shown.waiting.filter((n) => n !== seat.me).map((n) => seat.name(n));
    const clocks = shown.sand.map((one) => countdown(one.ends_at));
    return h(
      "div.waits",
      null,
      answer &&
        h("p.sealed", null, icon("lock"), say("sealed", { picks: answer.picks.map((id) => seat.words.short(id)) })),
      h("p.ask", null, others.length ? say("waiting-for", { names: others }) : say("working"), " ", clocks),
      answer && answer.changeable &&
        h("button.small", { type: "button", onclick: () => this.takeBack(answer.id) }, icon("again"), say("take-back")),
      seat.me === null && h("p.hint", null, say("you-watch")),
    );
  }

  /**
   * Show the picks of a decision, without drawing anything else.
   * @param {Decision} decision
   */
  update(decision) {
    const { seat } = this;
    const form = this.element.querySelector(`[data-question="${CSS.escape(decision.id)}"]`);
    if (!form) return;
    const picks = seat.picks(decision);
    const enough = picks.length >= decision.least && picks.length <= decision.most;
    const ready = seat.game.ready?.(decision, picks, seat) ?? enough;
    const button = /** @type {HTMLButtonElement} */ (form.querySelector(".confirm"));
    const sending = this.sending.has(decision.id);
    button.disabled = !ready || sending;
    button.classList.toggle("sending", sending);
    const words = seat.game.confirm?.(decision, picks, seat) ??
      (picks.length === 0 && decision.optional ? say(decision.window ? "pass" : "nothing") : say("confirm"));
    const label = button.lastElementChild;
    if (label && label.textContent !== words) label.textContent = words;
    if (seat.game.actions) {
      put(/** @type {Element} */ (form.querySelector(".more-actions")), ...seat.game.actions(decision, picks, seat));
    }
    const hint = /** @type {HTMLElement} */ (form.querySelector(".hint"));
    const refused = this.refused.get(decision.id);
    hint.classList.toggle("refused", Boolean(refused));
    hint.textContent = refused ??
      (decision.most > 1
        ? say(decision.least === decision.most ? "picked-of" : "picked-to", {
          count: picks.length,
          least: decision.least,
          most: decision.most,
        })
        : "");
  }

  /**
   * After a pick: with several picks the service says at once whether they would be accepted.
   * @param {Decision} decision
   */
  picked(decision) {
    this.refused.delete(decision.id);
    this.update(decision);
    clearTimeout(this.checking);
    const picks = this.seat.picks(decision);
    if (decision.most < 2 || picks.length < Math.max(1, decision.least)) return;
    if (this.seat.game.ready?.(decision, picks, this.seat) === false) return;
    this.checking = setTimeout(async () => {
      try {
        await call("POST", `/tables/${this.seat.id}/decisions/${decision.id}/check`, { picks });
      } catch (error) {
        if (/** @type {any} */ (error)?.code !== "illegal" || picks !== this.seat.picks(decision)) return;
        this.refused.set(decision.id, /** @type {Error} */ (error).message);
        this.update(decision);
      }
    }, CHECK_MS);
  }

  /**
   * Send the picks of a decision; without an id those of the first question.
   * @param {string} [id]
   */
  async confirm(id) {
    const { seat } = this;
    const decision = seat.decisions.find((one) => one.id === id) ?? seat.decisions[0];
    if (!decision || this.sending.has(decision.id)) return;
    const picks = seat.picks(decision);
    if (
      !(seat.game.ready?.(decision, picks, seat) ?? (picks.length >= decision.least && picks.length <= decision.most))
    ) return;
    await this.send(decision, seat.game.complete?.(decision, picks, seat) ?? picks);
  }

  /**
   * Send an answer.
   * @param {Decision} decision
   * @param {string[]} picks
   */
  async send(decision, picks) {
    const { seat } = this;
    if (this.sending.has(decision.id)) return;
    // The answer says as much as a check would.
    clearTimeout(this.checking);
    this.sending.add(decision.id);
    this.update(decision);
    try {
      const update = await call("PUT", `/tables/${seat.id}/decisions/${decision.id}/answer`, { picks });
      // The question stays closed until the stream takes it away.
      this.accepted(decision, picks, update);
    } catch (error) {
      this.sending.delete(decision.id);
      this.update(decision);
      // Somebody else may have acted first, and the question is asked anew.
      if (/** @type {any} */ (error)?.status === 409) toast(say("changed-meanwhile"));
      else complain(error);
      await seat.reload();
    }
  }

  /**
   * An answer was accepted.
   * @param {Decision} decision
   * @param {string[]} picks
   * @param {import("../openapi.d.ts").Update} update
   */
  accepted(decision, picks, update) {
    const { seat } = this;
    seat.picked.delete(decision.id);
    const closed = !update.decisions.some((one) => one.id === decision.id);
    const revealed = update.events?.some(({ type }) => type === "story");
    if (decision.sealed && closed && !revealed && !update.waiting.includes(seat.me ?? -1)) {
      keepSealed(seat, { id: decision.id, picks, seq: update.seq, changeable: seat.game.final === false });
      // The stream may have been faster than the reply.
      if (!seat.asked) this.draw(seat.host);
    } else {
      forgetSealed(seat);
    }
    // The stream tells the rest; if it is broken, the answer's own update is the news.
    if (!seat.live && update.seq >= seat.shown.seq) seat.playback.hear({ events: update.events ?? [], update });
  }

  /**
   * Pass this kind of window in advance, until it is the seat's turn again.
   * @param {Decision} decision
   */
  async pass(decision) {
    try {
      await call("PUT", `/tables/${this.seat.id}/passes`, { kinds: [decision.kind], until: "my-turn" });
      toast(say("passing"));
      await this.seat.reload();
    } catch (error) {
      complain(error);
    }
  }

  /** @param {string} id */
  async takeBack(id) {
    try {
      await call("DELETE", `/tables/${this.seat.id}/decisions/${id}/answer`);
      forgetSealed(this.seat);
      await this.seat.reload();
    } catch (error) {
      const answer = sealed(this.seat);
      if (answer) keepSealed(this.seat, { ...answer, changeable: false });
      complain(error);
      this.seat.redraw();
    }
  }
}
