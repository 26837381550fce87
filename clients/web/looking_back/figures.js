// The players' figures over the game, as lines and as a table: from the boards' own fields, and from the server's
// counts of a finished game. Nothing is counted again.
import { call } from "../api.js";
import { save } from "../browser.js";
import { gameOf } from "../games/index.js";
import { t } from "../i18n.js";
import { PATHS } from "../looks.js";
import { Button, Chip, Select } from "../ui.js";
import { h, useEffect, useMemo, useState } from "../vendor/preact.js";

/** @typedef {import("./past.js").Past} Past @typedef {Record<string, (seat: any) => number>} Figures */

const WIDTH = 600;
const HEIGHT = 220;
const LEFT = 34;
const BOTTOM = 22;

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
          h("a", { href: `#/game/${past.id}/${version}` }, t("Round {round}", { round })),
          ": ",
          seats.map(seat => past.name(seat)).join(", "),
        ),
      ),
    ),
    h(
      "div",
      { class: "b-scroll", tabIndex: 0, role: "region", "aria-label": t("Earned and paid, and who led") },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            head.map(each => h("th", { key: each, scope: "col" }, each)),
          ),
        ),
        h(
          "tbody",
          {},
          rows.map((row, n) =>
            h(
              "tr",
              { key: n },
              row.map((each, place) => h(place ? "td" : "th", { key: place }, each)),
            ),
          ),
        ),
      ),
    ),
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
  const most = Math.max(1, ...lines.flat());
  const across = (/** @type {number} */ place) => LEFT + ((WIDTH - LEFT - 12) * place) / Math.max(1, boards.length - 1);
  const up = (/** @type {number} */ value) => HEIGHT - BOTTOM - ((HEIGHT - BOTTOM - 12) * value) / most;
  const picture = useMemo(() => h(Lines, { past, lines, most, rounds, across, up, name }), [lines, rounds]);
  return h(
    "div",
    {},
    h("div", { class: "b-chart" }, picture, h(Cursor, { past, across })),
    h(
      "ul",
      { class: "b-legend" },
      lines.map((_, seat) =>
        h(
          "li",
          { key: seat },
          h(Chip, { look: past.look(seat), name: past.name(seat) }),
          " ",
          h(Now, { past, line: lines[seat] }),
        ),
      ),
    ),
    h("details", {}, h("summary", {}, t("As a table")), h(AsTable, { past, lines, rounds, name })),
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

/**
 * @param {{past: Past, lines: number[][], most: number, rounds: number[], across: (place: number) => number,
 *   up: (value: number) => number, name: string}} props
 */
function Lines({ past, lines, most, rounds, across, up, name }) {
  const marks = [0, Math.round(most / 2), most];
  const every = Math.ceil(rounds.length / 12);
  return h(
    "svg",
    {
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: "img",
      "aria-label": t("{figure} over the rounds; the same stands in the table below.", { figure: name }),
    },
    marks.map(each =>
      h(
        "g",
        { key: each, class: "b-grid" },
        h("path", { d: `M${LEFT} ${up(each)}H${WIDTH - 12}` }),
        h("text", { x: LEFT - 5, y: up(each) + 4, "text-anchor": "end" }, each),
      ),
    ),
    rounds.map(
      (place, round) =>
        round % every === 0 &&
        h(
          "g",
          { key: `r${place}`, class: "b-grid" },
          h("path", { d: `M${across(place)} ${HEIGHT - BOTTOM}v5` }),
          h(
            "text",
            { x: across(place), y: HEIGHT - 4, "text-anchor": "middle" },
            past.boards$.value[place].moment?.round,
          ),
        ),
    ),
    lines.map((line, seat) =>
      h(
        "g",
        { key: `s${seat}` },
        h("path", { d: pathOf(line, across, up), fill: "none", stroke: past.look(seat).color, "stroke-width": 2.5 }),
        [0.34, 0.67, 1]
          .map(part => at(line, Math.round(part * (line.length - 1))))
          .map(([place, value]) =>
            h("path", {
              key: place,
              d: PATHS[past.look(seat).shape],
              transform: `translate(${across(place) - 6} ${up(value) - 6}) scale(.6)`,
              fill: past.look(seat).color,
              stroke: "var(--sign-line)",
            }),
          ),
      ),
    ),
  );
}

const at = (/** @type {number[]} */ line, /** @type {number} */ place) => [place, line[place]];

/** Only where the figure changes: hundreds of commands leave few points. */
function pathOf(
  /** @type {number[]} */ line,
  /** @type {(place: number) => number} */ across,
  /** @type {(value: number) => number} */ up,
) {
  const steps = line.flatMap((value, place) =>
    place === 0 ? [] : value === line[place - 1] ? [] : [`H${across(place).toFixed(1)}V${up(value).toFixed(1)}`],
  );
  return `M${across(0)} ${up(line[0]).toFixed(1)}${steps.join("")}H${across(line.length - 1)}`;
}

/** @param {{past: Past, across: (place: number) => number}} props */
const Cursor = ({ past, across }) =>
  h("span", { class: "b-cursor", style: { left: `${(100 * across(past.at$.value)) / WIDTH}%` } });
/** @param {{past: Past, line: number[]}} props */
const Now = ({ past, line }) => h("strong", {}, line[past.at$.value]);

/**
 * The figures at the end of each round.
 * @param {{past: Past, lines: number[][], rounds: number[], name: string}} props
 */
function AsTable({ past, lines, rounds, name }) {
  const boards = past.boards$.value;
  const ends = rounds.map((_, n) => (rounds[n + 1] ?? boards.length) - 1);
  return h(
    "div",
    { class: "b-scroll", tabIndex: 0, role: "region", "aria-label": t("As a table") },
    h(
      "table",
      {},
      h("caption", {}, t("{figure} at the end of each round", { figure: name })),
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, t("Round")),
          lines.map((_, seat) => h("th", { key: seat, scope: "col" }, past.name(seat))),
        ),
      ),
      h(
        "tbody",
        {},
        ends.map((place, n) =>
          h(
            "tr",
            { key: n },
            h("th", { scope: "row" }, boards[rounds[n]].moment?.round),
            lines.map((line, seat) => h("td", { key: seat }, line[place])),
          ),
        ),
      ),
    ),
  );
}
