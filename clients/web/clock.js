// The time by the server's clock. The computer's own may be wrong by hours; it only counts the milliseconds since an
// answer.
import { signal } from "./vendor/preact.js";

/** The server's time minus that of `performance`; null until the server has answered. */
const ahead = signal(/** @type {number | null} */ (null));

/** Milliseconds since 1970 by the server's clock; by the computer's until the server has answered. */
export const now = () => (ahead.value === null ? Date.now() : performance.now() + ahead.value);

/**
 * Sets the clock by an answer that says the server's time.
 * @param {string | undefined} serverTime
 * @param {number} sent by `performance`, when the server was asked
 */
export function setClock(serverTime, sent) {
  const time = Date.parse(serverTime ?? "");
  if (Number.isFinite(time)) ahead.value = time - (sent + performance.now()) / 2;
}
