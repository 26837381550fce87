// Power Grid: the board, and what a seat may do.
import { Later } from "../ui.js";
import { h, useEffect } from "../vendor/preact.js";
import { Lot } from "./bidding.js";
import { classes, isAsked, offered, options, PhaseList, Result, Seat, Tabs, TurnOrder, Waiting } from "./kit.js";
import { Bid, Nominate, Scrap } from "./power_grid/auction.js";
import { MapPart } from "./power_grid/map.js";
import { MarketPart } from "./power_grid/market.js";
import { Modules } from "./power_grid/modules.js";
import { House } from "./plant_card.js";
import { Plant, PlantsPart } from "./power_grid/plants.js";
import { SeatsPart } from "./power_grid/seats.js";

const PHASES = ["TURN_ORDER", "AUCTION", "RESOURCES", "BUILDING", "BUREAUCRACY"];
/** @type {Record<string, string>} */
const TABS = { AUCTION: "market", RESOURCES: "market", BUILDING: "map", BUREAUCRACY: "seats" };

/** @param {{game: games.Game, key?: any}} props */
export function Board({ game }) {
  const board = game.snapshot.board?.powerGrid;
  if (!board || !game.edition) return null;
  const parts = [
    [
      "market",
      game.t("Market"),
      [
        board.lot
          ? h(Lot, { game, lot: board.lot, face: h(Plant, { game, plant: board.lot.plant, state: "lot" }), key: "lot" })
          : null,
        h(PlantsPart, { game, board, key: "plants" }),
        h(MarketPart, { game, board, key: "market" }),
      ],
    ],
    ["map", game.t("Map"), h(MapPart, { game, board })],
    [
      "seats",
      game.t("Players"),
      [h(SeatsPart, { game, board, key: "seats" }), h(Modules, { game, board, key: "modules" })],
    ],
  ];
  return h(
    "div",
    {
      class: classes("g-board g-power-grid", board.phase === "BUILDING" && "g-building-now"),
      "data-version": game.snapshot.version,
    },
    h(Phases, { game, board }),
    h(Result, {
      game,
      ranking: board.ranking,
      cells: {
        [game.t("Powered")]: ({ powered }) => powered,
        [game.t("Elektro")]: ({ cash }) => cash,
        [game.t("Cities")]: ({ cities }) => cities,
      },
    }),
    h(Tabs, { game, wanted: TABS[board.phase] ?? "map", parts }),
  );
}

/**
 * Round, stage, phases with the present one marked, and the turn order.
 * @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props
 */
const Phases = ({ game, board }) =>
  h(
    "div",
    { class: "g-phases" },
    h("b", { class: "g-when" }, game.t("Round {round}, stage {stage}", board)),
    board.ending ? h("b", {}, game.t("the last round")) : null,
    h(PhaseList, { game, phases: PHASES, phase: board.phase, ranking: board.ranking }),
    h(
      TurnOrder,
      { game },
      (board.order ?? []).map(seat => h(Seat, { key: seat, game, seat, bare: true })),
    ),
  );

/** The seat's property, shown next to its name. @param {games.Game} game @param {number} seat */
export function inShort(game, seat) {
  const has = game.snapshot.board?.powerGrid?.seats.find(each => each.seat === seat);
  return has
    ? [
        h("b", {}, game.t("{n} E", { n: has.cash })),
        " ",
        h("span", { title: game.t("cities: {n}", { n: has.cities.length }) }, has.cities.length, h(House, {})),
      ]
    : null;
}

/** A game begins with an auction: what is asked afterwards is read while the first is held. */
const turns = () => import("./power_grid/turns.js");
const running = () => import("./power_grid/running.js");
const regions = () => import("./power_grid/regions.js");

/** @param {{game: games.Game, key?: any}} props */
export function Actions({ game }) {
  useEffect(() => void Promise.all([turns(), running()]).catch(error => console.warn(error.message)), []);
  if (!game.snapshot.board?.powerGrid || !game.edition) return null;
  if (!isAsked(game)) return h(Waiting, { game });
  const of = (/** @type {string} */ kind) => offered(game, kind);
  const one = (/** @type {string} */ kind) => of(kind)[0];
  const kinds = new Set(options(game).map(({ kind }) => kind));
  const any = (/** @type {string[]} */ ...wanted) => wanted.some(kind => kinds.has(kind));
  return h(
    "div",
    { class: "g-asked" },
    any("chooseRegionOption")
      ? h(Later, { key: "regions", load: regions, name: "Draft", game, offers: of("chooseRegionOption") })
      : null,
    any("barCityOption")
      ? h(Later, { key: "bar", load: regions, name: "Bar", game, offers: of("barCityOption") })
      : null,
    any("nameCityOption", "passNamingOption")
      ? h(Later, {
          key: "name",
          load: regions,
          name: "Name",
          game,
          offers: of("nameCityOption"),
          pass: one("passNamingOption"),
        })
      : null,
    any("nominateOption", "passNominationOption")
      ? h(Nominate, { game, plants: of("nominateOption"), pass: one("passNominationOption") })
      : null,
    any("placeBidOption", "passBidOption")
      ? h(Bid, { game, raise: one("placeBidOption"), pass: one("passBidOption") })
      : null,
    any("scrapPlantOption") ? h(Scrap, { game, plants: of("scrapPlantOption") }) : null,
    any("buyResourcesOption", "finishBuyingOption")
      ? h(Later, {
          key: "buy",
          load: turns,
          name: "Buy",
          game,
          option: one("buyResourcesOption"),
          finish: one("finishBuyingOption"),
        })
      : null,
    any("connectCityOption", "finishBuildingOption")
      ? h(Later, {
          key: "build",
          load: turns,
          name: "Build",
          game,
          cities: of("connectCityOption"),
          finish: one("finishBuildingOption"),
        })
      : null,
    any("runPlantsOption")
      ? h(Later, { key: "run", load: running, name: "Run", game, option: one("runPlantsOption") })
      : null,
    any("sellUraniumOption", "declineUraniumSaleOption")
      ? h(Later, {
          key: "sell",
          load: turns,
          name: "Sell",
          game,
          sell: one("sellUraniumOption"),
          decline: one("declineUraniumSaleOption"),
        })
      : null,
  );
}
