// The map, the fuel market and the plants in words.
import { named, offered, upper, word } from "../kit.js";
import { bySite, openSlots, shownRegions } from "./map.js";
import { resupply } from "./market.js";
import { isMine, plantName } from "./plants.js";

/** @param {games.Game} game @returns {games.Table[]} */
export function tables(game) {
  const board = /** @type {turnledger.PowerGridBoard} */ (game.snapshot.board?.powerGrid);
  return [plants(game, board), market(game, board), cities(game, board)];
}

/** @param {games.Game} game @param {turnledger.PowerGridBoard} board @returns {games.Table} */
function plants(game, board) {
  const bids = new Map(offered(game, "nominateOption").map(({ about }) => [about.plant, about.bidMin]));
  const sale = (/** @type {string} */ plant) =>
    board.lot?.plant === plant
      ? game.t("at auction")
      : bids.has(plant)
        ? game.t("on offer, from {n} E", { n: bids.get(plant) })
        : game.t("on offer");
  const owned = board.seats.flatMap(({ seat, plants = [] }) =>
    plants.map(plant => ({ plant, where: game.name(seat) })),
  );
  const all = [
    ...board.current.map(plant => ({ plant, where: sale(plant) })),
    ...(board.future ?? []).map(plant => ({ plant, where: game.t("later") })),
    ...owned,
  ];
  return {
    title: game.t("Power plants"),
    head: [game.t("Plant"), game.t("Burns"), game.t("Powers"), game.t("Where")],
    rows: all.map(({ plant, where }) => {
      const face = game.edition.data.plants.find(each => each.plant === plant);
      if (!face) return [word(game, plant), "", "", where];
      const name = plantName(game, plant);
      return isMine(game, plant)
        ? [name, game.t("uranium mine"), game.t("sells {n} a round", { n: face.powers }), where]
        : [name, [face.burns || "", word(game, face.kind)].join(" ").trim(), face.powers, where];
    }),
  };
}

/** @param {games.Game} game @param {turnledger.PowerGridBoard} board @returns {games.Table} */
function market(game, board) {
  return {
    title: game.t("Fuel market"),
    head: [game.t("Fuel"), game.t("The next costs"), game.t("Tokens by price"), game.t("At the end of the round")],
    rows: board.resourceMarket.map(({ type, spaces = [] }) => {
      const left = spaces.filter(({ n }) => n);
      const more = resupply(game, board, type);
      return [
        upper(word(game, type)),
        left[0]?.price ?? game.t("none left"),
        left.map(({ price, n }) => `${n} × ${price} E`).join(", "),
        more === undefined ? "" : `+${more}`,
      ];
    }),
  };
}

/**
 * Returns a row for each city: owners, free slots, the price and the way for the viewer, and all connections.
 * @param {games.Game} game
 * @param {turnledger.PowerGridBoard} board
 * @returns {games.Table}
 */
function cities(game, board) {
  const map = /** @type {turnledger.PowerGridMap} */ (game.edition.data.map);
  const regions = new Map(
    map.regions
      .filter(({ id }) => shownRegions(game.edition.data, board).includes(id))
      .map(({ id, names }) => [id, named(names, id)]),
  );
  const inPlay = map.cities.filter(({ region }) => regions.has(region));
  const names = new Map(inPlay.map(city => [city.id, named(city.names, city.id)]));
  const sites = bySite(offered(game, "connectCityOption"));
  const links = (/** @type {string} */ id) =>
    map.links
      .flatMap(({ cityA, cityB, price }) => (cityA === id ? [[cityB, price]] : cityB === id ? [[cityA, price]] : []))
      .filter(([other]) => names.has(String(other)));
  const way = (/** @type {string[]} */ path = []) => path.map(id => names.get(id) ?? id).join(" → ");
  return {
    title: game.t("Map"),
    head: [
      game.t("City"),
      game.t("Region"),
      game.t("Houses"),
      game.t("Free slots"),
      game.t("Costs you now"),
      game.t("Connections"),
    ],
    rows: inPlay.map(city => {
      const seats = board.houses?.find(each => each.city === city.id)?.seats ?? [];
      const free = city.slots.slice(seats.length, openSlots(game, board, city));
      const costs = (sites.get(city.id) ?? []).map((/** @type {games.Offer<games.PowerGridAbout>} */ { about }) =>
        [`${about.total} E`, about.path?.length > 1 ? way(about.path) : ""].filter(Boolean).join(": "),
      );
      return [
        names.get(city.id) ?? city.id,
        regions.get(city.region) ?? "",
        seats.map(seat => game.name(seat)).join(", ") || "–",
        free.map(price => `${price} E`).join(", ") || game.t("none"),
        costs.join("; ") || "–",
        links(city.id)
          .map(([other, price]) => `${names.get(String(other))} ${price} E`)
          .join(", "),
      ];
    }),
  };
}
