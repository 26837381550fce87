// The position from which a table continues: who had each seat, what it had, and which seats are free.
import { callUntilAnswered } from "./api.js";
import { gameOf } from "./games/index.js";
import { t } from "./i18n.js";
import { lookOf, nameOf } from "./looks.js";
import { Button, Chip } from "./ui.js";
import { h, useEffect, useState } from "./vendor/preact.js";

/**
 * A seat of a position: the name of its player in the older game, and its figures there.
 * @typedef {{colour: string, player: string, isToAct: boolean, figures: [string, number][]}} PositionSeat
 * @typedef {{link: string, seats: PositionSeat[]}} Position `link`: to the older game; empty for an imported one
 */

/** The position of a table that continues another game; null for other tables. @param {turnledger.Table} table */
export function usePosition({ gameId, rated }) {
  const [position, setPosition] = useState(/** @type {Position | null} */ (null));
  useEffect(() => {
    if (rated) return; // such tables are unrated (TB-BRANCH-01)
    const stop = new AbortController();
    read(gameId, stop.signal).then(setPosition, error => stop.signal.aborted || console.warn(error.message));
    return () => stop.abort();
  }, [gameId]);
  return position;
}

/** @param {string} gameId @param {AbortSignal} stop @returns {Promise<Position | null>} */
async function read(gameId, stop) {
  const { events } = await callUntilAnswered("History/ListEvents", { gameId, pageSize: 1 }, stop);
  const position = events[0]?.table?.gameOpened?.position;
  if (!position) return null;
  const { gameId: id, version, kind } = position.lineage;
  const older =
    kind === "LINEAGE_KIND_BRANCH"
      ? await boardAt(id, version, stop).catch(error => console.warn(error.message)) // it may be private
      : null;
  const seats = position.colours.map((/** @type {string} */ colour, /** @type {number} */ seat) => ({
    colour,
    player: older ? nameOf(older.occupants[seat]) : t(colour),
    isToAct: older?.toAct.includes(seat) ?? false,
    figures: older?.figuresOf(seat) ?? [],
  }));
  return { link: older ? `#/game/${id}/${version}` : "", seats };
}

/** @param {string} gameId @param {number} version @param {AbortSignal} stop */
async function boardAt(gameId, version, stop) {
  const [{ table }, { snapshot }] = await Promise.all([
    callUntilAnswered("Lobby/GetTable", { gameId }, stop),
    callUntilAnswered("Views/GetBoard", { gameId, version, parts: { board: true } }, stop),
  ]);
  const about = await gameOf(snapshot.board)?.about();
  const seats = about ? /** @type {any} */ (Object.values(snapshot.board)[0])[about.seats] : [];
  const figuresOf = (/** @type {number} */ seat) =>
    Object.entries(about?.figures ?? {}).map(
      ([name, figure]) => /** @type {[string, number]} */ ([name, figure(seats[seat])]),
    );
  return { occupants: table.occupants, toAct: snapshot.toAct, figuresOf };
}

/**
 * The seats of the position in its order. `take`: sits down on a free one; absent for viewers who cannot.
 * @param {{table: turnledger.Table, position: Position, take?: (colour: string) => Promise<void>}} props
 */
export function PositionSeats({ table, position: { link, seats }, take }) {
  return h(
    "section",
    { "aria-label": t("Seats of the position") },
    h("h2", {}, t("Seats of the position")),
    h(
      "p",
      { class: "small" },
      t("This table continues another game. The game starts when every seat is taken."),
      " ",
      link && h("a", { href: link }, t("Look at the position")),
    ),
    h(
      "ul",
      { class: "rows position" },
      seats.map(({ colour, player, isToAct, figures }) => {
        const now = table.occupants.find(each => each.colour === colour);
        return h(
          "li",
          { key: colour },
          h(Chip, {
            look: lookOf(/** @type {any} */ ({ colour }), player),
            name: player,
            mark: isToAct ? t("to act") : undefined,
          }),
          h("span", { class: "small" }, figures.map(([name, n]) => `${name}: ${n ?? 0}`).join(" · ")),
          now
            ? h("span", {}, t("taken by {name}", { name: nameOf(now) }))
            : take &&
                h(
                  Button,
                  { quiet: true, label: t("Take the seat of {name}", { name: player }), onClick: () => take(colour) },
                  t("Take this seat"),
                ),
        );
      }),
    ),
  );
}
