// Texts about the game next to its board: how it is played, in a few sentences of our own (all rules:
// docs/rules), and the figures of a seat that are drawn over the rounds.
import { t } from "../../i18n.js";

export const guide = [
  t("The player who powers most cities in the last round wins; ties go to more money, then to more cities."),
  t("A round has five phases: turn order, auction, fuel, building, bureaucracy."),
  t(
    "Turn order: who has most cities comes first. The first in order is the first to put plants up for auction, but the last to buy fuel and to build.",
  ),
  t(
    "Auction: in order, each puts up a plant of the current offer with a bid of at least its number, or passes for this round. Clockwise the others bid higher or drop out. Nobody gets more than one plant a round, nor owns more than three (four with two players): who buys one more closes an old one.",
  ),
  t(
    "Fuel: in reverse order, from the market, the cheapest tokens first. A plant stores up to twice what it burns, and only its own kind; a hybrid any mix of coal and oil.",
  ),
  t(
    "Building: in reverse order, as many cities as the money allows. A city costs its cheapest free slot and every link on the cheapest way from an own city. In stage 1 a city has room for one player, in stage 2 for two, in stage 3 for three.",
  ),
  t(
    "Bureaucracy: each says which plants run. A plant burns exactly what is printed, and cities powered are paid for. Then the fuel market is refilled and the plants on offer change.",
  ),
  t(
    "Stage 2 begins when a network is large enough, stage 3 when its card is drawn. The game ends after the building in which a network reaches its last size; nothing is bought any more, and plants run once more.",
  ),
];

/** Texts for one map only. @type {Record<string, string[]>} */
export const guideOf = {
  "power_grid/russia": [
    t(
      "Russia: three plants are on offer and three lie behind them. If the first in order passes instead of starting an auction, the cheapest plant leaves the game (from round 2 on).",
    ),
  ],
  "power_grid/japan": [
    t(
      "Japan: each may have two networks. Each begins in one of the start cities, which have two slots for 10 E from the start. In the first round one only starts networks.",
    ),
  ],
  "power_grid/india": [
    t(
      "India: fuel is bought token by token, and up to the price that the stage allows. Garbage plants burn one more than printed. If all together build more than twice as many houses in a round as there are players, there is a blackout, and each city costs 3 E of income. Plants must run as far as they can.",
    ),
  ],
  "power_grid/australia": [
    t(
      "Australia: no way costs more than 20 E, whatever lies between. Uranium plants are mines: they are outside the plant limit, but count in turn order and as the round's one purchase. A seller gets the price of the dearest empty space for each unit. In stage 3 all fuel costs 2 E more.",
    ),
  ],
  "power_grid/germany": [
    t(
      "Germany: the base game's own map, without rules of its own. Plants without a buyer and plants that networks have outgrown leave the offer. Ways are short in the west.",
    ),
  ],
  "power_grid/usa": [
    t(
      "USA: the base game's own map, without rules of its own. Plants without a buyer and plants that networks have outgrown leave the offer. Ways are long in the west.",
    ),
  ],
};

/** Where the board has its seats. */
export const seats = "seats";
/** @type {Record<string, (seat: any) => number>} */
export const figures = {
  [t("Cities")]: ({ cities }) => cities.length,
  [t("Money")]: ({ cash }) => cash,
  [t("Cities powered")]: ({ powered }) => powered,
};

/**
 * By what a result is decided: the fields of its ranking in their order, each with its unit.
 * @type {[string, (n: number) => string][]}
 */
export const criteria = [
  ["powered", n => t("{n} cities powered", { n })],
  ["cash", n => t("{n} E", { n })],
  ["cities", n => t("cities: {n}", { n })],
];
