// A history file taken apart: header, lines of events, footer. What its parts say is looked at elsewhere.

import {
  anything,
  decoded,
  list,
  map,
  membersOf,
  number,
  object,
  orNull,
  read,
  text,
  truth,
  Wrong,
} from "./spelling.js";

/**
 * @typedef {import("./spelling.js").Value} Value
 * @typedef {{version: number, topic: string, body: string}} Row
 * @typedef {{header: Value, rows: Row[], footer: Value, laidOut: Uint8Array}} File
 * @typedef {{event?: Value, command?: Value, device?: Value, at: string, actor: string, request_id: string,
 *   chain: string}} Body
 */

export const FORMAT = "turnledger/history/1";
const LINE_FEED = 10;
const LINE = /^\{"version":(0|[1-9][0-9]{0,17}),"topic":"([A-Za-z0-9_./]*)","body":(\{.*\})\}$/s;
const HEX_64 = /^[0-9a-f]{64}$/;
const HEX_128 = /^[0-9a-f]{128}$/;
const ID = /^[!-~]{1,64}$/;
const SIGNATURE_MEMBER = ',"signature":""}\n'.length + 128;

const LINEAGE = object({ kind: text, game_id: text, version: number, chain: text });
const HEADER = object({
  format: text,
  game: text,
  viewer: text,
  status: text,
  variant: text,
  options: map(text),
  players: list(text),
  rated: truth,
  commitment: text,
  rules_version: orNull(number),
  editions: list(object({ id: text, sha256: text, reconstructed: list(text) })),
  lineage: orNull(LINEAGE),
});
const STANDING = object({ player: number, rank: number, won: truth, score: number });
const FOOTER = object({
  result: orNull(object({ reason: text, standings: list(STANDING) })),
  board: orNull(object({ schema: number, sha256: text })),
  chain: text,
  secret: text,
  nonces: list(text),
  key: text,
  signature: text,
});

export const isLink = (/** @type {string} */ digits) => HEX_64.test(digits);
export const isSignature = (/** @type {string} */ digits) => HEX_128.test(digits);

/** What a member of a header or a footer says: a text or a number. */
export const saidIn = (/** @type {Value} */ part, /** @type {string} */ name) => membersOf(part).get(name)?.value;

/** The parts of a file; bodies are text, `laidOut` the bytes that the signature covers. @returns {File} */
export function takeApart(/** @type {Uint8Array} */ bytes) {
  const lines = split(bytes);
  const header = part(lines[0], HEADER, 1);
  const game = saidIn(header, "game");
  if (saidIn(header, "format") !== FORMAT) throw new Wrong("MALFORMED", `not of the format ${FORMAT}`);
  if (!ID.test(game)) throw new Wrong("GAME_ID", "line 1: no id of a game");
  if (!isLink(saidIn(header, "commitment"))) throw new Wrong("HEX", "line 1: a commitment is 64 hex digits");
  const rows = lines.slice(1, -1).map((line, place) => row(line, place + 2));
  const footer = part(lines[lines.length - 1], FOOTER, lines.length);
  checkDigits(footer, lines.length);
  return { header, rows, footer, laidOut: bytes.subarray(0, bytes.length - SIGNATURE_MEMBER) };
}

function split(/** @type {Uint8Array} */ bytes) {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf)
    throw new Wrong("BOM", "line 1: begins with a byte order mark");
  const lines = [];
  for (let from = 0, to = bytes.indexOf(LINE_FEED); to >= 0; to = bytes.indexOf(LINE_FEED, from)) {
    lines.push(bytes.subarray(from, to));
    from = to + 1;
  }
  if (lines.length < 3 || bytes.at(-1) !== LINE_FEED)
    throw new Wrong("MALFORMED", "a header, events and a footer are expected, each ended by a line feed");
  return lines;
}

/** @param {Uint8Array} line @param {import("./spelling.js").Shape} shape @param {number} at */
function part(line, shape, at) {
  return inLine(at, () => {
    const value = read(decoded(line));
    shape(value);
    return value;
  });
}

/** @param {Uint8Array} line @param {number} at @returns {Row} */
function row(line, at) {
  return inLine(at, () => {
    const told = decoded(line);
    const found = LINE.exec(told);
    if (found) return { version: Number(found[1]), topic: found[2], body: found[3] };
    read(told);
    throw new Wrong("MALFORMED", "not written as specified");
  });
}

/** @template T @param {number} at @param {() => T} work @returns {T} */
function inLine(at, work) {
  try {
    return work();
  } catch (error) {
    if (error instanceof Wrong) throw new Wrong(error.code, `line ${at}: ${error.says}`);
    throw error;
  }
}

function checkDigits(/** @type {Value} */ footer, /** @type {number} */ at) {
  const board = membersOf(footer).get("board");
  if (board?.members && saidIn(board, "schema") < 1)
    throw new Wrong("MALFORMED", `line ${at}: the schema of a board is a number from 1 on`);
  const digests = [saidIn(footer, "chain"), ...(board?.members ? [saidIn(board, "sha256")] : [])];
  if (!digests.every(isLink) || !isSignature(saidIn(footer, "signature")))
    throw new Wrong("HEX", `line ${at}: links and digests are 64 hex digits, signatures 128`);
}

// Bodies of events.

const AT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.(?!000000)\d{6})?Z$/;
const ACTOR = /^(?:server|bot:[a-z][a-z0-9_]{0,39}|(?:operator:)?[!-9;-~]{1,64})$/;
const DEVICE = object({ key: text, signature: text });
const WHOLE = object(
  { event: anything, at: text, actor: text, request_id: text, command: anything, device: DEVICE, chain: text },
  ["command", "device"],
);
const SEEN = object({ event: anything, at: text, actor: text, request_id: text, chain: text });
const WITHHELD = object({ chain: text });
/** @type {["at" | "actor" | "request_id" | "chain", RegExp, string, string][]} */
const FORMS = [
  ["at", AT, "TIME", "no moment in UTC"],
  ["actor", ACTOR, "ACTOR", "nobody acts under this name"],
  ["request_id", ID, "REQUEST_ID", "no id of a request"],
  ["chain", HEX_64, "HEX", "no link of a chain"],
];

/** The body of a row; `whole`: of a whole history. What a withheld event does not say is empty. @returns {Body} */
export function readBody(/** @type {Row} */ { version, topic, body }, /** @type {boolean} */ whole) {
  try {
    const value = read(body);
    if (!whole && [...body.matchAll(/"([0-9A-Fa-f]{64})"/g)].some(([, digits]) => !isLink(digits)))
      throw new Wrong("HEX", "links and digests are 64 small hex digits");
    const shape = whole ? WHOLE : topic ? SEEN : WITHHELD;
    shape(value);
    const members = membersOf(value);
    const found = { at: "", actor: "", request_id: "", chain: "" };
    for (const [name, form, code, says] of FORMS) {
      if (!members.has(name)) continue;
      found[name] = saidIn(value, name);
      if (!form.test(found[name])) throw new Wrong(code, `${says}: ${found[name].slice(0, 80)}`);
    }
    const [event, command, device] = ["event", "command", "device"].map(name => members.get(name));
    checkDevice(command, device);
    return { ...found, event, command, device };
  } catch (error) {
    if (error instanceof Wrong) throw new Wrong(error.code, error.says, version, topic);
    throw error;
  }
}

/** @param {Value | undefined} command @param {Value | undefined} device */
function checkDevice(command, device) {
  if (!device) return;
  if (!command) throw new Wrong("MEMBERS", "a device signs commands only");
  if (!isLink(saidIn(device, "key")) || !isSignature(saidIn(device, "signature")))
    throw new Wrong("HEX", "a device's key is 64 hex digits, its signature 128");
}
