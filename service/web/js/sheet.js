// Dialogs: a sheet above the page, closed by its button, by Escape or by a click beside it.

import { h, unique } from "./elements.js";
import { icon } from "./icons.js";
import { say } from "./say.js";
import { surface } from "./toast.js";

/**
 * Open a dialog.
 * @param {{ title: string, class?: string, onclose?: () => void }} about
 * @param {...import("./elements.js").Child} children
 * @returns {HTMLDialogElement}
 */
export function sheet(about, ...children) {
  const title = unique("title");
  const close = h("button.plain.round.close", { type: "button", "aria-label": say("close") }, icon("close"));
  const dialog = /** @type {HTMLDialogElement} */ (h(
    "dialog.sheet",
    { "aria-labelledby": title, class: about.class },
    // The title has the focus first: Safari would put a ring around the button.
    h("header.sheet-head", null, h("h2", { id: title, tabindex: -1, autofocus: true }, about.title), close),
    h("div.sheet-body", null, ...children),
  ));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("close", () => {
    surface();
    dialog.remove();
    about.onclose?.();
  });
  document.body.append(dialog);
  dialog.showModal();
  return dialog;
}

/**
 * Ask before something that cannot be undone.
 * @param {string} question
 * @param {string} yes the words of the button
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    let answer = false;
    const dialog = sheet(
      { title: question, class: "ask", onclose: () => resolve(answer) },
      h(
        "div.actions",
        null,
        h("button.plain", { type: "button", onclick: () => dialog.close() }, say("cancel")),
        h("button.primary", {
          type: "button",
          onclick: () => {
            answer = true;
            dialog.close();
          },
        }, yes),
      ),
    );
  });
}
