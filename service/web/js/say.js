// The words of the shell: everything on the pages that belongs to no game. Games bring their own words by the API.

import { language } from "./preferences.js";
import { fill, spaced } from "./sentences.js";

/** @type {Record<string, Record<string, string>>} */
const dictionaries = {};
/** @type {Map<string, Promise<void>>} */
const loaded = new Map();

/**
 * Load the words of the page's language; `part` names those that only some pages need.
 * @param {string} [part] of text/<part>.<language>.json
 * @returns {Promise<void>}
 */
export function loadWords(part) {
  const wanted = language();
  const name = part ? `${part}.${wanted}` : wanted;
  const found = loaded.get(name) ?? (async () => {
    const words = await (await fetch(new URL(`../text/${name}.json`, import.meta.url))).json();
    Object.assign(dictionaries[wanted] ??= {}, words);
  })();
  loaded.set(name, found);
  found.catch(() => loaded.delete(name));
  return found;
}

/**
 * A word or sentence of the shell, with its blanks filled in (the forms of sentences.js). While the words of a language
 * that was just chosen are loading, it is said in the one before.
 * @param {string} key
 * @param {Record<string, unknown>} [said]
 * @returns {string}
 */
export function say(key, said = {}) {
  const chosen = language();
  const spoken = [chosen, ...Object.keys(dictionaries)].find((one) => dictionaries[one]?.[key] !== undefined);
  if (spoken === undefined) throw new Error(`no word for ${key}`);
  return fill(spaced(dictionaries[spoken][key], spoken), spoken, said);
}

/**
 * Whether the shell has a word for this.
 * @param {string} key
 */
export const has = (key) => dictionaries[language()]?.[key] !== undefined;
