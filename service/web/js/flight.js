// Cards that change place fly there: only they take part in the view transition, everything else just changes.

import { reducedMotion } from "./preferences.js";

/**
 * Where each marked thing is: `data-fly` names it, the nearest `data-place` says where it lies.
 * @param {Element} root
 * @returns {Map<string, { place: string, element: HTMLElement }>}
 */
function places(root) {
  const found = new Map();
  for (const element of root.querySelectorAll("[data-fly]")) {
    const name = element.getAttribute("data-fly") ?? "";
    const place = element.closest("[data-place]")?.getAttribute("data-place") ?? "";
    if (!found.has(name)) found.set(name, { place, element });
  }
  return found;
}

/** @param {string} name */
const identifier = (name) => `fly-${name.replace(/[^\w-]/g, "_")}`;

/** @type {ViewTransition | null} */
let flying = null;

/** Whether something flies now. */
export const inFlight = () => flying !== null;

/** Let everything land at once. */
export const land = () => flying?.skipTransition();

/**
 * Change the page from `before` to what `change` makes; things that lie elsewhere afterwards fly there.
 * @param {Element} root
 * @param {Element} next the new content, not yet on the page
 * @param {() => void} change
 * @returns {Promise<void>} when everything has landed
 */
export async function fly(root, next, change) {
  if (!document.startViewTransition || reducedMotion() || document.hidden || !root.isConnected) return change();
  const before = places(root);
  /** @type {[HTMLElement, string][]} */
  const moved = [];
  for (const [name, { place, element }] of places(next)) {
    const was = before.get(name);
    const from = was ?? before.get(element.getAttribute("data-from") ?? "");
    if (from && from.place !== place) moved.push([from.element, name]);
  }
  if (moved.length === 0 || moved.length > 40) return change();
  for (const [from, name] of moved) {
    if (!from.style.viewTransitionName) from.style.setProperty("view-transition-name", identifier(name));
  }
  /** @type {HTMLElement[]} */
  let landing = [];
  const transition = document.startViewTransition(() => {
    for (const [from] of moved) from.style.removeProperty("view-transition-name");
    change();
    // The change may keep elements in place of those of `next`.
    const after = places(root);
    landing = moved.flatMap(([, name]) => {
      const to = after.get(name)?.element;
      to?.style.setProperty("view-transition-name", identifier(name));
      return to ? [to] : [];
    });
  });
  flying = transition;
  // Refused where the flight is skipped; `finished` is not.
  transition.ready.catch(() => {});
  try {
    await transition.finished;
  } catch {
    // Skipped: the change itself has been made.
  } finally {
    for (const to of landing) to.style.removeProperty("view-transition-name");
    if (flying === transition) flying = null;
  }
}
