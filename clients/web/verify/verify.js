// Proves a history file in the browser or under node, written from docs/history-format.md alone: all but the rules.

import { isQuicknet, isRoundSigned } from "./beacon.js";
import { Devices } from "./devices.js";
import { gameSeed, seedOfText, utf8 } from "./dice.js";
import { drawsOf } from "./draws.js";
import { isLink, isSignature, readBody, saidIn, takeApart } from "./file.js";
import { isSigned, readKeySet } from "./keys.js";
import { Chain, checkVersion, linkOf, Order } from "./order.js";
import { joined, sha256 } from "./sha256.js";
import { itemsOf, membersOf, Wrong } from "./spelling.js";
import { checkOpening, Table } from "./table.js";

export { Roll } from "./dice.js";

/**
 * What a file proves by itself. `fault` has a code of docs/history-format.md; version 0 is the file.
 *
 * `proven` and `unproven` share these: `spelling`, `order`, `commitment`, `chain`, `table` (header and footer follow
 * from the events), `signature`, `checkpoints` (only of those that were given), `draws` (each from the seed, but for
 * those that `draws.left` names); and for want of the rules never proven here: `rules` (each event follows from its
 * command), `board` (its digest). `beacon` is of games with one: proven where drand's quicknet signed the round; of
 * another chain, whose owner could choose, unproven with a note.
 *
 * `knewDraws`: the party that knew the draws from the start on; empty where each one waited for a round (`draws`).
 *
 * `devices` is of games in which players may sign: proven where everything that players said while they ran was signed
 * by their devices; `signers` counts, seat by seat.
 *
 * `secret`, `nonces` and `seed` (hex) are empty until they are revealed; from the seed `Roll` draws.
 *
 * @typedef {{code: string, version: number, topic: string, says: string}} Fault
 * @typedef {{game_id: string, version: number, chain: string, key: string, signature: string}} Checkpoint
 * @typedef {{
 *   right: boolean, fault: Fault | null, proven: string[], unproven: string[], notes: string[],
 *   game: string, viewer: string, status: string, variant: string, players: string[], events: number, chain: string,
 *   commitment: string, secret: string, nonces: string[], seed: string,
 *   beacon: {chain: string, round: number, signature: string} | null, draws: import("./draws.js").Made | null,
 *   knewDraws: "HOST" | "SERVER" | "",
 *   signers: import("./devices.js").Signer[],
 * }} Found
 * @typedef {import("./file.js").File} File
 * @typedef {import("./spelling.js").Value} Value
 */

const ALL = "all";
const BEGAN = "table.GameBegan/";
const DRAWN = "table.DrawMade/";

/** @returns {Found} */
const nothingFound = () => ({
  ...{ right: false, fault: null, proven: [], unproven: ["rules", "board"], notes: [] },
  ...{ game: "", viewer: "", status: "", variant: "", players: [], events: 0, chain: "" },
  ...{ commitment: "", secret: "", nonces: [], seed: "", beacon: null, draws: null, knewDraws: "", signers: [] },
});

/**
 * @param {Uint8Array} bytes the file
 * @param {import("./keys.js").KeySet} keySet the server's published keys
 * @param {Checkpoint[]} checkpoints what else the server signed; those of other games are passed over
 * @returns {Promise<Found>}
 */
export async function verify(bytes, keySet, checkpoints = []) {
  const found = nothingFound();
  try {
    const keys = readKeySet(keySet);
    const file = takeApart(bytes);
    tellAbout(file, found);
    if (found.viewer === ALL) await proveWhole(file, found);
    else proveSeen(file, found);
    await proveSignature(file, keys, found);
    await proveCheckpoints(file, keys, found, checkpoints);
    found.right = true;
  } catch (error) {
    if (!(error instanceof Wrong)) throw error;
    const { code, version, topic, says } = error;
    found.fault = { code, version, topic, says };
    found.proven = [];
  }
  return found;
}

function tellAbout(/** @type {File} */ { header, rows, footer }, /** @type {Found} */ found) {
  for (const name of /** @type {const} */ (["game", "viewer", "status", "variant", "commitment"]))
    found[name] = saidIn(header, name);
  const players = membersOf(header).get("players");
  found.players = players ? itemsOf(players).map(({ value }) => value) : [];
  found.events = rows.length;
  found.chain = saidIn(footer, "chain");
}

async function proveWhole(/** @type {File} */ { header, rows, footer }, /** @type {Found} */ found) {
  const table = new Table();
  const order = new Order();
  const devices = new Devices();
  /** @type {Chain | undefined} */
  let chain;
  for (const [place, row] of rows.entries()) {
    checkVersion(row, place);
    const body = readBody(row, true);
    const event = /** @type {Value} */ (body.event);
    if (!chain) checkOpening(row, event);
    chain ??= new Chain(found.game, row, event);
    const before = chain.link;
    chain.check(row, body.chain);
    order.follow(row, body, body.command !== undefined);
    if (body.command) await devices.check(table, row, body, found.game, before);
    table.follow(row, event, body.at);
    if (row.topic.startsWith(BEGAN) && table.beacon) await proveRound(table, row, found);
    if (row.topic.startsWith(DRAWN)) await proveDraw(table, row);
  }
  found.draws =
    table.rulesVersion === "null" ? null : drawsOf(rows, table.opened, seedOf(table, found.game), table.drawsWait);
  if (found.draws) found.knewDraws = table.knewDraws;
  checkPart("HEADER", { ...table.header(), viewer: JSON.stringify(ALL) }, header);
  if ((membersOf(footer).get("board")?.kind === "null") !== (table.rulesVersion === "null"))
    throw new Wrong("FOOTER", "a board before the start, or none after it");
  checkPart("FOOTER", table.footer(chain?.link ?? ""), footer);
  found.proven.push("spelling", "order", "commitment", "chain", "table");
  if (found.draws && !found.draws.left.length) found.proven.push("draws");
  else found.unproven.splice(1, 0, "draws");
  if (found.beacon) tellBeacon(table, found);
  tellDevices(devices, table, found);
  if (table.isOver) tellDice(table, found);
  else found.notes.push(`the game is ${table.status}: more may follow`);
}

/** That the chain of the opening signed the round. */
async function proveRound(
  /** @type {Table} */ table,
  /** @type {import("./file.js").Row} */ { version, topic },
  /** @type {Found} */ found,
) {
  const chain = /** @type {import("./beacon.js").Beacon} */ (table.chainOfRounds);
  if (!(await isRoundSigned(chain, table.round, table.signature)))
    throw new Wrong("REFUSED", `round ${table.round} is not signed by its chain`, version, topic);
  found.beacon = table.beacon ?? null;
}

/** That the chain signed the round of a draw. */
async function proveDraw(/** @type {Table} */ table, /** @type {import("./file.js").Row} */ { version, topic }) {
  const chain = /** @type {import("./beacon.js").Beacon} */ (table.chainOfRounds);
  const { round, signature } = table.draw;
  if (!(await isRoundSigned(chain, round, signature)))
    throw new Wrong("ROUND_FORGED", `round ${round} is not signed by its chain`, version, topic);
}

/** Only of the chain that is known a signature says that nobody chose the draws. */
function tellBeacon(/** @type {Table} */ { chainOfRounds: chain, round }, /** @type {Found} */ found) {
  const known = chain && isQuicknet(chain);
  (known ? found.proven : found.unproven).push("beacon");
  if (!known) found.notes.push(`round ${round} of the chain ${chain?.chain}: who holds its key could choose the draws`);
}

function tellDevices(/** @type {Devices} */ devices, /** @type {Table} */ table, /** @type {Found} */ found) {
  found.signers = devices.signers(table);
  if (!found.signers.length) return;
  const all = found.signers.some(({ signed }) => signed) && !found.signers.some(({ unsigned }) => unsigned);
  (all && !devices.unable ? found.proven : found.unproven).push("devices");
  if (devices.unable) found.notes.push("signatures of devices were not looked at: this browser cannot");
}

function tellDice(/** @type {Table} */ table, /** @type {Found} */ found) {
  found.secret = saidIn(table.opened, "secret");
  found.nonces = table.nonces;
  found.seed = seedOf(table, found.game);
}

/** What all draws follow from, once the game has begun. */
function seedOf(/** @type {Table} */ { opened, nonces, beacon }, /** @type {string} */ game) {
  const text = saidIn(opened, "seed");
  return text ? seedOfText(text) : gameSeed(saidIn(opened, "secret"), game, nonces, beacon);
}

/** A file for one viewer: in order and signed; whether it tells the truth shows when the game is over. */
function proveSeen(/** @type {File} */ { rows, footer }, /** @type {Found} */ found) {
  const seats = found.players.map((_, seat) => `seat ${seat}`);
  if (!["spectator", ...seats].includes(found.viewer))
    throw new Wrong("HEADER", `nobody sees the game as ${found.viewer}`);
  const order = new Order();
  for (const [place, row] of rows.entries()) {
    checkVersion(row, place);
    const body = readBody(row, false);
    if (row.topic) order.follow(row, body, !order.isGoingOn(body));
  }
  if (found.chain !== linkOf(rows[rows.length - 1]) || saidIn(footer, "secret") || found.status === "FINISHED")
    throw new Wrong("FOOTER", "not the footer of a running game seen by one viewer");
  found.proven.push("spelling", "order");
  found.unproven = ["commitment", "chain", "table", "rules", "draws", "board"];
  found.notes.push(`as ${found.viewer} may see it: the rest is proven by the whole file at the end`);
}

/** @param {string} code @param {Record<string, string>} ours @param {Value} part */
function checkPart(code, ours, part) {
  for (const [name, { raw }] of membersOf(part))
    if (name in ours && ours[name] !== raw) throw new Wrong(code, `${name} is ${raw}, the events say ${ours[name]}`);
}

/** @typedef {ReturnType<typeof readKeySet>} Keys */

/** @param {File} file @param {Keys} keys @param {Found} found */
async function proveSignature({ footer, laidOut }, keys, found) {
  const id = saidIn(footer, "key");
  const key = keys.get(id);
  if (!key) throw new Wrong("KEY_UNKNOWN", `signed with ${id}, which is not in the key set`);
  const message = joined(utf8("turnledger/history/1\0"), sha256(laidOut));
  const signed = await isSigned(key, message, saidIn(footer, "signature"));
  if (signed === false) throw new Wrong("SIGNATURE", `not what the key ${id} signed`);
  if (signed) found.proven.push("signature");
  else found.unproven.unshift("signature");
}

/** @param {File} file @param {Keys} keys @param {Found} found @param {Checkpoint[]} checkpoints */
async function proveCheckpoints({ rows }, keys, found, checkpoints) {
  const own = checkpoints.filter(({ game_id }) => game_id === found.game);
  const known = own.filter(({ key }) => keys.has(key));
  /** @type {Map<number, string>} */
  const links = new Map();
  let looked = known.length > 0;
  for (const each of known) {
    looked = (await isCheckpointSigned(each, keys)) && looked;
    if ((links.get(each.version) ?? each.chain) !== each.chain)
      throw new Wrong("CHECKPOINTS_DIFFER", "the server signed two histories", each.version);
    links.set(each.version, each.chain);
  }
  for (const [version, link] of links) {
    const row = rows[version - 1];
    if (!row) throw new Wrong("CHECKPOINT", "the history is shorter than a checkpoint of it", version);
    if (linkOf(row) !== link) throw new Wrong("CHECKPOINT", "another history was signed before", version, row.topic);
  }
  if (looked) found.proven.push("checkpoints");
  for (const key of new Set(own.filter(each => !keys.has(each.key)).map(each => each.key)))
    found.notes.push(`checkpoints by ${key} prove nothing: that key is not in the key set`);
}

/** False where this browser cannot say. @param {Checkpoint} checkpoint @param {Keys} keys */
async function isCheckpointSigned({ game_id, version, chain, key, signature }, keys) {
  const bytes = keys.get(key);
  const message = utf8(`turnledger/checkpoint/1\0${game_id}\0${version}\0${chain}`);
  const signed = bytes && isSignature(signature) ? await isSigned(bytes, message, signature) : false;
  if (signed === false) throw new Wrong("CHECKPOINT", `the checkpoint itself is not signed by ${key}`, version);
  if (!isLink(chain)) throw new Wrong("HEX", "the link of a checkpoint is 64 hex digits", version);
  return signed !== null;
}
