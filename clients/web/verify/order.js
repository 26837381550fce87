// The order of a history: versions without gaps, moments that never run back, each request answered once; and the
// chain, which shows whether anything was changed after it was stored.

import { bigEndian, commitmentTo, fromHex, hex, utf8 } from "./dice.js";
import { saidIn } from "./file.js";
import { joined, macWith, sha256 } from "./sha256.js";
import { Wrong } from "./spelling.js";

/**
 * @typedef {import("./file.js").Row} Row
 * @typedef {import("./file.js").Body} Body
 */

const CHAIN_MEMBER = ',"chain":""}'.length + 64;

export function checkVersion(/** @type {Row} */ { version, topic }, /** @type {number} */ place) {
  if (version !== place + 1) throw new Wrong("GAP", `version ${version} follows ${place}`, version, topic);
}

/** The link at the end of a body. */
export const linkOf = (/** @type {Row} */ { body }) => body.slice(-66, -2);

export class Order {
  constructor() {
    /** @type {Body | undefined} */
    this.before = undefined;
    /** @type {Set<string>} */
    this.requests = new Set();
  }

  /** Whether an event belongs to the command of the one before. */
  isGoingOn(/** @type {Body} */ { actor, request_id }) {
    return this.before?.actor === actor && this.before.request_id === request_id;
  }

  /** @param {Row} row @param {Body} body @param {boolean} begins with this event a command begins */
  follow({ version, topic }, body, begins) {
    const { at, actor, request_id } = body;
    const refuse = (/** @type {string} */ code, /** @type {string} */ says) => {
      throw new Wrong(code, says, version, topic);
    };
    if (begins) {
      if (this.before && moment(at) < moment(this.before.at))
        refuse("TIME_ORDER", `${at} comes after ${this.before.at}`);
      const request = `${actor} ${request_id}`;
      if (this.requests.has(request))
        refuse("REQUEST_REPEATED", "the request was answered before, or its events are torn");
      this.requests.add(request);
    } else if (!this.before) {
      refuse("EVENT", "an event that no command made happen");
    } else if (!this.isGoingOn(body) || this.before.at !== at) {
      refuse("ENVELOPE", "not the moment, actor and request of the command that made it happen");
    }
    this.before = body;
  }
}

/** Moments as texts of one length, in whose order they are: microseconds are written only where there are some. */
const moment = (/** @type {string} */ at) => (at.length > 20 ? at : `${at.slice(0, -1)}.000000Z`);

export class Chain {
  /**
   * Begins with link 0. Throws Wrong where the secret is not the one committed to.
   * @param {string} game
   * @param {Row} first
   * @param {import("./spelling.js").Value} opened
   */
  constructor(game, first, opened) {
    const [secret, commitment] = ["secret", "commitment"].map(name => saidIn(opened, name));
    if (commitmentTo(secret) !== commitment)
      throw new Wrong("SECRET", "the secret is not the one committed to", first.version, first.topic);
    this.game = game;
    this.mac = macWith(fromHex(secret));
    this.link = hex(sha256(utf8(`turnledger/chain/1\0${game}\0${commitment}`)));
  }

  check(/** @type {Row} */ { version, topic, body }, /** @type {string} */ stated) {
    const salt = this.mac(joined(utf8("turnledger/salt/1"), bigEndian(version, 8)));
    const sealed = utf8(`${this.game}\0${version}\0${topic}\0${body.slice(0, -CHAIN_MEMBER)}}`);
    this.link = hex(sha256(joined(fromHex(this.link), salt, sealed)));
    if (this.link !== stated)
      throw new Wrong("CHAIN", "not what was stored here after the event before", version, topic);
  }
}
