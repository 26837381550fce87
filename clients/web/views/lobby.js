// The first screen: what waits for me, what can be joined, what is played.
import { language, t } from "../i18n.js";
import { gameChoices, me, myGames, myGamesKnown, rematches, variantName } from "../state.js";
import { goTo, join, seatOf, statusOf, TableRow, usePublicTables } from "../tables.js";
import { Button, Later, Loading, Main, Select } from "../ui.js";
import { h, signal, useState } from "../vendor/preact.js";

const dialog = signal("");
const close = () => (dialog.value = "");
const newTable = () => import("../new_table.js");
const offers = () => import("../rematch.js");
const aroundNow = () => import("../around_now.js");
/** So many tables that are played are shown with a picture of their board. */
const PICTURED = 6;
const cards = () => import("../game_cards.js");

export default function Lobby() {
  const lists = usePublicTables();
  const [variant, setVariant] = useState("");
  return h(
    Main,
    { class: "lobby" },
    h("h1", { class: "visually-hidden" }, t("Games")),
    h(
      "div",
      { class: "buttons start" },
      h(Button, { primary: true, onClick: () => (dialog.value = "quick") }, t("Quick match")),
      h(Button, { onClick: () => (dialog.value = "new") }, t("New table")),
      h(Button, { onClick: () => (dialog.value = "bots") }, t("Play against bots")),
      h("a", { class: "button quiet", href: "#/puzzle" }, t("Puzzle of the day")),
      h("a", { class: "button quiet", href: "#/prove" }, t("Prove a game")),
      h("a", { class: "button quiet", href: `statistics?lang=${language}` }, t("Statistics")),
    ),
    h(MyGames, {}),
    h(Later, { load: cards, name: "GameCards" }),
    h(
      "div",
      { class: "filter" },
      h(Select, {
        label: t("Show"),
        value: variant,
        onChange: setVariant,
        options: [["", t("All games")], ...gameChoices()],
      }),
    ),
    h(List, {
      lists,
      status: "open",
      variant,
      title: t("Open tables"),
      empty: t("No open table. Open one, or let the server find opponents."),
    }),
    h(List, { lists, status: "running", variant, title: t("Being played"), empty: t("Nothing is played right now.") }),
    lists.known.value && h(Later, { load: aroundNow, name: "Present", tables: [...lists.tables.value.values()] }),
    h(List, { lists, status: "finished", variant, title: t("Finished"), empty: t("Nothing has been played yet.") }),
    dialog.value === "quick" && h(Later, { key: "quick", load: newTable, name: "QuickMatch", onClose: close }),
    dialog.value === "new" && h(Later, { key: "new", load: newTable, name: "NewTable", onClose: close }),
    dialog.value === "bots" &&
      h(Later, { key: "bots", load: newTable, name: "NewTable", withBots: true, onClose: close }),
  );
}

/**
 * @param {{lists: ReturnType<typeof usePublicTables>, status: string, variant: string, title: string,
 *   empty: string}} props
 */
function List({ lists, status, variant, title, empty }) {
  const tables = lists.of(status, variant);
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title, " ", h("small", {}, tables.length || "")),
    !lists.known.value
      ? h(Loading, {})
      : tables.length
        ? h(
            "ul",
            { class: "table-list" },
            tables.map((table, place) =>
              h(
                TableRow,
                {
                  key: table.gameId,
                  table,
                  picture:
                    status === "running" &&
                    place < PICTURED &&
                    h("span", { class: "picture" }, h(Later, { load: aroundNow, name: "Miniature", table })),
                },
                h(Action, { table }),
              ),
            ),
          )
        : h("p", { class: "empty" }, empty),
  );
}

/** @param {{table: turnledger.Table}} props */
function Action({ table }) {
  const status = statusOf(table);
  const seated = seatOf(table) >= 0;
  const look = (/** @type {string} */ text) => h("a", { class: "button", href: `#/game/${table.gameId}` }, text);
  if (seated) return look(status === "running" ? t("Play") : t("Open"));
  if (status === "open" && table.occupants.length < table.seats) {
    return h(
      Button,
      {
        onClick: async () => {
          await join(table.gameId);
          goTo(table.gameId);
        },
        label: t("Join: {game}", { game: variantName(table.variant) }),
      },
      t("Join"),
    );
  }
  return look(status === "running" ? t("Watch") : t("Look"));
}

/** Those that wait for me first. */
function MyGames() {
  const mine = [...myGames.value.values()].filter(
    ({ table, seat }) => seat !== undefined && ["open", "starting", "running"].includes(statusOf(table)),
  );
  mine.sort(
    (a, b) => Number(b.myTurn) - Number(a.myTurn) || (b.table.changeTime ?? "").localeCompare(a.table.changeTime ?? ""),
  );
  if (!me.value || !myGamesKnown.value || mine.length + rematches.value.length === 0) return null;
  const turns = mine.filter(({ myTurn }) => myTurn).length;
  return h(
    "section",
    { class: "mine", "aria-label": t("My games") },
    h("h2", {}, t("My games"), turns ? h("span", { class: "count" }, t("your turn in {n}", { n: turns })) : null),
    rematches.value.length > 0 && h(Later, { load: offers, name: "Offers" }),
    h(
      "ul",
      { class: "table-list" },
      mine.map(({ table, myTurn }) =>
        h(
          TableRow,
          { key: table.gameId, table },
          h(
            "a",
            { class: `button${myTurn ? " primary" : ""}`, href: `#/game/${table.gameId}` },
            myTurn ? t("Your turn") : t("Open"),
          ),
        ),
      ),
    ),
  );
}
