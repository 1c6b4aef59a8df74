// Answers that lie face down until all have answered. The service does not show them, so the browser remembers its own.

/**
 * @typedef {import("./seat.js").Seat} Seat
 * @typedef {{ id: string, picks: string[], seq: number, changeable: boolean }} Sealed the decision, what was picked, the
 *   event it followed, and whether the rules allow to take it back
 */

/** @param {Seat} seat */
const key = (seat) => `farshore.sealed.${seat.id}`;

/**
 * The answer that lies face down, as far as this browser knows.
 * @param {Seat} seat
 * @returns {Sealed | null}
 */
export function sealed(seat) {
  if (seat.me === null || seat.asked || seat.shown.status !== "running") return null;
  const found = sessionStorage.getItem(key(seat));
  if (!found || seat.shown.waiting.includes(seat.me)) return null;
  /** @type {Sealed} */
  const answer = JSON.parse(found);
  // Nothing happens in the game until all have answered.
  return seat.story.told > answer.seq ? null : answer;
}

/** @param {Seat} seat @param {Sealed} answer */
export const keepSealed = (seat, answer) => sessionStorage.setItem(key(seat), JSON.stringify(answer));

/** @param {Seat} seat */
export const forgetSealed = (seat) => sessionStorage.removeItem(key(seat));
