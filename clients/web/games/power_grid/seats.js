// The seats in turn order with their property.
import { h } from "../../vendor/preact.js";
import { amounts, classes, Part, Seat } from "../kit.js";
import { Fuel } from "../marks.js";
import { Plant } from "./plants.js";

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props */
export function SeatsPart({ game, board }) {
  const order = board.order?.length ? board.order : board.seats.map(({ seat }) => seat);
  const { networks_max: networks = 1 } = game.edition.file;
  return h(
    Part,
    { title: game.t("Players in turn order"), name: "seats" },
    h(
      "ol",
      {},
      order.map(place => {
        const seat = /** @type {turnledger.PowerGridSeat} */ (board.seats.find(each => each.seat === place));
        return h(
          "li",
          { key: place, class: classes(place === game.seat && "g-me"), "data-seat": place },
          h(Seat, { game, seat: place }),
          h("span", { class: "g-cash" }, game.t("{n} E", { n: seat.cash })),
          h(
            "span",
            { class: "g-cities" },
            game.t("cities: {n}", { n: seat.cities?.length ?? 0 }),
            board.round > 1 ? `, ${game.t("powered {n}", { n: seat.powered })}` : "",
          ),
          networks > 1
            ? h(
                "span",
                { class: "g-networks" },
                game.t("networks {n} of {most}", { n: seat.networksStarted, most: networks }),
              )
            : null,
          h(
            "span",
            { class: "g-row" },
            (seat.plants ?? []).map(plant => h(Plant, { key: plant, game, plant, small: true })),
          ),
          h(Stock, { game, fuel: seat.fuel }),
        );
      }),
    ),
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
