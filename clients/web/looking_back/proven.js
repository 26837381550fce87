// The texts of a proof: proven claims, unproven ones, and faults of a history.
import { call } from "../api.js";
import { uuid } from "../browser.js";
import { t } from "../i18n.js";
import { goTo } from "../tables.js";
import { Button } from "../ui.js";
import { h } from "../vendor/preact.js";
import { DrawsTold } from "./draws_told.js";
import { LogGone, LogTold } from "./log_told.js";
import { OwnChance } from "./own.js";

/**
 * @typedef {import("./past.js").Past} Past
 * @typedef {import("./proof.js").Proof} Proof
 */

const SHORT = 16;

const PROVEN = /** @type {Record<string, string>} */ ({
  spelling: t("The file is written in the one way in which it can be written."),
  order: t("Events follow each other without a gap, in time, each command once."),
  chain: t("Each event is sealed to all before it: every link holds."),
  commitment: t(
    "The secret behind the dice is the one that the server committed to before the first player took a seat.",
  ),
  table: t("Players, options, dice and result in its head and foot are those of its events."),
  signature: t("The server signed this very file."),
  draws: t("Every draw was made again from the secret and the players' own chance, and is the one that was played."),
  beacon: t(
    "The dice follow from a round of drand that no person could know or choose at the start: this page has checked its signature.",
  ),
  devices: t("All commands of the players were signed by their devices: no other person played in their name."),
  checkpoints: t("The checkpoints that the server signed during the game are on this chain."),
});
const UNPROVEN = /** @type {Record<string, string>} */ ({
  rules: t("That each event follows from its command by the rules of the game."),
  draws: t("Draws that want the rules, or a game that is over."),
  board: t("That the board at the end is the one whose digest was signed."),
  beacon: t(
    "That the dice were not chosen: their round is signed, but by a chain that this page does not know, and the holder of its key could choose.",
  ),
  devices: t("That no other person played in a player's name: some commands were not signed by a device."),
  signature: t("The signature: this browser cannot check it (it needs https, or this very machine)."),
  commitment: t("The secret behind the dice: it stays secret while the game runs."),
  chain: t("The links: they can be counted again when the game is over."),
  table: t("Players, options and result: when the game is over."),
});

/** Texts of faults, by code: docs/history-format.md. */
const FAULTS = /** @type {Record<string, string>} */ ({
  CHAIN: t("The event is not the one that was sealed: it was changed afterwards."),
  SIGNATURE: t("The file is not the one that the server signed."),
  DEVICE: t("No device of the player signed this command."),
  KEY_UNKNOWN: t("It was signed with a key that is not known here."),
  CHECKPOINT: t("While the game ran, the server signed another history."),
  CHECKPOINTS_DIFFER: t("The server signed two histories of the same game."),
  DICE: t("The dice give something else: a deck, a lot or a card was chosen, not drawn."),
  SECRET: t("The secret behind the dice is not the one that was committed to."),
  HEADER: t("The head of the file does not tell what its events tell."),
  FOOTER: t("The foot of the file does not tell what its events tell."),
  ROUND_EARLY: t("A draw waited for a round that was known too early."),
  ROUND_LATE: t("A draw waited for a later round than the first one."),
  ROUND_REPEATED: t("A draw used a round that the table had used before."),
  ROUND_SWAPPED: t("A draw used another round than the one it waited for."),
  ROUND_FORGED: t("The beacon did not sign the round of a draw."),
  REFUSED: t("The rules refuse it: a move or a round of chance that cannot be."),
  GAP: t("Events are missing, or stand in another order."),
});

/** @param {{proof: Proof, past?: Past}} props */
export function Told({ proof, past }) {
  const { found, name, ours } = proof;
  const here = past && found.game === past.id ? past : undefined;
  const { log } = proof;
  return h(
    "div",
    { class: found.right ? "b-right" : "b-wrong" },
    log && "gone" in log && h(LogGone, { log: log.gone }),
    h("h3", {}, found.right ? `✔ ${t("The history is genuine.")}` : `✘ ${t("The history is not genuine.")}`),
    h("p", { class: "small" }, name, found.right ? ` · ${t("{n} events", { n: found.events })}` : ""),
    found.right && found.status !== "FINISHED" && h("p", {}, t("The game is not over: more may follow.")),
    found.fault ? h(Fault, { fault: found.fault, past: here }) : h(Parts, { proof }),
    log && "found" in log && h(LogTold, { log, found }),
    found.right && h(OwnChance, { found }),
    found.right && here && h(Here, { past: here, proof }),
    found.right &&
      found.seed &&
      h(
        "details",
        {},
        h("summary", {}, t("The dice")),
        h(
          "dl",
          { class: "b-hex" },
          h("dt", {}, t("Committed to at the opening")),
          h("dd", {}, found.commitment),
          h("dt", {}, t("The secret")),
          h("dd", {}, found.secret),
          found.nonces.map((nonce, seat) => [
            h("dt", { key: `t${seat}` }, t("Own chance of player {n}", { n: seat + 1 })),
            h("dd", { key: `d${seat}` }, nonce || "–"),
          ]),
          h("dt", {}, t("All draws follow from")),
          h("dd", {}, found.seed),
        ),
      ),
    found.right &&
      !ours &&
      h("div", { class: "buttons" }, h(Button, { onClick: () => takeIn(proof) }, t("Take this game in"))),
  );
}

async function takeIn(/** @type {Proof} */ { bytes }) {
  let letters = "";
  for (let from = 0; from < bytes.length; from += 0x8000)
    letters += String.fromCharCode(...bytes.subarray(from, from + 0x8000));
  const { table } = await call("History/ImportGame", { requestId: uuid(), content: btoa(letters), private: true });
  goTo(table.gameId);
}

/** @param {{fault: import("../verify/verify.js").Fault, past?: Past}} props */
function Fault({ fault, past }) {
  const where = fault.version ? t("Event {version}", { version: fault.version }) : t("The file as a whole");
  return h(
    "div",
    {},
    h(
      "p",
      {},
      h("strong", {}, where, ": "),
      FAULTS[fault.code] ?? t("It is not written as a history is."),
      " ",
      h("code", {}, fault.code),
    ),
    h("p", { class: "small", lang: "en" }, fault.says),
    past &&
      fault.version > 0 &&
      h(
        Button,
        { onClick: () => past.move(past.placeOf(fault.version)) },
        t("To version {version}", { version: fault.version }),
      ),
  );
}

/** @param {{proof: Proof}} props */
function Parts({ proof: { found, adjudicated, signed } }) {
  const told = adjudicated?.right ? new Set(["rules", "draws", "board"]) : new Set();
  return h(
    "div",
    {},
    h("h4", {}, t("Proven here")),
    h(
      "ul",
      { class: "b-parts" },
      found.proven.map(each =>
        h("li", { key: each }, "✔ ", PROVEN[each] ?? each, each === "checkpoints" ? ` (${signed.size})` : ""),
      ),
    ),
    h("h4", {}, t("Not proven here")),
    h(
      "ul",
      { class: "b-parts" },
      found.unproven.map(each =>
        h(
          "li",
          { key: each },
          "○ ",
          UNPROVEN[each] ?? each,
          told.has(each) ? ` ${t("Only the server says this.")}` : "",
        ),
      ),
    ),
    found.draws && h(DrawsTold, { found, draws: found.draws }),
    adjudicated &&
      h(
        "p",
        {},
        adjudicated.right
          ? t("The server has just adjudicated the game again by the rules: commands {commands}, nothing wrong.", {
              commands: adjudicated.commands,
            })
          : t("The server itself finds this wrong: {code}.", { code: adjudicated.fault?.code ?? "?" }),
      ),
    h(
      "p",
      { class: "small" },
      t("To prove these too, without trusting the server, run: {command}", { command: "turnledger verify" }),
    ),
  );
}

/** The link at the version that is shown. @param {{past: Past, proof: Proof}} props */
function Here({ past, proof }) {
  const version = past.boards$.value[past.wanted$.value]?.version ?? 0;
  const link = proof.links[version - 1];
  if (!link) return null;
  return h(
    "p",
    { class: "b-hex" },
    "✔ ",
    t("Link of version {version}", { version }),
    " ",
    h("code", { title: link }, `${link.slice(0, SHORT)}…`),
    proof.signed.has(version) ? ` ✔ ${t("signed then, as a checkpoint")}` : "",
  );
}
