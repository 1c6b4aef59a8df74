// The mountain: tiles on their spaces, the airplane, and the way of escape.

import { h, svg } from "../../elements.js";
import { landscape } from "./art.js";
import { capital, character, factsOf, paged, regionOf, trialWords, viewOf, word } from "./facts.js";
import { glyph } from "./glyphs.js";
import { tinyTrials } from "./pieces.js";
import { suggested, suggestion } from "./signals.js";

/** @typedef {import("./facts.js").Seat} Seat */

/** Where the spaces of the escape stand, in percent of the map. @type {Record<string, [number, number]>} */
const ESCAPE = { E1: [67, 13], E2: [81, 25], E3: [91, 40] };
const CENTRE = 43;
const STEP = 14.2;

/** @param {import("./facts.js").Space} space @returns {[number, number]} */
function place({ id, row, col }) {
  if (ESCAPE[id]) return ESCAPE[id];
  const inRow = Math.max(1, 7 - row);
  return [CENTRE + (col - (inRow + 1) / 2) * STEP, 91.5 - (row - 1) * 13.9];
}

/** What stands on a space in words. @param {Seat} seat @param {import("./facts.js").Space} space */
function spaceWords(seat, space) {
  const region = seat.words.term(space.region);
  if (viewOf(seat).tiles.includes(space.id)) return `${space.id}: ${paged(seat, "option-space", { region })}`;
  const trials = (space.empty_trials ?? []).map((one) => trialWords(seat, one));
  return `${space.id}: ${paged(seat, "option-empty", { region, trials })}`;
}

/** @param {Seat} seat @param {import("./facts.js").Space} space */
function tile(seat, space) {
  const view = viewOf(seat);
  const [x, y] = place(space);
  const here = view.airplane === space.id;
  const full = view.tiles.includes(space.id);
  const asks = seat.decisions.find((one) => one.options.includes(space.id)) ?? null;
  const hints = suggested(seat, space.id);
  const suggest = !asks && seat.me !== null && view.phase === "movement" && seat.me !== view.leader && !here;
  const mine = suggest && seat.talk.attached.some((one) => one.space === space.id);
  const name = spaceWords(seat, space);
  return h(
    "button.mm-tile",
    {
      ...seat.option(space.id, { label: here ? `${name}. ${capital(seat.words.term("airplane"))}` : name }),
      ...(suggest
        ? {
          "data-zoom": null,
          "aria-pressed": String(mine),
          "aria-label": word(seat, "suggest-space", { space: name }),
          onclick: () => suggestion(seat, space.id),
        }
        : {}),
      class: `${full ? "full" : "empty"} region-${space.region} ${here ? "here" : ""} ${suggest ? "suggestible" : ""}`,
      style: { left: `${x}%`, top: `${y}%` },
    },
    full ? [glyph(space.region), h("span.mm-id", null, space.id)] : tinyTrials(space.empty_trials ?? []),
    !full && !space.empty_trials && h("span.mm-id", null, space.id),
    hints.length > 0 &&
      h("span.mm-hints", null, ...hints.map((n) => h("i", { "data-seat": n, title: character(seat, n) }))),
  );
}

/** The airplane as a token of its own, so that it flies. @param {Seat} seat */
function airplane(seat) {
  const view = viewOf(seat);
  const space = factsOf(seat).spaces.get(view.airplane ?? "");
  const [x, y] = space ? place(space) : [97, 88];
  return h(
    "span.mm-airplane",
    { "data-place": `plane ${view.airplane}`, style: { left: `${x}%`, top: `${y}%` }, "aria-hidden": "true" },
    h("span", { "data-fly": "airplane" }, glyph("airplane")),
  );
}

/** @param {Seat} seat */
export function map(seat) {
  const facts = factsOf(seat);
  const view = viewOf(seat);
  return h(
    "div.mm-map",
    { role: "group", "aria-label": paged(seat, "mountain") },
    h("span.mm-sky", null, h("img", { src: landscape(regionOf(view, facts)), alt: "" })),
    svg(
      "svg",
      { class: "mm-route", viewBox: "0 0 100 100", preserveAspectRatio: "none", "aria-hidden": "true" },
      svg("path", { d: "M43 8C55 3 62 6 67 13S78 18 81 25s6 9 10 15" }),
    ),
    ...[...facts.spaces.values()].map((space) => tile(seat, space)),
    airplane(seat),
    view.airplane === null && h("p.mm-note", null, paged(seat, "airplane-off")),
  );
}

/** The mountain, tiny: where the expedition is. @param {Seat} seat @param {() => void} onclick @param {boolean} open */
export function miniature(seat, onclick, open) {
  const facts = factsOf(seat);
  const view = viewOf(seat);
  return h(
    "button.mm-mini",
    {
      type: "button",
      "data-key": "peek",
      "aria-pressed": String(open),
      "aria-label": paged(seat, "mountain"),
      title: paged(seat, "mountain"),
      onclick,
    },
    svg(
      "svg",
      { viewBox: "0 0 100 100", "aria-hidden": "true" },
      ...[...facts.spaces.values()].map((space) => {
        const [x, y] = place(space);
        const here = space.id === view.airplane;
        return svg("rect", {
          x: x - 5,
          y: y - 5,
          width: 10,
          height: 10,
          rx: 2,
          class: here ? "here" : view.tiles.includes(space.id) ? "full" : "",
        });
      }),
    ),
  );
}
