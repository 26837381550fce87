// Whether what a history file says was logged in time: its opening, its start before the round, its end; and whether
// another entry of the game contradicts it. The file has been verified by itself (verify.js). docs/history-format.md,
// «The log».

import { comesAt } from "./beacon.js";
import { hex, utf8 } from "./dice.js";
import { saidIn, takeApart } from "./file.js";
import { checkInclusion, leafHash, WrongProof } from "./merkle.js";
import { CannotSay, fromBase64, MalformedNote, readNote, treeOf } from "./notes.js";
import { linkOf } from "./order.js";
import { cosigned, isQuorum, logOf, readPolicy } from "./policy.js";
import { sha256 } from "./sha256.js";
import { membersOf, read } from "./spelling.js";

/**
 * @typedef {{game?: string, leaf: string, proof: string}} Proof
 * @typedef {{kind: string, version: number, topic: string, line: string}} Leaf
 * @typedef {{kind: string, origin: string, index: string, size: string, root: string,
 *   seenAt: Record<string, number>}} Logged
 *   what a proof proves; `seenAt`: by witness, seconds since 1970 UTC
 * @typedef {{fault: {code: string, version: number, topic: string, says: string} | null, logged: Logged[],
 *   quorum: string, unable: boolean}} InLog
 *   `unable`: this browser cannot check signatures
 */

const FORMAT = "c2sp.org/tlog-proof@v1";
const HASH_BYTES = 32;
const PATH_MAX = 64;
const ENTRY = /^(open|start|mark|end) ([0-9a-f]{64}) ([1-9][0-9]{0,9}) ([0-9a-f]{64})$/;
/** @type {[string, string[]][]} */
const KINDS = [
  ["open", ["table.GameOpened/"]],
  ["start", ["table.GameStarting/", "table.GameBegan/"]],
  ["end", ["table.SecretRevealed/", "table.TableClosed/"]],
];

/**
 * @param {Uint8Array} bytes a file that is right
 * @param {Proof[]} proofs those of other games are passed over
 * @param {string} policyText
 * @returns {Promise<InLog>}
 */
export async function inLog(bytes, proofs, policyText) {
  const file = takeApart(bytes);
  const game = saidIn(file.header, "game");
  const own = new Map(proofs.filter(each => (each.game ?? game) === game).map(({ leaf, proof }) => [leaf, proof]));
  /** @type {InLog} */
  const found = { fault: null, logged: [], quorum: "", unable: false };
  try {
    const policy = readPolicy(policyText);
    found.quorum = policy.quorum;
    for (const leaf of wanted(file)) {
      const logged = await provenLeaf(leaf, own.get(leaf.line), policy, found);
      if (found.fault) return found;
      if (logged) found.logged.push(logged);
    }
    found.fault = (await other(file, own, policy)) ?? late(file, found.logged, policy);
  } catch (error) {
    if (error instanceof CannotSay) return { ...found, logged: [], unable: true };
    if (!(error instanceof MalformedNote)) throw error;
    found.fault = { code: "LOG", version: 0, topic: "", says: `the policy: ${error.message}` };
  }
  return found;
}

const digest = (/** @type {import("./file.js").File["header"]} */ header) =>
  hex(sha256(utf8(`turnledger/game/1\0${saidIn(header, "game")}`)));

/** The leaves that a file must have in a log. @returns {Leaf[]} */
export function wanted(/** @type {import("./file.js").File} */ { header, rows }) {
  const game = digest(header);
  const leaves = KINDS.flatMap(([kind, topics]) => {
    const row = rows.find(({ topic }) => topics.some(each => topic.startsWith(each)));
    return row
      ? [{ kind, version: row.version, topic: row.topic, line: `${kind} ${game} ${row.version} ${linkOf(row)}` }]
      : [];
  });
  return leaves.filter(({ kind }) => kind !== "end" || saidIn(header, "status") === "FINISHED");
}

/**
 * @param {Leaf} leaf
 * @param {string | undefined} proof
 * @param {import("./policy.js").Policy} policy
 * @param {InLog} found
 */
async function provenLeaf({ kind, version, topic, line }, proof, policy, found) {
  try {
    if (proof === undefined) throw new WrongProof("no proof of it");
    return { kind, ...(await checkProof(proof, line, policy)) };
  } catch (error) {
    if (!(error instanceof WrongProof || error instanceof MalformedNote)) throw error;
    found.fault = { code: "LOG", version, topic, says: `${kind}: ${error.message}` };
    return undefined;
  }
}

/**
 * Whether the leaf is in a log of the policy, as a quorum of its witnesses saw it. Throws WrongProof, MalformedNote.
 * @param {string} text
 * @param {string} leaf
 * @param {import("./policy.js").Policy} policy
 */
async function checkProof(text, leaf, policy) {
  const { index, path, note } = parts(text);
  const tree = treeOf(note);
  if (!(await logOf(policy, note, tree.origin)))
    throw new WrongProof("no log of the policy has signed this checkpoint");
  const seen = await cosigned(policy, note, tree);
  if (!isQuorum(policy, [...seen.keys()]))
    throw new WrongProof(
      `only ${[...seen.keys()].join(", ") || "no witness"} saw it: the policy wants ${policy.quorum}`,
    );
  checkInclusion(path, index, tree.size, leafHash(leaf), tree.root);
  const seenAt = Object.fromEntries([...seen].map(([name, at]) => [name, Number(at)]));
  return { origin: tree.origin, index: String(index), size: String(tree.size), root: hex(tree.root), seenAt };
}

/**
 * The first proven entry of the game that the file does not have: then the game was continued otherwise.
 * @param {import("./file.js").File} file @param {Map<string, string>} own @param {import("./policy.js").Policy} policy
 */
async function other({ header, rows }, own, policy) {
  const game = digest(header);
  for (const [line, proof] of own) {
    const [, , of = "", version = "0", link = ""] = ENTRY.exec(line) ?? [];
    const row = rows[Number(version) - 1];
    if (of !== game || (row ? linkOf(row) === link : saidIn(header, "status") !== "FINISHED")) continue;
    const at = { version: Number(version), topic: row?.topic ?? "" };
    try {
      await checkProof(proof, line, policy);
    } catch (error) {
      if (!(error instanceof WrongProof || error instanceof MalformedNote)) throw error;
      return { code: "LOG", ...at, says: `${line}: ${error.message}` };
    }
    return { code: "LOG_OTHER", ...at, says: `the log has ${line}, the file does not` };
  }
  return null;
}

function parts(/** @type {string} */ text) {
  const blank = text.indexOf("\n\n");
  const [first, ...lines] = text.slice(0, Math.max(0, blank)).split("\n");
  if (blank < 0 || first !== FORMAT) throw new MalformedNote("not a proof");
  if (lines[0]?.startsWith("extra ")) fromBase64(lines.shift()?.slice(6) ?? "");
  const index = /^index (0|[1-9][0-9]{0,17})$/.exec(lines[0] ?? "");
  if (!index || lines.length > PATH_MAX) throw new MalformedNote("an index and its path are expected");
  const path = lines.slice(1).map(fromBase64);
  if (path.some(({ length }) => length !== HASH_BYTES)) throw new MalformedNote("a hash has 32 bytes");
  return { index: BigInt(index[1]), path, note: readNote(text.slice(blank + 2)) };
}

/**
 * With a beacon the start must have been seen before its round came: then nothing was chosen after it.
 * @param {import("./file.js").File} file
 * @param {Logged[]} logged
 * @param {import("./policy.js").Policy} policy
 */
function late({ rows }, logged, policy) {
  const row = rows.find(({ topic }) => topic.startsWith("table.GameStarting/"));
  const start = logged.find(({ kind }) => kind === "start");
  if (!row || !start) return null;
  const eventOf = (/** @type {string} */ body) => membersOf(read(body)).get("event") ?? read("{}");
  const beacon = membersOf(eventOf(rows[0].body)).get("beacon") ?? read("{}");
  const round = saidIn(eventOf(row.body), "round");
  const comes = comesAt(
    /** @type {any} */ ({ genesis_s: saidIn(beacon, "genesis_s"), period_s: saidIn(beacon, "period_s") }),
    round,
  );
  const before = Object.entries(start.seenAt).filter(([, at]) => at < comes);
  if (
    isQuorum(
      policy,
      before.map(([name]) => name),
    )
  )
    return null;
  const says = `round ${round} came at ${comes}, the start was seen at ${Object.values(start.seenAt).join(", ")}`;
  return { code: "LOG_LATE", version: row.version, topic: row.topic, says };
}
