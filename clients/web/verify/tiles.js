// Proves by its tiles (https://c2sp.org/tlog-tiles) that a log continues the tree that was seen before.

import { checkConsistency, consistency, interior, WrongProof } from "./merkle.js";

/**
 * @typedef {{size: bigint, root: Uint8Array}} Tree
 * @typedef {(path: string) => Promise<Uint8Array>} Fetch the bytes of a tile, such as `tile/0/x001/234.p/5`
 */

const HEIGHT = 8n;
const WIDTH = 256n;
const HASH_BYTES = 32;

/**
 * Throws WrongProof where the newer tree does not continue the older one.
 * @param {Tree} older
 * @param {Tree} newer
 * @param {Fetch} fetchTile
 */
export async function checkGrowth(older, newer, fetchTile) {
  /** @type {Map<string, Uint8Array>} */
  const tiles = new Map();
  consistency(
    (level, index) => {
      tiles.set(tilePath(placeOf(level, index), newer.size), new Uint8Array());
      return new Uint8Array(HASH_BYTES);
    },
    older.size,
    newer.size,
  );
  await Promise.all([...tiles.keys()].map(async path => tiles.set(path, await fetchTile(path))));
  const proof = consistency(
    (level, index) => {
      const place = placeOf(level, index);
      return hashOf(/** @type {Uint8Array} */ (tiles.get(tilePath(place, newer.size))), place);
    },
    older.size,
    newer.size,
  );
  checkConsistency(proof, older, newer);
}

/**
 * @typedef {{level: bigint, number: bigint, begin: bigint, count: bigint}} Place of a subtree: its tile, and which
 *   hashes of it
 */

/** @param {bigint} level @param {bigint} index @returns {Place} */
function placeOf(level, index) {
  const height = level % HEIGHT;
  const at = index << height;
  return { level: level / HEIGHT, number: at / WIDTH, begin: at % WIDTH, count: 1n << height };
}

/** @param {Place} place @param {bigint} size of the tree */
function tilePath({ level, number }, size) {
  const there = (size >> (HEIGHT * level)) - number * WIDTH;
  const groups =
    number
      .toString()
      .padStart(3, "0")
      .padStart(Math.ceil(number.toString().length / 3) * 3, "0")
      .match(/.../g) ?? [];
  const named = groups.map((group, place) => (place < groups.length - 1 ? `x${group}` : group)).join("/");
  return `tile/${level}/${named}` + (there < WIDTH ? `.p/${there}` : "");
}

function hashOf(/** @type {Uint8Array} */ tile, /** @type {Place} */ { begin, count }) {
  const from = Number(begin) * HASH_BYTES;
  const to = from + Number(count) * HASH_BYTES;
  if (tile.length < to) throw new WrongProof("a tile of the log is too short");
  let hashes = Array.from({ length: Number(count) }, (_, place) =>
    tile.subarray(from + place * HASH_BYTES, from + (place + 1) * HASH_BYTES),
  );
  while (hashes.length > 1)
    hashes = hashes.filter((_, place) => !(place % 2)).map((left, place) => interior(left, hashes[2 * place + 1]));
  return hashes[0];
}
