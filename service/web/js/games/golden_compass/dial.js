// The alethiometer: sixteen sectors, red outside and light blue inside, and the needle.

import { h, svg } from "../../elements.js";
import { round } from "../../draw.js";
import { parts } from "./glyphs.js";
import { actionSign } from "./pieces.js";

const CENTRE = 150;

/** @param {number} radius @param {number} turn in sectors @param {number} all */
const at = (radius, turn, all) => {
  const angle = turn / all * 2 * Math.PI - Math.PI / 2;
  return [round(CENTRE + radius * Math.cos(angle)), round(CENTRE + radius * Math.sin(angle))];
};

/** A wedge between two radii. @param {number} n @param {number} all @param {number} inner @param {number} outer */
function wedge(n, all, inner, outer) {
  const [a, b, c, d] = [
    at(outer, n - 0.5, all),
    at(outer, n + 0.5, all),
    at(inner, n + 0.5, all),
    at(inner, n - 0.5, all),
  ];
  return `M${a}A${outer} ${outer} 0 0 1 ${b}L${c}A${inner} ${inner} 0 0 0 ${d}Z`;
}

/** A sign at a place of the dial. @param {string} name @param {number[]} place @param {number} size */
const sign = (name, [x, y], size) =>
  svg("g", { transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 48})` }, ...parts(name));

/** Where the needle pointed when the dial was drawn last, by table. @type {Map<string, number>} */
const pointed = new Map();

/**
 * The instrument. Its two lit wedges are the options of `choose-colour`, which stand beside it as buttons too.
 * @param {import("../../table/seat.js").Seat} seat
 */
export function dial(seat) {
  const { sectors } = /** @type {import("./pieces.js").Facts} */ (seat.facts);
  const all = sectors.length;
  const n = sectors.findIndex((one) => one.id === seat.view.sector);
  const before = pointed.get(seat.id) ?? 0;
  const turn = n < 0 ? before : n + all * (2 + Math.floor(before / all));
  const moves = n >= 0 && before % all !== n;
  pointed.set(seat.id, moves ? turn : before);
  const lit = seat.decision("choose-colour") !== null;
  /** What one of the two wedges picks. @param {number} i @param {string} colour */
  const pick = (i, colour) => ({ onclick: lit && i === n && (() => seat.toggle(colour)) });
  const needle = svg(
    "g",
    {
      class: "gc-needle",
      style: { "--from": `${before * 360 / all}deg`, "--to": `${(moves ? turn : before) * 360 / all}deg` },
    },
    svg("path", { d: "M150 66l6 84-6 62-6-62z", class: "gc-blade" }),
    svg("circle", { cx: CENTRE, cy: CENTRE, r: 11, class: "gc-hub" }),
  );
  return h(
    "figure.gc-dial",
    { class: lit ? "lit" : "" },
    svg(
      "svg",
      {
        viewBox: "0 0 300 300",
        role: "img",
        "aria-label": n < 0 ? seat.words.term("needle") : seat.words.call(sectors[n].id),
      },
      svg("circle", { cx: CENTRE, cy: CENTRE, r: 147, class: "gc-rim" }),
      ...sectors.flatMap((sector, i) => [
        svg("path", { d: wedge(i, all, 104, 138), class: `gc-wedge gc-red ${i === n ? "on" : ""}`, ...pick(i, "red") }),
        svg("path", {
          d: wedge(i, all, 72, 102),
          class: `gc-wedge gc-sky ${i === n ? "on" : ""}`,
          ...pick(i, "light_blue"),
        }),
        svg("text", { x: at(127, i, all)[0], y: at(127, i, all)[1], class: "gc-draws" }, sector.red.draw),
        ...Array.from(
          { length: sector.red.advance ?? 0 },
          (_, step) =>
            svg("circle", {
              cx: at(112, i + (step - ((sector.red.advance ?? 1) - 1) / 2) * 0.24, all)[0],
              cy: at(112, i + (step - ((sector.red.advance ?? 1) - 1) / 2) * 0.24, all)[1],
              r: 3.2,
              class: "gc-step",
            }),
        ),
        sign(actionSign(sector.light_blue), at(87, i, all), 19),
      ]),
      svg("circle", { cx: CENTRE, cy: CENTRE, r: 70, class: "gc-face" }),
      ...Array.from({ length: 36 }, (_, i) => {
        const [a, b] = [at(66, i, 36), at(i % 9 ? 61 : 54, i, 36)];
        return svg("path", { d: `M${a}L${b}`, class: "gc-tick" });
      }),
      ...Array.from({ length: 24 }, (_, i) => {
        const [a, b, c] = [at(50, i, 24), at(30, i + 3, 24), at(50, i + 6, 24)];
        return svg("path", { d: `M${a}Q${b} ${c}`, class: "gc-ray" });
      }),
      ...Array.from({ length: 8 }, (_, i) => {
        const [cx, cy] = at(142.5, i + 0.5, 8);
        return svg("circle", { cx, cy, r: 2.6, class: "gc-stud" });
      }),
      svg("path", { d: "M150 96l9 45 45 9-45 9-9 45-9-45-45-9 45-9z", class: "gc-rose" }),
      needle,
    ),
  );
}
