// Sentences with blanks, as the service writes them (service/games/kit/sentences.py): forms for zero, one and many,
// joined lists, and the French à and de. Here a filled blank may also be an element, such as a card.

/** @typedef {string | Node} Part */

const DASH = "–";
/** @type {Record<string, string>} */
const AND = { en: "and", fr: "et" };
/** @type {Record<string, [string, string][]>} */
const CONTRACTED = {
  "à": [["le ", "au "], ["les ", "aux "], ["la ", "à la "], ["l’", "à l’"], ["l'", "à l’"]],
  "de": [["le ", "du "], ["les ", "des "], ["la ", "de la "], ["l’", "de l’"], ["l'", "de l’"]],
};

/**
 * French as it is printed: no line begins with a question mark, a colon or a closing quotation mark.
 * @param {string} text
 * @param {string} language
 */
export const spaced = (text, language) => language === "fr" ? text.replace(/ (?=[?!;:»%])|(?<=«) /g, "\u00a0") : text;

/**
 * The sentence as a string.
 * @param {string} sentence
 * @param {string} language
 * @param {Record<string, unknown>} said
 * @returns {string}
 */
export function fill(sentence, language, said) {
  return parts(sentence, language, said, (_, value) => String(value)).join("");
}

/**
 * The sentence as texts and elements.
 * @param {string} sentence
 * @param {string} language
 * @param {Record<string, unknown>} said
 * @param {(key: string, value: unknown) => Part} name what a value is called, by the blank it stands in
 * @returns {Part[]}
 */
export function parts(sentence, language, said, name) {
  /** @type {Part[]} */
  const out = [];
  let rest = sentence.replaceAll("{{", "\u0001").replaceAll("}}", "\u0002");
  for (
    let found;
    (found = /\{([^{}:]+)(?::([^{}]*))?\}/.exec(rest));
    rest = rest.slice(found.index + found[0].length)
  ) {
    out.push(rest.slice(0, found.index));
    const spec = found[2] ?? "";
    out.push(
      ...(spec.startsWith("by ")
        ? by(said[found[1]], found[1], said[spec.slice(3)], spec.slice(3), language, name)
        : blank(said[found[1]], found[1], spec, language, name)),
    );
  }
  out.push(rest);
  return out.map((one) => typeof one === "string" ? one.replaceAll("\u0001", "{").replaceAll("\u0002", "}") : one)
    .filter((one) => one !== "");
}

/**
 * @param {unknown} value
 * @param {string} key
 * @param {string} spec
 * @param {string} language
 * @param {(key: string, value: unknown) => Part} name
 * @returns {Part[]}
 */
function blank(value, key, spec, language, name) {
  const given = value === undefined ? [] : value;
  /** @type {(one: unknown) => Part[][]} */
  const texts = (one) => {
    if (Array.isArray(one)) return one.map((each) => join(texts(each), language));
    return one === null ? [] : [[name(key, one)]];
  };
  const named = texts(given);
  if (spec.includes("|")) return form(given, named, spec.split("|"), language);
  if (spec === "à" || spec === "de") return join(named.map((one) => contract(spec, one)), language);
  if (spec === "same" && named.every((one) => one.length === 1 && one[0] === named[0][0])) {
    return named[0] ?? [DASH];
  }
  if (spec === "the") return join(named.map(smallArticle), language);
  if (spec.length > 1 && spec.startsWith("'") && spec.endsWith("'")) {
    return named.length ? between(named, spec.slice(1, -1)) : [DASH];
  }
  return join(named, language);
}

/**
 * The items of a list under the names of those they belong to.
 * @param {unknown} items
 * @param {string} key
 * @param {unknown} owners
 * @param {string} ownersKey
 * @param {string} language
 * @param {(key: string, value: unknown) => Part} name
 * @returns {Part[]}
 */
function by(items, key, owners, ownersKey, language, name) {
  /** @type {Map<unknown, Part[][]>} */
  const owned = new Map();
  const listed = Array.isArray(items) ? items : [];
  listed.forEach((item, n) => {
    const owner = Array.isArray(owners) ? owners[n] : undefined;
    owned.set(owner, [...(owned.get(owner) ?? []), [name(key, item)]]);
  });
  const space = language === "fr" ? " " : "";
  const lists = [...owned].map(([owner, some]) => [name(ownersKey, owner), `${space}: `, ...join(some, language)]);
  return between(lists, `${space}; `);
}

/**
 * @param {unknown} value
 * @param {Part[][]} named
 * @param {string[]} forms
 * @param {string} language
 * @returns {Part[]}
 */
function form(value, named, forms, language) {
  // A seat is a number too, but it is called by the player's name and not counted.
  const counted = typeof value === "number" && named.length === 1 && named[0][0] === String(value);
  const count = counted ? Math.abs(/** @type {number} */ (value)) : named.length;
  if (count === 0 && forms.length === 2 && !counted) return [DASH];
  const few = language === "fr" ? count < 2 : count === 1;
  const chosen = forms.length === 3 && count === 0 ? forms[0] : few ? forms.at(-2) ?? "" : forms.at(-1) ?? "";
  const number = counted ? [String(value)] : join(named, language);
  return chosen.split("#").flatMap((piece, n) => n ? [...number, piece] : [piece]);
}

/**
 * @param {Part[][]} named
 * @param {string} separator
 * @returns {Part[]}
 */
const between = (named, separator) => named.flatMap((one, n) => n ? [separator, ...one] : one);

/**
 * @param {Part[][]} named
 * @param {string} language
 * @returns {Part[]}
 */
function join(named, language) {
  if (named.length < 2) return named[0] ?? [DASH];
  return [...between(named.slice(0, -1), ", "), ` ${AND[language] ?? "and"} `, .../** @type {Part[]} */ (named.at(-1))];
}

/**
 * An element without the article its text begins with: "à l’" stands before "objectif", not before "l’objectif".
 * @param {string} article
 * @param {Node} named
 */
function without(article, named) {
  const start = document.createTreeWalker(named, NodeFilter.SHOW_TEXT).nextNode();
  if (start?.nodeValue?.toLowerCase().startsWith(article)) start.nodeValue = start.nodeValue.slice(article.length);
  return named;
}

/**
 * A name in the middle of a sentence: the Rover, l’Antre.
 * @param {Part[]} named
 * @returns {Part[]}
 */
function smallArticle([first, ...rest]) {
  const text = typeof first === "string"
    ? first.replace(/^(?:The|An?|Le|La|Les|Une?) |^L[’']/, (article) => article.toLowerCase())
    : first;
  return [text, ...rest];
}

/**
 * @param {"à" | "de"} preposition
 * @param {Part[]} named
 * @returns {Part[]}
 */
function contract(preposition, named) {
  const [first, ...rest] = named;
  const text = typeof first === "string" ? first : first.textContent ?? "";
  for (const [article, contracted] of CONTRACTED[preposition]) {
    if (text.toLowerCase().startsWith(article)) {
      if (typeof first === "string") return [contracted + text.slice(article.length), ...rest];
      return [contracted, without(article, first), ...rest];
    }
  }
  const letter = text.slice(0, 1).normalize("NFD").toLowerCase().slice(0, 1);
  const before = preposition === "de" && letter && "aeiouœæ".includes(letter) ? "d’" : `${preposition} `;
  return [before, ...named];
}
