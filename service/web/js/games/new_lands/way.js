// The way through the book, and the letters of the reserve.

import { h, svg } from "../../elements.js";
import { glyph } from "./glyphs.js";
import { told, viewOf } from "./pieces.js";

/** @typedef {import("./pieces.js").Seat} Seat */

const [WIDTH, HEIGHT, EDGE] = [1000, 96, 36];
const ALPHABET = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"];

/** @param {Seat} seat */
export function way(seat) {
  const view = viewOf(seat);
  const pages = view.read.map((one) => one.page);
  const start = view.setup.start ?? Math.min(view.camp, ...pages);
  const length = Math.max(2, view.city_page - start);
  const at = (/** @type {number} */ page) => {
    const share = Math.min(1, Math.max(0, (page - start) / length));
    const x = EDGE + share * (WIDTH - 2 * EDGE);
    return { x, y: 48 + Math.sin(share * 9.4 + 0.6) * 13, share };
  };
  const path = (/** @type {number} */ from, /** @type {number} */ to) => {
    const steps = Math.max(2, Math.round((to - from) / 2) * 3);
    return Array.from({ length: steps + 1 }, (_, n) => {
      const { x, y } = at(from + (to - from) * n / steps);
      return `${n ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`;
    }).join("");
  };
  const scout = view.now && view.now.page !== view.camp ? view.now.page : null;
  const next = scout === null && view.pile_top && !view.city && !view.ending
    ? Math.min(view.city_page, view.camp + 2 * view.pile_top.advance)
    : null;
  const last = view.read.at(-1);
  const sheets = Array.from({ length: Math.floor(length / 2) + 1 }, (_, n) => start + n * 2);
  return h(
    "section.nl-way",
    { "aria-label": told(seat, "way") },
    svg(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("path", { class: "nl-road", d: path(start, view.city_page) }),
      view.camp > start && svg("path", { class: "nl-walked", d: path(start, view.camp) }),
      scout !== null && svg("path", { class: "nl-leap", d: leap(at(view.camp), at(scout)) }),
      next !== null && svg("path", { class: "nl-leap next", d: leap(at(view.camp), at(next)) }),
    ),
    ...sheets.map((page) => mark("nl-sheet", at(page))),
    ...view.read.map((one) =>
      mark(
        `nl-read.${one.found ? "found" : "lost"}`,
        at(one.page),
        { title: outcome(seat, one), class: one === last ? "last" : "" },
        glyph(one.found ? "found" : "lost"),
      )
    ),
    next !== null && mark("nl-stop.next", at(next), {}, h("b", null, next)),
    mark("nl-stop.city", at(view.city_page), {}, glyph("city"), label(seat, "city", view.city_page)),
    mark(
      "nl-stop.camp",
      at(view.camp),
      { "data-fly": "camp" },
      glyph("camp"),
      view.camp < view.city_page && label(seat, "camp", view.camp),
    ),
    scout !== null && view.now &&
      mark(
        "nl-stop.scout",
        at(scout),
        { "data-seat": view.now.scout, "data-fly": "scout" },
        glyph("scout"),
        h("b", null, scout, h("span", null, seat.name(view.now.scout))),
      ),
    h("p.for-ears", null, inWords(seat, start, scout, next)),
  );
}

/** @param {string} classes @param {{ share: number, y: number }} at @param {Record<string, unknown>} [props] @param {...import("../../elements.js").Child} inside */
const mark = (classes, at, props = {}, ...inside) =>
  h(
    `span.${classes}`,
    { ...props, style: { "--x": at.share.toFixed(4), "--y": (at.y / HEIGHT).toFixed(4) } },
    ...inside,
  );

/** @param {Seat} seat @param {string} what @param {number} page */
const label = (seat, what, page) => h("b", null, page, h("span", null, seat.words.term(what)));

/** An arc over the sheets that are turned. @param {{ x: number, y: number }} a @param {{ x: number, y: number }} b */
const leap = (a, b) =>
  `M${a.x} ${a.y}C${a.x + (b.x - a.x) * 0.25} ${Math.min(a.y, b.y) - 34} ${a.x + (b.x - a.x) * 0.75} ${
    Math.min(a.y, b.y) - 34
  } ${b.x} ${b.y}`;

/** The explorations that a turn won or lost. @param {import("../../openapi.d.ts").NewLandsRead} read */
export const bookmarks = (read) => (read.found ? [read.found] : read.lost ?? []);

/**
 * What came of a turn.
 * @param {Seat} seat
 * @param {import("../../openapi.d.ts").NewLandsRead} read
 */
export function outcome(seat, read) {
  const names = bookmarks(read).map((id) => seat.words.short(id));
  return told(seat, read.found ? "turn-found" : names.length ? "turn-lost" : "turn-ended", { ...read, names });
}

/** @param {Seat} seat @param {number} start @param {number | null} scout @param {number | null} next */
function inWords(seat, start, scout, next) {
  const view = viewOf(seat);
  const parts = [told(seat, "way-words", { start, camp: view.camp, city: view.city_page })];
  if (scout !== null) parts.push(told(seat, "way-scout", { page: scout }));
  if (next !== null) parts.push(told(seat, "way-next", { page: next }));
  return parts.join(" ");
}

/** The letters as sorts in a printer's case; lost ones leave a gap. @param {Seat} seat */
export function letters(seat) {
  const view = viewOf(seat);
  const whole = Math.max(view.setup.letters, view.letters);
  return h(
    "section.nl-letters",
    { "aria-label": told(seat, "letters-left", { count: view.letters, whole }) },
    h("strong", null, h("b", null, view.letters), h("span", null, seat.words.term("letters"))),
    h(
      "div.nl-case",
      { "aria-hidden": "true" },
      ...ALPHABET.slice(0, whole).map((letter, n) => h("i", { class: n < view.letters ? "" : "gone" }, letter)),
    ),
  );
}
