// All cards of a game: their faces, search, groups, and how often each is taken.

import { get } from "../../api.js";
import { h, put } from "../../elements.js";
import { loadFaces } from "../../games.js";
import { language } from "../../preferences.js";
import { say } from "../../say.js";
import { complain } from "../../toast.js";
import { callButton, query } from "../parts/calls.js";
import { selectField, textField } from "../parts/fields.js";
import { allGames, levelName, percent } from "../parts/format.js";
import { frame, pageHead, prepare, refused } from "../parts/frame.js";
import { getCards, getExplorer, getText } from "./calls.js";
import { capital, collection, groupName, kindName } from "./collection.js";
import { drawing, face, onlooker } from "./face.js";
import { sums } from "./sums.js";

/**
 * @typedef {import("./collection.js").Entry} Entry
 * @typedef {import("./sums.js").Sum} Sum
 */

const ORDERS = ["printed", "name", "taken", "wins"];

/** @type {import("../../router.js").Page} */
export default async function page(root, name) {
  await prepare();
  try {
    const [loaded, games] = await Promise.all([loadFaces(name), allGames()]);
    return new Gallery(name, loaded, games).start(root);
  } catch (error) {
    return refused(root, "/cards", error);
  }
}

class Gallery {
  /**
   * @param {string} name
   * @param {import("./face.js").Loaded} loaded
   * @param {import("../../openapi.d.ts").Game[]} games
   */
  constructor(name, loaded, games) {
    this.name = name;
    this.words = loaded.words;
    this.games = games;
    this.game = games.find((one) => one.name === name);
    this.seat = onlooker(name, loaded);
    this.entries = collection(loaded.words, loaded.cards);
    const groups = [...new Set(this.entries.map((one) => one.group))];
    this.search = textField(say("search"), { name: "search", type: "search", oninput: () => this.show() });
    this.group = selectField(say("card-group"), "group", [
      ["", say("all-cards")],
      ...groups.map((one) => /** @type {[string, string]} */ ([one, capital(groupName(one, this.words))])),
    ]);
    this.order = selectField(say("sort"), "order", ORDERS.map((one) => [one, say(`order-${one}`)]));
    this.kind = selectField(say("decision-kind"), "kind", [["", say("all-kinds")]]);
    this.seats = selectField(say("filter-seats"), "seats", [["", say("any")], ...this.numbers()]);
    this.level = selectField(say("level"), "level", [
      ["", say("any")],
      ...["person", "agent", ...this.game?.bots ?? []].map((
        one,
      ) => /** @type {[string, string]} */ ([one, levelName(one)])),
    ]);
    for (const field of [this.group, this.order]) field.input.addEventListener("change", () => this.show());
    for (const field of [this.kind, this.seats, this.level]) {
      field.input.addEventListener("change", () => this.load().catch(complain));
    }
    this.list = h("ul.gallery-cards", { "data-game": name });
    this.count = h("p.hint", { role: "status" });
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map(this.entries.map((entry) => [entry.id, this.item(entry)]));
    /** @type {Map<string, Sum>} */
    this.sums = new Map();
  }

  /** @returns {[string, string][]} */
  numbers() {
    const { least, most } = this.game?.players ?? { least: 1, most: 0 };
    return Array.from({ length: most - least + 1 }, (_, n) => [String(least + n), String(least + n)]);
  }

  filters() {
    return { kind: this.kind.input.value, seats: this.seats.input.value, level: this.level.input.value };
  }

  /** @param {HTMLElement} root */
  async start(root) {
    await this.load();
    frame(
      root,
      "/cards",
      this.words.name,
      pageHead({ title: this.words.name, about: this.words.about, back: ["/cards", say("cards")] }),
      h(
        "nav.game-tabs",
        { "aria-label": say("games") },
        ...this.games.map((one) =>
          h("a", { href: `/cards/${one.name}`, "aria-current": one.name === this.name ? "page" : null }, one.title)
        ),
      ),
      h(
        "section.panel.builder-panel",
        { "aria-label": say("filters") },
        h(
          "div.filter-form",
          null,
          h("div.filters", null, this.search.element, this.group.element, this.order.element),
          h(
            "details.more-options",
            null,
            h("summary", null, say("statistics-of")),
            h("div.filters", null, this.kind.element, this.seats.element, this.level.element),
          ),
          h(
            "div.actions",
            null,
            this.count,
            callButton(say("cards"), () => [
              getCards(this.name),
              getText(this.name, language()),
              getExplorer(this.name, this.filters()),
            ]),
          ),
        ),
      ),
      this.list,
    );
    return () => {};
  }

  /** @param {Entry} entry */
  item(entry) {
    const drawn = face(entry.id, this.seat);
    return h(
      "li.gallery-card",
      {
        class: drawn ? "" : "plain-card",
        "data-card": entry.id,
        "data-text": `${entry.name} ${entry.text}`.toLowerCase(),
      },
      drawn ?? drawing(entry, this.name),
      h(
        "h2",
        null,
        h("a.cover-link", { href: `/cards/${this.name}/${encodeURIComponent(entry.id)}` }, capital(entry.name)),
        entry.ids.length > 1 && h("span.kind", null, ` × ${entry.ids.length}`),
      ),
      h("p.hint", null, entry.text),
      h("p.card-numbers"),
    );
  }

  /**
   * Add what is counted without being a card, like a kind of set, behind the cards.
   * @param {string} id
   * @param {string} name
   */
  addUnprinted(id, name) {
    if (this.entries.some((one) => one.ids.includes(id))) return;
    const entry = { id, ids: [id], group: "others", name, text: "" };
    this.entries.push(entry);
    this.items.set(id, this.item(entry));
  }

  /** Load the statistics that are asked for, and show them below the cards. */
  async load() {
    const found = await get(`/games/${this.name}/explorer${query(this.filters())}`);
    for (const { card, name } of found.items) this.addUnprinted(card, name);
    this.sums = sums(this.entries, found.items);
    if (this.kind.input.options.length === 1) {
      this.kind.input.append(
        ...found.kinds.map((/** @type {string} */ kind) => h("option", { value: kind }, capital(kindName(kind)))),
      );
    }
    for (const [id, item] of this.items) {
      const sum = this.sums.get(id);
      put(
        /** @type {Element} */ (item.querySelector(".card-numbers")),
        sum && sum.offered > 0 && [
          h("span", null, say("taken-of", { taken: sum.taken, offered: sum.offered, rate: percent(sum.rate) })),
          h("span", null, sum.wins === null ? "" : say("wins-with", { rate: percent(sum.wins) })),
        ],
      );
    }
    this.show();
  }

  /** Show the cards that fit, in the order that is asked for. */
  show() {
    const wanted = this.search.input.value.trim().toLowerCase().split(/\s+/);
    const group = this.group.input.value;
    const fits = this.entries.filter((one) =>
      (!group || one.group === group) &&
      wanted.every((word) => this.items.get(one.id)?.dataset.text?.includes(word))
    );
    const value = (/** @type {Entry} */ one) => {
      const sum = this.sums.get(one.id);
      return (this.order.input.value === "taken" ? sum?.rate : sum?.wins) ?? -1;
    };
    if (this.order.input.value === "name") {
      fits.sort((a, b) => a.name.localeCompare(b.name, language(), { numeric: true }));
    } else if (this.order.input.value !== "printed") fits.sort((a, b) => value(b) - value(a));
    this.count.textContent = say("cards-count", { count: fits.length });
    this.list.replaceChildren(...fits.flatMap((one) => this.items.get(one.id) ?? []));
  }
}
