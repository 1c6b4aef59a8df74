// The end of a game: who won, the score sheet, and the proof that the deal was fixed from the start.

import { call } from "../api.js";
import { h } from "../elements.js";
import { icon } from "../icons.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { sha256 } from "../sha256.js";
import { trying } from "../toast.js";
import { badge } from "./players.js";

/**
 * @param {import("./seat.js").Seat} seat
 * @returns {Node[]}
 */
export function ending(seat) {
  const { shown } = seat;
  const result = shown.result;
  const won = result?.winners ?? [];
  const title = shown.status === "aborted" || !result
    ? say("event-aborted")
    : won.length === 0
    ? say("nobody-wins")
    : won.length === 1 && won[0] === seat.me
    ? say("you-win")
    : say("wins", { names: won.map((n) => seat.name(n)) });
  const reason = result?.reason ? seat.words.term(result.reason) : "";
  const place = result && seat.me !== null && !won.includes(seat.me) ? result.places[seat.me] : null;
  const own = result ? seat.game.ending?.(seat) : null;
  return [
    h(
      "section.ending",
      { "aria-label": say("result") },
      h(
        "header.ending-head",
        null,
        h("span.laurel", null, icon(won.length ? "crown" : "flag")),
        h(
          "div",
          null,
          h("h2", null, title),
          reason && h("p.hint", null, reason),
          place && new Set(result?.places).size > 1 && h("p.hint", null, say("your-place", { place })),
        ),
        h("div.actions", null, ...actions(seat)),
      ),
      ...(own ? own.flat().filter((one) => one instanceof Node) : result ? [scores(seat)] : []),
      proof(seat),
    ),
  ];
}

/** @param {import("./seat.js").Seat} seat */
function actions(seat) {
  const again = trying(async () => {
    const table = await call("POST", `/tables/${seat.id}/rematch`);
    navigate(`/t/${table.id}`);
  });
  const { rematch } = seat.table;
  const replay = location.pathname.startsWith("/replay/");
  return [
    rematch && h("a.button.primary", { href: `/t/${rematch}` }, icon("again"), h("span", null, say("rematch"))),
    seat.me !== null && !rematch && !replay &&
    h("button.primary", { type: "button", onclick: again }, icon("again"), h("span", null, say("play-again"))),
    !replay && h("a.button", { href: `/replay/${seat.id}` }, icon("play"), h("span", null, say("watch-replay"))),
    h("a.button.plain", { href: "/" }, say("lobby")),
  ];
}

/**
 * Places and scores, for games without a score sheet of their own.
 * @param {import("./seat.js").Seat} seat
 */
function scores(seat) {
  const result = /** @type {import("../openapi.d.ts").Result} */ (seat.shown.result);
  const order = result.places.map((place, n) => ({ place, n })).sort((a, b) => a.place - b.place);
  return h(
    "ol.scores",
    null,
    ...order.map(({ place, n }) =>
      h(
        "li",
        { class: result.winners.includes(n) ? "winner" : "" },
        badge(seat.table, n),
        h("strong", null, seat.name(n)),
        h("span.kind", null, say("place", { place })),
        result.scores.length > n && h("span.score", null, result.scores[n]),
      )
    ),
  );
}

/**
 * The seed was fixed before the first card was dealt: its digest was published when the game started.
 * @param {import("./seat.js").Seat} seat
 */
function proof(seat) {
  const { seed, commitment } = seat.table;
  if (!seed || !commitment) return null;
  const fits = sha256(seed) === commitment;
  return h(
    "details.proof",
    { class: fits ? "fits" : "differs" },
    h(
      "summary",
      null,
      icon(fits ? "shield" : "warning"),
      h("span", null, say(fits ? "seed-fits" : "seed-differs")),
      icon("down"),
    ),
    h("p", null, say("seed-about")),
    h(
      "dl",
      null,
      h("dt", null, say("seed")),
      h("dd", null, h("code", null, seed)),
      h("dt", null, "SHA-256"),
      h("dd", null, h("code", null, sha256(seed))),
      h("dt", null, say("commitment")),
      h("dd", null, h("code", null, commitment)),
    ),
  );
}
