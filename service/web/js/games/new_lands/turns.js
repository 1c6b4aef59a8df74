// What a turn brought: the moment when the compass is shown, and the turns so far.

import { h } from "../../elements.js";
import { glyph } from "./glyphs.js";
import { plate, told, viewOf } from "./pieces.js";
import { bookmarks, outcome } from "./way.js";

/** @typedef {import("./pieces.js").Seat} Seat */

const REVEAL_MS = 2600;
/** @type {WeakMap<Seat, { until: number, compass: string, group: string, scout: number }>} */
const reveals = new WeakMap();

/** Remember that the compass has just been shown. @param {Seat} seat @param {any} data */
export function compassShown(seat, data) {
  if (seat.playback.playing) {
    reveals.set(seat, { until: Date.now() + REVEAL_MS, compass: data.compass, group: data.group, scout: data.seat });
  }
}

/** For a moment the right page shows what Scout and Group have chosen. @param {Seat} seat */
export function showReveal(seat) {
  const shown = reveals.get(seat);
  const page = seat.main.querySelector(".nl .nl-recto");
  const read = viewOf(seat).read.at(-1);
  const now = viewOf(seat).now;
  if (!shown || !page || Date.now() > shown.until) return;
  const same = shown.compass === shown.group;
  const lost = now?.chosen ? viewOf(seat).lost_explorations.slice(-2) : read?.lost ?? [];
  const ids = same ? [read?.found ?? null] : lost.length ? lost : [null, null];
  const captions = same
    ? [told(seat, "both-chose")]
    : [told(seat, "scout-chose", { name: seat.name(shown.scout) }), told(seat, "group-chose")];
  const overlay = h(
    "div.nl-reveal",
    { role: "status" },
    h(
      "div.nl-last",
      null,
      ...ids.map((id, n) =>
        h(
          "figure",
          null,
          h("figcaption", null, captions[n]),
          h(
            "div.nl-gone",
            { class: same ? "kept" : "" },
            id && plate(seat, id, { tag: "div", props: { "data-fly": null } }),
            h(`span.nl-stamp.${same ? "found" : "lost"}`, null, told(seat, same ? "stamp-found" : "stamp-lost")),
          ),
        )
      ),
    ),
  );
  const gone = () => {
    reveals.delete(seat);
    overlay.remove();
  };
  page.append(overlay);
  setTimeout(() => overlay.remove(), Math.max(0, shown.until - Date.now()));
  // Whoever acts has seen it.
  addEventListener("pointerdown", gone, { once: true, signal: seat.left });
  addEventListener("keydown", gone, { once: true, signal: seat.left });
}

/** What the last turn brought, and the turns so far as a table of contents. @param {Seat} seat */
export function contents(seat) {
  const view = viewOf(seat);
  const last = view.read.at(-1);
  if (!last) {
    return h(
      "div.nl-frontispiece",
      null,
      glyph("navigator"),
      h("h2", null, view.book.title),
      h("p", null, view.book.author),
      h("p.hint", null, told(seat, "set-out", { camp: view.camp, city: view.city_page })),
      h("p.hint", null, `${seat.words.term(view.setup.mode)} · ${seat.words.term(view.setup.difficulty)}`),
      !view.book.recognised && h("p.hint", null, told(seat, "unsure-language")),
    );
  }
  const shown = bookmarks(last);
  return h(
    "div.nl-contents",
    null,
    h(
      "div.nl-last",
      null,
      ...shown.map((id) =>
        h(
          "div.nl-gone",
          { class: last.found ? "kept" : "" },
          plate(seat, id, { tag: "div", props: { "data-zoom": id, "data-fly": null } }),
          h(
            `span.nl-stamp.${last.found ? "found" : "lost"}`,
            null,
            told(seat, last.found ? "stamp-found" : "stamp-lost"),
          ),
        )
      ),
      h(
        "p",
        null,
        outcome(seat, last),
        " ",
        last.tried &&
          told(seat, last.fulfilled ? "mission-kept" : "mission-lost", { name: seat.words.short(last.tried) }),
      ),
    ),
    h(
      "ol.nl-turns",
      { "data-scroll": "turns", tabindex: 0, "aria-label": told(seat, "turns") },
      ...[...view.read].reverse().map((one) =>
        h(
          "li",
          { class: one.found ? "found" : "lost" },
          h("span", null, told(seat, "turn-short", { turn: one.turn })),
          h("b", { "data-seat": one.scout }, seat.name(one.scout)),
          h("span.nl-dots", { "aria-hidden": "true" }),
          h("span", null, bookmarks(one).map((id) => seat.words.short(id)).join(", ")),
          glyph(one.found ? "found" : "lost", told(seat, one.found ? "stamp-found" : "stamp-lost")),
          h("i", null, one.page),
        )
      ),
    ),
  );
}
