// What a player keeps of a game, in this browser, so that nobody can have chosen its dice unseen (docs/dice.md): the own
// chance, what the server was bound to when it was given, and the round that the start named, by the own clock.
import { call } from "./api.js";
import { nonce } from "./browser.js";

/**
 * @typedef {{commitment: string, nonce: string, satDown: string, round?: number, started?: string}} Chance
 *   `satDown`, `started`: by this browser's clock
 */

const NAME = "turnledger.chances";
const GAMES_MAX = 500;

/** By game id, oldest first. @returns {Record<string, Chance>} */
const all = () => JSON.parse(localStorage.getItem(NAME) ?? "{}");

/** @returns {Chance | undefined} */
export const chanceIn = (/** @type {string} */ gameId) => all()[gameId];

function keep(/** @type {string} */ gameId, /** @type {Chance} */ chance) {
  const { [gameId]: _, ...others } = all();
  localStorage.setItem(NAME, JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - GAMES_MAX), [gameId, chance]])));
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

/** A table as it stands now: when its start was first seen. */
export function saw(/** @type {turnledger.Table} */ { gameId, starting }) {
  const chance = starting && chanceIn(gameId);
  if (chance && !chance.round) keep(gameId, { ...chance, round: starting.round, started: new Date().toISOString() });
}

/**
 * What of it the revealed game keeps: by name, whether it does.
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
