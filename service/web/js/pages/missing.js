// There is no page at this address.

import { deadEnd } from "../chrome.js";
import { say } from "../say.js";

/** @type {import("../router.js").Page} */
export default (root) => {
  deadEnd(root, { title: say("no-page"), about: say("no-page-about") });
  return Promise.resolve(() => {});
};
