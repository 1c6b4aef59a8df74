// The rules beside the table, opened at the paragraph that a question comes from.

import { fixed } from "../api.js";
import { h, put } from "../elements.js";
import { say } from "../say.js";

/**
 * Emphasis within a paragraph: **bold**, *italic* and `code`.
 * @param {string} text
 * @returns {(string | Node)[]}
 */
function inline(text) {
  return text.split(/(\*\*[^*]+\*\*|\*[^*]+\*|`[^`]+`)/).map((piece) => {
    if (piece.startsWith("**")) return h("strong", null, piece.slice(2, -2));
    if (piece.startsWith("*") && piece.length > 1) return h("em", null, piece.slice(1, -1));
    if (piece.startsWith("`")) return h("code", null, piece.slice(1, -1));
    return piece;
  });
}

/**
 * The Markdown of our rules as elements: headings, paragraphs, lists, tables.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function markdown(text) {
  /** @type {HTMLElement[]} */
  const out = [];
  for (const block of text.split(/\n\s*\n/)) {
    const lines = block.split("\n").filter((line) => line.trim());
    if (!lines.length) continue;
    const heading = /^(#{1,4}) (.*)/.exec(lines[0]);
    if (heading) {
      out.push(h(`h${Math.min(heading[1].length + 1, 5)}`, null, ...inline(heading[2])));
      lines.shift();
    }
    if (!lines.length) continue;
    if (lines[0].trimStart().startsWith("|")) out.push(tableOf(lines));
    else if (/^\s*([-*]|\d+\.) /.test(lines[0])) out.push(listOf(lines));
    else out.push(h("p", null, ...inline(lines.join(" "))));
  }
  return out;
}

/** @param {string[]} lines */
function listOf(lines) {
  const ordered = /^\s*\d/.test(lines[0]);
  /** @type {string[]} */
  const items = [];
  for (const line of lines) {
    const item = /^\s*(?:[-*]|\d+\.) (.*)/.exec(line);
    if (item) items.push(item[1]);
    else items[items.length - 1] += ` ${line.trim()}`;
  }
  return h(ordered ? "ol" : "ul", null, ...items.map((item) => h("li", null, ...inline(item))));
}

/** @param {string[]} lines */
function tableOf(lines) {
  const rows = lines.filter((line) => !/^\s*\|[\s:|-]+\|\s*$/.test(line))
    .map((line) => line.trim().replace(/^\||\|$/g, "").split("|").map((cell) => cell.trim()));
  return h(
    "div.scroll",
    { tabindex: "0" },
    h(
      "table",
      null,
      ...rows.map((row, n) => h("tr", null, ...row.map((cell) => h(n ? "td" : "th", null, ...inline(cell))))),
    ),
  );
}

/** @param {string} text */
const wordsOf = (text) => new Set(text.toLowerCase().match(/\p{L}{4,}/gu) ?? []);

/**
 * The paragraph or list item that shares the rarest words with a question; the headings above it count a little.
 * @param {HTMLElement[]} blocks
 * @param {string} question
 * @returns {HTMLElement | null}
 */
export function closest(blocks, question) {
  /** @type {{ element: HTMLElement, words: Set<string>, above: Set<string> }[]} */
  const candidates = [];
  let above = new Set();
  for (const block of blocks) {
    if (/^H\d$/.test(block.tagName)) {
      above = wordsOf(block.textContent ?? "");
      continue;
    }
    const items = /** @type {HTMLElement[]} */ (/^[UO]L$/.test(block.tagName) ? [...block.children] : [block]);
    for (const element of items) candidates.push({ element, words: wordsOf(element.textContent ?? ""), above });
  }
  const asked = wordsOf(question);
  let [best, most] = [/** @type {HTMLElement | null} */ (null), 0];
  candidates.forEach(({ element, words, above: heading }, n) => {
    let score = 0;
    for (const word of asked) {
      const rare = Math.log(candidates.length / (1 + candidates.filter((one) => one.words.has(word)).length));
      if (words.has(word)) score += rare / Math.sqrt(12 + words.size);
      if (heading.has(word)) score += rare / 12;
    }
    // Rules come first; clarifications and examples follow.
    score *= 1 - 0.4 * n / candidates.length;
    if (score > most) [best, most] = [element, score];
  });
  return best;
}

export class Rules {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.element = h("article.rules", { "data-scroll": "rules", tabindex: "0", "aria-label": say("rules") });
    /** @type {HTMLElement[]} */
    this.blocks = [];
  }

  async load() {
    if (this.blocks.length) return;
    put(this.element, h("p.hint", null, say("loading")));
    this.blocks = markdown(await fixed(`/games/${this.seat.table.game}/rules`));
    put(this.element, ...this.blocks);
  }

  /**
   * Open the rules at what a question is about.
   * @param {string} [question]
   */
  async show(question) {
    this.seat.openSide("rules");
    await this.load();
    for (const one of this.element.querySelectorAll(".here")) one.classList.remove("here");
    const here = question ? closest(this.blocks, question) : null;
    here?.classList.add("here");
    (here ?? this.blocks[0])?.scrollIntoView({ block: here ? "center" : "start" });
  }
}
