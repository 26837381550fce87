// The plants that the viewer's seat ran in earlier rounds, for a standing order to run them again.
import { amounts } from "./kit.js";

const PLANS_MAX = 5;

/**
 * The last plans that can still be run by the plants that the seat has, each once, the last first, as JSON and in
 * words.
 * @param {games.Game} game
 * @param {"powerGrid" | "cardGame"} board
 * @param {Map<string, string>} plants by id what they are called
 * @returns {[string, string][]}
 */
export function ownRuns(game, board, plants) {
  const ran = (game.log$?.value ?? [])
    .toReversed()
    .flatMap(({ game: event }) => /** @type {any} */ (event)?.[board]?.plantsRun ?? []);
  const own = ran.filter(
    ({ seat, runs }) =>
      seat === game.seat && runs.length && runs.every((/** @type {any} */ run) => plants.has(idOf(run))),
  );
  const plans = new Map(
    own.map(({ runs }) => [
      JSON.stringify(runs),
      runs
        .map((/** @type {any} */ run) => [plants.get(idOf(run)), amounts(game, run.fuel)].filter(Boolean).join(" – "))
        .join(", "),
    ]),
  );
  return [...plans].slice(0, PLANS_MAX);
}

const idOf = (/** @type {{plant?: string, card?: string}} */ run) => run.plant ?? run.card ?? "";
