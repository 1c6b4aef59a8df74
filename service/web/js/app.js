// The start: language, theme, and the page for the address.

import { redrawThemeSwitches } from "./chrome.js";
import { h, put } from "./elements.js";
import { apply } from "./preferences.js";
import { followLinks, show } from "./router.js";
import { loadWords } from "./say.js";

apply();
const words = loadWords();

async function start() {
  const root = /** @type {HTMLElement} */ (document.getElementById("page"));
  try {
    await words;
    await show();
  } catch (error) {
    console.error(error);
    put(root, h("main.room", null, h("section.panel", null, h("p", null, String(error)))));
  }
}

followLinks();
start();

addEventListener("farshore:preference", async (event) => {
  const key = /** @type {CustomEvent<string>} */ (event).detail;
  if (key === "theme") changeTheme();
  if (key !== "language") return;
  apply();
  await loadWords();
  await show();
});
// The system may change from light to dark in the evening, while a page is open.
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changeTheme);

function changeTheme() {
  apply();
  redrawThemeSwitches();
  dispatchEvent(new Event("farshore:theme"));
}

addEventListener("unhandledrejection", (event) => console.error(event.reason));
