// Who calls: the pair of tokens, exchanged once for all who wait, and stored before it is used.
import { ServiceError } from "./errors.js";
import { alone, Kept } from "./storage.js";

/** @typedef {import("./generated/contract.js").Tokens} Pair */

/** So long before its end an access token is exchanged. */
const AHEAD_MS = 60_000;

export class Tokens {
  /**
   * @param {import("./storage.js").Storage} storage
   * @param {string} name of the value there
   * @param {(refreshToken: string) => Promise<Pair>} exchange
   * @param {() => number} now milliseconds since 1970, by a clock that may be wrong
   */
  constructor(storage, name, exchange, now) {
    this.kept = new Kept(storage, name, /** @type {Pair | null} */ (null));
    this.exchange = exchange;
    this.now = now;
    /** @type {Pair | null} */
    this.pair = null;
    /** @type {Promise<Pair> | null} */
    this.renewing = null;
    /** A new pair has ended by the own clock: the server's word alone counts. */
    this.clockIsWrong = false;
  }

  /** What the storage has. */
  async load() {
    this.pair = await this.kept.read();
    return this.pair;
  }

  /** From now on, and after a restart; null: nobody is signed in any more. @param {Pair | null} pair */
  async use(pair) {
    await this.kept.write(pair);
    this.pair = pair;
    if (pair) this.clockIsWrong = this.isEnding(pair);
  }

  /** The access token to call with; empty for nobody's. @param {string} [worthless] one that the server refused */
  async access(worthless) {
    const pair = this.pair ?? (await this.load());
    if (!pair) return "";
    const isGood = pair.accessToken !== worthless && (this.clockIsWrong || !this.isEnding(pair));
    return (isGood ? pair : await this.renewed(pair)).accessToken;
  }

  /** Ends within a minute, by the own clock. @param {Pair} pair */
  isEnding({ accessExpireTime }) {
    return accessExpireTime !== undefined && Date.parse(accessExpireTime) - this.now() < AHEAD_MS;
  }

  /** One exchange for all who wait, in all tabs. @param {Pair} ended */
  renewed(ended) {
    this.renewing ??= alone(`${this.kept.name}.renewing`, () => this.renew(ended)).finally(() => (this.renewing = null));
    return this.renewing;
  }

  /** @param {Pair} ended */
  async renew(ended) {
    const stored = await this.kept.read(); // another tab may have been faster
    if (stored && stored.refreshToken !== ended.refreshToken) {
      this.pair = stored;
      return stored;
    }
    const pair = await this.exchange(ended.refreshToken);
    if (!pair.accessToken) throw new ServiceError({ code: "internal", message: "a refresh without tokens" });
    await this.use(pair);
    return pair;
  }
}
