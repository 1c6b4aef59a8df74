// Standing passes: which windows are passed without asking, and for how long.

import { call, get } from "../../api.js";
import { h } from "../../elements.js";
import { sheet } from "../../sheet.js";
import { complain, toast } from "../../toast.js";
import { sideOf, WINDOWS } from "./facts.js";

/** @param {import("../../table/seat.js").Seat} seat */
export async function standingPasses(seat) {
  const kinds = WINDOWS.filter((kind) =>
    kind !== (sideOf(seat) === "creature" ? "reaction-window" : "exploration-window")
  );
  const now = /** @type {{ kinds: string[], until: string }} */ (await get(`/tables/${seat.id}/passes`));
  const chosen = new Set(now.kinds.includes("*") ? kinds : now.kinds);
  const keep = /** @type {HTMLInputElement} */ (h("input.switch", {
    type: "checkbox",
    role: "switch",
    id: "na-keep",
    checked: now.until === "revoked" || chosen.size === 0,
  }));
  const save = async () => {
    try {
      await call("PUT", `/tables/${seat.id}/passes`, {
        kinds: [...chosen],
        until: keep.checked ? "revoked" : "my-turn",
      });
      dialog.close();
      toast(seat.say(chosen.size ? "passes-saved" : "passes-none"));
      await seat.reload();
    } catch (error) {
      complain(error);
    }
  };
  const line = (/** @type {HTMLElement} */ input, /** @type {string} */ text) =>
    h("li.na-switch", null, input, h("label", { for: input.id }, text));
  const dialog = sheet(
    { title: seat.say("passes"), class: "na-passes" },
    h("p.hint", null, seat.say("passes-about")),
    h(
      "ul",
      null,
      ...kinds.map((kind) =>
        line(
          h("input.switch", {
            type: "checkbox",
            role: "switch",
            id: `na-${kind}`,
            checked: chosen.has(kind),
            onchange: (/** @type {Event} */ event) =>
              /** @type {HTMLInputElement} */ (event.target).checked ? chosen.add(kind) : chosen.delete(kind),
          }),
          seat.words.term(kind),
        )
      ),
      line(keep, seat.say("passes-keep")),
    ),
    h("div.actions.end", null, h("button.primary", { type: "button", onclick: save }, seat.say("passes-save"))),
  );
}
