// Standing orders of Power Grid.
import { t } from "../../i18n.js";
import { named, upper, word } from "../kit.js";
import { ownRuns } from "../own_runs.js";
import { plantName, told } from "./plants.js";

/** @param {games.Game} game */
const board = game => /** @type {turnledger.PowerGridBoard} */ (game.snapshot.board?.powerGrid);
/** @param {games.Game} game @returns {[string, string][]} */
const plants = game =>
  [...new Set([board(game).lot?.plant ?? "", ...board(game).current, ...board(game).future])]
    .filter(each => each && each !== "stage_3")
    .map(each => [each, told(game, each)]);
/** @param {games.Game} game @returns {[string, string][]} */
const fuels = game => board(game).resourceMarket.map(({ type }) => [type, upper(word(game, type))]);
/** @param {games.Game} game @returns {[string, string][]} */
const cities = game => {
  const own = board(game).seats[game.seat ?? 0].cities;
  const there =
    game.edition.data.map?.cities.filter(
      ({ id, region }) => board(game).regions.includes(region) && !own.includes(id),
    ) ?? [];
  return there
    .map(({ id, names }) => /** @type {[string, string]} */ ([id, named(names, id)]))
    .sort(([, a], [, b]) => a.localeCompare(b));
};

/** @param {games.Game} game */
const runs = game =>
  ownRuns(
    game,
    "powerGrid",
    new Map(board(game).seats[game.seat ?? 0].plants.map(plant => [plant, plantName(game, plant)])),
  );

const most = { label: t("At most, in E") };
const plant = { label: t("Plant"), of: plants };

/** @type {import("../orders.js").Orderable} */
export default {
  phases: ["AUCTION", "RESOURCES", "BUILDING", "BUREAUCRACY"],
  stops: { PLANT_DRAWN: t("a plant is drawn in the auction"), STAGE_BEGAN: t("a stage begins") },
  items: {
    bidUpTo: {
      phases: ["AUCTION"],
      says: t("Bid, step by step"),
      fields: { plant, most, thenPass: { label: t("pass above that"), yes: true } },
    },
    passAuctions: {
      phases: ["AUCTION"],
      says: t("Pass"),
      fields: { plant: { label: plant.label, of: game => [["", t("for the rest of the auctions")], ...plants(game)] } },
    },
    buyFuel: {
      phases: ["RESOURCES"],
      says: t("Buy fuel"),
      fields: {
        fuel: { label: t("Fuel"), of: fuels },
        tokens: { label: t("Tokens") },
        priceMost: { label: t("At most for each, in E") },
      },
    },
    connectFor: {
      phases: ["BUILDING"],
      says: t("Connect a city"),
      fields: { city: { label: t("City"), of: cities }, most },
    },
    runThese: {
      phases: ["BUREAUCRACY"],
      says: t("Run what you ran"),
      fields: { runs: { label: t("Plants"), of: runs, json: true } },
    },
    runMost: { phases: ["BUREAUCRACY"], says: t("Run what powers most cities"), fields: {} },
    finish: { phases: ["RESOURCES", "BUILDING"], says: t("End the turn"), fields: {} },
  },
};
