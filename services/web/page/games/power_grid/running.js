// Which plants run, and what they burn.
import { h } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { amounts, Press, submit, sum, Sure, Wanted } from "../kit.js";
import { Plant, plantName } from "./plants.js";
import { Stock } from "./seats.js";

/**
 * Every set of the plants that the fuel is enough for, as runs `{ plant, fuel }`.
 * @param {turnledger.PowerGridRunnable[]} plants
 * @param {games.Amounts} stock
 * @returns {games.Run[][]}
 */
function plans(plants, stock) {
  if (!plants.length) return [[]];
  const [{ plant, burns }, ...others] = plants;
  const runs = burns
    .map(({ amounts: fuel = {} }) => fuel)
    .filter((fuel) => Object.entries(fuel).every(([kind, n]) => (stock[kind] ?? 0) >= n))
    .flatMap((fuel) => plans(others, lessen(stock, fuel)).map((rest) => [{ plant, fuel }, ...rest]));
  return [...runs, ...plans(others, stock)];
}

/**
 * @param {games.Amounts} stock
 * @param {games.Amounts} fuel
 */
const lessen = (stock, fuel) => Object.fromEntries(Object.entries(stock).map(([kind, n]) => [kind, n - (fuel[kind] ?? 0)]));
/** @param {games.Run[]} runs */
const burnt = (runs) => sum(runs.flatMap(({ fuel }) => Object.values(fuel)));

/**
 * A proposal to begin with: the most cities, and of those the least fuel.
 * @param {Partial<turnledger.PowerGridOption.RunPlantsOption>} it
 * @returns {games.Run[]}
 */
export function thriftiest({ plants = [], stock = {}, networkSize = 0 }) {
  const output = (/** @type {games.Run[]} */ runs) => Math.min(networkSize, powered(plants, runs));
  return plans(plants, stock).reduce((best, runs) => (output(runs) > output(best) || (output(runs) === output(best) && burnt(runs) < burnt(best)) ? runs : best), []);
}

/**
 * @param {turnledger.PowerGridRunnable[]} plants
 * @param {games.Run[]} runs
 */
const powered = (plants, runs) => sum(runs.map((run) => plants.find(({ plant }) => plant === run.plant)?.powers ?? 0));

/** @param {{game: games.Game, option: games.Offer<games.PowerGridAbout>, key?: any}} props */
export function Run({ game, option }) {
  const draft = draftOf(game);
  const { plants = [], stock, networkSize = 0, citiesMin = 0 } = option.about;
  /** @type {games.Run[]} */
  const runs = draft.chosen.value ?? thriftiest(option.about);
  const output = powered(plants, runs);
  const toggle = (/** @type {string} */ plant, /** @type {games.Amounts} */ fuel) => {
    const others = runs.filter((run) => run.plant !== plant);
    draft.chosen.value = runs.some((run) => run.plant === plant && same(run.fuel, fuel)) ? others : [...others, { plant, fuel }];
  };
  const run = () => submit(game, { command: { powerGrid: { runPlants: { runs } } } });
  const pays = game.edition.file.blackout ? undefined : game.edition.base.payments?.[Math.min(output, networkSize)]; // a blackout takes of it
  const best = Math.min(networkSize, powered(plants, thriftiest(option.about)));
  const ways = plants.flatMap(({ plant, burns }) => burns.map(({ amounts: fuel = {} }) => ({ plant, fuel })));
  return h(
    Wanted,
    { says: plants.length ? game.t("Choose the plants that run.") : game.t("None of your plants can run.") },
    h(
      "div",
      { class: "g-row" },
      ways.map(({ plant, fuel }) => {
        const on = runs.some((run) => run.plant === plant && same(run.fuel, fuel));
        return h(Press, { key: plant + JSON.stringify(fuel), game, class: "g-toggle", pressed: on, does: `run-${plant}`, onPress: () => toggle(plant, fuel) }, h(Plant, { game, plant, state: on ? "picked" : "", small: true }), amounts(game, fuel) || game.t("no fuel"));
      }),
    ),
    h(
      "div",
      { class: "g-line" },
      h("span", { class: "g-mine" }, game.t("You have"), " ", h(Stock, { game, fuel: stock })),
      h("span", {}, game.t("These power {n} of your {all} cities.", { n: Math.min(output, networkSize), all: networkSize })),
      pays === undefined ? null : h("span", {}, h("b", {}, game.t("income {n}", { n: pays }))),
      citiesMin ? h("span", {}, game.t("At least {n} must be powered.", { n: citiesMin })) : null,
      h(Sure, { game, main: true, does: "run", when: Math.min(output, networkSize) < best, question: game.t("More cities could be powered."), onPress: run }, runs.length ? game.t("Run {plants}", { plants: runs.map(({ plant }) => plantName(game, plant)).join(", ") }) : game.t("Run nothing")),
    ),
  );
}

/**
 * @param {games.Amounts} a
 * @param {games.Amounts} b
 */
const same = (a, b) => [...new Set([...Object.keys(a), ...Object.keys(b)])].every((kind) => (a[kind] ?? 0) === (b[kind] ?? 0));
