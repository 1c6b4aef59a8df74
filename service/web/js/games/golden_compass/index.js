// The table of The Golden Compass: journey, alethiometer, travellers, the own things and hand.

import { h } from "../../elements.js";
import { sheet } from "../../sheet.js";
import { dial } from "./dial.js";
import { ending } from "./ending.js";
import faces from "./faces.js";
import { glyph } from "./glyphs.js";
import { journey } from "./journey.js";
import { mine, traveller } from "./people.js";
import { chip, lyraCard, truth, viewOf } from "./pieces.js";
import { stage } from "./stage.js";

/** @typedef {import("../../table/seat.js").Seat} Seat */

/** A number with its sign and its name. @param {string} sign @param {string} name @param {import("../../elements.js").Child} value */
const pile = (sign, name, value) => h("span.gc-count", null, glyph(sign), h("b", null, value), h("small", null, name));

/** All cards of the discard pile, which lies open. @param {Seat} seat */
function spread(seat) {
  const { discards } = viewOf(seat);
  const dialog = sheet(
    { title: seat.words.term("discards") },
    h("div.gc-spread", null, ...discards.toReversed().map((id) => lyraCard(seat, id))),
  );
  dialog.addEventListener("click", (event) => seat.look(/** @type {Element} */ (event.target)));
}

/** What lies beside the board. @param {Seat} seat */
function piles(seat) {
  const view = viewOf(seat);
  const { words } = seat;
  const top = view.discards.at(-1);
  return h(
    "div.gc-piles",
    null,
    pile("card", words.term("draw_pile"), view.draw_pile),
    h(
      "span.gc-count",
      null,
      top ? lyraCard(seat, top) : glyph("card"),
      h("b", null, view.discards.length),
      view.discards.length > 1
        ? h(
          "button.gc-open",
          { type: "button", "data-key": "discards", onclick: () => spread(seat) },
          words.term("discards"),
        )
        : h("small", null, words.term("discards")),
    ),
    pile("dust", words.term("dust"), view.dust),
    pile("truth", words.term("bag"), view.bag),
    pile("passage", words.term("passages"), view.passages.length),
    view.guard !== null && pile("hourglass", words.term("still"), `${view.still}/${view.guard * view.players.length}`),
    ...(view.aside.length
      ? [
        h(
          "span.gc-count.gc-aside",
          null,
          ...view.aside.map((id) => truth(seat, id)),
          h("small", null, words.term("aside")),
        ),
      ]
      : []),
  );
}

/** Cards that cannot complete a set, by themselves or with what is picked, step back. @param {Seat} seat */
function picked(seat) {
  const decision = seat.decision("play-set");
  const picks = decision ? seat.picks(decision) : [];
  const found = viewOf(seat).me?.sets ?? [];
  const fits = new Set(
    found.filter((one) => one.refusal === null && picks.every((id) => one.cards.some((card) => alike(card, id))))
      .flatMap((one) => one.cards),
  );
  for (const one of seat.main.querySelectorAll(".gc-hand .gc-card")) {
    const id = one.getAttribute("data-card") ?? "";
    const near = [...fits].some((card) => alike(card, id));
    one.classList.toggle("dim", picks.length > 0 && !picks.includes(id) && !near);
    one.classList.toggle("idle", decision !== null && picks.length === 0 && !near);
  }
}

/** Whether two cards look the same. @param {string} a @param {string} b */
const alike = (a, b) => a === b || a.slice(0, 3) === b.slice(0, 3);

/** @type {import("../../games.js").GameTable} */
export default {
  ...faces,
  chip,
  ending,
  picked,
  board(seat) {
    const view = viewOf(seat);
    const first = view.me?.seat ?? 0;
    const others = view.players.map((_, n) => view.players[(first + n) % view.players.length]).filter((one) =>
      one.seat !== view.me?.seat
    );
    return [
      h(
        "div.gc",
        {
          "data-period": view.period,
          "data-players": view.players.length,
          class: seat.me === null ? "watched" : "",
        },
        journey(seat),
        piles(seat),
        dial(seat),
        h("div.gc-centre", null, seat.promptSlot(), stage(seat)),
        h("div.gc-travellers", null, ...others.map((one) => traveller(seat, one))),
        mine(seat),
      ),
    ];
  },
  headline(seat) {
    const view = viewOf(seat);
    return h(
      "span.gc-headline",
      null,
      ...["green", "blue", "red"].map((period) =>
        h(
          "span.gc-stretch",
          { "data-period": period, class: period === view.period ? "now" : "" },
          h("span.for-ears", null, period === view.period ? seat.words.term(period) : ""),
        )
      ),
      seat.words.term(view.phase),
    );
  },
  confirm(decision, picks, seat) {
    if (picks.length) return null;
    const words = /** @type {Record<string, string>} */ ({
      "play-set": "end-turn",
      "blue-action": "no-action",
      "pay-magisterium": "one-fewer",
    });
    return words[decision.kind] ? seat.say(words[decision.kind]) : null;
  },
  ready(decision, picks, seat) {
    const enough = picks.length >= decision.least && picks.length <= decision.most;
    if (decision.kind === "pay-magisterium") return picks.length === 0 || picks.length === Number(decision.about.price);
    if (decision.kind !== "play-set" || picks.length === 0) return enough;
    const found = viewOf(seat).me?.sets ?? [];
    const looks = (/** @type {string[]} */ cards) => cards.map((id) => id.slice(0, 3)).sort().join(" ");
    return found.some((one) => one.refusal === null && looks(one.cards) === looks(picks));
  },
  drawn: picked,
  label(id, seat) {
    const [, n] = /^seat-(\d+)$/.exec(id) ?? [];
    return n ? seat.name(Number(n)) : null;
  },
  linger(events) {
    return events.some((event) => /** @type {any} */ (event.data)?.kind === "turned-needle") ? 1100 : 350;
  },
};
