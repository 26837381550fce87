// Parts around every game's board: the place in the game, the turn, clocks, events, the rules.
import { now } from "./clock.js";
import { dateAndTime, span, t, timeOfDay } from "./i18n.js";
import { nameOf } from "./looks.js";
import { roundName, variantName } from "./state.js";
import { editionsOf } from "./games/edition.js";
import { ChosenOptions, statusOf, tags } from "./tables.js";
import { Button, Chip, SeatSign } from "./ui.js";
import { Fragment, h, useEffect, useState } from "./vendor/preact.js";

/** @typedef {import("./game.js").GameState} GameState */
/** @typedef {turnledger.Table} Table */

/**
 * Unusual terms of the table, and its options.
 * @param {{table: Table}} props
 */
export function About({ table }) {
  const told = tags(table).filter(Boolean);
  return h(
    Fragment,
    {},
    told.length ? h("p", { class: "small about" }, told.join(" · ")) : null,
    h(ChosenOptions, { table }),
  );
}

/** The name of a phase, as the game's data has it. */
export const phaseName = (/** @type {GameState} */ game, /** @type {string} */ phase) =>
  game.edition?.word?.(phase) ??
  game.edition?.words?.[phase] ??
  (phase.charAt(0) + phase.slice(1).toLowerCase()).replaceAll("_", " ");

/**
 * `inShort`: the game module's short text next to a seat's name.
 * @param {{game: GameState, table: Table, inShort?: (game: any, seat: number) => any}} props
 */
export function GameHead({ game, table, inShort }) {
  const snapshot = game.snapshot$.value;
  const moment = snapshot?.moment ?? table.moment;
  const toAct = snapshot?.toAct ?? table.toAct;
  const over = statusOf(table) === "finished";
  const where = moment
    ? [
        roundName(table.variant, moment.round),
        moment.stage ? t("stage {stage}", { stage: moment.stage }) : "",
        over ? t("finished") : phaseName(game, moment.phase),
      ]
        .filter(Boolean)
        .join(" · ")
    : "";
  return h(
    "div",
    { class: `game-head${game.isMyTurn ? " mine" : ""}` },
    h("span", { class: "where" }, h("strong", { class: "which" }, variantName(table.variant)), " ", where),
    h(
      "ol",
      { class: "seats", "aria-label": t("Players") },
      table.occupants.map((each, seat) =>
        h(
          "li",
          { key: seat },
          h(Chip, {
            look: game.look(seat),
            name: nameOf(each),
            acting: toAct.includes(seat),
            mark: markOf(each, toAct.includes(seat)),
            href: each.accountId ? `#/player/${each.accountId}` : undefined,
          }),
          inShort && h("span", { class: "in-short" }, inShort(game, seat)),
          h(SeatTime, { clock: snapshot?.clocks?.[seat] }),
        ),
      ),
    ),
  );
}

const markOf = (/** @type {turnledger.Occupant} */ occupant, /** @type {boolean} */ acts) =>
  occupant.resigned
    ? t("resigned")
    : occupant.bot && occupant.accountId
      ? t("a bot plays")
      : acts
        ? t("is to act")
        : undefined;

/** The remaining time, second by second while it runs. @param {{clock: turnledger.SeatClock | undefined}} props */
function SeatTime({ clock }) {
  const deadline = clock?.deadlineTime;
  const [, again] = useState(0);
  useEffect(() => {
    if (!deadline) return undefined;
    const timer = setInterval(() => again(n => n + 1), 1_000);
    return () => clearInterval(timer);
  }, [deadline]);
  if (!clock) return null;
  const left = deadline ? (Date.parse(deadline) - now()) / 1000 : Number.parseFloat(clock.bank ?? "0");
  return h(
    "time",
    {
      class: `clock${deadline && left < 30 ? " short" : ""}`,
      title: deadline ? t("until the time is up") : t("in the bank"),
    },
    span(left),
  );
}

// ---- events as sentences, the newest first; the beginning of a round is highlighted ----

const isRound = (/** @type {turnledger.GameEvent} */ event) => {
  const detail = /** @type {any} */ (Object.values(event.game ?? {})[0]);
  return Boolean(detail?.roundBegan ?? detail?.turnBegan);
};

/** The seat that caused an event; undefined if none did. @returns {number | undefined} */
export const seatOfEvent = (/** @type {turnledger.GameEvent} */ event) =>
  /** @type {any} */ (Object.values(Object.values(event.game ?? {})[0] ?? {})[0])?.seat;

/** The last event of another player, where the feed is out of sight: on a phone. @param {{game: GameState}} props */
export function Lately({ game }) {
  const last = game.log$.value.findLast(event => event.says && (seatOfEvent(event) ?? game.seat) !== game.seat);
  return last ? h("p", { class: "lately small", "aria-hidden": "true", title: last.says }, last.says) : null;
}

const HASH = /\b[0-9a-f]{64}\b/;
/** Lines of an open round that are drawn: with all that a line holds, a feed has at most 200 elements. */
const LINES_MAX = 26;
const ROUNDS_MAX = 12;

/** @typedef {{seat: number | undefined, version: number, time: string | undefined, says: string[]}} Line */

/** The last line of each event that was read: the same line is the same object, and not drawn again. */
const linesOf = /** @type {WeakMap<turnledger.GameEvent, Line>} */ (new WeakMap());

/** @param {turnledger.GameEvent} event @param {string[]} says @returns {Line} */
function lineOf(event, says) {
  const known = linesOf.get(event);
  if (known?.says.length === says.length) return known;
  const line = { seat: seatOfEvent(event), version: event.version, time: event.eventTime, says };
  linesOf.set(event, line);
  return line;
}

/**
 * The rounds of a game, each with its lines: what a seat does without another one between is one line.
 * @param {GameState} game
 */
function story(game) {
  /** @type {{round: Line | null, lines: Line[]}[]} */
  const rounds = [{ round: null, lines: [] }];
  for (const event of game.log$.value) {
    if (!event.says || HASH.test(event.says)) continue;
    if (isRound(event)) {
      rounds.push({ round: lineOf(event, [event.says]), lines: [] });
      continue;
    }
    const { lines } = rounds[rounds.length - 1];
    const before = lines.at(-1);
    const seat = seatOfEvent(event);
    if (before && seat !== undefined && before.seat === seat)
      lines[lines.length - 1] = lineOf(event, [...before.says, event.says]);
    else lines.push(lineOf(event, [event.says]));
  }
  return rounds.toReversed();
}

/**
 * A line: the seat's sign, its name once, and what it did.
 * @param {{game: GameState, line: Line, isHead?: boolean, key?: any}} props
 */
function StoryLine({ game, line: { seat, version, time, says }, isHead }) {
  const isOwn = game.seat !== null && seat === game.seat; // reads a signal: a line is drawn again when that changes
  const name = seat === undefined ? "" : game.name(seat);
  const names = [name, name.replace(/ \([^)]*\)$/, "")]; // two bots of a kind have their colours in sentences, too
  const bare = says
    .map(each => each.slice((names.find(own => each.startsWith(`${own} `))?.length ?? -1) + 1))
    .map((each, place) => (place ? each.charAt(0).toUpperCase() + each.slice(1) : each))
    .join(" ");
  return h(
    "li",
    { class: isHead ? "round" : isOwn ? "own" : "" },
    h("a", { href: `#/game/${game.id}/${version}`, title: dateAndTime(time) }, timeOfDay(time) || version),
    " ",
    seat === undefined
      ? null
      : [
          h(SeatSign, { look: game.look(seat), size: 12 }),
          " ",
          h("b", {}, isOwn ? t("{name} (you)", { name }) : name),
          " ",
        ],
    bare,
  );
}

/** @param {{game: GameState}} props */
export function Log({ game }) {
  const [opened, open] = useState(/** @type {number[]} */ ([]));
  const rounds = story(game);
  const first = game.log$.value[0]?.version ?? 1;
  const hashes = game.log$.value.filter(({ says }) => HASH.test(says));
  let room = LINES_MAX;
  return h(
    "section",
    { class: "log", "aria-label": t("Story of the game") },
    h(
      "h2",
      {},
      t("Story of the game"),
      " ",
      h("a", { class: "small", href: `#/game/${game.id}/${game.snapshot$.value?.version ?? 1}` }, t("Look back")),
    ),
    h(
      "ol",
      { class: "feed", tabIndex: 0, "aria-label": t("Events, the newest first") },
      rounds.slice(0, ROUNDS_MAX).map(({ round, lines }, place) => {
        const version = round?.version ?? 0;
        const isOpen =
          place === 0 || opened.includes(version) || (place === 1 && (!round || rounds[0].lines.length < 4));
        const shown = isOpen ? lines.toReversed().slice(0, room) : [];
        room -= shown.length;
        return [
          shown.map(line => h(StoryLine, { key: line.version, game, line })),
          round &&
            (isOpen
              ? h(StoryLine, { key: `round ${version}`, game, line: round, isHead: true })
              : h(
                  "li",
                  { key: `round ${version}`, class: "round" },
                  h(
                    "button",
                    {
                      type: "button",
                      class: "link",
                      "aria-expanded": "false",
                      onClick: () => open([version, ...opened].slice(0, 1)),
                    },
                    round.says[0],
                  ),
                )),
        ];
      }),
      first > 1 && h("li", {}, h(Button, { quiet: true, onClick: () => game.readEarlier() }, t("Earlier"))),
    ),
    hashes.length > 0 &&
      h(
        "details",
        { class: "small" },
        h("summary", {}, t("Proof")),
        hashes.slice(0, 3).map(({ version, says }) => h("p", { key: version }, says)),
      ),
  );
}

/**
 * The rules next to the board, and its editions: loaded when opened.
 * @param {{variant: string, board: turnledger.Board | undefined}} props
 */
export function RulesBeside({ variant, board }) {
  const [RulesOf, setRules] = useState(/** @type {any} */ (null));
  const editions = editionsOf(board).join(", ");
  const load = async () => {
    const { default: found } = await import("./around/rules.js");
    setRules(() => found);
  };
  return h(
    "details",
    { class: "a-beside", onToggle: load },
    h("summary", {}, t("Rules")),
    h(
      "p",
      {},
      h("a", { href: `#/rules/${encodeURIComponent(variant)}`, target: "_blank" }, t("In a tab of their own")),
    ),
    editions && h("p", { class: "small" }, t("Edition: {names}", { names: editions })),
    RulesOf && h(RulesOf, { variant }),
  );
}
