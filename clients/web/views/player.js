// What is public of a player: rating and record per variant, among people and with bots, live and over days, and the
// last games.
import { call, callUntilAnswered, ServiceError } from "../api.js";
import { language, t } from "../i18n.js";
import { calledBy } from "../looks.js";
import { catalogue, me, variantName } from "../state.js";
import { TableRow } from "../tables.js";
import { announce, Button, DataTable, Later, Loading, Main, saysOf } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";
import { Rating } from "./rating.js";

/** @param {{params: string[]}} props */
export default function PlayerPage({ params: [accountId] }) {
  const [found, setFound] = useState(/** @type {turnledger.GetPlayerResponse | null} */ (null));
  const [refused, setRefused] = useState("");
  useEffect(() => {
    const stop = new AbortController();
    catalogue().catch(() => {});
    callUntilAnswered("Views/GetPlayer", { accountId }, stop.signal).then(setFound, error => {
      if (stop.signal.aborted) return;
      if (!(error instanceof ServiceError)) throw error;
      setRefused(saysOf(error));
    });
    return () => stop.abort();
  }, [accountId]);
  if (refused) return h(Main, {}, h("h1", {}, refused), h("p", {}, h("a", { href: "#/" }, t("To the games"))));
  if (!found) return h(Main, {}, h(Loading, {}));
  const { player, playing, records, recent, reliability } = found;
  const of = (/** @type {boolean} */ withBots, /** @type {string} */ pace) =>
    records.filter(each => each.withBots === withBots && each.pace === `GAME_PACE_${pace}`);
  return h(
    Main,
    { class: "a-player" },
    h("h1", {}, calledBy(player), accountId === me.value?.accountId ? h("small", {}, ` ${t("you")}`) : null),
    accountId !== me.value?.accountId &&
      h(
        "div",
        { class: "buttons" },
        h(
          Button,
          {
            onClick: () =>
              call("People/Follow", { accountId }).then(() =>
                announce(t("You follow {name} now.", { name: player?.displayName })),
              ),
          },
          t("Follow"),
        ),
        player?.program
          ? h("a", { class: "button", href: "#/programs" }, t("Programs that play here"))
          : h("a", { class: "button", href: "#/people" }, t("People")),
      ),
    h(
      "p",
      {},
      t("Games that are open or being played: {n}.", { n: playing }),
      " ",
      reliability?.games
        ? t(
            "Of the last {games} games: {finished} played to the end, {left} left, {timedOut} lost with the time.",
            reliability,
          )
        : "",
    ),
    records.every(({ withBots }) => withBots) && h("p", { class: "empty" }, t("No finished game among people yet.")),
    h(Records, { accountId, title: t("Among people, games over days"), records: of(false, "SLOW") }),
    h(Records, { accountId, title: t("Among people, live games"), records: of(false, "LIVE") }),
    h(Records, { accountId, title: t("With bots, games over days"), records: of(true, "SLOW") }),
    h(Records, { accountId, title: t("With bots, live games"), records: of(true, "LIVE") }),
    h(
      "section",
      { "aria-label": t("The last games") },
      h("h2", {}, t("The last games")),
      recent.length
        ? h("ul", { class: "table-list" }, recent.map(lookBack))
        : h("p", { class: "empty" }, t("No finished game at a public table yet.")),
      recent.length > 0 && h(Older, { accountId, known: recent }),
    ),
    h(
      "p",
      {},
      h("a", { href: `#/leaderboard?around=${accountId}` }, t("On the leaderboard")),
      " ",
      h("a", { href: `statistics/player/${accountId}?lang=${language}` }, t("Statistics")),
    ),
  );
}

/**
 * Their games together first; nothing where none was played.
 * @param {{accountId: string, title: string, records: turnledger.PlayerRecord[]}} props
 */
function Records({ accountId, title, records }) {
  const [opened, open] = useState(false);
  if (!records.length) return null;
  const sorted = records.toSorted(
    (a, b) => Number(Boolean(a.variant)) - Number(Boolean(b.variant)) || b.games - a.games,
  );
  return h(
    "section",
    { "aria-label": title },
    h("h2", {}, title),
    h(DataTable, {
      label: title,
      head: [t("Game"), t("Rating"), t("Games"), t("Won"), t("Best score"), t("Won in a row")],
      rows: sorted.map(each => [
        each.variant ? variantName(each.variant) : t("All games"),
        h(Rating, { record: each }),
        each.games,
        each.wins,
        each.bestScore,
        each.streak,
      ]),
    }),
    sorted.some(({ provisional }) => provisional) &&
      h(
        "p",
        { class: "small" },
        t(
          "? provisional: too few games, or too few different opponents, for a place on the leaderboard. The figure after ± is one standard deviation.",
        ),
      ),
    h(
      "details",
      { onToggle: () => open(true) },
      h("summary", {}, t("How the rating went")),
      opened && h(Later, { load: ratings, name: "Ratings", accountId, records: sorted }),
    ),
  );
}

const ratings = () => import("./ratings.js");

const lookBack = (/** @type {turnledger.Table} */ table) =>
  h(
    TableRow,
    { key: table.gameId, table },
    h("a", { class: "button", href: `#/game/${table.gameId}/${table.version}` }, t("Look back")),
  );

/** All finished games at public tables, page by page. @param {{accountId: string, known: turnledger.Table[]}} props */
function Older({ accountId, known }) {
  const [tables, setTables] = useState(/** @type {turnledger.Table[]} */ ([]));
  const [next, setNext] = useState(/** @type {string | null} */ (null));
  const more = async () => {
    const answer = await call("Views/ListPlayerGames", { accountId, pageToken: next ?? "" });
    setTables([
      ...tables,
      ...answer.tables.filter(
        (/** @type {turnledger.Table} */ { gameId }) => !known.some(each => each.gameId === gameId),
      ),
    ]);
    setNext(answer.nextPageToken);
  };
  return h(
    "div",
    {},
    tables.length > 0 && h("ul", { class: "table-list" }, tables.map(lookBack)),
    next !== "" && h("div", { class: "buttons" }, h(Button, { onClick: more }, t("Earlier games"))),
  );
}
