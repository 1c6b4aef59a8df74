// Rescue and Assimilation as one picture: a ship comes from the left, something grows from the right, and both want the camp.

import { chance, hills, kept, picture, stars } from "../../draw.js";
import { h, svg } from "../../elements.js";
import { language } from "../../preferences.js";
import { fill } from "../../sentences.js";
import { factsOf, labelled, viewOf } from "./facts.js";
import { glyph } from "./glyphs.js";

/** @typedef {import("../../table/seat.js").Seat} Seat */

/** Where the camp stands, and where both counters begin, in hundredths of the picture. */
const CAMP = [63, 62];
const RESCUE = [5.500, 22];
const GROWTH = [96.500, 78];

const sky = () =>
  kept("not alone sky", () => {
    const random = chance("dusk on artemia");
    return picture(
      `${stars(random, 90, 1000, 150)}<path d="${
        hills(random, { width: 1000, bottom: 240, top: 168, swing: 22, steps: 9, sharp: true })
      }" fill="#2a1c4e" opacity=".8"/><path d="${
        hills(random, { width: 1000, bottom: 240, top: 192, swing: 14, steps: 8 })
      }" fill="#191238"/><path d="${
        hills(random, { width: 1000, bottom: 240, top: 216, swing: 8, steps: 12 })
      }" fill="#0b0820"/>`,
      1000,
      240,
      "xMidYMax",
    );
  });

/**
 * A point of the way of Rescue, which sinks towards the camp; `part` is 0 at the start and 1 at the camp.
 * @param {number} part
 * @returns {[number, number]}
 */
const descent = (part) => [RESCUE[0] + (CAMP[0] - RESCUE[0]) * part, RESCUE[1] + (CAMP[1] - RESCUE[1]) * part ** 1.600];

/** The same for Assimilation, which creeps along the ground. @param {number} part @returns {[number, number]} */
const creeping = (part) => [
  GROWTH[0] + (CAMP[0] - GROWTH[0]) * part,
  GROWTH[1] + (CAMP[1] - GROWTH[1]) * part + Math.sin(part * 5) * 3,
];

/** @param {[number, number][]} points */
const joined = (points) => points.map(([x, y], n) => `${n ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");

/** The tendrils of what has grown so far. @param {number} gone */
function tendrils(gone) {
  const random = chance("tendrils");
  let path = "";
  for (let n = 0; n < 26; n++) {
    const part = n / 26;
    const [lean, tall] = [(random() - 0.5) * 4, 8 + random() * 20];
    if (part > gone) continue;
    const [x, y] = creeping(part);
    const way = n % 3 === 0 ? 0.6 : -1;
    path += `M${x.toFixed(2)} ${y.toFixed(2)}q${(lean * 0.2).toFixed(2)} ${(way * tall * 0.5).toFixed(2)} ${
      lean.toFixed(2)
    } ${(way * tall).toFixed(2)}`;
  }
  return path;
}

/**
 * @param {[number, number]} point
 * @param {string} tag
 * @param {Record<string, unknown> | null} props
 * @param {...import("../../elements.js").Child} children
 */
const pinned = ([x, y], tag, props, ...children) =>
  h(tag, { ...props, style: { left: `${x.toFixed(2)}%`, top: `${y.toFixed(2)}%` } }, ...children);

/** Whether the picture is wide enough for spaces that can be hit. */
const roomy = () => matchMedia("(min-width: 761px)").matches;

/** The spaces of Rescue that are still ahead. @param {Seat} seat @param {number} start */
function spaces(seat, start) {
  const view = viewOf(seat);
  const symbols = factsOf(seat).board.artemia_spaces[String(view.side)] ?? [];
  const out = [];
  for (let space = start; space >= 1; space--) {
    const [artemia, will, id] = [symbols.includes(space), view.track_will.includes(space), `rescue-${space}`];
    const passed = space >= view.rescue;
    const label = [seat.words.call(id), artemia && seat.words.short("artemia"), will && seat.words.term("will")]
      .filter(Boolean).join(", ");
    const inside = [
      artemia ? glyph("artemia") : null,
      will ? h("span.na-will", { "data-fly": `will ${space}` }, glyph("will")) : null,
    ];
    const kind = `${artemia ? "artemia" : ""} ${passed ? "passed" : ""} ${will ? "with-will" : ""}`;
    const at = descent((start - space) / start);
    out.push(
      seat.may(id) && roomy()
        ? pinned(at, "button.na-space", { ...seat.option(id, { label }), class: kind }, ...inside, h("b", null, space))
        : pinned(at, "span.na-space", { class: kind, title: artemia || will ? label : null }, ...inside),
    );
  }
  return out;
}

/** @param {Seat} seat @param {string} name @param {number} left */
function distance(seat, name, left) {
  return h(
    `div.na-distance.${name}`,
    null,
    h("b", null, left),
    h(
      "span",
      null,
      h("strong", null, seat.say(`way-${name}`)),
      h("small", null, fill(seat.say("to-go"), language(), { count: left })),
    ),
  );
}

/** @param {Seat} seat */
export function scene(seat) {
  const view = viewOf(seat);
  const { board } = factsOf(seat);
  const people = seat.table.seats.length;
  const [far, wide] = [board.rescue_start + people, board.assimilation_start + people];
  const [come, grown] = [1 - view.rescue / far, 1 - view.assimilation / wide];
  const trail = (
    /** @type {(part: number) => [number, number]} */ way,
    /** @type {number} */ from,
    /** @type {number} */ to,
  ) => joined(Array.from({ length: 25 }, (_, n) => way(from + (to - from) * n / 24)));
  return h(
    "section.na-scene",
    {
      "aria-label": [
        labelled(seat, seat.say("way-rescue"), view.rescue),
        labelled(seat, seat.say("way-assimilation"), view.assimilation),
      ].join(", "),
      "data-winner": view.winner || null,
      style: { "--come": come.toFixed(3), "--grown": grown.toFixed(3) },
    },
    h("img.na-sky", { src: sky(), alt: "" }),
    h("span.na-dawn", { "aria-hidden": "true" }),
    h("span.na-blight", { "aria-hidden": "true" }),
    svg(
      "svg",
      { class: "na-ways", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("path", { class: "ahead rescue", d: trail(descent, come, 1) }),
      svg("path", { class: "behind rescue", d: trail(descent, 0, come) }),
      svg("path", { class: "ahead growth", d: trail(creeping, grown, 1) }),
      svg("path", { class: "tendrils", d: tendrils(grown) }),
      svg("path", { class: "behind growth", d: trail(creeping, 0, grown) }),
    ),
    ...spaces(seat, far),
    ...Array.from(
      { length: wide },
      (_, n) => pinned(creeping(n / wide), "span.na-thorn", { class: wide - n >= view.assimilation ? "passed" : "" }),
    ),
    pinned(/** @type {[number, number]} */ (CAMP), "span.na-camp", { title: seat.say("victory") }, glyph("camp")),
    pinned(
      descent(come),
      "span.na-ship",
      { "data-fly": "ship", "data-place": `rescue ${view.rescue}` },
      glyph("rescue"),
    ),
    pinned(
      creeping(grown),
      "span.na-maw",
      { "data-fly": "maw", "data-place": `growth ${view.assimilation}` },
      glyph("assimilation"),
    ),
    h(
      "div.na-low",
      null,
      distance(seat, "rescue", view.rescue),
      view.will_reserve > 0 && h(
        "span.na-pool",
        { title: seat.words.term("will_reserve") },
        glyph("will"),
        h("span.for-ears", null, seat.words.term("will_reserve")),
        view.will_reserve,
      ),
    ),
    distance(seat, "assimilation", view.assimilation),
  );
}
