// The table of The Golden Compass: journey, alethiometer, travellers, the own things and hand.

import { h } from "../../elements.js";
import { playerHead } from "../../table/players.js";
import { dial } from "./dial.js";
import { ending } from "./ending.js";
import faces from "./faces.js";
import { glyph } from "./glyphs.js";
import { journey } from "./journey.js";
import { actionSign, cardBack, character, chip, lyraCard, tokenFace, truth } from "./pieces.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").GoldenCompassView} View
 * @typedef {import("../../openapi.d.ts").GoldenCompassTraveller} Traveller
 */

const DAEMONS = ["ermine", "moth", "wildcat", "mouse", "gull", "dolphin"];
const SYMBOLS = ["hourglass", "sun", "anchor", "serpent", "cauldron", "owl"];

/** @param {Seat} seat @returns {View} */
const viewOf = (seat) => /** @type {View} */ (seat.view);

/** A number with its sign. @param {string} sign @param {string} name @param {import("../../elements.js").Child} value */
const count = (sign, name, value) =>
  h("span.gc-count", { title: name }, glyph(sign), h("span.for-ears", null, `${name}: `), h("b", null, value));

/** A number with its sign and its name. @param {string} sign @param {string} name @param {import("../../elements.js").Child} value */
const pile = (sign, name, value) => h("span.gc-count", null, glyph(sign), h("b", null, value), h("small", null, name));

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
      h("small", null, words.term("discards")),
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

/** Goods that everybody sees. @param {Seat} seat @param {Traveller} player */
function goods(seat, player) {
  const { words } = seat;
  return h(
    "div.gc-goods",
    null,
    count("compass", words.term("compasses"), player.compasses),
    count("token", words.term("supply"), player.supply),
    count("dust", words.term("dust"), player.dust),
    count("magisterium", words.term("magisterium"), player.magisterium),
    viewOf(seat).dirigible === player.seat &&
      h(
        "span.gc-count.gc-holder",
        { "data-fly": "dirigible", title: words.term("dirigible") },
        glyph("dirigible", words.term("dirigible")),
      ),
    h("span.gc-truths", { "data-place": `truths ${player.seat}` }, ...player.truths.map((id) => truth(seat, id))),
  );
}

/** Tokens that are not placed; those of others may be stolen by their backs. @param {Seat} seat @param {Traveller} player */
function tokens(seat, player) {
  const taken = new Set();
  return h(
    "div.gc-tokens",
    { "data-place": `tokens ${player.seat}` },
    ...player.tokens.map((id) => {
      const back = /** @type {any} */ (seat.facts).tokens.get(id)?.set ?? id;
      const steal = `seat-${player.seat}/${back}`;
      if (seat.may(steal) && !taken.has(steal)) {
        taken.add(steal);
        return h(
          "button.gc-slot",
          seat.option(steal, { label: `${seat.words.call(back)}, ${seat.name(player.seat)}` }),
          tokenFace(seat, id),
        );
      }
      return h("span.gc-slot", null, tokenFace(seat, id));
    }),
  );
}

/** @param {Seat} seat @param {Traveller} player */
function traveller(seat, player) {
  const id = `seat-${player.seat}`;
  const hidden = Math.max(0, player.hand - player.known.length);
  return h(
    "section.gc-traveller",
    {
      "data-seat": player.seat,
      "aria-label": seat.name(player.seat),
      class: viewOf(seat).active === player.seat ? "active" : "",
    },
    playerHead(
      seat,
      player.seat,
      h(
        "span.gc-fan",
        { "data-place": `hand ${player.seat}`, title: seat.words.term("hand") },
        h("span.for-ears", null, `${seat.words.term("hand")}: ${player.hand}`),
        ...player.known.map((card) => lyraCard(seat, card)),
        ...Array.from({ length: hidden }, cardBack),
        h("b", null, player.hand),
      ),
      h(
        "span.gc-score",
        { title: seat.words.term("score") },
        h("span.for-ears", null, seat.words.term("score")),
        player.score,
      ),
    ),
    h(
      "div.gc-line",
      null,
      player.ally ? character(seat, player.ally) : null,
      player.tucked ? character(seat, player.tucked, { small: true }) : null,
    ),
    h("div.gc-line", null, goods(seat, player), tokens(seat, player)),
    seat.may(id) &&
      h(
        "button.gc-choose",
        seat.option(id, { label: seat.name(player.seat) }),
        glyph(sought(seat)),
        seat.name(player.seat),
      ),
  );
}

/** What a player is chosen for. @param {Seat} seat */
function sought(seat) {
  const kind = seat.decisions[0]?.kind;
  return /** @type {Record<string, string>} */ ({
    "assign-dirigible": "dirigible",
    "take-dust-from": "dust",
    "steal-card": "card",
    "remove-compass": "compass",
  })[kind] ?? "ally";
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

/** What is chosen from and lies nowhere else: allies, cards looked at, piles, actions. @param {Seat} seat */
function stage(seat) {
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
    );
  }
  if (kinds.includes("blue-action")) {
    return h(
      "div.gc-stage.gc-levers",
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
  if (kinds.includes("play-set")) return sets(seat);
  return levers(seat);
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
        glyph(one.kind === "daemon" ? "token" : one.kind === "symbol" ? "compass" : "spy"),
        h("span", null, seat.words.call(one.kind)),
        ...one.cards.map((id) => seat.chip(id)),
      )
    ),
    found.length === 0 && h("p.hint", null, seat.say("no-sets")),
  );
}

/** How often each daemon and symbol is in the hand, and how many spies. @param {Seat} seat @param {string[]} hand */
function tally(seat, hand) {
  const { lyra } = /** @type {import("./pieces.js").Facts} */ (seat.facts);
  const cards = hand.map((id) => lyra.get(id));
  const numbers = [
    ...DAEMONS.map((name) => [name, cards.filter((card) => card?.daemon === name).length, 2]),
    ...SYMBOLS.map((name) => [name, cards.filter((card) => card?.symbol === name).length, 3]),
    ["spy", cards.filter((card) => card?.flying_spy).length, 2],
    ["joker", cards.filter((card) => card?.joker).length, 1],
  ];
  return h(
    "ul.gc-tally",
    null,
    ...numbers.filter(([, n]) => n).map(([name, n, enough]) =>
      h(
        "li",
        { class: Number(n) >= Number(enough) ? "full" : "", title: seat.words.term(String(name)) },
        glyph(String(name)),
        h("span.for-ears", null, seat.words.term(String(name))),
        n,
      )
    ),
  );
}

/** @param {Seat} seat */
function mine(seat) {
  const view = viewOf(seat);
  const me = view.me;
  if (!me) return null;
  const player = view.players[me.seat];
  const { lyra } = /** @type {import("./pieces.js").Facts} */ (seat.facts);
  const rank = (/** @type {string} */ id) => `${DAEMONS.indexOf(lyra.get(id)?.daemon ?? "")}${id}`;
  const hand = [...me.hand].sort((a, b) => rank(a).localeCompare(rank(b)));
  return h(
    "section.gc-mine",
    { "data-seat": me.seat, "aria-label": seat.name(me.seat) },
    h(
      "div.gc-own",
      null,
      playerHead(
        seat,
        me.seat,
        h(
          "span.gc-score",
          { title: seat.words.term("score") },
          h("span.for-ears", null, seat.words.term("score")),
          player.score,
        ),
      ),
      player.ally ? character(seat, player.ally, { text: true }) : null,
      h(
        "div.gc-line",
        null,
        player.tucked ? character(seat, player.tucked, { small: true }) : null,
        goods(seat, player),
      ),
      h(
        "div.gc-tokens",
        { "data-place": `tokens ${me.seat}` },
        ...me.tokens.map((id) => h("button.gc-slot", seat.option(id), tokenFace(seat, id))),
      ),
    ),
    h(
      "div.gc-hand",
      null,
      h("header", null, h("h2", null, seat.words.term("hand"), ` ${hand.length}/7`), tally(seat, hand)),
      h("div.gc-cards", { "data-place": `hand ${me.seat}` }, ...hand.map((id) => lyraCard(seat, id, { from: "draw" }))),
    ),
  );
}

/** Cards that cannot complete a set with what is picked step back. @param {Seat} seat */
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
    one.classList.toggle("in-set", decision !== null && picks.length === 0 && near);
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
        { "data-period": view.period, class: seat.me === null ? "watched" : "" },
        journey(seat),
        h("div.gc-travellers", null, ...others.map((one) => traveller(seat, one))),
        h(
          "div.gc-middle",
          null,
          dial(seat),
          h("div.gc-centre", null, seat.promptSlot(), stage(seat)),
          piles(seat),
        ),
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
