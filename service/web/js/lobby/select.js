// A choice among words.

import { h } from "../elements.js";

/**
 * @param {(string[])[]} choices value and words
 * @param {string} [chosen]
 * @returns {HTMLSelectElement}
 */
export function select(choices, chosen) {
  return /** @type {HTMLSelectElement} */ (h(
    "select",
    null,
    ...choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  ));
}
