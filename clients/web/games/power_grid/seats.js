// The seats in turn order with their property.
import { h, useMemo } from "../../vendor/preact.js";
import { amounts, classes, Part, Seat } from "../kit.js";
import { Fuel } from "../marks.js";
import { Plant } from "./plants.js";

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props */
export function SeatsPart({ game, board }) {
  const order = board.order?.length ? board.order : board.seats.map(({ seat }) => seat);
  return h(
    Part,
    { title: game.t("Players in turn order"), name: "seats" },
    h(
      "ol",
      {},
      order.map(place => h(SeatRow, { key: place, game, board, place })),
    ),
  );
}

/**
 * Drawn again only when the seat's property changes.
 * @param {{game: games.Game, board: turnledger.PowerGridBoard, place: number, key?: any}} props
 */
function SeatRow({ game, board, place }) {
  const seat = board.seats.find(each => each.seat === place);
  const isLater = board.round > 1;
  return useMemo(
    () => drawnSeat(game, /** @type {turnledger.PowerGridSeat} */ (seat), isLater),
    [game, game.edition, game.seat, JSON.stringify(seat), isLater],
  );
}

/** @param {games.Game} game @param {turnledger.PowerGridSeat} has @param {boolean} isLater */
function drawnSeat(game, { seat, cash, cities = [], powered, networksStarted, plants = [], fuel }, isLater) {
  const { networks_max: networks = 1 } = game.edition.file;
  return h(
    "li",
    { class: classes(seat === game.seat && "g-me"), "data-seat": seat },
    h(Seat, { game, seat }),
    h("span", { class: "g-cash" }, game.t("{n} E", { n: cash })),
    h(
      "span",
      { class: "g-cities" },
      game.t("cities: {n}", { n: cities.length }),
      isLater ? `, ${game.t("powered {n}", { n: powered })}` : "",
    ),
    networks > 1
      ? h("span", { class: "g-networks" }, game.t("networks {n} of {most}", { n: networksStarted, most: networks }))
      : null,
    h(
      "span",
      { class: "g-row" },
      plants.map(plant => h(Plant, { key: plant, game, plant, small: true })),
    ),
    h(Stock, { game, fuel }),
  );
}

/**
 * A seat's fuel: a picture for each token.
 * @param {{game: games.Game, fuel?: games.Amounts, key?: any}} props
 */
export const Stock = ({ game, fuel = {} }) =>
  h(
    "span",
    {
      class: "g-stock",
      role: "img",
      "aria-label": amounts(game, fuel) || game.t("no fuel"),
      title: amounts(game, fuel) || game.t("no fuel"),
    },
    Object.values(fuel).every(n => !n)
      ? game.t("no fuel")
      : Object.entries(fuel)
          .filter(([, n]) => n)
          .map(([kind, n]) =>
            h(
              "span",
              { key: kind },
              n > 3 ? [n, h(Fuel, { kind, size: 13 })] : Array.from({ length: n }, () => h(Fuel, { kind, size: 13 })),
            ),
          ),
  );
