// Standing orders of the card game.
import { t } from "../../i18n.js";
import { upper, word } from "../kit.js";
import { ownRuns } from "../own_runs.js";
import { onOffer, told } from "./plants.js";

/** @param {games.Game} game @returns {[string, string][]} */
const plants = game => {
  const board = /** @type {turnledger.CardGameBoard} */ (game.snapshot.board?.cardGame);
  const cards = new Set([
    ...(board.lot ? [board.lot.card] : []),
    ...[...onOffer(board).map(({ plant }) => plant), ...board.outlook].map(({ card }) => card),
  ]);
  return [...cards].flatMap(card => {
    const face = game.edition.data.plants.find((/** @type {any} */ { id }) => id === card);
    return face ? [[card, told(game, /** @type {any} */ (face))]] : [];
  });
};
/** @param {games.Game} game @returns {[string, string][]} */
const fuels = game =>
  [...new Set(game.edition.data.standard.map(({ fuel }) => fuel))].map(fuel => [fuel, upper(word(game, fuel))]);

/** @param {games.Game} game */
const runs = game => {
  const board = /** @type {turnledger.CardGameBoard} */ (game.snapshot.board?.cardGame);
  return ownRuns(
    game,
    "cardGame",
    new Map(board.players[game.seat ?? 0].plants.map(({ card, number }) => [card, String(number)])),
  );
};

/** @type {import("../orders.js").Orderable} */
export default {
  phases: ["AUCTION", "RESOURCES", "BUREAUCRACY"],
  stops: { PLANT_DRAWN: t("a plant is drawn in the auction") },
  items: {
    bidUpTo: {
      phases: ["AUCTION"],
      says: t("Bid, step by step"),
      fields: {
        card: { label: t("Plant"), of: plants },
        most: { label: t("At most, in E") },
        thenPass: { label: t("pass above that"), yes: true },
      },
    },
    passAuctions: {
      phases: ["AUCTION"],
      says: t("Pass"),
      fields: { card: { label: t("Plant"), of: game => [["", t("for the rest of the auctions")], ...plants(game)] } },
    },
    buyFuel: {
      phases: ["RESOURCES"],
      says: t("Buy fuel"),
      fields: {
        fuel: { label: t("Fuel"), of: fuels },
        cards: { label: t("Cards") },
        priceMost: { label: t("At most for each, in E") },
      },
    },
    runThese: {
      phases: ["BUREAUCRACY"],
      says: t("Run what you ran"),
      fields: { runs: { label: t("Plants"), of: runs, json: true } },
    },
    runMost: { phases: ["BUREAUCRACY"], says: t("Run what earns most"), fields: {} },
    finish: { phases: ["RESOURCES"], says: t("End the turn"), fields: {} },
  },
};
