// Motion, pace and sounds at the table, as this browser's player chose them.
import { local } from "../storage.js";
import { signal } from "../vendor/preact.js";

const KEPT = "turnledger.effects";

/**
 * `motion`: changes of the board move. `pace`: seconds that a bot's move stays before the next. The others: sounds.
 * @typedef {{motion: boolean, pace: number, turn: boolean, outbid: boolean, build: boolean, end: boolean}} Effects
 */

/** @type {Effects} */
const USUAL = { motion: true, pace: 0.4, turn: true, outbid: true, build: true, end: true };

export const effects = signal(
  /** @type {Effects} */ ({ ...USUAL, ...local.json(KEPT, /** @type {Partial<Effects>} */ ({})) }),
);

/** @param {Partial<Effects>} changed */
export function choose(changed) {
  effects.value = { ...effects.value, ...changed };
  local.set(KEPT, JSON.stringify(effects.value));
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Whether changes may move now: not where the system asks for less motion, or the page is hidden. */
export const mayMove = () => effects.value.motion && !reduced.matches && document.visibilityState === "visible";

/** Milliseconds that a bot's move stays before the next; 0 without motion. */
export const paceMs = () =>
  reduced.matches || document.visibilityState !== "visible" ? 0 : effects.value.pace * 1_000;
