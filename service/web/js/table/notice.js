// It is your turn: in the title, and where wanted by sound and notification.

import { wants } from "../preferences.js";
import { say } from "../say.js";

/** @type {AudioContext | null} */
let audio = null;

/** Two soft notes. */
export function chime() {
  audio ??= new AudioContext();
  const start = audio.currentTime;
  [587.3, 880].forEach((pitch, n) => {
    const [tone, gain] = [
      /** @type {AudioContext} */ (audio).createOscillator(),
      /** @type {AudioContext} */ (audio).createGain(),
    ];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start + n * 0.16);
    gain.gain.linearRampToValueAtTime(0.16, start + n * 0.16 + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + n * 0.16 + 0.5);
    tone.connect(gain).connect(/** @type {AudioContext} */ (audio).destination);
    tone.start(start + n * 0.16);
    tone.stop(start + n * 0.16 + 0.55);
  });
}

/** @param {import("./seat.js").Seat} seat */
export function noticeTurn(seat) {
  const prompt = seat.decisions[0]?.prompt ?? "";
  seat.announce(`${say("your-turn")}. ${prompt}`);
  if (wants("sound")) chime();
  if (document.hidden && wants("notify") && "Notification" in globalThis && Notification.permission === "granted") {
    const note = new Notification(`${seat.words.name}: ${say("your-turn")}`, { body: prompt, tag: seat.id });
    note.onclick = () => {
      focus();
      note.close();
    };
  }
}
