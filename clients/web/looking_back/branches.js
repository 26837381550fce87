// Playing on from a version at a table of its own, and the tables that did.
import { call, callUntilAnswered } from "../api.js";
import { uuid } from "../browser.js";
import { t } from "../i18n.js";
import { sitDown } from "../own_chance.js";
import { goTo, seatOf } from "../tables.js";
import { Button, Check, Dialog } from "../ui.js";
import { h, useEffect, useState } from "../vendor/preact.js";

/** @typedef {import("./past.js").Past} Past */

/**
 * Opens a table at a version, and takes the viewer's own seat there, if the game has one.
 * @param {Past} past
 * @param {number} version
 * @param {boolean} isPrivate
 */
export async function playOn(past, version, isPrivate) {
  const { table } = await call("History/BranchGame", {
    requestId: uuid(),
    gameId: past.id,
    version,
    private: isPrivate,
  });
  const own = past.table.occupants[seatOf(past.table)];
  if (own) await sitDown("Lobby/JoinTable", { requestId: uuid(), gameId: table.gameId, colour: own.colour });
  goTo(table.gameId);
}

/** @param {{past: Past}} props */
export function PlayOn({ past }) {
  const [asking, setAsking] = useState(false);
  const [listed, setListed] = useState(false);
  if (!past.isOver && seatOf(past.table) < 0) return null;
  const { version } = past.boards$.value[past.wanted$.value];
  const isOwn = seatOf(past.table) >= 0;
  return h(
    "span",
    {},
    h(Button, { onClick: () => setAsking(true) }, t("Play on from here")),
    asking &&
      h(
        Dialog,
        { title: t("Play on from version {version}", { version }), onClose: () => setAsking(false) },
        h(
          "p",
          {},
          t(
            "A new table opens that continues from here. It counts for no rating. What you could not know then is dealt again. Players or bots take the seats.",
          ),
          " ",
          isOwn && t("You sit down on your own seat."),
        ),
        h(Check, { label: t("List the table in the lobby"), checked: listed, onChange: setListed }),
        h(
          "div",
          { class: "buttons" },
          h(Button, { primary: true, onClick: () => playOn(past, version, !listed) }, t("Open the table")),
          h(Button, { onClick: () => setAsking(false) }, t("Cancel")),
        ),
      ),
  );
}

/** @param {{past: Past}} props */
export function Branches({ past }) {
  const [found, setFound] = useState(/** @type {turnledger.Branch[]} */ ([]));
  useEffect(() => {
    callUntilAnswered("History/ListBranches", { gameId: past.id, pageSize: 100 }, past.stopping.signal).then(
      ({ branches }) => setFound(branches),
      () => {},
    );
  }, [past]);
  if (!found.length) return null;
  return h(
    "section",
    { "aria-label": t("Branches") },
    h("h2", {}, t("Branches")),
    h(
      "ul",
      { class: "rows" },
      found.map(({ gameId, version, kind }) =>
        h(
          "li",
          { key: gameId },
          h(
            "a",
            { href: `#/game/${gameId}` },
            kind === "LINEAGE_KIND_IMPORT"
              ? t("A table that continues from a file")
              : t("A table that continues from version {version}", { version }),
          ),
          h(
            Button,
            { quiet: true, onClick: () => past.move(past.placeOf(version)) },
            t("To version {version}", { version }),
          ),
        ),
      ),
    ),
  );
}
