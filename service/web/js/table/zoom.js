// A card, large, with its full text.

import { h } from "../elements.js";
import { sheet } from "../sheet.js";

/**
 * @param {import("./seat.js").Seat} seat
 * @param {string} id
 */
export function zoom(seat, id) {
  const card = seat.words.card(id);
  const large = seat.game.zoom?.(id, seat);
  if (!card && !large) return;
  sheet(
    { title: card?.name ?? seat.words.call(id), class: "zoom" },
    large && h("div.zoomed", null, large),
    card && h("p.card-text", null, card.text),
  );
}
