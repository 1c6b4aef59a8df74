// It is your turn: in the title, and where wanted by sound and notification.

import { wants } from "../preferences.js";
import { say } from "../say.js";

/** How long a browser may take to start its sound. */
const START_MS = 500;

/** @type {AudioContext | null} */
let audio = null;

/** Start the sound, if the browser allows it now. */
function awake() {
  audio ??= new AudioContext();
  return { context: audio, started: audio.resume().catch(() => {}) };
}

// A browser makes no sound until somebody has clicked or typed on the page, and Safari only if asked to at that moment.
for (const type of ["pointerup", "keydown"]) addEventListener(type, () => wants("sound") && awake());

/** Two soft notes, or none where the browser does not allow sound yet: later they would mean nothing. */
export async function chime() {
  const { context, started } = awake();
  await Promise.race([started, new Promise((resolve) => setTimeout(resolve, START_MS))]);
  if (context.state === "running") ring(context);
}

/** @param {BaseAudioContext} context */
export function ring(context) {
  [587.3, 880].forEach((pitch, n) => {
    const start = context.currentTime + n * 0.16;
    const [tone, gain] = [context.createOscillator(), context.createGain()];
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(0.16, start + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.001, start + 0.5);
    tone.connect(gain).connect(context.destination);
    tone.start(start);
    tone.stop(start + 0.55);
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
