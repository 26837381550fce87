// One game: its table, moves, boards, talk and history.
import { Chances, there } from "./chance.js";
import { newNonce } from "./layer/kept.js";

/**
 * @typedef {import("./generated/contract.js").Command} Command
 * @typedef {import("./generated/contract.js").Choice} Choice
 * @typedef {import("./generated/contract.js").Option} Option
 * @typedef {import("./generated/contract.js").Snapshot} Snapshot
 * @typedef {import("./generated/contract.js").Table} Table
 * @typedef {import("./generated/contract.js").SubmitResponse} SubmitResponse
 * @typedef {import("./generated/contract.js").WatchGameResponse} WatchGameResponse
 * @typedef {import("./layer/connection.js").Settings} Settings
 */
/**
 * A whole command (such as `option.first`), or one by its numbers.
 * @typedef {{command: import("./methods.js").Input<Command>} | {choice: Choice}} Move
 */
/** The parts to get besides the events. @typedef {{board?: boolean, options?: boolean, words?: boolean}} Parts */
/**
 * `afterVersion`: the last one that is known; 0 for all events, absent for those from now on.
 * @typedef {Parts & {afterVersion?: number, asSpectator?: boolean, signal?: AbortSignal}} Watched
 */

const NOT_OVER = new Set(["TABLE_STATUS_OPEN", "TABLE_STATUS_STARTING", "TABLE_STATUS_RUNNING"]);
/** So many messages of a watch without events, one every quarter of a minute, may be of a version before an answer. */
const BEHIND_MAX = 2;
const TURN = { board: true, options: true };

export class Game {
  /** @param {import("./client.js").Me} me @param {string} gameId */
  constructor(me, gameId) {
    this.me = me;
    this.gameId = gameId;
    /**
     * The greatest version that a command's answer or a watch of this object named: what is shown of an earlier one is
     * not up to date.
     */
    this.answered = 0;
  }

  /** @template {{version: number}} T @param {T} answer @returns {T} */
  saw(answer) {
    this.answered = Math.max(this.answered, answer.version);
    return answer;
  }

  // ---- the table ----

  async table() {
    return this.me.chances.saw(there((await this.me.lobby.getTable({ gameId: this.gameId })).table));
  }

  /**
   * Sits down, with an own chance.
   * @param {Omit<import("./methods.js").Input<import("./generated/contract.js").JoinTableRequest>, "gameId">} [how]
   */
  join(how = {}) {
    return this.me.chances.sitDown({ gameId: this.gameId, ...how }, (request) => this.me.lobby.joinTable(request));
  }

  async leave() {
    return there((await this.me.lobby.leaveTable({ gameId: this.gameId })).table);
  }

  /** @param {string} [bot] */
  async addBot(bot = "greedy") {
    return there((await this.me.lobby.addBot({ gameId: this.gameId, bot })).table);
  }

  /** @param {boolean} [ready] */
  async setReady(ready = true) {
    return there((await this.me.lobby.setReady({ gameId: this.gameId, ready })).table);
  }

  /** @param {number} [expectedVersion] */
  async start(expectedVersion) {
    const table = there(
      (
        await this.me.lobby.startGame({
          gameId: this.gameId,
          ...(expectedVersion !== undefined && { expectedVersion }),
        })
      ).table,
    );
    return this.me.chances.saw(this.saw(table));
  }

  async close() {
    return there((await this.me.lobby.closeTable({ gameId: this.gameId })).table);
  }

  /** The code that `join` takes at a private table. */
  async invite() {
    return (await this.me.lobby.getInvite({ gameId: this.gameId })).invite;
  }

  /** The table at which the players of this finished game meet again. */
  async rematch() {
    const { gameId } = await this.me.chances.sitDown({ gameId: this.gameId, nonce: newNonce() }, (request) =>
      this.me.lobby.rematch(request),
    );
    return this.me.game(gameId);
  }

  /**
   * Returns after the end whether this client kept its chance here. Then it checks that the server was bound to this
   * secret and that this client's nonce took part. Raises ChanceMismatch.
   */
  async checkChance() {
    const chance = await this.me.chances.of(this.gameId);
    if (!chance) return false;
    const { account } = await this.me.accounts.getMe();
    const table = await this.table();
    const seat = table.occupants.findIndex((each) => each.accountId === account?.accountId);
    for await (const { table: told } of this.me.history.listEvents({
      gameId: this.gameId,
      fromVersion: table.version,
    })) {
      if (!told?.secretRevealed) continue;
      await Chances.check(chance, told.secretRevealed, seat);
      return true;
    }
    return false;
  }

  // ---- playing ----

  options() {
    return this.me.play.listOptions({ gameId: this.gameId });
  }

  /**
   * Gives a command. `requestId`: of an earlier attempt. `parts`: what the answer tells besides the events.
   * @param {Move} move
   * @param {{expectedVersion?: number, requestId?: string, parts?: Parts}} [how]
   * @param {Settings} [settings]
   * @returns {Promise<SubmitResponse>}
   */
  async submit(move, how = {}, settings) {
    return this.saw(await this.me.play.submit({ gameId: this.gameId, ...how, ...move }, settings));
  }

  /**
   * Command `number` of an option, as the seat has them at a version.
   * @param {number} option
   * @param {number} number
   * @param {number} expectedVersion
   * @param {Parts} [parts]
   */
  choose(option, number, expectedVersion, parts) {
    return this.submit({ choice: { option, number } }, { expectedVersion, ...(parts && { parts }) });
  }

  /**
   * Returns the events of a command, and whether it is legal, without giving it.
   * @param {Move} move
   * @param {number} [expectedVersion]
   */
  preview(move, expectedVersion) {
    const at = expectedVersion === undefined ? {} : { expectedVersion };
    return this.me.play.submit({ gameId: this.gameId, validateOnly: true, parts: { words: true }, ...at, ...move });
  }

  /**
   * Returns the commands of an option's numbers, each with a sentence.
   * @param {number} option
   * @param {number} expectedVersion
   * @param {number} [fromNumber]
   */
  commands(option, expectedVersion, fromNumber = 0) {
    return this.me.play.listCommands({ gameId: this.gameId, expectedVersion, option, fromNumber });
  }

  /**
   * One of them spelt out: the command that a choice stands for, and what it would make happen.
   * @param {number} option
   * @param {number} number
   * @param {number} expectedVersion
   */
  async spell(option, number, expectedVersion) {
    const page = await this.me.play.listCommands({
      gameId: this.gameId,
      expectedVersion,
      option,
      fromNumber: number,
      pageSize: 1,
    });
    return there(page.commands[0]);
  }

  /**
   * One each time the game waits for this account, with board and options, up to its end. A turn is one call.
   * @param {{signal?: AbortSignal}} [settings]
   * @returns {AsyncGenerator<Turn, void, undefined>}
   */
  async *myTurns({ signal } = {}) {
    let seen = 0;
    for await (let snapshot of this.follow({ options: true, signal })) {
      if (snapshot.version < Math.max(seen, this.answered)) continue; // an equal one may be new, after a loss
      while (
        snapshot.seat !== undefined &&
        snapshot.toAct.includes(snapshot.seat) &&
        snapshot.options?.options.length
      ) {
        const turn = new Turn(this, snapshot);
        yield turn;
        snapshot = turn.after ?? (await this.board({ minVersion: snapshot.version, options: true }));
      }
      seen = snapshot.version;
      if (!NOT_OVER.has(snapshot.status)) return;
    }
  }

  /**
   * Something about the seat: `undo`, `vote`, `handSeat`, `resign` and what else Act has.
   * @param {import("./methods.js").Without<
   *   import("./methods.js").Input<import("./generated/contract.js").ActRequest>, "gameId">} action
   */
  async act(action) {
    return this.saw(await this.me.play.act({ ...action, gameId: this.gameId }));
  }

  /** Takes back one's own last commands. */
  undo(commands = 1) {
    return this.act({ undo: { commands } });
  }

  /** @param {boolean} agree */
  vote(agree) {
    return this.act({ vote: { agree } });
  }

  /** A bot plays on, until the seat is taken back. */
  handSeat(bot = "") {
    return this.act({ handSeat: { bot } });
  }

  takeSeatBack() {
    return this.act({ takeSeatBack: {} });
  }

  resign() {
    return this.act({ resign: {} });
  }

  // ---- looking ----

  /**
   * The game now, never older than `minVersion` nor than what this object has shown or answered; or the game right
   * after a version.
   * @param {{version?: number, minVersion?: number, asSpectator?: boolean, options?: boolean}} [at]
   * @returns {Promise<Snapshot>}
   */
  async board({ options = false, asSpectator = false, version, minVersion = 0 } = {}) {
    const atLeast = Math.max(minVersion, this.answered);
    const at = version === undefined ? (atLeast > 0 ? { minVersion: atLeast } : {}) : { version };
    return there(
      (await this.me.views.getBoard({ gameId: this.gameId, asSpectator, parts: { board: true, options }, ...at }))
        .snapshot,
    );
  }

  /**
   * All events after a version, in order, none twice, whatever happens to connections and servers; and heartbeats,
   * which have none.
   * @param {Watched} [what]
   * @returns {AsyncGenerator<WatchGameResponse, void, undefined>}
   */
  async *watch({ afterVersion, asSpectator = false, board = false, options = false, words = false, signal } = {}) {
    const from = afterVersion === undefined ? {} : { afterVersion };
    const messages = this.me.views.watchGame(
      { gameId: this.gameId, asSpectator, parts: { board, options, words }, ...from },
      { ...(signal && { signal }) },
    );
    let behind = 0;
    for await (const message of messages) {
      behind = message.version < this.answered && !message.events.length ? behind + 1 : 0;
      if (behind === BEHIND_MAX) {
        await this.checkAnswered(signal);
        behind = 0;
      }
      yield this.saw(message);
    }
  }

  /** Raises UNKNOWN_VERSION if the server has lost what it has answered. @param {AbortSignal} [signal] */
  async checkAnswered(signal) {
    const asked = { gameId: this.gameId, afterVersion: this.answered };
    for await (const _ of this.me.views.watchGame(asked, { ...(signal && { signal }) })) return;
  }

  /**
   * Yields the game after each change, never an older one than before; up to its end.
   * @param {{options?: boolean, asSpectator?: boolean, signal?: AbortSignal}} [what]
   * @returns {AsyncGenerator<Snapshot, void, undefined>}
   */
  async *follow(what = {}) {
    let version = -1;
    for await (const { snapshot } of this.watch({ ...what, board: true })) {
      if (!snapshot || snapshot.version <= version) continue;
      version = snapshot.version;
      yield snapshot;
      if (!NOT_OVER.has(snapshot.status)) return;
    }
  }

  // ---- talking, and the history ----

  /** @param {string} text */
  async say(text) {
    return there((await this.me.chat.sendMessage({ gameId: this.gameId, text })).message);
  }

  /** The chat messages with greater numbers. */
  messages(afterNumber = 0) {
    return this.me.chat.listMessages({ gameId: this.gameId, afterNumber });
  }

  /** The game as one signed file (docs/history-format.md), which `@turnledger/client/verify` proves. */
  async export() {
    /** @type {number[][]} */
    const parts = [];
    for await (const { content } of this.me.history.exportGame({ gameId: this.gameId }))
      parts.push(Array.from(atob(content), (letter) => letter.charCodeAt(0)));
    return Uint8Array.from(parts.flat());
  }

  /** The server adjudicates every command again. */
  verify() {
    return this.me.history.verifyGame({ gameId: this.gameId });
  }
}

/** The commands that the account may give at a version of the game, and the game then. */
export class Turn {
  /** @param {Game} game @param {Snapshot} snapshot */
  constructor(game, snapshot) {
    this.game = game;
    this.snapshot = snapshot;
    /** The game in the answer to this turn's command. @type {Snapshot | undefined} */
    this.after = undefined;
  }

  get version() {
    return this.snapshot.version;
  }

  /** @returns {Option[]} */
  get options() {
    return this.snapshot.options?.options ?? [];
  }

  /** A whole command, judged by the game at that moment. @param {import("./methods.js").Input<Command>} command */
  submit(command) {
    return this.give({ command }, {});
  }

  /** Command `number` of an option, for programs that know no rules: good as long as the options stay the same. */
  choose(option = 0, number = 0) {
    return this.give({ choice: { option, number } }, { expectedVersion: this.version });
  }

  /** @param {Move} move @param {{expectedVersion?: number}} at */
  async give(move, at) {
    const answer = await this.game.submit(move, { ...at, parts: TURN });
    this.after = answer.snapshot;
    return answer;
  }
}
