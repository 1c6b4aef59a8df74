// Before the game: who sits where, the invitation, and the start.

import { call, guest, Refusal, whoami } from "../api.js";
import { topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { complain } from "../toast.js";
import { nameField } from "../name.js";
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

  /** @param {() => Promise<any>} act */
  const doing = (act) => async () => {
    try {
      await act();
    } catch (error) {
      complain(error);
    }
  };
  const sit = doing(async () => {
    if (name.valid()) await takeSeat(table.id, free.map((one) => one.seat), name.value(), code);
  });
  document.title = `${words.name} – Farshore`;
  put(
    root,
    topBar(h("a.back", { href: "/" }, icon("back"), h("span", null, say("lobby")))),
    h(
      "main.room",
      { id: "table" },
      h(
        "section.panel.room-panel",
        null,
        h("h1", null, words.name),
        h("p.hint", null, say("room-open")),
        h(
          "ul.seats",
          null,
          ...table.seats.map((one) =>
            h(
              "li",
              { class: one.seat === table.my_seat ? "mine" : "" },
              badge(table, one.seat),
              h("strong", null, playerName(table, one.seat)),
              h("span.kind", null, one.seat === table.my_seat ? say("you") : playerKind(table, one.seat)),
            )
          ),
        ),
        !seated && free.length > 0 &&
          h("div.sit", null, name.element, h("button.primary", { type: "button", onclick: sit }, say("sit-down"))),
        h(
          "div.actions",
          null,
          owner && h(
            "button.primary",
            {
              type: "button",
              disabled: free.length > 0,
              onclick: doing(() => call("POST", `/tables/${table.id}/start`)),
            },
            icon("play"),
            h("span", null, say("start")),
          ),
          key &&
            h(
              "button",
              { type: "button", onclick: () => share(`${location.origin}/join/${table.id}#${key}`) },
              icon("link"),
              h("span", null, say("invite")),
            ),
          !key && table.visibility !== "private" &&
            h(
              "button",
              { type: "button", onclick: () => share(`${location.origin}/join/${table.id}`) },
              icon("link"),
              h("span", null, say("invite")),
            ),
          seated && !owner && h(
            "button.plain",
            {
              type: "button",
              onclick: doing(async () => {
                await call("DELETE", `/tables/${table.id}/seats/${table.my_seat}`);
                navigate("/");
              }),
            },
            icon("door"),
            h("span", null, say("stand-up")),
          ),
          owner && h("button.plain", {
            type: "button",
            onclick: doing(async () => {
              await call("DELETE", `/tables/${table.id}`);
              navigate("/");
            }),
          }, say("delete-table")),
        ),
        owner && free.length > 0 && h("p.hint", null, say("seats-missing", { count: free.length })),
        seated && !owner && h("p.hint", null, say("owner-starts")),
      ),
      h("section.panel.room-talk", null, seat.story.log, seat.talk.element),
    ),
  );
  seat.talk.refresh();
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

/** The most seats that a table has. */
const SEATS = 12;

/**
 * An invitation to a table that only its players may see.
 * @param {HTMLElement} root
 * @param {string} id
 * @param {string} code
 */
export function invitation(root, id, code) {
  const name = nameField("");
  const sit = async () => {
    try {
      if (name.valid()) await takeSeat(id, [...Array(SEATS).keys()], name.value(), code);
    } catch (error) {
      complain(error);
    }
  };
  put(
    root,
    topBar(),
    h(
      "main.room",
      { id: "table" },
      h(
        "section.panel.room-panel",
        null,
        h("h1", null, say("invited")),
        name.element,
        h("button.primary", { type: "button", onclick: sit }, say("sit-down")),
      ),
    ),
  );
  return () => {};
}
