// Parts of some variants only: Renovation's compensations, India's blackout and price caps, robots' tiles.
import { h } from "../../vendor/preact.js";
import { word } from "../kit.js";

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props */
export function Modules({ game, board }) {
  const renovation = board.modules?.find(each => each.renovationPile)?.renovationPile;
  const robots = board.modules?.find(each => each.robotSeats)?.robotSeats?.robots ?? [];
  const { blackout, price_cap_by_stage: caps } = game.edition.file;
  const cap = caps?.[board.stage - 1];
  const lines = [
    renovation?.cards?.length &&
      game.t(
        "Closing a plant that is one too many pays {first}, each later one of the round {others}.",
        renovation.cards[0],
      ),
    cap && game.t("Fuel dearer than {n} is not for sale in this stage.", { n: cap }),
    blackout &&
      game.t("Houses built this round: {n}. More than {most}: blackout, which costs {penalty} for each city.", {
        n: board.housesBuilt,
        most: blackout.houses_per_player * board.seats.length,
        penalty: blackout.penalty_per_city,
      }),
    ...robots.map(each =>
      game.t("{player} is a robot: {tiles}.", {
        player: game.name(each.seat),
        tiles: [each.plant, each.order, each.fuel, each.building, each.power, each.firstCity, each.ability]
          .flatMap(tile => tile || [])
          .map(tile => word(game, tile))
          .join("; "),
      }),
    ),
  ].filter(Boolean);
  return lines.length
    ? h(
        "ul",
        { class: "g-modules" },
        lines.map(line => h("li", { key: line }, line)),
      )
    : null;
}
