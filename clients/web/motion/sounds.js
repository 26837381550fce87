// Sounds at the table, made here: there is no file to load.
import { effects } from "./chosen.js";

/** @typedef {"turn" | "outbid" | "build" | "end"} Sound */

/**
 * Notes of a sound: pitch in Hz, start and length in seconds, and the wave.
 * @type {Record<Sound, [number, number, number, OscillatorType][]>}
 */
const NOTES = {
  turn: [
    [660, 0, 0.3, "sine"],
    [880, 0.14, 0.35, "sine"],
  ],
  outbid: [
    [520, 0, 0.18, "triangle"],
    [390, 0.12, 0.3, "triangle"],
  ],
  build: [
    [180, 0, 0.12, "triangle"],
    [120, 0.05, 0.18, "sine"],
  ],
  end: [
    [523, 0, 0.3, "sine"],
    [659, 0.15, 0.3, "sine"],
    [784, 0.3, 0.6, "sine"],
  ],
};
const VOLUME = 0.1;

/** @type {AudioContext | undefined} */
let audio;

/** Plays a sound, where its player allows it. Browsers allow none before the first press. @param {Sound} sound */
export function play(sound) {
  if (effects.value[sound] && navigator.userActivation?.hasBeenActive !== false) sounded(sound);
}

/** Plays a sound. @param {Sound} sound */
export function sounded(sound) {
  audio ??= new AudioContext();
  void audio.resume();
  for (const [pitch, start, length, wave] of NOTES[sound]) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + start;
    tone.type = wave;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(VOLUME, from);
    volume.gain.exponentialRampToValueAtTime(0.001, from + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + length);
  }
}
