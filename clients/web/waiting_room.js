// A table before the start: who sits down, with which colour, which bots, who is ready.
import { call } from "./api.js";
import { uuid } from "./browser.js";
import { Chats } from "./chat.js";
import { useChosen } from "./chosen_options.js";
import { t } from "./i18n.js";
import { botLabel, botName, COLORS, inOrder, lookOf, nameOf } from "./looks.js";
import { PositionSeats, usePosition } from "./position.js";
import { me, variantName, variants } from "./state.js";
import { isBot, join, seatOf, tags } from "./tables.js";
import { announce, Button, Chip, explain, SeatSign } from "./ui.js";
import { Fragment, h, useEffect, useState } from "./vendor/preact.js";

/** @typedef {turnledger.Table} Table */
/** @typedef {import("./game.js").GameState} GameState */
/** @typedef {import("./position.js").Position} Position */

/** @param {{game: GameState, table: Table, invite: string}} props */
export function WaitingRoom({ game, table, invite }) {
  const mine = seatOf(table);
  const isHost = table.hostAccountId === me.value?.accountId;
  const isFull = table.occupants.length >= table.seats;
  const give = async (/** @type {string} */ method, more = {}) => {
    const answer = await call(`Lobby/${method}`, { requestId: uuid(), gameId: table.gameId, ...more });
    if (answer.table) game.table$.value = answer.table;
  };
  const position = usePosition(table);
  const chosen = useChosen(table);
  const sit = async (/** @type {string} */ colour = "") => {
    game.table$.value = await join(table.gameId, { invite, colour });
  };
  const take = (/** @type {string} */ colour) =>
    mine < 0 ? sit(colour) : give("ChooseColour", { seat: mine, colour, expectedVersion: table.version });
  useEffect(() => {
    // the link is the invitation: who opens it sits down
    if (invite && mine < 0 && !isFull && me.value) sit().catch(explain);
  }, [invite, me.value?.accountId]);
  return h(
    Fragment,
    {},
    h("h1", {}, variantName(table.variant)),
    h(
      "p",
      { class: "tags" },
      [t("{n} players", { n: table.seats }), ...tags(table), ...chosen].filter(Boolean).join(" · "),
    ),
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { "aria-label": t("Players") },
        h(
          "ol",
          { class: "places" },
          table.occupants.map((each, seat) =>
            h(Place, { key: seat, table, position, seat, occupant: each, mine: seat === mine, isHost, give }),
          ),
          Array.from({ length: table.seats - table.occupants.length }, (_, n) =>
            h(
              "li",
              { key: `free${n}`, class: "free" },
              h("span", {}, t("free")),
              n === 0 &&
                isHost &&
                h(
                  "span",
                  { class: "buttons" },
                  inOrder(variants.value.get(table.variant)?.bots ?? []).map(bot =>
                    h(
                      Button,
                      {
                        key: bot,
                        quiet: true,
                        label: t("A bot that plays {how}", { how: botName(bot) }),
                        title: botName(bot),
                        onClick: () => give("AddBot", { bot }),
                      },
                      botLabel(bot),
                    ),
                  ),
                ),
            ),
          ),
        ),
        h("p", {}, waitsFor(table, position, isHost)),
        h(
          "div",
          { class: "buttons" },
          isHost &&
            h(
              Button,
              {
                primary: true,
                disabled: !mayStart(table, position),
                onClick: () => give("StartGame", { expectedVersion: table.version }),
              },
              t("Start the game"),
            ),
          mine < 0 && !isFull && h(Button, { primary: true, onClick: () => sit() }, t("Sit down")),
          mine >= 0 &&
            table.terms?.readyCheck &&
            h(
              Button,
              {
                primary: !table.occupants[mine].ready,
                pressed: table.occupants[mine].ready,
                onClick: () => give("SetReady", { ready: !table.occupants[mine].ready }),
              },
              t("Ready"),
            ),
          mine >= 0 && h(Button, { onClick: () => give("LeaveTable") }, t("Get up")),
          isHost && h(Button, { danger: true, onClick: () => give("CloseTable") }, t("Close the table")),
        ),
      ),
      h(
        "div",
        { class: "side" },
        position && h(PositionSeats, { table, position, take: isFull && mine < 0 ? undefined : take }),
        isHost && table.private && h(Invite, { gameId: table.gameId }),
        h(Chats, { game, table }),
      ),
    ),
  );
}

/** A position needs every seat. @param {Table} table @param {Position | null} position */
const playersMin = (table, position) => (position ? table.seats : (variants.value.get(table.variant)?.playersMin ?? 2));

/** @param {Table} table @param {Position | null} position */
const mayStart = (table, position) =>
  table.occupants.length >= playersMin(table, position) &&
  (!table.terms?.readyCheck || table.occupants.every(({ ready, bot }) => ready || bot));

/** @param {Table} table @param {Position | null} position @param {boolean} isHost */
function waitsFor(table, position, isHost) {
  const least = playersMin(table, position);
  if (table.occupants.length < least) return t("{n} more players are needed.", { n: least - table.occupants.length });
  if (table.terms?.readyCheck && !mayStart(table, position)) return t("Some players are not ready yet.");
  if (table.terms?.startsWhenFull) return t("The game begins when the last seat is taken.");
  if (!isHost) return t("The host starts the game.");
  return table.occupants.length < table.seats ? t("You can start; empty seats fall away.") : t("You can start.");
}

/**
 * @param {{table: Table, position: Position | null, seat: number, occupant: turnledger.Occupant, mine: boolean,
 *   isHost: boolean, give: (method: string, more?: object) => Promise<void>}} props
 */
function Place({ table, position, seat, occupant, mine, isHost, give }) {
  const [choosing, setChoosing] = useState(false);
  const name = nameOf(occupant);
  const expectedVersion = table.version;
  const colours = position?.seats.map(({ colour }) => colour) ?? Object.keys(COLORS);
  const taken = new Set(table.occupants.map(({ colour }) => colour));
  const earlier = table.occupants.map((_, place) => (place === seat - 1 ? seat : place === seat ? seat - 1 : place));
  const choose = async (/** @type {string} */ colour) => {
    await give("ChooseColour", { seat, colour, expectedVersion });
    setChoosing(false);
  };
  return h(
    "li",
    { class: "place" },
    h(Chip, {
      look: lookOf(occupant, name),
      name,
      mark:
        [
          isBot(occupant) && t("bot"),
          mine && t("you"),
          occupant.accountId && occupant.accountId === table.hostAccountId && t("host"),
          occupant.ready && table.terms?.readyCheck && t("ready"),
          triesOf(table, occupant),
        ]
          .filter(Boolean)
          .join(", ") || undefined,
    }),
    h(
      "span",
      { class: "buttons" },
      (mine || isHost) &&
        h(
          Button,
          { quiet: true, onClick: () => setChoosing(!choosing), label: t("Colour of {name}", { name }) },
          t("Colour"),
        ),
      isHost &&
        !position && // its colours fix the order
        seat > 0 &&
        h(
          Button,
          {
            quiet: true,
            onClick: () => give("ArrangeSeats", { order: earlier, expectedVersion }),
            label: t("{name} sits further up", { name }),
          },
          "↑",
        ),
      isHost &&
        !mine &&
        h(
          Button,
          {
            quiet: true,
            onClick: () => give("ClearSeat", { seat, expectedVersion }),
            label: t("Remove {name}", { name }),
          },
          t("Remove"),
        ),
    ),
    choosing &&
      h(
        "div",
        { class: "buttons colours" },
        colours
          .filter(colour => !taken.has(colour))
          .map(colour =>
            h(
              Button,
              { key: colour, onClick: () => choose(colour) },
              h(SeatSign, { look: lookOf({ ...occupant, colour }, name) }),
              " ",
              t(colour),
            ),
          ),
      ),
  );
}

/** What an Expert makes for a move. @param {Table} table @param {turnledger.Occupant} occupant */
function triesOf(table, { bot }) {
  const tries = bot === "expert" && (table.terms?.tries ?? variants.value.get(table.variant)?.expert?.tries);
  return tries && t("tries of Expert: {n}", { n: tries });
}

/** @param {{gameId: string}} props */
function Invite({ gameId }) {
  const [link, setLink] = useState("");
  useEffect(() => {
    call("Lobby/GetInvite", { gameId }).then(
      ({ invite }) => setLink(`${location.origin}${location.pathname}#/game/${gameId}?invite=${invite}`),
      explain,
    );
  }, [gameId]);
  const copy = async () => {
    await navigator.clipboard?.writeText(link);
    announce(t("Copied."));
  };
  return h(
    "section",
    { "aria-label": t("Invitation") },
    h("h2", {}, t("Invitation")),
    h("p", {}, t("A player who opens this link takes a seat:")),
    h("input", {
      class: "invite",
      readOnly: true,
      value: link,
      "aria-label": t("Link"),
      onFocus: (/** @type {any} */ event) => event.currentTarget.select(),
    }),
    h("div", { class: "buttons" }, h(Button, { onClick: copy, disabled: !link }, t("Copy"))),
  );
}
