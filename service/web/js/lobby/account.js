// The account of this browser: its name, and its key for other browsers.

import { call, guest, keepToken, token, whoami } from "../api.js";
import { h, unique } from "../elements.js";
import { icon } from "../icons.js";
import { nameField } from "../name.js";
import { say } from "../say.js";
import { confirmed, sheet } from "../sheet.js";
import { complain, toast } from "../toast.js";

export async function account() {
  const player = await whoami().catch(() => null);
  const name = nameField(player?.name ?? "");
  const [secretId, otherId] = [unique("key"), unique("key")];
  const secret = /** @type {HTMLInputElement} */ (h("input", {
    id: secretId,
    type: "password",
    readonly: true,
    value: token() ?? "",
  }));
  const other = /** @type {HTMLInputElement} */ (h("input", { id: otherId, type: "password", autocomplete: "off" }));
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
    player && h(
      "section.account-part",
      null,
      h("h3", null, say("another-browser")),
      h("p.hint", null, say("key-about")),
      h(
        "div.with-button",
        null,
        h("div.field", null, h("label", { for: secretId }, say("key")), secret),
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
    ),
    h(
      "section.account-part",
      null,
      h("h3", null, say("have-account")),
      h(
        "div.with-button",
        null,
        h("div.field", null, h("label", { for: otherId }, say("key-other")), other),
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
    ),
    player && h(
      "div.account-foot",
      null,
      h(
        "a.button.small",
        { href: "/profiles/player/me", onclick: () => dialog.close() },
        icon("person"),
        say("my-results"),
      ),
      h("button.plain.small.grave", {
        type: "button",
        onclick: trying(async () => {
          dialog.close();
          if (!await confirmed(say("close-account-sure"), say("close-account"))) return;
          await call("DELETE", "/me");
          keepToken(null);
        }),
      }, say("close-account")),
    ),
  );
}
