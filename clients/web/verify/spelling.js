// One JSON value as docs/history-format.md spells it, read strictly: members in their order, each text and number with
// the bytes that it is written in. JSON.parse would lose doubled names and move names that look like numbers.

export const DEPTH_MAX = 64;
const UNESCAPED = /\\(?:["\\bfnrt]|u00(?:0[0-7be-f]|1[0-9a-f]))/g;
const NUMBER = /^(?:0|-?[1-9][0-9]{0,15})$/;
const NUMBER_LETTERS = "0123456789.eE+-";
const WORDS = ["true", "false", "null"];

/** What is wrong with a history: `code` of docs/history-format.md; `version` 0 is the file. */
export class Wrong extends Error {
  constructor(/** @type {string} */ code, /** @type {string} */ says, version = 0, topic = "") {
    super(says);
    this.code = code;
    this.says = says;
    this.version = version;
    this.topic = topic;
  }
}

/**
 * A value with the text that it is written in. Of an object `members`, of a list `items`, of anything else `value`.
 *
 * @typedef {{kind: string, raw: string, members?: Map<string, Value>, items?: Value[], value?: any}} Value
 * @typedef {(value: Value) => void} Shape
 */

/** UTF-8 as text. */
export function decoded(/** @type {Uint8Array} */ bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Wrong("UTF8", "not UTF-8");
  }
}

/** The value of a text that is one JSON value. */
export function read(/** @type {string} */ text) {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.space();
  if (reader.at < text.length) throw new Wrong("MALFORMED", "more than one value");
  return value;
}

class Reader {
  constructor(/** @type {string} */ text) {
    this.text = text;
    this.at = 0;
  }

  /** @param {number} depth @returns {Value} */
  value(depth) {
    this.space();
    const from = this.at;
    const found = this.any(depth);
    return { ...found, raw: this.text.slice(from, this.at) };
  }

  /** @param {number} depth @returns {Omit<Value, "raw">} */
  any(depth) {
    const first = this.text[this.at];
    if (first === "{") return this.object(depth + 1);
    if (first === "[") return this.list(depth + 1);
    return first === '"' ? { kind: "text", value: this.string() } : this.plain();
  }

  object(/** @type {number} */ depth) {
    /** @type {Map<string, Value>} */
    const members = new Map();
    this.each("}", depth, () => {
      this.space();
      if (this.text[this.at] !== '"') throw new Wrong("MALFORMED", "a member without a name");
      const name = this.string();
      if (members.has(name)) throw new Wrong("DOUBLED_MEMBER", `an object has ${name} twice`);
      this.space();
      this.take(":");
      members.set(name, this.value(depth));
    });
    return { kind: "object", members };
  }

  list(/** @type {number} */ depth) {
    /** @type {Value[]} */
    const items = [];
    this.each("]", depth, () => items.push(this.value(depth)));
    return { kind: "list", items };
  }

  each(/** @type {string} */ end, /** @type {number} */ depth, /** @type {() => void} */ one) {
    if (depth > DEPTH_MAX) throw new Wrong("DEPTH", `nested more than ${DEPTH_MAX} deep`);
    this.at += 1;
    this.space();
    if (this.text[this.at] === end) {
      this.at += 1;
      return;
    }
    for (;;) {
      one();
      this.space();
      if (this.text[this.at] !== ",") break;
      this.at += 1;
    }
    this.take(end);
  }

  string() {
    const from = (this.at += 1);
    for (let letter = this.text[from]; letter !== '"'; letter = this.text[this.at]) {
      if (letter === undefined || letter < " ") throw new Wrong("MALFORMED", "a text without an end");
      this.at += letter === "\\" ? 2 : 1;
    }
    const raw = this.text.slice(from, this.at);
    this.at += 1;
    if (!raw.includes("\\")) return raw;
    const odd = raw.replace(UNESCAPED, "");
    if (/\\u[dD][89a-fA-F]/.test(odd)) throw new Wrong("SURROGATE", "a surrogate is no letter");
    if (odd.includes("\\")) throw new Wrong("ESCAPE", "a letter is escaped that needs no escape, or otherwise than so");
    return JSON.parse(`"${raw}"`);
  }

  plain() {
    const from = this.at;
    const word = WORDS.find(each => this.text.startsWith(each, from));
    if (word) {
      this.at += word.length;
      return { kind: word === "null" ? "null" : "boolean", value: JSON.parse(word) };
    }
    if (!/[-0-9]/.test(this.text[from] ?? "")) throw new Wrong("MALFORMED", "no JSON");
    while (NUMBER_LETTERS.includes(this.text[this.at] ?? "x")) this.at += 1;
    const raw = this.text.slice(from, this.at);
    if (!NUMBER.test(raw) || !Number.isSafeInteger(Number(raw)))
      throw new Wrong("NUMBER", "no whole number between ±(2^53 - 1)");
    return { kind: "number", value: Number(raw) };
  }

  space() {
    if (" \t\r\n".includes(this.text[this.at] ?? "x")) throw new Wrong("WHITE_SPACE", "white space between tokens");
  }

  take(/** @type {string} */ letter) {
    if (this.text[this.at] !== letter) throw new Wrong("MALFORMED", `${letter} is missing`);
    this.at += 1;
  }
}

// Shapes: what a value has to be. Each refuses with MALFORMED, and with MEMBERS an object whose members are not all
// there, in their order.

/** @param {string} kind @returns {Shape} */
const only = kind => value => {
  if (value.kind !== kind) throw new Wrong("MALFORMED", `no ${kind}: ${value.raw.slice(0, 80)}`);
};

export const text = only("text");
export const number = only("number");
export const truth = only("boolean");
/** @type {Shape} */
export const anything = () => {};

/** @param {Shape} shape @returns {Shape} */
export const orNull = shape => value => {
  if (value.kind !== "null") shape(value);
};

/** @param {Shape} shape @returns {Shape} */
export const list = shape => value => {
  only("list")(value);
  itemsOf(value).forEach(shape);
};

/** @returns {Value[]} */
export const itemsOf = (/** @type {Value} */ value) => value.items ?? [];
/** @returns {Map<string, Value>} */
export const membersOf = (/** @type {Value} */ value) => value.members ?? new Map();

/** Names that are data: sorted by their UTF-8 bytes. @param {Shape} shape @returns {Shape} */
export const map = shape => value => {
  only("object")(value);
  const names = [...membersOf(value).keys()];
  if (names.some((name, place) => place > 0 && !isBefore(names[place - 1], name)))
    throw new Wrong("MEMBERS", "names are not sorted by their bytes");
  membersOf(value).forEach(member => shape(member));
};

/**
 * @param {Record<string, Shape>} shapes
 * @param {string[]} optional names of members that may be left out
 * @returns {Shape}
 */
export const object =
  (shapes, optional = []) =>
  value => {
    only("object")(value);
    const members = membersOf(value);
    const there = [...members.keys()].join();
    const declared = Object.keys(shapes).filter(name => members.has(name) || !optional.includes(name));
    if (there !== declared.join())
      throw new Wrong("MEMBERS", `members are ${there.slice(0, 200)}, expected ${declared}`);
    for (const [name, member] of members) shapes[name](member);
  };

/** Whether one text sorts before another by its UTF-8 bytes, which is the order of code points. */
function isBefore(/** @type {string} */ one, /** @type {string} */ other) {
  const [left, right] = [one, other].map(each => Array.from(each, letter => letter.codePointAt(0) ?? 0));
  const place = left.findIndex((letter, at) => letter !== right[at]);
  if (place < 0) return left.length < right.length;
  return place < right.length && left[place] < right[place];
}
