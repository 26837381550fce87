// Merkle trees of RFC 6962 with SHA-256: proofs that a leaf is in a tree, and that a tree continues a smaller one.
// Sizes and places are whole numbers without a limit (bigint).

import { hex, utf8 } from "./dice.js";
import { joined, sha256 } from "./sha256.js";

/** A proof that proves something else, or nothing. */
export class WrongProof extends Error {}

/**
 * @typedef {(level: bigint, index: bigint) => Uint8Array} Node the hash of the whole subtree of 2^level leaves with
 *   this number
 */

const EMPTY = hex(sha256(new Uint8Array()));

export const leafHash = (/** @type {string} */ leaf) => sha256(joined([0], utf8(leaf)));
export const interior = (/** @type {Uint8Array} */ left, /** @type {Uint8Array} */ right) =>
  sha256(joined([1], left, right));

const isSame = (/** @type {Uint8Array} */ one, /** @type {Uint8Array} */ other) => hex(one) === hex(other);
const bits = (/** @type {bigint} */ number) => BigInt(number.toString(2).length);

/** The largest power of two below a size of at least 2. */
const cut = (/** @type {bigint} */ size) => 1n << (bits(size - 1n) - 1n);

/** @param {Node} node @param {bigint} begin @param {bigint} end @returns {Uint8Array} */
function root(node, begin, end) {
  const size = end - begin;
  if ((size & (size - 1n)) === 0n) return node(bits(size) - 1n, begin / size);
  const middle = begin + cut(size);
  return interior(root(node, begin, middle), root(node, middle, end));
}

/**
 * PROOF(old, D[size]); nothing where either tree is empty or both are the same.
 * @param {Node} node
 * @param {bigint} old
 * @param {bigint} size
 */
export const consistency = (node, old, size) => (old > 0n && old < size ? steps(node, old, 0n, size, true) : []);

/**
 * @param {Node} node
 * @param {bigint} old
 * @param {bigint} begin
 * @param {bigint} end
 * @param {boolean} whole
 * @returns {Uint8Array[]}
 */
function steps(node, old, begin, end, whole) {
  if (old === end) return whole ? [] : [root(node, begin, end)];
  const middle = begin + cut(end - begin);
  if (old <= middle) return [...steps(node, old, begin, middle, whole), root(node, middle, end)];
  return [...steps(node, old, middle, end, false), root(node, begin, middle)];
}

/**
 * RFC 9162, 2.1.3.2. Throws WrongProof.
 *
 * @param {Uint8Array[]} proof
 * @param {bigint} index
 * @param {bigint} size
 * @param {Uint8Array} leaf its hash
 * @param {Uint8Array} of the root
 */
export function checkInclusion(proof, index, size, leaf, of) {
  if (index < 0n || index >= size) throw new WrongProof(`leaf ${index} is not in a tree of ${size}`);
  let [place, last, found] = [index, size - 1n, leaf];
  for (const sibling of proof) {
    if (last === 0n) throw new WrongProof("the proof of inclusion is too long");
    if (place & 1n || place === last) {
      found = interior(sibling, found);
      while (!(place & 1n) && place) [place, last] = [place >> 1n, last >> 1n];
    } else found = interior(found, sibling);
    [place, last] = [place >> 1n, last >> 1n];
  }
  if (last || !isSame(found, of)) throw new WrongProof("the leaf is not in the tree");
}

/**
 * RFC 9162, 2.1.4.2, and what is plain of empty and equal trees. Throws WrongProof.
 *
 * @param {Uint8Array[]} proof
 * @param {{size: bigint, root: Uint8Array}} older
 * @param {{size: bigint, root: Uint8Array}} newer
 */
export function checkConsistency(proof, older, newer) {
  if (older.size > newer.size) throw new WrongProof(`a tree of ${newer.size} does not go on from one of ${older.size}`);
  if (older.size !== 0n && older.size !== newer.size) return checkGrowth(proof, older, newer);
  const same = older.size === newer.size ? isSame(older.root, newer.root) : hex(older.root) === EMPTY;
  if (proof.length || !same) throw new WrongProof("the trees are not the same");
}

/**
 * @param {Uint8Array[]} proof
 * @param {{size: bigint, root: Uint8Array}} older
 * @param {{size: bigint, root: Uint8Array}} newer
 */
function checkGrowth(proof, older, newer) {
  const path = older.size & (older.size - 1n) ? proof : [older.root, ...proof];
  let [place, last] = [older.size - 1n, newer.size - 1n];
  while (place & 1n) [place, last] = [place >> 1n, last >> 1n];
  if (!path.length) throw new WrongProof("the proof of consistency is empty");
  let [before, after] = [path[0], path[0]];
  for (const sibling of path.slice(1)) {
    if (last === 0n) throw new WrongProof("the proof of consistency is too long");
    if (place & 1n || place === last) {
      [before, after] = [interior(sibling, before), interior(sibling, after)];
      while (!(place & 1n) && place) [place, last] = [place >> 1n, last >> 1n];
    } else after = interior(after, sibling);
    [place, last] = [place >> 1n, last >> 1n];
  }
  if (last || !isSame(before, older.root) || !isSame(after, newer.root))
    throw new WrongProof("the greater tree does not go on from the smaller one");
}
