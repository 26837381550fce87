// The Connect protocol over fetch, in JSON: unary calls and server streams. No dependency.

/** `says`: for the person, in the browser's language, which it sends by itself; `reason`: the code for everybody else. */
export class ConnectError extends Error {
  constructor({ code = "unknown", message = "", details = [] }) {
    super(message || code);
    this.code = code;
    const told = Object.fromEntries(details.map(({ type, debug }) => [type, debug]));
    this.says = told["google.rpc.LocalizedMessage"]?.message ?? this.message;
    this.reason = told["google.rpc.ErrorInfo"]?.reason ?? code;
  }
}

const headers = (type, token) => ({
  "Content-Type": type,
  "Connect-Protocol-Version": "1",
  ...(token && { Authorization: `Bearer ${token}` }),
});

async function failure(response) {
  const said = await response.json().catch(() => ({}));
  return new ConnectError(said.code ? said : { message: `HTTP ${response.status}` });
}

export async function call(method, message = {}, { token, signal } = {}) {
  const body = JSON.stringify(message);
  const response = await fetch(`/turnledger.v1.${method}`, { method: "POST", headers: headers("application/json", token), body, signal });
  if (!response.ok) throw await failure(response);
  return response.json();
}

/** Messages of a server stream; leaving the loop cancels it at the server. */
export async function* stream(method, message = {}, { token, signal } = {}) {
  const text = new TextEncoder().encode(JSON.stringify(message));
  const body = new Uint8Array(5 + text.length);
  new DataView(body.buffer).setUint32(1, text.length);
  body.set(text, 5);
  const type = "application/connect+json";
  const response = await fetch(`/turnledger.v1.${method}`, { method: "POST", headers: headers(type, token), body, signal });
  if (!response.headers.get("content-type")?.startsWith(type)) throw await failure(response);
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

async function* envelopes(reader) {
  const decoder = new TextDecoder();
  let rest = new Uint8Array(0);
  for (;;) {
    while (rest.length >= 5) {
      const size = new DataView(rest.buffer, rest.byteOffset).getUint32(1);
      if (rest.length < 5 + size) break;
      yield { last: Boolean(rest[0] & 2), content: JSON.parse(decoder.decode(rest.subarray(5, 5 + size))) };
      rest = rest.subarray(5 + size);
    }
    const { done, value } = await reader.read();
    if (done) throw new ConnectError({ code: "unavailable", message: "the stream broke off" });
    const joined = new Uint8Array(rest.length + value.length);
    joined.set(rest);
    joined.set(value, rest.length);
    rest = joined;
  }
}
