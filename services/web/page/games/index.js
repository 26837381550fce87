// Which module draws a board: each game is loaded when it is first looked at.

/** @type {Record<string, () => Promise<any>>} */
const MODULES = {
  powerGrid: () => import("./power_grid.js"),
  cardGame: () => import("./card_game.js"),
  colony61: () => import("./colony61.js"),
};

/**
 * The module with `Board` and `Actions` for a board of the contract, as a promise.
 * @param {turnledger.Board} board
 */
export const gameModule = (board) => (MODULES[Object.keys(board ?? {})[0]] ?? (() => import("./generic.js")))();
