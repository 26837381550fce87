// An account's side of the contract: every method by its service, and shorter words for what is needed most.
import { Chances } from "./chance.js";
import { Game } from "./game.js";
import { givenTokens, isGiven } from "./given_token.js";
import { ServiceError } from "./layer/connect.js";
import { Connection } from "./layer/connection.js";
import { Outbox } from "./layer/kept.js";
import { methodsOf } from "./methods.js";
import { Queue } from "./queue.js";

/** @typedef {Client & import("./generated/services.js").Services} Me */
/** @typedef {import("./layer/connection.js").Options & import("./given_token.js").Given} Options */
/** @typedef {import("./generated/contract.js").CreateTableRequest} CreateTableRequest */
/** @typedef {import("./generated/contract.js").QuickMatchRequest} QuickMatchRequest */
/** @template T @typedef {import("./methods.js").Input<T>} Input */

export class Client {
  /** @param {Options} options */
  constructor(options) {
    this.connection = new Connection(options);
    if (isGiven(options)) this.connection.tokens = givenTokens(options, this.connection);
    this.outbox = new Outbox(this.connection);
    this.queue = new Queue(this.outbox);
    this.chances = new Chances(this.connection);
    Object.assign(this, methodsOf(this));
  }

  /** The same, with the services' types. @returns {Me} */
  get all() {
    return /** @type {Me} */ (/** @type {unknown} */ (this));
  }

  /** @param {string} gameId */
  game(gameId) {
    return new Game(this.all, gameId);
  }

  /** Opens a table and, with `join`, sits down at it with an own chance. @param {Input<CreateTableRequest>} how */
  async createTable(how) {
    const create = this.all.lobby.createTable;
    const table = how.join ? await this.chances.sitDown(how, create) : (await create(how)).table;
    return this.game(table?.gameId ?? "");
  }

  /** Sits down at a table of that kind with others who want to play it. @param {Input<QuickMatchRequest>} how */
  async quickMatch(how) {
    return this.game((await this.chances.sitDown(how, this.all.lobby.quickMatch)).gameId);
  }

  /**
   * Public tables as they change.
   * @param {Input<import("./generated/contract.js").WatchLobbyRequest>} [from]
   * @param {AbortSignal} [signal]
   */
  watchLobby(from = { fromStart: true }, signal) {
    return this.all.views.watchLobby(from, { ...(signal && { signal }) });
  }

  /**
   * Everything public on the server, from now on. Keep the last `position`, once its items were dealt with, and give it
   * as `afterPosition` after a restart.
   * @param {Input<import("./generated/contract.js").WatchPublicRequest>} [from]
   * @param {AbortSignal} [signal]
   */
  watchPublic(from = {}, signal) {
    return this.all.views.watchPublic(from, { ...(signal && { signal }) });
  }

  /**
   * The account's games as they begin, end or wait for it.
   * @param {Input<import("./generated/contract.js").WatchMeRequest>} [from]
   * @param {AbortSignal} [signal]
   */
  watchMe(from = { fromStart: true }, signal) {
    return this.all.views.watchMe(from, { ...(signal && { signal }) });
  }

  /** The requests of before a restart that were not answered, sent again. */
  resume() {
    return this.outbox.resume();
  }

  /**
   * Signs this device out: takes the tokens out of the storage, and the requests that were not answered, which are the
   * account's. A guest's account is lost with them. The server hears nothing of it: `accounts.signOutDevice` tells it.
   */
  async forget() {
    await this.connection.tokens.forget();
    await this.outbox.forgetAll();
  }

  /** The app goes to the background: watches end, and resume at their position after `wake`. */
  sleep() {
    this.connection.sleep();
  }

  wake() {
    this.connection.wake();
  }

  /** Ends all that runs; what is not answered stays stored. */
  close() {
    this.connection.close();
  }
}

/**
 * A client that has called nothing yet: signed in if it is given a token, or its storage has tokens.
 * @param {Options} options
 */
export const connect = (options) => new Client(options).all;

/**
 * A client that is signed in: with the token that it is given; else as before, if the storage has tokens that the
 * server still takes; else with a name and its password; else as a new guest. Stored tokens that the server refuses for
 * good (it was set up again, or took them back) are forgotten. A given token needs the scope `account:read` here, and
 * its refusal is thrown.
 * @param {Options & {displayName?: string, password?: string}} options
 * @returns {Promise<Me & {account: import("./generated/contract.js").Account}>}
 */
export async function signIn({ displayName = "", password = "", ...options }) {
  const me = connect(options);
  const known = isGiven(options) ? await accountOf(me) : await recalled(me);
  if (known) return Object.assign(me, { account: known });
  if (password) await me.accounts.signIn({ displayName, password }, { isAlone: true });
  else await me.accounts.signInAsGuest({ displayName }, { isAlone: true });
  return Object.assign(me, { account: await accountOf(me) });
}

/** The account of the stored tokens; undefined without valid ones. @param {Me} me */
async function recalled(me) {
  const pair = await me.connection.tokens.load();
  if (!pair) return undefined;
  try {
    return await accountOf(me);
  } catch (error) {
    if (!(error instanceof ServiceError) || !error.isSignedOut) throw error;
    await me.connection.tokens.forget(me.connection.tokens.pair ?? pair);
    if (await me.connection.tokens.load()) return recalled(me); // another tab has signed in meanwhile
    await me.outbox.forgetAll();
    return undefined;
  }
}

/** @param {Me} me */
async function accountOf(me) {
  const { account } = await me.accounts.getMe();
  if (!account) throw new TypeError("the answer is not the one of the contract");
  return account;
}
