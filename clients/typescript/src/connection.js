// One account's calls to one server: tokens, deadlines, calls made again, streams that went silent.
import * as connect from "./connect.js";
import { ServiceError, unavailable } from "./errors.js";
import { pause, pauseMs } from "./pauses.js";
import { check, either } from "./signals.js";
import { memoryStorage } from "./storage.js";
import { Tokens } from "./tokens.js";

/**
 * `storage`: where tokens, unanswered requests and the own chance are kept; the memory if absent. `name`: before their names
 * there, for programs with several accounts. `language`: of the texts for people, `en` or `ru`; in a browser its own if
 * absent. `silenceMs`: after so long without a message a stream is dead. `now`: the clock.
 * @typedef {{
 *   baseUrl?: string, storage?: import("./storage.js").Storage, name?: string, language?: string, deviceName?: string,
 *   fetch?: typeof globalThis.fetch, silenceMs?: number, now?: () => number,
 * }} Options
 * @typedef {{signal?: AbortSignal, timeoutMs?: number, patienceMs?: number, isAlone?: boolean}} Settings
 *   `timeoutMs`: of one attempt; `patienceMs`: so long it is tried again; `isAlone`: without a token
 */

const CALL_MS = 10_000;
const PATIENCE_MS = 60_000;
const SILENCE_MS = 30_000;

export class Connection {
  /** @param {Options} options */
  constructor({ baseUrl = "", storage = memoryStorage(), name = "turnledger", language = "", deviceName = "", fetch, silenceMs = SILENCE_MS, now = Date.now }) {
    this.server = { baseUrl: baseUrl.replace(/\/+$/, ""), fetch: fetch ?? globalThis.fetch.bind(globalThis) };
    this.storage = storage;
    this.name = name;
    this.deviceName = deviceName;
    this.language = /** @type {Record<string, string>} */ (language ? { "Accept-Language": language } : {});
    this.silenceMs = silenceMs;
    this.now = now;
    this.tokens = new Tokens(storage, `${name}.tokens`, (refreshToken) => this.exchange(refreshToken), now);
    this.closing = new AbortController();
    this.asleep = new AbortController();
    /** @type {Promise<void>} */
    this.awake = Promise.resolve();
    this.wakeUp = () => {};
  }

  /** Ends everything that runs here; what is not answered stays stored. */
  close() {
    this.closing.abort();
  }

  /** The app goes to the background: watches end without a word, and go on where they were after `wake`. */
  sleep() {
    if (this.asleep.signal.aborted) return;
    this.awake = new Promise((done) => (this.wakeUp = () => done()));
    this.asleep.abort();
  }

  wake() {
    this.asleep = new AbortController();
    this.wakeUp();
  }

  /**
   * An answer. Raises ServiceError for what is refused, and what is not answered for a minute.
   * @param {string} method `Lobby/GetTable`
   * @param {object} message
   * @param {Settings} [settings]
   * @returns {Promise<any>}
   */
  async call(method, message, { signal, timeoutMs = CALL_MS, patienceMs = PATIENCE_MS, isAlone = false } = {}) {
    const ends = either(signal, this.closing.signal);
    try {
      return await this.insist(method, message, { signal: ends.signal, timeoutMs, until: performance.now() + patienceMs, isAlone });
    } finally {
      ends.forget();
    }
  }

  /** @param {string} method @param {object} message @param {{signal: AbortSignal, timeoutMs: number, until: number, isAlone: boolean}} how */
  async insist(method, message, { signal, timeoutMs, until, isAlone }) {
    let renewed = isAlone;
    for (let attempt = 0; ; attempt++) {
      const access = isAlone ? "" : await this.tokens.access();
      try {
        return await connect.unary(this.server, method, message, { headers: this.headers(access), timeoutMs, signal });
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        if (error.wantsTokens && access && !renewed) {
          renewed = true;
          await this.tokens.access(access);
          continue;
        }
        const wait = pauseMs(attempt, error.retryAfterMs);
        if (!error.mayPass || performance.now() + wait > until) throw error;
        await pause(wait, signal);
      }
    }
  }

  /**
   * The messages of a stream until it breaks, or is silent for too long. Raises ServiceError.
   * @param {string} method
   * @param {object} message
   * @param {AbortSignal} [signal]
   */
  async *stream(method, message, signal) {
    const access = await this.tokens.access();
    const ends = either(signal, this.closing.signal, this.asleep.signal);
    const listen = () => setTimeout(ends.end, this.silenceMs);
    let timer = listen();
    try {
      for await (const each of connect.stream(this.server, method, message, { headers: this.headers(access), signal: ends.signal })) {
        clearTimeout(timer);
        yield each;
        timer = listen();
      }
    } catch (error) {
      check(signal);
      check(this.closing.signal);
      if (ends.signal.aborted) throw unavailable("the stream is silent");
      if (error instanceof ServiceError && error.wantsTokens && access) await this.tokens.access(access);
      throw error;
    } finally {
      clearTimeout(timer);
      ends.forget();
    }
  }

  /** Waits before a stream that broke is taken up again. @param {ServiceError} error @param {number} attempt @param {AbortSignal} [signal] */
  async rest(error, attempt, signal) {
    if (this.asleep.signal.aborted) return this.awake;
    const ends = either(signal, this.closing.signal);
    try {
      await pause(pauseMs(attempt, error.retryAfterMs), ends.signal);
    } finally {
      ends.forget();
    }
  }

  /** @param {string} access @returns {Record<string, string>} */
  headers(access) {
    return access ? { ...this.language, Authorization: `Bearer ${access}` } : this.language;
  }

  /** @param {string} refreshToken */
  async exchange(refreshToken) {
    return (await this.call("Accounts/RefreshTokens", { refreshToken }, { isAlone: true })).tokens;
  }
}
