// What stands around every game's board: where the game is, clocks, proposals, the seat's own affairs, the result.
import { uuid } from "./browser.js";
import { span, t } from "./i18n.js";
import { nameOf } from "./looks.js";
import { sitDown } from "./own_chance.js";
import { variantName, variants } from "./state.js";
import { editionsOf } from "./games/edition.js";
import { goTo, seatOf, statusOf, tags } from "./tables.js";
import { Button, Chip, Confirm, Select } from "./ui.js";
import { h, useEffect, useState } from "./vendor/preact.js";

/** @typedef {import("./game.js").GameState} GameState */
/** @typedef {turnledger.Table} Table */

/** What is unusual about the table, and the figures it is played with. @param {{table: Table, board: turnledger.Board | undefined}} props */
export function About({ table, board }) {
  const editions = editionsOf(board);
  const told = [...tags(table), editions.length ? t("Edition: {names}", { names: editions.join(", ") }) : ""].filter(Boolean);
  return told.length ? h("p", { class: "small about" }, told.join(" · ")) : null;
}

/** The name of a phase, as the game's data has it. */
export const phaseName = (/** @type {GameState} */ game, /** @type {string} */ phase) =>
  game.edition?.word?.(phase) ?? game.edition?.words?.[phase] ?? (phase.charAt(0) + phase.slice(1).toLowerCase()).replaceAll("_", " ");

/** @param {{game: GameState, table: Table}} props */
export function GameHead({ game, table }) {
  const snapshot = game.snapshot$.value;
  const moment = snapshot?.moment ?? table.moment;
  const toAct = snapshot?.toAct ?? table.toAct;
  const over = statusOf(table) === "finished";
  const where = moment ? [t("Round {round}", { round: moment.round }), moment.stage ? t("stage {stage}", { stage: moment.stage }) : "", over ? t("finished") : phaseName(game, moment.phase)].filter(Boolean).join(" · ") : "";
  return h("div", { class: `game-head${game.isMyTurn ? " mine" : ""}` },
    h("span", { class: "where" }, h("strong", {}, variantName(table.variant)), " ", where),
    h("ol", { class: "seats", "aria-label": t("Players") }, table.occupants.map((each, seat) =>
      h("li", { key: seat }, h(Chip, { look: game.look(seat), name: nameOf(each), acting: toAct.includes(seat), mark: markOf(each, toAct.includes(seat)), href: each.accountId ? `#/player/${each.accountId}` : undefined }),
        h(SeatTime, { clock: snapshot?.clocks?.[seat] })))));
}

const markOf = (/** @type {turnledger.Occupant} */ occupant, /** @type {boolean} */ acts) =>
  occupant.resigned ? t("resigned") : occupant.bot && occupant.accountId ? t("a bot plays") : acts ? t("is to act") : undefined;

/** What is left to think, second by second while it runs. @param {{clock: turnledger.SeatClock | undefined}} props */
function SeatTime({ clock }) {
  const deadline = clock?.deadlineTime;
  const [, again] = useState(0);
  useEffect(() => {
    if (!deadline) return undefined;
    const timer = setInterval(() => again((n) => n + 1), 1_000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (!clock) return null;
  const left = deadline ? (Date.parse(deadline) - Date.now()) / 1000 : Number.parseFloat(clock.bank ?? "0");
  return h("time", { class: `clock${deadline && left < 30 ? " short" : ""}`, title: deadline ? t("until the time is up") : t("in the bank") }, span(left));
}

// ---- agreeing ----

/** @param {{game: GameState}} props */
export function Proposal({ game }) {
  const proposal = game.snapshot$.value?.proposal ?? null;
  if (!proposal) return null;
  const by = game.name(proposal.agreed[0]);
  const text = proposal.undo ? t("{name} asks to take back everything after event {version}.", { name: by, version: proposal.undo.toVersion }) : proposal.abandon ? t("{name} asks to end the game without a result.", { name: by }) : t("{name} proposes something that this page does not know.", { name: by });
  const mine = game.seat !== null && !proposal.agreed.includes(game.seat) && (proposal.undo || proposal.abandon);
  const vote = (/** @type {boolean} */ agree) => game.act({ vote: { agree } });
  return h("div", { class: "proposal", role: "alert" }, h("p", {}, text, " ", h("small", {}, t("Agreed: {names}.", { names: proposal.agreed.map((seat) => game.name(seat)).join(", ") }))),
    mine && h("div", { class: "buttons" }, h(Button, { primary: true, onClick: quiet(() => vote(true)) }, t("Agree")), h(Button, { onClick: quiet(() => vote(false)) }, t("No"))));
}

/** A refusal is shown by the game itself. */
const quiet = (/** @type {() => Promise<unknown>} */ act) => async () => {
  await act().catch(() => {});
};

/** Takes back the own last command, where nothing was revealed since and nobody else did anything. @param {{game: GameState}} props */
export function UndoButton({ game }) {
  const mine = lastCommand(game);
  if (!mine) return null;
  return h("div", { class: "undo" }, h(Button, { quiet: true, disabled: game.busy.value, onClick: quiet(() => game.act({ undo: { commands: 1 } })) }, t("Undo: {what}", { what: mine })));
}

/** What the viewer's own last command said, if the last command was the viewer's. */
function lastCommand(/** @type {GameState} */ game) {
  const { seat } = game;
  if (seat === null) return "";
  const own = game.log$.value.findLast((event) => !event.table && event.says);
  const detail = /** @type {any} */ (Object.values(own?.game ?? {})[0]);
  const event = detail && /** @type {any} */ (Object.values(detail)[0]);
  return own && event?.seat === seat ? own.says : "";
}

/** @param {{game: GameState, table: Table}} props */
export function SeatActions({ game, table }) {
  const [asking, setAsking] = useState("");
  const [back, setBack] = useState("1");
  const me = table.occupants[game.seat ?? -1];
  const bots = variants.value.get(table.variant)?.bots ?? [];
  const close = () => setAsking("");
  const give = (/** @type {object} */ action) => game.act(action).catch(() => {});
  const vacation = (game.snapshot$.value?.clocks?.[game.seat ?? -1]?.vacationDays ?? 0) > 0;
  return h("details", { class: "seat-actions" }, h("summary", {}, t("More")),
    h("div", { class: "buttons" },
      me?.bot ? h(Button, { primary: true, onClick: () => give({ takeSeatBack: {} }) }, t("Take the seat back"))
        : bots.map((bot) => h(Button, { key: bot, onClick: () => give({ handSeat: { bot } }) }, t("Let the bot {bot} play", { bot }))),
      vacation && h(Button, { onClick: () => give({ takeVacation: { days: 1 } }) }, t("A day of vacation")),
      h(Button, { onClick: () => give({ proposeAbandon: {} }) }, t("Propose to end without a result")),
      h(Button, { danger: true, onClick: () => setAsking("resign") }, t("Resign"))),
    h("div", { class: "buttons" },
      h(Select, { label: t("Commands to take back"), value: back, onChange: setBack, options: Array.from({ length: 16 }, (_, n) => /** @type {[string, string]} */ ([String(n + 1), String(n + 1)])) }),
      h(Button, { onClick: () => give({ proposeUndo: { commands: Number(back) } }) }, t("Ask everybody"))),
    asking === "resign" && h(Confirm, { title: t("Resign?"), yes: t("Resign"), onYes: () => give({ resign: {} }), onClose: close }, h("p", {}, t("You give up. A bot plays on for the others' sake; there is no way back."))));
}

// ---- the end ----

/** @param {{game: GameState, table: Table}} props */
export function Standings({ game, table }) {
  const { outcome } = table;
  const again = async () => goTo((await sitDown("Lobby/Rematch", { requestId: uuid(), gameId: table.gameId })).gameId);
  return h("section", { class: "standings", "aria-label": t("Result") }, h("h2", {}, t("Result")),
    outcome?.standings.length ? h("ol", {}, outcome.standings.map(({ seat, rank, won, score }) =>
      h("li", { key: seat, value: rank, class: won ? "won" : "" }, h(Chip, { look: game.look(seat), name: game.name(seat) }), " ", h("span", { class: "score" }, score), won && h("strong", {}, " ", t("wins"))))) : h("p", {}, t("The game ended without a result.")),
    h("div", { class: "buttons" },
      seatOf(table) >= 0 && h(Button, { primary: true, onClick: again }, t("Rematch")),
      h("a", { class: "button", href: `#/game/${table.gameId}/${table.version}` }, t("Look back"))));
}
