// The lobby.

import { call, fixed, get, guest, whoami } from "../api.js";
import { topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { nameField } from "../name.js";
import { navigate } from "../router.js";
import { complain } from "../toast.js";

/** @type {import("../router.js").Page} */
export default async function page(root) {
  document.title = "Farshore";
  const [games, player, tables] = await Promise.all([fixed("/games"), whoami(), get("/tables")]);
  const name = nameField(player?.name ?? "");
  /** @param {any} game */
  const play = async (game) => {
    try {
      name.valid();
      await guest(name.value());
      const bots = Array.from(
        { length: Math.max(1, game.players.least - 1) },
        () => ({ kind: "bot", level: game.bots.at(-1) }),
      );
      const table = await call("POST", "/tables", { game: game.name, seats: [{ kind: "me" }, ...bots], start: "full" });
      navigate(`/t/${table.id}`);
    } catch (error) {
      complain(error);
    }
  };
  put(
    root,
    topBar(),
    h(
      "main.room",
      null,
      h("section.panel", null, name.element),
      ...games.items.map((/** @type {any} */ game) =>
        h(
          "section.panel",
          null,
          h("h2", null, game.title),
          h("p", null, game.about),
          h("button.primary", { type: "button", onclick: () => play(game) }, game.title),
        )
      ),
      h(
        "section.panel",
        null,
        ...tables.items.map((/** @type {any} */ one) =>
          h("p", null, h("a", { href: `/t/${one.id}` }, `${one.game} ${one.status}`))
        ),
      ),
    ),
  );
  return () => {};
}
