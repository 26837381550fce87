// One tournament: entry, your next game, standings as they move, who plays whom and why, and what officials decide.
import { call, callUntilAnswered, stream, watch } from "../api.js";
import { nonce, uuid } from "../browser.js";
import { now } from "../clock.js";
import { t } from "../i18n.js";
import { catalogue, me, myGames, variantName } from "../state.js";
import { Button, DataTable, explain, Loading, Main } from "../ui.js";
import { Fragment, h, useEffect, useState } from "../vendor/preact.js";
import { Officials } from "./tournament_officials.js";
import { nameOf, playersOf, tableName, useRead } from "./tournament_parts.js";
import { FORMS, STATUSES, word } from "./tournaments.js";

/**
 * @typedef {turnledger.Tournament} Tournament
 * @typedef {turnledger.TournamentPairing} Pairing
 * @typedef {turnledger.StandingsRow} Row
 */
const UNIT = 120;
/** The most entrants whose games with each other fit on a screen; the file has more. */
const CROSSTABLE_MAX = 100;
const FILES = /** @type {[string, string][]} */ ([
  ["STANDINGS", t("Standings for a spreadsheet")],
  ["CROSSTABLE", t("Crosstable for a spreadsheet")],
]);
const points = (/** @type {number} */ units) => String(Math.round((units / UNIT) * 100) / 100);

/** @param {{params: string[]}} props */
export default function TournamentScreen({ params: [eventId] }) {
  const [told, setTold] = useState(/** @type {turnledger.GetTournamentResponse | null} */ (null));
  const [missing, setMissing] = useState(false);
  const read = async () => setTold(await callUntilAnswered("Tournaments/GetTournament", { eventId }));
  useEffect(() => {
    const stop = new AbortController();
    catalogue().catch(() => {});
    watch(
      "Tournaments/WatchTournament",
      () => ({ eventId }),
      read,
      stop.signal,
      () => setMissing(true),
    ).catch(error => stop.signal.aborted || explain(error));
    return () => stop.abort();
  }, [eventId]);
  const tournament = told?.tournament;
  if (!told || !tournament)
    return h(Main, {}, missing ? h("h1", {}, t("There is no such tournament.")) : h(Loading, {}));
  const status = word(tournament.status);
  const began = status === "RUNNING" || status === "ENDED";
  const { terms } = tournament;
  return h(
    Main,
    {},
    h("p", {}, h("a", { href: "#/tournaments" }, t("All tournaments"))),
    h("h1", {}, terms?.name),
    h(
      "p",
      {},
      [
        FORMS.find(([each]) => each === word(terms?.form ?? ""))?.[1],
        (terms?.variants ?? []).map(variantName).join(", "),
        t("{n} entrants", { n: tournament.players }),
        ...(terms?.draws ? [t("each draw waits for the beacon")] : []),
      ].join(" · "),
    ),
    h(
      "p",
      { role: "status" },
      tournament.paused ? t("is paused") : STATUSES[status],
      status === "RUNNING" && tournament.round ? ` · ${stage(tournament)}` : "",
    ),
    h(Own, { told, read }),
    began && h(Played, { tournament }),
    !began && h(Entrants, { tournament }),
    told.official && status !== "ENDED" && h(Officials, { tournament, read }),
  );
}

/** What the reader can do in it. @param {{told: turnledger.GetTournamentResponse, read: () => Promise<void>}} props */
function Own({ told, read }) {
  const { tournament, me: entrant, myPairings } = told;
  const eventId = tournament?.eventId;
  const status = word(tournament?.status ?? "");
  const give = async (/** @type {string} */ method, more = {}) => {
    await call(`Tournaments/${method}`, { requestId: uuid(), eventId, ...more });
    await read();
  };
  const stands = word(entrant?.status ?? "");
  const isIn = stands === "IN" || stands === "WAITING";
  return h(
    "section",
    { "aria-label": t("You in this tournament") },
    myPairings.length
      ? h(
          "div",
          {},
          h("h2", {}, t("Your games")),
          h(
            "ul",
            {},
            myPairings.map(each => h("li", { key: each.table }, h(OwnTable, { pairing: each }), ` ${playersOf(each)}`)),
          ),
        )
      : null,
    told.offered && h("p", {}, t("A place is offered to you.")),
    stands === "WAITING" && h("p", {}, t("All places are taken: you wait for one.")),
    stands === "OUT" && h("p", {}, t("You have left this tournament.")),
    h(
      "div",
      { class: "buttons" },
      (status === "ENTRY" ||
        told.offered ||
        (status === "RUNNING" &&
          (tournament?.endTime
            ? Date.parse(tournament.endTime) > now()
            : word(tournament?.terms?.form ?? "") === "GIVEN"
              ? !tournament?.pairingClosed
              : (tournament?.round ?? 0) <= (tournament?.terms?.lateRounds ?? 0)))) &&
        !entrant &&
        h(Button, { primary: true, onClick: () => give("EnterTournament", { nonce: nonce() }) }, t("Enter")),
      status === "ENTRY" &&
        isIn &&
        tournament?.terms?.checkIn &&
        !entrant?.checkedIn &&
        h(Button, { primary: true, onClick: () => give("CheckInToTournament") }, t("I am here")),
      ["ENTRY", "RUNNING"].includes(status) &&
        isIn &&
        h(Button, { onClick: () => give("WithdrawFromTournament") }, t("Withdraw")),
    ),
  );
}

/** When an arena ends, or which round is played. @param {Tournament} tournament */
function stage({ endTime, round }) {
  if (!endTime) return t("round {round}", { round });
  const language = document.documentElement.lang;
  const time = new Date(endTime).toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  return t("until {time}", { time });
}

/** A link once the table is open, a moment after it was paired. @param {{pairing: Pairing}} props */
function OwnTable({ pairing }) {
  const { gameId, status } = pairing;
  const name = tableName(pairing);
  return word(status) !== "OPEN" || myGames.value.has(gameId) ? h("a", { href: `#/game/${gameId}` }, name) : name;
}

/** @param {{tournament: Tournament}} props */
function Played({ tournament }) {
  const rows = /** @type {Row[]} */ (useRead("ListStandings", "rows", tournament));
  const pairings = /** @type {Pairing[]} */ (useRead("ListPairings", "pairings", tournament));
  return h(
    Fragment,
    {},
    h(Standings, { tournament, rows }),
    rows.length > 0 && rows.length <= CROSSTABLE_MAX && h(Crosstable, { tournament, rows, pairings }),
    h(Pairings, { tournament, found: pairings }),
  );
}

/** The viewer's place among these rows. @param {Row[]} rows */
const placeOf = rows => rows.findIndex(({ entrant }) => entrant?.player?.accountId === me.value?.accountId);

/** @param {{tournament: Tournament, rows: Row[]}} props */
function Standings({ tournament, rows }) {
  const save = async (/** @type {string} */ file) => {
    const parts = [];
    for await (const { content } of stream("Tournaments/ExportTournament", {
      eventId: tournament.eventId,
      file: `TOURNAMENT_FILE_${file}`,
    }))
      parts.push(Uint8Array.from(atob(content), letter => letter.charCodeAt(0)));
    const link = URL.createObjectURL(new Blob(parts, { type: "text/csv" }));
    Object.assign(document.createElement("a"), { href: link, download: `${file.toLowerCase()}.csv` }).click();
    URL.revokeObjectURL(link);
  };
  return h(
    "section",
    { "aria-label": t("Standings") },
    h("h2", {}, t("Standings")),
    Array.from({ length: tournament.divisions }, (_, division) => {
      const its = rows.filter(row => row.division === division);
      const label = t("Division {n}", { n: division + 1 });
      return h(DataTable, {
        key: division,
        label,
        caption: tournament.divisions > 1 ? label : "",
        kind: "a-table a-leaders",
        head: [t("Place"), t("Player"), t("Points"), t("Games"), t("Won"), t("Strength"), t("Share")],
        heading: 1,
        own: placeOf(its),
        rows: its.map(({ rank, entrant, played, wins, share, ...row }) => [
          rank || "–",
          nameOf(entrant),
          points(row.points),
          played,
          wins,
          points(row.strength),
          `${(share / 10_000).toFixed(1)} %`,
        ]),
      });
    }),
    h(
      "div",
      { class: "buttons" },
      FILES.map(([file, name]) => h(Button, { key: file, quiet: true, onClick: () => save(file) }, name)),
    ),
  );
}

/**
 * The points of each pair's games, in the order of the standings; empty where they have not met.
 * @param {{tournament: Tournament, rows: Row[], pairings: Pairing[]}} props
 */
function Crosstable({ tournament, rows, pairings }) {
  const [open, setOpen] = useState(false);
  return h(
    "details",
    { onToggle: (/** @type {any} */ event) => setOpen(event.currentTarget.open) },
    h("summary", {}, t("Crosstable")),
    open &&
      Array.from({ length: tournament.divisions }, (_, division) =>
        h(CrosstableOf, {
          key: division,
          label: tournament.divisions > 1 ? t("Division {n}", { n: division + 1 }) : "",
          rows: rows.filter(row => row.division === division),
          pairings,
        }),
      ),
  );
}

/** @param {{label: string, rows: Row[], pairings: Pairing[]}} props */
function CrosstableOf({ label, rows, pairings }) {
  const met = metBy(pairings);
  return h(DataTable, {
    label: `${t("Crosstable")} ${label}`.trim(),
    caption: label,
    head: [t("Player"), ...rows.map(({ entrant }, n) => h("abbr", { title: nameOf(entrant) }, n + 1))],
    own: placeOf(rows),
    rows: rows.map(({ entrant }, n) => [
      `${n + 1}. ${nameOf(entrant)}`,
      ...rows.map(({ entrant: other }) => {
        const units = met.get(`${entrant?.number} ${other?.number}`);
        return other === entrant ? "×" : units === undefined ? "" : points(units);
      }),
    ]),
  });
}

/** The points of each entrant in its games with each other one. @param {Pairing[]} pairings */
function metBy(pairings) {
  const found = /** @type {Map<string, number>} */ (new Map());
  for (const { seats } of pairings)
    for (const one of seats)
      for (const other of seats) {
        if (one === other || one.scored === undefined || other.scored === undefined) continue;
        const pair = `${one.entrant?.number} ${other.entrant?.number}`;
        found.set(pair, (found.get(pair) ?? 0) + one.scored);
      }
  return found;
}

/** Round by round, the last one first. @param {{tournament: Tournament, found: Pairing[]}} props */
function Pairings({ tournament, found }) {
  const rounds = [...new Set(found.map(({ round }) => round))].sort((a, b) => b - a);
  const named = !tournament.endTime;
  return h(
    "section",
    { "aria-label": t("Pairings") },
    h("h2", {}, t("Pairings")),
    found.some(({ given }) => given) && h("p", {}, t("An official chose these tables. They were not drawn.")),
    rounds.map(round =>
      h(
        "div",
        { key: round },
        named && h("h3", {}, t("Round {round}", { round })),
        h(
          "ul",
          {},
          found
            .filter(each => each.round === round)
            .map(each =>
              h(
                "li",
                { key: each.table },
                each.gameId ? h("a", { href: `#/game/${each.gameId}` }, tableName(each)) : tableName(each),
                ` ${each.seats.map((seat, place) => seatTold(each, seat, place)).join(", ")}`,
                word(each.status) === "ANNULLED" ? ` (${t("annulled")})` : "",
                each.seats.some(({ met }) => met) ? h("small", {}, ` ${t("some have met before")}`) : null,
              ),
            ),
        ),
      ),
    ),
  );
}

const seatTold = (
  /** @type {Pairing} */ pairing,
  /** @type {turnledger.PairingSeat} */ seat,
  /** @type {number} */ place,
) => {
  const rank = pairing.standings.find(each => each.seat === place)?.rank;
  return (rank ? rank + ". " : "") + `${nameOf(seat.entrant)} (${points(seat.points)})`;
};

/** @param {{tournament: Tournament}} props */
function Entrants({ tournament }) {
  const found = /** @type {turnledger.Entrant[]} */ (useRead("ListEntrants", "entrants", tournament));
  const shown = found.filter(({ status }) => ["IN", "WAITING"].includes(word(status)));
  return h(
    "section",
    { "aria-label": t("Entrants") },
    h("h2", {}, t("Entrants")),
    shown.length
      ? h(
          "ol",
          {},
          shown.map(each => h("li", { key: each.number }, nameOf(each))),
        )
      : h("p", { class: "empty" }, t("No player has entered yet.")),
  );
}
