// The seats in the order row with their property, including the trust company.
import { h } from "../../vendor/preact.js";
import { amounts, classes, Part, Seat } from "../kit.js";
import { FuelCard } from "./market.js";
import { Plant } from "./plants.js";

/** @param {{game: games.Game, board: turnledger.CardGameBoard, key?: any}} props */
export function SeatsPart({ game, board }) {
  const row = board.row?.length ? board.row : board.players.map(({ seat }) => String(seat));
  return h(
    Part,
    { title: game.t("Players in turn order"), name: "seats" },
    h(
      "ol",
      {},
      row.map(place =>
        place === "TRUST"
          ? h(Trust, { key: place, game, trust: board.trust })
          : h(Owner, {
              key: place,
              game,
              board,
              owner: /** @type {turnledger.CardGameOwner} */ (board.players.find(({ seat }) => String(seat) === place)),
            }),
      ),
    ),
  );
}

/** @param {{game: games.Game, board: turnledger.CardGameBoard, owner: turnledger.CardGameOwner, key?: any}} props */
const Owner = ({ game, board, owner: { seat, cash, plants = [], stock = [], room, income } }) =>
  h(
    "li",
    { class: classes(seat === game.seat && "g-me"), "data-seat": seat },
    h(Seat, { game, seat }),
    h("span", { class: "g-cash" }, game.t("{n} E", { n: cash })),
    income === undefined ? null : h("span", {}, game.t("income {n}", { n: income })),
    board.bought?.includes(seat)
      ? h("span", { class: "g-note" }, game.t("bought"))
      : board.passed?.includes(seat)
        ? h("span", { class: "g-note" }, game.t("passed"))
        : null,
    h(
      "span",
      { class: "g-row" },
      plants.map(plant => h(Plant, { key: plant.card, game, plant, small: true })),
    ),
    h(
      "span",
      { class: "g-row" },
      stock.map(card => h(FuelCard, { key: card.card, game, card })),
    ),
    amounts(game, room)
      ? h("span", { class: "g-note" }, game.t("room for {fuel}", { fuel: amounts(game, room) }))
      : null,
  );

/** @param {{game: games.Game, trust?: turnledger.CardGameTrustBoard, key?: any}} props */
const Trust = ({ game, trust }) =>
  h(
    "li",
    { class: "g-trust", "data-seat": "TRUST" },
    h("b", {}, game.t("Trust company")),
    h(
      "span",
      { class: "g-row" },
      (trust?.plants ?? []).map(plant => h(Plant, { key: plant.card, game, plant, small: true })),
    ),
    h(
      "span",
      { class: "g-row" },
      (trust?.stock ?? []).map(card => h(FuelCard, { key: card.card, game, card })),
    ),
  );
