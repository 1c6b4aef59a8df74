// Replays as files: to keep, to send to somebody, and to open here, where the service verifies every step.

import { call, get, guest, whoami } from "../api.js";
import { topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { icon } from "../icons.js";
import { navigate } from "../router.js";
import { say } from "../say.js";
import { complain, toast } from "../toast.js";

/**
 * Save the replay of a table as a file.
 * @param {import("../openapi.d.ts").Table} table
 */
export async function download(table) {
  const text = JSON.stringify(await get(`/tables/${table.id}/replay`));
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  h("a", { href: address, download: `farshore-${table.game}-${table.id}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/**
 * Import a replay and show it.
 * @param {File} file
 */
async function open(file) {
  let replay;
  try {
    replay = JSON.parse(await file.text());
  } catch {
    return toast(say("not-a-replay"), "problem");
  }
  const player = await whoami();
  await guest(player?.name ?? (localStorage.getItem("farshore.name") || say("guest")));
  const table = await call("POST", "/replays", replay);
  navigate(`/replay/${table.id}#imported`);
}

/**
 * The page where a file is chosen.
 * @param {HTMLElement} root
 */
export function chooseFile(root) {
  document.title = `${say("open-replay")} – Farshore`;
  const busy = h("p.hint", { role: "status" });
  /** @param {File | undefined} file */
  const take = async (file) => {
    if (!file) return;
    busy.textContent = say("verifying");
    try {
      await open(file);
    } catch (error) {
      complain(error);
    } finally {
      busy.textContent = "";
    }
  };
  const field = /** @type {HTMLInputElement} */ (h("input.for-ears", {
    type: "file",
    accept: ".json,application/json",
    onchange: async () => {
      await take(field.files?.[0]);
      field.value = "";
    },
  }));
  put(
    root,
    topBar(h("a.back", { href: "/" }, icon("back"), h("span", null, say("lobby")))),
    h(
      "main.room",
      {
        ondragover: (/** @type {DragEvent} */ event) => event.preventDefault(),
        ondrop: (/** @type {DragEvent} */ event) => {
          event.preventDefault();
          take(event.dataTransfer?.files[0]);
        },
      },
      h(
        "section.panel.room-panel.replay-file",
        null,
        h("h1", null, say("open-replay")),
        h("p", null, say("open-replay-about")),
        h("label.drop", null, icon("upload"), h("span", null, say("choose-file")), field),
        busy,
      ),
    ),
  );
  return () => {};
}
