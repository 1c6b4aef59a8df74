// Fields of forms: label, input and hint.

import { h, unique } from "../../elements.js";

/**
 * @typedef {import("../../elements.js").Child} Child
 * @typedef {HTMLInputElement & HTMLSelectElement & HTMLTextAreaElement} Input
 * @typedef {{ element: HTMLElement, input: Input }} Field
 */

/**
 * A field around an input.
 * @param {string} label
 * @param {string} tag such as `input`
 * @param {Record<string, unknown>} props
 * @param {{ hint?: string, children?: Child[] }} [more]
 * @returns {Field}
 */
function labelled(label, tag, props, { hint, children = [] } = {}) {
  const [id, about] = [unique("field"), unique("hint")];
  const input = /** @type {any} */ (h(
    tag,
    { id, "aria-describedby": hint ? about : null, "data-key": `field ${props.name}`, ...props },
    ...children,
  ));
  const note = hint ? h("span.hint", { id: about }, hint) : null;
  return { element: h("div.field", null, h("label", { for: id }, label), input, note), input };
}

/** @param {string} label @param {Record<string, unknown>} props @param {string} [hint] */
export const textField = (label, props, hint) => labelled(label, "input", { type: "text", ...props }, { hint });

/**
 * @param {string} label
 * @param {string} name
 * @param {(readonly [string, string])[]} choices value and words
 * @param {string} [chosen]
 * @param {string} [hint]
 */
export const selectField = (label, name, choices, chosen, hint) =>
  labelled(label, "select", { name }, {
    hint,
    children: choices.map(([value, words]) => h("option", { value, selected: value === chosen }, words)),
  });

/**
 * A switch with its words beside it.
 * @param {string} label
 * @param {string} name
 * @param {boolean} on
 * @param {string} [hint]
 * @returns {Field}
 */
export function switchField(label, name, on, hint) {
  const id = unique("field");
  const input = /** @type {any} */ (h("input.switch", { id, name, type: "checkbox", role: "switch", checked: on }));
  return {
    element: h(
      "div.field.yes-no",
      null,
      input,
      h("label", { for: id }, h("span", null, label), hint && h("span.hint", null, hint)),
    ),
    input,
  };
}

/**
 * Several of a list, as boxes to check.
 * @param {string} label
 * @param {string} name
 * @param {(readonly [string, string])[]} choices
 * @param {string[]} chosen
 * @param {string} [hint]
 * @returns {{ element: HTMLElement, values: () => string[] }}
 */
export function checkboxes(label, name, choices, chosen, hint) {
  const boxes = choices.map(([value]) => /** @type {HTMLInputElement} */ (h("input", {
    type: "checkbox",
    name,
    value,
    id: unique("box"),
    checked: chosen.includes(value),
  })));
  return {
    element: h(
      "fieldset.boxes",
      null,
      h("legend", null, label),
      hint && h("p.hint", null, hint),
      h(
        "div.box-list",
        null,
        ...choices.map(([, words], n) => h("label.box", { for: boxes[n].id }, boxes[n], h("span", null, words))),
      ),
    ),
    values: () => boxes.filter((box) => box.checked).map((box) => box.value),
  };
}
