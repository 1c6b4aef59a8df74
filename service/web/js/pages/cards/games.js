// The galleries of all games.

import { h } from "../../elements.js";
import { cover } from "../../lobby/covers.js";
import { say } from "../../say.js";
import { allGames } from "../parts/format.js";
import { frame, pageHead, prepare } from "../parts/frame.js";

/** @type {import("../../router.js").Page} */
export default async function page(root) {
  const [, games] = await Promise.all([prepare(), allGames()]);
  frame(
    root,
    "/cards",
    say("cards"),
    pageHead({ title: say("cards"), about: say("cards-about") }),
    h(
      "ul.games.game-links",
      null,
      ...games.map((game) =>
        h(
          "li.game-card",
          null,
          h("img.cover", { src: cover(game.name), alt: "", width: 400, height: 250 }),
          h(
            "div.game-about",
            null,
            h("h2", null, h("a.cover-link", { href: `/cards/${game.name}` }, game.title)),
            h("p", null, game.about),
          ),
        )
      ),
    ),
  );
  return () => {};
}
