// The contract as the page calls it: as who plays here, in the language that the page speaks, again where that helps.
// How, is in layer/, which the kit for TypeScript loads too.
import { ServiceError } from "./layer/connect.js";
import { connection, networkChanged, online } from "./session.js";

export { online, ServiceError };

const ASKS_MS = 10_000;

// An open stream may not notice for half a minute.
addEventListener("offline", () => changed(false));
addEventListener("online", () => {
  changed(true);
  turn();
});

/** Asks the server too: one on this machine answers without a network, and a network may need a moment. */
function changed(/** @type {boolean} */ isThere) {
  networkChanged(isThere);
  connection.call("Catalogue/GetServer", {}, { patienceMs: ASKS_MS }).catch(() => {});
}

/** Hidden pages do not watch. */
const turn = () => (document.visibilityState === "visible" ? connection.wake() : connection.sleep());
document.addEventListener("visibilitychange", turn);
turn();

/**
 * Sent once without retries, so that a button shows at once that the server does not answer.
 * @param {string} method `Lobby/GetTable`
 * @param {object} [message]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const call = (method, message = {}, signal = undefined) =>
  connection.call(method, message, { signal, patienceMs: 0 });

/**
 * The same request until it is answered: for what carries a request_id, or changes nothing. After a rate limit it waits
 * for as long as the server asks.
 * @param {string} method
 * @param {object} message
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function callUntilAnswered(method, message, signal = undefined) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await connection.call(method, message, { signal, patienceMs: Infinity });
    } catch (error) {
      if (!(error instanceof ServiceError) || error.reason !== "TOO_FAST") throw error;
      if (await rest(error, attempt, signal)) attempt = -1;
    }
  }
}

/**
 * Without a token: calls that signed-out visitors may make too.
 * @param {string} method
 * @param {object} [message]
 * @returns {Promise<any>}
 */
export const callAlone = (method, message = {}) => connection.call(method, message, { patienceMs: 0, isAlone: true });

/**
 * Every item of a list, page by page.
 * @param {string} method
 * @param {object} message
 * @param {string} field
 * @param {AbortSignal} [signal]
 * @returns {Promise<any[]>}
 */
export async function all(method, message, field, signal = undefined) {
  const found = [];
  for (let pageToken = ""; ; ) {
    const answer = await callUntilAnswered(method, { ...message, pageSize: 100, pageToken }, signal);
    found.push(...answer[field]);
    pageToken = answer.nextPageToken;
    if (!pageToken) return found;
  }
}

/**
 * Messages of a server stream, once: it ends with an error when it breaks off, or says nothing for half a minute.
 * @param {string} method
 * @param {object} message
 * @param {AbortSignal} [signal]
 */
export const stream = (method, message, signal = undefined) => connection.stream(method, message, signal);

/** Waits before a call is repeated, longer each time. See Connection.rest. */
export const rest = connection.rest.bind(connection);

/** The fields by which a watch resumes: of its request, and of its messages. */
const RESUMED_BY = /** @type {Record<string, string>} */ ({
  resumeToken: "resumeToken",
  afterVersion: "version",
  afterNumber: "number",
});

/**
 * A stream for as long as `signal` lets it, while the page is seen: begun again where it broke off.
 * @param {string} method
 * @param {() => object} request what is asked for, from where `take` has got to
 * @param {(message: any) => void | Promise<void>} take
 * @param {AbortSignal} signal
 * @param {(error: ServiceError) => any} [refused] the stream is not to be had: it is not asked for again
 * @returns {Promise<any>} what `refused` returns
 */
export async function watch(method, request, take, signal, refused = undefined) {
  for (let attempt = 0; !signal.aborted; attempt++) {
    try {
      const asked = request();
      const ask = Object.keys(RESUMED_BY).find(each => each in asked) ?? "";
      for await (const message of connection.watch({ name: method, ask, from: RESUMED_BY[ask] }, asked, signal)) {
        attempt = 0;
        await take(message);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ServiceError)) throw error;
      if (FINAL.has(error.code)) return refused?.(error);
      // who was signed out may sign in again, who was too fast waits
      if (await rest(error, attempt, signal).catch(() => false)) attempt = -1;
    }
  }
}

const FINAL = new Set([
  ...["not_found", "permission_denied", "invalid_argument", "unimplemented", "failed_precondition"],
  "out_of_range", // the server has lost what was shown
]);
