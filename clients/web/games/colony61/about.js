// Texts about the game next to its board: how it is played, in a few sentences of our own (all rules:
// docs/rules), and the figures of a seat that are drawn over the rounds.
import { t } from "../../i18n.js";
import { worth } from "./cards.js";

export const guide = [
  t(
    "All players build one colony together, but the player with most influence wins. If the colony is lost, all players lose.",
  ),
  t("All players choose at the same time and in secret; when all have chosen, all choices are shown."),
  t(
    "Build or recycle: each lays cards face down, one at least and as many as the building marker allows. After they are turned up, each pays for the cards to be built; at most one is recycled for a single profit.",
  ),
  t(
    "What is built this turn moves the markers of the resources up. Places with black signs use up other resources on the way. The price of a resource is the number under its marker.",
  ),
  t(
    "Income: every own module pays by the markers as they stand. Money is cubes of 1, 5 and 10, and each takes a place in the storage: what has no place is lost.",
  ),
  t("Supply and exchange: each draws up to the hand of before, may give cards up, look at others and keep some."),
  t(
    "The colony card says when the game ends and when the colony is lost. Then count the influence of modules, of resources, of the colony card and of monopolies.",
  ),
];

/** Where the board has its seats. */
export const seats = "corporations";
/** @type {Record<string, (seat: any) => number>} */
export const figures = {
  [t("Influence if counted now")]: ({ influence }) => influence,
  [t("Cubes in storage")]: ({ storage }) => worth(storage),
  [t("Modules")]: ({ modules }) => modules.length,
};

/**
 * By what a result is decided: the fields of its ranking in their order, each with its unit.
 * @type {[string, (n: number) => string][]}
 */
export const criteria = [
  ["influence", n => t("influence {n}", { n })],
  ["credits", n => t("{n} $", { n })],
];
