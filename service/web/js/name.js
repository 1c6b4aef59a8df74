// The field for a guest's name. Whoever gives none is called a guest.

import { h, unique } from "./elements.js";
import { say } from "./say.js";

/**
 * @param {string} known the name so far
 * @returns {{ element: HTMLElement, value: () => string, valid: () => boolean }}
 */
export function nameField(known) {
  const id = unique("name");
  const field = /** @type {HTMLInputElement} */ (h("input", {
    id,
    type: "text",
    maxlength: 40,
    autocomplete: "nickname",
    placeholder: say("guest"),
    value: known || localStorage.getItem("farshore.name") || "",
    "data-key": "name",
  }));
  return {
    element: h("div.field", null, h("label", { for: id }, say("your-name")), field),
    value: () => {
      localStorage.setItem("farshore.name", field.value.trim());
      return field.value.trim();
    },
    valid: () => {
      if (!field.value.trim()) field.value = say("guest");
      return field.reportValidity();
    },
  };
}
