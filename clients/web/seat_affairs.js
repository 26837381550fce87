// Parts loaded after the first board: proposals and votes, undo, the seat's settings.
import { call } from "./api.js";
import { t } from "./i18n.js";
import { botName, standIns } from "./looks.js";
import { variants } from "./state.js";
import { seatOfEvent } from "./table_parts.js";
import { announce, Button, Confirm, explain, Form, Select } from "./ui.js";
import { h, useState } from "./vendor/preact.js";

/** @typedef {import("./game.js").GameState} GameState */
/** @typedef {turnledger.Table} Table */

// ---- agreeing ----

/** @param {{game: GameState}} props */
export function Proposal({ game }) {
  const proposal = game.snapshot$.value?.proposal ?? null;
  if (!proposal) return null;
  const by = game.name(proposal.agreed[0]);
  const text = proposal.undo
    ? t("{name} asks to take back everything after event {version}.", { name: by, version: proposal.undo.toVersion })
    : proposal.abandon
      ? t("{name} asks to end the game without a result.", { name: by })
      : proposal.noRounds
        ? t("{name} asks to continue without the beacon. The server will then know the next cards.", { name: by })
        : t("{name} proposes something that this page does not know.", { name: by });
  const known = proposal.undo || proposal.abandon || proposal.noRounds;
  const mine = game.seat !== null && !proposal.agreed.includes(game.seat) && known;
  const vote = (/** @type {boolean} */ agree) => game.act({ vote: { agree } });
  return h(
    "div",
    { class: "proposal", role: "alert" },
    h(
      "p",
      {},
      text,
      " ",
      h("small", {}, t("Agreed: {names}.", { names: proposal.agreed.map(seat => game.name(seat)).join(", ") })),
    ),
    mine &&
      h(
        "div",
        { class: "buttons" },
        h(Button, { primary: true, onClick: quiet(() => vote(true)) }, t("Agree")),
        h(Button, { onClick: quiet(() => vote(false)) }, t("No")),
      ),
  );
}

/** A refusal is shown by the game itself. */
const quiet = (/** @type {() => Promise<unknown>} */ act) => async () => {
  await act().catch(() => {});
};

/**
 * Takes back the player's last command, if nothing was revealed since and no other player acted.
 * @param {{game: GameState}} props
 */
export function UndoButton({ game }) {
  const mine = lastCommand(game);
  if (!mine) return null;
  return h(
    "div",
    { class: "undo" },
    h(
      Button,
      {
        quiet: true,
        title: mine,
        disabled: game.busy.value,
        onClick: quiet(() => game.act({ undo: { commands: 1 } })),
      },
      h("span", {}, t("Undo: {what}", { what: mine })),
    ),
  );
}

/**
 * The move of the bot Expert, where the table allows hints: all viewers see that it was taken.
 * @param {{game: GameState, table: Table}} props
 */
export function Hint({ game, table }) {
  const [hint, setHint] = useState(/** @type {{says: string, at: number} | null} */ (null));
  const [thinking, setThinking] = useState(false);
  if (!table.terms?.hints || !game.isMyTurn || table.occupants[game.seat ?? -1]?.bot) return null;
  const ask = async () => {
    setThinking(true);
    try {
      await game.act({ takeHint: {} });
      const { says } = await call("Play/GetHint", { gameId: game.id });
      setHint({ says, at: game.snapshot.version });
      announce(says);
    } finally {
      setThinking(false);
    }
  };
  const stands = hint?.at === game.snapshot$.value?.version;
  return h(
    "div",
    { class: "hint" },
    stands
      ? h("p", {}, t("A hint: {says}", { says: hint?.says }))
      : h(
          Button,
          {
            quiet: true,
            disabled: thinking || game.busy.value,
            title: t("{n} for each player in this game. All players see that one was taken.", { n: table.terms.hints }),
            onClick: () => ask().catch(explain),
          },
          t("A hint"),
        ),
  );
}

/** The sentence of the last command, if it was the viewer's. */
function lastCommand(/** @type {GameState} */ game) {
  const { seat } = game;
  if (seat === null) return "";
  const own = game.log$.value.findLast(event => !event.table && event.says);
  return own && seatOfEvent(own) === seat ? own.says : "";
}

/** @param {{game: GameState, table: Table}} props */
export function SeatActions({ game, table }) {
  const [asking, setAsking] = useState("");
  const [back, setBack] = useState("1");
  const me = table.occupants[game.seat ?? -1];
  const bots = standIns(variants.value.get(table.variant)?.bots ?? []);
  const close = () => setAsking("");
  const give = (/** @type {object} */ action) => game.act(action).catch(() => {});
  return h(
    "details",
    { class: "seat-actions" },
    h("summary", {}, t("More")),
    h(
      "div",
      { class: "buttons" },
      me?.bot
        ? h(Button, { primary: true, onClick: () => give({ takeSeatBack: {} }) }, t("Take the seat back"))
        : bots.map(bot =>
            h(
              Button,
              { key: bot, onClick: () => give({ handSeat: { bot } }) },
              t("Let a bot play for me, {way}", { way: botName(bot) }),
            ),
          ),
      h(Vacation, { game, give }),
      h(
        Button,
        {
          onClick: () =>
            call("Notifications/SetGameQuiet", { gameId: game.id, quiet: true }).then(() =>
              announce(t("You hear nothing of this game any more.")),
            ),
        },
        t("No notices of this game"),
      ),
      h(
        Button,
        {
          onClick: () =>
            call("Notifications/SetGameQuiet", { gameId: game.id, quiet: false }).then(() =>
              announce(t("You hear of this game again.")),
            ),
        },
        t("Notices of this game again"),
      ),
      h(Button, { onClick: () => give({ proposeAbandon: {} }) }, t("Propose to end without a result")),
      h(Button, { danger: true, onClick: () => setAsking("resign") }, t("Resign")),
    ),
    h(
      "div",
      { class: "buttons" },
      h(Select, {
        label: t("Commands to take back"),
        value: back,
        onChange: setBack,
        options: Array.from({ length: 16 }, (_, n) => /** @type {[string, string]} */ ([String(n + 1), String(n + 1)])),
      }),
      h(Button, { onClick: () => give({ proposeUndo: { commands: Number(back) } }) }, t("Ask all players")),
    ),
    asking === "resign" &&
      h(
        Confirm,
        { title: t("Resign?"), yes: t("Resign"), onYes: () => give({ resign: {} }), onClose: close },
        h("p", {}, t("You give up. A bot plays on for the others' sake; there is no way back.")),
      ),
  );
}

/** @param {{game: GameState, give: (action: object) => unknown}} props */
const Vacation = ({ game, give }) =>
  (game.snapshot$.value?.clocks?.[game.seat ?? -1]?.vacationDays ?? 0) > 0
    ? h(Button, { onClick: () => give({ takeVacation: { days: 1 } }) }, t("A day of vacation"))
    : null;

/** The viewer's private notes on the game. @param {{game: GameState}} props */
export function Notes({ game }) {
  const [note, setNote] = useState(/** @type {string | null} */ (null));
  const read = async (/** @type {any} */ event) => {
    if (event.currentTarget.open && note === null)
      setNote((await call("People/GetGameNote", { gameId: game.id })).note);
  };
  const keep = async () => {
    await call("People/SetGameNote", { gameId: game.id, note });
    announce(t("Kept."));
  };
  return h(
    "details",
    { class: "report", onToggle: (/** @type {any} */ event) => read(event).catch(explain) },
    h("summary", {}, t("My notes")),
    note !== null &&
      h(
        Form,
        { onSubmit: keep },
        h("textarea", {
          "aria-label": t("My notes"),
          rows: 5,
          maxLength: 4000,
          value: note,
          onInput: (/** @type {any} */ event) => setNote(event.currentTarget.value),
        }),
        h("p", { class: "small" }, t("Only you can read them.")),
        h(Button, { type: "submit" }, t("Keep")),
      ),
  );
}
