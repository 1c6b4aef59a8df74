// Marking one word of the passage: by touch, by mouse and by keyboard.

import { setPage } from "./passage.js";
import { h } from "../../elements.js";
import { told } from "./pieces.js";

/** @typedef {import("./pieces.js").Seat} Seat @typedef {import("./pieces.js").Decision} Decision */

/**
 * The passage with words that can be marked. Arrow keys go from word to word and from line to line.
 * @param {Seat} seat
 * @param {Decision} decision
 * @param {import("./passage.js").Line[]} lines
 */
export function markable(seat, decision, lines) {
  const picks = seat.picks(decision);
  const chosen = (/** @type {number} */ line, /** @type {number} */ place) =>
    picks.includes(`line-${line}`) && picks.includes(`word-${place}`);
  const page = setPage(lines, {
    words: (line, place, word) =>
      decision.options.includes(`word-${place}`)
        ? h(
          "button.nl-word",
          {
            type: "button",
            "data-line": line,
            "data-word": place,
            "data-key": `word ${line} ${place}`,
            tabindex: line === 1 && place === 1 ? 0 : -1,
            "aria-pressed": String(chosen(line, place)),
          },
          word,
        )
        : h("span", null, word),
  });
  page.setAttribute("role", "group");
  page.setAttribute("aria-label", told(seat, "mark-a-word"));
  const mark = (/** @type {HTMLElement} */ word) =>
    seat.setPicks(decision, [`line-${word.dataset.line}`, `word-${word.dataset.word}`]);
  page.addEventListener("click", (event) => {
    const word = wordAt(event.target);
    if (word) mark(word);
  });
  // A finger that glides over the line marks the word below it.
  page.addEventListener("pointermove", (event) => {
    if (event.pointerType === "mouse" && !event.buttons) return;
    const word = wordAt(document.elementFromPoint(event.clientX, event.clientY));
    if (word && word.ariaPressed !== "true") mark(word);
  });
  page.addEventListener("keydown", (event) => {
    const from = wordAt(event.target);
    const to = from && neighbour(page, from, event.key);
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    for (const one of page.querySelectorAll(".nl-word")) one.setAttribute("tabindex", one === to ? "0" : "-1");
    to.focus({ preventScroll: false });
  });
  return page;
}

/** @param {EventTarget | null} target @returns {HTMLElement | null} */
const wordAt = (target) => target instanceof Element ? target.closest(".nl-word") : null;

/**
 * The word that an arrow key leads to.
 * @param {Element} page
 * @param {HTMLElement} from
 * @param {string} key
 * @returns {HTMLElement | null}
 */
function neighbour(page, from, key) {
  const words = /** @type {HTMLElement[]} */ ([...page.querySelectorAll(".nl-word")]);
  const at = words.indexOf(from);
  if (key === "ArrowRight" || key === "ArrowLeft") return words[at + (key === "ArrowRight" ? 1 : -1)] ?? null;
  if (key !== "ArrowDown" && key !== "ArrowUp") return null;
  const line = Number(from.dataset.line) + (key === "ArrowDown" ? 1 : -1);
  const middle = (/** @type {HTMLElement} */ one) => {
    const box = one.getBoundingClientRect();
    return box.left + box.width / 2;
  };
  const there = words.filter((one) => Number(one.dataset.line) === line);
  return there.sort((a, b) => Math.abs(middle(a) - middle(from)) - Math.abs(middle(b) - middle(from)))[0] ?? null;
}

/** Show which word is marked, without drawing the page again. @param {Seat} seat */
export function showMarked(seat) {
  const decision = seat.decision("know-how");
  if (!decision) return;
  const picks = seat.picks(decision);
  for (const one of /** @type {NodeListOf<HTMLElement>} */ (seat.main.querySelectorAll(".nl-word"))) {
    const on = picks.includes(`line-${one.dataset.line}`) && picks.includes(`word-${one.dataset.word}`);
    one.setAttribute("aria-pressed", String(on));
  }
}
