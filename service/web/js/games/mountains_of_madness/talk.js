// Talk: bubbles in the story, and what stands above the field for messages.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { capital, character, discussing, paged, silent, viewOf, who, word } from "./facts.js";
import { glyph } from "./glyphs.js";
import { bare, cardsToSignals, hearSuggestion, manner, signalChip, signalChips, toggleSignal } from "./signals.js";

/**
 * @typedef {import("./facts.js").Seat} Seat
 * @typedef {import("./facts.js").Child} Child
 * @typedef {import("./facts.js").Signal} Signal
 */

// -- what was heard

/**
 * A message as a bubble. Without a seat nobody knows who it was.
 * @param {Seat} seat
 * @param {number | null} n
 * @param {Child} content
 * @param {string} [look]
 */
function bubble(seat, n, content, look = "") {
  return h(
    "p.said.mm-bubble",
    { "data-seat": n, class: `${n !== null && n === seat.me ? "mine" : ""} ${look}` },
    h("b", null, n === null ? paged(seat, "somebody") : character(seat, n)),
    h("span", null, content),
  );
}

/** Words and signals. @param {Seat} seat @param {{ text: string, signals?: Signal[] }} said */
const content = (seat, { text, signals = [] }) => [
  text,
  signals.length > 0 && h("span.mm-signals", null, ...signalChips(seat, signals)),
];

/** A message as it was sent: plain words, or JSON with signals. @param {string} text @returns {{ text: string, signals?: Signal[] }} */
const parsed = (text) => text.startsWith("{") ? JSON.parse(text) : { text };

/** A message of a replay. @param {string} text @param {Seat} seat */
export const said = (text, seat) => content(seat, parsed(text));

/** Lines that say nothing the table does not show. */
const QUIET = new Set(["timer-started", "saw-place", "place-shown"]);
const MOMENTS = new Set(["silence-fell", "sand-ran-out", "turn-began", "flipped"]);

/**
 * A line of the story.
 * @param {import("../../stream.js").TableEvent} event
 * @param {Seat} seat
 * @returns {Child | undefined}
 */
export function line(event, seat) {
  const data = /** @type {any} */ (event.data);
  if (event.type === "talk") return refused(event, seat);
  if (event.type !== "story") return undefined;
  hearSuggestion(seat, event);
  const told = data.data;
  switch (data.kind) {
    case "heard":
    case "spoke":
      return bubble(seat, told.seat, content(seat, told));
    case "said":
      return bubble(seat, seat.me, content(seat, told));
    case "held":
      return bubble(seat, seat.me, [content(seat, told), h("em", null, ` ${word(seat, "say-again")}`)], "held");
    case "heard-nameless":
      return bubble(seat, null, content(seat, told));
    case "murmur":
    case "murmur-nameless":
      return bubble(seat, told.seat ?? null, [glyph("murmur"), " ", seat.words.term("murmur")], "murmur");
  }
  if (QUIET.has(data.kind)) return null;
  if (data.kind === "revealed" && told.cards.length) return onSled(seat, told);
  const sentence = seat.words.tell(data.kind, told, (n) => who(seat, n), (id) => seat.chip(id));
  return h(
    "p",
    {
      "data-seat": told.seat,
      "data-kind": data.kind,
      class: MOMENTS.has(data.kind) ? "mm-moment" : told.seat === undefined ? "narrator" : "",
    },
    ...sentence,
  );
}

/** The cards on the sled by player, in the order of the first card of each. @param {Seat} seat @param {{ cards: string[], seats: number[] }} told */
const onSled = (seat, { cards, seats }) =>
  h(
    "p.narrator",
    { "data-kind": "revealed" },
    word(seat, "on-sled"),
    ...[...new Set(seats)].map((n) =>
      h(
        "span.mm-brought",
        null,
        who(seat, n),
        word(seat, "colon"),
        ...cards.flatMap((id, at) => seats[at] === n ? [seat.chip(id), " "] : []),
      )
    ),
  );

/** The service's note of an own message; the game tells the rest, unless it was refused. @param {import("../../stream.js").TableEvent} event @param {Seat} seat */
function refused(event, seat) {
  const data = /** @type {any} */ (event.data);
  if (!data.refused) return null;
  return bubble(seat, seat.me, [said(String(data.text), seat), h("em", null, ` ${say("not-heard")}`)], "refused");
}

// -- what may be said

/** What may be said in this phase. @param {Seat} seat */
function state(seat) {
  const view = viewOf(seat);
  if (silent(seat)) {
    const costs = /** @type {any} */ (seat.table.options).strict_silence !== false;
    return h(
      "p.mm-rule.frozen",
      null,
      icon("lock"),
      h("span", null, word(seat, costs ? "silence-costs" : "silence-free")),
    );
  }
  const key = discussing(seat)
    ? "talk-open"
    : view.phase !== "movement"
    ? "talk-other"
    : seat.me === view.leader
    ? "talk-leading"
    : "talk-way";
  return h(
    "p.mm-rule",
    null,
    icon("talk"),
    h("span", null, word(seat, key)),
  );
}

/** A message that must be sent once more. @param {Seat} seat */
function held(seat) {
  const text = viewOf(seat).me?.held;
  if (!text || !discussing(seat)) return null;
  const message = parsed(text);
  const again = () => {
    seat.talk.field.value = message.text ?? "";
    seat.talk.attach(message.signals ?? []);
    seat.talk.element.requestSubmit();
  };
  return h(
    "button.small.mm-again",
    { type: "button", "data-key": "again", onclick: again },
    icon("again"),
    h("span", null, word(seat, "send-again")),
  );
}

/** The signals of the message, each of which can be taken off. @param {Seat} seat */
function attached(seat) {
  const { attached } = seat.talk;
  if (!attached.length) return null;
  return h(
    "div.mm-attached",
    { role: "group", "aria-label": capital(seat.words.term("signals")) },
    ...attached.map((one) => {
      const [plain] = bare([one]);
      return h(
        "button.mm-drop",
        {
          type: "button",
          "aria-label": word(seat, "take-off", { what: signalChip(seat, plain).textContent }),
          onclick: () => {
            const decision = seat.decision("place");
            if (one.at && decision) seat.toggle(one.at, decision.id);
            else {
              seat.talk.attach(attached.filter((other) => other !== one));
              seat.redraw();
            }
          },
        },
        signalChip(seat, plain),
        icon("close"),
      );
    }),
  );
}

/** Offer or pledge, yes or no, and words that the own madness demands. @param {Seat} seat */
function quick(seat) {
  const policy = /** @type {any} */ (seat.talk.policy?.policy);
  if (!policy || !discussing(seat)) return null;
  const how = manner(seat);
  const has = (/** @type {string} */ type) => String(seat.talk.attached.some((one) => one.type === type));
  const set = (/** @type {boolean} */ pledge) => {
    how.pledge = pledge;
    cardsToSignals(seat);
    seat.talk.draw();
  };
  return h(
    "div.mm-quick",
    null,
    h(
      "span.mm-switch",
      { role: "group", "aria-label": word(seat, "tell-cards") },
      ...[false, true].map((pledge) =>
        h(
          "button.small",
          {
            type: "button",
            "data-key": `tell ${pledge}`,
            "aria-pressed": String(how.pledge === pledge),
            title: word(seat, pledge ? "pledge-about" : "offer-about"),
            onclick: () => set(pledge),
          },
          glyph(pledge ? "pledge" : "offer"),
          h("span", null, word(seat, pledge ? "pledge" : "offer")),
        )
      ),
    ),
    ...(/** @type {const} */ (["yes", "no"])).map((type) =>
      h(
        "button.small",
        {
          type: "button",
          "data-key": `signal ${type}`,
          "aria-pressed": has(type),
          onclick: () => toggleSignal(seat, { type }),
        },
        icon(type === "yes" ? "check" : "close"),
        seat.words.term(type),
      )
    ),
    ...demanded(seat, policy.rules ?? []).map((text) =>
      h(
        "button.small.mm-insert",
        { type: "button", "data-key": `insert ${text}`, onclick: () => insert(seat, text) },
        `+ ${text}`,
      )
    ),
  );
}

/** Words that a rule asks for, to insert by a tap. @param {Seat} seat @param {any[]} rules @returns {string[]} */
function demanded(seat, rules) {
  const view = viewOf(seat);
  const others = view.players.filter((one) => one.seat !== seat.me).map((one) => one.character);
  return rules.filter((rule) => rule.type === "require").flatMap((rule) => {
    const of = rule.class ?? rule.words;
    if (of === "names") return others;
    if (of) return word(seat, `words-${of}`).split(", ");
    const literal = /** @type {string[]} */ (rule.literal ?? []);
    const french = document.documentElement.lang === "fr";
    return literal.length > 1 ? [french ? literal[1] : literal[0]] : literal;
  });
}

/** @param {Seat} seat @param {string} text */
function insert(seat, text) {
  const { field } = seat.talk;
  const join = /^[!?.]/.test(text) || !field.value ? "" : " ";
  field.value = `${field.value.trimEnd()}${join}${text}`;
  field.focus();
  seat.talk.review();
}

/** The words in the empty field. @param {Seat} seat */
function hint(seat) {
  if (silent(seat)) return word(seat, "silence");
  return word(seat, discussing(seat) ? "hint-open" : viewOf(seat).phase === "movement" ? "hint-way" : "hint-other");
}

/** @param {Seat} seat @returns {Child} */
export function composer(seat) {
  if (!viewOf(seat) || seat.me === null) return null;
  seat.talk.field.placeholder = hint(seat);
  return [state(seat), held(seat), quick(seat), attached(seat)];
}
