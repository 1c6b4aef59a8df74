// The explorers: who leads, how mad they are, what they hold, and what they have said about being finished.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { countdown } from "../../table/clocks.js";
import { badge, playerKind } from "../../table/players.js";
import { say } from "../../say.js";
import { capital, factsOf, silent, viewOf, word } from "./facts.js";
import { portrait } from "./art.js";
import { glyph } from "./glyphs.js";
import { count, tick } from "./pieces.js";

/**
 * @typedef {import("./facts.js").Seat} Seat
 * @typedef {import("../../openapi.d.ts").MountainsOfMadnessExplorer} Explorer
 */

/** Three eyes, open as far as madness has come. @param {Seat} seat @param {Explorer} player */
function eyes(seat, player) {
  const name = `${capital(seat.words.term("level"))}: ${player.level}`;
  return h(
    "span.mm-eyes",
    { title: name },
    h("span.for-ears", null, name),
    ...[1, 2, 3].map((n) => h("span", { class: n <= player.level ? "open" : "" }, glyph("madness"))),
  );
}

/** What the Leader can do with somebody. @param {Seat} seat @param {Explorer} player */
function options(seat, player) {
  const n = player.seat;
  const deal = seat.decision("deal")?.options.filter((id) => id.startsWith(`deal-${n}-`)) ?? [];
  return [
    seat.may(`calm-${n}`) &&
    h(
      "button.mm-do",
      seat.option(`calm-${n}`, { label: seat.label(`calm-${n}`) }),
      glyph("token"),
      h("span", null, word(seat, "calm")),
    ),
    seat.may(`seat-${n}`) &&
    h(
      "button.mm-do",
      seat.option(`seat-${n}`, { label: seat.label(`seat-${n}`) }),
      glyph("relic"),
      h("span", null, word(seat, "give")),
    ),
    deal.length > 0 &&
    h(
      "span.mm-deal",
      null,
      ...deal.map((id) => h("button.mm-slot", seat.option(id, { label: seat.label(id) }), icon("plus"))),
    ),
  ];
}

/** @param {Seat} seat @param {Explorer} player */
function explorer(seat, player) {
  const view = viewOf(seat);
  const { words } = seat;
  const n = player.seat;
  const leads = view.leader === n;
  const clock = seat.shown.clocks.find((one) => one.seat === n);
  const waits = seat.shown.status === "running" && seat.shown.waiting.includes(n) && view.phase !== "encounter";
  const facing = view.phase === "encounter" || view.phase === "window";
  return h(
    "li.mm-explorer",
    { "data-seat": n, class: `${leads ? "leads" : ""} ${waits ? "waits" : ""} level-${player.level}` },
    h(
      "span.mm-portrait",
      null,
      h("img", { src: portrait(player.character, player.level), alt: "" }),
      badge(seat.table, n),
    ),
    h(
      "span.mm-person",
      null,
      h("strong", null, player.character),
      h(
        "small",
        null,
        [n === seat.me ? say("you") : seat.name(n), playerKind(seat.table, n)].filter(Boolean).join(" · "),
      ),
    ),
    leads && h("span.mm-lead", { title: capital(words.term("leader")) }, glyph("sled", capital(words.term("leader")))),
    h(
      "span.mm-state",
      null,
      eyes(seat, player),
      count("card", word(seat, "in-hand"), player.hand),
      facing && count("sled", capital(words.term("placed")), player.placed),
      player.ignored > 0 && count("token", capital(words.term("ignored")), player.ignored),
      view.phase === "encounter" &&
        (player.done ? tick(words.call("done")) : player.ready && !silent(seat) && tick(words.call("ready"))),
      // The bar and the question say that it is one's own turn, and for how long.
      n !== seat.me && waits && h("span.pill.turn", null, icon("hourglass"), h("span", null, say("to-act"))),
      n !== seat.me && clock?.deadline && countdown(clock.deadline),
    ),
    player.relics.length > 0 && h(
      "span.mm-relics",
      null,
      ...player.relics.map((id) =>
        h(
          "button.mm-relic",
          {
            type: "button",
            "data-zoom": id,
            title: words.call(id),
            "aria-label": words.call(id),
            "data-key": `relic ${id}`,
          },
          glyph(factsOf(seat).relics.get(id)?.category ?? "relic"),
          factsOf(seat).relics.get(id)?.letter,
        )
      ),
    ),
    options(seat, player),
  );
}

/** @param {Seat} seat */
export const explorers = (seat) =>
  h(
    "ul.mm-explorers",
    { "aria-label": word(seat, "explorers"), "data-players": viewOf(seat).players.length },
    ...viewOf(seat).players.map((player) => explorer(seat, player)),
  );
