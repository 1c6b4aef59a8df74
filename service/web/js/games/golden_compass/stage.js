// The stage: what is chosen from, with what each choice brings.

import { h } from "../../elements.js";
import { badge } from "../../table/players.js";
import { glyph } from "./glyphs.js";
import { actionSign, character, lyraCard, lyraPicture, tokenFace, truth, viewOf } from "./pieces.js";

/** @typedef {import("../../table/seat.js").Seat} Seat */

/** What is chosen from, large: allies, cards looked at, piles, actions, spaces. @param {Seat} seat */
export function stage(seat) {
  const view = viewOf(seat);
  const kinds = seat.decisions.map((one) => one.kind);
  const { words } = seat;
  if (kinds.includes("choose-ally")) {
    return h(
      "div.gc-stage",
      null,
      ...(view.me?.pair ?? []).map((id) => character(seat, id, { text: true })),
    );
  }
  if (kinds.includes("keep")) {
    return h(
      "div.gc-stage.gc-cards",
      null,
      ...(view.me?.looking ?? []).map((id) => lyraCard(seat, id)),
    );
  }
  if (kinds.includes("recover")) {
    return h(
      "div.gc-stage.gc-cards",
      null,
      ...view.discards.map((id) => lyraCard(seat, id)),
    );
  }
  if (view.truths.length) {
    return h(
      "div.gc-stage.gc-cards",
      { "data-place": "truths", "aria-label": words.term("truths") },
      ...view.truths.map((id) => truth(seat, id)),
      order(seat),
    );
  }
  if (kinds.includes("blue-action")) {
    return h(
      "div.gc-stage.gc-levers.gc-actions",
      null,
      ...(seat.decision("blue-action")?.options ?? []).map((id) =>
        h(
          "button.gc-lever.gc-sky",
          seat.option(id),
          h("span.gc-signs", null, glyph(actionSign(id))),
          h("small", null, words.call(id)),
        )
      ),
    );
  }
  if (kinds.includes("advance")) {
    const here = view.track.indexOf(view.space);
    return h(
      "div.gc-stage.gc-tray",
      null,
      ...(seat.decision("advance")?.options ?? []).map((id) =>
        h(
          "button.gc-choose",
          seat.option(id),
          glyph("lyra"),
          h("b", null, words.call(view.track[here + Number(id.replace("ahead-", ""))])),
          h("small", null, words.call(id)),
        )
      ),
    );
  }
  if (kinds.includes("play-set")) return sets(seat);
  return levers(seat) ?? tray(seat);
}

/** Who takes Truth tiles, in this order. @param {Seat} seat */
const order = (seat) =>
  h(
    "ol.gc-order",
    { "aria-label": seat.say("picking-order") },
    ...viewOf(seat).order.map((n) =>
      h(
        "li",
        { "data-seat": n, class: seat.shown.waiting.includes(n) ? "now" : "" },
        badge(seat.table, n),
        h("span", null, seat.name(n)),
      )
    ),
  );

/** What a number of each player is worth knowing, for the questions that choose among players. */
const WEIGHED = /** @type {const} */ ({
  "assign-dirigible": ["magisterium", "magisterium"],
  "take-dust-from": ["dust", "dust"],
  "steal-card": ["card", "hand"],
  "remove-compass": ["compass", "compasses"],
});

/** Tokens, slots and players to choose from, which are also lit where they lie. @param {Seat} seat */
function tray(seat) {
  const view = viewOf(seat);
  const { decisions } = seat;
  if (decisions.length !== 1) return null;
  const [{ kind, options }] = decisions;
  const weighed =
    /** @type {Record<string, readonly [string, "magisterium" | "dust" | "hand" | "compasses"]>} */ (WEIGHED)[
      kind
    ];
  /** @type {readonly (string | null)[]} */
  const slots = view.town ? /** @type {any} */ (view.slots)[view.town] ?? [] : [];
  const shown = options.map((id) => {
    const [, slot] = /^slot-(\d+)$/.exec(id) ?? [];
    const [, victim, back] = /^seat-(\d+)(?:\/(\w+))?$/.exec(id) ?? [];
    if (slot) {
      return h("button.gc-slot", seat.option(id), tokenFace(seat, slots[Number(slot) - 1] ?? null, view.town ?? ""));
    }
    if (victim) {
      const n = Number(victim);
      return h(
        "button.gc-choose",
        seat.option(id, { label: back ? `${seat.words.call(back)}, ${seat.name(n)}` : seat.name(n) }),
        badge(seat.table, n),
        seat.name(n),
        back ? tokenFace(seat, back) : weighed && [glyph(weighed[0]), h("b", null, view.players[n][weighed[1]])],
      );
    }
    const mine = kind === "place-token" && view.me?.tokens.includes(id);
    return mine ? h("button.gc-slot", seat.option(id), tokenFace(seat, id)) : null;
  });
  return shown.every(Boolean) && shown.length ? h("div.gc-stage.gc-tray", null, ...shown) : null;
}

/** The sets that can be played now; one click picks the whole set. @param {Seat} seat */
function sets(seat) {
  const decision = seat.decision("play-set");
  const found = (viewOf(seat).me?.sets ?? []).filter((one) => one.refusal === null);
  if (!decision) return null;
  return h(
    "div.gc-stage.gc-sets",
    null,
    ...found.slice(0, 8).map((one) =>
      h(
        "button.gc-set",
        {
          type: "button",
          "data-set": one.cards.join(" "),
          "aria-label": `${seat.words.call(one.kind)}: ${one.cards.map((id) => seat.words.short(id)).join(", ")}`,
          onclick: () => seat.setPicks(decision, [...one.cards]),
        },
        h("span.gc-minis", null, ...one.cards.map((id) => lyraPicture(seat, id))),
        h(
          "span.gc-brings",
          null,
          h("span", null, seat.words.call(one.kind)),
          glyph(one.kind === "daemon" ? "token" : one.kind === "symbol" ? "compass" : "spy"),
        ),
      )
    ),
    found.length === 0 && h("p.hint", null, seat.say("no-sets")),
  );
}

/** The two levers under the needle: red and light blue, with what each brings. @param {Seat} seat */
function levers(seat) {
  const sector = /** @type {any} */ (seat.facts).sectors.find((/** @type {any} */ one) =>
    one.id === viewOf(seat).sector
  );
  if (!seat.decision("choose-colour") || !sector) return null;
  const { words } = seat;
  return h(
    "div.gc-stage.gc-levers",
    null,
    h(
      "button.gc-lever.gc-red",
      seat.option("red", { label: `${words.term("red")}: ${words.call(sector.id)}` }),
      h(
        "span.gc-signs",
        null,
        ...Array.from({ length: sector.red.draw }, () => glyph("card")),
        sector.red.advance ? [glyph("lyra"), `+${sector.red.advance}`] : null,
      ),
      h("b", null, words.term("red")),
      h(
        "small",
        null,
        seat.say("draw").replace("#", sector.red.draw),
        sector.red.advance ? `, ${seat.say("walk").replace("#", sector.red.advance)}` : "",
      ),
    ),
    h(
      "button.gc-lever.gc-sky",
      seat.option("light_blue", { label: `${words.term("light_blue")}: ${words.call(sector.light_blue)}` }),
      h("span.gc-signs", null, glyph(actionSign(sector.light_blue))),
      h("b", null, words.term("light_blue")),
      h("small", null, words.call(sector.light_blue)),
    ),
  );
}
