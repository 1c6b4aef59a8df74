// The face of a card: as its game draws it, else a picture drawn from its id.

import { chance, hills, kept, picture, round, stars } from "../../draw.js";
import { h } from "../../elements.js";

/** @typedef {Awaited<ReturnType<typeof import("../../games.js").loadFaces>>} Loaded */

/**
 * What a game may ask of a seat while a card is drawn without a table: facts and words, and nothing to pick.
 * @param {string} name
 * @param {Loaded} loaded
 */
export function onlooker(name, { game, words, cards, frame }) {
  const none = () => null;
  return {
    id: "",
    game,
    words,
    frame,
    facts: game.facts ? game.facts(cards) : cards,
    table: { id: "", game: name, seats: [], options: {}, status: "open" },
    shown: { seat: null, view: null, decisions: [], waiting: [], sand: [], clocks: [], status: "open", result: null },
    view: null,
    me: null,
    asked: false,
    decisions: [],
    decision: none,
    picks: () => [],
    may: () => false,
    option: () => ({ type: "button" }),
    name: String,
    who: String,
    chip: (/** @type {string} */ id) => words.short(id),
    label: (/** @type {string} */ id) => words.call(id),
    say: (/** @type {string} */ key) => frame[key] ?? words.term(key),
  };
}

/**
 * The face of a card as its game draws it, for the eyes only: its name and text stand beside it. Null if the game does
 * not draw this card, or needs a table for it.
 * @param {string} id
 * @param {ReturnType<typeof onlooker>} seat
 */
export function face(id, seat) {
  try {
    const drawn = seat.game.zoom?.(id, /** @type {any} */ (seat));
    return drawn ? h("div.card-face", { "aria-hidden": "true", inert: true }, drawn) : null;
  } catch {
    return null;
  }
}

const [W, H] = [240, 140];

/**
 * A landscape that is always the same for a card; cards of one group have one time of day.
 * @param {string} group
 * @param {string} id
 */
function landscape(group, id) {
  return kept(`card ${group} ${id}`, () => {
    const hue = Math.floor(chance(group)() * 360);
    const random = chance(`${group} ${id}`);
    const night = chance(`${group} night`)() < 0.4;
    const turn = hue + (random() - 0.5) * 36;
    const sky = night ? [16, 30] : [70, 88];
    let out = `<defs><linearGradient id="s" x2="0" y2="1"><stop stop-color="hsl(${turn} 45% ${
      sky[0]
    }%)"/><stop offset="1" stop-color="hsl(${turn + 30} 55% ${
      sky[1]
    }%)"/></linearGradient></defs><rect width="${W}" height="${H}" fill="url(#s)"/>`;
    if (night) out += stars(random, 28, W, 70);
    out += `<circle cx="${round(40 + random() * 160)}" cy="${round(30 + random() * 22)}" r="${
      round(11 + random() * 7)
    }" fill="#fff4d6"/>`;
    const sharp = random() < 0.5;
    for (let n = 0; n < 3; n++) {
      const light = night ? 26 - n * 7 : 60 - n * 14;
      out += `<path d="${
        hills(random, { width: W, bottom: H, top: 78 + n * 20, swing: 15 - n * 3, steps: 4 + n, sharp: sharp && n < 2 })
      }" fill="hsl(${turn + n * 10} 38% ${light}%)"/>`;
    }
    return picture(out, W, H);
  });
}

/**
 * The picture of a card that its game does not draw.
 * @param {import("./collection.js").Entry} entry
 * @param {string} game
 */
export const drawing = (entry, game) =>
  h("img", { src: landscape(`${game} ${entry.group}`, entry.id), alt: "", width: W, height: H });
