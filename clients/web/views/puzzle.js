// A puzzle: a position of a finished game in which one move is clearly the best.
import { call, ServiceError } from "../api.js";
import { gameModule } from "../games/index.js";
import { language, t } from "../i18n.js";
import { Past } from "../looking_back/past.js";
import { catalogue, variantName } from "../state.js";
import { announce, Button, Chip, Loading, Main, saysOf } from "../ui.js";
import { h, useEffect, useMemo, useState } from "../vendor/preact.js";

/** @typedef {turnledger.PuzzleSolution} Solution */
/** @typedef {{puzzle: turnledger.Puzzle, standing: turnledger.PuzzleStanding, solution?: Solution}} Found */

const whole = new Intl.NumberFormat(language, { style: "percent" });

/** @param {{params: string[]}} props */
export default function Puzzle({ params: [asked] }) {
  const [found, setFound] = useState(/** @type {Found | null} */ (null));
  const [refused, setRefused] = useState(/** @type {ServiceError | null} */ (null));
  useEffect(() => {
    catalogue();
    call("Puzzles/GetPuzzle", { number: Number(asked) || 0 }).then(setFound, setRefused);
  }, []);
  if (refused) return h(Main, {}, h("h1", {}, t("Puzzle")), h("p", {}, saysOf(refused)));
  if (!found) return h(Main, {}, h(Loading, {}));
  const { puzzle, standing, solution } = found;
  const answer = async (/** @type {number} */ choice) => {
    const answered = await call("Puzzles/AnswerPuzzle", { number: puzzle.number, choice });
    setFound({ puzzle, ...answered });
    announce(verdict(answered.solution));
  };
  return h(
    Main,
    { class: "game b-back" },
    h(
      "h1",
      { class: "b-title" },
      t("Puzzle {n}", { n: puzzle.number }),
      " ",
      h("small", {}, variantName(/** @type {turnledger.Table} */ (puzzle.table).variant)),
    ),
    h(Position, { puzzle }, h(Choices, { puzzle, solution, answer }), solution && h(Solved, { solution, standing })),
    puzzle.number > 1 && h("p", {}, h("a", { href: `#/puzzle/${puzzle.number - 1}` }, t("The puzzle before"))),
  );
}

/** @param {{puzzle: turnledger.Puzzle, children?: any}} props */
function Position({ puzzle, children }) {
  const past = useMemo(() => {
    const opened = new Past("");
    opened.table$.value = /** @type {turnledger.Table} */ (puzzle.table);
    opened.take([/** @type {turnledger.Snapshot} */ (puzzle.snapshot)]);
    return opened;
  }, []);
  const [module, setModule] = useState(/** @type {any} */ (null));
  useEffect(() => {
    gameModule(/** @type {turnledger.Board} */ (past.snapshot.board)).then(setModule);
    return () => past.close();
  }, []);
  const seat = past.viewer ?? 0;
  return h(
    "div",
    { class: "columns" },
    h("div", { class: "board" }, module ? h(module.Board, { game: past, edition: past.edition }) : h(Loading, {})),
    h(
      "div",
      { class: "side" },
      h("h2", {}, t("Your seat:"), " ", h(Chip, { look: past.look(seat), name: past.name(seat) })),
      children,
    ),
  );
}

/**
 * @param {{puzzle: turnledger.Puzzle, solution?: Solution, answer: (choice: number) => any}} props
 */
function Choices({ puzzle: { choices }, solution, answer }) {
  return h(
    "section",
    { "aria-label": t("Which move is clearly the best?") },
    h("p", {}, t("Which move is clearly the best?")),
    h(
      "ol",
      { class: "b-choices" },
      choices.map(({ says }, n) =>
        h(
          "li",
          { key: n },
          solution ? h(Answered, { solution, says, n }) : h(Button, { onClick: () => answer(n) }, says),
        ),
      ),
    ),
  );
}

/** @param {{solution: Solution, says: string, n: number}} props */
function Answered({ solution: { figures, best, choice, done }, says, n }) {
  const { chancePermille, errorPermille } = figures[n];
  const marks = [n === best && t("the best"), n === choice && t("your choice"), n === done && t("played")];
  return [
    h(n === best ? "strong" : "span", {}, says),
    " ",
    h(
      "small",
      {},
      [
        t("{chance} to win", { chance: whole.format(chancePermille / 1000) }) +
          (errorPermille ? ` ± ${whole.format(errorPermille / 1000)}` : ""),
        ...marks.filter(Boolean),
      ].join(" · "),
    ),
  ];
}

const verdict = (/** @type {Solution} */ { choice, best }) =>
  choice === best ? t("Right: this is the best move.") : t("Another move is better.");

/** @param {{solution: Solution, standing: turnledger.PuzzleStanding}} props */
function Solved({ solution, standing: { points, deviation, answers } }) {
  return h(
    "div",
    {},
    h("p", { class: "b-verdict" }, h("strong", {}, verdict(solution))),
    h(
      "p",
      {},
      t("Your rating for puzzles: {points} ± {deviation}, answers: {answers}", { points, deviation, answers }),
    ),
    h("p", { class: "small" }, t("Chances are those of quick players who play on from there, not of people.")),
    h("p", {}, h("a", { class: "button", href: `#/game/${solution.gameId}/${solution.version}` }, t("To the game"))),
  );
}
