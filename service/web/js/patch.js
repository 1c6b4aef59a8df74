// Change what is on the page into what it should be: parts that have not changed stay, and are not laid out, painted or
// loaded again.

import { listens } from "./elements.js";

/** Elements with a state of their own: they are replaced, since their attributes do not say everything. */
const REPLACED = new Set(["CANVAS", "INPUT", "SELECT", "TEXTAREA", "VIDEO", "DIALOG"]);

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
  let at = old.firstChild;
  for (const one of [...next.childNodes]) {
    const found = before.get(nameOf(one))?.shift();
    const kept = found && keep(found, one) ? found : one;
    if (found && kept === one) {
      if (found === at) at = found.nextSibling;
      found.replaceWith(one);
    } else if (kept === at) at = at.nextSibling;
    else old.insertBefore(kept, at);
  }
  for (const left of before.values()) for (const one of left) one.remove();
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
