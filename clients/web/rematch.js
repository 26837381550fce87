// A rematch: asked for after a game, seen by its other players at the table and in the lobby, and accepted there.
import { uuid } from "./browser.js";
import { t } from "./i18n.js";
import { nameOf } from "./looks.js";
import { sitDown } from "./own_chance.js";
import { myGames, rematches } from "./state.js";
import { goTo, statusOf, TableRow } from "./tables.js";
import { Button } from "./ui.js";
import { h } from "./vendor/preact.js";

/** @typedef {turnledger.Table} Table */

/** Opens the table at which the players of a game meet again, or sits down there. @param {string} gameId */
const meet = async gameId => goTo((await sitDown("Lobby/Rematch", { requestId: uuid(), gameId })).gameId);

/** Names of the players who already sit at a table. @param {Table} table */
const there = ({ occupants }) =>
  occupants
    .filter(({ accountId }) => accountId)
    .map(nameOf)
    .join(", ");

/** At the end of a game. @param {{table: Table}} props */
export function Rematch({ table: { gameId } }) {
  const isNext = (/** @type {Table} */ { terms, status }) =>
    terms?.rematchOfGameId === gameId && status !== "TABLE_STATUS_CLOSED";
  const mine = [...myGames.value.values()].find(game => game.seat !== undefined && isNext(game.table));
  const offered = rematches.value.find(game => isNext(game.table));
  if (mine)
    return h(
      "a",
      { class: "button primary", href: `#/game/${mine.table.gameId}` },
      statusOf(mine.table) === "open" ? t("To the rematch, which waits for the others") : t("To the rematch"),
    );
  return h(
    "div",
    { class: "rematch" },
    h("p", { role: "status" }, offered ? t("{names}: a rematch?", { names: there(offered.table) }) : ""),
    h(Button, { primary: true, onClick: () => meet(gameId) }, offered ? t("Accept the rematch") : t("Rematch")),
  );
}

/** In the lobby: rematches that wait for the reader. */
export const Offers = () =>
  h(
    "ul",
    { class: "table-list rematches" },
    rematches.value.map(({ table }) =>
      h(
        TableRow,
        { key: table.gameId, table },
        h(
          Button,
          {
            primary: true,
            label: t("Accept the rematch with {names}", { names: there(table) }),
            onClick: () => meet(table.terms?.rematchOfGameId ?? ""),
          },
          t("Accept the rematch"),
        ),
      ),
    ),
  );
