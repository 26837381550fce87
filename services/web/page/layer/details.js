// The details of an error, read from the bytes of protobuf that Connect carries in `value`. Connect's `debug` says the same in
// JSON, but servers may leave it out, and only people may read it. The page and the kit @turnledger/client load this same file
// (docs/decisions/0064).

/** @typedef {{type: string, value?: string, debug?: any}} Detail a detail as Connect writes it */
/** @typedef {[number: number, value: any]} Field */

const VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5;

/** Read the fields of a message in order. Fields of later contracts are among them. @param {Uint8Array} bytes @returns {Field[]} */
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
const all = (/** @type {Uint8Array} */ bytes, /** @type {number} */ number) => fieldsOf(bytes).filter(([each]) => each === number).map(([, value]) => value);

/** @param {Uint8Array} bytes @param {number} number of the map @param {(value: any) => any} read */
function mapOf(bytes, number, read) {
  const entries = all(bytes, number).map(only);
  return Object.fromEntries(entries.map((entry) => [text(entry.get(1)), read(entry.get(2))]));
}

/** google.protobuf.Struct as a plain object. @param {Uint8Array} bytes @returns {Record<string, any>} */
const struct = (bytes) => mapOf(bytes, 1, value);

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
  let value = 0, scale = 1;
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
 * What the seat may do instead, without the examples: a whole command has fields of every game, which only generated code can
 * read, so an example is there only where `debug` is.
 * @param {Uint8Array} bytes
 * @param {any} [debug]
 */
function legal(bytes, debug) {
  const commands = all(bytes, 3).map((each, place) => {
    const command = only(each), { example } = debug?.commands?.[place] ?? {};
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
  "google.rpc.ErrorInfo": (bytes) => ({ reason: text(only(bytes).get(1)), facts: mapOf(bytes, 3, text) }),
  "google.rpc.LocalizedMessage": (bytes) => ({ says: text(only(bytes).get(2)) }),
  "google.rpc.RetryInfo": (bytes) => ({ retryAfterMs: milliseconds(only(bytes).get(1)) }),
  "turnledger.v1.Refusal": (bytes) => ({ rule: text(only(bytes).get(1)), figures: struct(only(bytes).get(2) ?? new Uint8Array()) }),
  "turnledger.v1.LegalInstead": (bytes, debug) => ({ legal: legal(bytes, debug) }),
};

/**
 * The properties of a ServiceError that the details of an error say. Types that are not known are passed over.
 * @param {Detail[]} details
 * @returns {Record<string, any>}
 */
export function readDetails(details) {
  const read = details.map(({ type, value = "", debug }) => READERS[type]?.(decoded(value), debug));
  return Object.assign({}, ...read);
}

/** @param {string} base64 */
const decoded = (base64) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
