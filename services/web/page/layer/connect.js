// The Connect protocol over fetch, in JSON: unary calls, server streams, and what was refused. It knows no token and tries
// nothing twice. The page and the kit @turnledger/client load this same file (docs/decisions/0064).
import { readDetails } from "./details.js";

// ---- what a server refused, and why, in a form that a program can act on ----

/** @typedef {import("./contract.js").LegalInstead} LegalInstead */
/** @typedef {{code?: string, message?: string, details?: import("./details.js").Detail[]}} Told an error as Connect writes it */

export class ServiceError extends Error {
  /** @param {Told} told */
  constructor({ code = "unknown", message = "", details = [] }) {
    super(message || code);
    this.name = "ServiceError";
    const { reason = "", facts = {}, figures = {}, rule = "", says = "", legal = null, retryAfterMs = null } = readDetails(details);
    /** As Connect and gRPC name it: `failed_precondition`. */
    this.code = code;
    /** To switch on: `BID_NOT_HIGHER`, `VERSION_CONFLICT`; empty where the error is not the server's own. More come. @type {string} */
    this.reason = reason;
    /** Its figures by name, as text. @type {Record<string, string>} */
    this.facts = facts;
    /** The figures of a rule's refusal as they are. @type {Record<string, any>} */
    this.figures = figures;
    /** Which rule refused: `PG-AUC-05`. @type {string} */
    this.rule = rule;
    /** For the person, in the language of the client; empty where the server said nothing. @type {string} */
    this.says = says;
    /** What the seat may do instead. @type {LegalInstead | null} */
    this.legal = legal;
    /** So long to wait, in milliseconds; null where the server names no time. @type {number | null} */
    this.retryAfterMs = retryAfterMs;
  }

  /** A new token may help. */
  get wantsTokens() {
    return RENEWED.has(this.reason);
  }

  /** The server takes the tokens no more. A proxy's 401, which has no reason, says nothing about them. */
  get isSignedOut() {
    return this.code === "unauthenticated" && this.reason !== "";
  }

  /** What became of the request is not known, or nothing: the same again may be answered (docs/api.md, «When a call fails»). */
  get mayPass() {
    return (this.reason ? OURS : FOREIGN).has(this.code);
  }
}

/** Of a pair that was taken back, another one may be stored by now: of the tab that signed all other devices out. */
const RENEWED = new Set(["TOKEN_EXPIRED", "TOKEN_INVALID", "TOKEN_REVOKED"]);
const OURS = new Set(["unavailable", "deadline_exceeded"]);
/** Of a library, a proxy or the network: each calls a broken connection by another name. */
const FOREIGN = new Set(["unavailable", "deadline_exceeded", "canceled", "internal", "unknown"]);

export const unavailable = (/** @type {string} */ message) => new ServiceError({ code: "unavailable", message });

// ---- AbortSignals, as far as telephones have them: React Native's know neither `any` nor `throwIfAborted` nor `reason` ----

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

// ---- calls ----

/**
 * `fetch`: where there is none, or a better one (React Native: that of `expo/fetch`, which can stream).
 * @typedef {{baseUrl: string, fetch: typeof globalThis.fetch}} Server
 * @typedef {{signal?: AbortSignal, headers: Record<string, string>, timeoutMs?: number}} How
 */

const LAST = 2;
const HEAD_BYTES = 5;
/** https://connectrpc.com/docs/protocol#http-to-error-code: what an answer that is not Connect's stands for. */
const BY_STATUS = new Map([[400, "internal"], [401, "unauthenticated"], [403, "permission_denied"], [404, "unimplemented"], [429, "unavailable"], [502, "unavailable"], [503, "unavailable"], [504, "unavailable"]]);

/**
 * @param {Server} server
 * @param {string} method `Lobby/GetTable`
 * @param {object} message
 * @param {How} how `timeoutMs`: the deadline of this attempt
 * @returns {Promise<any>}
 */
export async function unary(server, method, message, { signal, headers, timeoutMs = 0 }) {
  const late = either(signal);
  const timer = timeoutMs ? setTimeout(late.end, timeoutMs) : undefined;
  try {
    check(signal);
    const deadline = timeoutMs ? { "Connect-Timeout-Ms": String(timeoutMs) } : undefined;
    const body = JSON.stringify(message);
    const response = await send(server, method, { body, headers: headersOf("application/json", { ...headers, ...deadline }), signal: late.signal });
    if (!response.ok) throw await failure(response);
    return await response.json().catch(broken);
  } catch (error) {
    check(signal);
    throw late.signal.aborted ? new ServiceError({ code: "deadline_exceeded", message: `no answer in ${timeoutMs} ms` }) : error;
  } finally {
    clearTimeout(timer);
    late.forget();
  }
}

/**
 * Messages of a server stream; leaving the loop cancels it at the server.
 * @param {Server} server
 * @param {string} method
 * @param {object} message
 * @param {How} how
 * @returns {AsyncGenerator<any, void, undefined>}
 */
export async function* stream(server, method, message, { signal, headers }) {
  const type = "application/connect+json";
  const ended = either(signal);
  try {
    check(signal);
    const response = await send(server, method, { body: enveloped(message), headers: headersOf(type, headers), signal: ended.signal });
    if (!response.headers.get("content-type")?.startsWith(type)) throw await failure(response);
    if (!response.body) throw new ServiceError({ code: "unimplemented", message: "this fetch cannot read streams" });
    for await (const { last, content } of envelopes(response.body.getReader())) {
      if (!last) yield content;
      else if (content.error) throw new ServiceError(content.error);
      else return;
    }
  } finally {
    ended.forget();
    ended.end();
  }
}

const headersOf = (/** @type {string} */ type, /** @type {Record<string, string>} */ headers) => ({ "Content-Type": type, "Connect-Protocol-Version": "1", ...headers });

/** @param {Server} server @param {string} method @param {RequestInit} request */
async function send({ baseUrl, fetch }, method, request) {
  const ask = () => fetch(`${baseUrl}/turnledger.v1.${method}`, { ...request, method: "POST" });
  try {
    return await ask();
  } catch (error) {
    if (request.signal?.aborted) throw error;
    if (!(await answersOthers({ baseUrl, fetch }, request.signal))) throw unavailable("the server does not answer");
    return await ask().catch((again) => {
      throw request.signal?.aborted ? again : notAllowed(baseUrl);
    });
  }
}

/**
 * Whether the server of another site answers, though not to this page's calls: a browser reports a page that the server does not
 * allow (CORS) and a server that is away in the same way.
 * @param {Server} server
 * @param {AbortSignal | null} [signal]
 */
async function answersOthers({ baseUrl, fetch }, signal) {
  const here = globalThis.location?.origin;
  if (!here || new URL(baseUrl, here).origin === here) return false;
  return fetch(`${baseUrl}/`, { mode: "no-cors", signal }).then(() => true, () => false);
}

const notAllowed = (/** @type {string} */ baseUrl) =>
  new ServiceError({ code: "failed_precondition", message: `${baseUrl} does not allow pages of ${globalThis.location.origin}: its operator adds that origin to TURNLEDGER_ORIGINS` });

async function failure(/** @type {Response} */ response) {
  const said = await response.json().catch(() => ({}));
  return new ServiceError(said?.code ? said : { code: BY_STATUS.get(response.status) ?? "unknown", message: `HTTP ${response.status}` });
}

function broken() {
  throw unavailable("the answer broke off");
}

function enveloped(/** @type {object} */ message) {
  const text = new TextEncoder().encode(JSON.stringify(message));
  const body = new Uint8Array(HEAD_BYTES + text.length);
  new DataView(body.buffer).setUint32(1, text.length);
  body.set(text, HEAD_BYTES);
  return body;
}

async function* envelopes(/** @type {ReadableStreamDefaultReader<Uint8Array>} */ reader) {
  const decoder = new TextDecoder();
  /** Parts that have come, and their bytes: joined once a message is whole, however many parts it came in. @type {Uint8Array[]} */
  let parts = [];
  let had = 0, wanted = HEAD_BYTES;
  for (;;) {
    while (had >= wanted) {
      const rest = joined(parts, had);
      const size = HEAD_BYTES + new DataView(rest.buffer, rest.byteOffset).getUint32(1);
      parts = [rest];
      wanted = size;
      if (had < size) break;
      yield { last: Boolean(rest[0] & LAST), content: JSON.parse(decoder.decode(rest.subarray(HEAD_BYTES, size))) };
      parts = [rest.subarray(size)];
      had -= size;
      wanted = HEAD_BYTES;
    }
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) throw unavailable("the stream broke off");
    parts.push(value);
    had += value.length;
  }
}

function joined(/** @type {Uint8Array[]} */ parts, /** @type {number} */ size) {
  if (parts.length === 1) return parts[0];
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
