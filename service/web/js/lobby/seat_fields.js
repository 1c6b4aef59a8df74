// Options that are about seats: who begins, and who plays which character.

import { fixed } from "../api.js";
import { h, unique } from "../elements.js";
import { say } from "../say.js";

/**
 * @typedef {import("./options.js").Field} Field
 * @typedef {import("./options.js").Schema} Schema
 */

/**
 * A seat, or by chance.
 * @param {Schema} schema
 * @param {string} label
 * @param {string} hint
 * @returns {Promise<Field>}
 */
export function seat(schema, label, hint) {
  const id = unique("option");
  const most = Math.max(...schema.anyOf.map((/** @type {Schema} */ one) => one.maximum ?? 0));
  const seats = Array.from(
    { length: most + 1 },
    (
      _,
      n,
    ) => /** @type {HTMLOptionElement} */ (h("option", { value: String(n) }, say("seat-number", { number: n + 1 }))),
  );
  const input = /** @type {HTMLSelectElement} */ (h(
    "select",
    { id },
    h("option", { value: "" }, say("by-chance")),
    ...seats,
  ));
  return Promise.resolve({
    element: h(
      "div.field.option.choice-field",
      null,
      h("label", { for: id }, h("span", null, label), " ", h("span.hint", null, hint)),
      input,
    ),
    value: () => input.value === "" ? undefined : Number(input.value),
    seats: (count) => {
      for (const [n, one] of seats.entries()) one.hidden = one.disabled = n >= count;
      if (Number(input.value) >= count) input.value = "";
    },
  });
}

/**
 * The characters of Mountains of Madness: one for each seat, at first those that the seats have without a choice.
 * @param {Schema} _schema
 * @param {string} label
 * @param {string} hint
 * @returns {Promise<Field>}
 */
export async function characters(_schema, label, hint) {
  const { player_boards: boards } = await fixed("/games/mountains_of_madness/cards");
  /** @type {string[][]} */
  const sides = boards.map((/** @type {any} */ board) => board.sides.map((/** @type {any} */ one) => one.name));
  const usual = sides.map(([first]) => first);
  const inputs = usual.map((name, n) => /** @type {HTMLSelectElement} */ (h(
    "select",
    { "aria-label": `${label}, ${say("seat-number", { number: n + 1 })}` },
    ...sides.flat().map((one) => h("option", { value: one, selected: one === name }, one)),
  )));
  let count = inputs.length;
  return {
    element: h("fieldset.field.option", null, h("legend", null, label, " ", h("span.hint", null, hint)), ...inputs),
    value: () => {
      const chosen = inputs.slice(0, count).map((one) => one.value);
      return chosen.every((one, n) => one === usual[n]) ? undefined : chosen;
    },
    seats: (now) => {
      count = now;
      for (const [n, one] of inputs.entries()) one.hidden = n >= now;
    },
  };
}
