// What stands around every game's board from the first: where the game is, whose turn, clocks, what happened, the rules.
import { dateAndTime, span, t, timeOfDay } from "./i18n.js";
import { nameOf } from "./looks.js";
import { variantName } from "./state.js";
import { editionsOf } from "./games/edition.js";
import { statusOf, tags } from "./tables.js";
import { Button, Chip } from "./ui.js";
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

/** `inShort`: what the game's module says of a seat beside its name. @param {{game: GameState, table: Table, inShort?: (game: any, seat: number) => any}} props */
export function GameHead({ game, table, inShort }) {
  const snapshot = game.snapshot$.value;
  const moment = snapshot?.moment ?? table.moment;
  const toAct = snapshot?.toAct ?? table.toAct;
  const over = statusOf(table) === "finished";
  const where = moment ? [t("Round {round}", { round: moment.round }), moment.stage ? t("stage {stage}", { stage: moment.stage }) : "", over ? t("finished") : phaseName(game, moment.phase)].filter(Boolean).join(" · ") : "";
  return h("div", { class: `game-head${game.isMyTurn ? " mine" : ""}` },
    h("span", { class: "where" }, h("strong", { class: "which" }, variantName(table.variant)), " ", where),
    h("ol", { class: "seats", "aria-label": t("Players") }, table.occupants.map((each, seat) =>
      h("li", { key: seat }, h(Chip, { look: game.look(seat), name: nameOf(each), acting: toAct.includes(seat), mark: markOf(each, toAct.includes(seat)), href: each.accountId ? `#/player/${each.accountId}` : undefined }),
        inShort && h("span", { class: "in-short" }, inShort(game, seat)),
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

// ---- what happened, in sentences, the newest first; the beginning of a round stands out ----

const isRound = (/** @type {turnledger.GameEvent} */ event) => {
  const detail = /** @type {any} */ (Object.values(event.game ?? {})[0]);
  return Boolean(detail?.roundBegan ?? detail?.turnBegan);
};

/** Whose doing an event is; undefined of what is nobody's. @returns {number | undefined} */
export const seatOfEvent = (/** @type {turnledger.GameEvent} */ event) => /** @type {any} */ (Object.values(Object.values(event.game ?? {})[0] ?? {})[0])?.seat;

/** What somebody else did last, where the feed is out of sight: on a phone. @param {{game: GameState}} props */
export function Lately({ game }) {
  const last = game.log$.value.findLast((event) => event.says && (seatOfEvent(event) ?? game.seat) !== game.seat);
  return last ? h("p", { class: "lately small", "aria-hidden": "true" }, last.says) : null;
}

/** @param {{game: GameState}} props */
export function Log({ game }) {
  const events = game.log$.value.filter(({ says }) => says);
  const first = game.log$.value[0]?.version ?? 1;
  return h("section", { class: "log", "aria-label": t("What happened") },
    h("h2", {}, t("What happened"), " ", h("a", { class: "small", href: `#/game/${game.id}/${game.snapshot$.value?.version ?? 1}` }, t("Look back"))),
    h("ol", { class: "feed", tabIndex: 0, "aria-label": t("Events, the newest first") }, events.toReversed().map((event) =>
      h("li", { key: event.version, class: isRound(event) ? "round" : "" }, h("a", { href: `#/game/${game.id}/${event.version}`, title: dateAndTime(event.eventTime) }, timeOfDay(event.eventTime) || event.version), " ", event.says)),
      first > 1 && h("li", {}, h(Button, { quiet: true, onClick: () => game.readEarlier() }, t("Earlier")))));
}

/** The rules beside the board: read when they are opened. @param {{variant: string}} props */
export function RulesBeside({ variant }) {
  const [RulesOf, setRules] = useState(/** @type {any} */ (null));
  const load = async () => {
    const { default: found } = await import("./around/rules.js");
    setRules(() => found);
  };
  return h("details", { class: "a-beside", onToggle: load }, h("summary", {}, t("Rules")),
    h("p", {}, h("a", { href: `#/rules/${encodeURIComponent(variant)}`, target: "_blank" }, t("In a tab of their own"))), RulesOf && h(RulesOf, { variant }));
}
