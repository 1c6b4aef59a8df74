// What this browser remembers: language, light or dark, sound, notifications.

/**
 * @param {string} key
 * @param {string} fallback
 */
const read = (key, fallback) => localStorage.getItem(`farshore.${key}`) ?? fallback;

/** @returns {"en" | "fr"} */
export function language() {
  const asked = read("language", navigator.language.slice(0, 2));
  return asked === "fr" ? "fr" : "en";
}

/** @returns {"light" | "dark"} */
export function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  return read("theme", dark ? "dark" : "light") === "dark" ? "dark" : "light";
}

/** @param {"sound" | "notify"} what */
export const wants = (what) => read(what, "off") === "on";

/**
 * Remember a preference and tell the page.
 * @param {string} key
 * @param {string} value
 */
export function remember(key, value) {
  localStorage.setItem(`farshore.${key}`, value);
  dispatchEvent(new CustomEvent("farshore:preference", { detail: key }));
}

/** Show the page in its language and theme. */
export function apply() {
  document.documentElement.lang = language();
  document.documentElement.dataset.theme = theme();
}

export const reducedMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
