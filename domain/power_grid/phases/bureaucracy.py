"""Phase 5: plants run, income comes, markets are filled again (PG-BUR-01 to PG-BUR-13)."""

from collections.abc import Iterator

from msgspec import UNSET, UnsetType

from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.refused import Refused
from domain.power_grid import market, plant_market
from domain.power_grid.cards import Plant
from domain.power_grid.fuel import Storage, added, elsewhere, mixes, room_beside, room_left, subtract, without_room
from domain.power_grid.messages import (
    BUREAUCRACY,
    Amounts,
    CitiesPowered,
    IncomePaid,
    PlantsRun,
    ResourcesResupplied,
    Run,
    RunPlants,
    Space,
)  # fmt: skip
from domain.power_grid.options import Runnable, RunPlantsOption
from domain.power_grid.rules import Decision, Ruleset
from domain.power_grid.state import Holding, State


def is_over(rules: Ruleset, state: State) -> bool:
    return not state.waiting and rules.sale.next_seller(rules, state) is None


def end(decision: Decision) -> None:
    decision.rules.sale.close(decision)
    resupply(decision)
    plant_market.update_in_bureaucracy(decision)


# ---- running plants ----


def run_plants(decision: Decision, command: RunPlants) -> None:
    rules, state, player, runs = decision.rules, decision.state, command.player, command.runs
    check_turn(state, player)
    holding = state.holdings[player]
    check_plants(rules, holding.plants, runs)
    burnt = check_fuel(rules, holding.fuel, runs)
    check_place(rules, holding, runs, burnt)
    output = sum(rules.cards[run.plant].powers for run in runs)
    powered = min(output, len(holding.cities))
    if powered < len(holding.cities) and powered < (least := rules.powering.least(rules, state, player)):
        raise Refused("MUST_POWER_MAXIMUM", "IN-09", powered=powered, maximum=least)
    decision.record(PlantsRun(player, runs, burnt, output, subtract(holding.fuel, burnt), added(state.reserve, burnt)))
    decision.record(CitiesPowered(player, powered, len(holding.cities), final=False))
    pay_income(decision, player, final=False)
    if not decision.state.waiting:
        rules.sale.skip_those_without_choice(decision)


def check_turn(state: State, player: Seat) -> None:
    if state.phase != BUREAUCRACY or not state.waiting:
        raise Refused("WRONG_PHASE", "PG-GEN-01", phase=state.phase, needed=BUREAUCRACY, step="income")
    if player not in state.waiting:
        raise Refused("ALREADY_REPORTED", "PG-BUR-02")
    if player != state.waiting[0]:
        raise Refused("NOT_YOUR_TURN", "PG-BUR-02", to_act=state.waiting[0])


def check_plants(rules: Ruleset, owned: tuple[int | str, ...], runs: tuple[Run, ...]) -> None:
    named = [run.plant for run in runs]
    for plant in named:
        if plant not in owned:
            raise Refused("PLANT_NOT_OWNED", "PG-FUEL-08", plant=plant)
    mines = rules.fleet(owned).mines
    for plant in named:
        if plant in mines:
            raise Refused("MINE_CANNOT_POWER", "AU-07", plant=plant)
    for plant in named:
        if named.count(plant) > 1:
            raise Refused("PLANT_RUN_TWICE", "PG-FUEL-02", plant=plant)


def check_fuel(rules: Ruleset, stock: Amounts, runs: tuple[Run, ...]) -> Amounts:
    """Return all the fuel that the plan burns, if every plant gets its fuel and the stock suffices."""
    burnt: Amounts = {}
    for run in runs:
        fuels = rules.cards[run.plant].fuels
        for fuel, n in run.fuel.items():
            if fuel not in fuels:
                raise Refused("FUEL_TYPE_INVALID", "PG-FUEL-08", plant=run.plant, burns=fuels)
            burnt[fuel] = burnt.get(fuel, 0) + n
    for run in runs:
        if sum(run.fuel.values()) != rules.cards[run.plant].burns:
            raise Refused("FUEL_AMOUNT_INVALID", "PG-FUEL-02", plant=run.plant, burns=rules.cards[run.plant].burns)
    if [fuel for fuel, n in burnt.items() if n > stock[fuel]]:
        raise Refused("INSUFFICIENT_FUEL", "PG-FUEL-08", burns=burnt, stock=stock)
    return burnt


def check_place(rules: Ruleset, holding: Holding, runs: tuple[Run, ...], burnt: Amounts) -> None:
    """Refuse a plan whose fuel cannot be stored on the plants that burn it, with all the other fuel (PG-FUEL-11)."""
    room = rules.answers.room_for_plans(rules.fleet(holding.plants).storage)
    if room is UNSET:
        return
    running = [rules.cards[run.plant] for run in runs]
    if not elsewhere(running):
        return
    kept = subtract(holding.fuel, burnt)
    if over := without_room(room_beside(room, [(plant.kind, plant.burns) for plant in running]), kept):
        raise Refused("FUEL_ON_OTHER_PLANT", "PG-FUEL-11", burns=burnt, kept=kept, without_room=over)


def pay_income(decision: Decision, player: Seat, final: bool) -> None:
    rules = decision.rules
    holding = decision.state.holdings[player]
    gross = rules.payment(rules.cities_paid(rules, decision.state, player, holding.powered))
    penalty = rules.blackout.penalty(decision.state, player, gross)
    net = gross - penalty
    decision.record(IncomePaid(player, holding.powered, gross, penalty, net, holding.cash + net, final))


# ---- resupply ----


def resupply(decision: Decision) -> None:
    """Dearest free space first; what the reserve lacks is forfeited (PG-BUR-07 to PG-BUR-11)."""
    rules, state = decision.rules, decision.state
    wanted = {fuel: stages[state.stage - 1] for fuel, stages in rules.resupply.items()}
    came: dict[str, tuple[Space, ...]] = {}
    after: dict[str, tuple[Space, ...]] = {}
    for fuel, n in wanted.items():
        spaces, placed = market.placed(state.market[fuel], rules.capacities[fuel], min(n, state.reserve[fuel]))
        if placed:
            after[fuel], came[fuel] = spaces, placed
    reserve = subtract(state.reserve, {fuel: market.tokens(placed) for fuel, placed in came.items()})
    decision.record(ResourcesResupplied(state.stage, wanted, came, after, reserve))


# ---- options ----


def options(rules: Ruleset, state: State, seat: Seat) -> tuple[Option, ...]:
    holding = state.holdings[seat]
    fleet = rules.fleet(holding.plants)
    room = rules.answers.room_for_plans(fleet.storage)
    runnable = tuple(
        Runnable(plant.card, plant.powers, burns, plant.kind)
        for plant in fleet.plants
        if not plant.is_mine and (burns := tuple(mixes_of(plant, holding.fuel, room)))
    )
    least = rules.powering.least(rules, state, seat)
    return (RunPlantsOption(seat, runnable, holding.fuel, len(holding.cities), least, room),)


def mixes_of(plant: Plant, stock: Amounts, room: Storage | UnsetType) -> Iterator[Amounts]:
    """Yield every mix of fuel that the plant could burn if it ran alone."""
    for burnt in mixes(plant.fuels, plant.burns, stock):
        if room_left(room, plant.kind, plant.burns, subtract(stock, burnt)) is not None:
            yield burnt
