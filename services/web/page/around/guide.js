// How each game is played, in a few sentences of our own. Every rule to the letter: docs/rules, which the server gives too.
import { t } from "../i18n.js";

/** @type {Record<string, string[]>} */
const GAMES = {
  power_grid: [
    t("Who powers most cities in the last round wins; then who has more money, then who has more cities."),
    t("A round has five phases: turn order, auction, fuel, building, bureaucracy."),
    t("Turn order: who has most cities comes first. The first in order is the first to put plants up for auction, but the last to buy fuel and to build."),
    t("Auction: in order, each puts up a plant of the current offer with a bid of at least its number, or passes for this round. Clockwise the others bid higher or drop out. Nobody gets more than one plant a round, nor owns more than three (four with two players): who buys one more closes an old one."),
    t("Fuel: in reverse order, from the market, the cheapest tokens first. A plant stores up to twice what it burns, and only its own kind; a hybrid any mix of coal and oil."),
    t("Building: in reverse order, as many cities as the money allows. A city costs its cheapest free slot and every link on the cheapest way from an own city. In stage 1 a city has room for one player, in stage 2 for two, in stage 3 for three."),
    t("Bureaucracy: each says which plants run. A plant burns exactly what is printed, and cities powered are paid for. Then the fuel market is refilled and the plants on offer change."),
    t("Stage 2 begins when a network is large enough, stage 3 when its card is drawn. The game ends after the building in which a network reaches its last size; nothing is bought any more, and plants run once more."),
  ],
  card_game: [
    t("Who has most victory points wins: each plant that can run in the last round brings its profit in points, and every 10 E one more."),
    t("A round has three phases: auction, resources, bureaucracy."),
    t("Auction: in the order of the row, each puts up one of the plants on offer, or passes. The cheapest plant can be had from 1 E while the token lies on it. Nobody gets more than one plant a round, nor owns more than three."),
    t("Resources: in reverse order. A card costs the price of its column, whatever it shows. Only what an own plant burns can be bought, and at least one unit must fit: up to twice what the plants burn."),
    t("Bureaucracy: plants that run pay their profit, and 1 E comes to whoever runs none. Then the row, the resource market and the plants change."),
    t("The last round begins when its card has left the game. All plants are on offer then, and there is no income any more."),
    t("With two players the trust company sits between them: it pays nothing, decides nothing, and takes plants and resources away."),
  ],
  colony61: [
    t("All build one colony together, but the one with most influence wins. If the colony is lost, nobody does."),
    t("Everybody chooses at the same time and in secret; when all have chosen, all is turned up."),
    t("Build or recycle: each lays cards face down, one at least and as many as the building marker allows. After they are turned up, each pays for the cards to be built; at most one is recycled for a single profit."),
    t("What is built this turn moves the markers of the resources up. Places with black signs use up other resources on the way. The price of a resource is the number under its marker."),
    t("Income: every own module pays by the markers as they stand. Money is cubes of 1, 5 and 10, and each takes a place in the storage: what has no place is lost."),
    t("Supply and exchange: each draws up to the hand of before, may give cards up, look at others and keep some."),
    t("The colony card says when the game ends and when the colony is lost. Then count the influence of modules, of resources, of the colony card and of monopolies."),
  ],
};

/** What only a map has. @type {Record<string, string[]>} */
const MAPS = {
  "power_grid/russia": [t("Russia: three plants are on offer and three lie behind them. If the first in order passes instead of starting an auction, the cheapest plant leaves the game (from round 2 on).")],
  "power_grid/japan": [t("Japan: each may have two networks. Each begins in one of the start cities, which have two slots for 10 E from the start. In the first round one only starts networks.")],
  "power_grid/india": [t("India: fuel is bought token by token, and up to the price that the stage allows. Garbage plants burn one more than printed. If all together build more than twice as many houses in a round as there are players, there is a blackout, and each city costs 3 E of income. Plants must run as far as they can.")],
  "power_grid/australia": [t("Australia: no way costs more than 20 E, whatever lies between. Uranium plants are mines, which do not count as plants: who sells gets the price of the dearest empty space for each unit. In stage 3 all fuel costs 2 E more.")],
};

/** @param {string} game @param {string} variant @returns {string[]} */
export const guideOf = (game, variant) => [...(GAMES[game] ?? []), ...(MAPS[variant] ?? [])];
