// One account's calls to one server: tokens, deadlines, retries, silent streams, watches that resume. The
// page and the kit @turnledger/client load this same file (docs/decisions/0064).
import { check, either, reasonOf, ServiceError, stream, unary, unavailable } from "./connect.js";
import { memoryStorage, Tokens } from "./kept.js";

// ---- how long to wait before a call is made again ----

const FIRST_MS = 200;
const MOST_MS = 30_000;

/**
 * Full jitter: somewhere up to 0.2 s, 0.4 s, 0.8 s …, 30 s; what the server asks for is waited at least.
 * @param {number} attempt how often it failed before, from 0
 * @param {number | null} [retryAfterMs]
 * @param {() => number} [random] from 0 to 1
 * @param {number} [mostMs]
 */
export const pauseMs = (attempt, retryAfterMs = null, random = Math.random, mostMs = MOST_MS) =>
  Math.max(retryAfterMs ?? 0, random() * Math.min(mostMs, FIRST_MS * 2 ** attempt));

/**
 * @param {number} ms
 * @param {AbortSignal} signal ends it at once, with its reason
 * @param {AbortSignal} early ends it at once, as if the time were over
 * @returns {Promise<boolean>} whether `early` ended it
 */
const pause = (ms, signal, early) =>
  new Promise((done, failed) => {
    const end = () => {
      clearTimeout(timer);
      for (const each of [signal, early]) each.removeEventListener("abort", end);
      if (signal.aborted) failed(reasonOf(signal));
      else done(early.aborted);
    };
    const timer = setTimeout(end, ms);
    for (const each of [signal, early]) each.addEventListener("abort", end);
    if (signal.aborted) end();
  });

// ---- calls ----

/**
 * `storage`: where tokens, unanswered requests and the own chance are kept; the memory if absent. `name`: before their
 * names there, for programs with several accounts. `language`: of the texts for people, `en` or `ru`; in a browser its
 * own if absent. `silenceMs`: after so long without a message a stream is dead. `now`: the clock. `begin`: signs
 * somebody in where nobody is yet, once for all who wait; the call fails as it does. `lost`: the server takes the
 * stored tokens no more. `heard`: whether the server answers, each time that shows, and when (`performance.now()`) the
 * call or stream began that showed it. `room`: asked before each stream of a watch, where a program has fewer
 * connections than watches. `pauseMaxMs`: no pause is longer, but where the server asks for it. `timeoutMs`: of one
 * attempt of a call that names none.
 * @typedef {{
 *   baseUrl?: string, storage?: import("./kept.js").Storage, name?: string, language?: string, deviceName?: string,
 *   fetch?: typeof globalThis.fetch, silenceMs?: number, now?: () => number,
 *   begin?: () => Promise<import("./contract.js").Tokens>, lost?: (error: ServiceError) => void,
 *   heard?: (answers: boolean, begunMs: number) => void, room?: () => Promise<Room>, pauseMaxMs?: number,
 *   timeoutMs?: number,
 * }} Options
 * @typedef {{signal?: AbortSignal, timeoutMs?: number, patienceMs?: number, isAlone?: boolean}} Settings
 *   `timeoutMs`: of one attempt; `patienceMs`: so long it is tried again; `isAlone`: without a token
 * @typedef {{mayStay: boolean, leave(): void}} Room
 *   `mayStay`: else the stream ends once nothing more comes, and is asked for again and again
 * @typedef {{name: string, ask?: string, from?: string}} Watched
 *   `ask`: the field of the request with the place to continue from, `from`: the field of each message with that place
 */

const CALL_MS = 10_000;
const PATIENCE_MS = 60_000;
const SILENCE_MS = 30_000;
/** A stream that may not stay open ends when nothing followed for so long, and is asked for again after so long. */
const GLANCE_MS = 1_000;
const POLL_MS = 3_000;
/** The most that a timer can wait: 24 days. */
const LONG_MS = 2 ** 31 - 1;
const roomy = async () => ({ mayStay: true, leave() {} });

export class Connection {
  /** @param {Options} options */
  constructor({
    baseUrl = "",
    storage = memoryStorage(),
    name = "turnledger",
    language = "",
    deviceName = "",
    fetch,
    silenceMs = SILENCE_MS,
    now = Date.now,
    begin,
    lost,
    heard = () => {},
    room = roomy,
    pauseMaxMs = MOST_MS,
    timeoutMs = CALL_MS,
  }) {
    this.server = { baseUrl: baseUrl.replace(/\/+$/, ""), fetch: fetch ?? globalThis.fetch.bind(globalThis) };
    this.storage = storage;
    this.name = name;
    this.deviceName = deviceName;
    this.language = /** @type {Record<string, string>} */ (language ? { "Accept-Language": language } : {});
    this.silenceMs = silenceMs;
    this.now = now;
    this.heard = heard;
    this.room = room;
    this.pauseMaxMs = pauseMaxMs;
    this.timeoutMs = timeoutMs;
    this.tokens = new Tokens(storage, `${name}.tokens`, {
      exchange: refreshToken => this.exchange(refreshToken),
      begin,
      lost,
      now,
    });
    this.closing = new AbortController();
    this.asleep = new AbortController();
    this.roused = new AbortController();
  }

  /** Ends everything that runs here; what is not answered stays stored. */
  close() {
    this.closing.abort();
  }

  /** The app goes to the background: watches end silently, and resume where they were after `wake`. */
  sleep() {
    this.asleep.abort();
  }

  /** The app or the network is back: waiting calls try again at once. */
  wake() {
    if (this.asleep.signal.aborted) this.asleep = new AbortController();
    this.roused.abort();
    this.roused = new AbortController();
  }

  /**
   * An answer. Raises ServiceError for what is refused, and what is not answered for a minute.
   * @param {string} method `Lobby/GetTable`
   * @param {object} message
   * @param {Settings} [settings]
   * @returns {Promise<any>}
   */
  async call(method, message, { signal, timeoutMs = this.timeoutMs, patienceMs = PATIENCE_MS, isAlone = false } = {}) {
    const ends = either(signal, this.closing.signal);
    try {
      return await this.insist(method, message, {
        signal: ends.signal,
        timeoutMs,
        until: performance.now() + patienceMs,
        isAlone,
      });
    } finally {
      ends.forget();
    }
  }

  /**
   * @param {string} method
   * @param {object} message
   * @param {{signal: AbortSignal, timeoutMs: number, until: number, isAlone: boolean}} how
   */
  async insist(method, message, { signal, timeoutMs, until, isAlone }) {
    let renewed = isAlone;
    let begunMs = 0;
    for (let attempt = 0; ; attempt++) {
      const access = isAlone ? "" : await this.tokens.access();
      try {
        begunMs = performance.now();
        const answer = await unary(this.server, method, message, { headers: this.headers(access), timeoutMs, signal });
        this.heard(true, begunMs);
        return answer;
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        this.heard(!error.mayPass, begunMs);
        if (error.wantsTokens && access && !renewed) {
          renewed = true;
          if ((await this.tokens.access(access)) !== access) continue; // else there is no other one
        }
        const wait = this.waitMs(error, attempt);
        if (!error.mayPass || performance.now() + wait > until) throw error;
        if (await pause(wait, signal, this.roused.signal)) attempt = -1;
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
    const ends = either(signal, this.closing.signal);
    const begunMs = performance.now();
    const listen = () => setTimeout(ends.end, this.silenceMs);
    let timer = listen();
    try {
      for await (const each of stream(this.server, method, message, {
        headers: this.headers(access),
        signal: ends.signal,
      })) {
        clearTimeout(timer);
        this.heard(true, begunMs);
        yield each;
        timer = listen();
      }
    } catch (error) {
      check(signal);
      check(this.closing.signal);
      const fault = ends.signal.aborted ? unavailable("the stream is silent") : error;
      if (!(fault instanceof ServiceError)) throw fault;
      this.heard(!fault.mayPass, begunMs);
      if (fault.wantsTokens && access) await this.tokens.access(access);
      throw fault;
    } finally {
      clearTimeout(timer);
      ends.forget();
    }
  }

  /**
   * A stream that is taken up again where it broke: every message once and in order. Raises ServiceError for what
   * cannot be mended so.
   * @param {Watched} watched
   * @param {any} asked
   * @param {AbortSignal} [signal]
   */
  async *watch({ name, ask = "", from = "" }, asked, signal) {
    let request = asked;
    for (let attempt = 0, renewed = false; ; attempt++) {
      try {
        for await (const message of this.look(name, request, signal)) {
          const told = newer(message, from, request[ask]);
          attempt = 0;
          renewed = false;
          if (!told) continue;
          if (ask) request = goesOn(request, ask, message[from], message.eventTime);
          yield told;
        }
        if (await this.rest(unavailable("the stream ended"), attempt, signal)) attempt = -1;
      } catch (error) {
        if (!(error instanceof ServiceError) || !(error.mayPass || (error.wantsTokens && !renewed))) throw error;
        renewed = error.wantsTokens;
        const where = error.facts.resume_from;
        if (ask && where) request = goesOn(request, ask, ["version", "number"].includes(from) ? Number(where) : where);
        if (!renewed && (await this.rest(error, attempt, signal))) attempt = -1;
      }
    }
  }

  /**
   * One stream of a watch: until it breaks, the app sleeps, or, where it may not stay open, nothing more comes.
   * @param {string} name
   * @param {object} request
   * @param {AbortSignal} [signal]
   */
  async *look(name, request, signal) {
    const { mayStay, leave } = await this.room();
    const ends = either(signal, this.asleep.signal);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let enough;
    let isGlance = false;
    try {
      for await (const message of this.stream(name, request, ends.signal)) {
        clearTimeout(enough);
        yield message;
        if (mayStay) continue;
        enough = setTimeout(() => {
          isGlance = true;
          ends.end();
        }, GLANCE_MS);
      }
    } catch (error) {
      if (!ends.signal.aborted || signal?.aborted) throw error;
      if (isGlance) throw Object.assign(unavailable("there is no room for the stream"), { retryAfterMs: POLL_MS });
    } finally {
      clearTimeout(enough);
      ends.forget();
      leave();
    }
  }

  /**
   * Waits before a stream that broke is taken up again; in the app's sleep until it is over. Returns whether `wake`
   * ended it: attempts count again from 0.
   * @param {ServiceError} error
   * @param {number} attempt
   * @param {AbortSignal} [signal]
   */
  async rest(error, attempt, signal) {
    const ends = either(signal, this.closing.signal);
    try {
      return await pause(
        this.asleep.signal.aborted ? LONG_MS : this.waitMs(error, attempt),
        ends.signal,
        this.roused.signal,
      );
    } finally {
      ends.forget();
    }
  }

  /** @param {ServiceError} error @param {number} attempt */
  waitMs({ retryAfterMs }, attempt) {
    return pauseMs(attempt, retryAfterMs, Math.random, this.pauseMaxMs);
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

/**
 * The request that continues a watch. The time of the last event shows a server whether the event was lost; an older
 * server gives none.
 * @param {any} request
 * @param {string} ask
 * @param {string | number} where
 * @param {string} [eventTime]
 */
function goesOn({ fromStart: _, afterEventTime, ...request }, ask, where, eventTime) {
  const time = eventTime ?? (request[ask] === where ? afterEventTime : undefined);
  return { ...request, [ask]: where, ...(time && { afterEventTime: time }) };
}

/**
 * A message without the parts that were delivered before; null if nothing is left.
 * @param {any} message
 * @param {string} from
 * @param {string | number | undefined} told a number, or an opaque text that is not compared
 */
function newer(message, from, told) {
  if (typeof told !== "number") return message;
  if (message[from] < told) return null;
  const items = ["events", "messages"].find(each => message[each]);
  return items
    ? { ...message, [items]: message[items].filter((/** @type {any} */ each) => each[from] > told) }
    : message;
}
