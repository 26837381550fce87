// Stored data of a client: tokens and unanswered requests. The page and the kit @turnledger/client load this same
// file (docs/decisions/0064).
import { ServiceError } from "./connect.js";

/**
 * As `localStorage` and React Native's AsyncStorage have it. A value passed to `setItem` survives a restart once it has
 * returned, or its promise has. `isShared`: others sign in and out in it too, so that tokens are read for each call.
 * @typedef {{
 *   isShared?: boolean,
 *   getItem(name: string): string | null | Promise<string | null>,
 *   setItem(name: string, value: string): void | Promise<void>,
 *   removeItem(name: string): void | Promise<void>,
 * }} Storage
 */

/** Kept as long as the program runs. @returns {Storage} */
export function memoryStorage() {
  const kept = new Map();
  return {
    getItem: name => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: name => void kept.delete(name),
  };
}

/** @type {Map<string, Promise<unknown>>} */
const running = new Map();

const found = globalThis.navigator?.locks;
/** The browser's locks; undefined where it has none, or blocks them along with its storage. */
export const usableLocks = Promise.resolve(found?.query()).then(
  () => found,
  () => undefined,
);

/**
 * One after the other under a name: in all tabs of a browser where it has locks, else in this program.
 * @template T
 * @param {string} name
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
export async function alone(name, act) {
  const locks = await usableLocks;
  if (locks) return /** @type {Promise<T>} */ (locks.request(name, act));
  const next = (running.get(name) ?? Promise.resolve()).then(act, act);
  const last = next.catch(() => {}).finally(() => running.get(name) === last && running.delete(name));
  running.set(name, last);
  return next;
}

/** A value of a storage that is read and written whole, in JSON. @template T */
export class Kept {
  /** @param {Storage} storage @param {string} name @param {T} empty */
  constructor(storage, name, empty) {
    this.storage = storage;
    this.name = name;
    this.empty = empty;
  }

  /** @returns {Promise<T>} */
  async read() {
    const text = await this.storage.getItem(this.name);
    try {
      const value = JSON.parse(text ?? "null") ?? this.empty;
      return Array.isArray(value) === Array.isArray(this.empty) ? value : this.empty;
    } catch {
      return this.empty; // broken: as if nothing had been stored
    }
  }

  /** @param {T} value */
  async write(value) {
    await this.storage.setItem(this.name, JSON.stringify(value));
  }

  /** No other code reads or writes it meanwhile. @param {(value: T) => T} change */
  change(change) {
    return alone(this.name, async () => this.write(change(await this.read())));
  }
}

// ---- chance of the operating system: not crypto.randomUUID, which browsers have on https alone ----

const hex = (/** @type {Uint8Array} */ bytes) => [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("");
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

// ---- who calls ----

/**
 * The pair of tokens, exchanged once for all who wait, and stored before it is used.
 * @typedef {import("./contract.js").Tokens} Pair
 * @typedef {{exchange: (refreshToken: string) => Promise<Pair>, begin?: () => Promise<Pair>,
 *   lost?: (error: ServiceError) => void, now: () => number}} Ways
 *   `begin`, `lost`: as in Options; `now`: milliseconds since 1970, by a clock that may be wrong
 */

/** So long before its end an access token is exchanged. */
const AHEAD_MS = 60_000;

export class Tokens {
  /**
   * @param {Storage} storage
   * @param {string} name of the value there
   * @param {Ways} ways
   */
  constructor(storage, name, ways) {
    this.kept = new Kept(storage, name, /** @type {Pair | null} */ (null));
    this.ways = ways;
    /** @type {Pair | null} */
    this.pair = null;
    /** @type {Promise<Pair> | null} */
    this.renewing = null;
    /** A new pair has ended by the local clock: only the server's refusal counts. */
    this.clockIsWrong = false;
  }

  /** The content of the storage. */
  async load() {
    this.pair = await this.kept.read();
    return this.pair;
  }

  /** Used from now on and after a restart; null: signed out. @param {Pair | null} pair */
  async use(pair) {
    await this.kept.write(pair);
    this.pair = pair;
    if (pair) this.clockIsWrong = this.isEnding(pair);
  }

  /**
   * Signs out, once an exchange that is under way has ended. `worthless`: only if that pair is still the
   * stored one, which another tab may have replaced.
   * @param {Pair} [worthless]
   */
  forget(worthless) {
    return this.alone(async () => {
      const stored = await this.kept.read();
      if (!worthless || stored?.refreshToken === worthless.refreshToken) await this.use(null);
    });
  }

  /**
   * The access token to call with; empty without an account.
   * @param {string} [worthless] one that the server refused
   */
  async access(worthless) {
    const known = this.kept.storage.isShared ? null : this.pair;
    const pair = known ?? (await this.load());
    if (!pair && !this.ways.begin) return "";
    const isGood = pair && pair.accessToken !== worthless && (this.clockIsWrong || !this.isEnding(pair));
    return (isGood ? pair : await this.renewed(pair)).accessToken;
  }

  /** Ends within a minute, by the local clock. @param {Pair} pair */
  isEnding({ accessExpireTime }) {
    return accessExpireTime !== undefined && Date.parse(accessExpireTime) - this.ways.now() < AHEAD_MS;
  }

  /** One exchange for all who wait, in all tabs. @param {Pair | null} ended */
  renewed(ended) {
    this.renewing ??= this.alone(() => this.renew(ended)).finally(() => (this.renewing = null));
    return this.renewing;
  }

  /** No other call or tab exchanges them meanwhile. @template T @param {() => Promise<T>} act */
  alone(act) {
    return alone(`${this.kept.name}.renewing`, act);
  }

  /** @param {Pair | null} ended */
  async renew(ended) {
    const { begin, lost } = this.ways;
    const stored = await this.kept.read(); // another tab may have been faster
    if (stored && stored.refreshToken !== ended?.refreshToken) {
      this.pair = stored;
      return stored;
    }
    try {
      const pair = begin && !stored ? await begin() : await this.ways.exchange(ended?.refreshToken ?? "");
      if (!pair?.accessToken) throw new ServiceError({ code: "internal", message: "a refresh without tokens" });
      await this.use(pair);
      return pair;
    } catch (error) {
      if (stored && error instanceof ServiceError && error.code === "unauthenticated") lost?.(error);
      throw error;
    }
  }
}

// ---- requests that change something ----

/**
 * Stored before they are sent, deleted when they are answered. An unanswered request is sent again after a restart
 * unchanged, and happens once. `game`: of a command that waits in the queue of its game.
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
    const entry = {
      method,
      request: { ...request, requestId: request.requestId || newRequestId() },
      ...(game && { game }),
    };
    await this.kept.change(all => {
      if (all.length >= ENTRIES_MAX) throw new RangeError(`${ENTRIES_MAX} requests wait to be answered`);
      return [...all.filter(each => !isSame(each, entry)), entry];
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

  /** Requests stored before, neither answered nor queued: sent again. */
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

  /** Nothing waits to be answered any more. */
  forgetAll() {
    return this.kept.change(() => []);
  }

  /** @param {Entry[]} entries */
  forget(entries) {
    return this.kept.change(all => all.filter(each => !entries.some(entry => isSame(each, entry))));
  }
}

/**
 * Not answered, or not yet: the same request may still be; not one that is too large, which has no reason.
 * @param {ServiceError} error
 */
export const staysOpen = error =>
  error.mayPass || error.code === "unauthenticated" || (error.code === "resource_exhausted" && error.reason !== "");

const isSame = (/** @type {Entry} */ one, /** @type {Entry} */ other) =>
  one.request.requestId === other.request.requestId;
