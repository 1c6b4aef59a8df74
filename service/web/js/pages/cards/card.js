// One card: its face, its full text, and its statistics.

import { get } from "../../api.js";
import { h } from "../../elements.js";
import { loadFaces } from "../../games.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { callButton } from "../parts/calls.js";
import { frame, pageHead, panel, prepare, refused } from "../parts/frame.js";
import { getCardStatistics } from "./calls.js";
import { capital, collection, groupName } from "./collection.js";
import { drawing, face, onlooker } from "./face.js";
import { statistics } from "./statistics.js";

/** @type {import("../../router.js").Page} */
export default async function page(root, address) {
  await prepare();
  const [name, raw] = address.split("/");
  const id = decodeURIComponent(raw);
  try {
    const [loaded, found] = await Promise.all([
      loadFaces(name),
      get(`/games/${name}/explorer/${encodeURIComponent(id)}`),
    ]);
    const { words } = loaded;
    const entries = collection(words, loaded.cards);
    const at = entries.findIndex((one) => one.ids.includes(id));
    const entry = at < 0 ? { id, ids: [id], group: "others", name: found.name, text: "" } : { ...entries[at], id };
    const title = capital(entry.name);
    const [before, after] = at < 0 ? [] : [entries[at - 1], entries[at + 1]];
    frame(
      root,
      "/cards",
      title,
      pageHead({
        title,
        about: `${words.name} · ${capital(groupName(entry.group, words))}`,
        back: [`/cards/${name}`, say("cards-of", { game: words.name })],
        actions: [
          before && neighbour(name, before, "back", "previous-card"),
          after && neighbour(name, after, "next", "next-card"),
        ],
      }),
      h(
        "div.card-page",
        null,
        h(
          "div.card-side",
          null,
          face(id, onlooker(name, loaded)) ?? h("div.plain-card", null, drawing(entry, name)),
          entry.text && h("p.card-text", null, capital(entry.text)),
          entry.ids.length > 1 && h(
            "p.hint",
            null,
            say("copies", { count: entry.ids.length }),
            " ",
            ...entry.ids.filter((one) => one !== id).flatMap((
              one,
            ) => [h("a", { href: `/cards/${name}/${encodeURIComponent(one)}` }, one), " "]),
          ),
        ),
        panel(
          say("statistics"),
          [callButton(say("statistics"), () => getCardStatistics(name, id))],
          ...statistics(found),
        ),
      ),
    );
    return () => {};
  } catch (error) {
    return refused(root, "/cards", error);
  }
}

/**
 * The card before or after this one.
 * @param {string} game
 * @param {import("./collection.js").Entry} entry
 * @param {string} sign
 * @param {string} word
 */
const neighbour = (game, entry, sign, word) =>
  h(
    "a.button.small",
    { href: `/cards/${game}/${encodeURIComponent(entry.id)}`, "aria-label": `${say(word)}: ${entry.name}` },
    icon(sign),
    h("span", null, capital(entry.name)),
  );
