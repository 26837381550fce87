// Rounds of a public beacon (drand, scheme bls-unchained-g1-rfc9380), as docs/dice.md has them. The curve is loaded
// when the first signature is looked at.

import { bigEndian, fromHex, hex } from "./dice.js";
import { sha256 } from "./sha256.js";

/**
 * @typedef {{chain: string, public_key: string, genesis_s: number, period_s: number, lead_s: number}} Beacon as
 *   `GameOpened` names it
 */

const TAG = "BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_";
const ROUNDS = 2 ** 53;

/** The League of Entropy's, https://drand.love. */
export const QUICKNET = {
  chain: "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
  public_key:
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
    "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a",
  genesis_s: 1_692_803_367,
  period_s: 3,
};

/** Whether a beacon is drand's quicknet in all that makes a chain. */
export const isQuicknet = (/** @type {Beacon} */ beacon) =>
  Object.entries(QUICKNET).every(([name, value]) => beacon[/** @type {keyof Beacon} */ (name)] === value);

/** The first round that comes at or after a moment (milliseconds since 1970 UTC) and the beacon's lead. */
export const roundAfter = (/** @type {Beacon} */ beacon, /** @type {number} */ atMs) =>
  firstFrom(beacon, atMs + beacon.lead_s * 1_000);

/** The first round that comes at or after a moment. */
export const firstFrom = (/** @type {Beacon} */ { genesis_s, period_s }, /** @type {number} */ momentMs) =>
  Math.max(1, Math.ceil((momentMs - genesis_s * 1_000) / (period_s * 1_000)) + 1);

/** When a round comes, seconds since 1970 UTC. */
export const comesAt = (/** @type {Beacon} */ { genesis_s, period_s }, /** @type {number} */ round) =>
  genesis_s + (round - 1) * period_s;

/**
 * Whether the chain signed the round. Signature and key count in their one spelling: the seed follows from these bytes.
 *
 * @param {Beacon} beacon
 * @param {number} round
 * @param {string} signature 96 hex digits
 */
export async function isRoundSigned(beacon, round, signature) {
  if (!/^[0-9a-f]{96}$/.test(signature) || !/^[0-9a-f]{192}$/.test(beacon.public_key)) return false;
  if (!(round >= 1 && round < ROUNDS)) return false;
  const { bls12_381: curve } = await import("../vendor/bls12-381.js");
  const [point, key] = [pointOf(curve.G1.Point, signature), pointOf(curve.G2.Point, beacon.public_key)];
  if (!point || !key) return false;
  const message = curve.shortSignatures.hash(sha256(bigEndian(round, 8)), TAG);
  return curve.shortSignatures.verify(point, message, key);
}

/**
 * Undefined for bytes that are not a point of the subgroup, for the point at infinity, and for another encoding of a
 * point.
 */
function pointOf(/** @type {import("../vendor/bls12-381.js").Points} */ points, /** @type {string} */ digits) {
  try {
    const point = points.fromBytes(fromHex(digits));
    return point.is0() || hex(point.toBytes(true)) !== digits ? undefined : point;
  } catch {
    return undefined;
  }
}
