// Talking at the table: the field for a message, the room it is said in, and what would be refused.

import { call, get, Refusal } from "../api.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { has, say } from "../say.js";
import { complain } from "../toast.js";

const CHECK_MS = 200;
/** What is refused now may be allowed later without any event, by a clock of the game. */
const AGAIN_MS = 1000;

export class Talk {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {import("../openapi.d.ts").Talk | null} */
    this.policy = null;
    this.room = "table";
    /** @type {any[]} what goes with the words, such as signals */
    this.attached = [];
    /** @type {string | null} why the message would be refused; null if it would not, or nobody knows */
    this.refusal = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.checking = undefined;
    this.field = /** @type {HTMLInputElement} */ (h("input.message", {
      type: "text",
      "aria-label": say("message"),
      placeholder: say("message"),
      autocomplete: "off",
      "data-key": "message",
      oninput: () => this.review(),
    }));
    this.warning = h("p.draft", { role: "status" });
    this.above = h("div.composer-above");
    this.rooms = h("div.rooms");
    this.send = h("button.primary.round", { type: "submit", "aria-label": say("send") }, icon("send"));
    this.element = /** @type {HTMLFormElement} */ (h(
      "form.composer",
      { onsubmit: (/** @type {Event} */ event) => this.say(event) },
      this.above,
      this.rooms,
      this.warning,
      h("div.composer-line", null, this.field, this.send),
    ));
  }

  /** Ask again who may speak where; that changes in the course of some games. */
  async refresh() {
    this.policy = await get(`/tables/${this.seat.id}/talk`).catch(() => null);
    this.draw();
  }

  /** Whether the rooms may be others later: the game has a policy, or more than the room of the table. */
  get changes() {
    return this.policy === null || this.policy.policy !== null ||
      this.policy.rooms.some((room) => room.name !== "table");
  }

  /** Whether the game has rules for what may be said, so that a message can be refused. */
  get counts() {
    return Boolean(this.policy?.policy);
  }

  draw() {
    const seat = this.seat;
    const rules = /** @type {any} */ (this.policy?.policy);
    const open = this.policy?.rooms.filter((room) => room.may_speak) ?? [];
    const over = seat.shown.status === "finished" || seat.shown.status === "aborted";
    const shut = open.length === 0 && (over || !seat.game.composer);
    this.element.hidden = seat.me === null || this.policy === null || shut;
    if (!open.some((room) => room.name === this.room)) this.room = open[0]?.name ?? "table";
    this.field.disabled = open.length === 0 || rules?.may_speak === false;
    this.field.maxLength = rules?.max_text ?? this.policy?.max_length ?? 500;
    put(this.above, seat.game.composer?.(seat) ?? null);
    put(
      this.rooms,
      ...(open.length < 2 ? [] : open.map((room) =>
        h("button.small", {
          type: "button",
          "aria-pressed": String(room.name === this.room),
          onclick: () => {
            this.room = room.name;
            this.draw();
          },
        }, this.roomName(room))
      )),
    );
    this.review();
  }

  /** @param {import("../openapi.d.ts").Room} room */
  roomName(room) {
    if (this.seat.words.knows(room.name)) return this.seat.words.term(room.name);
    if (has(`room-${room.name}`)) return say(`room-${room.name}`);
    return room.hear.map((n) => this.seat.name(n)).join(", ");
  }

  /** What would be sent now; empty if there is nothing to send. */
  get draft() {
    const text = this.field.value.trim();
    if (!text && !this.attached.length) return "";
    return this.seat.game.message?.(text, this.attached, this.seat) ?? text;
  }

  /**
   * Attach something to the message, or change what is attached.
   * @param {any[]} attached
   */
  attach(attached) {
    this.attached = attached;
    this.draw();
  }

  /** Where speech has rules, the service says before sending what would be refused, and why. */
  review() {
    clearTimeout(this.checking);
    if (!this.draft || !this.counts || this.field.disabled) return this.warn(null);
    this.checking = setTimeout(() => this.check(), CHECK_MS);
  }

  async check() {
    const text = this.draft;
    if (!text) return this.warn(null);
    const refusal = await call("POST", `/tables/${this.seat.id}/talk/check`, { room: this.room, text }).then(
      () => null,
      (error) => error instanceof Refusal ? error.message : null,
    );
    if (text !== this.draft) return;
    this.warn(refusal);
    if (refusal && this.element.isConnected) this.checking = setTimeout(() => this.check(), AGAIN_MS);
  }

  /** @param {string | null} refusal */
  warn(refusal) {
    this.refusal = refusal;
    if (this.warning.textContent !== (refusal ?? "")) this.warning.textContent = refusal ?? "";
    this.element.classList.toggle("refused", refusal !== null);
    this.element.classList.toggle("fine", refusal === null && this.draft !== "");
  }

  /** @param {Event} event */
  async say(event) {
    event.preventDefault();
    const [text, attached, sent] = [this.field.value, this.attached, this.draft];
    if (!sent) return;
    this.field.value = "";
    this.attach([]);
    try {
      const said = await call("POST", `/tables/${this.seat.id}/talk`, { room: this.room, text: sent }, {
        "Idempotency-Key": crypto.getRandomValues(new Uint32Array(4)).join("-"),
      });
      this.seat.story.add([said]);
      this.seat.game.sent?.(attached, this.seat);
    } catch (error) {
      if (!this.draft) {
        this.field.value = text;
        this.attach(attached);
      }
      complain(error);
    }
    // Without words there was no keyboard, which would cover half of a phone.
    if (text) this.field.focus();
  }
}
