// The secret of an agent: shown once, and replaced by a new one.

import { call } from "../../api.js";
import { h } from "../../elements.js";
import { icon } from "../../icons.js";
import { say } from "../../say.js";
import { sheet } from "../../sheet.js";
import { callButton, copy } from "../parts/calls.js";
import { selectField } from "../parts/fields.js";
import { when } from "../parts/format.js";
import { rotateSecret } from "./calls.js";
import { trying } from "../../toast.js";

const DAY_S = 86400;

/**
 * Show a new secret; nobody can see it again.
 * @param {string} secret
 * @param {string | null} until when the old one ends
 */
export function keepSecret(secret, until) {
  const shown = h("code.secret", { tabindex: 0 }, secret);
  sheet(
    { title: say("secret"), class: "ask" },
    h("p", null, say("secret-once")),
    shown,
    until && h("p.hint", null, say("old-secret-until", { time: when(until) })),
    h(
      "div.actions",
      null,
      h(
        "button.primary",
        { type: "button", onclick: () => copy(secret, shown) },
        icon("copy"),
        h("span", null, say("copy")),
      ),
    ),
  );
}

/**
 * Ask how long the old secret stays valid, and replace it.
 * @param {string} id
 * @param {() => Promise<void>} done
 */
export function rotate(id, done) {
  const grace = selectField(say("grace"), "grace_s", [
    [String(DAY_S), say("grace-day")],
    [String(7 * DAY_S), say("grace-week")],
    ["3600", say("grace-hour")],
    ["0", say("grace-none")],
  ], String(DAY_S));
  const dialog = sheet(
    { title: say("rotate-secret"), class: "ask" },
    h("p", null, say("rotate-about")),
    grace.element,
    h(
      "div.actions",
      null,
      callButton(say("rotate-secret"), () => rotateSecret(id, Number(grace.input.value))),
      h("button.primary", {
        type: "button",
        onclick: trying(async () => {
          const made = await call("POST", `/agents/${id}/secret`, { grace_s: Number(grace.input.value) });
          dialog.close();
          keepSecret(made.secret, made.old_secret_until);
          await done();
        }),
      }, say("rotate-secret")),
    ),
  );
}
