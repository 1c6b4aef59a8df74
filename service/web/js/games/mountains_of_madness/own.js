// What is the player's own: madness, always in sight, and the hand.

import { h } from "../../elements.js";
import { eye } from "./art.js";
import { madnessCard } from "./faces.js";
import { discussing, factsOf, paged, viewOf, word } from "./facts.js";

import { cardWords, face, look } from "./pieces.js";
import { manner } from "./signals.js";

/** @typedef {import("./facts.js").Seat} Seat */

/** The own madness, whole, as long as there is any. @param {Seat} seat */
export function madness(seat) {
  const view = viewOf(seat);
  const { me } = view;
  if (!me) return null;
  const applying = me.madness.length - view.players[me.seat].ignored;
  return h(
    "section.mm-mind",
    {
      "aria-label": word(seat, "your-madness"),
      "data-scroll": "mind",
      tabindex: 0,
      class: me.madness.length > 1 ? "several" : "",
    },
    ...(me.madness.length ? me.madness.map((id, n) => madnessCard(seat, id, n >= applying)).toReversed() : [
      h(
        "article.mm-madness.level-0",
        null,
        h("img", { src: eye("none", 0), alt: "" }),
        h("div", null, h("h3", null, word(seat, "clear-mind")), h("p", null, word(seat, "clear-text"))),
      ),
    ]),
    applying > 1 && h("p.hint", null, paged(seat, "madness-several")),
  );
}

/** @param {Seat} seat */
export function hand(seat) {
  const view = viewOf(seat);
  const { me } = view;
  if (!me) return null;
  const decision = seat.decision("place");
  const covered = me.seat === view.leader
    ? view.players[me.seat].relics.map((id) => factsOf(seat).relics.get(id)?.covers)
    : [];
  const hidden = decision
    ? ["wait", "ready", "done"].filter((id) => decision.options.includes(id) && !offersWord(seat, id))
    : [];
  return h(
    "section.mm-hand",
    { role: "group", "aria-label": paged(seat, "hand"), "data-place": "hand", class: me.hand.length > 7 ? "many" : "" },
    ...me.hand.map((card) => {
      const barred = covered.includes(`kind:${card.kind}`);
      const name = cardWords(seat, card);
      return h(
        "span.mm-slotted",
        null,
        h(
          "button.mm-card",
          {
            ...seat.option(card.at, { label: barred ? paged(seat, "card-barred", { card: name }) : name }),
            class: `${look(card)} ${barred ? "barred" : ""} ${manner(seat).told.has(card.at) ? "told" : ""}`,
            title: name,
            "data-fly": card.card,
          },
          ...face(seat, card),
        ),
      );
    }),
    me.hand.length === 0 && h("p.hint", null, paged(seat, "hand-empty")),
    // Words that would be refused now are not offered; the question must not list them either.
    ...hidden.map((id) => h("button", { ...seat.option(id, { plain: true }), hidden: true })),
  );
}

/** Whether `wait`, `ready` or `done` makes sense now. @param {Seat} seat @param {string} id */
function offersWord(seat, id) {
  const relaxed = /** @type {any} */ (seat.table.options).mode === "relaxed";
  if (id === "wait") return relaxed;
  return discussing(seat) === (id === "ready");
}
