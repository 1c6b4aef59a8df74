// The book of a New Lands table: a shelf to choose from, and an upload of one's own with its progress.

import { call, get, guest, headers, Refusal } from "../api.js";
import { h, put, unique } from "../elements.js";
import { frameWords } from "../games.js";
import { icon } from "../icons.js";
import { language } from "../preferences.js";
import { say } from "../say.js";
import { fill } from "../sentences.js";
import { complain } from "../toast.js";

/** @typedef {import("../openapi.d.ts").Book} Book */

const POLL_MS = 400;
const LONGEST_MS = 300_000;
const FILES = ".epub,.txt,application/epub+zip,text/plain";
const CLOTHS = 6;

/** The books that can be played with. @returns {Promise<Book[]>} */
const readable = async () =>
  (await get("/books?limit=100")).items.filter((/** @type {Book} */ one) =>
    one.game === "new_lands" && one.status === "ready"
  );

/** The name of a language. @param {string | null | undefined} code */
const called = (code) => (code && new Intl.DisplayNames(language(), { type: "language" }).of(code)) || "–";

/** The bundled book in the language of the page. @param {Book[]} [books] @returns {Promise<string | undefined>} */
export async function builtIn(books) {
  return (books ?? await readable()).find((one) => one.kind === "built-in" && one.language === language())?.id;
}

/**
 * @param {import("./options.js").Schema} schema
 * @param {string} label
 * @returns {Promise<import("./options.js").Field>}
 */
export default async function bookField(schema, label) {
  const [words, listed] = await Promise.all([frameWords("new_lands"), readable()]);
  let books = listed;
  const told = (/** @type {string} */ key, /** @type {Record<string, unknown>} */ said = {}) =>
    fill(words[key], language(), said);
  let chosen = await builtIn(books) ?? schema.default;
  const name = unique("book");
  const shelf = h("div.shelf", { role: "radiogroup", "aria-label": label });
  const drawShelf = () => put(shelf, ...books.map(shelved));
  const shelved = (/** @type {Book} */ book) =>
    h(
      "div.shelf-book",
      { "data-cloth": [...book.id].reduce((sum, char) => sum + char.charCodeAt(0), 0) % CLOTHS },
      h(
        "label",
        null,
        h("input", {
          type: "radio",
          name,
          value: book.id,
          checked: book.id === chosen,
          "data-key": `book ${book.id}`,
          onchange: () => (chosen = book.id),
        }),
        h("span.shelf-cover", { "aria-hidden": "true" }, h("i", null, [...(book.title || "?")][0])),
        h(
          "span.shelf-about",
          null,
          h("strong", null, book.title),
          h(
            "span.hint",
            null,
            told(book.author ? "book-by" : "book-about", { ...book, language: called(book.language) }),
          ),
        ),
      ),
      book.kind === "own" &&
        h("button.plain.round.small", {
          type: "button",
          "aria-label": told("remove-book", { title: book.title }),
          onclick: () => remove(book).catch(complain),
        }, icon("close")),
    );
  const remove = async (/** @type {Book} */ book) => {
    await call("DELETE", `/books/${book.id}`);
    books = books.filter((one) => one !== book);
    if (chosen === book.id) chosen = books[0]?.id;
    drawShelf();
  };
  const status = h("div.upload-status", { role: "status" });
  const choice = (
    /** @type {[string, string][]} */ options,
  ) => /** @type {HTMLSelectElement} */ (h(
    "select",
    { id: unique("upload") },
    ...options.map(([value, text]) => h("option", { value }, text)),
  ));
  const spoken = choice([["", told("find-language")], ["en", "English"], ["fr", "Français"]]);
  const layout = choice(["prose", "verse", "theatre"].map((one) => [one, told(`layout-${one}`)]));
  const title = /** @type {HTMLInputElement} */ (h("input", {
    type: "text",
    id: unique("upload"),
    maxlength: 200,
    placeholder: told("title-of-file"),
    // Enter leads on to the file and does not open the table.
    onkeydown: (/** @type {KeyboardEvent} */ event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      file.click();
    },
  }));
  const file = /** @type {HTMLInputElement} */ (h("input", {
    type: "file",
    accept: FILES,
    "aria-label": told("choose-file"),
    onchange: () => take(),
  }));
  const take = async () => {
    const picked = file.files?.[0];
    if (!picked) return;
    file.disabled = true;
    try {
      const typed = /** @type {HTMLInputElement | null} */ (shelf.closest("form")?.querySelector("[data-key=name]"));
      const player = await guest(typed?.value.trim() || say("guest"));
      if (typed && !typed.value.trim()) typed.value = player.name;
      const form = new FormData();
      form.append("file", picked);
      form.append("game", "new_lands");
      form.append("layout", layout.value);
      form.append("title", title.value.trim() || titleOf(picked.name));
      if (spoken.value) form.append("language", spoken.value);
      const sent = await upload(form, (percent) => bar("uploading", percent));
      const book = await settled(sent, (percent) => bar("setting-pages", percent));
      if (book.status === "ready") {
        title.value = "";
        books = [...books.filter((one) => one.id !== book.id), book];
        chosen = book.id;
        drawShelf();
        put(status, h("p.upload-done", null, icon("check"), told("book-ready", { ...book })));
      } else {
        problem("book-refused", String(book.problem?.message ?? ""));
      }
    } catch (error) {
      problem("upload-failed", error instanceof Refusal ? error.message : told("no-connection"));
    } finally {
      file.disabled = false;
      file.value = "";
    }
  };
  const bar = (/** @type {string} */ key, /** @type {number} */ percent) => {
    const words = told(key, { percent });
    put(
      status,
      h("label", null, h("span", null, words), h("progress", { max: 100, value: percent, "aria-label": words })),
    );
  };
  const problem = (/** @type {string} */ key, /** @type {string} */ reason) =>
    put(status, h("p.upload-problem", { role: "alert" }, icon("warning"), told(key, { reason })));
  drawShelf();
  const element = h(
    "fieldset.field.option.books",
    null,
    h("legend", null, label),
    shelf,
    h(
      "details.own-book",
      null,
      h("summary", null, icon("book"), told("own-book")),
      h("p.hint", null, told("own-book-about")),
      h(
        "div.own-book-fields",
        null,
        h("div.field.wide", null, h("label", { for: title.id }, told("book-title")), title),
        h("div.field", null, h("label", { for: spoken.id }, told("book-language")), spoken),
        h("div.field", null, h("label", { for: layout.id }, told("book-layout")), layout),
        h("label.button.file", null, icon("plus"), h("span", null, told("choose-file")), file),
      ),
      status,
    ),
  );
  return { element, value: () => chosen === schema.default ? undefined : chosen };
}

/** The title of a text, which says none itself, by the name of its file; an EPUB has its own. @param {string} name */
const titleOf = (name) => /\.epub$/i.test(name) ? "" : name.replace(/\.\w+$/, "").replaceAll(/[_-]+/g, " ").trim();

/**
 * Send the file; `fetch` cannot tell how much of it is sent.
 * @param {FormData} form
 * @param {(percent: number) => void} progress
 * @returns {Promise<Book>}
 */
function upload(form, progress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", "/v1/books");
    for (const [key, value] of Object.entries(headers())) request.setRequestHeader(key, value);
    request.upload.onprogress = (event) => progress(event.total ? Math.round(event.loaded / event.total * 100) : 0);
    request.onerror = () => reject(new Error("unreachable"));
    request.onload = () => {
      try {
        const body = JSON.parse(request.responseText);
        if (request.status < 300) resolve(body);
        else reject(new Refusal(body));
      } catch (error) {
        reject(error);
      }
    };
    request.send(form);
  });
}

/**
 * Wait until the pages are set, or the book is refused.
 * @param {Book} book
 * @param {(percent: number) => void} progress
 * @returns {Promise<Book>}
 */
async function settled(book, progress) {
  const end = Date.now() + LONGEST_MS;
  let found = book;
  while (found.status === "reading" && Date.now() < end) {
    progress(found.percent);
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    found = await get(`/books/${book.id}`);
  }
  return found;
}

/** Difficulties of each expedition (RULES 7.3). @type {Record<string, string[]>} */
const LEVELS = {
  excursion: ["standard"],
  short: ["standard", "very_easy", "easy", "normal"],
  classic: ["standard", "normal", "difficult", "very_difficult"],
};

/**
 * What does not go together cannot be chosen together.
 * @param {Map<string, import("./options.js").Field>} fields
 */
export function arrange(fields) {
  const input = (
    /** @type {string} */ name,
  ) => /** @type {HTMLInputElement} */ (fields.get(name)?.element.querySelector("input, select"));
  const [mode, difficulty, ranks, timed] = ["mode", "difficulty", "ranks", "timed"].map(input);
  const modules = ["peripeties", "characters", "domains"].map(input);
  const paces = [...fields.keys()].filter((name) => name.endsWith("_seconds") || name === "words_per_minute").map(
    input,
  );
  const settle = () => {
    const levels = LEVELS[mode.value] ?? [];
    for (const one of difficulty.querySelectorAll("option")) one.disabled = !levels.includes(one.value);
    if (!levels.includes(difficulty.value)) difficulty.value = "standard";
    ranks.disabled = mode.value !== "classic" || modules.some((one) => !one.checked);
    if (ranks.disabled) ranks.checked = false;
    for (const one of paces) one.disabled = !timed.checked;
  };
  for (const one of [mode, timed, ...modules]) one.addEventListener("change", settle);
  settle();
}
