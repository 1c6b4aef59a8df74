// The planet and the Creature in the dialog for a new table: a planet by name or place by place, and a seat.

import { fixed } from "../../api.js";
import { h, unique } from "../../elements.js";
import { language } from "../../preferences.js";
import { GameWords } from "../../words.js";

/** @typedef {import("../../lobby/options.js").Field} Field */

const PRESETS = ["base", "exploration", "first_steps"];
const OWN = "own";
const SEATS = 7;

/** @type {HTMLSelectElement | null} the choice of a planet that the ten places belong to */
let chosen = null;

const words = async () => {
  const [texts, frame] = await Promise.all([
    GameWords.load("not_alone"),
    fetch(new URL(`../../../text/games/not_alone.${language()}.json`, import.meta.url)).then((found) => found.json()),
  ]);
  return { texts, frame: /** @type {Record<string, string>} */ (frame) };
};

/**
 * A list to choose from, with its words.
 * @param {string} label
 * @param {string} hint
 * @param {[string, string][]} choices
 */
function list(label, hint, choices) {
  const id = unique("option");
  const select = /** @type {HTMLSelectElement} */ (h(
    "select",
    { id },
    ...choices.map(([value, name]) => h("option", { value }, name)),
  ));
  return {
    select,
    element: h(
      "div.field.option.choice-field",
      null,
      h("label", { for: id }, h("span", null, label), " ", h("span.hint", null, hint)),
      select,
    ),
  };
}

/** @param {unknown} _schema @param {string} label @returns {Promise<Field>} */
export async function preset(_schema, label) {
  const { texts, frame } = await words();
  const { select, element } = list(label, texts.texts.options.preset, [
    ["", frame["planet-usual"]],
    ...PRESETS.map((one) => /** @type {[string, string]} */ ([one, texts.texts.titles?.[`preset=${one}`] ?? one])),
    [OWN, frame["planet-own"]],
  ]);
  chosen = select;
  return { element, value: () => PRESETS.includes(select.value) ? select.value : undefined };
}

/** @param {unknown} _schema @param {string} label @returns {Promise<Field>} */
export async function places(_schema, label) {
  const [{ texts }, cards] = await Promise.all([words(), fixed("/games/not_alone/cards")]);
  const all = /** @type {{ id: string, number: number }[]} */ (cards.places);
  const selects = Array.from({ length: 10 }, (_, n) => /** @type {HTMLSelectElement} */ (h(
    "select",
    { "aria-label": String(n + 1) },
    ...all.filter((one) => one.number === n + 1).map((one) =>
      h("option", { value: one.id }, `${n + 1} ${texts.short(one.id)}`)
    ),
  )));
  const element = h(
    "fieldset.field.option",
    { hidden: true },
    h("legend", null, label, " ", h("span.hint", null, texts.texts.options.places)),
    ...selects,
  );
  const planet = chosen;
  const mine = () => planet?.value === OWN;
  planet?.addEventListener("change", () => element.toggleAttribute("hidden", !mine()));
  // The variant takes the places 1 to 5 only.
  const variant = () => element.closest("form")?.querySelector("[data-name=labyrinth_variant] input:checked");
  return { element, value: () => mine() ? selects.slice(0, variant() ? 5 : 10).map((one) => one.value) : undefined };
}

/** @param {unknown} _schema @param {string} label @returns {Promise<Field>} */
export async function creature(_schema, label) {
  const { texts, frame } = await words();
  const { select, element } = list(label, texts.texts.options.creature, [
    ["random", texts.texts.titles?.["creature=random"] ?? "random"],
    ...Array.from(
      { length: SEATS },
      (_, n) => /** @type {[string, string]} */ ([String(n), frame.seat.replace("#", String(n + 1))]),
    ),
  ]);
  return { element, value: () => select.value === "random" ? undefined : Number(select.value) };
}
