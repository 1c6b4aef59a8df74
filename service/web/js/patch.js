// Change what is on the page into what it should be: parts that have not changed stay, and are not laid out, painted or
// loaded again.

import { h, listens } from "./elements.js";

/** Elements with a state of their own: they are replaced, since their attributes do not say everything. */
const REPLACED = new Set(["CANVAS", "INPUT", "SELECT", "TEXTAREA", "VIDEO", "DIALOG"]);

/** How to build what a placeholder stands for. @type {WeakMap<Element, () => Element>} */
const builders = new WeakMap();

/**
 * A placeholder for an element that is built only if the page does not show it yet, such as the face of a card. Only for
 * boards of `steady` games.
 * @param {string} tag that of the element, with its first class
 * @param {string} name two elements with the same name are the same
 * @param {() => Element} build
 */
export function onceBuilt(tag, name, build) {
  const placeholder = h(tag, { "data-built": name });
  builders.set(placeholder, build);
  return placeholder;
}

/**
 * Build what the placeholders in a new element stand for.
 * @template {ChildNode} T
 * @param {T} next
 * @returns {T | Element}
 */
export function complete(next) {
  if (!(next instanceof Element)) return next;
  for (const one of next.querySelectorAll("[data-built]")) one.replaceWith(built(one));
  return built(next);
}

/** @param {Element} one */
function built(one) {
  const element = builders.get(one)?.();
  element?.setAttribute("data-built", one.getAttribute("data-built") ?? "");
  return element ?? one;
}

/**
 * Make `old` like `next`, which is taken apart for it. Both have the same name.
 * @param {Element} old
 * @param {Element} next
 */
export function patch(old, next) {
  patchAttributes(old, next);
  /** @type {Map<string, ChildNode[]>} */
  const before = new Map();
  for (const one of old.childNodes) {
    const key = nameOf(one);
    const same = before.get(key);
    if (same) same.push(one);
    else before.set(key, [one]);
  }
  const pairs = [...next.childNodes].map((one) => ({ one, found: before.get(nameOf(one))?.shift() }));
  // First, so that what comes after them stays in its place: whatever is moved is laid out anew.
  for (const left of before.values()) for (const one of left) one.remove();
  let at = old.firstChild;
  for (const { one, found } of pairs) {
    const kept = found && keep(found, one);
    if (found === at) at = at?.nextSibling ?? null;
    else if (kept) old.insertBefore(found, at);
    if (kept) continue;
    found?.remove();
    old.insertBefore(complete(one), at);
  }
}

/**
 * What a child is found by: a name that it was given, or what it is.
 * @param {Node} node
 */
function nameOf(node) {
  if (!(node instanceof Element)) return String(node.nodeType);
  const given = node.getAttribute("data-fly") ?? node.getAttribute("data-place") ?? node.getAttribute("data-seat");
  return `${node.nodeName} ${given ?? node.getAttribute("class")?.split(" ", 1)[0] ?? ""}`;
}

/**
 * Keep `old` in place of `next`, changed where it has to be; false if it cannot be kept.
 * @param {ChildNode} old
 * @param {ChildNode} next
 */
function keep(old, next) {
  if (!(old instanceof Element) || !(next instanceof Element)) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return true;
  }
  if (builders.has(next)) return old.getAttribute("data-built") === next.getAttribute("data-built");
  // Things that fly are many, seldom change, and have no listeners inside.
  if (next.hasAttribute("data-fly") && old.isEqualNode(next)) return true;
  if (listens.has(old) || listens.has(next) || REPLACED.has(old.nodeName)) return false;
  patch(old, next);
  return true;
}

/**
 * @param {Element} old
 * @param {Element} next
 */
function patchAttributes(old, next) {
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) === value) continue;
    // The content security policy refuses the attribute, but not the style itself.
    if (name === "style") styleOf(old).cssText = styleOf(next).cssText;
    else old.setAttribute(name, value);
  }
  for (const name of old.getAttributeNames()) {
    if (!next.hasAttribute(name) && !(name === "open" && old.nodeName === "DETAILS")) old.removeAttribute(name);
  }
}

/** @param {Element} element */
const styleOf = (element) => /** @type {HTMLElement} */ (element).style;
