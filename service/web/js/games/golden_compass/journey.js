// The journey: three plates with towns, the path with Lyra, the slots of each town, the objective.

import { h, svg } from "../../elements.js";
import { round } from "../../draw.js";
import { glyph } from "./glyphs.js";
import { tokenFace } from "./pieces.js";
import { scenery } from "./scenery.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").GoldenCompassView} View
 */

const PLATES = /** @type {const} */ ([
  ["green", ["jordan_college", "london"], "objective_green"],
  ["blue", ["trollesund", "bolvangar"], "objective_blue"],
  ["red", ["svalbard", "northern_lights"], "objective_red"],
]);

/**
 * The six slots of a town. In green and blue tokens lie face down; in red the placed ones lie open, with their owners.
 * @param {Seat} seat
 * @param {string} town
 */
function slots(seat, town) {
  const view = /** @type {View} */ (seat.view);
  const placed = /** @type {any} */ (view.placed)[town];
  const here = town === view.town;
  const cells = placed
    ? [...placed, ...Array(Math.max(0, 6 - placed.length)).fill(null)].map((one) =>
      h(
        "span.gc-slot",
        { "data-seat": one?.seat, title: one ? seat.name(one.seat) : null },
        tokenFace(seat, one?.token ?? null, town),
      )
    )
    : (/** @type {any} */ (view.slots)[town] ?? []).map(
      (/** @type {string | null} */ token, /** @type {number} */ n) => {
        const id = `slot-${n + 1}`;
        return here && token !== null && seat.may(id)
          ? h("button.gc-slot", seat.option(id), tokenFace(seat, token, town))
          : h("span.gc-slot", null, tokenFace(seat, token === "face-down" ? town : token, town));
      },
    );
  return h("div.gc-slots", null, ...cells);
}

/** @param {Seat} seat @param {string} town */
const townPart = (seat, town) =>
  h(
    "section.gc-town",
    { class: seat.view.town === town ? "here" : "" },
    h("h3", null, seat.words.term(town)),
    slots(seat, town),
  );

/** Where a space of a plate stands, in percent: the path winds. @param {number} n @param {number} all */
const spot = (n, all) => [round(5 + 86 * n / (all - 1)), round(62 + 13 * Math.sin(n * 1.25 + 0.6))];

/** A line through spaces. @param {number[][]} spots */
const line = (spots) =>
  spots.map(([x, y], n) => {
    if (!n) return `M${x} ${y}`;
    const [px, py] = spots[n - 1];
    const middle = round((px + x) / 2);
    return `C${middle} ${py} ${middle} ${y} ${x} ${y}`;
  }).join("");

/**
 * A stretch of the path: spaces, Lyra, and where she may go.
 * @param {Seat} seat
 * @param {string} period
 */
function path(seat, period) {
  const view = /** @type {View} */ (seat.view);
  const { spaces } = /** @type {import("./pieces.js").Facts} */ (seat.facts);
  const here = view.track.indexOf(view.space);
  const stretch = view.track.map((id, n) => ({ id, n, space: spaces.get(id) }))
    .filter(({ space }) => space?.period === period);
  const spots = stretch.map((_, n) => spot(n, stretch.length));
  const walked = spots.filter((_, n) => stretch[n].n <= here);
  return [
    svg(
      "svg",
      { class: "gc-trail", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("path", { d: line(spots), class: "gc-ahead" }),
      svg("path", { d: line(walked), class: "gc-walked" }),
    ),
    h(
      "ol.gc-path",
      null,
      ...stretch.map(({ id, n, space }, place) => {
        const ahead = `ahead-${n - here}`;
        const target = n >= here && seat.may(ahead);
        const inside = n === here
          ? h("span.gc-lyra", { "data-fly": "lyra" }, glyph("lyra", seat.words.term("lyra")))
          : space?.type === "objective"
          ? glyph("compass", seat.words.term("objective"))
          : null;
        return h(
          "li",
          {
            "data-place": `space ${id}`,
            class: `${space?.type} ${n < here ? "past" : ""}`,
            style: { left: `${spots[place][0]}%`, top: `${spots[place][1]}%` },
          },
          target ? h("button.gc-space", seat.option(ahead), inside) : h("span.gc-space", null, inside),
        );
      }),
    ),
  ];
}

/** The race for the objective: compasses in the order in which Truth tiles would be taken. @param {Seat} seat */
function race(seat) {
  const view = /** @type {View} */ (seat.view);
  const left = (/** @type {number} */ n) => (n - view.first + view.players.length) % view.players.length;
  const order = [...view.players].sort((a, b) =>
    b.compasses - a.compasses || b.hand - a.hand || left(b.seat) - left(a.seat)
  );
  return h(
    "ol.gc-race",
    { "aria-label": seat.words.term("compasses") },
    ...order.map((player) =>
      h(
        "li",
        { "data-seat": player.seat, title: seat.name(player.seat) },
        h("span.for-ears", null, seat.name(player.seat)),
        // Bots have no letter of their own, and names may begin alike.
        h("b", { "aria-hidden": "true" }, [...seat.name(player.seat)].slice(0, 3).join("")),
        glyph("compass"),
        player.compasses,
      )
    ),
  );
}

/** @param {Seat} seat */
export function journey(seat) {
  const view = /** @type {View} */ (seat.view);
  return h(
    "section.gc-journey",
    { "aria-label": seat.words.term("track"), "data-scroll": "journey", tabindex: 0 },
    ...PLATES.map(([period, towns]) =>
      h(
        "article.gc-plate",
        { "data-period": period, class: period === view.period ? "now" : "", "aria-label": seat.words.term(period) },
        h("img", { src: scenery(period), alt: "" }),
        h("div.gc-towns", null, ...towns.map((town) => townPart(seat, town))),
        ...path(seat, period),
        h("span.gc-period", { "aria-hidden": "true" }, seat.words.term(period)),
        period === view.period && view.dirigible === null &&
          h(
            "span.gc-airship",
            { "data-fly": "dirigible", title: seat.words.term("dirigible") },
            glyph("dirigible", seat.words.term("dirigible")),
          ),
        period === view.period && race(seat),
      )
    ),
  );
}
