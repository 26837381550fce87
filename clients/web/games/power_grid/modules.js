// Parts of some variants only: Renovation's compensations, India's blackout and price caps, Australia's ways and mines,
// robots' tiles.
import { h } from "../../vendor/preact.js";
import { word } from "../kit.js";

/** @param {{game: games.Game, board: turnledger.PowerGridBoard, key?: any}} props */
export function Modules({ game, board }) {
  const renovation = board.modules?.find(each => each.renovationPile)?.renovationPile;
  const robots = board.modules?.find(each => each.robotSeats)?.robotSeats?.robots ?? [];
  const { blackout, price_cap_by_stage: caps, flat_connection_cost: flat } = game.edition.file;
  const track = board.modules?.find(each => each.uraniumTrack)?.uraniumTrack;
  const price = track?.spaces?.findLast(({ n }) => !n)?.price;
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
    flat && game.t("No way costs more than {n}: cities without a line cost that.", { n: flat }),
    track && game.t("Uranium plants are mines: they power no city. After the cities' income they sell uranium."),
    track &&
      (price
        ? game.t("Each unit of uranium sells for {n} now.", { n: price })
        : game.t("No uranium can be sold now: its market is full.")),
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
