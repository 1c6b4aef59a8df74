// Lines of a book, set like a page: never broken or joined, since missions ask how they begin.

import { h } from "../../elements.js";
import { WORD } from "./readings.js";

const PARAGRAPH = "¶";
const FONT =
  '100px "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, "Liberation Serif", serif';
/** Wider than any line that a page is set in, so that short lines do not become headlines. */
const LEAST_EMS = 20;

/** @type {CanvasRenderingContext2D | null} */
let ruler = null;

/** The width of a line in ems. @param {string} text */
function ems(text) {
  ruler ??= document.createElement("canvas").getContext("2d");
  if (!ruler) return text.length * 0.46;
  ruler.font = FONT;
  return ruler.measureText(text).width / 100;
}

/**
 * @typedef {{ text: string, start: boolean }} Line
 * @typedef {{ words?: (line: number, place: number, word: string) => HTMLElement, state?: (n: number) => string,
 *   ragged?: boolean }} How `words` makes an element of each word; `state` is the class of a line; `ragged` lines are not
 *   justified
 */

/**
 * Lines with the marks of their paragraphs taken off.
 * @param {readonly string[]} lines
 * @param {readonly boolean[]} [paragraphs]
 * @returns {Line[]}
 */
export const lined = (lines, paragraphs) =>
  lines.map((text, n) => {
    const marked = text.startsWith(PARAGRAPH);
    return { text: marked ? text.slice(1) : text, start: paragraphs?.[n] ?? marked };
  });

/**
 * A page of lines. The size of the type follows from the widest line and the width of the page.
 * @param {Line[]} lines
 * @param {How} [how]
 */
export function setPage(lines, { words, state, ragged = false } = {}) {
  const widths = lines.map((line) => ems(line.text) + (line.start ? 1.4 : 0));
  const widest = Math.max(LEAST_EMS, ...widths) * 1.015;
  return h(
    "div.nl-lines",
    null,
    h(
      "ol.nl-set",
      { style: { "--ems": widest.toFixed(2), "--rows": lines.length } },
      ...lines.map((line, n) =>
        h(
          "li.nl-line",
          {
            class: [
              line.start ? "start" : "",
              !ragged && widths[n] > widest * 0.8 && !lines[n + 1]?.start ? "full" : "",
              state?.(n) ?? "",
            ].join(" "),
          },
          h("span.nl-number", { "aria-hidden": "true" }, n + 1),
          h(
            "span.nl-print",
            null,
            line.start && h("span.nl-pilcrow", { title: PARAGRAPH }, PARAGRAPH),
            words ? cut(line.text, n + 1, words) : marked(line.text),
          ),
        )
      ),
    ),
  );
}

/** A line whose order a péripétie has changed may have the mark of a paragraph inside. @param {string} text @returns {(Node | string)[]} */
const marked = (text) =>
  text.split(PARAGRAPH).flatMap((piece, n) => n ? [h("span.nl-pilcrow.inside", null, PARAGRAPH), piece] : [piece]);

/**
 * A line cut into words, as the service counts them, and what stands between them.
 * @param {string} text
 * @param {number} line
 * @param {(line: number, place: number, word: string) => HTMLElement} words
 */
function cut(text, line, words) {
  /** @type {(Node | string)[]} */
  const parts = [];
  let [at, place] = [0, 0];
  for (const found of text.matchAll(WORD)) {
    parts.push(text.slice(at, found.index), words(line, ++place, found[0]));
    at = found.index + found[0].length;
  }
  return [...parts, text.slice(at)];
}

/** A page that cannot be read: grey lines, the same for the same seed. @param {() => number} random @param {number} count */
export const closedPage = (random, count = 6) =>
  h(
    "div.nl-closed",
    { "aria-hidden": "true" },
    ...Array.from({ length: count }, (_, n) =>
      h("i", { style: { width: `${n === count - 1 ? 40 + random() * 40 : 94 + random() * 6}%` } })),
  );
