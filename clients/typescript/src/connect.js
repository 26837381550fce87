// The Connect protocol over fetch, in JSON: unary calls and server streams. It knows no token and tries nothing twice.
import { ServiceError, unavailable } from "./errors.js";
import { check, either } from "./signals.js";

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
  try {
    return await fetch(`${baseUrl}/turnledger.v1.${method}`, { ...request, method: "POST" });
  } catch (error) {
    throw request.signal?.aborted ? error : unavailable("the server does not answer");
  }
}

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
