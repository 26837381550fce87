// A player's nonce of a game, kept in this browser, so that the dice cannot have been chosen unnoticed (docs/dice.md):
// the nonce, the server's commitment at that time, and the round that the start named, by the local clock.
import { call } from "./api.js";
import { nonce } from "./browser.js";
import { local } from "./storage.js";

/**
 * @typedef {{commitment: string, nonce: string, satDown: string, round?: number, started?: string}} Chance
 *   `satDown`, `started`: by this browser's clock
 */

const NAME = "turnledger.chances";
const GAMES_MAX = 500;

/** By game id, oldest first. */
const all = () => /** @type {Record<string, Chance>} */ (local.json(NAME, {}));

/** @returns {Chance | undefined} */
export const chanceIn = (/** @type {string} */ gameId) => all()[gameId];

function keep(/** @type {string} */ gameId, /** @type {Chance} */ chance) {
  const { [gameId]: _, ...others } = all();
  local.set(
    NAME,
    JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - GAMES_MAX), [gameId, chance]])),
  );
}

/**
 * Sits down with a chance of the player's own, and keeps it.
 *
 * @param {string} method `Lobby/JoinTable`, or another that seats who asks
 * @param {object} message
 * @returns {Promise<turnledger.Table>}
 */
export async function sitDown(method, message) {
  const own = nonce();
  const { table } = await call(method, { ...message, nonce: own });
  keep(table.gameId, { commitment: table.commitment, nonce: own, satDown: new Date().toISOString() });
  return table;
}

/** Records when the start of a table was first seen. */
export function saw(/** @type {turnledger.Table} */ { gameId, starting }) {
  const chance = starting && chanceIn(gameId);
  if (chance && !chance.round) keep(gameId, { ...chance, round: starting.round, started: new Date().toISOString() });
}

/**
 * Whether the revealed game matches each kept value, by name.
 *
 * @param {Chance} chance
 * @param {import("./verify/verify.js").Found} found of the whole file
 * @param {number} seat
 * @returns {Record<"commitment" | "nonce" | "round", boolean>}
 */
export const heldTo = (chance, found, seat) => ({
  commitment: found.commitment === chance.commitment,
  nonce: !found.nonces.length || found.nonces[seat] === chance.nonce,
  round: !chance.round || !found.beacon || found.beacon.round === chance.round,
});
