// The stage of a table, between two boards: motion, the pace of the bots, and sounds. Loaded after the first board.
import { seatOfEvent } from "../table_parts.js";
import { isBot } from "../tables.js";
import { mayMove, paceMs } from "./chosen.js";
import { built, Moving, pictureOf } from "./moving.js";
import { play } from "./sounds.js";

/** @typedef {import("../game.js").GameState} GameState */

/** So many times faster an auction is shown to a player who has left it. */
const FASTER = 4;

export class Stage {
  #moving = new Moving();
  /** The board that was seen last, where the next one is not drawn yet. @type {import("./moving.js").Picture | null} */
  #before = null;
  /** When a bot's move was shown last. */
  #shownAt = 0;
  /** A press since the last question: the bots' moves follow at once. */
  #hurries = false;
  /** Ends the wait for the next move of a bot. */
  #go = () => {};
  #leaving = new AbortController();

  /** @param {GameState} game */
  constructor(game) {
    this.game = game;
    const { signal } = this.#leaving;
    for (const kind of ["pointerdown", "keydown"])
      addEventListener(kind, () => this.pressed(), { capture: true, signal });
  }

  /** A press ends what moves, and what waits. */
  pressed() {
    this.#moving.end();
    if (this.game.isMyTurn) return;
    this.#hurries = true;
    this.#go();
  }

  /**
   * Waits before a bot's move is shown, so that a player sees one after the other.
   * @param {turnledger.WatchGameResponse} message
   */
  async paced(message) {
    const wait = this.#isBots(message) && !this.#hurries ? this.#shownAt + this.#paceMs() - performance.now() : 0;
    if (wait > 0) {
      await new Promise((/** @type {(done?: any) => void} */ done) => {
        const timer = setTimeout(done, wait);
        this.#go = () => (clearTimeout(timer), done());
      });
    }
    this.#shownAt = performance.now();
  }

  #paceMs() {
    const { seat, snapshot } = this.game;
    const { lot } = /** @type {any} */ (Object.values(snapshot.board ?? {})[0] ?? {});
    return paceMs() / (lot && !lot.bidders.includes(seat) ? FASTER : 1);
  }

  /** Whether a person sits here, and a bot has moved. @param {turnledger.WatchGameResponse} message */
  #isBots({ events }) {
    const { seat, table } = this.game;
    if (seat === null || table.occupants[seat]?.bot) return false;
    return events.some(event => {
      const by = table.occupants[seatOfEvent(event) ?? -1];
      return by && isBot(by);
    });
  }

  /** Called before a board is replaced. @param {turnledger.Snapshot} next */
  before(next) {
    this.#moving.end();
    this.#sound(this.game.snapshot, next);
    if (this.game.seat !== null && next.toAct.includes(this.game.seat)) this.#hurries = false;
    this.#before ??= mayMove() ? pictureOf(this.game) : null; // boards may come faster than they are drawn
  }

  /** Called once it is: the change is drawn with the next frame. */
  after() {
    requestAnimationFrame(() => {
      const before = this.#before;
      this.#before = null;
      if (before && !this.#leaving.signal.aborted) this.#moving.show(this.game, before, pictureOf(this.game));
    });
  }

  /** @param {turnledger.Snapshot} last @param {turnledger.Snapshot} next */
  #sound(last, next) {
    const { seat } = this.game;
    if (seat === null || document.visibilityState !== "visible") return; // elsewhere calls.js calls the player
    const [was, is] = [last, next].map(({ board }) => /** @type {any} */ (Object.values(board ?? {})[0]));
    if (over(is) && !over(was)) return play("end");
    if (leads(was) === seat && is?.lot && leads(is) !== seat) play("outbid");
    else if (next.toAct.includes(seat) && !last.toAct.includes(seat)) play("turn");
    else if (built(is) > built(was)) play("build");
  }

  close() {
    this.#leaving.abort();
    this.#go();
    this.#moving.end();
  }
}

/** @param {any} board */
const over = board => Boolean(board?.ranking?.length || board?.result);
/** @param {any} board @returns {number | undefined} */
const leads = board => board?.lot?.bidders?.at(-1);

/** Puts a game on its stage; answers how it leaves. @param {GameState} game */
export function open(game) {
  const stage = new Stage(game);
  game.stage = stage;
  return () => {
    game.stage = null;
    stage.close();
  };
}
