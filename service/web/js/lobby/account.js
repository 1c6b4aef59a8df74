// The account of this browser: its name, and its key for other browsers.

import { call, guest, keepToken, token, whoami } from "../api.js";
import { h } from "../elements.js";
import { icon } from "../icons.js";
import { nameField } from "../name.js";
import { say } from "../say.js";
import { confirmed, sheet } from "../sheet.js";
import { complain, toast } from "../toast.js";

export async function account() {
  const player = await whoami().catch(() => null);
  const name = nameField(player?.name ?? "");
  const secret = /** @type {HTMLInputElement} */ (h("input", {
    type: "password",
    readonly: true,
    value: token() ?? "",
    "aria-label": say("key"),
  }));
  const other = /** @type {HTMLInputElement} */ (h("input", {
    type: "password",
    autocomplete: "off",
    "aria-label": say("key-other"),
    placeholder: say("key-other"),
  }));
  /** @param {() => Promise<unknown>} act */
  const trying = (act) => async () => {
    try {
      await act();
    } catch (error) {
      complain(error);
    }
  };
  const dialog = sheet(
    { title: say("account"), class: "account-sheet" },
    h(
      "div.with-button",
      null,
      name.element,
      h("button", {
        type: "button",
        onclick: trying(async () => {
          if (!name.valid()) return;
          await guest(name.value());
          dialog.close();
          dispatchEvent(new Event("farshore:account"));
        }),
      }, say("keep")),
    ),
    player && h("p.hint", null, say("key-about")),
    player && h(
      "div.with-button",
      null,
      secret,
      h(
        "button",
        {
          type: "button",
          onclick: trying(async () => {
            await navigator.clipboard.writeText(secret.value).catch(() => {
              secret.type = "text";
              secret.select();
            });
            toast(say("copied"));
          }),
        },
        icon("copy"),
        h("span", null, say("copy")),
      ),
    ),
    h(
      "div.with-button",
      null,
      other,
      h(
        "button",
        {
          type: "button",
          onclick: trying(async () => {
            const before = token();
            keepToken(other.value.trim());
            if (await whoami().catch(() => null)) return dialog.close();
            keepToken(before);
            toast(say("key-wrong"), "problem");
          }),
        },
        icon("key"),
        h("span", null, say("use")),
      ),
    ),
    player && h("button.plain", {
      type: "button",
      onclick: trying(async () => {
        dialog.close();
        if (!await confirmed(say("close-account-sure"), say("close-account"))) return;
        await call("DELETE", "/me");
        keepToken(null);
      }),
    }, say("close-account")),
  );
}
