// How long to wait before a call is made again.
import { reasonOf } from "./signals.js";

const FIRST_MS = 200;
const MOST_MS = 30_000;

/**
 * Full jitter: somewhere up to 0.2 s, 0.4 s, 0.8 s …, 30 s; what the server asks for is waited at least.
 * @param {number} attempt how often it failed before, from 0
 * @param {number | null} [retryAfterMs]
 * @param {() => number} [random] from 0 to 1
 */
export const pauseMs = (attempt, retryAfterMs = null, random = Math.random) => Math.max(retryAfterMs ?? 0, random() * Math.min(MOST_MS, FIRST_MS * 2 ** attempt));

/** @param {number} ms @param {AbortSignal} [signal] ends it at once, with its reason */
export const pause = (ms, signal) =>
  new Promise((done, failed) => {
    const end = () => {
      clearTimeout(timer);
      if (signal) failed(reasonOf(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      done(undefined);
    }, ms);
    if (signal?.aborted) end();
    signal?.addEventListener("abort", end, { once: true });
  });
