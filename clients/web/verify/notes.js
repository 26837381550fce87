// Signed notes (https://c2sp.org/signed-note), checkpoints of a log (https://c2sp.org/tlog-checkpoint) and cosignatures
// of witnesses (https://c2sp.org/tlog-cosignature): what they say, and whose they are.

import { bigEndian, hex, utf8 } from "./dice.js";
import { isSigned } from "./keys.js";
import { joined, sha256 } from "./sha256.js";

/** Not written as the formats want it. */
export class MalformedNote extends Error {}
/** This browser cannot check the signature: it has no Ed25519, or the page came over plain HTTP. */
export class CannotSay extends Error {}

/**
 * @typedef {{name: string, keyId: string, signature: Uint8Array<ArrayBuffer>}} Signature
 * @typedef {{text: string, signatures: Signature[]}} Note the text ends with a line feed
 * @typedef {{name: string, kind: number, bytes: Uint8Array<ArrayBuffer>, keyId: string}} Key
 * @typedef {{origin: string, size: bigint, root: Uint8Array}} Tree what a checkpoint is about
 */

export const ED25519 = 1;
export const COSIGNED_ED25519 = 4;
export const COSIGNED_ML_DSA = 6;
const KEY_BYTES = new Map([
  [ED25519, 32],
  [COSIGNED_ED25519, 32],
  [COSIGNED_ML_DSA, 1312],
]);
const NOTE_BYTES_MAX = 256 * 1024;
const SIGNATURES_MAX = 100;
const ORIGIN_BYTES_MAX = 255;
const ID_BYTES = 4;
const TIME_BYTES = 8;
const TIME_MAX = 2n ** 63n - 1n;
const HASH_BYTES = 32;
const CONTROL = /[\0-\t\v-\x1f]|\p{Surrogate}/u;
const NAME = /^[^\s+\p{C}\p{Z}]+$/u;
const VKEY = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/;
const SIZE = /^(?:0|[1-9][0-9]{0,17})$/;

/** Base 64 of RFC 4648, section 4, in its one spelling. Throws MalformedNote. */
export function fromBase64(/** @type {string} */ text) {
  try {
    const letters = atob(text);
    if (btoa(letters) === text) return Uint8Array.from(letters, letter => letter.charCodeAt(0));
  } catch {
    // told below
  }
  throw new MalformedNote("not base 64");
}

/** Throws MalformedNote. @returns {Note} */
export function readNote(/** @type {string} */ content) {
  if (CONTROL.test(content) || utf8(content).length > NOTE_BYTES_MAX)
    throw new MalformedNote("a note is short, and has no control characters");
  const at = content.lastIndexOf("\n\n");
  if (at < 0 || !content.endsWith("\n") || at + 2 === content.length)
    throw new MalformedNote("a note is a text, an empty line, and lines of signatures");
  const lines = content.slice(at + 2, -1).split("\n");
  if (lines.length > SIGNATURES_MAX) throw new MalformedNote(`at most ${SIGNATURES_MAX} signatures`);
  return { text: content.slice(0, at + 1), signatures: lines.map(readSignature) };
}

/** @returns {Signature} */
function readSignature(/** @type {string} */ line) {
  const found = /^— (\S+) (.+)$/su.exec(line);
  if (!found || !NAME.test(found[1])) throw new MalformedNote("not a line of a signature");
  const signed = fromBase64(found[2]);
  if (signed.length <= ID_BYTES) throw new MalformedNote("a signature is longer");
  return { name: found[1], keyId: hex(signed.subarray(0, ID_BYTES)), signature: signed.slice(ID_BYTES) };
}

/** Throws MalformedNote. @returns {Key} */
export function readKey(/** @type {string} */ vkey) {
  const [, name, keyId, encoded] = VKEY.exec(vkey) ?? [];
  if (!name) throw new MalformedNote("no verifier key");
  const material = fromBase64(encoded);
  const [kind, bytes] = [material[0], material.slice(1)];
  if (KEY_BYTES.get(kind) !== bytes.length) throw new MalformedNote("a key of a kind that this program does not know");
  if (hex(sha256(joined(utf8(`${name}\n`), material)).subarray(0, ID_BYTES)) !== keyId)
    throw new MalformedNote("the id is not that of the key");
  return { name, kind, bytes, keyId };
}

/** What a note says as a checkpoint, whoever signed it. Throws MalformedNote. @returns {Tree} */
export function treeOf(/** @type {Note} */ { text }) {
  const lines = text.slice(0, -1).split("\n");
  if (lines.length < 3 || lines.some(line => !line) || !SIZE.test(lines[1]))
    throw new MalformedNote("a checkpoint is an origin, a size and a root");
  if (utf8(lines[0]).length > ORIGIN_BYTES_MAX) throw new MalformedNote("the origin is too long");
  const root = fromBase64(lines[2]);
  if (root.length !== HASH_BYTES) throw new MalformedNote("a root has 32 bytes");
  return { origin: lines[0], size: BigInt(lines[1]), root };
}

const made = (/** @type {Key} */ key, /** @type {Note} */ note) =>
  note.signatures.filter(({ name, keyId }) => name === key.name && keyId === key.keyId);

/**
 * Whether a log has signed the note. A line that claims it without proof makes it false, whatever the others say.
 * @param {Note} note
 * @param {Key} key
 */
export async function isSignedBy(note, key) {
  const own = made(key, note);
  for (const { signature } of own) if (!(await checks(key, utf8(note.text), signature))) return false;
  return own.length > 0;
}

/**
 * When a witness has cosigned the tree, seconds since 1970 UTC; undefined where it has not.
 * @param {Note} note
 * @param {Key} key
 * @param {Tree} tree
 */
export async function cosignedAt(note, key, tree) {
  for (const { signature } of made(key, note)) {
    if (signature.length <= TIME_BYTES) continue;
    const at = new DataView(signature.buffer, signature.byteOffset).getBigUint64(0);
    const message = cosignedMessage(key, note.text, tree, at);
    if (at > 0n && at <= TIME_MAX && (await checks(key, message, signature.slice(TIME_BYTES)))) return at;
  }
  return undefined;
}

/** @param {Key} key @param {string} text @param {Tree} tree @param {bigint} at */
function cosignedMessage(key, text, tree, at) {
  if (key.kind === COSIGNED_ED25519) return utf8(`cosignature/v1\ntime ${at}\n${text}`);
  const [name, origin] = [utf8(key.name), utf8(tree.origin)];
  const named = joined(utf8("subtree/v1\n\0"), [name.length], name, bigEndian(at, 8), [origin.length], origin);
  return joined(named, bigEndian(0, 8), bigEndian(tree.size, 8), tree.root);
}

/** @param {Key} key @param {Uint8Array<ArrayBuffer>} message @param {Uint8Array} signature */
async function checks(key, message, signature) {
  if (key.kind === COSIGNED_ML_DSA) {
    const { ml_dsa44 } = await import("../vendor/ml-dsa.js");
    return signature.length === ML_DSA_BYTES && ml_dsa44.verify(signature, message, key.bytes);
  }
  const signed = await isSigned(key.bytes, message, hex(signature));
  if (signed === null) throw new CannotSay("this browser has no Ed25519, or the page came over plain HTTP");
  return signed;
}

const ML_DSA_BYTES = 2420;
