// A game's whole course in memory: the viewer's board after each command, and the
// sentences. Moving within it needs no call to the server.
import { all, call, callUntilAnswered, ServiceError } from "../api.js";
import { load } from "../games/edition.js";
import { language, t } from "../i18n.js";
import { lookOf, nameOf } from "../looks.js";
import { me } from "../session.js";
import { announce, explain } from "../ui.js";
import { batch, computed, signal } from "../vendor/preact.js";

/**
 * @typedef {turnledger.Snapshot} Snapshot
 * @typedef {turnledger.GameEvent} GameEvent
 * @typedef {"command" | "phase" | "round" | "turn"} Step
 */

const BOARDS = 1_000;
const EVENTS = 100;

export class Past {
  constructor(/** @type {string} */ id) {
    this.id = id;
    this.table$ = signal(/** @type {turnledger.Table | null} */ (null));
    /** After each command since the game began, oldest first. */
    this.boards$ = signal(/** @type {Snapshot[]} */ ([]));
    this.events$ = signal(/** @type {GameEvent[]} */ ([]));
    /** Whether all there is has been read. */
    this.whole$ = signal(false);
    this.refused$ = signal(/** @type {ServiceError | null} */ (null));
    this.edition$ = signal(/** @type {any} */ (null));
    /** The place in `boards$` that was asked for, and the one that is drawn: once a frame. */
    this.wanted$ = signal(0);
    this.at$ = signal(0);
    /** Seat whose turns are stepped by. */
    this.followed$ = signal(/** @type {number | null} */ (null));
    /** Where each round, phase and turn of the followed seat begins. */
    this.starts$ = computed(() => startsOf(this.boards$.value, this.followed$.value));
    this.stopping = new AbortController();
    this.version = 0;
    this.frame = 0;
    this.t = t;
    this.say = announce;
    this.busy = signal(false);
  }

  // ---- as boards read it: no seat acts in the past ----

  get table() {
    return /** @type {turnledger.Table} */ (this.table$.value);
  }
  get snapshot() {
    return this.boards$.value[Math.min(this.at$.value, this.boards$.value.length - 1)];
  }
  get edition() {
    return this.edition$.value;
  }
  get seat() {
    return null;
  }
  name(/** @type {number} */ seat) {
    return nameOf(this.table$.value?.occupants[seat]);
  }
  look(/** @type {number} */ seat) {
    return lookOf(this.table$.value?.occupants[seat], this.name(seat));
  }
  async submit() {}
  async preview() {
    return { says: [], refusal: null };
  }
  async whyNot() {}

  /** The seat whose knowledge is shown; null for the public's. */
  get viewer() {
    return this.boards$.value.at(-1)?.seat ?? null;
  }

  // ---- reading ----

  /** Reads what is not known yet. */
  async read() {
    try {
      const { table } = await this.ask("Lobby/GetTable", { gameId: this.id });
      // at the end everything is shown
      if (this.table && this.isOver !== (table.status === "TABLE_STATUS_FINISHED")) this.forget();
      this.table$.value = table;
      if (this.whole$.value && table.version === this.events$.value.at(-1)?.version) return;
      this.whole$.value = false;
      await Promise.all([this.readBoards(), this.readEvents()]);
      this.followed$.value ??= this.viewer ?? 0;
      this.whole$.value = true;
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      if (!(error instanceof ServiceError)) throw error;
      this.refused$.value = error;
    }
  }

  /** Loads and shows later events. */
  async readOn() {
    await this.read();
    this.move(this.boards$.value.length - 1);
  }

  get isOver() {
    return this.table$.value?.status === "TABLE_STATUS_FINISHED";
  }

  forget() {
    this.boards$.value = [];
    this.events$.value = [];
  }

  /** The one board that was asked for first: the whole course of a long game takes a second or two. */
  async readBoards() {
    let known = this.boards$.value;
    const fromVersion = (known.at(-1)?.version ?? 0) + 1;
    if (!known.length) this.readFirst();
    for (let pageToken = ""; ; ) {
      const answer = await this.ask("Views/ListBoards", { gameId: this.id, fromVersion, pageSize: BOARDS, pageToken });
      known = [...known, ...answer.snapshots.filter((/** @type {Snapshot} */ { board }) => board)];
      pageToken = answer.nextPageToken;
      if (pageToken && (known.at(-1)?.version ?? 0) < this.version) continue;
      this.take(known);
      if (!pageToken) return;
    }
  }

  async readFirst() {
    const version = Math.min(this.version, this.table.version);
    const answer = await call("Views/GetBoard", { gameId: this.id, version }, this.stopping.signal).catch(() => null);
    if (answer?.snapshot.board && !this.boards$.value.length) this.take([answer.snapshot]);
  }

  take(/** @type {Snapshot[]} */ boards) {
    if (!boards.length) return;
    const shown = this.boards$.value[this.wanted$.value]?.version;
    batch(() => {
      this.boards$.value = boards;
      this.wanted$.value = this.at$.value = this.placeOf(this.version || shown || 1);
    });
    if (!this.edition) this.readEdition(/** @type {turnledger.Board} */ (boards[0].board));
  }

  async readEvents() {
    const fromVersion = (this.events$.value.at(-1)?.version ?? 0) + 1;
    const found = await all(
      "History/ListEvents",
      { gameId: this.id, fromVersion, pageSize: EVENTS, words: true },
      "events",
      this.stopping.signal,
    );
    this.events$.value = [...this.events$.value, ...found];
  }

  readEdition(/** @type {turnledger.Board} */ board) {
    load(
      (/** @type {string} */ method, /** @type {object} */ message) => this.ask(method, message),
      board,
      this.table.variant,
    ).then(
      (/** @type {any} */ edition) => (this.edition$.value = edition),
      (/** @type {unknown} */ error) => this.stopping.signal.aborted || explain(error),
    );
  }

  ask(/** @type {string} */ method, /** @type {object} */ message) {
    return callUntilAnswered(method, message, this.stopping.signal);
  }

  close() {
    this.stopping.abort();
  }

  // ---- moving ----

  /** The place that shows `version`: after the whole command that made it. */
  placeOf(/** @type {number} */ version) {
    const boards = this.boards$.value;
    const found = boards.findIndex(each => each.version >= version);
    return found < 0 ? Math.max(0, boards.length - 1) : found;
  }

  /** Shows a place, at the next frame at the latest. */
  show(/** @type {number} */ place) {
    this.wanted$.value = Math.max(0, Math.min(place, this.boards$.value.length - 1));
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.at$.value = this.wanted$.value;
    });
  }

  /** Shows a version that a person chose. */
  move(/** @type {number} */ place) {
    this.version = 0;
    this.show(place);
  }

  /** Where a step leads; null where there is nothing further on. */
  target(/** @type {Step} */ step, /** @type {1 | -1} */ way) {
    const at = this.wanted$.value;
    if (step === "command") return at + way >= 0 && at + way < this.boards$.value.length ? at + way : null;
    const starts = this.starts$.value[step];
    return (way > 0 ? starts.find(each => each > at) : starts.findLast(each => each < at)) ?? null;
  }

  /** The place after the last command of a seat; null without one. */
  lastMoveOf(/** @type {number} */ seat) {
    const ends = new Set(this.boards$.value.map(({ version }) => version));
    const own = this.events$.value.findLast(event => ends.has(event.version - 1) && seatOf(event) === seat);
    return own ? this.placeOf(own.version) : null;
  }
}

/** The content of a game's event: `{roundBegan: {…}}`. */
export const detailOf = (/** @type {GameEvent} */ event) =>
  /** @type {Record<string, any>} */ (Object.values(event.game ?? {})[0] ?? {});
/** Whose event it is. */
const seatOf = (/** @type {GameEvent} */ event) => Object.values(detailOf(event))[0]?.seat;

/** @param {Snapshot[]} boards @param {number | null} seat */
function startsOf(boards, seat) {
  /** @type {{round: number[], phase: number[], turn: number[]}} */
  const found = { round: [], phase: [], turn: [] };
  boards.forEach((each, place) => {
    const before = boards[place - 1];
    const isNewRound = each.moment?.round !== before?.moment?.round;
    if (isNewRound) found.round.push(place);
    if (isNewRound || each.moment?.phase !== before?.moment?.phase) found.phase.push(place);
    if (seat !== null && each.toAct.includes(seat) && !before?.toAct.includes(seat)) found.turn.push(place);
  });
  return found;
}

/** @type {{key: string, past: Past} | null} */
let kept = null;

/** The game's past, read once, and read on where it has gone on since. */
export function openPast(/** @type {string} */ id) {
  const key = [id, me.value?.accountId, language].join(" ");
  if (kept?.key !== key || kept.past.refused$.value) {
    kept?.past.close();
    kept = { key, past: new Past(id) };
  }
  kept.past.read();
  return kept.past;
}
