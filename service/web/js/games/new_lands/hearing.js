// The reading as the Group hears it: line by line, at the pace of a voice.

import { h } from "../../elements.js";
import { glyph } from "./glyphs.js";
import { lined, setPage } from "./passage.js";
import { told } from "./pieces.js";
import { current, forget, progress, seconds } from "./readings.js";

/** @typedef {import("./pieces.js").Seat} Seat */

/** The lines as they are spoken. @param {Seat} seat */
export function heard(seat) {
  const reading = /** @type {NonNullable<ReturnType<typeof current>>} */ (current(seat));
  const { begun, share } = progress(reading);
  const page = setPage(lined(reading.lines), {
    state: (n) => n >= begun ? "unsaid" : n === begun - 1 && share < 1 ? "saying" : "said",
  });
  const saying = page.querySelector(".saying");
  if (saying instanceof HTMLElement) ink(saying, reading.lines[begun - 1], share);
  return [
    page,
    reading.clue !== null && h("p.nl-clue", null, told(seat, "prompted", { word: reading.clue })),
    h(
      "div.nl-hearing",
      null,
      !reading.live && h("span.nl-strip", { "aria-hidden": "true" }, h("i")),
      !reading.live && !location.pathname.startsWith("/replay") &&
        h(
          "button.small.nl-heard",
          {
            type: "button",
            "data-key": "heard",
            onclick: () => {
              forget(seat);
              seat.announce("");
              seat.redraw();
            },
          },
          glyph("found"),
          told(seat, "i-have-heard"),
        ),
    ),
  ];
}

/** @param {HTMLElement} line @param {string} text @param {number} share */
function ink(line, text, share) {
  const length = seconds(text);
  line.style.setProperty("--ink", `${length}s`);
  line.style.setProperty("--since", `${-length * share}s`);
}

/** @type {WeakMap<Seat, ReturnType<typeof setInterval>>} */
const clocks = new WeakMap();
/** @type {WeakMap<Seat, number>} */
const announced = new WeakMap();

/** Let the reading go on while it lasts. @param {Seat} seat */
export function readOn(seat) {
  if (!current(seat) || clocks.has(seat)) return;
  const stop = () => {
    clearInterval(clocks.get(seat));
    clocks.delete(seat);
    announced.delete(seat);
  };
  const tick = () => {
    const reading = current(seat);
    if (!reading || seat.left.aborted) {
      stop();
      seat.announce("");
      if (!seat.left.aborted && seat.main.querySelector(".nl-recto[data-part=reading]")) seat.redraw();
      return;
    }
    const { begun, share, whole } = progress(reading);
    const lines = /** @type {HTMLElement[]} */ ([...seat.main.querySelectorAll("[data-part=reading] .nl-line")]);
    lines.forEach((line, n) => {
      const state = n >= begun ? "unsaid" : n === begun - 1 && share < 1 ? "saying" : "said";
      if (line.classList.contains(state)) return;
      line.classList.remove("unsaid", "saying", "said");
      line.classList.add(state);
      if (state === "saying") ink(line, reading.lines[n], share);
    });
    if (begun && announced.get(seat) !== begun) {
      announced.set(seat, begun);
      seat.announce(reading.lines[begun - 1]);
    }
    const strip = seat.main.querySelector(".nl-strip i");
    if (strip instanceof HTMLElement && whole !== null) {
      strip.style.setProperty("width", `${(100 - whole * 100).toFixed(1)}%`);
    }
  };
  clocks.set(seat, setInterval(tick, 150));
  tick();
}
