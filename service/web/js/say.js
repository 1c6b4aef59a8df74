// The words of the shell: everything on the pages that belongs to no game. Games bring their own words by the API.

import { language } from "./preferences.js";
import { fill } from "./sentences.js";

/** @type {Record<string, Record<string, string>>} */
const dictionaries = {};

/**
 * Load the words of the page's language.
 * @returns {Promise<void>}
 */
export async function loadWords() {
  const wanted = language();
  dictionaries[wanted] ??= await (await fetch(new URL(`../text/${wanted}.json`, import.meta.url))).json();
}

/**
 * A word or sentence of the shell, with its blanks filled in (the forms of sentences.js).
 * @param {string} key
 * @param {Record<string, unknown>} [said]
 * @returns {string}
 */
export function say(key, said = {}) {
  const sentence = dictionaries[language()]?.[key];
  if (sentence === undefined) throw new Error(`no word for ${key}`);
  return fill(sentence, language(), said);
}

/**
 * Whether the shell has a word for this.
 * @param {string} key
 */
export const has = (key) => dictionaries[language()]?.[key] !== undefined;
