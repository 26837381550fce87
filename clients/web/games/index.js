// The games that the page knows: a new one is an entry here and a folder. `generic.js` draws all others.

/**
 * `board`: the case of its boards in the contract. `module`: how it is drawn and played. `about`: its guide and
 * figures. `orders`: its standing orders. `tables`: its board in words. `sketch`: how a round of it is planned, where
 * it can be. `rules`: how the numbers of its rules begin; those of one variant alone, with that variant.
 * @typedef {{board: string, module: () => Promise<any>, about: () => Promise<About>, orders: () => Promise<any>,
 *   tables: () => Promise<any>, sketch?: () => Promise<any>, rules: Record<string, string>}} KnownGame
 * @typedef {{guide: string[], guideOf?: Record<string, string[]>, seats: string,
 *   figures: Record<string, (seat: any) => number>, criteria: [string, (n: number) => string][]}} About
 */

/** By the name of the game, which is that of its page in docs/rules. @type {Record<string, KnownGame>} */
export const GAMES = {
  power_grid: {
    board: "powerGrid",
    module: () => import("./power_grid.js"),
    about: () => import("./power_grid/about.js"),
    orders: () => import("./power_grid/orders.js"),
    tables: () => import("./power_grid/tables.js"),
    sketch: () => import("./power_grid/sketch.js"),
    rules: {
      PG: "",
      RU: "power_grid/russia",
      JP: "power_grid/japan",
      IN: "power_grid/india",
      AU: "power_grid/australia",
      DE: "power_grid/germany",
      US: "power_grid/usa",
      "RN-PG": "",
    },
  },
  card_game: {
    board: "cardGame",
    module: () => import("./card_game.js"),
    about: () => import("./card_game/about.js"),
    orders: () => import("./card_game/orders.js"),
    tables: () => import("./card_game/tables.js"),
    sketch: () => import("./card_game/sketch.js"),
    rules: { CG: "", CG2: "", "RN-CG": "" },
  },
  colony61: {
    board: "colony61",
    module: () => import("./colony61.js"),
    about: () => import("./colony61/about.js"),
    orders: () => import("./colony61/orders.js"),
    tables: () => import("./colony61/tables.js"),
    rules: { C61: "" },
  },
};

const generic = () => import("./generic.js");

/** The game of a board. @param {turnledger.Board | undefined} board */
export const gameOf = board => Object.values(GAMES).find(each => each.board === Object.keys(board ?? {})[0]);

/**
 * The module with `Board` and `Actions` for a board of the contract, as a promise.
 * @param {turnledger.Board} board
 */
export const gameModule = board => (gameOf(board)?.module ?? generic)();

/** How the number of a rule begins, as its game has it. @param {KnownGame} game @param {string} rule */
const startOf = ({ rules }, rule) => Object.keys(rules).find(start => rule.startsWith(`${start}-`)) ?? "";

/** The page of docs/rules that has a rule, by how its number begins; undefined for none. @param {string} rule */
export const rulePage = rule =>
  rule.startsWith("TB-") ? "table" : Object.keys(GAMES).find(name => startOf(GAMES[name], rule));

/** The one variant that has a rule; empty where several have it. @param {string} rule */
export const variantOfRule = rule =>
  Object.values(GAMES)
    .map(game => game.rules[startOf(game, rule)])
    .find(Boolean) ?? "";
