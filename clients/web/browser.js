// Resources that the tabs of a browser share: locks (missing on plain http in a local network), channels, six
// connections.

import { usableLocks } from "./layer/kept.js";

export { newNonce as nonce, newRequestId as uuid } from "./layer/kept.js";

/**
 * Runs `act` in one tab of the browser at a time, as long as it takes: in the next one when that tab is closed.
 * @param {string} name
 * @param {AbortSignal} signal
 * @param {() => Promise<void>} act
 */
export async function inOneTab(name, signal, act) {
  const locks = await usableLocks;
  if (!locks) return act();
  return locks.request(`turnledger.${name}`, { signal }, act).catch(error => {
    if (!signal.aborted) throw error;
  });
}

const STREAMS = 3;

/**
 * A browser has six connections to a server over HTTP/1.1, for all its tabs: only so many of them stay open for
 * watching.
 * @returns {Promise<import("./layer/connection.js").Room>}
 */
export async function room() {
  const locks = await usableLocks;
  for (let place = 0; place < STREAMS && locks; place++) {
    const leave = await taken(locks, `turnledger.stream.${place}`);
    if (leave) return { mayStay: true, leave };
  }
  return { mayStay: !locks, leave() {} };
}

/**
 * A lock that is free, until what is given is called; null if it is not.
 * @param {LockManager} locks
 * @param {string} name
 * @returns {Promise<(() => void) | null>}
 */
const taken = (locks, name) =>
  new Promise(told => {
    locks.request(name, { ifAvailable: true }, lock =>
      lock ? new Promise(done => told(() => done(undefined))) : told(null),
    );
  });

/** A file for the reader's disk. */
export function save(/** @type {any[]} */ parts, /** @type {string} */ name, type = "application/x-ndjson") {
  const url = URL.createObjectURL(new Blob(parts, { type }));
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Sends to the other tabs; the sending tab does not receive it. */
export function channel(/** @type {string} */ name, /** @type {(told: any) => void} */ listen) {
  try {
    const all = new BroadcastChannel(`turnledger.${name}`);
    all.onmessage = ({ data }) => listen(data);
    return { tell: (/** @type {any} */ told) => all.postMessage(told) };
  } catch {
    return { tell: (/** @type {any} */ _) => {} }; // missing, or blocked along with the storage
  }
}

export const whenVisible = () =>
  new Promise(done => {
    if (document.visibilityState === "visible") return done(undefined);
    const seen = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", seen);
      done(undefined);
    };
    document.addEventListener("visibilitychange", seen);
  });
