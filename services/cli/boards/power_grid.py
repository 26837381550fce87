"""The board of Power Grid."""

from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.table import Table

from services.cli.boards.board_parts import lot_of, pairs
from services.cli.reader import Reader
from turnledger.v1 import power_grid_pb2


def drawn(shown: power_grid_pb2.PowerGridBoard, by: Reader) -> RenderableType:
    say = by.say
    players = Table(
        say("player"),
        say("elektro"),
        say("plants"),
        say("fuel"),
        say("cities"),
    )
    for seat in sorted(shown.seats, key=lambda seat: list(shown.order).index(seat.seat)):
        cities = f"{len(seat.cities)}: {', '.join(map(by.called, seat.cities))}" if seat.cities else "0"
        players.add_row(by.seat(seat.seat), str(seat.cash), _plants(seat.plants, by), by.amounts(seat.fuel), cities)
    plants = pairs(
        (say("on offer"), _plants(shown.current, by)),
        (say("later"), _plants(shown.future, by)),
        (say("in the pile"), str(shown.deck_left)),
        (say("auction"), lot_of(by.plant(shown.lot.plant), shown.lot, by) if shown.HasField("lot") else ""),
        *((by.seat(each.seat), _tiles(each, by)) for part in shown.modules for each in part.robot_seats.robots),
    )
    market = Table(say("fuel"), say("tokens × price"))
    for row in shown.resource_market:
        market.add_row(by.called(row.type), " ".join(f"{each.n}×{each.price}" for each in row.spaces if each.n) or "–")
    return Group(players, plants, market)


def _tiles(robot: power_grid_pb2.PowerGridRobot, by: Reader) -> str:
    kinds = (robot.plant, robot.order, robot.fuel, robot.building, robot.power, robot.first_city, robot.ability)
    tiles = [tile for tile in kinds if tile]
    return "; ".join(map(by.called, tiles))


def _plants(plants: Iterable[str], by: Reader) -> str:
    return ", ".join(map(by.plant, plants))
