// The rules beside the table, opened at the paragraph that a question comes from.

import { fixed } from "../api.js";
import { h, put } from "../elements.js";
import { rulePlaces } from "../games.js";
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

/**
 * A paragraph, item of a list or table of the rules.
 * @param {HTMLElement[]} blocks
 * @param {string} place the number of the heading and that of the paragraph below it, such as "5.0"
 * @returns {HTMLElement | undefined}
 */
export function paragraph(blocks, place) {
  const [section, number] = place.split(".").map(Number);
  const headings = blocks.filter(isHeading);
  const start = blocks.indexOf(headings[section]) + 1;
  const end = headings[section + 1] ? blocks.indexOf(headings[section + 1]) : blocks.length;
  const below = blocks.slice(start, end);
  return /** @type {HTMLElement[]} */ (below.flatMap((one) => /^[UO]L$/.test(one.tagName) ? [...one.children] : [one]))[
    number
  ];
}

/** @param {HTMLElement} block */
const isHeading = (block) => /^H\d$/.test(block.tagName);

export class Rules {
  /** @param {import("./seat.js").Seat} seat */
  constructor(seat) {
    this.seat = seat;
    this.element = h("article.rules", { "data-scroll": "rules", tabindex: "0", "aria-label": say("rules") });
    /** @type {HTMLElement[]} */
    this.blocks = [];
    /** @type {Record<string, string>} where the rules speak of each kind of decision */
    this.places = {};
  }

  async load() {
    if (this.blocks.length) return;
    put(this.element, h("p.hint", null, say("loading")));
    const { game } = this.seat.table;
    const [text, places] = await Promise.all([fixed(`/games/${game}/rules`), rulePlaces(game)]);
    this.blocks = markdown(text);
    this.places = places;
    put(this.element, ...this.blocks);
  }

  /**
   * Open the rules where they speak of a kind of decision.
   * @param {string} [kind]
   */
  async show(kind) {
    this.seat.openSide("rules");
    await this.load();
    for (const one of this.element.querySelectorAll(".here")) one.classList.remove("here");
    const place = kind && this.places[kind];
    const here = place ? paragraph(this.blocks, place) : undefined;
    here?.classList.add("here");
    (here ?? this.blocks[0])?.scrollIntoView({ block: here ? "center" : "start" });
  }
}
