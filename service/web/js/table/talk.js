// Talking at the table: the field for a message, and the room it is said in.

import { call, get } from "../api.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { has, say } from "../say.js";
import { complain } from "../toast.js";

export class Talk {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    /** @type {import("../openapi.d.ts").Talk | null} */
    this.policy = null;
    this.room = "table";
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
    this.element = h(
      "form.composer",
      { onsubmit: (/** @type {Event} */ event) => this.say(event) },
      this.above,
      this.rooms,
      this.warning,
      h("div.composer-line", null, this.field, this.send),
    );
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

  draw() {
    const seat = this.seat;
    const open = this.policy?.rooms.filter((room) => room.may_speak) ?? [];
    this.element.hidden = seat.me === null || open.length === 0 && !seat.game.composer;
    if (!open.some((room) => room.name === this.room)) this.room = open[0]?.name ?? "table";
    this.field.disabled = open.length === 0;
    this.field.maxLength = this.policy?.max_length ?? 500;
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

  /** Say before sending what would be refused, where the game can tell. */
  review() {
    const text = this.field.value.trim();
    this.warning.textContent = text ? this.seat.game.draft?.(text, this.seat) ?? "" : "";
    this.element.classList.toggle("refused", this.warning.textContent !== "");
  }

  /** @param {Event} event */
  async say(event) {
    event.preventDefault();
    const text = this.field.value.trim();
    if (!text) return;
    this.field.value = "";
    this.review();
    try {
      const said = await call("POST", `/tables/${this.seat.id}/talk`, { room: this.room, text }, {
        "Idempotency-Key": crypto.getRandomValues(new Uint32Array(4)).join("-"),
      });
      this.seat.story.add([said]);
    } catch (error) {
      if (!this.field.value) this.field.value = text;
      complain(error);
    }
    this.field.focus();
  }
}
