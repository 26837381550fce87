"""The tiles that robots play by: who has some, how they are drawn, the place in the turn order (RB-01, 02, 06)."""

from collections.abc import Sequence
from typing import TypeVar

from msgspec import UNSET, UnsetType

from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.power_grid.figures import AbilityTile, RobotFigures, RobotTile
from domain.power_grid.messages import Robot, SortKey
from domain.power_grid.modules.robot_seats import RobotSeats
from domain.power_grid.rules import Ruleset
from domain.power_grid.state import State

NAME = "robot"
"""The name of the bot on a seat that plays by tiles."""
Tile = TypeVar("Tile", bound=RobotTile)


def drawn(rules: Ruleset, table: Table, dice: Dice) -> tuple[Robot, ...]:
    """A tile of each kind for every robot, in the order of the tables."""
    figures = rules.robots
    if figures is None:
        return ()
    seats = [Seat(seat) for seat, bot in enumerate(table.bots) if bot == NAME]
    robots: list[Robot] = []
    for seat in seats:
        taken = robots if figures.each_once else []
        robots.append(build(figures, seat, dice, taken, len(seats) > 1))
    return tuple(robots)


def build(figures: RobotFigures, seat: Seat, dice: Dice, others: Sequence[Robot], several: bool) -> Robot:
    roll = dice.roll(f"robots/{seat}")
    tiles = dict.fromkeys(("order", "power"), "")
    for kind in figures.kinds:
        taken = [getattr(other, kind) for other in others]
        left = [each.id for each in getattr(figures, kind) if each.id not in taken]
        tiles[kind] = roll.choice([each for each in left if not (several and is_for_one(figures, kind, each))])
    return Robot(player=seat, **tiles)


def is_for_one(figures: RobotFigures, kind: str, tile_id: str) -> bool:
    """RB-12: several robots cannot all be last, so that tile is left out where more than one plays."""
    return kind == "ability" and tile(figures.ability, tile_id).gives == "last"


def check(rules: Ruleset, robots: Sequence[Robot]) -> None:
    """At least one seat must not be a robot's, every tile must belong to the edition, and all must go together."""
    if robots and len(robots) >= rules.limits.players:
        raise Refused("ONLY_ROBOTS", "RB-01", robots=len(robots))
    seats = [robot.player for robot in robots]
    if len(set(seats)) != len(seats) or any(not 0 <= seat < rules.limits.players for seat in seats):
        raise Refused("MALFORMED_COMMAND", "RB-01", robots=tuple(seats))
    for kind in Robot.__struct_fields__[1:]:
        known = tuple([tile.id for tile in getattr(rules.robots, kind, ())])
        chosen = [getattr(robot, kind) for robot in robots if getattr(robot, kind) or known]
        for each in chosen:
            if each not in known:
                raise Refused("MALFORMED_COMMAND", "RB-02", tile=str(each), known=known)
            check_together(rules.robots, kind, each, chosen)


def check_together(figures: RobotFigures | None, kind: str, tile_id: str, chosen: Sequence[str]) -> None:
    assert figures, "a robot has tiles"
    if figures.each_once and chosen.count(tile_id) > 1:
        raise Refused("ROBOT_TILE_TWICE", "RB-02", tile=tile_id, robots=chosen.count(tile_id))
    if len(chosen) > 1 and is_for_one(figures, kind, tile_id):
        raise Refused("ROBOT_TILE_FOR_ONE", "RB-12", tile=tile_id, robots=len(chosen))


def robot_at(state: State, seat: Seat) -> Robot | None:
    for part in state.modules:
        if isinstance(part, RobotSeats):
            return part.at(seat)
    return None


def tile(tiles: Sequence[Tile], tile_id: str) -> Tile:
    return next(each for each in tiles if each.id == tile_id)


def in_their_places(rules: Ruleset, state: State, keys: list[SortKey]) -> list[SortKey]:
    """The turn order with robots where their tiles put them; of several that are last, as counted."""
    return sorted(keys, key=lambda key: is_last(rules, robot_at(state, key.player)))


def is_last(rules: Ruleset, robot: Robot | None) -> bool:
    if robot is None or rules.robots is None:
        return False
    if robot.order:
        return tile(rules.robots.order, robot.order).place == "last"
    return gives(rules, robot, "last") is not None


def gives(rules: Ruleset, robot: Robot, ability: str) -> AbilityTile | None:
    """Its special ability, if it is this one (RB-12)."""
    assert rules.robots, "a robot has tiles"
    if not robot.ability:
        return None
    found = tile(rules.robots.ability, robot.ability)
    return found if found.gives == ability else None


def ability_at(rules: Ruleset, state: State, seat: Seat, ability: str) -> AbilityTile | None:
    robot = robot_at(state, seat) if state.modules else None
    return gives(rules, robot, ability) if robot else None


def starting_cash(rules: Ruleset, robot: Robot) -> int | UnsetType:
    found = gives(rules, robot, "money")
    return found.amount if found else UNSET


def price_of(rules: Ruleset, state: State, seat: Seat, bid: int) -> int:
    """Return the price that the seat pays for its bid: a robot with that ability half of it, rounded up."""
    return (bid + 1) // 2 if ability_at(rules, state, seat, "half_bid") else bid


def cities_paid(rules: Ruleset, state: State, seat: Seat, powered: int) -> int:
    """Return the number of cities that the seat's income is for."""
    found = ability_at(rules, state, seat, "income")
    return powered + found.amount if found else powered
