// Drawing a table: the board of the game, the question on it, the bar above it.

import { h, put } from "../elements.js";
import { fly } from "../flight.js";
import { complete, patch } from "../patch.js";
import { say } from "../say.js";
import { ending } from "./ending.js";

/** @typedef {import("./seat.js").Seat} Seat */

/**
 * Draw the table as its view says; cards that have changed place fly there. A hidden page is drawn when it is looked at.
 * @param {Seat} seat
 */
export async function draw(seat) {
  const { playback, host } = seat;
  seat.stale = document.hidden;
  if (seat.stale) {
    playback.arrived = [];
    return seat.bar.title();
  }
  const over = seat.shown.status === "finished" || seat.shown.status === "aborted";
  const next = h("div.board", { "data-phase": seat.view?.phase, class: over ? "over" : "" });
  next.append(...(over ? ending(seat) : []), ...boardOf(seat));
  if (!next.querySelector(".prompt-slot")) next.append(h("div.prompt-slot.below"));
  const change = () => {
    seat.main.classList.toggle("asked", seat.asked);
    host.classList.toggle("picking", seat.decisions.some((one) => seat.picks(one).length > 0));
    const focused = document.activeElement?.closest("[data-key]")?.getAttribute("data-key");
    const board = host.firstElementChild;
    if (board && seat.game.steady) {
      seat.prompt.element.remove();
      patch(board, next);
    } else put(host, complete(next));
    host.querySelector(".prompt-slot")?.append(seat.prompt.element);
    // First, because the prompt depends on what has happened.
    playback.tellNews();
    seat.prompt.draw(host);
    const lost = focused && document.activeElement === document.body;
    const same = lost ? seat.main.querySelector(`[data-key="${CSS.escape(focused)}"]`) : null;
    if (same instanceof HTMLElement) same.focus({ preventScroll: true });
    seat.game.drawn?.(seat);
    seat.bar.draw();
    playback.measure();
  };
  await fly(host, next, change);
}

/**
 * The board of the game; a game that cannot draw what it got must not hide the question.
 * @param {Seat} seat
 */
function boardOf(seat) {
  if (seat.view === null) return [];
  try {
    return seat.game.board(seat).flat().filter((one) => one instanceof Node || typeof one === "string");
  } catch (error) {
    console.error(error);
    return [h("p.hint", null, say("broken"))];
  }
}
