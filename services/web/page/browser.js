// What browsers lack on plain http in a local network, where nothing is a «secure context»: locks and random UUIDs.

/** A player's own chance (docs/dice.md). */
export const nonce = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** RFC 9562, version 4. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

/** @type {Map<string, Promise<unknown>>} */
const running = new Map();

/**
 * One after the other, in all tabs of the browser; without locks, in this one.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export function alone(name, act) {
  if (navigator.locks) return navigator.locks.request(`turnledger.${name}`, act);
  const next = (running.get(name) ?? Promise.resolve()).then(act, act);
  running.set(name, next);
  return next;
}

/**
 * Runs `act` in one tab of the browser at a time, as long as it takes: in the next one when that tab is closed.
 * @param {string} name
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} act
 */
export async function inOneTab(name, signal, act) {
  if (!navigator.locks) return act();
  return navigator.locks.request(`turnledger.${name}`, { signal }, act).catch((error) => {
    if (!signal.aborted) throw error;
  });
}

const STREAMS = 3;

/**
 * A browser has six connections to a server over HTTP/1.1, for all its tabs: only so many of them stay open for watching.
 * Runs `act` with whether its stream may stay open.
 * @param {(mayStay: boolean) => Promise<void>} act
 */
export async function withConnection(act) {
  if (!navigator.locks) return act(true);
  for (let place = 0; place < STREAMS; place++) {
    let had = false;
    await navigator.locks.request(`turnledger.stream.${place}`, { ifAvailable: true }, async (lock) => {
      if (!lock) return;
      had = true;
      await act(true);
    });
    if (had) return;
  }
  await act(false);
}

/** A file for the reader's disk. */
export function save(/** @type {any[]} */ parts, /** @type {string} */ name, type = "application/x-ndjson") {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Tells the other tabs. Nobody listens in the tab that tells. */
export function channel(/** @type {string} */ name, /** @type {(told: any) => void} */ listen) {
  if (!("BroadcastChannel" in globalThis)) return { tell: (/** @type {any} */ _) => {} };
  const all = new BroadcastChannel(`turnledger.${name}`);
  all.onmessage = ({ data }) => listen(data);
  return { tell: (/** @type {any} */ told) => all.postMessage(told) };
}

export const whenVisible = () =>
  new Promise((done) => {
    if (document.visibilityState === "visible") return done(undefined);
    const seen = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", seen);
      done(undefined);
    };
    document.addEventListener("visibilitychange", seen);
  });

/** After so long, or as soon as the page is back: seen again, or on line again. */
export const pause = (/** @type {number} */ ms, /** @type {AbortSignal | undefined} */ signal = undefined) =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      document.removeEventListener("visibilitychange", end);
      signal?.removeEventListener("abort", end);
      done(undefined);
    };
    const timer = setTimeout(end, ms);
    addEventListener("online", end);
    document.addEventListener("visibilitychange", end);
    signal?.addEventListener("abort", end);
  });
