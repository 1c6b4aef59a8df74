// The journey: three plates with towns, the path with Lyra, the slots of each town, the objective.

import { h } from "../../elements.js";
import { chance, cloud, hills, kept, picture, round, stars } from "../../draw.js";
import { glyph } from "./glyphs.js";
import { tokenFace } from "./pieces.js";

/**
 * @typedef {import("../../table/seat.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").GoldenCompassView} View
 */

const PLATES = /** @type {const} */ ([
  ["green", ["jordan_college", "london"], "objective_green"],
  ["blue", ["trollesund", "bolvangar"], "objective_blue"],
  ["red", ["svalbard", "northern_lights"], "objective_red"],
]);

const SKY = /** @type {Record<string, [string, string, string, string]>} */ ({
  green: ["#26424a", "#6d8f7c", "#35564a", "#1e3a34"],
  blue: ["#12294a", "#4e7ba8", "#9cc3d8", "#e3eef2"],
  red: ["#140f2e", "#4a2a5e", "#31466b", "#9fb6cf"],
});

/** Spires and roofs along the horizon. @param {() => number} random @param {number} from @param {number} to @param {string} fill */
function roofs(random, from, to, fill) {
  let out = "";
  for (let x = from; x < to; x += 14 + random() * 16) {
    const [w, t] = [12 + random() * 12, 78 + random() * 30];
    out += `<path d="M${round(x)} 150V${round(t)}l${round(w / 2)} ${round(-6 - random() * 16)} ${round(w / 2)} ${
      round(6 + random() * 8)
    }V150z" fill="${fill}"/>`;
    if (random() > 0.4) {
      out += `<rect x="${round(x + w / 2 - 1.5)}" y="${
        round(t + 8)
      }" width="3" height="5" fill="#ffd98a" opacity=".8"/>`;
    }
  }
  return out;
}

/** Northern lights. @param {() => number} random */
function aurora(random) {
  let out = "";
  for (let n = 0; n < 5; n++) {
    const x = 40 + n * 90 + random() * 40;
    out += `<path d="M${round(x)} 10c30 30-20 50 10 ${round(80 + random() * 20)}" stroke="${
      ["#5ee6b8", "#7fd4ff", "#c58bff"][n % 3]
    }" stroke-width="${round(14 + random() * 16)}" fill="none" opacity=".22" stroke-linecap="round"/>`;
  }
  return out;
}

/** The painting of a plate. @param {string} period */
const scenery = (period) =>
  kept(`gc ${period}`, () => {
    const random = chance(`journey ${period}`);
    const [top, low, far, near] = SKY[period];
    const body = [
      `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="${top}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>`,
      `<rect width="480" height="200" fill="url(#s)"/>`,
      period === "green"
        ? cloud(60, 46, 120, "#e8efe2", 0.2) + cloud(280, 34, 150, "#e8efe2", 0.16)
        : stars(random, 60, 480, 110),
      period === "red"
        ? aurora(random)
        : `<circle cx="${period === "green" ? 410 : 70}" cy="38" r="15" fill="#fff3cf" opacity=".85"/>`,
      `<path d="${
        hills(random, { width: 480, bottom: 200, top: 118, swing: 20, steps: 7, sharp: period !== "green" })
      }" fill="${far}" opacity=".75"/>`,
      period === "green" ? roofs(random, 10, 470, "#16302d") : "",
      `<path d="${hills(random, { width: 480, bottom: 200, top: 156, swing: 8, steps: 6 })}" fill="${near}"/>`,
    ];
    return picture(body.join(""), 480, 200);
  });

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

/**
 * A stretch of the path: spaces, Lyra, and where she may go.
 * @param {Seat} seat
 * @param {string} period
 */
function path(seat, period) {
  const view = /** @type {View} */ (seat.view);
  const { spaces } = /** @type {import("./pieces.js").Facts} */ (seat.facts);
  const here = view.track.indexOf(view.space);
  return h(
    "ol.gc-path",
    null,
    ...view.track.map((id, n) => ({ id, n, space: spaces.get(id) }))
      .filter(({ space }) => space?.period === period)
      .map(({ id, n, space }) => {
        const ahead = `ahead-${n - here}`;
        const target = n >= here && seat.may(ahead);
        const inside = n === here
          ? h("span.gc-lyra", { "data-fly": "lyra" }, glyph("lyra", seat.words.term("lyra")))
          : space?.type === "objective"
          ? glyph("compass", seat.words.term("objective"))
          : null;
        return h(
          "li",
          { "data-place": `space ${id}`, class: `${space?.type} ${n < here ? "past" : ""}` },
          target ? h("button.gc-space", seat.option(ahead), inside) : h("span.gc-space", null, inside),
        );
      }),
  );
}

/** The race for the objective: compasses in the order in which Truth tiles would be taken. @param {Seat} seat */
function race(seat) {
  const view = /** @type {View} */ (seat.view);
  const order = [...view.players].sort((a, b) => b.compasses - a.compasses || b.hand - a.hand);
  return h(
    "ol.gc-race",
    { "aria-label": seat.words.term("compasses") },
    ...order.map((player) =>
      h(
        "li",
        { "data-seat": player.seat, title: seat.name(player.seat) },
        h("span.for-ears", null, seat.name(player.seat)),
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
        path(seat, period),
        period === view.period && race(seat),
      )
    ),
  );
}
