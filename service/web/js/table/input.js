// Hands on the table: clicks, long presses and keys.

import { zoom } from "./zoom.js";

/** @typedef {import("./seat.js").Seat} Seat */

const LONG_PRESS_MS = 550;

/** @param {Event} event */
const target = (event) => /** @type {Element} */ (event.target);

/** The option that was touched, if there is one. @param {Event} event */
function optionAt(event) {
  const element = target(event).closest("[data-option]");
  if (!element) return null;
  return {
    element,
    id: element.getAttribute("data-option") ?? "",
    decision: element.getAttribute("data-decision") ?? undefined,
  };
}

/**
 * Listen to everything that is done at a table, until its page is left.
 * @param {Seat} seat
 */
export function listen(seat) {
  const { main, left } = seat;
  main.addEventListener("click", (event) => {
    const option = optionAt(event);
    if (option) seat.toggle(option.id, option.decision);
    else seat.look(target(event));
  });
  seat.side.element.addEventListener("click", (event) => seat.look(target(event)));
  main.addEventListener("dblclick", (event) => {
    const option = optionAt(event);
    const decision = seat.decisions.find((one) => one.id === option?.decision);
    if (!option || !decision || decision.most > 1) return;
    seat.setPicks(decision, [option.id]);
    seat.prompt.confirm(decision.id);
  });
  main.addEventListener("contextmenu", (event) => {
    const option = optionAt(event);
    if (!option) return;
    event.preventDefault();
    zoom(seat, option.id);
  });
  longPress(seat);
  addEventListener("pointerdown", () => seat.playback.skip(), { signal: left });
  addEventListener("keydown", (event) => {
    seat.playback.skip();
    key(seat, event);
  }, { signal: left });
  // A hidden page is drawn when somebody looks at it again.
  document.addEventListener("visibilitychange", () => seat.stale && seat.redraw(), { signal: left });
}

/** @param {Seat} seat */
function longPress(seat) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const stop = () => clearTimeout(timer);
  seat.main.addEventListener("touchstart", (event) => {
    const option = optionAt(event);
    stop();
    if (option) timer = setTimeout(() => zoom(seat, option.id), LONG_PRESS_MS);
  }, { passive: true });
  for (const type of ["touchend", "touchmove", "touchcancel"]) {
    seat.main.addEventListener(type, stop, { passive: true });
  }
}

/**
 * @param {Seat} seat
 * @param {KeyboardEvent} event
 */
function key(seat, event) {
  const at = target(event);
  if (event.key === "Escape" && seat.side.covers && !at.closest("dialog")) return seat.side.close();
  if (event.ctrlKey || event.metaKey || event.altKey || at.closest("input, textarea, select, dialog")) return;
  const options = /** @type {HTMLElement[]} */ ([...seat.main.querySelectorAll("[data-option]")]);
  if (/^[1-9]$/.test(event.key)) {
    const chosen = options[Number(event.key) - 1];
    if (!chosen) return;
    chosen.focus({ preventScroll: true });
    seat.toggle(chosen.getAttribute("data-option") ?? "", chosen.getAttribute("data-decision") ?? undefined);
  } else if (
    event.key === "Enter" && (!at.closest("button, a, summary") || at.closest("[data-option][aria-pressed=true]"))
  ) {
    event.preventDefault();
    seat.prompt.confirm(at.closest("[data-decision]")?.getAttribute("data-decision") ?? undefined);
  } else if (event.key === "i") {
    const card = at.closest("[data-option], [data-zoom]");
    if (card) zoom(seat, card.getAttribute("data-option") ?? card.getAttribute("data-zoom") ?? "");
  } else if (event.key === "ArrowRight" || event.key === "ArrowLeft") {
    const now = options.indexOf(/** @type {HTMLElement} */ (at));
    if (now < 0) return;
    options[(now + (event.key === "ArrowRight" ? 1 : options.length - 1)) % options.length].focus();
  } else if (event.key === "t" && !seat.talk.element.hidden) {
    event.preventDefault();
    seat.openSide("story");
    seat.talk.field.focus();
  } else if (event.key === "?") {
    seat.rules.show(seat.decisions[0]?.kind);
  }
}
