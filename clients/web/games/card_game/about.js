// Texts about the game next to its board: how it is played, in a few sentences of our own (all rules:
// docs/rules), and the figures of a seat that are drawn over the rounds.
import { t } from "../../i18n.js";

export const guide = [
  t(
    "The player with most victory points wins: each plant that can run in the last round brings its profit in points, and every 10 E one more.",
  ),
  t("A round has three phases: auction, resources, bureaucracy."),
  t(
    "Auction: in the order of the row, each puts up one of the plants on offer, or passes. The cheapest plant can be had from 1 E while the token lies on it. Nobody gets more than one plant a round, nor owns more than three.",
  ),
  t(
    "Resources: in reverse order. A card costs the price of its column, whatever it shows. Only what an own plant burns can be bought, and at least one unit must fit: up to twice what the plants burn.",
  ),
  t(
    "Bureaucracy: plants that run pay their profit, and a player who runs no plant gets 1 E. Then the row, the resource market and the plants change.",
  ),
  t(
    "The last round begins when its card has left the game. All plants are on offer then, and there is no income any more.",
  ),
  t(
    "With two players the trust company sits between them: it pays nothing, decides nothing, and takes plants and resources away.",
  ),
];

/** Where the board has its seats. */
export const seats = "players";
/** @type {Record<string, (seat: any) => number>} */
export const figures = {
  [t("Money")]: ({ cash }) => cash,
  [t("Highest plant")]: ({ plants }) => Math.max(0, ...plants.map((/** @type {any} */ { number }) => number)),
};

/**
 * By what a result is decided: the fields of its ranking in their order, each with its unit.
 * @type {[string, (n: number) => string][]}
 */
export const criteria = [
  ["vp", n => t("{n} points", { n })],
  ["bestPlant", n => t("best plant {n}", { n })],
  ["moneyLeft", n => t("{n} E", { n })],
];
