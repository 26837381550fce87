// What the parts of a tournament's screen share: names, and lists that are read again when it has moved.
import { all } from "../api.js";
import { t } from "../i18n.js";
import { explain } from "../ui.js";
import { useEffect, useState } from "../vendor/preact.js";

/** @typedef {turnledger.Tournament} Tournament */
export const nameOf = (/** @type {turnledger.Entrant | undefined} */ entrant) =>
  entrant?.player?.displayName || t("deleted account");

/** The names of those at a table. @param {turnledger.TournamentPairing} pairing */
export const playersOf = ({ seats }) => seats.map(({ entrant }) => nameOf(entrant)).join(", ");

const moment = (/** @type {string} */ time) =>
  new Date(time).toLocaleString(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });

/**
 * The name that an official gave the table, or its number; and its start time as long as it is not open.
 * @param {turnledger.TournamentPairing} pairing
 */
export const tableName = ({ name, table, startTime, gameId }) =>
  [
    name || t("Table {table}", { table }),
    startTime && !gameId ? ` (${t("begins {time}", { time: moment(startTime) })})` : "",
  ].join("");

/**
 * All of a list of the tournament, read again whenever it has moved, and once all its tables are open.
 * @param {string} method
 * @param {string} field
 * @param {Tournament} tournament
 */
export function useRead(method, field, { eventId, version, openingTables }) {
  const [found, setFound] = useState(/** @type {any[]} */ ([]));
  useEffect(() => {
    const stop = new AbortController();
    all(`Tournaments/${method}`, { eventId }, field, stop.signal).then(
      setFound,
      error => stop.signal.aborted || explain(error),
    );
    return () => stop.abort();
  }, [eventId, version, openingTables > 0]);
  return found;
}
