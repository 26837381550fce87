// Published keys (RFC 7517, RFC 8037), and what they signed: Ed25519 (RFC 8032).

import { fromHex, utf8 } from "./dice.js";
import { sha256 } from "./sha256.js";
import { Wrong } from "./spelling.js";

/** @typedef {{keys: {kty?: string, crv?: string, x?: string, kid?: string}[]}} KeySet JWKS */

const FIELD = 2n ** 255n - 19n;
const ORDER_8 = 0x7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7n;
const SMALL_ORDER = [0n, 1n, FIELD - 1n, ORDER_8, FIELD - ORDER_8];

const toBase64 = (/** @type {Uint8Array} */ bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const fromBase64 = (/** @type {string} */ text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));

/** The Ed25519 keys of a key set by their ids. Throws Wrong for a set that proves nothing. */
export function readKeySet(/** @type {KeySet} */ keySet) {
  /** @type {Map<string, Uint8Array<ArrayBuffer>>} */
  const keys = new Map();
  for (const { crv, x = "", kid } of keySet.keys) {
    if (crv !== "Ed25519") continue;
    const bytes = fromBase64(x);
    const id = toBase64(sha256(utf8(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`)));
    if (kid !== undefined && kid !== id) throw new Wrong("KEY_ID", `${kid} is not the thumbprint of its key, ${id}`);
    if (keys.has(id)) throw new Wrong("KEY_DOUBLED", `the key ${id} stands there twice`);
    if (isWeak(bytes)) throw new Wrong("KEY_WEAK", `of the key ${id} every signature may be`);
    keys.set(id, bytes);
  }
  return keys;
}

/** Whether a key is a point of small order, with which anyone can sign, or another spelling of a point. */
export function isWeak(/** @type {Uint8Array} */ bytes) {
  const digits = Array.from(bytes, (byte, place) => BigInt(place === 31 ? byte & 127 : byte));
  const y = digits.reduceRight((sum, digit) => (sum << 8n) | digit, 0n);
  return bytes.length !== 32 || y >= FIELD || SMALL_ORDER.includes(y);
}

/**
 * Whether a signature is the key's over the message; null where this browser cannot say (it has no Ed25519, or the page
 * came over plain HTTP).
 *
 * @param {Uint8Array<ArrayBuffer>} key
 * @param {Uint8Array<ArrayBuffer>} message
 * @param {string} signature 128 hex digits
 */
export async function isSigned(key, message, signature) {
  let imported;
  try {
    imported = await globalThis.crypto?.subtle?.importKey("raw", key, { name: "Ed25519" }, false, ["verify"]);
  } catch (error) {
    if (/** @type {Error} */ (error).name !== "NotSupportedError") throw error;
  }
  return imported ? crypto.subtle.verify({ name: "Ed25519" }, imported, fromHex(signature), message) : null;
}
