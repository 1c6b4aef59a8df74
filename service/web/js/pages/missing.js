// There is no page at this address.

import { topBar } from "../chrome.js";
import { h, put } from "../elements.js";
import { say } from "../say.js";

/** @type {import("../router.js").Page} */
export default (root) => {
  document.title = "Farshore";
  put(
    root,
    topBar(),
    h(
      "main.room",
      null,
      h(
        "section.panel.lost-page",
        null,
        h("h1", null, say("no-page")),
        h("p.hint", null, say("no-page-about")),
        h("p", null, h("a.button.primary", { href: "/" }, say("lobby"))),
      ),
    ),
  );
  return Promise.resolve(() => {});
};
