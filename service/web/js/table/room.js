// Before the game: who sits where, the invitation, and the start.

import { call, fixed, get, guest, Refusal, whoami } from "../api.js";
import { topBar } from "../chrome.js";
import { h, put, unique } from "../elements.js";
import { icon } from "../icons.js";
import { cover } from "../lobby/covers.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { trying } from "../toast.js";
import { nameField } from "../name.js";
import { GameWords } from "../words.js";
import { minutes } from "./clocks.js";
import { share } from "./menu.js";
import { badge, playerKind, playerName } from "./players.js";

/**
 * Draw the room.
 * @param {Element} root
 * @param {import("../openapi.d.ts").Table} table
 * @param {import("../words.js").GameWords} words
 * @param {import("./seat.js").Seat} seat for the talk and its story
 * @param {string | null} code an invitation
 */
export async function waitingRoom(root, table, words, seat, code) {
  const player = await whoami().catch(() => null);
  const owner = player !== null && table.owner === player.id;
  const seated = table.my_seat !== null;
  const free = table.seats.filter((one) => one.kind === "open" || one.kind === "invite");
  const name = nameField(player?.name ?? "");
  const key = code ?? table.invite_code;

  const sit = trying(async () => {
    if (name.valid()) await takeSeat(table.id, free.map((one) => one.seat), name.value(), code);
  });
  const about = await aboutPanel(table, words);
  document.title = `${words.name} – Farshore`;
  const link = key ? `${location.origin}/join/${table.id}#${key}` : `${location.origin}/join/${table.id}`;
  const invites = free.length > 0 && (key !== null || table.visibility !== "private");
  put(
    root,
    topBar(h("a.back", { href: "/" }, icon("back"), h("span", null, say("lobby")))),
    h(
      "main.room.waiting-room",
      { id: "table" },
      about,
      h(
        "section.panel.room-panel",
        { "aria-label": say("seats") },
        h("h2", null, say(free.length ? "seats-missing" : "all-seated", { count: free.length })),
        h("p.hint", null, say(table.start !== "owner" ? "room-open" : owner ? "you-start" : "owner-starts")),
        h("ul.seats", null, ...table.seats.map((one) => seatLine(table, one.seat))),
        !seated && free.length > 0 &&
          h("div.sit", null, name.element, h("button.primary", { type: "button", onclick: sit }, say("sit-down"))),
        invites && seated && invitationLink(link),
        h(
          "div.actions",
          null,
          owner && table.start === "owner" && h(
            "button.primary",
            {
              type: "button",
              disabled: free.length > 0,
              onclick: trying(() => call("POST", `/tables/${table.id}/start`)),
            },
            icon("play"),
            h("span", null, say("start")),
          ),
          seated && !owner && h(
            "button.plain",
            {
              type: "button",
              onclick: trying(async () => {
                await call("DELETE", `/tables/${table.id}/seats/${table.my_seat}`);
                navigate("/");
              }),
            },
            icon("door"),
            h("span", null, say("stand-up")),
          ),
          owner && h("button.plain", {
            type: "button",
            onclick: trying(async () => {
              await call("DELETE", `/tables/${table.id}`);
              navigate("/");
            }),
          }, say("delete-table")),
        ),
      ),
      seated && h(
        "section.panel.room-talk",
        { "aria-label": say("talk") },
        h("h2", null, say("talk")),
        seat.story.log,
        seat.talk.element,
      ),
    ),
  );
  seat.talk.refresh();
}

/**
 * @param {import("../openapi.d.ts").Table} table
 * @param {number} n
 */
function seatLine(table, n) {
  const { kind, player } = table.seats[n];
  const free = !player && (kind === "open" || kind === "invite");
  return h(
    "li",
    { class: `${n === table.my_seat ? "mine" : ""} ${free ? "free" : ""}`, "data-seat": free ? null : n },
    badge(table, n),
    h("strong", null, playerName(table, n)),
    h(
      "span.kind",
      null,
      n === table.my_seat
        ? say("you")
        : kind === "open"
        ? say("for-anybody")
        : kind === "invite"
        ? say("by-invitation")
        : playerKind(table, n),
    ),
  );
}

/**
 * The game, and what was chosen when the table was opened.
 * @param {import("../openapi.d.ts").Table} table
 * @param {import("../words.js").GameWords} words
 */
async function aboutPanel(table, words) {
  const [{ chosenOptions }, game, book] = await Promise.all([
    import("../lobby/options.js"),
    fixed(`/games/${table.game}`),
    table.options.book ? get(`/books/${table.options.book}`).catch(() => null) : null,
  ]);
  const { book: _, ...options } = /** @type {Record<string, unknown>} */ (table.options);
  const said = chosenOptions(options, game.options, words);
  const { bank_s, increment_s, per_decision_s } = table.clock;
  const times = [
    bank_s && say("clock-in-all", { time: minutes(bank_s * 1000) }),
    increment_s && say("clock-more", { count: increment_s }),
    per_decision_s && say("clock-each", { time: minutes(per_decision_s * 1000) }),
  ].filter(Boolean);
  const facts = [
    ...(book ? [/** @type {[string, string]} */ ([words.texts.titles?.book ?? "", book.title])] : []),
    ...(said.length ? [/** @type {[string, string]} */ ([say("options"), said.join(" · ")])] : []),
    [say("clock"), times.join(" + ") || say("clock-none")],
    [say("visibility"), say(`visible-${table.visibility}`)],
  ];
  return h(
    "section.panel.room-about",
    null,
    h("img.room-cover", { src: cover(table.game), alt: "", width: 400, height: 250 }),
    h("h1", null, words.name),
    h("p.hint", null, words.about),
    h("dl.fields", null, ...facts.map(([name, value]) => h("div", null, h("dt", null, name), h("dd", null, value)))),
  );
}

/**
 * The address that opens this table for somebody else.
 * @param {string} link
 */
function invitationLink(link) {
  const id = unique("invitation");
  return h(
    "div.field.invitation",
    null,
    h("label", { for: id }, say("invitation")),
    h(
      "div.with-button",
      null,
      h("input", {
        id,
        type: "text",
        readonly: true,
        value: link,
        onfocus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
      }),
      h(
        "button.primary",
        { type: "button", "aria-label": say("invite"), onclick: () => share(link) },
        icon("link"),
        h("span", null, say("copy")),
      ),
    ),
  );
}

/**
 * Take the first of these seats that is free, and show the table.
 * @param {string} table
 * @param {number[]} seats
 * @param {string} name
 * @param {string | null} code
 */
async function takeSeat(table, seats, name, code) {
  await guest(name);
  /** @type {unknown} */
  let refusal = null;
  for (const seat of seats) {
    try {
      await call("PUT", `/tables/${table}/seats/${seat}`, code ? { code } : {});
      return location.reload();
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === "not-found") throw refusal ?? error;
      if (error.code === "already-seated") return location.reload();
      refusal = error;
    }
  }
  throw refusal;
}

/**
 * An invitation to a table that only its players may see: what is played there, who sits there, and a seat to take.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string} code
 */
export async function invitation(root, id, code) {
  const { table, free_seats: free } = await get(`/invites/${encodeURIComponent(code)}`);
  if (table.id !== id) throw new Error("This invitation is to another table.");
  const [words, player] = await Promise.all([GameWords.load(table.game), whoami().catch(() => null)]);
  const name = nameField(player?.name ?? "");
  const sit = trying(async () => {
    if (name.valid()) await takeSeat(id, free, name.value(), code);
  });
  const about = await aboutPanel(table, words);
  document.title = `${say("invited")} – Farshore`;
  put(
    root,
    topBar(),
    h(
      "main.room.waiting-room",
      { id: "table" },
      about,
      h(
        "section.panel.room-panel",
        { "aria-label": say("seats") },
        h("h2", null, say("invited")),
        h("p.hint", null, say("invited-about")),
        h("ul.seats", null, ...table.seats.map((/** @type {any} */ one) => seatLine(table, one.seat))),
        name.element,
        h("button.primary", { type: "button", onclick: sit }, say("sit-down")),
      ),
    ),
  );
  return () => {};
}
