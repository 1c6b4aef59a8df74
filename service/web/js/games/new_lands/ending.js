// The end: the Hidden Meaning, the turns with their passages, the points of module V.

import { call } from "../../api.js";
import { h, put } from "../../elements.js";
import { badge } from "../../table/players.js";
import { complain } from "../../toast.js";
import { glyph } from "./glyphs.js";
import { lined, setPage } from "./passage.js";
import { plate, told, viewOf } from "./pieces.js";
import { outcome } from "./way.js";

/** @typedef {import("./pieces.js").Seat} Seat */

const POINTS = /** @type {Record<string, number>} */ ({ difficult: 10, very_difficult: 20 });

/** @param {Seat} seat @returns {Node[]} */
export function ending(seat) {
  const view = viewOf(seat);
  const over = view.ending;
  if (!over) return [];
  return [
    h(
      "div.nl-book.nl-end",
      null,
      h(
        "div.nl-spread",
        null,
        h(
          "section.nl-verso",
          null,
          h("h2", null, told(seat, over.won ? (over.meaning ? "end-meaning" : "end-won") : "end-lost")),
          h(
            "ul.nl-numbers",
            null,
            number(seat, "letter", view.letters, "end-letters"),
            number(seat, "step", view.turn, "end-turns"),
            number(seat, "bookmark", view.missions.length, "end-missions"),
            number(seat, "navigator", view.explorations.length, "end-explorations"),
            view.setup.peripeties && number(seat, "peripetia", view.peripeties.length, "end-peripeties"),
          ),
          h(
            "ul.nl-scouts",
            null,
            ...view.players.map((one) =>
              h(
                "li",
                { "data-seat": one.seat },
                badge(seat.table, one.seat),
                h("strong", null, seat.name(one.seat)),
                h("span.kind", null, told(seat, "scouted", { count: one.scouted })),
              )
            ),
          ),
        ),
        over.meaning
          ? page(seat, seat.words.term("meaning"), sentence(seat), over.meaning.page)
          : lastPage(seat, over.passages.at(-1)),
      ),
    ),
    ...(over.points === null ? [] : [sheet(seat)]),
    turns(seat),
  ];
}

/** @param {Seat} seat @param {string} sign @param {number} value @param {string} key */
const number = (seat, sign, value, key) =>
  h("li", null, glyph(sign), h("b", null, value), h("span", null, told(seat, key, { count: value })));

/**
 * The right page.
 * @param {Seat} seat
 * @param {string} head
 * @param {import("../../elements.js").Child} inside
 * @param {number | null} folio
 */
const page = (seat, head, inside, folio) =>
  h(
    "section.nl-recto",
    null,
    h("header.nl-running", null, h("i", null, viewOf(seat).book.title), h("span", null, head)),
    h("div.nl-body", null, inside),
    folio !== null && h("footer.nl-folio", null, h("span", null, `— ${folio} —`)),
  );

/** Without a Hidden Meaning the book stays open where it was read last. @param {Seat} seat @param {import("../../openapi.d.ts").NewLandsPassage} [last] */
function lastPage(seat, last) {
  const read = viewOf(seat).read.find((one) => one.turn === last?.turn);
  if (!last?.lines.length || !read) return page(seat, "", h("p.nl-says", null, told(seat, "end-no-sentence")), null);
  return page(
    seat,
    told(seat, "end-last", { turn: last.turn }),
    [
      setPage(lined(last.lines, last.paragraphs)),
      h(`span.nl-stamp.${read.found ? "found" : "lost"}`, null, told(seat, read.found ? "stamp-found" : "stamp-lost")),
    ],
    read.page,
  );
}

/** The sentence that was won, and the wish to publish it. @param {Seat} seat */
function sentence(seat) {
  const view = viewOf(seat);
  const won = /** @type {NonNullable<NonNullable<typeof view.ending>["meaning"]>} */ (view.ending?.meaning);
  const share = h("div.actions.nl-share");
  const draw = (/** @type {boolean} */ published) =>
    put(
      share,
      published ? button("withdraw", () => call("DELETE", `/tables/${seat.id}/hidden-meaning`), false) : [
        button("publish-named", () => call("PUT", `/tables/${seat.id}/hidden-meaning`, { named: true }), true),
        button("publish", () => call("PUT", `/tables/${seat.id}/hidden-meaning`, { named: false }), true),
      ],
      h("span.hint", { role: "status" }, published ? told(seat, "published") : ""),
    );
  const button = (/** @type {string} */ key, /** @type {() => Promise<unknown>} */ act, /** @type {boolean} */ then) =>
    h(
      "button.small",
      {
        type: "button",
        onclick: async () => {
          try {
            await act();
            draw(then);
          } catch (error) {
            complain(error);
          }
        },
      },
      told(seat, key),
    );
  if (seat.me !== null && !location.pathname.startsWith("/replay")) draw(false);
  return h(
    "div.nl-sentence",
    null,
    h("blockquote", null, told(seat, "quoted", { sentence: won.sentence })),
    h(
      "div.nl-source",
      null,
      plate(seat, won.exploration, { tag: "div", props: { "data-zoom": won.exploration } }),
      h("p", null, view.book.author, h("br"), h("i", null, view.book.title)),
    ),
    share,
  );
}

/** RULES 7.20: what the points are made of. @param {Seat} seat */
function sheet(seat) {
  const view = viewOf(seat);
  const over = /** @type {NonNullable<typeof view.ending>} */ (view.ending);
  const lines = /** @type {[string, number][]} */ ([
    [
      told(seat, "points-difficulty", { name: seat.words.term(view.setup.difficulty) }),
      POINTS[view.setup.difficulty] ?? 0,
    ],
    [seat.words.term("missions"), 3 * view.missions.length],
    [seat.words.term("peripeties"), 3 * view.peripeties.length],
    [seat.words.term("letters"), view.letters],
    [told(seat, "city-reached"), view.city ? 5 : 0],
    [seat.words.term("won"), over.won ? 10 : 0],
  ]);
  return h(
    "table.nl-points",
    null,
    h("caption", null, seat.words.call(`rank-${over.rank}`)),
    h(
      "tbody",
      null,
      ...lines.map(([words, value]) => h("tr", null, h("th", { scope: "row" }, words), h("td", null, value))),
    ),
    h("tfoot", null, h("tr", null, h("th", { scope: "row" }, seat.words.term("points")), h("td", null, over.points))),
  );
}

/** All turns, each with its passage as it stands in the book. @param {Seat} seat */
function turns(seat) {
  const view = viewOf(seat);
  const passages = new Map(view.ending?.passages.map((one) => [one.turn, one]));
  return h(
    "section.nl-history",
    { "aria-label": told(seat, "turns") },
    ...view.read.map((one) => {
      const passage = passages.get(one.turn);
      return h(
        "details.nl-turn",
        { class: one.found ? "found" : "lost" },
        h(
          "summary",
          null,
          glyph(one.found ? "found" : "lost"),
          h("span.nl-outcome", null, outcome(seat, one)),
          h("span", { "data-seat": one.scout }, badge(seat.table, one.scout), " ", seat.name(one.scout)),
        ),
        passage && passage.lines.length > 0 && setPage(lined(passage.lines, passage.paragraphs)),
      );
    }),
  );
}
