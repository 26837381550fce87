// The contract as the page calls it: as who plays here, in the language that the page speaks, again where that helps.
import { pause, whenVisible, withConnection } from "./browser.js";
import { ConnectError, serverStream, unary } from "./connect.js";
import { languageHeaders } from "./i18n.js";
import { token } from "./session.js";
import { signal as state } from "./vendor/preact.js";

export { ConnectError };

/** Whether the server answers: false once something was not answered, until something is. */
export const online = state(true);

const SILENCE_MS = 30_000;
const PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 8_000;
const POLL_MS = 3_000;
/** A stream that may not stay open ends when nothing followed for so long. */
const GLANCE_MS = 1_000;

// An open stream may not notice for half a minute.
addEventListener("offline", () => (online.value = false));
addEventListener("online", () => call("Catalogue/GetServer").catch(() => {}));

const headers = (/** @type {string} */ access) => ({ ...languageHeaders, Authorization: `Bearer ${access}` });

function noted(/** @type {unknown} */ error) {
  if (error instanceof ConnectError) online.value = error.code !== "unavailable";
  return error;
}

/**
 * @param {string} method `Lobby/GetTable`
 * @param {object} [message]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function call(method, message = {}, signal = undefined) {
  let access = "";
  try {
    access = await token();
    const answer = await unary(method, message, { headers: headers(access), signal });
    online.value = true;
    return answer;
  } catch (error) {
    if (!(error instanceof ConnectError) || error.code !== "unauthenticated" || !access) throw noted(error);
    return unary(method, message, { headers: headers(await token(access)), signal });
  }
}

/**
 * The same request until it is answered: for what carries a request_id, or changes nothing.
 * @param {string} method
 * @param {object} message
 * @param {AbortSignal} [signal]
 */
export async function callUntilAnswered(method, message, signal = undefined) {
  for (let wait = PAUSE_MS; ; wait = Math.min(2 * wait, PAUSE_MAX_MS)) {
    try {
      return await call(method, message, signal);
    } catch (error) {
      if (signal?.aborted || !(error instanceof ConnectError)) throw error;
      if (!["unavailable", "deadline_exceeded"].includes(error.code)) throw error;
      await pause(error.retryAfterMs || wait, signal);
    }
  }
}

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
 * @param {AbortSignal} signal
 */
export async function* stream(method, message, signal) {
  const silent = new AbortController();
  const end = () => silent.abort();
  signal.addEventListener("abort", end);
  let timer = setTimeout(end, SILENCE_MS);
  let access = "";
  try {
    access = await token();
    for await (const each of serverStream(method, message, { headers: headers(access), signal: silent.signal })) {
      clearTimeout(timer);
      timer = setTimeout(end, SILENCE_MS);
      online.value = true;
      yield each;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    if (silent.signal.aborted) throw noted(new ConnectError({ code: "unavailable", message: "the stream is silent" }));
    if (error instanceof ConnectError && error.code === "unauthenticated" && access) await token(access);
    throw noted(error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
  }
}

/**
 * A stream for as long as `signal` lets it, begun again where it broke off, while the page is seen. Where the browser has
 * no connection to spare, it is asked again and again instead.
 * @param {string} method
 * @param {() => object} request what is asked for, from where it broke off
 * @param {(message: any) => void | Promise<void>} take
 * @param {AbortSignal} signal
 * @param {(error: ConnectError) => void} [refused] the stream is not to be had: it is not asked for again
 */
export async function watch(method, request, take, signal, refused = undefined) {
  let wait = PAUSE_MS;
  while (!signal.aborted) {
    await whenVisible();
    if (signal.aborted) return;
    let rest = POLL_MS;
    try {
      await withConnection(async (mayStay) => {
        const hidden = new AbortController();
        const end = () => (signal.aborted || document.visibilityState === "hidden") && hidden.abort();
        signal.addEventListener("abort", end);
        document.addEventListener("visibilitychange", end);
        let enough;
        try {
          for await (const message of stream(method, request(), hidden.signal)) {
            wait = PAUSE_MS;
            await take(message);
            clearTimeout(enough);
            if (!mayStay) enough = setTimeout(() => hidden.abort(), GLANCE_MS);
          }
        } catch (error) {
          if (!hidden.signal.aborted) throw error;
        } finally {
          clearTimeout(enough);
          signal.removeEventListener("abort", end);
          document.removeEventListener("visibilitychange", end);
        }
      });
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof ConnectError)) throw error;
      if (isFinal(error)) return refused?.(error);
      rest = error.retryAfterMs || wait;
      wait = Math.min(2 * wait, PAUSE_MAX_MS);
    }
    if (!signal.aborted && document.visibilityState === "visible") await pause(rest, signal);
  }
}

const isFinal = (/** @type {ConnectError} */ error) => ["not_found", "permission_denied", "invalid_argument", "unimplemented", "failed_precondition"].includes(error.code);
