// What officials of a tournament see and decide, always with a reason that everybody may read.
import { call } from "../api.js";
import { uuid } from "../browser.js";
import { accountOf } from "../around/found.js";
import { t } from "../i18n.js";
import { Button, Dialog, Form, Select, TextField } from "../ui.js";
import { h, useState } from "../vendor/preact.js";
import { GiveTables } from "./given_tables.js";
import { nameOf, playersOf, tableName, useRead } from "./tournament_parts.js";
import { word } from "./tournaments.js";

/**
 * @typedef {turnledger.Tournament} Tournament
 * @typedef {turnledger.TournamentPairing} Pairing
 * @typedef {{kind: string, table: number}} First
 * @typedef {{rank: string, score: string}} Place
 */
/** @param {{tournament: Tournament, read: () => Promise<void>}} props */
export function Officials({ tournament, read }) {
  const [deciding, setDeciding] = useState(/** @type {First | null} */ (null));
  const status = word(tournament.status);
  const { eventId } = tournament;
  const [giving, setGiving] = useState(false);
  const pairings = /** @type {Pairing[]} */ (useRead("ListPairings", "pairings", tournament));
  const takesTables = isGiven(tournament) && status === "RUNNING" && !tournament.pairingClosed;
  const start = async () => {
    await call("Tournaments/StartTournament", { requestId: uuid(), eventId });
    await read();
  };
  return h(
    "section",
    { "aria-label": t("For officials") },
    h("h2", {}, t("For officials")),
    status === "RUNNING" && h("p", {}, t("{n} games are not over.", { n: tournament.openTables })),
    status === "RUNNING" && h(Undecided, { pairings, decide: table => setDeciding({ kind: "correct", table }) }),
    takesTables && h(OpenTables, { pairings, decide: (kind, table) => setDeciding({ kind, table }) }),
    h(
      "div",
      { class: "buttons" },
      status === "ENTRY" && h(Button, { primary: true, onClick: start }, t("Start the tournament")),
      takesTables && h(Button, { primary: true, onClick: () => setGiving(true) }, t("Give tables…")),
      h(Button, { onClick: () => setDeciding({ kind: "", table: 1 }) }, t("Decide…")),
    ),
    giving && h(GiveTables, { tournament, read, onClose: () => setGiving(false) }),
    deciding && h(Decision, { tournament, pairings, first: deciding, read, onClose: () => setDeciding(null) }),
  );
}

const isGiven = (/** @type {Tournament} */ { terms }) => word(terms?.form ?? "") === "GIVEN";

/**
 * The given tables whose games are not over.
 * @param {{pairings: Pairing[], decide: (kind: string, table: number) => void}} props
 */
const OpenTables = ({ pairings, decide }) =>
  h(
    "ul",
    { class: "rows", "aria-label": t("Open tables") },
    pairings
      .filter(({ status }) => word(status) === "OPEN")
      .map(each => {
        const name = tableName(each);
        return h(
          "li",
          { key: each.table },
          `${name}: ${playersOf(each)}`,
          h(
            "span",
            {},
            h(
              Button,
              { label: t("Other players for {name}", { name }), onClick: () => decide("reseat", each.table) },
              t("Other players…"),
            ),
            " ",
            h(Button, { label: t("Annul {name}", { name }), onClick: () => decide("annul", each.table) }, t("Annul…")),
          ),
        );
      }),
  );

/**
 * The players of a table from now on, seat by seat.
 * @param {{accounts: string[], entrants: turnledger.Entrant[], onChange: (accounts: string[]) => void}} props
 */
function Seats({ accounts, entrants, onChange }) {
  const players = entrants.filter(
    ({ status, player }) => word(status) === "IN" || accounts.includes(player?.accountId ?? ""),
  );
  /** @type {[string, string][]} */
  const options = players.map(each => [each.player?.accountId ?? "", nameOf(each)]);
  return accounts.map((account, seat) =>
    h(Select, {
      key: seat,
      label: t("Seat {n}", { n: seat + 1 }),
      value: account,
      onChange: chosen => onChange(accounts.map((each, at) => (at === seat ? chosen : each))),
      options,
    }),
  );
}

/**
 * What waits for an official: games that have ended without a result, which give nobody anything until somebody
 * decides.
 * @param {{pairings: Pairing[], decide: (table: number) => void}} props
 */
function Undecided({ pairings, decide }) {
  const found = pairings.filter(each => word(each.status) === "PLAYED" && !each.standings.length);
  return found.length
    ? h(
        "ul",
        { "aria-label": t("Games without a result") },
        found.map(each =>
          h(
            "li",
            { key: each.table },
            h(
              Button,
              { quiet: true, onClick: () => decide(each.table) },
              t("Table {table}: decide its places", { table: each.table }),
            ),
            ` ${playersOf(each)}`,
          ),
        ),
      )
    : null;
}

/**
 * The places and scores that count, seat by seat.
 * @param {{pairing: Pairing, places: Place[], onChange: (places: Place[]) => void}} props
 */
function Places({ pairing: { seats }, places, onChange }) {
  const changed = (/** @type {number} */ seat, /** @type {Partial<Place>} */ change) =>
    onChange(places.map((each, at) => (at === seat ? { ...each, ...change } : each)));
  const ranks = /** @type {[string, string][]} */ (seats.map((_, at) => [String(at + 1), String(at + 1)]));
  return seats.map(({ entrant }, seat) =>
    h(
      "div",
      { key: seat },
      h(Select, {
        label: t("Place of {name}", { name: nameOf(entrant) }),
        value: places[seat].rank,
        onChange: rank => changed(seat, { rank }),
        options: ranks,
      }),
      h(TextField, {
        label: t("Score of {name}", { name: nameOf(entrant) }),
        value: places[seat].score,
        onInput: score => changed(seat, { score }),
        inputMode: "numeric",
      }),
    ),
  );
}

const standingsOf = (/** @type {Place[]} */ places) =>
  places
    .map(({ rank, score }, seat) => ({ seat, rank: Number(rank), won: rank === "1", score: Number(score) || 0 }))
    .sort((a, b) => a.rank - b.rank);
const asItStands = (/** @type {Pairing} */ { seats, standings }) =>
  seats.map((_, seat) => {
    const stands = standings.find(each => each.seat === seat);
    return { rank: String(stands?.rank ?? seat + 1), score: String(stands?.score ?? 0) };
  });

/**
 * The question before a decision that takes something from players, and its button.
 * @param {string} kind
 * @param {Tournament} tournament
 * @param {Pairing | undefined} pairing
 * @param {turnledger.Entrant | undefined} entrant
 */
function sureOf(kind, { terms }, pairing, entrant) {
  const names = pairing && playersOf(pairing);
  if (kind === "cancel")
    return {
      question: t("Cancel “{name}” for good? It ends without standings, for all players.", { name: terms?.name }),
      yes: t("Cancel the tournament"),
    };
  if (kind === "annul")
    return {
      question: t("Annul table {table} ({names})? The game gives no points.", { table: pairing?.table, names }),
      yes: t("Annul the game"),
    };
  if (kind === "closePairing")
    return {
      question: t("Close “{name}”? No more tables and players are accepted.", { name: terms?.name }),
      yes: t("Close the pairing"),
    };
  if (kind === "reseat")
    return {
      question: t("Give table {table} other players? The game of {names} is annulled, and another one begins.", {
        table: pairing?.table,
        names,
      }),
      yes: t("Change the players"),
    };
  if (kind === "disqualify")
    return {
      question: t("Disqualify {name}? The player is placed after all others, without a rank.", {
        name: nameOf(entrant),
      }),
      yes: t("Disqualify the player"),
    };
  return null;
}

/**
 * @param {{tournament: Tournament, pairings: Pairing[], first: First, read: () => Promise<void>,
 *   onClose: () => void}} props
 */
function Decision({ tournament, pairings, first, read, onClose }) {
  const [kind, setKind] = useState(first.kind);
  const [number, setNumber] = useState(String(first.table));
  const [places, setPlaces] = useState(/** @type {Place[] | null} */ (null));
  const [seated, setSeated] = useState(/** @type {string[] | null} */ (null));
  const pairing = pairings.find(each => each.table === Number(number));
  const [by, setBy] = useState("");
  const [account, setAccount] = useState("");
  const [text, setText] = useState("");
  const [asks, ask] = useState(false);
  const entrants = /** @type {turnledger.Entrant[]} */ (useRead("ListEntrants", "entrants", tournament));
  /** @type {[string, string][]} */
  const kinds = [["", t("Choose…")]];
  const isRunning = word(tournament.status) === "RUNNING";
  if (isRunning)
    kinds.push(
      tournament.paused ? ["resume", t("Continue")] : ["pause", t("Pause: no round is paired")],
      ["annul", t("Annul a game")],
      ["correct", t("Decide the places of a game")],
    );
  if (isRunning && isGiven(tournament) && !tournament.pairingClosed)
    kinds.push(["reseat", t("Give a table other players")], ["closePairing", t("Close: no more tables and players")]);
  if (entrants.length) kinds.push(["disqualify", t("Disqualify an entrant")]);
  kinds.push(["cancel", t("Cancel the tournament")]);
  const gone = entrants.filter(each => ["OUT", "DISQUALIFIED"].includes(word(each.status)));
  const waiting = entrants.filter(each => word(each.status) === "WAITING");
  if (gone.length && isRunning && !tournament.endTime && !isGiven(tournament))
    kinds.splice(1, 0, ["replace", t("Give the place of a player who left to another player")]);
  /** @type {[string, string][]} */
  const takers = [
    ...waiting.map(each => /** @type {[string, string]} */ ([each.player?.accountId ?? "", nameOf(each)])),
    ["", t("a player who has not entered")],
  ];
  const choosesTable = (/** @type {string} */ table) => {
    setNumber(table);
    setPlaces(null);
    setSeated(null);
  };
  const choose = (/** @type {string} */ value) => {
    setKind(value);
    ask(false);
    choosesTable(String({ disqualify: entrants, replace: gone }[value]?.[0]?.number ?? 1));
    setBy(waiting[0]?.player?.accountId ?? "");
  };
  const accountIds = seated ?? pairing?.seats.map(({ entrant }) => entrant?.player?.accountId ?? "") ?? [];
  const table = Number(number);
  const entrant = table;
  const what = (/** @type {string} */ accountId) =>
    /** @type {Record<string, object>} */ ({
      replace: { entrant, accountId },
      disqualify: { entrant },
      annul: { table },
      reseat: { table, accountIds },
      correct: pairing && { table, standings: standingsOf(places ?? asItStands(pairing)) },
    })[kind] ?? {};
  const sure = sureOf(
    kind,
    tournament,
    pairing,
    entrants.find(each => each.number === Number(number)),
  );
  const decide = async () => {
    if (sure && !asks) return ask(true);
    const accountId = kind === "replace" ? by || (await accountOf(account)) : "";
    if (kind === "replace" && !accountId) return;
    await call("Tournaments/DecideTournament", {
      requestId: uuid(),
      eventId: tournament.eventId,
      text,
      [kind]: what(accountId),
    });
    onClose();
    await read();
  };
  return h(
    Dialog,
    { title: t("An official's decision"), onClose },
    h(
      Form,
      { onSubmit: decide },
      h(Select, { label: t("Decision"), value: kind, onChange: choose, options: kinds }),
      ["annul", "correct", "reseat"].includes(kind) &&
        h(TextField, { label: t("Number of the table"), value: number, onInput: choosesTable, inputMode: "numeric" }),
      kind === "correct" &&
        pairing &&
        h(Places, { pairing, places: places ?? asItStands(pairing), onChange: setPlaces }),
      kind === "reseat" && h(Seats, { accounts: accountIds, entrants, onChange: setSeated }),
      kind === "disqualify" &&
        h(Select, {
          label: t("Entrant of the tournament"),
          value: number,
          onChange: setNumber,
          options: entrants.map(each => [String(each.number), nameOf(each)]),
        }),
      kind === "replace" &&
        h(Select, {
          label: t("Whose place"),
          value: number,
          onChange: setNumber,
          options: gone.map(each => [String(each.number), nameOf(each)]),
        }),
      kind === "replace" && h(Select, { label: t("New player"), value: by, onChange: setBy, options: takers }),
      kind === "replace" &&
        !by &&
        h(TextField, {
          label: t("Name of the player, or id of the account"),
          value: account,
          onInput: setAccount,
          required: true,
        }),
      !["resume", "closePairing"].includes(kind) &&
        h(TextField, {
          label: t("Why"),
          value: text,
          onInput: setText,
          maxLength: 500,
          hint: t("All people may read it."),
        }),
      sure && asks && h("p", { role: "alert" }, sure.question),
      h(
        "div",
        { class: "buttons" },
        sure && asks
          ? [
              h(Button, { key: "back", onClick: () => ask(false) }, t("Back")),
              h(Button, { key: "yes", type: "submit", danger: true }, sure.yes),
            ]
          : [
              h(Button, { key: "decide", type: "submit", primary: true, disabled: !kind }, t("Decide")),
              h(Button, { key: "cancel", onClick: onClose }, t("Cancel")),
            ],
      ),
    ),
  );
}
