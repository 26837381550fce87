// The players' figures over the game, as lines and as a table: from the boards' own fields, and from the server's
// counts of a finished game. Nothing is counted again.
import { call } from "../api.js";
import { save } from "../browser.js";
import { gameOf } from "../games/index.js";
import { t } from "../i18n.js";
import { roundName } from "../state.js";
import { Button, Chip, DataTable, Select } from "../ui.js";
import { h, useEffect, useMemo, useState } from "../vendor/preact.js";
import { across, Chart, partAcross, SeatsTable, up } from "./chart.js";

/** @typedef {import("./past.js").Past} Past @typedef {Record<string, (seat: any) => number>} Figures */

/** @param {{past: Past}} props */
export function FiguresOf({ past }) {
  const known = gameOf(past.boards$.value[0]?.board);
  const [game, setGame] = useState(/** @type {import("../games/index.js").About | null} */ (null));
  const [chosen, choose] = useState("");
  useEffect(() => void known?.about().then(setGame), [known]);
  const found = useCounted(past);
  if (!game || !past.whole$.value) return null;
  const sums =
    found?.figures.filter(({ sum }) => sum).map(({ says }) => t("{figure}, in the round", { figure: says })) ?? [];
  const names = [...Object.keys(game.figures), ...sums];
  const name = names.includes(chosen) ? chosen : names[0];
  const sum = found?.figures.filter(each => each.sum)[sums.indexOf(name)];
  return h(
    "section",
    { class: "b-figures", "aria-label": t("Figures") },
    h("h2", {}, t("Figures")),
    h(Select, { label: t("Show"), value: name, options: names.map(each => [each, each]), onChange: choose }),
    h(Drawn, {
      past,
      name,
      linesOf: boards =>
        found && sum
          ? countedLines(boards, found, found.figures.indexOf(sum))
          : linesOf(boards, game, game.figures[name]),
    }),
    found?.figures.length ? h(Counted, { past, found }) : null,
  );
}

/** The server's counts of a finished game. @param {Past} past */
function useCounted(past) {
  const [found, setFound] = useState(/** @type {turnledger.GetFiguresResponse | null} */ (null));
  const over = past.table$.value?.status === "TABLE_STATUS_FINISHED";
  useEffect(
    () =>
      void (
        over && call("History/GetFigures", { gameId: past.id }).then(setFound, error => console.warn(error.message))
      ),
    [over],
  );
  return found;
}

/** Income and payments by round, and the leaders. @param {{past: Past, found: turnledger.GetFiguresResponse}} props */
function Counted({ past, found }) {
  const head = [t("Round"), t("Player"), ...found.figures.map(({ says }) => says)];
  const rows = found.rounds.map(({ round, seat, values }) => [round, past.name(seat), ...values]);
  const csv = () =>
    [head, ...rows].map(row => row.map(each => `"${String(each).replaceAll('"', '""')}"`).join(",")).join("\r\n");
  return h(
    "details",
    {},
    h("summary", {}, t("Earned and paid, and who led")),
    h(
      "ul",
      {},
      found.leads.map(({ version, round, seats }) =>
        h(
          "li",
          { key: version },
          h("a", { href: `#/game/${past.id}/${version}` }, roundName(past.table.variant, round)),
          ": ",
          seats.map(seat => past.name(seat)).join(", "),
        ),
      ),
    ),
    h(DataTable, { label: t("Earned and paid, and who led"), head, rows, box: "b-scroll", kind: "" }),
    h(
      Button,
      { onClick: () => save(["\ufeff", csv()], `${past.id}.csv`, "text/csv") },
      t("As a file for spreadsheets"),
    ),
  );
}

/** @param {{past: Past, name: string, linesOf: (boards: turnledger.Snapshot[]) => number[][]}} props */
function Drawn({ past, name, linesOf }) {
  const boards = past.boards$.value;
  const rounds = past.starts$.value.round;
  const lines = useMemo(() => linesOf(boards), [boards, name]);
  const last = boards.length - 1;
  const picture = useMemo(() => {
    const most = Math.max(1, ...lines.flat());
    const middle = Math.round(most / 2);
    return h(Chart, {
      past,
      label: t("{figure} over the rounds; the same stands in the table below.", { figure: name }),
      most,
      values: [0, middle, most].map(each => [each, each]),
      last,
      rounds: rounds.map(place => [place, boards[place].moment?.round]),
      lines: lines.map(line => ({
        path: pathOf(line, most),
        signs: [0.34, 0.67, 1].map(part => Math.round(part * last)).map(place => [place, line[place]]),
      })),
    });
  }, [lines, rounds]);
  const ends = rounds.map((_, n) => (rounds[n + 1] ?? boards.length) - 1);
  return h(
    "div",
    {},
    h("div", { class: "b-chart" }, picture, h(Cursor, { past, last })),
    h(
      "ul",
      { class: "b-legend" },
      lines.map((line, seat) =>
        h("li", { key: seat }, h(Chip, { look: past.look(seat), name: past.name(seat) }), " ", h(Now, { past, line })),
      ),
    ),
    h(SeatsTable, {
      past,
      label: t("As a table"),
      caption: t("{figure} at the end of each round", { figure: name }),
      rows: ends.map((place, n) => [boards[rounds[n]].moment?.round, ...lines.map(line => line[place])]),
    }),
  );
}

/**
 * Each seat's figure, command by command.
 * @param {turnledger.Snapshot[]} boards
 * @param {{seats: string}} game
 * @param {(seat: any) => number} figure
 * @returns {number[][]}
 */
function linesOf(boards, game, figure) {
  const seats = boards.map(({ board }) => /** @type {any} */ (Object.values(board ?? {})[0])[game.seats]);
  return seats[0].map((/** @type {any} */ _, /** @type {number} */ seat) => seats.map(each => figure(each[seat])));
}

/**
 * Each seat's value or payment over a whole round, at every command of it.
 * @param {turnledger.Snapshot[]} boards
 * @param {turnledger.GetFiguresResponse} found
 * @param {number} figure its place
 * @returns {number[][]}
 */
function countedLines(boards, { rounds }, figure) {
  const seats = Math.max(...rounds.map(({ seat }) => seat)) + 1;
  const of = new Map(rounds.map(({ round, seat, values }) => [`${round}/${seat}`, values[figure]]));
  return Array.from({ length: seats }, (_, seat) =>
    boards.map(({ moment }) => of.get(`${moment?.round ?? 0}/${seat}`) ?? 0),
  );
}

/** Only where the figure changes: hundreds of commands leave few points. @param {number[]} line @param {number} most */
function pathOf(line, most) {
  const last = line.length - 1;
  const at = (/** @type {number} */ place) => `${across(place, last).toFixed(1)}V${up(line[place], most).toFixed(1)}`;
  const steps = line.flatMap((value, place) => (place && value !== line[place - 1] ? [`H${at(place)}`] : []));
  return `M${across(0, last)} ${up(line[0], most).toFixed(1)}${steps.join("")}H${across(last, last)}`;
}

/** @param {{past: Past, last: number}} props */
const Cursor = ({ past, last }) => h("span", { class: "b-cursor", style: { left: partAcross(past.at$.value, last) } });
/** @param {{past: Past, line: number[]}} props */
const Now = ({ past, line }) => h("strong", {}, line[past.at$.value]);
