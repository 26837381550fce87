// Keeps the account of a program playing: it answers challenges, plays several games at a time, and stops gracefully
// (docs/program-accounts.md).
import { there } from "./chance.js";
import { connect } from "./client.js";
import { either, ServiceError } from "./layer/connect.js";
import { pauseMs } from "./layer/connection.js";
import { staysOpen } from "./layer/kept.js";

/**
 * @typedef {import("./generated/contract.js").Board} Board
 * @typedef {import("./generated/contract.js").Option} Option
 * @typedef {import("./generated/contract.js").Table} Table
 * @typedef {import("./generated/contract.js").DeclineReason} DeclineReason
 * @typedef {import("./game.js").Move} Move
 * @typedef {import("./game.js").Turn} Turn
 */
/**
 * Returns one of the options, of which the first command is given, or a whole move. `signal` ends with the time for it.
 * @typedef {(board: Board, options: Option[], more: {turn: Turn, signal: AbortSignal}) =>
 *   Option | Move | Promise<Option | Move>} Choose
 */
/**
 * Returns true, or why the challenge is declined; false for another reason.
 * @typedef {(table: Table) => boolean | DeclineReason | Promise<boolean | DeclineReason>} Accepts
 */
/**
 * Gets what the bot does: `accepted`, `declined`, `playing`, `over`, `moveFailed`, `failed`, `away`.
 * @typedef {(event: string, facts: Record<string, unknown>) => void} Report
 */
/**
 * `games`: tables at a time; challenges above that are declined. `thinkMs`: the time for a move; after it the first
 * command of the first option is given. `lookMs`: between two looks for challenges and started games. `signal`: ends
 * the bot; a move that is being chosen is given first.
 * @typedef {{choose: Choose, accepts?: Accepts, games?: number, thinkMs?: number, lookMs?: number,
 *   signal?: AbortSignal, report?: Report}} Playing
 */

const GAMES = 4,
  THINK_MS = 30_000,
  LOOK_MS = 3_000;

/**
 * Plays until `signal` ends it. Its seats are kept, and the next run continues at them. A server that is away is waited
 * for. Raises ServiceError for a token that the server refuses.
 * @param {Playing & import("./client.js").Options} how
 */
export async function runBot({ choose, accepts, games, thinkMs, lookMs, signal, report, ...options }) {
  const me = connect(options);
  try {
    const patienceMs = Number.POSITIVE_INFINITY;
    const { account } = await me.accounts.getMe({}, { ...(signal && { signal }), patienceMs });
    if (!account?.program) throw new TypeError("the token is not a program's: make one by Programs.CreateProgram");
    await new Bot(me, { choose, accepts, games, thinkMs, lookMs, report }).run(signal);
  } catch (error) {
    if (!signal?.aborted) throw error;
  } finally {
    me.close();
  }
}

class Bot {
  /** @param {import("./client.js").Me} me @param {Playing} how */
  constructor(
    me,
    { choose, accepts = () => true, games = GAMES, thinkMs = THINK_MS, lookMs = LOOK_MS, report = () => {} },
  ) {
    this.me = me;
    this.choose = choose;
    this.accepts = accepts;
    this.games = games;
    this.thinkMs = thinkMs;
    this.lookMs = lookMs;
    this.report = report;
    /** By game. @type {Map<string, Promise<void>>} */
    this.playing = new Map();
    /** Those that ended, as long as the list, which is behind, has them among the others. @type {Set<string>} */
    this.over = new Set();
    /** Those being chosen or given. @type {Set<Promise<void>>} */
    this.moves = new Set();
  }

  /** @param {AbortSignal} [stop] */
  async run(stop) {
    const ends = either(stop);
    const stopped = new Promise((done) => ends.signal.addEventListener("abort", done));
    let failures = 0;
    try {
      while (!ends.signal.aborted) {
        let waitMs = this.lookMs;
        try {
          await Promise.race([this.look(ends.signal), stopped]);
          failures = 0;
        } catch (error) {
          if (!(error instanceof ServiceError) || !staysOpen(error) || error.isSignedOut) throw error;
          this.report("away", { error });
          waitMs = pauseMs(failures++, error.retryAfterMs);
        }
        await rest(waitMs, ends.signal);
      }
    } finally {
      ends.forget();
      ends.end();
      await Promise.allSettled(this.moves);
      this.me.close();
      await Promise.allSettled(this.playing.values());
    }
  }

  /**
   * Sits down at challenges, and begins to play games that have started. Raises ServiceError.
   * @param {AbortSignal} signal
   */
  async look(signal) {
    if (!this.moves.size) await this.me.resume(); // requests without an answer, of before the server was away
    /** @type {Map<string, Table>} */
    const mine = new Map();
    for await (const { table, seat } of this.me.views.listMyGames({}, { signal }))
      if (table && seat !== undefined) mine.set(table.gameId, table);
    for (const gameId of this.over) if (!mine.has(gameId)) this.over.delete(gameId);
    for await (const table of this.me.programs.listChallenges({}, { signal }))
      if (!mine.has(table.gameId) && (await this.answer(table, mine.size))) mine.set(table.gameId, table);
    for (const [gameId, { status, variant }] of mine) {
      if (status !== "TABLE_STATUS_RUNNING" || this.playing.has(gameId) || this.over.has(gameId)) continue;
      if (signal.aborted) return;
      this.report("playing", { gameId, variant });
      this.playing.set(
        gameId,
        this.play(gameId, signal).finally(() => this.playing.delete(gameId)),
      );
    }
  }

  /**
   * Accepts or declines a challenge; returns whether the bot sits there now.
   * @param {Table} table
   * @param {number} tables
   */
  async answer(table, tables) {
    const { gameId, variant } = table;
    const verdict = tables < this.games ? await this.accepts(table) : "DECLINE_REASON_LATER";
    try {
      if (verdict === true) {
        await this.me.game(gameId).join();
        this.report("accepted", { gameId, variant });
        return true;
      }
      const reason = verdict || "DECLINE_REASON_OTHER";
      await this.me.programs.declineChallenge({ gameId, reason });
      this.report("declined", { gameId, reason });
    } catch (error) {
      // else the table is full or closed by now, or the answer is already there
      if (!(error instanceof ServiceError) || staysOpen(error)) throw error;
    }
    return false;
  }

  /**
   * Plays a game to its end. After an error the next look begins again.
   * @param {string} gameId
   * @param {AbortSignal} signal
   */
  async play(gameId, signal) {
    try {
      for await (const turn of this.me.game(gameId).myTurns({ signal })) {
        if (signal.aborted) return;
        const move = this.move(turn);
        this.moves.add(move);
        await move.finally(() => this.moves.delete(move));
        if (signal.aborted) return;
      }
      this.over.add(gameId);
      this.report("over", { gameId });
    } catch (error) {
      if (!signal.aborted) this.report("failed", { gameId, error });
    }
  }

  /** Answers a turn; one that is out of date by then comes again. @param {Turn} turn */
  async move(turn) {
    try {
      await this.give(turn);
    } catch (error) {
      if (!(error instanceof ServiceError && error.reason === "VERSION_CONFLICT")) throw error;
    }
  }

  /** Gives the chosen command, or the first one if it comes too late, or the rules refuse it. @param {Turn} turn */
  async give(turn) {
    try {
      await turn.give(await this.chosen(turn), { expectedVersion: turn.version });
    } catch (error) {
      if (error instanceof ServiceError && (staysOpen(error) || error.reason === "VERSION_CONFLICT")) throw error;
      this.report("moveFailed", { gameId: turn.game.gameId, version: turn.version, error });
      await turn.choose();
    }
  }

  /** @param {Turn} turn @returns {Promise<Move>} */
  async chosen(turn) {
    const late = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    const end = new Promise((_, failed) => {
      timer = setTimeout(() => {
        failed(new Error(`no move in ${this.thinkMs} ms`));
        late.abort();
      }, this.thinkMs);
    });
    try {
      const more = { turn, signal: late.signal };
      const choice = (async () => this.choose(there(turn.snapshot.board), turn.options, more))();
      const found = /** @type {any} */ (await Promise.race([choice, end]));
      const option = turn.options.indexOf(found);
      return option < 0 ? found : { choice: { option, number: 0 } };
    } finally {
      clearTimeout(timer);
    }
  }
}

/** Waits for so long, or for the end. @param {number} ms @param {AbortSignal} signal @returns {Promise<void>} */
const rest = (ms, signal) =>
  new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      done();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
    if (signal.aborted) end();
  });
