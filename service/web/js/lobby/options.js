// The options of a game as fields, from their JSON Schema and the words of the API.

import { h, unique } from "../elements.js";
import { language } from "../preferences.js";
import { say } from "../say.js";

/**
 * @typedef {{ element: HTMLElement, value: () => unknown, seats?: (count: number) => void }} Field `value` is undefined
 *   for "as usual"; `seats` is called with the number of seats, for options that depend on it
 * @typedef {Record<string, any>} Schema
 */

/**
 * Fields that a game replaces by its own, by game and option: `(schema, label, hint) => Field`, loaded when they are
 * needed.
 * @typedef {{ default: (schema: Schema, label: string, hint: string) => Promise<Field> }} OwnField
 * @type {Record<string, Record<string, () => Promise<OwnField>>>}
 */
export const OWN_FIELDS = {
  golden_compass: { first_player: () => import("./seat_fields.js").then((found) => ({ default: found.seat })) },
  mountains_of_madness: {
    first_leader: () => import("./seat_fields.js").then((found) => ({ default: found.seat })),
    characters: () => import("./seat_fields.js").then((found) => ({ default: found.characters })),
  },
  new_lands: { book: () => import("./books.js") },
  not_alone: {
    preset: () => import("../games/not_alone/planet_field.js").then((found) => ({ default: found.preset })),
    places: () => import("../games/not_alone/planet_field.js").then((found) => ({ default: found.places })),
    creature: () => import("../games/not_alone/planet_field.js").then((found) => ({ default: found.creature })),
  },
};

/**
 * What a game does with all its fields, such as greying out what does not go together.
 * @type {Record<string, () => Promise<{ arrange: (fields: Map<string, Field>) => void }>>}
 */
const ARRANGED = { new_lands: () => import("./books.js") };

/**
 * One field for each option of a game.
 * @param {string} game
 * @param {Schema} schema of all options
 * @param {import("../words.js").GameWords} words
 * @returns {Promise<Map<string, Field>>}
 */
export async function optionFields(game, schema, words) {
  const top = resolved(schema, schema);
  /** @type {Map<string, Field>} */
  const fields = new Map();
  for (const [name, raw] of Object.entries(top.properties ?? {})) {
    const own = OWN_FIELDS[game]?.[name];
    const title = words.texts.titles?.[name] ?? name;
    const found = resolved(/** @type {Schema} */ (raw), schema);
    const hint = explanation(words.texts.options[name] ?? "", title);
    const made = own ? await (await own()).default(found, title, hint) : field(found, title, hint, words, name, schema);
    made.element.dataset.name = name;
    fields.set(name, made);
  }
  (await ARRANGED[game]?.())?.arrange(fields);
  return fields;
}

/**
 * The options of a game that starts with one click: bots and the book speak the language of the page.
 * @param {Schema} schema of all options
 * @returns {Promise<Record<string, unknown>>}
 */
export async function usualOptions(schema) {
  const { properties = {} } = resolved(schema, schema);
  if (properties.book) return { book: await (await import("./books.js")).builtIn() ?? properties.book.default };
  return properties.language?.enum?.includes(language()) ? { language: language() } : {};
}

/**
 * @param {Schema} schema
 * @param {Schema} root
 * @returns {Schema}
 */
function resolved(schema, root) {
  const { $ref, ...rest } = schema;
  return $ref ? { ...resolved(root.$defs[$ref.split("/").at(-1)], root), ...rest } : schema;
}

/**
 * What an option means, without its title, which already stands before it.
 * @param {string} text
 * @param {string} title
 */
function explanation(text, title) {
  const rest = text.startsWith(title) ? /^\s*:\s*(.+)$/s.exec(text.slice(title.length))?.[1] : undefined;
  return rest ? rest[0].toUpperCase() + rest.slice(1) : text;
}

/**
 * The options of a table in words, without those that are as usual.
 * @param {Record<string, unknown>} options
 * @param {Schema} schema of all options
 * @param {import("../words.js").GameWords} words
 * @returns {string[]}
 */
export function chosenOptions(options, schema, words) {
  const usual = resolved(schema, schema).properties ?? {};
  const titles = words.texts.titles ?? {};
  return Object.entries(options).filter(([name, value]) =>
    value !== null && JSON.stringify(value) !== JSON.stringify(usual[name]?.default)
  ).map(([name, value]) => {
    const title = titles[name] ?? name;
    if (value === true) return title;
    if (value === false) return say("labelled", { name: title, value: words.texts.page?.no ?? "–" });
    const said = [value].flat().map((one) => titles[`${name}=${one}`] ?? words.term(String(one)));
    return say("labelled", { name: title, value: said.join(", ") });
  });
}

/**
 * @param {Schema} schema
 * @param {string} title
 * @param {string} hint
 * @param {import("../words.js").GameWords} words
 * @param {string} name
 * @param {Schema} root
 * @returns {Field}
 */
function field(schema, title, hint, words, name, root) {
  const label = [h("span", null, title), " ", h("span.hint", null, hint)];
  const variants = (schema.anyOf ?? [schema]).map((/** @type {Schema} */ one) => resolved(one, root));
  const some = variants.find((/** @type {Schema} */ one) => one.type !== "null") ?? schema;
  const usual = schema.default;
  const id = unique("option");
  const labelled = (/** @type {HTMLElement} */ input, /** @type {string} */ kind) =>
    h(`div.field.option.${kind}`, null, h("label", { for: id }, ...label), input);
  if (some.type === "boolean") {
    const input = /** @type {HTMLInputElement} */ (h("input.switch", {
      id,
      type: "checkbox",
      role: "switch",
      checked: usual === true,
    }));
    return {
      element: h("div.field.option.yes-no", null, input, h("label", { for: id }, ...label)),
      value: () => input.checked === (usual === true) ? undefined : input.checked,
    };
  }
  const choices = variants.flatMap((/** @type {Schema} */ one) =>
    one.enum ?? (one.const !== undefined ? [one.const] : [])
  );
  if (choices.length) {
    const input = /** @type {HTMLSelectElement} */ (h(
      "select",
      { id },
      (usual === null || usual === undefined) && h("option", { value: String(usual) }, say("as-usual")),
      ...choices.map((/** @type {unknown} */ one) =>
        h(
          "option",
          { value: String(one), selected: one === usual },
          words.texts.titles?.[`${name}=${one}`] ?? words.term(String(one)),
        )
      ),
    ));
    return {
      element: labelled(input, "choice-field"),
      value: () =>
        input.value === String(usual)
          ? undefined
          : choices.find((/** @type {unknown} */ one) => String(one) === input.value),
    };
  }
  if (some.type === "integer" || some.type === "number") {
    // Without a number the rule is switched off.
    const optional = some !== schema && typeof usual === "number";
    const input = /** @type {HTMLInputElement} */ (h("input", {
      id,
      type: "number",
      min: some.minimum,
      max: some.maximum,
      value: usual ?? "",
      placeholder: say(optional ? "no-number" : "as-usual"),
    }));
    return {
      element: labelled(input, "number-field"),
      value: () => {
        if (input.value === "") return optional ? null : undefined;
        return Number(input.value) === usual ? undefined : Number(input.value);
      },
    };
  }
  const list = some.type === "array";
  const input = /** @type {HTMLInputElement} */ (h("input", {
    id,
    type: "text",
    value: list ? "" : usual ?? "",
    placeholder: say(list ? "list-usual" : "as-usual"),
  }));
  return {
    element: labelled(input, "text-field"),
    value: () => {
      const text = input.value.trim();
      if (!text || text === usual) return undefined;
      return list ? text.split(/[\s,;]+/) : text;
    },
  };
}
