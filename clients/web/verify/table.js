// What the events of the table say of a game: all that header and footer hold, but for the final board.

import { comesAt, firstFrom, roundAfter } from "./beacon.js";
import { keysIn } from "./devices.js";
import { isLink, saidIn } from "./file.js";
import { itemsOf, list, map, membersOf, number, object, text, truth, Wrong } from "./spelling.js";

/**
 * @typedef {import("./spelling.js").Value} Value
 * @typedef {{account: string, bot: string, nonce: string, deviceKeys: string[]}} Seat
 */

const NULL = "null";
const DRAW_LEAD_MS = 1_000;
const OVERDUE_MS = 600_000;
const BEACON = object({ chain: text, public_key: text, genesis_s: number, period_s: number, lead_s: number });

/** The state of the table, event by event. */
export class Table {
  constructor() {
    this.status = "OPEN";
    /** @type {Value} */
    this.opened = { kind: "null", raw: NULL };
    /** @type {Seat[]} */
    this.seats = [];
    this.rulesVersion = NULL;
    this.editions = "[]";
    this.result = NULL;
    this.round = 0;
    this.signature = "";
    /** The rounds that draws named, in order, the last one of `draw` as long as it is awaited. @type {number[]} */
    this.drawn = [];
    this.awaits = 0;
    /** Whether a player proposed to continue without the awaited round. */
    this.offersNoRounds = false;
    /** The last draw that was made. */
    this.draw = { round: 0, signature: "" };
    /** The round at which the players continued without rounds, 0 if they did not. */
    this.gaveUpAt = 0;
  }

  /** Throws Wrong for what cannot be, whatever the rules are. */
  follow(/** @type {import("./file.js").Row} */ { version, topic }, /** @type {Value} */ event, at = "") {
    const name = topic.slice(0, topic.lastIndexOf("/"));
    if ((version === 1) !== (name === OPENING))
      throw new Wrong("EVENT", "a history begins with the opening of a table, and has one", version, topic);
    const told = EVENTS[name];
    if (!told) return;
    try {
      for (const [member, shape] of Object.entries(told.members)) shape(required(event, member));
      told.change(this, event, at);
    } catch (error) {
      if (error instanceof Wrong)
        throw new Wrong(error.code === "MALFORMED" ? "EVENT" : error.code, error.says, version, topic);
      throw error;
    }
  }

  get players() {
    return this.seats.map(({ account, bot }) => account || `bot:${bot}`);
  }

  get nonces() {
    return this.seats.map(({ nonce }) => nonce);
  }

  get isOver() {
    return this.status === "FINISHED";
  }

  /** Whether players' devices have to sign. */
  get mustSign() {
    const terms = membersOf(this.opened).get("terms");
    return Boolean(terms && membersOf(terms).get("signed")?.value);
  }

  /** Whether each draw waits for a round of its own (TB-DRAW-01). */
  get drawsWait() {
    const terms = membersOf(this.opened).get("terms");
    return Boolean(terms && membersOf(terms).get("draws")?.value === "beacon");
  }

  /**
   * The party that knew the draws from the start on; empty where each one waits for a round.
   *
   * @returns {"HOST" | "SERVER" | ""}
   */
  get knewDraws() {
    const members = membersOf(this.opened);
    const position = members.get("position");
    const given =
      (members.get("setup")?.kind ?? "null") !== "null" || (position?.members && !position.members.has("known_to"));
    if (given || saidIn(this.opened, "seed")) return "HOST";
    return this.drawsWait ? "" : "SERVER";
  }

  /** Throws Wrong where a draw waits for another round than the first that may decide it. */
  checkNamed(/** @type {number} */ round, /** @type {string} */ at) {
    const chain = this.chainOfRounds;
    if (!chain || !this.drawsWait || this.gaveUpAt || this.awaits)
      throw new Wrong("EVENT", "a draw that waits for no reason");
    const before = [this.round, ...this.drawn];
    const due = Math.max(firstFrom(chain, Date.parse(at) + DRAW_LEAD_MS), Math.max(...before) + 1);
    if (before.includes(round)) throw new Wrong("ROUND_REPEATED", `round ${round} was named before`);
    if (round < due) throw new Wrong("ROUND_EARLY", `round ${round} comes before ${due}`);
    if (round > due) throw new Wrong("ROUND_LATE", `round ${round} comes after ${due}`);
  }

  /** The chain that the opening names. @returns {import("./beacon.js").Beacon | undefined} */
  get chainOfRounds() {
    const named = membersOf(this.opened).get("beacon");
    if (!named || named.kind === "null") return undefined;
    BEACON(named);
    const { chain, public_key, genesis_s, period_s, lead_s } = Object.fromEntries(
      [...membersOf(named)].map(([name, { value }]) => [name, value]),
    );
    return { chain, public_key, genesis_s, period_s, lead_s };
  }

  /** What a table with a beacon drew from, once it began. */
  get beacon() {
    const chain = this.signature && this.chainOfRounds?.chain;
    return chain ? { chain, round: this.round, signature: this.signature } : undefined;
  }

  /** The members of the header that follow from the events, as JSON. @returns {Record<string, string>} */
  header() {
    const raw = (/** @type {string} */ name) => required(this.opened, name).raw;
    const position = membersOf(this.opened).get("position");
    return {
      game: raw("game_id"),
      status: JSON.stringify(this.status),
      variant: raw("variant"),
      options: raw("options"),
      players: JSON.stringify(this.players),
      rated: raw("rated"),
      commitment: raw("commitment"),
      rules_version: this.rulesVersion,
      editions: this.editions,
      lineage: position ? required(position, "lineage").raw : NULL,
    };
  }

  /** Those of the footer. @returns {Record<string, string>} */
  footer(/** @type {string} */ chain) {
    return {
      result: this.result,
      chain: JSON.stringify(chain),
      secret: this.isOver ? required(this.opened, "secret").raw : '""',
      nonces: this.isOver ? JSON.stringify(this.nonces) : "[]",
    };
  }
}

/** That a history begins as one does, with what its chain begins with: before the first link is looked at. */
export function checkOpening(/** @type {import("./file.js").Row} */ { version, topic }, /** @type {Value} */ event) {
  if (!topic.startsWith(`${OPENING}/`))
    throw new Wrong("EVENT", "a history begins with the opening of a table", version, topic);
  for (const name of ["secret", "commitment"]) {
    const said = membersOf(event).get(name);
    if (said?.kind !== "text") throw new Wrong("EVENT", `an opening without its ${name}`, version, topic);
    if (!isLink(said.value)) throw new Wrong("HEX", "secret and commitment are 64 hex digits each", version, topic);
  }
}

function required(/** @type {Value} */ event, /** @type {string} */ name) {
  const member = membersOf(event).get(name);
  if (!member) throw new Wrong("EVENT", `an event without its ${name}`);
  return member;
}

/** The keys of all who have some, whatever the order of the seats. */
const keysBySeat = (/** @type {Seat[]} */ seats) =>
  seats
    .filter(({ deviceKeys }) => deviceKeys.length)
    .map(({ account, deviceKeys }) => [account, ...deviceKeys].join())
    .sort()
    .join(";");

const saidAll = (/** @type {Value} */ event, /** @type {string} */ name) =>
  itemsOf(required(event, name)).map(({ value }) => value);

const OPENING = "table.GameOpened";

/**
 * @type {Record<string, {members: Record<string, import("./spelling.js").Shape>,
 *   change: (table: Table, event: Value, at: string) => void}>}
 */
const EVENTS = {
  [OPENING]: {
    members: {
      game_id: text,
      variant: text,
      options: map(text),
      rated: truth,
      commitment: text,
      secret: text,
      seed: text,
    },
    change(table, event) {
      table.opened = event;
    },
  },
  "table.PlayerSeated": {
    members: { account: text, nonce: text },
    change(table, event) {
      table.seats.push({
        ...{ account: saidIn(event, "account"), bot: "", nonce: saidIn(event, "nonce") },
        deviceKeys: keysIn(event),
      });
    },
  },
  "table.BotSeated": {
    members: { bot: text },
    change(table, event) {
      table.seats.push({ account: "", bot: saidIn(event, "bot"), nonce: "", deviceKeys: [] });
    },
  },
  "table.SeatCleared": {
    members: { place: number },
    change(table, event) {
      table.seats.splice(saidIn(event, "place"), 1);
    },
  },
  "table.SeatsArranged": {
    members: { order: list(number) },
    change(table, event) {
      const order = saidAll(event, "order");
      if (order.some(place => !table.seats[place])) throw new Wrong("EVENT", "a place where nobody sits");
      table.seats = order.map(place => table.seats[place]);
    },
  },
  "table.GameStarting": {
    members: { round: number },
    change(table, event, at) {
      table.status = "STARTING";
      table.round = saidIn(event, "round");
      const chain = table.chainOfRounds;
      if (!chain || table.round !== roundAfter(chain, Date.parse(at)))
        throw new Wrong("EVENT", "not the first round after its time");
    },
  },
  "table.GameBegan": {
    members: { seats: list(() => {}), editions: list(() => {}), rules_version: number },
    change(table, event) {
      table.status = "RUNNING";
      const seated = keysBySeat(table.seats);
      table.seats = itemsOf(required(event, "seats")).map(seat => {
        for (const name of ["account", "bot", "nonce"]) text(required(seat, name));
        const [account, bot, nonce] = ["account", "bot", "nonce"].map(name => saidIn(seat, name));
        return { account, bot, nonce, deviceKeys: keysIn(seat) };
      });
      if (keysBySeat(table.seats) !== seated) throw new Wrong("EVENT", "other keys than when the players sat down");
      table.rulesVersion = required(event, "rules_version").raw;
      table.editions = required(event, "editions").raw;
      table.signature = saidIn(event, "signature") ?? "";
      if (Boolean(table.round) !== Boolean(table.signature))
        throw new Wrong("EVENT", "a beacon without a signature, or one without a beacon");
    },
  },
  "table.DrawAwaited": {
    members: { place: number, round: number },
    change(table, event, at) {
      const round = saidIn(event, "round");
      table.checkNamed(round, at);
      table.drawn.push(round);
      table.awaits = round;
      table.offersNoRounds = false;
    },
  },
  "table.DrawMade": {
    members: { round: number, signature: text },
    change(table, event) {
      const round = saidIn(event, "round");
      const before = [table.round, ...table.drawn].filter(each => each !== table.awaits);
      if (before.includes(round)) throw new Wrong("ROUND_REPEATED", `round ${round} has made its draw`);
      if (round !== table.awaits) throw new Wrong("ROUND_SWAPPED", `the game waits for round ${table.awaits}`);
      table.draw = { round, signature: saidIn(event, "signature") };
      table.awaits = 0;
    },
  },
  "table.NoRoundsProposed": {
    members: { place: number },
    change(table, _, at) {
      const chain = table.chainOfRounds;
      const overdue = chain && table.awaits && comesAt(chain, table.awaits) * 1_000 + OVERDUE_MS <= Date.parse(at);
      if (!overdue) throw new Wrong("REFUSED", `round ${table.awaits} is not overdue`);
      table.offersNoRounds = true;
    },
  },
  "table.RoundsGivenUp": {
    members: { round: number },
    change(table, event) {
      const round = saidIn(event, "round");
      if (!table.offersNoRounds) throw new Wrong("EVENT", "no player proposed to continue without rounds");
      if (round !== table.awaits) throw new Wrong("ROUND_SWAPPED", `the game waits for round ${table.awaits}`);
      table.awaits = 0;
      table.gaveUpAt = round;
    },
  },
  "table.GameFinished": {
    members: { reason: text, standings: list(() => {}) },
    change(table, event) {
      table.status = "FINISHED";
      table.result = `{"reason":${required(event, "reason").raw},"standings":${required(event, "standings").raw}}`;
    },
  },
  "table.SecretRevealed": {
    members: { secret: text, nonces: list(text) },
    change(table, event) {
      const same = saidIn(event, "secret") === saidIn(table.opened, "secret");
      if (!same || saidAll(event, "nonces").join() !== table.nonces.join())
        throw new Wrong("DICE", "not the secret and the nonces that the game was played with");
    },
  },
  "table.TableClosed": {
    members: {},
    change(table) {
      table.status = "CLOSED";
    },
  },
};
