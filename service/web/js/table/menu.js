// What can be done at a table besides playing: votes, passes, sound, sharing, leaving.

import { call, get } from "../api.js";
import { switches } from "../chrome.js";
import { h } from "../elements.js";
import { icon } from "../icons.js";
import { remember, wants } from "../preferences.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { confirmed, sheet } from "../sheet.js";
import { complain, toast } from "../toast.js";
import { chime } from "./notice.js";

/** @param {import("./seat.js").Seat} seat */
export async function menu(seat) {
  const { table, shown } = seat;
  const playing = seat.me !== null && shown.status === "running";
  const passes = playing ? await get(`/tables/${seat.id}/passes`).catch(() => null) : null;
  /** @param {"pause" | "resume" | "abort" | "extend"} kind */
  const vote = (kind) => entry("hand", say(`propose-${kind}`), () => seat.vote(kind, true));
  /**
   * @param {string} sign
   * @param {string} text
   * @param {() => unknown} act
   */
  const entry = (sign, text, act) =>
    h(
      "li",
      null,
      h(
        "button.entry",
        {
          type: "button",
          onclick: async () => {
            dialog.close();
            try {
              await act();
            } catch (error) {
              complain(error);
            }
          },
        },
        icon(sign),
        h("span", null, text),
      ),
    );
  const dialog = sheet(
    { title: seat.words.name, class: "menu" },
    h(
      "ul.entries",
      null,
      entry(wants("sound") ? "mute" : "sound", say(wants("sound") ? "sound-off" : "sound-on"), () => {
        remember("sound", wants("sound") ? "off" : "on");
        if (wants("sound")) chime();
      }),
      "Notification" in globalThis && entry("bell", say(wants("notify") ? "notify-off" : "notify-on"), async () => {
        if (!wants("notify") && await Notification.requestPermission() !== "granted") {
          return toast(say("notify-refused"));
        }
        remember("notify", wants("notify") ? "off" : "on");
      }),
      entry("link", say("copy-link"), () => share(`${location.origin}/t/${seat.id}`)),
      entry("table", say("text"), () => seat.openSide("text")),
      passes?.kinds.length
        ? entry("again", say("stop-passing"), () => call("PUT", `/tables/${seat.id}/passes`, { kinds: [] }))
        : null,
      playing && vote(shown.paused ? "resume" : "pause"),
      playing && table.clock.mode !== "none" && vote("extend"),
      playing && vote("abort"),
      playing && entry("flag", say("resign"), async () => {
        if (!await confirmed(say("resign-sure"), say("resign"))) return;
        await call("POST", `/tables/${seat.id}/forfeit`);
        navigate("/");
      }),
    ),
    h("div.menu-foot", null, h("p.hint", null, say("keys")), switches()),
  );
}

/**
 * Share an address on a phone, else copy it, or show it where copying is not allowed.
 * @param {string} address
 */
export async function share(address) {
  // Phones have a dialog of their own for this; whoever closes it does not want to share.
  if ("share" in navigator && matchMedia("(pointer: coarse)").matches) {
    return await navigator.share({ url: address }).catch(() => {});
  }
  try {
    await navigator.clipboard.writeText(address);
    toast(say("copied"));
  } catch {
    sheet(
      { title: say("copy-link") },
      h("input", { type: "text", readonly: true, value: address, "aria-label": say("copy-link") }),
    );
  }
}
