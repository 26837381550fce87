// Chance of the operating system. Not crypto.randomUUID, which browsers have on https alone.

const hex = (/** @type {Uint8Array} */ bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
const random = () => crypto.getRandomValues(new Uint8Array(16));

/** The player's own chance (docs/dice.md). */
export const newNonce = () => hex(random());

/** RFC 9562, version 4. */
export function newRequestId() {
  const bytes = random();
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return hex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
