// The tables in the lobby: to join, to go on with and to watch. The stream of the lobby keeps them up to date.

import { get, token, whoami } from "../api.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { say } from "../say.js";
import { followLobby } from "../stream.js";
import { myTurn, ordered, tableLine } from "./table_line.js";

/** @typedef {import("./table_line.js").ListedTable} ListedTable */

const GATHER_MS = 200;
/** How long a connection may be lost before the page says so. */
const LOST_MS = 1500;
/** The most tables that are shown to join and to watch. */
const MOST = { join: 12, watch: 6 };

export class TableLists {
  /** @param {Map<string, string>} titles of the games */
  constructor(titles) {
    this.titles = titles;
    this.lists = { join: h("ul.lines"), mine: h("ul.lines"), watch: h("ul.lines") };
    /** The way to the table that waits for the caller, at the top of the page. */
    this.called = h("span.called", { role: "status" });
    this.lost = h("p.lists-lost", { role: "status" });
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.losing = undefined;
    /** @type {Map<string, ListedTable>} */
    this.listed = new Map();
    this.stale = false;
    this.staleMine = true;
    this.asked = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.stop = () => {};
  }

  /**
   * A list with its title.
   * @param {"join" | "mine" | "watch"} kind
   * @param {string} title
   */
  section(kind, title) {
    return h("section.list", { "aria-label": title }, h("h2", null, title), this.lists[kind]);
  }

  /** Show the tables, and follow what happens. */
  async start() {
    document.addEventListener("visibilitychange", this.later);
    addEventListener("farshore:account", this.changed);
    this.follow();
    await this.draw();
  }

  follow() {
    this.stop = followLobby((event) => this.hear(event), (live) => this.connected(live));
  }

  end() {
    clearTimeout(this.timer);
    clearTimeout(this.losing);
    this.stop();
    document.removeEventListener("visibilitychange", this.later);
    removeEventListener("farshore:account", this.changed);
  }

  /** What comes at once is drawn at once; a hidden page is drawn when it is looked at. */
  later = () => {
    this.timer ??= setTimeout(() => this.draw(), GATHER_MS);
  };

  /** Another account sees other tables. */
  changed = () => {
    this.staleMine = true;
    this.later();
    this.stop();
    this.follow();
  };

  /** @param {boolean} live */
  connected(live) {
    clearTimeout(this.losing);
    if (live) return put(this.lost);
    const pill = () => h("span.pill.lost", null, icon("warning"), h("span", null, say("reconnecting")));
    this.losing = setTimeout(() => put(this.lost, pill()), LOST_MS);
  }

  /** @param {import("../stream.js").TableEvent} event */
  hear({ type, data }) {
    const told = /** @type {any} */ (data);
    if (type === "account") this.staleMine = true;
    else {
      this.stale = true;
      if (type === "lobby-table") this.listed.set(told.id, told);
      else if (type === "lobby-removed") this.listed.delete(told.id);
      else if (type === "lobby") {
        this.listed = new Map(told.tables.map((/** @type {ListedTable} */ one) => [one.id, one]));
      }
    }
    if (type === "lobby") this.draw();
    else this.later();
  }

  async draw() {
    this.timer = undefined;
    if (document.hidden) return;
    if (this.stale) this.drawOthers();
    if (this.staleMine) await this.drawMine();
  }

  drawOthers() {
    this.stale = false;
    const others = [...this.listed.values()].filter((one) => one.my_seat === null).sort((a, b) => a.id < b.id ? 1 : -1);
    const free = others.filter((one) => one.status === "open" && one.seats.some((seat) => seat.kind === "open"));
    this.fill("join", free.slice(0, MOST.join), say("no-open"));
    this.fill("watch", others.filter((one) => one.status === "running").slice(0, MOST.watch), say("no-running"));
  }

  async drawMine() {
    this.staleMine = false;
    const mark = ++this.asked;
    const mine = token() ? await get("/tables?mine=true&limit=20").catch(() => null) : { items: [] };
    // An older reply may come after a newer one.
    if (!mine || mark !== this.asked) return;
    const me = await whoami().catch(() => null);
    this.fill("mine", ordered(mine.items, me?.id), say("no-mine"), me?.id);
    this.callUp(mine.items.filter(myTurn));
  }

  /**
   * @param {"join" | "mine" | "watch"} kind
   * @param {ListedTable[]} tables
   * @param {string} none what is said where there are none
   * @param {string} [player] who is looking
   */
  fill(kind, tables, none, player) {
    const list = this.lists[kind];
    const key = JSON.stringify(tables.map((one) => [one.id, one.status, one.waiting, one.seats, one.present]));
    if (list.dataset.shows === key) return;
    list.dataset.shows = key;
    put(
      list,
      ...(tables.length
        ? tables.map((table) => tableLine(table, this.titles, kind, player))
        : [h("li.no-tables", null, none)]),
    );
  }

  /** @param {ListedTable[]} waiting */
  callUp(waiting) {
    const [first] = waiting;
    const key = first ? `${first.id} ${waiting.length}` : "";
    if (this.called.dataset.shows === key) return;
    this.called.dataset.shows = key;
    put(
      this.called,
      first && h(
        "a.button.large.turn",
        { href: `/t/${first.id}` },
        icon("hourglass"),
        h("span", null, say("turn-at", { game: this.titles.get(first.game) ?? first.game })),
        waiting.length > 1 && h("b", null, `+ ${waiting.length - 1}`),
      ),
    );
  }
}
