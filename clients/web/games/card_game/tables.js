// The plants and the resource market of the card game in words.
import { offered, upper, word } from "../kit.js";
import { onOffer } from "./plants.js";

/** @param {games.Game} game @returns {games.Table[]} */
export function tables(game) {
  const board = /** @type {turnledger.CardGameBoard} */ (game.snapshot.board?.cardGame);
  return [plants(game, board), market(game, board)];
}

/** @param {games.Game} game @param {turnledger.CardGameBoard} board @returns {games.Table} */
function plants(game, board) {
  const offer = onOffer(board).map(({ plant, bidMin }) => ({
    plant,
    where: board.lot?.card === plant.card ? game.t("at auction") : game.t("on offer, from {n} E", { n: bidMin }),
  }));
  const later = (board.outlook ?? []).map(plant => ({ plant, where: game.t("later") }));
  const owned = board.players.flatMap(({ seat, plants: own = [] }) =>
    own.map(plant => ({ plant, where: game.name(seat) })),
  );
  const trust = (board.trust?.plants ?? []).map(plant => ({ plant, where: game.t("Trust company") }));
  return {
    title: game.t("Power plants"),
    head: [game.t("Plant"), game.t("Burns"), game.t("Earns"), game.t("Where")],
    rows: [...offer, ...later, ...owned, ...trust].map(({ plant: { number, fuel, need, profit }, where }) => [
      number,
      `${need || ""} ${word(game, fuel)}`.trim(),
      game.t("{n} E", { n: profit }),
      where,
    ]),
  };
}

/** @param {games.Game} game @param {turnledger.CardGameBoard} board @returns {games.Table} */
function market(game, board) {
  const sale = new Set(offered(game, "resourcePurchase").map(({ about }) => about.card));
  return {
    title: game.t("Resource market"),
    head: [game.t("Card"), game.t("Price"), game.t("You may buy it")],
    rows: board.columns.flatMap(({ price, cards = [] }) =>
      cards.map(({ card, fuel, units }) => [
        upper(`${units} ${word(game, fuel)}`),
        game.t("{n} E", { n: price }),
        sale.has(card) ? game.t("yes") : game.t("no"),
      ]),
    ),
  };
}
