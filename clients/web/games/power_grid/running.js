// Which plants run, and what they burn.
import { h } from "../../vendor/preact.js";
import { draftOf } from "../draft.js";
import { amounts, Press, submit, Sure, Wanted } from "../kit.js";
import { plans, powered, roomOf, same, thriftiest } from "./plans.js";
import { Plant, plantName } from "./plants.js";
import { Stock } from "./seats.js";

/** @param {{game: games.Game, option: games.Offer<games.PowerGridAbout>, key?: any}} props */
export function Run({ game, option }) {
  const draft = draftOf(game);
  const { plants = [], stock, networkSize = 0, citiesMin = 0, storage } = option.about;
  /** @type {games.Run[]} */
  const runs = draft.chosen.value ?? thriftiest(option.about);
  const output = powered(plants, runs);
  const toggle = (/** @type {string} */ plant, /** @type {games.Amounts} */ fuel) => {
    const others = runs.filter(run => run.plant !== plant);
    draft.chosen.value = runs.some(run => run.plant === plant && same(run.fuel, fuel))
      ? others
      : [...others, { plant, fuel }];
  };
  const run = () => submit(game, { command: { powerGrid: { runPlants: { runs } } } });
  // a blackout takes of it
  const pays = game.edition.file.blackout ? undefined : game.edition.base.payments?.[Math.min(output, networkSize)];
  const best = Math.min(networkSize, powered(plants, thriftiest(option.about)));
  const ways = plants.flatMap(({ plant, burns }) => burns.map(({ amounts: fuel = {} }) => ({ plant, fuel })));
  const chosen = plants.filter(({ plant }) => runs.some(run => run.plant === plant));
  const feasible = plans(chosen, stock, roomOf(storage)).some(
    plan =>
      plan.length === runs.length &&
      runs.every(run => plan.some(other => other.plant === run.plant && same(other.fuel, run.fuel))),
  );
  return h(
    Wanted,
    {
      says: !feasible
        ? game.t("Your fuel does not allow these together: the rest must fit on your plants.")
        : plants.length
          ? game.t("Choose the plants that run.")
          : game.t("None of your plants can run."),
    },
    h(
      "div",
      { class: "g-row" },
      ways.map(({ plant, fuel }) => {
        const on = runs.some(run => run.plant === plant && same(run.fuel, fuel));
        return h(
          Press,
          {
            key: plant + JSON.stringify(fuel),
            game,
            class: "g-toggle",
            pressed: on,
            does: `run-${plant}`,
            onPress: () => toggle(plant, fuel),
          },
          h(Plant, { game, plant, state: on ? "picked" : "", small: true }),
          amounts(game, fuel) || game.t("no fuel"),
        );
      }),
    ),
    h(
      "div",
      { class: "g-line" },
      h("span", { class: "g-mine" }, game.t("You have"), " ", h(Stock, { game, fuel: stock })),
      h(
        "span",
        {},
        game.t("These power {n} of your {all} cities.", { n: Math.min(output, networkSize), all: networkSize }),
      ),
      pays === undefined ? null : h("span", {}, h("b", {}, game.t("income {n}", { n: pays }))),
      citiesMin ? h("span", {}, game.t("At least {n} must be powered.", { n: citiesMin })) : null,
      h(
        Sure,
        {
          game,
          main: true,
          does: "run",
          when: Math.min(output, networkSize) < best,
          question: game.t("More cities could be powered."),
          onPress: run,
        },
        runs.length
          ? game.t("Run {plants}", { plants: runs.map(({ plant }) => plantName(game, plant)).join(", ") })
          : game.t("Run nothing"),
      ),
    ),
  );
}
