// One game as its viewer sees it: the stream of its events, and what the viewer does. Nothing is folded here: the
// server sends the board after each command, and the one of the highest version is shown.
import { call, callUntilAnswered, rest, ServiceError, stream, watch } from "./api.js";
import { uuid } from "./browser.js";
import { load } from "./games/edition.js";
import { t } from "./i18n.js";
import { Outbox } from "./layer/kept.js";
import { lookOf, nameOf } from "./looks.js";
import { saw } from "./own_chance.js";
import { connection } from "./session.js";
import { announce, explain, explainInstead } from "./ui.js";
import { batch, computed, signal } from "./vendor/preact.js";

/**
 * @typedef {{choice?: {option: number, number: number}, command?: turnledger.Command}} Move
 * @typedef {{says: string[], refusal: ServiceError | null}} Preview
 * @typedef {{requestId: string} & Record<string, any>} Sent
 */

const LOG_FIRST = 60;
/** Events that are announced at once: of a long absence the last ones. */
const TOLD_MAX = 40;
const PARTS = { board: true, options: true, words: true };

/** Unanswered commands: they survive a reload and are sent again under the same request id. */
const outbox = new Outbox(connection);

export class GameState {
  constructor(/** @type {string} */ id) {
    this.id = id;
    this.table$ = signal(/** @type {turnledger.Table | null} */ (null));
    this.snapshot$ = signal(/** @type {turnledger.Snapshot | null} */ (null));
    /** Apart from the snapshot, so that parts that need no more are not drawn again for each move. */
    this.seat$ = computed(() => this.snapshot$.value?.seat ?? null);
    this.isMyTurn$ = computed(() => this.seat !== null && (this.snapshot?.toAct ?? []).includes(this.seat));
    this.edition$ = signal(/** @type {any} */ (null));
    /** Events, oldest first, from `logFrom` on. */
    this.log$ = signal(/** @type {turnledger.GameEvent[]} */ ([]));
    /** The server has lost what is shown: the next snapshot is shown, whatever its version. */
    this.beginsAgain = false;
    /** The game is not to be had: why. */
    this.refused$ = signal(/** @type {ServiceError | null} */ (null));
    /** Something was sent and is not answered yet. */
    this.busy = signal(false);
    /** Moves that were made here, counted when the page first shows a version after them. */
    this.moves = 0;
    /** The version that the move under way was sent at. @type {number | null} */
    this.sentAt = null;
    /** Settles when what was sent last is answered, or refused. @type {Promise<unknown>} */
    this.answered = Promise.resolve();
    /**
     * Looks at what the viewer sends; false keeps it back. A lesson sets it.
     * @type {((method: string, what: any) => boolean) | null}
     */
    this.guard = null;
    /**
     * The round that its player sketches; null while the plan is closed.
     * @type {import("./vendor/preact.js").Signal<games.Sketching | null>}
     */
    this.sketch$ = signal(/** @type {games.Sketching | null} */ (null));
    /** The sketch is being played. */
    this.playing$ = signal(false);
    /** The standing orders of the viewer's seat, once they are read. */
    this.orders$ = signal(/** @type {turnledger.SeatOrders | null} */ (null));
    /**
     * Shows how boards change: motion, pace and sounds. `motion/stage.js` sets it.
     * @type {import("./motion/stage.js").Stage | null}
     */
    this.stage = null;
    this.t = t;
    this.say = announce;
    this.stopping = new AbortController();
  }

  // ---- as components read it ----

  get table() {
    return /** @type {turnledger.Table} */ (this.table$.value);
  }
  get snapshot() {
    return /** @type {turnledger.Snapshot} */ (this.snapshot$.value);
  }
  /** The version of the board; 0 before the first. */
  get shown() {
    return this.snapshot$.value?.version ?? 0;
  }
  get edition() {
    return this.edition$.value;
  }
  /** The viewer's seat; null for a spectator. */
  get seat() {
    return this.seat$.value;
  }
  get isMyTurn() {
    return this.isMyTurn$.value;
  }
  name(/** @type {number} */ seat) {
    return nameOf(this.table$.value?.occupants[seat]);
  }
  look(/** @type {number} */ seat) {
    return lookOf(this.table$.value?.occupants[seat], this.name(seat));
  }

  // ---- following ----

  async follow() {
    const { signal: stop } = this.stopping;
    try {
      const { table } = await callUntilAnswered("Lobby/GetTable", { gameId: this.id }, stop);
      this.know(table);
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof ServiceError)) throw error;
      this.refused$.value = error;
      return;
    }
    this.sendAgain();
    /** @type {{afterVersion: number, afterEventTime?: string | undefined}} */
    let after = { afterVersion: Math.max(0, this.table.version - LOG_FIRST) };
    let behind = 0;
    const lost = await watch(
      "Views/WatchGame",
      () => ({ gameId: this.id, parts: PARTS, ...after }),
      async message => {
        after = { afterVersion: message.version, afterEventTime: message.eventTime };
        await this.take(message);
        behind = message.version < this.shown && !message.events.length ? behind + 1 : 0;
        if (behind < 2) return; // messages without events come every quarter of a minute
        behind = 0;
        // refused with UNKNOWN_VERSION if the store has lost the board, which an answer may bring before the watch
        for await (const _ of stream("Views/WatchGame", { gameId: this.id, afterVersion: this.shown }, stop)) return;
      },
      stop,
      error => {
        if (error.reason === "UNKNOWN_VERSION") return error;
        this.refused$.value = error;
      },
    );
    if (!lost) return;
    await rest(lost, 2, stop); // boards may be behind the store for a while
    this.log$.value = [];
    this.beginsAgain = true;
    await this.follow();
  }

  async take(/** @type {turnledger.WatchGameResponse} */ message) {
    await this.stage?.paced(message);
    const { events, snapshot, table } = message;
    batch(() => {
      if (table) this.know(table);
      this.addEvents(events);
      if (snapshot) this.show(snapshot);
    });
    if (events.some(event => event.table && event.version > this.table.version)) {
      this.know((await callUntilAnswered("Lobby/GetTable", { gameId: this.id }, this.stopping.signal)).table);
    }
  }

  know(/** @type {turnledger.Table} */ table) {
    this.table$.value = table;
    saw(table);
  }

  addEvents(/** @type {turnledger.GameEvent[]} */ events) {
    const known = this.log$.value;
    const last = known.at(-1)?.version ?? 0;
    const fresh = events.filter(event => event.version > last);
    if (!fresh.length) return;
    this.log$.value = [...known, ...fresh];
    if (known.length) for (const { says } of fresh.filter(event => event.says).slice(-TOLD_MAX)) announce(says);
  }

  show(/** @type {turnledger.Snapshot} */ snapshot) {
    const known = this.beginsAgain ? 0 : this.shown;
    this.beginsAgain = false;
    if (snapshot.version < known) return;
    if (this.sentAt !== null && snapshot.version > this.sentAt) {
      this.moves += 1; // not later: what is pressed on the new board belongs to a new draft
      this.sentAt = null;
    }
    const stage = known && known !== snapshot.version ? this.stage : null;
    stage?.before(snapshot);
    this.snapshot$.value = snapshot;
    stage?.after();
    const { board } = snapshot;
    if (board && !this.edition$.value) {
      load(
        (/** @type {string} */ method, /** @type {object} */ message) =>
          callUntilAnswered(method, message, this.stopping.signal),
        board,
        this.table.variant,
      ).then(
        (/** @type {any} */ edition) => (this.edition$.value = edition),
        (/** @type {ServiceError} */ error) => !this.stopping.signal.aborted && explain(error),
      );
    }
  }

  /** The events before those that are known. */
  async readEarlier() {
    const first = this.log$.value[0]?.version ?? 1;
    if (first <= 1) return;
    const fromVersion = Math.max(1, first - 100);
    const { events } = await call("History/ListEvents", {
      gameId: this.id,
      fromVersion,
      toVersion: first - 1,
      pageSize: 100,
      words: true,
    });
    this.log$.value = [...events, ...this.log$.value];
  }

  close() {
    this.stopping.abort();
  }

  // ---- what the viewer does ----

  /** Gives a command; answered when it is stored. Throws the refusal after having shown it. */
  async submit(/** @type {Move} */ move) {
    return this.give("Play/Submit", move);
  }

  /**
   * Something about the seat: `{undo: {commands: 1}}`. The board may show a move before its answer is here: then it
   * waits for that.
   */
  async act(/** @type {object} */ action) {
    this.playing$.value = false; // a plan that is played would do again what is undone
    while (this.busy.value) await this.answered;
    return this.give("Play/Act", action);
  }

  async give(/** @type {string} */ method, /** @type {object} */ what) {
    if (this.busy.value || this.guard?.(method, what) === false) return undefined;
    return this.send(method, { gameId: this.id, requestId: uuid(), ...this.decidedOn(what), parts: PARTS, ...what });
  }

  send(/** @type {string} */ method, /** @type {Sent} */ message) {
    const answer = this.deliver(method, message);
    this.answered = answer.catch(() => {});
    return answer;
  }

  /**
   * The version that a move was decided on. If several seats choose at once no version is sent: commands of
   * other seats do not change it, and no command is refused because another was faster (C61-SIM-06).
   * @param {object} what
   */
  decidedOn(what) {
    return "command" in what && this.snapshot.toAct.length > 1 ? {} : { expectedVersion: this.snapshot.version };
  }

  async deliver(/** @type {string} */ method, /** @type {Sent} */ message) {
    this.busy.value = true;
    this.sentAt = this.shown;
    try {
      const answer = await outbox.call(method, message, { signal: this.stopping.signal, patienceMs: Infinity });
      if (answer.snapshot) this.show(answer.snapshot);
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && !this.stopping.signal.aborted) {
        await outbox.forget([{ method, request: message }]); // a reported failure must not happen later
        explainInstead(error);
      }
      throw error;
    } finally {
      this.sentAt = null;
      this.busy.value = false;
    }
  }

  /** Sends commands again that were unanswered before a reload. */
  async sendAgain() {
    for (const { method, request } of await outbox.kept.read()) {
      if (request.gameId === this.id && !this.stopping.signal.aborted) await this.send(method, request).catch(() => {});
    }
  }

  /**
   * The events that a command would make; nothing is stored.
   * @param {Move | turnledger.Command} move
   * @returns {Promise<Preview>}
   */
  async preview(move) {
    const given = "choice" in move || "command" in move ? move : { command: move };
    const message = {
      gameId: this.id,
      requestId: uuid(),
      ...this.decidedOn(given),
      validateOnly: true,
      parts: { words: true },
      ...given,
    };
    try {
      const { events } = await call("Play/Submit", message, this.stopping.signal);
      return {
        says: events.map((/** @type {turnledger.GameEvent} */ event) => event.says).filter(Boolean),
        refusal: null,
      };
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      return { says: [], refusal: error };
    }
  }

  /** Why something that is not offered is not: the sentence, the rule and what is legal instead. */
  async whyNot(/** @type {Move | turnledger.Command} */ move) {
    const { says, refusal } = await this.preview(move);
    if (refusal) explainInstead(refusal);
    else announce(says.join(" "));
    return refusal;
  }
}

/** The one game that is open. */
export function openGame(/** @type {string} */ id) {
  const game = new GameState(id);
  game.follow();
  return game;
}
