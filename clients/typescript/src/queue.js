// Commands given while there is no connection: sent in order, game by game, when there is one again.
import { ServiceError } from "./layer/connect.js";
import { staysOpen } from "./layer/kept.js";

/**
 * By game id: versions that commands led to; what the first refused one was refused for; commands given up with it.
 * @typedef {{done: Record<string, number[]>, refused: Record<string, ServiceError>,
 *   dropped: Record<string, import("./layer/kept.js").Entry[]>}} Flushed
 */

export class Queue {
  /** @param {import("./layer/kept.js").Outbox} outbox */
  constructor(outbox) {
    this.outbox = outbox;
    /** @type {Promise<Flushed> | null} */
    this.flushing = null;
  }

  /**
   * A command for later. It names the version that it answers: by another board it must not be judged.
   * @param {string} gameId
   * @param {import("./game.js").Move} move
   * @param {number} expectedVersion
   */
  async add(gameId, move, expectedVersion) {
    await this.outbox.add("Play/Submit", { gameId, expectedVersion, ...move }, gameId);
  }

  /** Those that wait, oldest first. */
  async waiting() {
    return (await this.outbox.kept.read()).filter((each) => each.game);
  }

  /** Sends what waits. Raises ServiceError where the server is away: what was not sent waits on. */
  flush() {
    this.flushing ??= this.send().finally(() => (this.flushing = null));
    return this.flushing;
  }

  async send() {
    /** @type {Flushed} */
    const told = { done: {}, refused: {}, dropped: {} };
    /** @type {Map<string, import("./layer/kept.js").Entry[]>} */
    const games = new Map();
    for (const entry of await this.waiting())
      games.set(entry.game ?? "", [...(games.get(entry.game ?? "") ?? []), entry]);
    const sent = await Promise.allSettled([...games].map(([game, entries]) => this.sendGame(game, entries, told)));
    for (const each of sent) if (each.status === "rejected") throw each.reason;
    return told;
  }

  /**
   * The first refusal empties the game's queue: what follows was decided on a board that there never was.
   * @param {string} game
   * @param {import("./layer/kept.js").Entry[]} entries
   * @param {Flushed} told
   */
  async sendGame(game, entries, told) {
    for (const [place, entry] of entries.entries()) {
      try {
        const { version } = await this.outbox.send(entry);
        (told.done[game] ??= []).push(version);
      } catch (error) {
        if (!(error instanceof ServiceError) || staysOpen(error)) throw error;
        told.refused[game] = error;
        told.dropped[game] = entries.slice(place);
        return this.outbox.forget(told.dropped[game]);
      }
    }
  }
}
