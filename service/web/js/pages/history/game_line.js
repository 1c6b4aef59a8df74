// A finished game in a list: who played, how it ended, and the way to its replay.

import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { cover } from "../../lobby/covers.js";
import { say } from "../../say.js";
import { levelName, roleName, when } from "../parts/format.js";

/**
 * @typedef {import("../../openapi.d.ts").PlayedGame} Game
 * @typedef {import("../../openapi.d.ts").PlayedSeat} Seat
 */

/** The name of a seat, a link to its profile. @param {Seat} seat @param {Game} game */
function who(seat, game) {
  if (seat.player) return h("a", { href: `/profiles/player/${seat.player.id}` }, seat.player.name);
  if (seat.agent) {
    return [
      h("a", { href: `/profiles/agent/${seat.agent.id}` }, seat.agent.name),
      seat.agent_version && h("span.kind", null, ` ${seat.agent_version}`),
    ];
  }
  if (!seat.level) return say(`who-${seat.kind === "agent" ? "agent" : "person"}`);
  return h("a", { href: `/profiles/bot/${game.game}:${seat.level}` }, levelName(seat.level));
}

/** @param {Seat} seat @param {Game} game */
const player = (seat, game) =>
  h(
    "li",
    { class: seat.won ? "won" : "" },
    seat.won && icon("crown", say("won")),
    h("span", null, who(seat, game)),
    seat.role !== "player" && h("span.kind", null, roleName(seat.role)),
    seat.forfeited && h("span.kind", null, say("gave-up-short")),
    seat.score !== null && h("b", null, say("points-of", { count: seat.score })),
  );

/**
 * @param {Game} game
 * @param {Map<string, string>} titles
 */
export function gameLine(game, titles) {
  const title = titles.get(game.game) ?? game.game;
  return h(
    "li.builder-line.game-line",
    { "data-game-id": game.id },
    h("img", { src: cover(game.game), alt: "", width: 76, height: 54 }),
    h(
      "div.line-about",
      null,
      h("strong", null, title, game.status === "aborted" && h("span.pill", null, say("state-aborted"))),
      h("ul.seats", null, ...game.seats.map((seat) => player(seat, game))),
      h(
        "span.kind",
        null,
        [
          when(game.finished_at),
          say("answers", { count: game.length }),
          game.visibility === "public" ? "" : say("is-private"),
        ].filter(Boolean).join(" · "),
      ),
    ),
    h(
      "a.button.small",
      {
        href: `/replay/${game.id}`,
        "aria-label": `${say("watch-replay")}: ${title}, ${when(game.finished_at)}`,
      },
      icon("play"),
      h("span", null, say("replay")),
    ),
  );
}
