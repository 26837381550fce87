// AbortSignals, as far as telephones have them: React Native's know neither `any` nor `throwIfAborted` nor `reason`.

const aborted = () => Object.assign(new Error("aborted"), { name: "AbortError" });

export const reasonOf = (/** @type {AbortSignal} */ signal) => signal.reason ?? aborted();

/** Raises what an ended signal ended for. @param {AbortSignal} [signal] */
export function check(signal) {
  if (signal?.aborted) throw reasonOf(signal);
}

/**
 * A signal that ends with the first of some. `forget`: none of them holds it any more.
 * @param {(AbortSignal | undefined)[]} signals
 */
export function either(...signals) {
  const one = new AbortController();
  /** @type {(() => void)[]} */
  const forgets = [];
  for (const each of signals) {
    if (!each) continue;
    const end = () => one.abort(reasonOf(each));
    if (each.aborted) end();
    each.addEventListener("abort", end);
    forgets.push(() => each.removeEventListener("abort", end));
  }
  return { signal: one.signal, end: () => one.abort(), forget: () => forgets.forEach((each) => each()) };
}
