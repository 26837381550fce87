// A table: who sits down before the game, and the frame around the game's own board after it has begun.
import { gameModule, GAMES } from "../games/index.js";
import { t } from "../i18n.js";
import { online } from "../api.js";
import { now } from "../clock.js";
import { About, GameHead, Lately, Log, RulesBeside } from "../table_parts.js";
import { openGame, variantName, variants } from "../state.js";
import { isLesson, statusOf } from "../tables.js";
import { Button, Later, Loading, Main, saysOf } from "../ui.js";
import { Fragment, h, useEffect, useMemo, useRef, useState } from "../vendor/preact.js";

/** @typedef {import("../game.js").GameState} GameState */

/**
 * One `main` for all that a table becomes, so that the focus stays.
 * @param {{params: string[], query: URLSearchParams}} props
 */
export default function TablePage({ params: [id], query }) {
  const game = useMemo(() => openGame(id), [id]);
  useEffect(() => () => game.close(), [game]);
  const table = game.table$.value;
  usePreloaded(table);
  const status = table ? statusOf(table) : "";
  const isOn = !game.refused$.value && table && status !== "open" && status !== "closed";
  return h(Main, { class: isOn ? "game" : "waiting-room" }, content(game, query.get("invite") ?? ""));
}

function content(/** @type {GameState} */ game, /** @type {string} */ invite) {
  const refused = game.refused$.value;
  const table = game.table$.value;
  const back = h("p", {}, h("a", { href: "#/" }, t("To the games")));
  if (refused) return [h("h1", {}, saysOf(refused)), back];
  if (!table) return h(Loading, {});
  const status = statusOf(table);
  if (status === "open")
    return h(Later, { load: () => import("../waiting_room.js"), name: "WaitingRoom", game, table, invite });
  if (status === "closed")
    return [h("h1", {}, variantName(table.variant)), h("p", {}, t("This table was closed before the start.")), back];
  return h(Running, { game, table });
}

/** They are loaded before the board comes. */
function usePreloaded(/** @type {turnledger.Table | null} */ table) {
  const game = table && variants.value.get(table.variant)?.game;
  useEffect(() => {
    if (game) GAMES[game]?.module();
  }, [game]);
}

/** The components of the game that is played, once they are loaded. */
function useGameModule(/** @type {turnledger.Board | undefined} */ board) {
  const [module, setModule] = useState(/** @type {any} */ (null));
  const kind = Object.keys(board ?? {})[0];
  useEffect(() => {
    if (board) gameModule(board).then(setModule);
  }, [kind]);
  return module;
}

const forAll = () =>
  Promise.all([
    import("../seat_affairs.js"),
    import("../chat.js"),
    import("../attention.js"),
    import("../as_tables.js"),
  ]).then(modules => Object.assign({}, ...modules));
const forTheEnd = () => import("../result.js");
const forLearners = () => import("../lesson.js");
const forStage = () => import("../motion/stage.js");
const forPlayers = () =>
  Promise.all([import("../games/orders.js"), import("../games/plan.js")]).then(modules =>
    Object.assign({}, ...modules),
  );

/**
 * What is read once it is needed; empty till then. A server that is away is asked again when it is back.
 * @returns {any}
 */
function useLater(/** @type {boolean} */ needed, /** @type {() => Promise<any>} */ load) {
  const [parts, setParts] = useState(/** @type {any} */ (null));
  const wanted = needed && online.value && !parts;
  useEffect(() => {
    if (wanted) load().then(setParts, error => console.warn(error.message));
  }, [wanted]);
  return parts ?? {};
}

/** @param {{game: GameState, table: turnledger.Table}} props */
function Running({ game, table }) {
  const snapshot = game.snapshot$.value;
  const edition = game.edition$.value;
  const module = useGameModule(snapshot?.board);
  const ready = module && snapshot?.board;
  const status = statusOf(table);
  const over = status === "finished";
  const asking = useRef(/** @type {HTMLElement | null} */ (null));
  const question = JSON.stringify([snapshot?.moment, game.isMyTurn]);
  // on a phone it may have been scrolled for the question before
  useEffect(() => asking.current?.scrollTo(0, 0), [question]);
  const { AsTables, Attention, Chats, Hint, Notes, Proposal, SeatActions, UndoButton } = useLater(
    Boolean(ready),
    forAll,
  );
  const { Orders, Plan, PlanButton } = useLater(ready && game.seat !== null && status === "running", forPlayers);
  const { open } = useLater(ready && status === "running", forStage);
  useEffect(() => open?.(game), [open, game]);
  const { Standings } = useLater(over, forTheEnd);
  const learns = isLesson(game.id) && !over;
  const { Lesson } = useLater(learns, forLearners);
  const asks = ready && (!learns || Lesson); // nothing is pressed before the lesson has said what
  return h(
    Fragment,
    {},
    h("h1", { class: "visually-hidden" }, variantName(table.variant)),
    h(GameHead, { game, table, inShort: ready ? module.inShort : undefined }),
    Proposal && h(Proposal, { game }),
    Attention && h(Attention, { game }),
    h(
      "div",
      { class: "columns playing" },
      !over &&
        h(
          "section",
          {
            ref: asking,
            class: `actions${game.isMyTurn ? " mine" : ""}`,
            "aria-label": game.isMyTurn ? t("Your move") : t("Whose move it is"),
          },
          h(Lately, { game }),
          learns && Lesson && ready && h(Lesson, { game }),
          Plan && game.sketch$.value
            ? h("div", { class: "g-asked g-sketching", key: "plan" }, h(Plan, { game }))
            : asks && (game.isMyTurn || snapshot?.options?.options.length)
              ? h(module.Actions, { game, edition })
              : h(Waits, { game }),
          h(
            "div",
            { class: "besides", key: "besides" }, // by its key: the plan above is a division too
            UndoButton && h(UndoButton, { game }),
            Hint && h(Hint, { game, table }),
            Orders && game.seat !== null && status === "running" && h(Orders, { game }),
            PlanButton && game.seat !== null && status === "running" && !learns && h(PlanButton, { game }),
          ),
        ),
      over && Standings && h(Standings, { game, table }),
      h(
        "div",
        { class: "board" },
        ready
          ? h(module.Board, { game, edition, key: "board" })
          : h("p", { class: "waiting" }, status === "starting" ? t("waits for the beacon") : t("Loading…")),
      ),
      h(
        "div",
        { class: "side" },
        h(About, { table }),
        h(Log, { game }),
        AsTables && h(AsTables, { game }),
        Chats && h(Chats, { game, table }),
        Notes && h(Notes, { game }),
        h(RulesBeside, { variant: table.variant, board: snapshot?.board }),
        SeatActions && game.seat !== null && !over && h(SeatActions, { game, table }),
      ),
    ),
  );
}

/** So long after its moment the players may give a round up (TB-DRAW-07). */
const OVERDUE_S = 600;

/** A draw that waits for its round, second by second. @param {{game: GameState, draw: turnledger.AwaitedDraw}} props */
function Draws({ game, draw: { seat, round, roundTime } }) {
  const [, again] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => again(n => n + 1), 500);
    return () => clearInterval(timer);
  }, [round]);
  const left = Math.ceil((Date.parse(roundTime ?? "") - now()) / 1000);
  const overdue = left <= -OVERDUE_S && game.seat !== null && !game.snapshot$.value?.proposal;
  return h(
    "p",
    { class: "waits drawing", role: "timer" },
    t("{name} draws.", { name: game.name(seat) }),
    " ",
    left > 0
      ? t("The card is decided in {n} s, by round {round} of the beacon.", { n: left, round })
      : t("The card is decided by round {round} of the beacon, which is on its way.", { round }),
    " ",
    overdue &&
      h(
        Button,
        { onClick: () => game.act({ proposeNoRounds: {} }).catch(() => {}) },
        t("Propose to continue without it"),
      ),
  );
}

/** @param {{game: GameState}} props */
function Waits({ game }) {
  const toAct = game.snapshot$.value?.toAct ?? [];
  const draw = game.snapshot$.value?.draw;
  if (draw) return h(Draws, { game, draw });
  return h(
    "p",
    { class: "waits" },
    toAct.length
      ? t("The game waits for {names}.", { names: toAct.map(seat => game.name(seat)).join(", ") })
      : t("A moment…"),
  );
}
