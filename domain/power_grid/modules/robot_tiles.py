"""The tiles that robots play by: who has some, how they are drawn, the place in the turn order (RB-01, 02, 06)."""

from collections.abc import Sequence
from typing import TypeVar

from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.power_grid.figures import RobotFigures, RobotTile
from domain.power_grid.messages import Robot, SortKey
from domain.power_grid.modules.robot_seats import RobotSeats
from domain.power_grid.rules import Ruleset
from domain.power_grid.state import State

NAME = "robot"
"""Of the bot that a seat which plays by tiles is given to."""
Tile = TypeVar("Tile", bound=RobotTile)


def drawn(rules: Ruleset, table: Table, dice: Dice) -> tuple[Robot, ...]:
    """A tile of each kind for every robot, in the order of the tables."""
    figures = rules.robots
    if figures is None:
        return ()
    return tuple(
        [build(figures, Seat(seat), dice) for seat, bot in enumerate(table.bots) if bot == NAME],
    )


def build(figures: RobotFigures, seat: Seat, dice: Dice) -> Robot:
    roll = dice.roll(f"robots/{seat}")
    return Robot(seat, *[roll.choice(getattr(figures, part)).id for part in figures.__struct_fields__])


def check(rules: Ruleset, robots: Sequence[Robot]) -> None:
    """Somebody else must play, and every tile must be one of the edition's."""
    if robots and len(robots) >= rules.limits.players:
        raise Refused("ONLY_ROBOTS", "RB-01", robots=len(robots))
    seats = [robot.player for robot in robots]
    if len(set(seats)) != len(seats) or any(not 0 <= seat < rules.limits.players for seat in seats):
        raise Refused("MALFORMED_COMMAND", "RB-01", robots=tuple(seats))
    for robot in robots:
        for part in RobotFigures.__struct_fields__:
            known = tuple([tile.id for tile in getattr(rules.robots, part, ())])
            if getattr(robot, part) not in known:
                raise Refused("MALFORMED_COMMAND", "RB-02", tile=getattr(robot, part), known=known)


def robot_at(state: State, seat: Seat) -> Robot | None:
    return next((part.at(seat) for part in state.modules if isinstance(part, RobotSeats)), None)


def tile(tiles: Sequence[Tile], tile_id: str) -> Tile:
    return next(each for each in tiles if each.id == tile_id)


def in_their_places(rules: Ruleset, state: State, keys: list[SortKey]) -> list[SortKey]:
    """The turn order with robots where their tiles put them; of several that are last, as counted."""
    return sorted(keys, key=lambda key: is_last(rules, robot_at(state, key.player)))


def is_last(rules: Ruleset, robot: Robot | None) -> bool:
    return bool(robot and rules.robots and tile(rules.robots.order, robot.order).place == "last")
