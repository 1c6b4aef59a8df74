// Save an answer of the API as a file. It is fetched with the token, which a plain link cannot send.

import { Refusal, Unreachable } from "../../api.js";
import { h } from "../../elements.js";
import { say } from "../../say.js";
import { toast } from "../../toast.js";
import { size } from "./format.js";

/**
 * @param {string} path after `/v1`
 * @param {string} name of the file
 * @param {Record<string, string>} headers
 */
export async function save(path, name, headers) {
  const response = await fetch(`/v1${path}`, { headers }).catch((error) => {
    throw new Unreachable(String(error));
  });
  if (!response.ok) throw new Refusal(await response.json());
  const content = await response.blob();
  const href = URL.createObjectURL(content);
  h("a", { href, download: name }).click();
  // The browser reads the file after the click; later its memory is free again.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
  toast(say("saved", { name, size: size(content.size) }));
}
