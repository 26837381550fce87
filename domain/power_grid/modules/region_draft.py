"""Before the first auction seats choose the play area in turn, where a table plays `regions=drafted` (PG-SET-12)."""

from domain.kernel.ids import Seat
from domain.kernel.refused import Refused
from domain.power_grid.atlas import are_connected
from domain.power_grid.messages import TURN_ORDER, ChooseRegion, RegionChosen
from domain.power_grid.modules.robot_tiles import robot_at
from domain.power_grid.options import ChooseRegionOption
from domain.power_grid.rules import Decision, Ruleset
from domain.power_grid.state import State


def is_over(rules: Ruleset, state: State) -> bool:
    return not rules.drafts_regions or len(state.regions) >= rules.limits.regions


def chooser(rules: Ruleset, state: State) -> Seat | None:
    """Return the seat that chooses next, in the first turn order and around again; robots choose nothing."""
    if state.phase != TURN_ORDER or is_over(rules, state):
        return None
    people = [seat for seat in state.order if not robot_at(state, seat)]
    return people[len(state.regions) % len(people)]


def choices(rules: Ruleset, state: State) -> tuple[str, ...]:
    """Return the regions that may be chosen next, in the map's order."""
    board = rules.atlas.board
    free = [region.id for region in board.regions if region.id not in state.regions]
    if not board.regions_must_touch:
        return tuple(free)
    return tuple([region for region in free if are_connected(board, (*state.regions, region))])


def options(rules: Ruleset, state: State, seat: Seat) -> tuple[ChooseRegionOption, ...]:
    return tuple([ChooseRegionOption(seat, region) for region in choices(rules, state)])


def choose(decision: Decision, command: ChooseRegion) -> None:
    rules, state, region = decision.rules, decision.state, command.region
    seat = chooser(rules, state)
    if seat is None:
        raise Refused("WRONG_PHASE", "PG-GEN-01", phase=state.phase, needed=TURN_ORDER)
    if command.player != seat:
        raise Refused("NOT_YOUR_TURN", "PG-SET-12", to_act=seat)
    known = tuple([each.id for each in rules.atlas.board.regions])
    if region not in known:
        raise Refused("UNKNOWN_REGION", "PG-SET-12", unknown=(region,), known=known)
    if region in state.regions:
        raise Refused("REGION_ALREADY_CHOSEN", "PG-SET-12", region=region)
    if region not in choices(rules, state):
        raise Refused("REGIONS_NOT_ADJACENT", "PG-SET-12", regions=(*state.regions, region))
    chosen = tuple([each for each in known if each == region or each in state.regions])
    decision.record(RegionChosen(seat, region, chosen))
