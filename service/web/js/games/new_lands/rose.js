// The left page: four landscapes around the Camp, the compass, and the piles in the corners.

import { h, svg } from "../../elements.js";
import { sendButton } from "./answers.js";
import { picture } from "./art.js";
import { glyph } from "./glyphs.js";
import { DIRECTIONS, hands, letterOf, pileBack, plate, told, viewOf } from "./pieces.js";

/** @typedef {import("./pieces.js").Seat} Seat */

const TURNS = /** @type {Record<string, number>} */ ({ N: 0, E: 90, S: 180, W: 270 });

/** Where the needle points: the own pick, the own setting, or what has been shown to all. @param {Seat} seat */
export function needle(seat) {
  const view = viewOf(seat);
  const decision = seat.decision("set-compass");
  const picked = decision ? seat.picks(decision).find((one) => DIRECTIONS.includes(one)) : undefined;
  return picked ?? view.scouting?.compass ?? view.now?.compass ?? null;
}

/** @param {Seat} seat */
export function rose(seat) {
  const view = viewOf(seat);
  const back = view.pile_top;
  const lost = [...view.lost_explorations, ...view.lost_missions, ...view.lost_peripeties];
  return h(
    "section.nl-verso",
    { "aria-label": seat.words.term("around") },
    h(
      "div.nl-rose",
      { "data-place": "rose" },
      corner(
        "nw",
        back
          ? pileBack(seat, {
            domain: back.domain,
            number: String(back.advance),
            label: told(seat, "sheets", { count: back.advance }),
            count: told(seat, "pile", { count: view.pile }),
          })
          : null,
      ),
      corner("ne", view.setup.peripeties ? peripeties(seat) : null),
      ...DIRECTIONS.map((direction) => landscape(seat, direction)),
      compass(seat),
      corner(
        "sw",
        h(
          "details.nl-lost",
          null,
          h(
            "summary",
            null,
            h("span.nl-back.empty", null, glyph("lost")),
            h("strong", null, seat.words.term("lost")),
            h("small", null, lost.length),
          ),
          h(
            "div.nl-lost-list",
            { tabindex: 0, role: "group", "aria-label": seat.words.term("lost") },
            lost.length ? lost.map((id) => seat.chip(id)) : "–",
          ),
        ),
      ),
      corner("se", city(seat)),
    ),
  );
}

/** @param {string} where @param {import("../../elements.js").Child} inside */
const corner = (where, inside) => h("div.nl-corner", { "data-corner": where }, inside);

/** The pile of péripéties, where the Scout may draw. @param {Seat} seat */
function peripeties(seat) {
  const view = viewOf(seat);
  const decision = seat.decision("draw-peripetia");
  return pileBack(seat, {
    domain: "peripetia",
    number: view.peripetia_top === null ? "–" : `+${view.peripetia_top}`,
    label: seat.words.term("peripetia"),
    count: told(seat, "pile", { count: view.peripetia_pile }),
    props: decision
      ? sendButton(seat, decision, "draw", `${seat.words.call("draw")}: +${view.peripetia_top}`)
      : undefined,
  });
}

/** The Lost City: its back, or what it demands once the Camp is there. @param {Seat} seat */
function city(seat) {
  const view = viewOf(seat);
  const name = seat.words.term("city");
  if (!view.city) {
    return h(
      "div.nl-pile",
      null,
      h("span.nl-back", { "data-domain": "city" }, glyph("city")),
      h("strong", null, name),
      h("small", null, told(seat, "page-short", { page: view.city_page })),
    );
  }
  return h(
    "button.nl-pile.nl-city",
    seat.option(view.city),
    h("img", { src: picture(view.city, "city"), alt: "", width: 160, height: 110 }),
    h("strong", null, seat.words.short(view.city)),
    h("small", null, told(seat, "page-short", { page: view.city_page })),
  );
}

/** @param {Seat} seat @param {string} direction */
function landscape(seat, direction) {
  const view = viewOf(seat);
  const id = view.around[direction];
  const where = h("span.nl-where", { "aria-hidden": "true" }, letterOf(seat, direction));
  if (!id) {
    return h("div.nl-place.empty", { "data-direction": direction }, where);
  }
  const decision = seat.decision("set-compass") ?? seat.decision("vote-exploration");
  const card = seat.words.card(id);
  const label = `${seat.words.call(direction)}: ${card?.name ?? id}. ${card?.text ?? ""}`;
  const swap = seat.decision("know-how");
  const props = decision ? seat.option(direction, { decision, label }) : { ...seat.option(id), "aria-label": label };
  return h(
    "div.nl-place",
    { "data-direction": direction, "data-place": `rose ${direction}` },
    plate(seat, id, { props, more: [where, hands(seat, direction)] }),
    swap?.options.includes(direction) &&
      h(
        "button.nl-swap",
        sendButton(seat, swap, direction, told(seat, "swap-this", { name: seat.words.short(id) })),
        glyph("discard"),
      ),
    decision && h(
      "button.nl-look",
      { type: "button", "data-zoom": id, "aria-label": told(seat, "look-at", { name: seat.words.short(id) }) },
      "i",
    ),
  );
}

/** The compass rose with its needle. @param {Seat} seat */
function compass(seat) {
  const view = viewOf(seat);
  const at = needle(seat);
  const set = view.now?.compass_set ?? false;
  const said = at
    ? told(seat, "compass-points", { direction: seat.words.call(at) })
    : told(seat, set ? "compass-covered" : "compass-unset");
  const ticks = Array.from({ length: 32 }, (_, n) => {
    const [a, r] = [n * Math.PI / 16, n % 4 ? 43 : 40];
    return `M${(50 + Math.sin(a) * r).toFixed(1)} ${(50 - Math.cos(a) * r).toFixed(1)}L${
      (50 + Math.sin(a) * 46).toFixed(1)
    } ${(50 - Math.cos(a) * 46).toFixed(1)}`;
  }).join("");
  const star = (/** @type {number} */ long, /** @type {number} */ turn) =>
    [0, 90, 180, 270].map((a) =>
      svg(
        "g",
        { transform: `rotate(${a + turn} 50 50)` },
        svg("path", { class: "dark", d: `M50 ${50 - long}L50 50L${50 + long * 0.16} ${50 - long * 0.16}Z` }),
        svg("path", { class: "pale", d: `M50 ${50 - long}L50 50L${50 - long * 0.16} ${50 - long * 0.16}Z` }),
      )
    );
  return h(
    "div.nl-compass",
    { class: at ? "shown" : set ? "covered" : "", role: "img", "aria-label": said },
    svg(
      "svg",
      { viewBox: "0 0 100 100" },
      svg("circle", { class: "ring", cx: 50, cy: 50, r: 46.5 }),
      svg("circle", { class: "ring thin", cx: 50, cy: 50, r: 38 }),
      svg("path", { class: "ticks", d: ticks }),
      ...star(24, 45),
      ...star(34, 0),
      svg(
        "g",
        { class: "nl-needle", "data-turn": at === null ? "" : TURNS[at] },
        svg("path", { class: "north", d: "M50 12L55 50H45Z" }),
        svg("path", { class: "south", d: "M50 88L55 50H45Z" }),
      ),
      svg("circle", { class: "hub", cx: 50, cy: 50, r: at ? 4 : set ? 21 : 4 }),
    ),
    ...DIRECTIONS.map((direction) =>
      h("span.nl-point", { "data-direction": direction, "aria-hidden": "true" }, letterOf(seat, direction))
    ),
  );
}

/** Turn the needle after a pick, without drawing the page again. @param {Seat} seat */
export function turnNeedle(seat) {
  const at = needle(seat);
  const one = seat.main.querySelector(".nl-compass");
  one?.classList.toggle("shown", at !== null);
  one?.querySelector(".nl-needle")?.setAttribute("data-turn", at === null ? "" : String(TURNS[at]));
  one?.querySelector(".hub")?.setAttribute("r", at === null && one.classList.contains("covered") ? "21" : "4");
}
