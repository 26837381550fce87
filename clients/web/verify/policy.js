// Whom a verifier trusts: a log policy (https://c2sp.org/tlog-policy), the only root of trust of a proof.

import { hex } from "./dice.js";
import { isWeak } from "./keys.js";
import { COSIGNED_ED25519, COSIGNED_ML_DSA, cosignedAt, ED25519, isSignedBy, MalformedNote, readKey } from "./notes.js";

/**
 * @typedef {import("./notes.js").Key} Key
 * @typedef {{wanted: number, members: string[]}} Group
 * @typedef {{logs: Key[], witnesses: Map<string, Key>, groups: Map<string, Group>, quorum: string}} Policy
 */

const CHARACTERS_MAX = 1 << 20;
const LINES_MAX = 1_000;
const NONE = "none";

/** Throws MalformedNote with the line (from 1). @returns {Policy} */
export function readPolicy(/** @type {string} */ content) {
  const lines = content.split("\n");
  if (content.length > CHARACTERS_MAX || lines.length - 1 > LINES_MAX || /[\0-\x08\v-\x1f\x7f]/.test(content))
    throw new MalformedNote("a policy is short, and its only control characters are tabs and line feeds");
  const reading = new Reading();
  for (const [place, line] of lines.entries()) {
    const words = line.split(/[ \t]+/).filter(word => word);
    if (!words.length || words[0].startsWith("#")) continue;
    try {
      reading.line(words);
    } catch (error) {
      throw error instanceof MalformedNote ? new MalformedNote(`line ${place + 1}: ${error.message}`) : error;
    }
  }
  const { logs, witnesses, groups, quorum } = reading;
  if (!quorum) throw new MalformedNote("a policy has one quorum");
  return { logs, witnesses, groups, quorum };
}

class Reading {
  constructor() {
    /** @type {Key[]} */
    this.logs = [];
    /** @type {Map<string, Key>} */
    this.witnesses = new Map();
    /** @type {Map<string, Group>} */
    this.groups = new Map();
    this.quorum = "";
    this.keys = new Set();
    this.members = new Set();
  }

  line(/** @type {string[]} */ [kind, ...rest]) {
    if (kind === "log" && [1, 2].includes(rest.length)) this.logs.push(this.key(rest[0], [ED25519]));
    else if (kind === "witness" && [2, 3].includes(rest.length)) {
      const key = this.key(rest[1], [COSIGNED_ED25519, COSIGNED_ML_DSA]);
      this.witnesses.set(this.fresh(rest[0]), key);
    } else if (kind === "group" && rest.length > 2) {
      const group = this.group(rest[1], rest.slice(2));
      this.groups.set(this.fresh(rest[0]), group);
    } else if (kind === "quorum" && rest.length === 1 && !this.quorum)
      this.quorum = rest[0] === NONE ? NONE : this.known(rest[0]);
    else throw new MalformedNote("not a line of a policy, or a second quorum");
  }

  key(/** @type {string} */ vkey, /** @type {number[]} */ kinds) {
    const key = readKey(vkey);
    if (!kinds.includes(key.kind)) throw new MalformedNote("a key of that kind does not sign here");
    if (key.kind !== COSIGNED_ML_DSA && isWeak(key.bytes)) throw new MalformedNote("anybody can sign under that key");
    if (this.keys.has(hex(key.bytes))) throw new MalformedNote("the key is there already");
    this.keys.add(hex(key.bytes));
    return key;
  }

  group(/** @type {string} */ wanted, /** @type {string[]} */ members) {
    for (const member of members) {
      this.known(member);
      if (this.members.has(member)) throw new MalformedNote("a member of two groups");
      this.members.add(member);
    }
    const number = /^[1-9][0-9]{0,3}$/.test(wanted) ? Number(wanted) : 0;
    const least = wanted === "all" ? members.length : wanted === "any" ? 1 : number;
    if (least < 1 || least > members.length) throw new MalformedNote("a number that the group does not have");
    return { wanted: least, members };
  }

  fresh(/** @type {string} */ name) {
    if (name === NONE || this.witnesses.has(name) || this.groups.has(name))
      throw new MalformedNote("the name is taken");
    return name;
  }

  known(/** @type {string} */ name) {
    if (!this.witnesses.has(name) && !this.groups.has(name))
      throw new MalformedNote("no witness or group of that name");
    return name;
  }
}

/**
 * The log of the policy that signed a checkpoint.
 * @param {Policy} policy
 * @param {import("./notes.js").Note} note
 * @param {string} origin
 */
export async function logOf({ logs }, note, origin) {
  for (const key of logs) if (key.name === origin && (await isSignedBy(note, key))) return key;
  return undefined;
}

/**
 * Which witnesses cosigned, and when: seconds since 1970 UTC.
 * @param {Policy} policy
 * @param {import("./notes.js").Note} note
 * @param {import("./notes.js").Tree} tree
 */
export async function cosigned({ witnesses }, note, tree) {
  /** @type {Map<string, bigint>} */
  const found = new Map();
  for (const [name, key] of witnesses) {
    const at = await cosignedAt(note, key, tree);
    if (at !== undefined) found.set(name, at);
  }
  return found;
}

/** @param {Policy} policy @param {string[]} witnesses who saw it */
export function isQuorum({ groups, quorum }, witnesses) {
  /** @returns {boolean} */
  const has = (/** @type {string} */ name) => {
    const group = groups.get(name);
    return group ? group.members.filter(has).length >= group.wanted : witnesses.includes(name);
  };
  return quorum === NONE || has(quorum);
}
