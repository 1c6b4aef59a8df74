// The account of this browser: its name, its key for other browsers, and a code for the day when the key is lost.

import { call, guest, keepToken, Refusal, token, whoami } from "../api.js";
import { h, put, unique } from "../elements.js";
import { icon } from "../icons.js";
import { nameField } from "../name.js";
import { say } from "../say.js";
import { confirmed, sheet } from "../sheet.js";
import { toast, trying } from "../toast.js";

/**
 * A secret to copy.
 * @param {string} label
 * @param {string} value
 * @param {"text" | "password"} type
 */
function copied(label, value, type) {
  const id = unique("secret");
  const field = /** @type {HTMLInputElement} */ (h("input", { id, type, readonly: true, value }));
  return h(
    "div.with-button",
    null,
    h("div.field", null, h("label", { for: id }, label), field),
    h(
      "button",
      {
        type: "button",
        "aria-label": `${say("copy")}: ${label}`,
        onclick: trying(async () => {
          // Where a page may not write to the clipboard, the text can be copied by hand.
          const done = await navigator.clipboard?.writeText(value).then(() => true, () => false);
          if (done) return toast(say("copied"));
          field.type = "text";
          field.select();
        }),
      },
      icon("copy"),
      h("span", null, say("copy")),
    ),
  );
}

/** The recovery code, which can be seen only once. @param {string} code */
const newCode = (code) => [h("p.hint", null, say("code-once")), copied(say("recovery-code"), code, "text")];

/**
 * Open the account with this key or recovery code; the new recovery code if one was used.
 * @param {string} secret
 * @returns {Promise<string | undefined>}
 */
async function open(secret) {
  if (!secret.startsWith("fs_")) {
    const opened = await call("POST", "/recovery", { code: secret });
    keepToken(opened.token);
    return opened.recovery_code;
  }
  const before = token();
  keepToken(secret);
  if (await whoami().catch(() => null)) return;
  keepToken(before);
  throw new Refusal(/** @type {any} */ ({ code: "key-wrong", detail: say("key-wrong") }));
}

/** The dialog. */
export async function account() {
  const player = await whoami().catch(() => null);
  const name = nameField(player?.name ?? "");
  const otherId = unique("key");
  const other = /** @type {HTMLInputElement} */ (h("input", { id: otherId, type: "password", autocomplete: "off" }));
  const code = h(
    "div.account-code",
    null,
    h("p.hint", null, say("recovery-about")),
    h("button.small", {
      type: "button",
      onclick: trying(async () => put(code, ...newCode((await call("POST", "/me/recovery-code")).code))),
    }, say("recovery-new")),
  );
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
      copied(say("key"), token() ?? "", "password"),
    ),
    player && h(
      "section.account-part",
      null,
      h("h3", null, say("recovery-code")),
      code,
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
              const fresh = await open(other.value.trim());
              dialog.close();
              if (fresh) sheet({ title: say("recovery-code"), class: "account-sheet" }, ...newCode(fresh));
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
