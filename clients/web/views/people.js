// Other people: found, followed, played with, kept away from; who may find me; what became of what I reported.
import { all, call } from "../api.js";
import { uuid } from "../browser.js";
import { ago, t } from "../i18n.js";
import { me } from "../session.js";
import { sitDown } from "../own_chance.js";
import { goTo } from "../tables.js";
import { Button, Check, explain, Form, Loading, Main, TextField } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";

/** What is known of others; read again after each change. */
async function read() {
  const [followed, blocked, { companions }, { listed }, reports] = await Promise.all([
    all("People/ListFollowed", {}, "players"),
    all("People/ListBlocked", {}, "players"),
    call("People/ListPlayedWith"),
    call("People/GetListed"),
    all("Chat/ListMyReports", {}, "reports"),
  ]);
  return { followed, blocked, companions, listed, reports };
}

export default function PeoplePage() {
  const [known, setKnown] = useState(/** @type {any} */ (null));
  const [name, setName] = useState("");
  const [found, setFound] = useState(/** @type {turnledger.Player[] | null} */ (null));
  const again = () => read().then(setKnown, explain);
  const mine = me.value?.accountId;
  useEffect(() => void (mine && again()), [mine]);
  if (!known) return h(Main, {}, h(Loading, {}));
  const has = (/** @type {turnledger.Player[]} */ list, /** @type {turnledger.Player} */ { accountId }) =>
    list.some(each => each.accountId === accountId);
  const press = (
    /** @type {string} */ method,
    /** @type {turnledger.Player} */ player,
    /** @type {string} */ text,
    label = `${text}: ${player.displayName}`,
  ) =>
    h(
      Button,
      { class: "small", label, onClick: () => call(`People/${method}`, { accountId: player.accountId }).then(again) },
      text,
    );
  const row = (/** @type {turnledger.Player} */ player, /** @type {any} */ more = null) =>
    h(
      "li",
      { key: player.accountId },
      h(
        "span",
        {},
        h("a", { href: `#/player/${player.accountId}` }, player.displayName || t("deleted account")),
        " ",
        more,
      ),
      player.accountId !== mine &&
        h(
          "span",
          { class: "buttons" },
          has(known.followed, player)
            ? press("Unfollow", player, t("Follow no more"))
            : press("Follow", player, t("Follow")),
          has(known.blocked, player) ? press("Unblock", player, t("Unblock")) : press("Block", player, t("Block")),
        ),
    );
  const list = (/** @type {string} */ title, /** @type {any[]} */ rows, /** @type {string} */ empty) =>
    h(
      "section",
      { "aria-label": title },
      h("h2", {}, title),
      rows.length ? h("ul", { class: "rows" }, rows) : h("p", { class: "empty" }, empty),
    );
  const rematch = (/** @type {string} */ gameId) =>
    sitDown("Lobby/Rematch", { requestId: uuid(), gameId }).then(table => goTo(table.gameId));
  return h(
    Main,
    { class: "a-settings a-player" },
    h("h1", {}, t("People")),
    h("p", {}, h("a", { href: "#/programs" }, t("Programs that play here"))),
    h(
      Form,
      {
        class: "say",
        onSubmit: async () => setFound((await call("People/FindPlayers", { name: name.trim() })).players),
      },
      h(TextField, {
        label: t("Find by name"),
        value: name,
        onInput: setName,
        minLength: 2,
        maxLength: 32,
        required: true,
      }),
      h(Button, { type: "submit" }, t("Find")),
    ),
    found &&
      list(
        t("Found"),
        found.map(each => row(each)),
        t("No name begins like this."),
      ),
    list(
      t("Followed"),
      known.followed.map((/** @type {turnledger.Player} */ each) => row(each)),
      t("You follow no players. Other players cannot see your list."),
    ),
    list(
      t("Played with"),
      known.companions.map((/** @type {turnledger.Companion} */ { player, games, lastGameId, lastTime }) =>
        row(/** @type {turnledger.Player} */ (player), [
          h("small", {}, t("games together: {n}", { n: games }), ", ", ago(lastTime)),
          " ",
          h(
            Button,
            {
              class: "small",
              label: t("Play again with {name}", { name: player?.displayName }),
              onClick: () => rematch(lastGameId),
            },
            t("Play again"),
          ),
        ]),
      ),
      t("No players yet."),
    ),
    list(
      t("Blocked"),
      known.blocked.map((/** @type {turnledger.Player} */ each) => row(each)),
      t(
        "No players. A blocked player does not learn of it: no quick match brings you together, and you do not see their messages.",
      ),
    ),
    known.reports.length > 0 &&
      list(
        t("My reports"),
        known.reports.map((/** @type {turnledger.MyReport} */ { gameId, about, text, settled, answer, createTime }) =>
          h(
            "li",
            { key: createTime },
            h(
              "span",
              {},
              h("a", { href: `#/game/${gameId}` }, about?.displayName || t("deleted account")),
              ": ",
              text,
              " ",
              h("small", {}, ago(createTime)),
            ),
            h("em", {}, settled ? answer || t("settled") : t("not settled yet")),
          ),
        ),
        "",
      ),
    me.value?.guest
      ? h("p", { class: "small" }, t("Guests are not found by search."))
      : h(Check, {
          label: t("Others find me by my name"),
          checked: known.listed,
          onChange: listed => call("People/SetListed", { listed }).then(again, explain),
        }),
  );
}
