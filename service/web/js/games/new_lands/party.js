// The explorers: who reads, who listens, who breaks ties, what they hold, and whose hand is raised.

import { h } from "../../elements.js";
import { playerHead } from "../../table/players.js";
import { icon } from "../../icons.js";
import { picture } from "./art.js";
import { glyph } from "./glyphs.js";
import { NOTHING_ASKED, raised, told, viewOf } from "./pieces.js";

/** @typedef {import("./pieces.js").Seat} Seat */

/** @param {Seat} seat */
export function party(seat) {
  const view = viewOf(seat);
  const first = seat.me ?? 0;
  const around = view.players.map((_, n) => view.players[(first + n) % view.players.length]);
  return h(
    "section.nl-party",
    { "aria-label": told(seat, "party"), "data-count": view.players.length },
    ...around.map((one) => explorer(seat, one)),
  );
}

/** @param {Seat} seat @param {import("../../openapi.d.ts").NewLandsExplorer} player */
function explorer(seat, player) {
  const view = viewOf(seat);
  const { now, nominations, ballot } = view;
  const n = player.seat;
  const role = now ? (now.scout === n ? "scout" : now.navigator === n ? "navigator" : "group") : null;
  const proposers = Object.entries(nominations?.proposed ?? {}).filter(([, one]) => one === n).map(([k]) => Number(k));
  const nominate = seat.decision("nominate-scout");
  const id = `player-${n}`;
  const voted = ballot?.voted.includes(n) ?? false;
  const facts = [
    role && h("span.nl-role", null, glyph(role === "group" ? "ear" : role), h("span", null, seat.words.term(role))),
    h(
      "span.nl-scouted",
      { title: told(seat, "scouted", { count: player.scouted }) },
      glyph("scout"),
      h("span.for-ears", null, told(seat, "scouted", { count: player.scouted })),
      h("span", { "aria-hidden": "true" }, `×${player.scouted}`),
    ),
    nominations?.declined.includes(n) && h("span.nl-declined", null, told(seat, "declined")),
  ];
  return h(
    "div.nl-explorer",
    { "data-seat": n, "data-role": role, class: nominate?.options.includes(id) ? "may" : "" },
    playerHead(
      seat,
      n,
      voted && !player.done &&
        h(
          "span.nl-up",
          { title: told(seat, "has-voted") },
          raised(seat, n),
          h("span.for-ears", null, told(seat, "has-voted")),
        ),
      player.done && h("span.nl-done", { title: seat.words.term("done") }, icon("check", seat.words.term("done"))),
    ),
    h("div.nl-facts", null, ...facts, player.character && character(seat, player)),
    nominate?.options.includes(id) &&
      h(
        "button.nl-nominate",
        seat.option(id, { decision: nominate, label: told(seat, "propose", { name: seat.name(n) }) }),
        glyph("hand"),
      ),
    proposers.length > 0 &&
      h(
        "span.nl-hands.nl-proposers",
        null,
        h("span.for-ears", null, told(seat, "proposed-by", { names: proposers.map((k) => seat.name(k)) })),
        ...proposers.map((k) => raised(seat, k)),
      ),
  );
}

/** @param {Seat} seat @param {import("../../openapi.d.ts").NewLandsExplorer} player */
function character(seat, player) {
  const id = /** @type {string} */ (player.character);
  return h(
    "button.nl-character",
    {
      ...seat.option(id, { decision: NOTHING_ASKED }),
      "aria-label": `${seat.words.short(id)}. ${told(seat, player.know_how ? "know-how-free" : "know-how-used")}`,
      title: seat.words.short(id),
      class: player.know_how ? "" : "used",
    },
    h("img", { src: picture(id, "character"), alt: "", width: 160, height: 110 }),
    h("span", null, seat.words.short(id)),
  );
}
