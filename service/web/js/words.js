// The words of a game in one language, from the API: names, terms, and events told as sentences.

import { fixed } from "./api.js";
import { h } from "./elements.js";
import { language } from "./preferences.js";
import { parts, spaced } from "./sentences.js";

/** @typedef {import("./openapi.d.ts").Words} Texts */

/**
 * All texts in a tree, as they are printed.
 * @template T
 * @param {T} tree
 * @returns {T}
 */
export function printed(tree) {
  if (typeof tree === "string") return /** @type {any} */ (spaced(tree, language()));
  if (tree === null || typeof tree !== "object") return tree;
  return /** @type {any} */ (Object.fromEntries(Object.entries(tree).map(([key, one]) => [key, printed(one)])));
}

export class GameWords {
  /** @param {Texts & Record<string, any>} texts */
  constructor(texts) {
    this.texts = printed(texts);
    this.name = this.texts.name;
    this.about = this.texts.about;
  }

  /**
   * @param {string} game
   * @returns {Promise<GameWords>}
   */
  static async load(game) {
    return new GameWords(await fixed(`/games/${game}/text/${language()}`));
  }

  /**
   * What an option, card or place is called.
   * @param {string} id
   * @returns {string}
   */
  call(id) {
    return this.texts.ids[id] ?? this.texts.terms[id] ?? id.replaceAll("_", " ").replaceAll("-", " ");
  }

  /**
   * The short name, for chips and logs.
   * @param {string} id
   * @returns {string}
   */
  short(id) {
    return this.texts.names?.[id] ?? this.texts.cards?.[id]?.name ?? this.call(id);
  }

  /**
   * What a card says, or null if this is no card.
   * @param {string} id
   * @returns {{ name: string, text: string } | null}
   */
  card(id) {
    return this.texts.cards?.[id] ?? null;
  }

  /**
   * A word of the game: a field of the view, a biome, a phase.
   * @param {string} key
   * @returns {string}
   */
  term(key) {
    return this.texts.terms[key] ?? this.texts.ids[key] ?? key.replaceAll("_", " ");
  }

  /** @param {string} key */
  knows(key) {
    return key in this.texts.ids || key in this.texts.terms;
  }

  /**
   * An event as a sentence of texts and elements.
   * @param {string} kind
   * @param {Record<string, unknown>} told
   * @param {(seat: number) => Node} who
   * @param {(id: string) => Node | string} chip
   * @returns {(Node | string)[]}
   */
  tell(kind, told, who, chip) {
    const sentence = this.texts.story[kind] ?? kind;
    const said = parts(sentence, language(), told, (key, value) => {
      if ((key === "seat" || key === "seats") && typeof value === "number" && value >= 0) return who(value);
      return typeof value === "string" ? chip(value) : String(value);
    });
    return glued(said);
  }
}

/**
 * Elements with the marks around them, such as quotation marks and full stops: a line may otherwise be broken between.
 * @param {(Node | string)[]} said
 * @returns {(Node | string)[]}
 */
function glued(said) {
  /** @type {(Node | string)[]} */
  const out = [];
  for (const [n, part] of said.entries()) {
    if (typeof part !== "string") {
      const before = typeof out.at(-1) === "string" ? /[«“(]\s?$/u.exec(/** @type {string} */ (out.at(-1)))?.[0] : null;
      const next = said[n + 1];
      const after = typeof next === "string" ? /^(?:\s?»)?[.,;:!?”)]*/u.exec(next)?.[0] : null;
      if (before) out.push(/** @type {string} */ (out.pop()).slice(0, -before.length));
      out.push(before || after ? h("span.glued", null, before, part, after) : part);
      if (after) said[n + 1] = /** @type {string} */ (next).slice(after.length);
    } else if (part) {
      out.push(part);
    }
  }
  return out;
}

/**
 * A chip: the short name of a card in a sentence. Clicked, it shows the card.
 * @param {GameWords} words
 * @param {string} id
 * @returns {Node | string}
 */
export function plainChip(words, id) {
  if (!words.card(id)) return words.short(id);
  return h("button.chip", { type: "button", "data-zoom": id }, words.short(id));
}
