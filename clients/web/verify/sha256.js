// SHA-256 (FIPS 180-4) and HMAC (RFC 2104). WebCrypto has both, for pages over HTTPS alone and an answer at a time: a
// history asks two thousand times.

/** The first 32 bits behind the point of the roots of the first primes: the constants of the standard. */
function rootsOfPrimes(/** @type {number} */ count, /** @type {number} */ root) {
  /** @type {number[]} */
  const primes = [];
  for (let each = 2; primes.length < count; each += 1) if (primes.every(prime => each % prime)) primes.push(each);
  return Uint32Array.from(primes, prime => (prime ** (1 / root) % 1) * 2 ** 32);
}

const ROUNDS = rootsOfPrimes(64, 3);
const BEGIN = rootsOfPrimes(8, 2);
const BLOCK = 64;

const turned = (/** @type {number} */ word, /** @type {number} */ bits) => (word >>> bits) | (word << (32 - bits));

/** @param {Uint8Array} message @returns {Uint8Array} 32 bytes */
export function sha256(message) {
  const padded = new Uint8Array((Math.floor((message.length + 8) / BLOCK) + 1) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const state = BEGIN.slice();
  const words = new Uint32Array(BLOCK);
  for (let at = 0; at < padded.length; at += BLOCK) {
    for (let place = 0; place < 16; place += 1) words[place] = view.getUint32(at + 4 * place);
    compress(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, place) => digest.setUint32(4 * place, word));
  return new Uint8Array(digest.buffer);
}

function compress(/** @type {Uint32Array} */ state, /** @type {Uint32Array} */ words) {
  for (let place = 16; place < BLOCK; place += 1) {
    const [early, late] = [words[place - 15], words[place - 2]];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words[place] = words[place - 16] + low + words[place - 7] + high;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let place = 0; place < BLOCK; place += 1) {
    const chosen = (e & f) ^ (~e & g);
    const one = (h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + chosen + ROUNDS[place] + words[place]) | 0;
    const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, place) => (state[place] += word));
}

/** HMAC-SHA256 with one key of up to 64 bytes: a function from messages to 32 bytes. */
export function macWith(/** @type {Uint8Array} */ key) {
  const [inner, outer] = [0x36, 0x5c].map(pad => new Uint8Array(BLOCK).map((_, place) => (key[place] ?? 0) ^ pad));
  return (/** @type {Uint8Array} */ message) => sha256(joined(outer, sha256(joined(inner, message))));
}

/** @param {(Uint8Array | number[])[]} parts */
export function joined(...parts) {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
