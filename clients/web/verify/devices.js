// Commands that a device of the player signed, as docs/history-format.md has them («Devices»): whose key, and over
// what.

import { fromHex, hex, utf8 } from "./dice.js";
import { isLink, saidIn } from "./file.js";
import { isSigned, isWeak } from "./keys.js";
import { sha256 } from "./sha256.js";
import { itemsOf, list, membersOf, text, Wrong } from "./spelling.js";

/**
 * @typedef {import("./spelling.js").Value} Value
 * @typedef {import("./file.js").Row} Row
 * @typedef {import("./file.js").Body} Body
 * @typedef {import("./table.js").Table} Table
 * @typedef {{seat: number, account: string, keys: string[], signed: number, unsigned: number}} Signer
 */

const KEYS_MAX = 5;

/** The keys that an event names for a seat; none where it names none. @returns {string[]} */
export function keysIn(/** @type {Value} */ part) {
  const named = membersOf(part).get("device_keys");
  if (!named) return [];
  list(text)(named);
  const keys = itemsOf(named).map(({ value }) => value);
  const good = keys.every(key => isLink(key) && !isWeak(fromHex(key)));
  if (!good || !keys.length || keys.length > KEYS_MAX || new Set(keys).size < keys.length)
    throw new Wrong("EVENT", "keys of devices are one to five, each once, and none for which anybody can sign");
  return keys;
}

/** Counts what players gave while the game ran. */
export class Devices {
  constructor() {
    /** @type {Map<string, {signed: number, unsigned: number}>} */
    this.given = new Map();
    this.unable = false;
  }

  /**
   * Of the first event of a command, before it is followed.
   *
   * @param {Table} table
   * @param {Row} row
   * @param {Body} body
   * @param {string} game
   * @param {string} before the link before it
   */
  async check(table, { version, topic }, body, game, before) {
    const seat =
      table.status === "RUNNING" ? table.seats.find(({ account }) => account && account === body.actor) : undefined;
    const refuse = (/** @type {string} */ says) => {
      throw new Wrong("DEVICE", says, version, topic);
    };
    if (!body.device) {
      if (seat && table.mustSign) refuse("the table demands that a device signs this command");
      if (seat) this.count(seat.account).unsigned += 1;
      return;
    }
    const [key, signature] = ["key", "signature"].map(name => saidIn(/** @type {Value} */ (body.device), name));
    if (!seat?.deviceKeys.includes(key)) return refuse("no key that this seat had when its player sat down");
    const digest = hex(sha256(utf8(/** @type {Value} */ (body.command).raw)));
    const message = ["turnledger/device/1", game, body.actor, version - 1, before, body.request_id, digest].join("\0");
    const signed = await isSigned(fromHex(key), utf8(message), signature);
    if (signed === false) refuse("not what the device signed");
    this.unable ||= signed === null;
    this.count(seat.account).signed += 1;
  }

  /** @param {string} account */
  count(account) {
    const found = this.given.get(account) ?? { signed: 0, unsigned: 0 };
    this.given.set(account, found);
    return found;
  }

  /** Of all seats of accounts, if one of them has keys; else empty. @returns {Signer[]} */
  signers(/** @type {Table} */ { seats }) {
    if (!seats.some(({ deviceKeys }) => deviceKeys.length)) return [];
    return seats
      .map(({ account, deviceKeys }, seat) => ({ seat, account, keys: deviceKeys, ...this.count(account) }))
      .filter(({ account }) => account);
  }
}
