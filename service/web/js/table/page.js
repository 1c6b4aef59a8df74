// The page of a table: load what is needed once, then follow the stream.

import { compareClocks, get, Refusal } from "../api.js";
import { deadEnd, topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { loadGame, style } from "../games.js";
import { say } from "../say.js";
import { follow, followLobby } from "../stream.js";
import { toast } from "../toast.js";
import { invitation, waitingRoom } from "./room.js";
import { Seat } from "./seat.js";

/** How many events of the past are told when the page opens. */
const PAST = 400;

/** @type {import("../router.js").Page} */
export default async function page(root, id) {
  const code = location.hash.slice(1) || null;
  const loadedStyle = style("table.css");
  put(root, topBar(), h("main.room", { "aria-busy": "true" }));
  try {
    const [table, update] = await Promise.all([get(`/tables/${id}`), get(`/tables/${id}/view`)]);
    const [loaded, past] = await Promise.all([
      loadGame(table.game),
      get(`/tables/${id}/events?after=${Math.max(0, update.seq - PAST)}&limit=${PAST}`),
      loadedStyle,
    ]);
    return await sitDown(root, { id, table, update, ...loaded }, past.items, code);
  } catch (error) {
    await loadedStyle;
    const invited = code && error instanceof Refusal && error.status === 404
      ? await invitation(root, id, code).catch(() => null)
      : null;
    if (invited) return invited;
    if (!(error instanceof Refusal) || error.status !== 404) throw error;
    deadEnd(root, { title: say("no-table"), about: say("no-table-about") });
    return () => {};
  }
}

/**
 * Whoever has played learns at once that another player has opened a rematch.
 * @param {Seat} seat
 */
function awaitRematch(seat) {
  if (seat.me === null || seat.table.rematch) return;
  const stop = followLobby(async ({ type }) => {
    if (type !== "account") return;
    const table = await get(`/tables/${seat.id}`).catch(() => seat.table);
    if (!table.rematch || seat.table.rematch) return;
    seat.table = table;
    stop();
    toast(say("rematch-open"));
    seat.redraw();
  });
  seat.left.addEventListener("abort", stop);
}

/**
 * @param {HTMLElement} root
 * @param {ConstructorParameters<typeof Seat>[0]} loaded
 * @param {import("../stream.js").TableEvent[]} past
 * @param {string | null} code
 */
async function sitDown(root, loaded, past, code) {
  const seat = new Seat(loaded);
  seat.story.add(past);
  compareClocks();
  const show = async () => {
    if (seat.table.status === "open") return await waitingRoom(root, seat.table, seat.words, seat, code);
    root.replaceChildren(seat.bar.element, seat.bar.ballots, h("div.table-page", null, seat.main, seat.side.element));
    seat.side.draw();
    await seat.redraw();
    seat.talk.refresh();
  };
  await show();
  addEventListener("farshore:started", () => show(), { signal: seat.left });
  addEventListener("farshore:over", () => awaitRematch(seat), { signal: seat.left, once: true });
  if (seat.shown.status === "finished") awaitRematch(seat);
  const stop = seat.shown.status === "finished" || seat.shown.status === "aborted" ? () => {} : follow(
    loaded.id,
    // Not after the last event of the past: that may be newer than the view, which would then never be followed up.
    loaded.update.seq,
    {
      beat: async (beat) => {
        const open = seat.table.status === "open";
        if (open) {
          const before = JSON.stringify(seat.table.seats);
          seat.table = await get(`/tables/${seat.id}`).catch(() => seat.table);
          if (beat.update) seat.shown = beat.update;
          seat.story.add(beat.events);
          if (seat.table.status !== "open") return dispatchEvent(new Event("farshore:started"));
          if (before !== JSON.stringify(seat.table.seats)) await show();
          return;
        }
        seat.playback.hear(beat);
      },
      state: (live) => seat.connected(live),
      gone: () => seat.connected(false),
    },
  );
  return () => {
    stop();
    seat.leave();
  };
}
