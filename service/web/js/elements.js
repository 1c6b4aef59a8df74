// Elements without a framework: `h` makes one, `put` replaces what is inside one.

/**
 * @typedef {import("./types.d.ts").Child} Child
 * @typedef {Record<string, unknown>} Props
 */

const SVG = "http://www.w3.org/2000/svg";

/** Elements with listeners. @type {WeakSet<Element>} */
export const listens = new WeakSet();

/**
 * An HTML element: `h("button.small", { onclick }, "Text")`.
 * Texts become text nodes, never markup. `style` is an object of CSS properties (set through the CSSOM, as the
 * content security policy asks); `on…` are listeners; `true` sets an empty attribute; null, undefined and false none.
 * @param {string} tag name, with classes after dots
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function h(tag, props, ...children) {
  const [name, ...classes] = tag.split(".");
  const made = document.createElement(name || "div");
  if (classes.length) made.className = classes.join(" ");
  return /** @type {HTMLElement} */ (filled(made, props, children));
}

/**
 * The same for SVG.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {SVGElement}
 */
export function svg(tag, props, ...children) {
  return /** @type {SVGElement} */ (filled(document.createElementNS(SVG, tag), props, children));
}

/**
 * @param {Element} made
 * @param {Props | null | undefined} props
 * @param {Child[]} children
 */
function filled(made, props, children) {
  for (const [key, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) {
      made.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
      listens.add(made);
    } else if (key === "style") {
      for (const [name, one] of Object.entries(/** @type {Record<string, string | number>} */ (value))) {
        /** @type {HTMLElement} */ (made).style.setProperty(name, String(one));
      }
    } else if (key === "class") {
      for (const one of String(value).split(" ").filter(Boolean)) made.classList.add(one);
    } else if (key === "value" && "value" in made) {
      made.value = value;
    } else if (key === "checked") {
      /** @type {HTMLInputElement} */ (made).checked = Boolean(value);
    } else {
      made.setAttribute(key, value === true ? "" : String(value));
    }
  }
  made.append(...nodes(children));
  return made;
}

/**
 * Children as nodes; nothing for null, undefined and false.
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
export function nodes(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return nodes(child);
    return [child instanceof Node ? child : String(child)];
  });
}

/** @type {WeakMap<Element, [number, number]>} where parts were scrolled to; asking them would lay out the page */
const positions = new WeakMap();

document.addEventListener("scroll", ({ target }) => {
  if (target instanceof Element && target.hasAttribute("data-scroll")) {
    positions.set(target, [target.scrollLeft, target.scrollTop]);
  }
}, { capture: true, passive: true });

/**
 * Replace what is inside `parent`. Focus stays on the element with the same `data-key`, scrolled parts stay where they
 * were by `data-scroll`.
 * @param {Element} parent
 * @param {...Child} children
 */
export function put(parent, ...children) {
  const active = document.activeElement;
  const key = parent.contains(active) ? active?.closest("[data-key]")?.getAttribute("data-key") : null;
  /** @type {Map<string, [number, number]>} */
  const scrolled = new Map();
  for (const one of parent.querySelectorAll("[data-scroll]")) {
    const position = positions.get(one);
    if (position) scrolled.set(one.getAttribute("data-scroll") ?? "", position);
  }
  parent.replaceChildren(...nodes(children));
  for (const one of scrolled.size ? parent.querySelectorAll("[data-scroll]") : []) {
    const [left, top] = scrolled.get(one.getAttribute("data-scroll") ?? "") ?? [0, 0];
    if (left || top) one.scrollTo({ left, top, behavior: "instant" });
  }
  if (key) {
    const same = parent.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
  }
}

/** A number that no other call has returned, for ids of elements. */
let last = 0;
/** @param {string} [prefix] */
export const unique = (prefix = "e") => `${prefix}${++last}`;
