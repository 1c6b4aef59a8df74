// Every action of these pages as a call of the API, to copy: as curl, and as Python with the SDK.

import { token } from "../../api.js";
import { h, put, unique } from "../../elements.js";
import { icon } from "../../icons.js";
import { language } from "../../preferences.js";
import { say } from "../../say.js";
import { sheet } from "../../sheet.js";
import { toast } from "../../toast.js";

/**
 * @typedef {object} Call
 * @property {string} operation its name in the API documentation
 * @property {string} method
 * @property {string} path after `/v1`, with its query
 * @property {unknown} [body]
 * @property {string[]} python lines of code that use `client`
 * @property {boolean} [open] whether it needs no token at all
 * @property {string} [accept] the format of the answer, if it is not JSON
 * @property {string} [file] where the answer is written
 */

/** A value as Python writes it. @param {unknown} value @returns {string} */
export function python(value) {
  if (value === null || value === undefined) return "None";
  if (value === true) return "True";
  if (value === false) return "False";
  if (Array.isArray(value)) return `[${value.map(python).join(", ")}]`;
  if (typeof value === "object") {
    return `{${Object.entries(value).map(([key, one]) => `${JSON.stringify(key)}: ${python(one)}`).join(", ")}}`;
  }
  return JSON.stringify(value);
}

/** Arguments of a Python call by name. @param {Record<string, unknown>} values */
export const keywords = (values) =>
  Object.entries(values).filter(([, value]) => value !== undefined).map(([name, value]) => `${name}=${python(value)}`)
    .join(", ");

/** A word of a shell command. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A query string; what is undefined, null or empty is left out, lists are repeated.
 * @param {Record<string, unknown>} values
 */
export function query(values) {
  const found = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null && one !== "") found.append(name, String(one));
    }
  }
  const text = found.toString();
  return text && `?${text}`;
}

/** @param {Call} call @param {string | null} secret the token itself, or null for `$TOKEN` */
function asCurl(call, secret) {
  const lines = [`curl -sS --fail-with-body -X ${call.method} ${quoted(`${location.origin}/v1${call.path}`)}`];
  if (token() && !call.open) {
    lines.push(secret ? `-H ${quoted(`Authorization: Bearer ${secret}`)}` : '-H "Authorization: Bearer $TOKEN"');
  }
  if (language() !== "en") lines.push(`-H 'Accept-Language: ${language()}'`);
  if (call.accept) lines.push(`-H 'Accept: ${call.accept}'`);
  if (call.body !== undefined) {
    lines.push("-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(call.body))}`);
  }
  if (call.file) lines.push(`-o ${quoted(call.file)}`);
  return lines.join(" \\\n  ");
}

/** @param {Call} call @param {string | null} secret */
function asPython(call, secret) {
  const [known, plain] = [token() && !call.open, language() === "en"];
  const key = secret ? JSON.stringify(secret) : 'os.environ["TOKEN"]';
  const more = [known ? `, token=${key}` : "", plain ? "" : `, language=${JSON.stringify(language())}`].join("");
  return [
    ...(known && !secret ? ["import os", ""] : []),
    "import farshore",
    "",
    `client = farshore.Client(${JSON.stringify(location.origin)}${more})`,
    ...call.python,
    "",
  ].join("\n");
}

/**
 * Copy a text; where the browser refuses, it is selected instead.
 * @param {string} text
 * @param {Element} [shown] the element that shows it
 */
export async function copy(text, shown) {
  try {
    await navigator.clipboard.writeText(text);
    toast(say("copied"));
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
  }
}

/**
 * A piece of code with a button that copies it.
 * @param {string} title
 * @param {string} words of the button
 * @param {() => string} text
 */
export function codeBlock(title, words, text) {
  const code = h("code", null, text());
  return {
    element: h(
      "figure.code",
      null,
      h(
        "figcaption",
        null,
        h("strong", null, title),
        h(
          "button.small",
          { type: "button", onclick: () => copy(text(), code) },
          icon("copy"),
          h("span", null, words),
        ),
      ),
      h("pre", { tabindex: 0, role: "region", "aria-label": title }, code),
    ),
    draw: () => put(code, text()),
  };
}

/** @param {Call[]} calls */
function showCalls(calls) {
  const id = unique("key");
  const choice = /** @type {HTMLInputElement} */ (h("input.switch", { id, type: "checkbox", role: "switch" }));
  const secret = () => choice.checked ? token() : null;
  const blocks = calls.map((call) => ({
    call,
    curl: codeBlock("curl", say("copy-curl"), () => asCurl(call, secret())),
    python: codeBlock("Python", say("copy-python"), () => asPython(call, secret())),
  }));
  choice.addEventListener("change", () => {
    for (const { curl, python } of blocks) {
      curl.draw();
      python.draw();
    }
  });
  sheet(
    { title: say("as-call"), class: "calls" },
    h("p.hint", null, say("as-call-about")),
    ...blocks.map(({ call, curl, python }) =>
      h(
        "section.call",
        { "data-operation": call.operation },
        h(
          "p.call-name",
          null,
          h("span.pill", null, call.method),
          h("code", null, `/v1${call.path.split("?")[0]}`),
          h("a", { href: `/docs#${call.operation}` }, call.operation),
        ),
        curl.element,
        python.element,
      )
    ),
    token() && blocks.some(({ call }) => !call.open) &&
      h("div.field.yes-no", null, choice, h("label", { for: id }, say("with-key"))),
  );
}

/**
 * The button that shows what a part of the page does as calls of the API.
 * @param {string} what what it does, in words
 * @param {() => Call | Call[]} make from the fields as they are now
 */
export const callButton = (what, make) =>
  h(
    "button.plain.small.as-call",
    {
      type: "button",
      "aria-label": say("as-call-of", { what }),
      title: say("as-call-of", { what }),
      onclick: () => showCalls([make()].flat()),
    },
    icon("agent"),
    h("span", null, "API"),
  );
