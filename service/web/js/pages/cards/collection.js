// The cards of a game in groups. Cards that are printed alike are shown once, with their number.

import { has, say } from "../../say.js";

/**
 * @typedef {{ id: string, ids: string[], group: string, name: string, text: string }} Entry
 * @typedef {import("../../words.js").GameWords} GameWords
 */

/**
 * All cards that have a text, in the order of the game.
 * @param {GameWords} words
 * @param {Record<string, unknown>} facts the answer of `GET /games/{game}/cards`
 * @returns {Entry[]}
 */
export function collection(words, facts) {
  /** @type {Map<string, string>} */
  const groups = new Map();
  for (const [group, list] of Object.entries(facts)) {
    if (!Array.isArray(list)) continue;
    for (const one of list) if (one && typeof one === "object" && "id" in one) groups.set(String(one.id), group);
  }
  /** @type {Map<string, Entry>} */
  const found = new Map();
  for (const [id, card] of Object.entries(words.texts.cards ?? {})) {
    const { name, text } = /** @type {{ name: string, text: string }} */ (card);
    const group = groups.get(id) ?? "others";
    const key = `${group}\n${name}\n${text}`;
    const same = found.get(key);
    if (same) same.ids.push(id);
    else found.set(key, { id, ids: [id], group, name, text });
  }
  // What is no card of the box, such as a kind of equipment, comes last.
  return [...found.values()].sort((a, b) => Number(a.group === "others") - Number(b.group === "others"));
}

/** What a group is called. @param {string} group @param {GameWords} words */
export const groupName = (group, words) => has(`group-${group}`) ? say(`group-${group}`) : words.term(group);

/** What a kind of decision is called. @param {string} kind */
export const kindName = (kind) => has(`kind-${kind}`) ? say(`kind-${kind}`) : kind.replaceAll("-", " ");

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
