// Short messages at the edge of the page, read out by screen readers.

import { h } from "./elements.js";
import { Refusal, Unreachable } from "./api.js";
import { say } from "./say.js";

const LINGER_MS = 6000;

const place = h("div.toasts", { role: "status", "aria-live": "polite" });

/** Put the messages into the dialog that is open, since it covers the page and makes it inert; else on the page. */
export function surface() {
  const over = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  if (place.parentElement !== over) over.append(place);
}

/**
 * @param {string} text
 * @param {"note" | "problem"} [kind]
 */
export function toast(text, kind = "note") {
  surface();
  for (const one of place.children) if (one.textContent === text) one.remove();
  const shown = h(`p.toast.${kind}`, { onclick: () => shown.remove() }, text);
  place.append(shown);
  while (place.children.length > 3) place.firstElementChild?.remove();
  setTimeout(() => shown.remove(), LINGER_MS);
}

/**
 * Tell why something did not work, in words.
 * @param {unknown} error
 */
export function complain(error) {
  if (error instanceof Refusal) return toast(error.message, "problem");
  if (error instanceof Unreachable) return toast(say("unreachable"), "problem");
  console.error(error);
  toast(say("broken"), "problem");
}

/**
 * What a button does: it is disabled meanwhile, and refusals are told in words.
 * @param {() => Promise<unknown>} act
 */
export const trying = (act) => async (/** @type {Event} */ event) => {
  const pressed = event instanceof SubmitEvent ? event.submitter : event.currentTarget;
  const button = /** @type {HTMLButtonElement | null} */ (pressed);
  event.preventDefault();
  if (button && "disabled" in button) button.disabled = true;
  try {
    await act();
  } catch (error) {
    complain(error);
  } finally {
    if (button && "disabled" in button) button.disabled = false;
  }
};
