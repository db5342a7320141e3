/** A few quiet sounds, made on the spot. Off unless the player turns them on. */

import { toast } from "./announcer.js";
import { change, settings } from "./store.js";

const OFFERED = 15; // seconds

/** @type {AudioContext | null} */
let context = null;

/** @param {number} at @param {number} pitch @param {number} length @param {number} loud @param {OscillatorType} [shape] */
function tone(at, pitch, length, loud, shape = "sine") {
  if (!context) return;
  const start = context.currentTime + at;
  const oscillator = context.createOscillator();
  const gain = context.createGain();
  oscillator.type = shape;
  oscillator.frequency.value = pitch;
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(loud, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + length);
  oscillator.connect(gain).connect(context.destination);
  oscillator.start(start);
  oscillator.stop(start + length + 0.02);
}

/** A short knock of filtered noise: wood on wood. @param {number} at @param {number} pitch @param {number} loud */
function knock(at, pitch, loud) {
  if (!context) return;
  const start = context.currentTime + at;
  const length = 0.06;
  const buffer = context.createBuffer(1, Math.ceil(context.sampleRate * length), context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  const source = context.createBufferSource();
  source.buffer = buffer;
  const filter = context.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 4;
  const gain = context.createGain();
  gain.gain.value = loud;
  source.connect(filter).connect(gain).connect(context.destination);
  source.start(start);
}

/** @type {Record<string, () => void>} */
const SOUNDS = {
  move: () => knock(0, 900, 0.5),
  choose: () => knock(0, 1800, 0.2),
  dice: () => [0, 0.09, 0.2, 0.33, 0.5, 0.72].forEach((at, i) => knock(at, 1400 - i * 90, 0.6 - i * 0.06)),
  battle: () => [0, 0.12].forEach((at) => knock(at, 180, 1)),
  turn: () => [523, 659].forEach((pitch, i) => tone(i * 0.14, pitch, 0.4, 0.08)),
  end: () => [392, 523, 659, 784].forEach((pitch, i) => tone(i * 0.16, pitch, 0.6, 0.08)),
  no: () => tone(0, 160, 0.15, 0.06, "triangle"),
};

/** @param {"move" | "choose" | "dice" | "battle" | "turn" | "end" | "no"} name */
export function play(name) {
  if (!settings().sound) return;
  try {
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    SOUNDS[name]?.();
  } catch {
    // no sound here
  }
}

/** Whoever sees dice fall for the first time in this browser is asked whether they may be heard, and never again. */
export function offerSound() {
  const { sound, soundOffered } = settings();
  if (sound || soundOffered) return;
  change({ soundOffered: true });
  const on = () => {
    change({ sound: true });
    play("dice");
  };
  toast("Hear the dice?", { id: "sound", seconds: OFFERED, action: { label: "Sound on", run: on } });
}
