// The proof of a game in the page: the signed file, looked at by the page's own verifier, and what it cannot prove.
import { all, callUntilAnswered, stream } from "../api.js";
import { save } from "../browser.js";
import { t } from "../i18n.js";
import { Button, explain } from "../ui.js";
import { h, signal, useId, useMemo } from "../vendor/preact.js";
import { takeApart } from "../verify/file.js";
import { inLog } from "../verify/log.js";
import { linkOf } from "../verify/order.js";
import { verify } from "../verify/verify.js";
import { Told } from "./proven.js";
import { seenInLog } from "./seen_log.js";

/**
 * @typedef {import("./past.js").Past} Past
 * @typedef {import("../verify/verify.js").Found} Found
 * @typedef {import("./seen_log.js").Told | import("./seen_log.js").Gone} InLog
 * @typedef {{found: Found, name: string, bytes: Uint8Array, links: string[], signed: Set<number>,
 *   adjudicated: turnledger.VerifyGameResponse | null, ours: boolean, log: InLog | null}} Proof
 *   `ours`: of a game of this server; `log`: null where nothing was asked of one
 * @typedef {{keys: string, proofs: string, policy: string}} Beside files next to a file from disk; empty without them
 */

const BYTES_MAX = 50_000_000;

/** @param {{past?: Past}} props without a game, only files from disk */
export default function ProofOf({ past }) {
  const proof$ = useMemo(() => signal(/** @type {Proof | null} */ (null)), [past]);
  const proof = proof$.value;
  const prove = async () => {
    if (past) proof$.value = await proven(await fileOf(past.id), `${past.id}.jsonl`, true);
  };
  return h(
    "section",
    { class: "b-proof", "aria-label": t("Proof") },
    h("h2", {}, t("Proof")),
    h(
      "p",
      { class: "small" },
      t(
        "The history of a game is a chain: each event is sealed to all before it, and the server signs it. This page checks that itself, with the keys that the server publishes.",
      ),
    ),
    h(
      "div",
      { class: "buttons" },
      past && h(Button, { primary: !proof, onClick: prove }, t("Prove this game")),
      past &&
        h(Button, { onClick: async () => save([await fileOf(past.id)], `${past.id}.jsonl`) }, t("Download the file")),
    ),
    h(FromDisk, { take: found => (proof$.value = found) }),
    h("div", { role: "status" }, proof && h(Told, { proof, past })),
  );
}

// ---- getting and proving ----

/** The signed file of a game: all of a finished one, of a running one what the viewer may see. */
async function fileOf(/** @type {string} */ gameId) {
  const parts = [];
  for await (const { content } of stream("History/ExportGame", { gameId })) parts.push(bytesOf(content));
  const whole = new Uint8Array(parts.reduce((size, each) => size + each.length, 0));
  let from = 0;
  for (const each of parts) {
    whole.set(each, from);
    from += each.length;
  }
  return whole;
}

const bytesOf = (/** @type {string} */ base64) => Uint8Array.from(atob(base64), letter => letter.charCodeAt(0));

/**
 * @param {Uint8Array} bytes
 * @param {string} name
 * @param {boolean} ours
 * @param {Beside} beside
 * @returns {Promise<Proof>}
 */
async function proven(bytes, name, ours, beside = { keys: "", proofs: "", policy: "" }) {
  const keys = beside.keys || (await callUntilAnswered("History/ListSigningKeys", {})).keySet;
  const { game, links } = linksOf(bytes);
  const checkpoints = await checkpointsOf(game);
  const found = await verify(
    bytes,
    JSON.parse(keys),
    checkpoints.map(({ gameId, ...rest }) => ({ ...rest, game_id: gameId })),
  );
  const adjudicated =
    ours && found.right && found.viewer === "all"
      ? await callUntilAnswered("History/VerifyGame", { gameId: game })
      : null;
  const log = !found.right ? null : ours ? await seenInLog(bytes, game) : await logOfFiles(bytes, beside);
  return {
    found,
    name,
    bytes,
    links,
    ours,
    adjudicated,
    log,
    signed: new Set(checkpoints.map(({ version }) => version)),
  };
}

/** With a policy and the proofs that were exported with the file. @returns {Promise<InLog | null>} */
async function logOfFiles(/** @type {Uint8Array} */ bytes, /** @type {Beside} */ { proofs, policy }) {
  if (!policy) return null;
  const lines = proofs
    .split("\n")
    .filter(line => line)
    .map(line => JSON.parse(line));
  return { found: await inLog(bytes, lines, policy), growth: null, policy, firstPolicy: null };
}

/** Each version's link. An unreadable row has none: the verifier reports the reason. */
function linksOf(/** @type {Uint8Array} */ bytes) {
  try {
    const { header, rows } = takeApart(bytes);
    return { game: String(header.members?.get("game")?.value ?? ""), links: rows.map(linkOf) };
  } catch {
    return { game: "", links: [] };
  }
}

/**
 * The server's signatures of the game; none for a game that it does not know.
 * @returns {Promise<turnledger.Checkpoint[]>}
 */
const checkpointsOf = async (/** @type {string} */ gameId) =>
  gameId ? all("History/ListCheckpoints", { gameId }, "checkpoints").catch(() => []) : [];

/** @param {{take: (proof: Proof) => void}} props */
function FromDisk({ take }) {
  const id = useId();
  const read = async (/** @type {any} */ event) => {
    const files = /** @type {File[]} */ ([...event.currentTarget.files]);
    event.currentTarget.value = "";
    try {
      const said = async (/** @type {string} */ ending) =>
        (await files.find(({ name }) => name.endsWith(ending))?.text()) ?? "";
      const file = files.find(({ name }) => /\.(jsonl|gz)$/.test(name));
      const beside = { keys: await said(".json"), proofs: await said(".ndjson"), policy: await said(".txt") };
      if (file && file.size <= BYTES_MAX) take(await proven(await unpacked(file), file.name, false, beside));
    } catch (error) {
      explain(error);
    }
  };
  return h(
    "div",
    { class: "field" },
    h("label", { for: id }, t("A file from disk")),
    h("input", {
      id,
      type: "file",
      multiple: true,
      accept: ".jsonl,.gz,.json,.ndjson,.txt",
      "aria-describedby": `${id}-hint`,
      onChange: read,
    }),
    h(
      "span",
      { id: `${id}-hint`, class: "hint" },
      t(
        "A history file (.jsonl, or .gz). Of another server: together with its keys.json. For its log: with proofs.ndjson and a policy (.txt).",
      ),
    ),
  );
}

async function unpacked(/** @type {File} */ file) {
  const body = file.name.endsWith(".gz") ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
  return new Uint8Array(await new Response(body).arrayBuffer());
}
