// Programs that play here: their rating in a game, and a challenge to one.
import { callUntilAnswered } from "../api.js";
import { uuid } from "../browser.js";
import { t } from "../i18n.js";
import { sitDown } from "../own_chance.js";
import { usePages } from "../pages.js";
import { catalogue, gameChoices } from "../state.js";
import { goTo } from "../tables.js";
import { Button, explain, Main, Select } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";
import { Rating } from "./rating.js";

export default function ProgramsPage() {
  const [variant, setVariant] = useState("card_game");
  const [rows, setRows] = useState(/** @type {turnledger.LeaderboardRow[]} */ ([]));
  const { found, isMore, more } = usePages("Programs/ListPrograms", "programs", {});
  useEffect(() => {
    const stop = new AbortController();
    catalogue().catch(() => {});
    callUntilAnswered("Views/GetLeaderboard", { variant, programs: true, pageSize: 100 }, stop.signal).then(
      answer => setRows(answer.rows),
      error => stop.signal.aborted || explain(error),
    );
    return () => stop.abort();
  }, [variant]);
  const challenge = (/** @type {string} */ accountId) =>
    sitDown("Lobby/CreateTable", {
      requestId: uuid(),
      variant,
      seats: 2,
      private: true,
      join: true,
      terms: { invitedAccountIds: [accountId], startsWhenFull: true },
    }).then(table => goTo(table.gameId));
  const row = (/** @type {turnledger.Program} */ { player, owner }) => {
    const { accountId = "", displayName: name = "" } = player ?? {};
    const record = rows.find(each => each.player?.accountId === accountId)?.record;
    return h(
      "li",
      { key: accountId },
      h(
        "span",
        {},
        h("a", { href: `#/player/${accountId}` }, name),
        " ",
        record && h(Rating, { record }),
        " ",
        h("small", {}, t("by {name}", { name: owner?.displayName })),
      ),
      h(
        Button,
        { class: "small", label: t("Challenge {name}", { name }), onClick: () => challenge(accountId) },
        t("Challenge"),
      ),
    );
  };
  return h(
    Main,
    { class: "a-settings a-player" },
    h("h1", {}, t("Programs that play here")),
    h(Select, {
      label: t("Game"),
      value: variant,
      onChange: setVariant,
      options: gameChoices(),
    }),
    found?.length
      ? h("ul", { class: "rows" }, found.map(row))
      : h("p", { class: "empty" }, found ? t("None yet.") : "…"),
    isMore && h(Button, { onClick: more }, t("More")),
  );
}
