// Verifiable dice as specified in docs/dice.md: everything random in a game follows from its seed and a label.

import { joined, macWith, sha256 } from "./sha256.js";

const encoder = new TextEncoder();

export const utf8 = (/** @type {string} */ text) => encoder.encode(text);

export const hex = (/** @type {Uint8Array} */ bytes) =>
  Array.from(bytes, byte => byte.toString(16).padStart(2, "0")).join("");

/** Of an even number of hex digits. */
export const fromHex = (/** @type {string} */ digits) =>
  Uint8Array.from(digits.match(/../g) ?? [], pair => parseInt(pair, 16));

/** A whole number as so many bytes, big-endian. */
export function bigEndian(/** @type {number | bigint} */ number, /** @type {number} */ bytes) {
  const whole = new Uint8Array(bytes);
  let left = BigInt(number);
  for (let place = bytes - 1; place >= 0; place -= 1, left >>= 8n) whole[place] = Number(left & 255n);
  return whole;
}

/** The server's commitment: SHA-256 of its secret. Both in hex. */
export const commitmentTo = (/** @type {string} */ secret) => hex(sha256(fromHex(secret)));

/**
 * The seed of a game (hex).
 *
 * @param {string} secret hex
 * @param {string} gameId
 * @param {string[]} nonces hex, in seat order, empty for a seat that gave none
 * @param {{chain: string, round: number, signature: string}} [beacon] of a table that waited for one
 */
export function gameSeed(secret, gameId, nonces, beacon) {
  const parts = [utf8(gameId), ...nonces.map(fromHex)];
  if (beacon) parts.push(fromHex(beacon.chain), bigEndian(beacon.round, 8), fromHex(beacon.signature));
  const measured = parts.map(part => joined(bigEndian(part.length, 4), part));
  return hex(macWith(fromHex(secret))(joined(utf8(`turnledger/seed/${beacon ? 2 : 1}`), ...measured)));
}

/** The seed (hex) of draws that waited for a round of their own. @param {string} seed hex, of the game */
export function drawSeed(seed, /** @type {number} */ round, /** @type {string} */ signature) {
  const measured = [bigEndian(round, 8), fromHex(signature)].map(part => joined(bigEndian(part.length, 4), part));
  return hex(macWith(fromHex(seed))(joined(utf8("turnledger/draw/1"), ...measured)));
}

/** The seed (hex) of an unrated table that was opened with a text. */
export const seedOfText = (/** @type {string} */ text) => hex(sha256(utf8(text)));

/** The draws of one label. */
export class Roll {
  /** @param {string} seed hex @param {string} label */
  constructor(seed, label) {
    this.mac = macWith(fromHex(seed));
    this.label = joined(utf8(label), [0]);
    this.block = 0;
    /** @type {bigint[]} */
    this.left = [];
  }

  /** The next word of 64 bits. */
  word() {
    if (!this.left.length) {
      const view = new DataView(this.mac(joined(this.label, bigEndian(this.block, 8))).buffer);
      this.left = [0, 8, 16, 24].map(place => view.getBigUint64(place));
      this.block += 1;
    }
    return /** @type {bigint} */ (this.left.shift());
  }

  /** A number from 0 to bound − 1. @param {number | bigint} bound */
  below(bound) {
    const [all, most] = [1n << 64n, BigInt(bound)];
    const fair = all - (all % most);
    let word = this.word();
    while (word >= fair) word = this.word();
    return word % most;
  }

  /** The items in random order: Fisher-Yates from the last place down. @template T @param {T[]} items */
  shuffle(items) {
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const other = Number(this.below(last + 1));
      [order[last], order[other]] = [order[other], order[last]];
    }
    return order;
  }
}
