// The values that a player keeps of a game, to prove that its dice were not chosen unseen (docs/dice.md): the player's
// chance, and the server's commitment when it was given.
import { Kept, newNonce } from "./layer/kept.js";

/**
 * `round`, `startedMs`: of the beacon, as the start named it, and when that was first seen by this device's clock.
 * @typedef {{commitment: string, nonce: string, round?: number, startedMs?: number}} Chance
 * @typedef {import("./generated/contract.js").Table} Table
 */

const GAMES_MAX = 500;

/** The server has revealed something else than it was bound to, or left the player's chance out. */
export class ChanceMismatch extends Error {
  name = "ChanceMismatch";
}

export class Chances {
  /** @param {import("./layer/connection.js").Connection} connection */
  constructor({ storage, name, now }) {
    this.now = now;
    this.kept = new Kept(storage, `${name}.chances`, /** @type {Record<string, Chance>} */ ({}));
  }

  /** @param {string} gameId */
  async of(gameId) {
    return (await this.kept.read())[gameId];
  }

  /**
   * Sits down with a chance of the player's own: one that is given in the request, or a new one.
   * @template {{table?: Table}} Answer
   * @param {Record<string, any>} request
   * @param {(request: any) => Promise<Answer>} ask
   * @returns {Promise<Table>}
   */
  async sitDown(request, ask) {
    const nonce = request.nonce ?? (request.requestId ? "" : newNonce());
    const table = there((await ask({ ...request, ...(nonce && { nonce }) })).table);
    await this.keep(table.gameId, { commitment: table.commitment, nonce });
    return this.saw(table);
  }

  /** Takes a table's values. Raises ChanceMismatch where they differ from the earlier ones. @param {Table} table */
  async saw(table) {
    const chance = await this.of(table.gameId);
    if (!chance) return table;
    const round = table.starting?.round ?? 0;
    if (chance.commitment !== table.commitment)
      throw new ChanceMismatch(`bound to ${chance.commitment} before, to ${table.commitment} now`);
    if (chance.round && round && chance.round !== round)
      throw new ChanceMismatch(`the game waited for round ${chance.round} before, for ${round} now`);
    if (round && !chance.round) await this.keep(table.gameId, { ...chance, round, startedMs: this.now() });
    return table;
  }

  /** @param {string} gameId @param {Chance} chance */
  keep(gameId, chance) {
    return this.kept.change(({ [gameId]: before, ...others }) => {
      const kept = Object.entries(others).slice(1 - GAMES_MAX);
      return {
        ...Object.fromEntries(kept),
        [gameId]: before && !chance.nonce ? { ...chance, nonce: before.nonce } : chance,
      };
    });
  }

  /**
   * After the end: holds what was revealed to what was kept. Raises ChanceMismatch.
   * @param {Chance} chance
   * @param {{secret: string, nonces: string[]}} revealed
   * @param {number} seat
   */
  static async check(chance, { secret, nonces }, seat) {
    if ((await sha256(secret)) !== chance.commitment)
      throw new ChanceMismatch("the secret is not the one that the server was bound to");
    if (chance.nonce && nonces[seat] !== chance.nonce)
      throw new ChanceMismatch(`the nonce of seat ${seat} is not the one that was given`);
  }
}

/** A part that every answer has. @template T @param {T | undefined} part @returns {T} */
export function there(part) {
  if (part === undefined) throw new TypeError("the answer is not the one of the contract");
  return part;
}

/** Of bytes in hexadecimal. Browsers have it on https alone. @param {string} hex */
async function sha256(hex) {
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (two) => Number.parseInt(two, 16));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
