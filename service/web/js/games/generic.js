// The table for any game: the view as labelled groups, options as buttons, with the words of the API.

import { h } from "../elements.js";
import { badge, playerHead } from "../table/players.js";

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
    return seatFields(seat.schema?.view).has(key) && value >= 0 && value < seat.table.seats.length
      ? seat.who(value)
      : String(value);
  }
  if (typeof value === "string") {
    if (!value) return h("span.kind", null, "–");
    return pickable(seat, value) ? piece(seat, value, 1) : seat.words.short(value);
  }
  if (Array.isArray(value)) {
    if (!value.length) return h("span.kind", null, "–");
    if (value.every((one) => typeof one !== "object" || one === null)) {
      return h("span.pieces", { "data-place": key }, ...pieces(seat, key, value));
    }
    return h("ul.parts", null, ...value.map((one) => h("li", null, ownerHead(seat, one), valueOf(seat, key, one))));
  }
  return fields(seat, value);
}

/** Whether something can be picked, or looked at. @param {Seat} seat @param {string} id */
const pickable = (seat, id) => seat.may(id) || seat.words.card(id) !== null;

/**
 * A card or another id: picked while it is an option, else shown large if it is a card.
 * @param {Seat} seat
 * @param {string} id
 * @param {number} times how often it lies there
 */
function piece(seat, id, times) {
  const button = pickable(seat, id);
  return h(
    button ? "button.chip.piece" : "span.chip.piece",
    button ? seat.option(id) : null,
    seat.words.short(id),
    times > 1 && h("span.times", null, ` ×\u202f${times}`),
  );
}

/**
 * The values of a list; alike ones that cannot be picked, such as cards face down, once with their number.
 * @param {Seat} seat
 * @param {string} key
 * @param {any[]} values
 */
function pieces(seat, key, values) {
  const alike = (/** @type {any} */ one) => typeof one === "string" && !pickable(seat, one);
  return values.flatMap((one, n) => {
    if (alike(one)) {
      if (values.indexOf(one) < n) return [];
      return [h("span", null, piece(seat, one, values.filter((other) => other === one).length))];
    }
    return [h("span", { "data-fly": typeof one === "string" ? one : null }, valueOf(seat, key, one))];
  });
}

/**
 * Whose part this is, for the parts of a list.
 * @param {Seat} seat
 * @param {any} part
 */
const ownerHead = (seat, part) =>
  Number.isInteger(part?.[OWNER]) && part[OWNER] >= 0 && part[OWNER] < seat.table.seats.length
    ? h("p.part-head", { "data-seat": part[OWNER] }, badge(seat.table, part[OWNER]), " ", seat.who(part[OWNER]))
    : null;

/** @type {WeakMap<object, Set<string>>} */
const seatsOf = new WeakMap();

/**
 * The fields that hold seats, as the schema of the view says.
 * @param {any} schema
 * @returns {Set<string>}
 */
function seatFields(schema) {
  const known = schema && seatsOf.get(schema);
  if (known) return known;
  const found = new Set();
  if (schema) seatsOf.set(schema, found);
  const parts = [schema, ...Object.values(schema?.$defs ?? {})];
  for (const [key, field] of parts.flatMap((one) => Object.entries(one?.properties ?? {}))) {
    if (/"x-kind":\s*"seat"/.test(JSON.stringify(field))) found.add(key);
  }
  return found;
}

/** Whether a value needs lines of its own: parts, or a list of more than a few different things. @param {any} value */
const isGroup = (value) =>
  typeof value === "object" &&
  !(Array.isArray(value) && value.every((one) => typeof one !== "object") && new Set(value).size < 3);

/**
 * The fields of an object as a list of terms.
 * @param {Seat} seat
 * @param {Record<string, any>} value
 */
function fields(seat, value) {
  const entries = Object.entries(value).filter(([key, one]) =>
    key !== OWNER && one !== null && !(typeof one === "object" && Object.keys(one).length === 0)
  );
  return h(
    "dl.fields",
    null,
    ...entries.map(([key, one]) =>
      h(
        "div",
        { class: isGroup(one) ? "group" : "" },
        h("dt", null, seat.words.term(key)),
        h("dd", null, valueOf(seat, key, one)),
      )
    ),
  );
}

/** @type {import("../games.js").GameTable} */
export default {
  schema: true,
  steady: true,
  // All options stand in the question too: a list of values does not show which belong together.
  choices: (decision) => decision.options,
  // Without a picture, a card says what it does.
  choice(id, _, seat) {
    const card = seat.words.card(id);
    return card && [h("span", null, card.name), h("span.kind", null, card.text)];
  },
  board(seat) {
    const { players, me, ...rest } = seat.view;
    const others = Array.isArray(players) ? players : [];
    return [
      h("section.panel.generic-table", null, fields(seat, rest)),
      others.length > 0 && h(
        "div.generic-players",
        null,
        ...others.map((one, n) => {
          const at = one?.[OWNER] ?? n;
          return h("section.panel", { "data-seat": at }, playerHead(seat, at), fields(seat, one ?? {}));
        }),
      ),
      me && h("section.panel.generic-mine", null, h("h2", null, seat.words.term("me")), fields(seat, me)),
      h("div.generic-question", null, seat.promptSlot()),
    ];
  },
};
