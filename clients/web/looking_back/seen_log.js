// The server's transparency log, as this browser has seen it: what of a game stands in it, and that it only ever grew.
import { call, ServiceError } from "../api.js";
import { local } from "../storage.js";
import { fromHex, hex } from "../verify/dice.js";
import { inLog } from "../verify/log.js";
import { WrongProof } from "../verify/merkle.js";
import { CannotSay, MalformedNote, readNote, treeOf } from "../verify/notes.js";
import { cosigned, isQuorum, logOf, readPolicy } from "../verify/policy.js";
import { checkGrowth } from "../verify/tiles.js";

/**
 * @typedef {{size: string, root: string, at: string}} Kept a checkpoint of before; `at`: when this browser saw it
 * @typedef {{before: Kept | null, size: string, wrong: string}} Growth `wrong`: how the log is not what it was; empty
 *   where it is
 * @typedef {{found: import("../verify/log.js").InLog, growth: Growth | null,
 *   firstPolicy: {text: string, at: string} | null, policy: string}} Told
 *   `firstPolicy`: the witnesses that this server named when the browser first asked, if the policy is the server's
 * @typedef {{gone: {policy: {text: string, at: string} | null, trees: (Kept & {origin: string})[]}}} Gone a log that
 *   was shown, and is no more
 */

const KEPT = "turnledger.log.";
const POLICY = `${KEPT}policy`;
const NOT_FOUND = 404;
const keptAs = (/** @type {string} */ origin) => KEPT + origin;

/** @template T @param {string} name @returns {T | null} */
function kept(name) {
  const found = local.json(name, {});
  return Object.keys(found).length ? /** @type {T} */ (found) : null;
}

const keep = (/** @type {string} */ name, /** @type {object} */ what) =>
  local.set(name, JSON.stringify({ ...what, at: new Date().toISOString() }));

/**
 * Of a file that is right, of a game of this server. Null where it never showed this browser a log that others see.
 * @param {Uint8Array} bytes
 * @param {string} gameId
 * @returns {Promise<Told | Gone | null>}
 */
export async function seenInLog(bytes, gameId) {
  const policy = await shown("/log/policy");
  if (!policy) return gone();
  const { proofs = [] } = await call("History/GetProofs", { gameId });
  const found = await inLog(bytes, proofs, policy);
  const trees = found.logged.map(({ origin, size, root }) => ({ origin, size: BigInt(size), root: fromHex(root) }));
  const growth = found.unable ? null : await grown(policy, trees);
  if (!kept(POLICY)) keep(POLICY, { text: policy });
  return { found, growth, policy, firstPolicy: kept(POLICY) };
}

/** The content of the log's pages; empty if there is no log. An unavailable or busy server does not count as none. */
async function shown(/** @type {string} */ path) {
  const answer = await fetch(path, { cache: "no-store" });
  if (!answer.ok && answer.status !== NOT_FOUND)
    throw new ServiceError({ code: "unavailable", message: `${path}: ${answer.status}` });
  return answer.ok ? answer.text() : "";
}

/** A log that this browser was shown and that is shown no more; null where it never was. @returns {Gone | null} */
function gone() {
  const policy = /** @type {{text: string, at: string} | null} */ (kept(POLICY));
  const origins = local
    .names()
    .filter(name => name.startsWith(KEPT) && name !== POLICY)
    .map(name => name.slice(KEPT.length));
  const trees = origins.map(origin => ({ origin, .../** @type {Kept} */ (kept(keptAs(origin))) }));
  return policy || trees.length ? { gone: { policy, trees } } : null;
}

/** The server's policy is the one to compare with from now on. */
export const trustPolicy = (/** @type {string} */ text) => keep(POLICY, { text });

/**
 * Holds the log of today to the checkpoint that was kept, and to those of the proofs.
 * @param {string} policyText
 * @param {import("../verify/notes.js").Tree[]} trees
 * @returns {Promise<Growth | null>}
 */
async function grown(policyText, trees) {
  const text = await shown("/log/checkpoint");
  if (!text) return { before: null, size: "0", wrong: "the server shows no checkpoint of its log" };
  const note = readNote(text);
  const [tree, policy] = [treeOf(note), readPolicy(policyText)];
  /** @type {Kept | null} */
  const before = kept(keptAs(tree.origin));
  try {
    const seen = await cosigned(policy, note, tree);
    if (!(await logOf(policy, note, tree.origin)) || !isQuorum(policy, [...seen.keys()]))
      throw new WrongProof("the checkpoint of today is not signed");
    const older = before ? [{ size: BigInt(before.size), root: fromHex(before.root) }] : [];
    for (const each of [...older, ...trees.filter(({ origin }) => origin === tree.origin)])
      await checkGrowth(each, tree, tileOf);
    keep(keptAs(tree.origin), { size: String(tree.size), root: hex(tree.root) });
    return { before, size: String(tree.size), wrong: "" };
  } catch (error) {
    if (error instanceof CannotSay) return null;
    if (!(error instanceof WrongProof || error instanceof MalformedNote)) throw error;
    return { before, size: String(tree.size), wrong: error.message };
  }
}

async function tileOf(/** @type {string} */ path) {
  const answer = await fetch(`/log/${path}`);
  if (!answer.ok) throw new WrongProof(`the log does not show ${path}`);
  return new Uint8Array(await answer.arrayBuffer());
}
