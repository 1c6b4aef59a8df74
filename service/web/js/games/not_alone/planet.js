// The planet: ten places in two rows with tokens, presences and who may be there; the bridges between them; the reserve.

import { h } from "../../elements.js";
import { initial } from "../../table/players.js";
import { gain, placeFace, tokenFace } from "./cards.js";
import { asksForPlaces, bareName, labelled, numberOf, perhaps, slotsOf, TOKENS, viewOf } from "./facts.js";
import { glyph } from "./glyphs.js";

/** @typedef {import("../../table/seat.js").Seat} Seat */

/** More people than this on a place are written by their first letters. */
const CROWD = 2;

/** Whether one's own card lies face down on this place. @param {Seat} seat @param {string} place */
function secretly(seat, place) {
  const view = viewOf(seat);
  return view.me !== null && view.me.played.includes(place) &&
    !view.presences.some((one) => one.seat === seat.me && one.card === place);
}

/** What is said about a slot. @param {Seat} seat @param {number} slot */
function told(seat, slot) {
  const view = viewOf(seat);
  const place = view.planet[slot - 1];
  const name = place === null ? seat.say(view.labyrinth_variant ? "empty-slot" : "face-down") : seat.words.short(place);
  const names = (/** @type {{ seat: number }[]} */ list) => list.map((one) => seat.name(one.seat)).join(", ");
  const here = view.presences.filter((one) => one.slot === slot);
  const maybe = perhaps(view, slot);
  return [
    labelled(seat, seat.words.call(`s${slot}`), name),
    ...TOKENS.filter((token) => view.tokens[token]?.includes(slot)).map((token) => seat.words.short(token)),
    here.length ? labelled(seat, seat.say("here"), names(here)) : "",
    maybe.length ? labelled(seat, seat.say("may-be-here"), names(maybe)) : "",
    place !== null && secretly(seat, place) ? seat.say("you-secretly") : "",
    powerless(seat, slot),
    place !== null ? seat.words.card(place)?.text : "",
  ].filter(Boolean).join(". ");
}

/** Why the power of a place cannot be used, or nothing. @param {Seat} seat @param {number} slot */
function powerless(seat, slot) {
  const view = viewOf(seat);
  const place = view.planet[slot - 1];
  const acts = (/** @type {string} */ card) => view.in_force.includes(card);
  const targeted = (view.tokens.target ?? []).includes(slot) && (acts("mirage") || acts("toxin"));
  const jammed = place !== null &&
    (acts("interference") && ["beach", "wreck"].includes(place) ||
      acts("interference_x") && [4, 8].includes(numberOf(seat, place)));
  if (view.inert || targeted || jammed || view.ruined.includes(slot)) return seat.say("no-power");
  return place !== null && view.used.includes(place) ? seat.say("used-up") : "";
}

/** The picture of a slot, which is what is picked: the slot, its place, or nothing. @param {Seat} seat @param {number} slot */
function ground(seat, slot) {
  const view = viewOf(seat);
  const place = view.planet[slot - 1];
  const label = told(seat, slot);
  // Some questions are about slots, others about places.
  const id = place !== null && !seat.may(`s${slot}`) ? place : `s${slot}`;
  const own = place !== null && id === place && !asksForPlaces(seat);
  const props = own
    ? { type: "button", "data-zoom": place, "aria-label": label, "data-key": `slot ${slot}` }
    : seat.option(id, { label });
  if (place === null) {
    const kind = view.labyrinth_variant ? "empty" : "hidden";
    return h(
      seat.may(id) ? "button.na-ground" : "div.na-ground",
      { ...(seat.may(id) ? props : { "aria-label": label, role: "img" }), class: kind },
      h("span.na-number", { "aria-hidden": "true" }, slot),
      glyph("unknown"),
    );
  }
  return h("button.na-ground", { ...props, "data-card": place }, ...placeFace(seat, place), gain(place));
}

/** Tokens on a slot. @param {Seat} seat @param {number} slot */
function tokens(seat, slot) {
  const view = viewOf(seat);
  const there = TOKENS.filter((token) => view.tokens[token]?.includes(slot));
  return there.length > 0 && h(
    "div.na-tokens",
    { "data-place": `slot ${slot}` },
    ...there.map((token) => {
      const mark = view.tokens[token][0] === slot ? `token ${token}` : null;
      const asked = ["ubiquity", "which-token"].some((kind) => seat.decision(kind)?.options.includes(token));
      return asked
        ? h("button.na-token-option", { ...seat.option(token), "data-fly": mark }, tokenFace(token))
        : h("span", { "data-fly": mark, title: seat.words.short(token) }, tokenFace(token));
    }),
  );
}

/** Who is here for sure. @param {Seat} seat @param {number} slot */
function presences(seat, slot) {
  const view = viewOf(seat);
  const which = seat.decision("move-which");
  const place = view.planet[slot - 1];
  const secret = place !== null && secretly(seat, place);
  const here = view.presences.filter((one) => one.slot === slot);
  const many = here.length + (secret ? 1 : 0) > CROWD;
  return (here.length > 0 || secret) && h(
    "div.na-pawns",
    { "data-place": `slot ${slot}`, "data-many": many ? "" : null },
    ...here.map((one) => {
      const option = which?.about.seat === one.seat && which.options.includes(one.card);
      const name = seat.name(one.seat);
      return h(
        option ? "button.na-pawn" : "span.na-pawn",
        {
          ...(option
            ? seat.option(one.card, { decision: which, label: `${name}, ${seat.words.call(`s${slot}`)}` })
            : { title: name }),
          "data-seat": one.seat,
          "data-fly": `pawn ${one.seat} ${one.card}`,
          "data-from": `person ${one.seat}`,
          class: one.resolved ? "resolved" : "",
        },
        glyph("pawn"),
        many
          ? h("span", null, h("span.for-ears", null, name), h("b", { "aria-hidden": "true" }, initial(name)))
          : h("span", null, name),
      );
    }),
    secret &&
      h(
        "span.na-pawn.secret",
        { "data-seat": seat.me, title: seat.say("you-secretly") },
        glyph("pawn"),
        h("span", null, seat.say("you-short")),
      ),
  );
}

/** @param {Seat} seat @param {number} slot */
function cell(seat, slot) {
  const view = viewOf(seat);
  const place = view.planet[slot - 1];
  const maybe = perhaps(view, slot);
  const dead = powerless(seat, slot);
  return h(
    "div.na-cell",
    {
      "data-slot": slot,
      "data-covered": TOKENS.find((token) => view.tokens[token]?.includes(slot)) ?? null,
      class: `${dead ? "dead" : ""} ${
        view.in_force.includes("force_field") && view.tokens.target?.includes(slot) ? "barred" : ""
      }`,
    },
    ground(seat, slot),
    maybe.length > 0 && h(
      "ul.na-pips",
      { "aria-hidden": "true" },
      ...maybe.map((prey) =>
        h("li.na-pip", {
          "data-seat": prey.seat,
          class: prey.seat === seat.me ? "me" : "",
          title: seat.name(prey.seat),
        }, initial(seat.name(prey.seat)))
      ),
    ),
    h(
      "div.na-marks",
      { "aria-hidden": "true" },
      place !== null && numberOf(seat, place) !== slot &&
        h("span.na-mark.slot", null, seat.say("slot-short").replace("#", String(slot))),
      place !== null && view.reserve[place] !== undefined &&
        h(
          "span.na-mark",
          { title: seat.words.term("reserve"), class: view.reserve[place] ? "" : "none" },
          glyph("reserve"),
          view.reserve[place],
        ),
      place === "beach" &&
        h(
          "span.na-mark",
          { class: view.marker === "on" ? "on" : "none", title: seat.words.term("marker") },
          glyph("marker"),
        ),
      dead && h("span.na-mark.dead", null, glyph("dead"), h("span", null, dead)),
      view.shield === slot &&
        h(
          "span.na-mark.on",
          { title: seat.words.term("shield"), "data-fly": "shield", "data-place": `slot ${slot}` },
          glyph("shield"),
        ),
    ),
    tokens(seat, slot),
    presences(seat, slot),
  );
}

/** Pairs of slots that can be picked lie between the two. @param {Seat} seat */
function bridges(seat) {
  const token = seat.decisions.map((one) => one.about.token).find(Boolean) ?? "walk";
  const pairs = seat.decisions.flatMap((one) => one.options).filter((id) => slotsOf(id).length === 2);
  return pairs.map((id) => {
    const [a, b] = slotsOf(id);
    const name = (/** @type {number} */ slot) => {
      const place = viewOf(seat).planet[slot - 1];
      return place === null ? seat.words.call(`s${slot}`) : bareName(seat, place);
    };
    return h(
      "button.na-bridge",
      {
        ...seat.option(id, { label: labelled(seat, seat.words.call(id), `${name(a)}, ${name(b)}`) }),
        "data-across": b - a === 1 ? "row" : "column",
        style: { "--column": (a - 1) % 5, "--row": a > 5 ? 1 : 0 },
      },
      glyph(String(token)),
    );
  });
}

/** Reserve cards of places that do not lie open on the planet, the pile of the variant and what was drawn from it. @param {Seat} seat */
function beside(seat) {
  const view = viewOf(seat);
  const hidden = Object.entries(view.reserve).filter(([place]) => !view.planet.includes(place));
  const cards = (
    /** @type {string[]} */ list,
    /** @type {(place: string) => import("../../elements.js").Child} */ note,
  ) =>
    list.map((place) =>
      h(
        "span.na-beside-card",
        null,
        h("button.na-card.na-place-card", seat.option(place), ...placeFace(seat, place)),
        note(place),
      )
    );
  if (!hidden.length && !view.labyrinth_variant) return null;
  return h(
    "div.na-beside",
    { "data-scroll": "beside" },
    view.drawn_places.length > 0 &&
      h(
        "div.na-drawn",
        null,
        h("h3", null, seat.words.term("drawn_places")),
        h("div", null, ...cards(view.drawn_places, () => null)),
      ),
    hidden.length > 0 && h(
      "div",
      null,
      h("h3", null, seat.words.term("reserve")),
      h(
        "div",
        null,
        ...cards(
          hidden.map(([place]) => place).filter((place) => !view.drawn_places.includes(place)),
          (place) => h("b", null, `×${view.reserve[place]}`),
        ),
      ),
    ),
    view.labyrinth_variant && h(
      "p.na-beside-pile",
      null,
      h("span", null, seat.words.term("place_pile"), " ", h("b", null, view.place_pile)),
      view.pile_bottom.length > 0 &&
        h("span", null, seat.words.term("pile_bottom"), " ", ...view.pile_bottom.map((id) => seat.chip(id))),
      view.place_discard.length > 0 &&
        h("span", null, seat.words.term("place_discard"), " ", ...view.place_discard.map((id) => seat.chip(id))),
    ),
  );
}

/** @param {Seat} seat */
export function planet(seat) {
  return h(
    "section.na-planet",
    { "aria-label": seat.words.term("planet") },
    h("div.na-places", null, ...Array.from({ length: 10 }, (_, n) => cell(seat, n + 1)), ...bridges(seat)),
    beside(seat),
  );
}
