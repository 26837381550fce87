// The Connect protocol over fetch, in JSON: unary calls, server streams, and what was refused. It knows no token and
// tries nothing twice. The page and the kit @turnledger/client load this same file (docs/decisions/0064).

// ---- what a server refused, and why, in a form that a program can act on ----

/** @typedef {import("./contract.js").LegalInstead} LegalInstead */
/** @typedef {{code?: string, message?: string, details?: Detail[]}} Told an error as Connect writes it */

export class ServiceError extends Error {
  /** @param {Told} told */
  constructor({ code = "unknown", message = "", details = [] }) {
    super(message || code);
    this.name = "ServiceError";
    const {
      reason = "",
      facts = {},
      figures = {},
      rule = "",
      says = "",
      legal = null,
      retryAfterMs = null,
    } = readDetails(details);
    /** As Connect and gRPC name it: `failed_precondition`. */
    this.code = code;
    /**
     * To switch on: `BID_NOT_HIGHER`, `VERSION_CONFLICT`; empty where the error is not the server's own. More come.
     * @type {string}
     */
    this.reason = reason;
    /** Its figures by name, as text. @type {Record<string, string>} */
    this.facts = facts;
    /** The figures of a rule's refusal as they are. @type {Record<string, any>} */
    this.figures = figures;
    /** Which rule refused: `PG-AUC-05`. @type {string} */
    this.rule = rule;
    /** For the person, in the language of the client; empty where the server said nothing. @type {string} */
    this.says = says;
    /** The seat's legal commands instead. @type {LegalInstead | null} */
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

  /** The outcome of the request is unknown, or it had none: the same request may be sent again (docs/errors.md). */
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

// ---- the details of an error ----

// They are read from the protobuf bytes in `value`: Connect's `debug` says the same in JSON, but servers may leave it
// out, and only people may read it.

/** @typedef {{type: string, value?: string, debug?: any}} Detail a detail as Connect writes it */
/** @typedef {[number: number, value: any]} Field */

const VARINT = 0,
  FIXED64 = 1,
  BYTES = 2,
  FIXED32 = 5;

/**
 * Read the fields of a message in order. Fields of later contracts are among them.
 * @param {Uint8Array} bytes
 * @returns {Field[]}
 */
function fieldsOf(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  /** @type {Field[]} */
  const fields = [];
  let at = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = view.getUint8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return Number(BigInt.asIntN(64, value));
    }
  };
  const skip = (/** @type {number} */ size) => (at += size) - size;
  while (at < bytes.length) {
    const tag = varint();
    /** @type {any} */
    let value;
    if ((tag & 7) === VARINT) value = varint();
    else if ((tag & 7) === FIXED64) value = view.getFloat64(skip(8), true);
    else if ((tag & 7) === FIXED32) value = view.getFloat32(skip(4), true);
    else if ((tag & 7) === BYTES) {
      const size = varint();
      value = bytes.subarray(skip(size), at);
    } else throw new RangeError(`wire type ${tag & 7}`);
    fields.push([tag >>> 3, value]);
  }
  return fields;
}

const text = (/** @type {Uint8Array | undefined} */ bytes) => new TextDecoder().decode(bytes);
const only = (/** @type {Uint8Array} */ bytes) => new Map(fieldsOf(bytes));
const all = (/** @type {Uint8Array} */ bytes, /** @type {number} */ number) =>
  fieldsOf(bytes)
    .filter(([each]) => each === number)
    .map(([, value]) => value);

/** @param {Uint8Array} bytes @param {number} number of the map @param {(value: any) => any} read */
function mapOf(bytes, number, read) {
  const entries = all(bytes, number).map(only);
  return Object.fromEntries(entries.map(entry => [text(entry.get(1)), read(entry.get(2))]));
}

/** google.protobuf.Struct as a plain object. @param {Uint8Array} bytes @returns {Record<string, any>} */
const struct = bytes => mapOf(bytes, 1, value);

/** google.protobuf.Value: null, number, text, boolean, object or list. @param {Uint8Array} [bytes] @returns {any} */
function value(bytes = new Uint8Array()) {
  const [[kind, held] = [1, null]] = fieldsOf(bytes).slice(-1);
  if (kind === 2) return held;
  if (kind === 3) return text(held);
  if (kind === 4) return held !== 0;
  if (kind === 5) return struct(held);
  return kind === 6 ? all(held, 1).map(value) : null;
}

/** The numbers of a packed repeated int32, none of them negative. @param {Uint8Array} packed */
function numbers(packed) {
  /** @type {number[]} */
  const found = [];
  let value = 0,
    scale = 1;
  for (const byte of packed) {
    value += (byte & 0x7f) * scale;
    scale *= 128;
    if (byte >= 0x80) continue;
    found.push(value);
    value = 0;
    scale = 1;
  }
  return found;
}

/**
 * The seat's legal commands instead, without the examples: a whole command has fields of every game, which only
 * generated code can read, so only a refusal with `debug` has examples.
 * @param {Uint8Array} bytes
 * @param {any} [debug]
 */
function legal(bytes, debug) {
  const commands = all(bytes, 3).map((each, place) => {
    const command = only(each),
      { example } = debug?.commands?.[place] ?? {};
    return { kind: text(command.get(1)), count: command.get(2) ?? 0, ...(example && { example }) };
  });
  return { version: only(bytes).get(1) ?? 0, toAct: all(bytes, 2).flatMap(numbers), commands };
}

/** Milliseconds of a google.protobuf.Duration. @param {Uint8Array} [bytes] */
function milliseconds(bytes = new Uint8Array()) {
  const duration = only(bytes);
  return 1000 * (duration.get(1) ?? 0) + (duration.get(2) ?? 0) / 1e6;
}

/** @type {Record<string, (bytes: Uint8Array, debug?: any) => object>} */
const READERS = {
  "google.rpc.ErrorInfo": bytes => ({ reason: text(only(bytes).get(1)), facts: mapOf(bytes, 3, text) }),
  "google.rpc.LocalizedMessage": bytes => ({ says: text(only(bytes).get(2)) }),
  "google.rpc.RetryInfo": bytes => ({ retryAfterMs: milliseconds(only(bytes).get(1)) }),
  "turnledger.v1.Refusal": bytes => ({
    rule: text(only(bytes).get(1)),
    figures: struct(only(bytes).get(2) ?? new Uint8Array()),
  }),
  "turnledger.v1.LegalInstead": (bytes, debug) => ({ legal: legal(bytes, debug) }),
};

/**
 * The properties of a ServiceError that the details of an error say. Types that are not known are passed over.
 * @param {Detail[]} details
 * @returns {Record<string, any>}
 */
function readDetails(details) {
  const read = details.map(({ type, value = "", debug }) => READERS[type]?.(decoded(value), debug));
  return Object.assign({}, ...read);
}

/** @param {string} base64 */
const decoded = base64 => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));

// ---- AbortSignals, as far as telephones have them ----

// React Native's know neither `any` nor `throwIfAborted` nor `reason`.

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
  return { signal: one.signal, end: () => one.abort(), forget: () => forgets.forEach(each => each()) };
}

// ---- calls ----

/**
 * `fetch`: for platforms without one, or with a better one (React Native: that of `expo/fetch`, which can stream).
 * @typedef {{baseUrl: string, fetch: typeof globalThis.fetch}} Server
 * @typedef {{signal?: AbortSignal, headers: Record<string, string>, timeoutMs?: number}} How
 */

const LAST = 2;
const HEAD_BYTES = 5;
/** https://connectrpc.com/docs/protocol#http-to-error-code: what an answer that is not Connect's stands for. */
const BY_STATUS = new Map([
  [400, "internal"],
  [401, "unauthenticated"],
  [403, "permission_denied"],
  [404, "unimplemented"],
  [429, "unavailable"],
  [502, "unavailable"],
  [503, "unavailable"],
  [504, "unavailable"],
]);

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
    const response = await send(server, method, {
      body,
      headers: headersOf("application/json", { ...headers, ...deadline }),
      signal: late.signal,
    });
    if (!response.ok) throw await failure(response);
    return await response.json().catch(broken);
  } catch (error) {
    check(signal);
    throw late.signal.aborted
      ? new ServiceError({ code: "deadline_exceeded", message: `no answer in ${timeoutMs} ms` })
      : error;
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
    const response = await send(server, method, {
      body: enveloped(message),
      headers: headersOf(type, headers),
      signal: ended.signal,
    });
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

const headersOf = (/** @type {string} */ type, /** @type {Record<string, string>} */ headers) => ({
  "Content-Type": type,
  "Connect-Protocol-Version": "1",
  ...headers,
});

/** @param {Server} server @param {string} method @param {RequestInit} request */
async function send({ baseUrl, fetch }, method, request) {
  const ask = () => fetch(`${baseUrl}/turnledger.v1.${method}`, { ...request, method: "POST" });
  try {
    return await ask();
  } catch (error) {
    if (request.signal?.aborted) throw error;
    if (!(await answersOthers({ baseUrl, fetch }, request.signal))) throw unavailable("the server does not answer");
    return await ask().catch(again => {
      throw request.signal?.aborted ? again : notAllowed(baseUrl);
    });
  }
}

/**
 * Whether the server of another site answers, though not to this page's calls: a browser reports a page that the server
 * does not allow (CORS) and a server that is away in the same way.
 * @param {Server} server
 * @param {AbortSignal | null} [signal]
 */
async function answersOthers({ baseUrl, fetch }, signal) {
  const here = globalThis.location?.origin;
  if (!here || new URL(baseUrl, here).origin === here) return false;
  return fetch(`${baseUrl}/`, { mode: "no-cors", signal }).then(
    () => true,
    () => false,
  );
}

const notAllowed = (/** @type {string} */ baseUrl) => {
  const refused = `${baseUrl} does not allow pages of ${globalThis.location.origin}`;
  const message = `${refused}: its operator adds that origin to TURNLEDGER_ORIGINS`;
  return new ServiceError({ code: "failed_precondition", message });
};

async function failure(/** @type {Response} */ response) {
  const said = await response.json().catch(() => ({}));
  return new ServiceError(
    said?.code ? said : { code: BY_STATUS.get(response.status) ?? "unknown", message: `HTTP ${response.status}` },
  );
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
  /**
   * Parts that have come, and their bytes: joined once a message is whole, however many parts it came in.
   * @type {Uint8Array[]}
   */
  let parts = [];
  let had = 0,
    wanted = HEAD_BYTES;
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
