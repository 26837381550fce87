// The resources of the colony, and the modules of all corporations, in words.
import { named, upper, word } from "../kit.js";
import { printed, resource } from "./cards.js";

/** @param {games.Game} game @returns {games.Table[]} */
export function tables(game) {
  const board = /** @type {turnledger.Colony61Board} */ (game.snapshot.board?.colony61);
  return [resources(game, board), modules(game, board)];
}

/**
 * Each resource, its price, and the places of its track that use up others.
 * @param {games.Game} game
 * @param {turnledger.Colony61Board} board
 * @returns {games.Table}
 */
function resources(game, board) {
  return {
    title: game.t("Resources of the colony"),
    head: [game.t("Resource"), game.t("At"), game.t("Price"), game.t("Prices along its track"), game.t("Uses up")],
    rows: [...game.edition.data.resources]
      .sort((a, b) => a.order - b.order)
      .map(({ id, names, min, prices, blackPictograms }) => [
        upper(named(names, id)),
        board.markers[id] ?? 0,
        board.prices[id],
        prices.map((price, n) => `${min + n}: ${price}`).join(", "),
        (blackPictograms ?? [])
          .map(({ position, reduces }) => `${position}: ${reduces.map(each => resource(game, each)).join(", ")}`)
          .join("; ") || "–",
      ]),
  };
}

/** @param {games.Game} game @param {turnledger.Colony61Board} board @returns {games.Table} */
function modules(game, board) {
  const owned = board.corporations.flatMap(({ seat, modules: own = [] }) =>
    own.map(({ kind }) => ({ kind, owner: game.name(seat) })),
  );
  const state = (board.stateModules ?? []).map(({ kind }) => ({ kind, owner: game.t("the state") }));
  return {
    title: game.t("Modules"),
    head: [game.t("Module"), game.t("Owner"), game.t("Effect")],
    rows: [...owned, ...state].map(({ kind, owner }) => [word(game, kind), owner, printed(game, kind).join(" ")]),
  };
}
