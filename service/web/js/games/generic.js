// The table for any game: the view as labelled groups, options as buttons, with the words of the API.

import { h } from "../elements.js";
import { playerHead } from "../table/players.js";

/** @typedef {import("../table/seat.js").Seat} Seat */

/** Fields of a view that say whose part it is. */
const OWNER = "seat";

/**
 * One value in words: a name, a number, a list.
 * @param {Seat} seat
 * @param {string} key
 * @param {any} value
 * @returns {import("../elements.js").Child}
 */
function valueOf(seat, key, value) {
  if (value === null || value === undefined) return h("span.kind", null, "–");
  if (typeof value === "boolean") return seat.words.texts.page?.[value ? "yes" : "no"] ?? (value ? "✓" : "–");
  if (typeof value === "number") {
    return isSeat(key) && value >= 0 && value < seat.table.seats.length ? seat.who(value) : String(value);
  }
  if (typeof value === "string") {
    return h("button.chip.piece", seat.option(value, { plain: true }), seat.words.short(value));
  }
  if (Array.isArray(value)) {
    if (!value.length) return h("span.kind", null, "–");
    if (value.every((one) => typeof one !== "object" || one === null)) {
      return h(
        "span.pieces",
        { "data-place": key },
        ...value.map((one) => h("span", { "data-fly": typeof one === "string" ? one : null }, valueOf(seat, key, one))),
      );
    }
    return h("ul.parts", null, ...value.map((one) => h("li", null, valueOf(seat, key, one))));
  }
  return fields(seat, value);
}

/** @param {string} key */
const isSeat = (key) => /^(seat|seats|turn|order|leader|scout|creature|winner|winners|holder|dirigible)$/.test(key);

/**
 * The fields of an object as a list of terms.
 * @param {Seat} seat
 * @param {Record<string, any>} value
 */
function fields(seat, value) {
  const entries = Object.entries(value).filter(([key, one]) =>
    key !== OWNER && one !== null && !(Array.isArray(one) && one.length === 0)
  );
  return h(
    "dl.fields",
    null,
    ...entries.flatMap(([key, one]) => [h("dt", null, seat.words.term(key)), h("dd", null, valueOf(seat, key, one))]),
  );
}

/** @type {import("../games.js").GameTable} */
export default {
  board(seat) {
    const { players, me, ...rest } = seat.view;
    const others = Array.isArray(players) ? players : [];
    return [
      h("section.panel.generic-table", null, fields(seat, rest)),
      h(
        "div.generic-players",
        null,
        ...others.map((one, n) => {
          const at = one?.[OWNER] ?? n;
          return h("section.panel", { "data-seat": at }, playerHead(seat, at), fields(seat, one ?? {}));
        }),
      ),
      me && h("section.panel.generic-mine", null, h("h2", null, seat.words.term("me")), fields(seat, me)),
      seat.promptSlot(),
    ];
  },
};
