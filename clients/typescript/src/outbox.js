// Requests that change something: stored before they are sent, forgotten when they are answered. What was not answered when
// the program ended is sent again as it was, and happens once.
import { ServiceError } from "./errors.js";
import { newRequestId } from "./random.js";
import { Kept } from "./storage.js";

/**
 * `game`: of a command that waits in the queue of its game.
 * @typedef {{method: string, request: {requestId: string} & Record<string, any>, game?: string}} Entry
 * @typedef {{entry: Entry, answer?: any, error?: ServiceError}} Outcome
 */

const ENTRIES_MAX = 500;

export class Outbox {
  /** @param {import("./connection.js").Connection} connection */
  constructor(connection) {
    this.connection = connection;
    this.kept = new Kept(connection.storage, `${connection.name}.requests`, /** @type {Entry[]} */ ([]));
  }

  /**
   * An answer to a request, which is stored until there is one. Raises ServiceError.
   * @param {string} method
   * @param {Record<string, any>} request
   * @param {import("./connection.js").Settings} [settings]
   */
  async call(method, request, settings) {
    return this.send(await this.add(method, request), settings);
  }

  /** @param {string} method @param {Record<string, any>} request @param {string} [game] @returns {Promise<Entry>} */
  async add(method, request, game) {
    const entry = { method, request: { ...request, requestId: request.requestId || newRequestId() }, ...(game && { game }) };
    await this.kept.change((all) => {
      if (all.length >= ENTRIES_MAX) throw new RangeError(`${ENTRIES_MAX} requests wait to be answered`);
      return [...all.filter((each) => !isSame(each, entry)), entry];
    });
    return entry;
  }

  /** @param {Entry} entry @param {import("./connection.js").Settings} [settings] */
  async send(entry, settings) {
    try {
      const answer = await this.connection.call(entry.method, entry.request, settings);
      await this.forget([entry]);
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && !staysOpen(error)) await this.forget([entry]);
      throw error;
    }
  }

  /** What was stored before, and neither answered nor given to a queue: sent again. */
  async resume() {
    /** @type {Outcome[]} */
    const outcomes = [];
    for (const entry of await this.kept.read()) {
      if (entry.game) continue;
      try {
        outcomes.push({ entry, answer: await this.send(entry) });
      } catch (error) {
        if (!(error instanceof ServiceError) || staysOpen(error)) throw error;
        outcomes.push({ entry, error });
      }
    }
    return outcomes;
  }

  /** @param {Entry[]} entries */
  forget(entries) {
    return this.kept.change((all) => all.filter((each) => !entries.some((entry) => isSame(each, entry))));
  }
}

/** Not answered, or not yet: the same request may still be. @param {ServiceError} error */
export const staysOpen = (error) => error.mayPass || error.code === "unauthenticated" || error.code === "resource_exhausted";

const isSame = (/** @type {Entry} */ one, /** @type {Entry} */ other) => one.request.requestId === other.request.requestId;
