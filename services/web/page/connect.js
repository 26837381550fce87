// The Connect protocol over fetch, in JSON: unary calls and server streams. No dependency, and it knows no token.

/**
 * What the server refuses. `says`: for the person, in their language; `reason`: the code for everybody else; `facts`: the
 * figures by name; `rule`: which rule refused it; `instead`: what is legal instead.
 */
export class ConnectError extends Error {
  /** @param {{code?: string, message?: string, details?: {type: string, debug?: any}[]}} error */
  constructor({ code = "unknown", message = "", details = [] }) {
    super(message || code);
    this.code = code;
    const told = Object.fromEntries(details.map(({ type, debug }) => [type, debug]));
    this.says = told["google.rpc.LocalizedMessage"]?.message ?? this.message;
    this.reason = told["google.rpc.ErrorInfo"]?.reason ?? code;
    this.rule = told["turnledger.v1.Refusal"]?.rule ?? "";
    /** @type {Record<string, any>} */
    this.facts = told["turnledger.v1.Refusal"]?.facts ?? told["google.rpc.ErrorInfo"]?.metadata ?? {};
    this.instead = told["turnledger.v1.LegalInstead"] ?? null;
    const wait = told["google.rpc.RetryInfo"]?.retryDelay;
    this.retryAfterMs = typeof wait === "string" ? 1000 * Number.parseFloat(wait) : 0;
  }

  /** The request may have happened, or not: only the same request again tells. */
  get isUnanswered() {
    return ["unavailable", "deadline_exceeded", "canceled", "internal", "unknown"].includes(this.code);
  }
}

/** @typedef {{signal?: AbortSignal, headers?: Record<string, string>}} Settings */

const headersOf = (/** @type {string} */ type, /** @type {Settings} */ { headers }) => ({
  "Content-Type": type,
  "Connect-Protocol-Version": "1",
  ...headers,
});

async function failure(/** @type {Response} */ response) {
  const said = await response.json().catch(() => ({}));
  const code = response.status >= 502 && response.status <= 504 ? "unavailable" : "unknown";
  return new ConnectError(said.code ? said : { code, message: `HTTP ${response.status}` });
}

async function send(/** @type {string} */ method, /** @type {RequestInit} */ request) {
  try {
    return await fetch(`/turnledger.v1.${method}`, { ...request, method: "POST" });
  } catch (error) {
    if (request.signal?.aborted) throw error;
    throw new ConnectError({ code: "unavailable", message: "the server does not answer" });
  }
}

/**
 * @param {string} method `Lobby/GetTable`
 * @param {object} [message]
 * @param {Settings} [settings]
 * @returns {Promise<any>}
 */
export async function unary(method, message = {}, settings = {}) {
  const headers = headersOf("application/json", settings);
  const response = await send(method, { headers, body: JSON.stringify(message), signal: settings.signal });
  if (!response.ok) throw await failure(response);
  return response.json();
}

/**
 * Messages of a server stream; leaving the loop cancels it at the server.
 * @param {string} method
 * @param {object} [message]
 * @param {Settings} [settings]
 * @returns {AsyncGenerator<any>}
 */
export async function* serverStream(method, message = {}, settings = {}) {
  const type = "application/connect+json";
  const response = await send(method, { headers: headersOf(type, settings), body: enveloped(message), signal: settings.signal });
  if (!response.headers.get("content-type")?.startsWith(type) || !response.body) throw await failure(response);
  const reader = response.body.getReader();
  try {
    for await (const { last, content } of envelopes(reader)) {
      if (!last) yield content;
      else if (content.error) throw new ConnectError(content.error);
      else return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

function enveloped(/** @type {object} */ message) {
  const text = new TextEncoder().encode(JSON.stringify(message));
  const body = new Uint8Array(5 + text.length);
  new DataView(body.buffer).setUint32(1, text.length);
  body.set(text, 5);
  return body;
}

async function* envelopes(/** @type {ReadableStreamDefaultReader<Uint8Array>} */ reader) {
  const decoder = new TextDecoder();
  let rest = new Uint8Array(0);
  for (;;) {
    while (rest.length >= 5) {
      const size = new DataView(rest.buffer, rest.byteOffset).getUint32(1);
      if (rest.length < 5 + size) break;
      yield { last: Boolean(rest[0] & 2), content: JSON.parse(decoder.decode(rest.subarray(5, 5 + size))) };
      rest = rest.subarray(5 + size);
    }
    const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }));
    if (done || !value) throw new ConnectError({ code: "unavailable", message: "the stream broke off" });
    const joined = new Uint8Array(rest.length + value.length);
    joined.set(rest);
    joined.set(value, rest.length);
    rest = joined;
  }
}
