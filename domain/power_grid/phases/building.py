"""Phase 4: cities are connected (PG-BLD-01 to PG-BLD-13)."""

from collections.abc import Iterator

from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.refused import Refused
from domain.power_grid import plant_market
from domain.power_grid.atlas import Area
from domain.power_grid.messages import (
    BUILDING,
    BlackoutDeclared,
    BuildingFinished,
    CityConnected,
    ConnectCity,
    FinishBuilding,
    GameEndTriggered,
    Mode,
    StageBegan,
)  # fmt: skip
from domain.power_grid.options import ConnectCityOption, FinishBuildingOption
from domain.power_grid.rules import ConnectionCost, Decision, Ruleset, cheapest
from domain.power_grid.state import Holding, State

FREE = ConnectionCost(0, ())


def is_over(rules: Ruleset, state: State) -> bool:
    return not state.waiting


def end(decision: Decision) -> None:
    """PG-BLD-13, in its order."""
    rules, state = decision.rules, decision.state
    threshold = rules.blackout.threshold(len(state.holdings))
    if threshold is not None and state.built > threshold:
        decision.record(BlackoutDeclared(state.built, threshold))
    sizes = [len(holding.cities) for holding in state.holdings]
    if max(sizes) >= rules.limits.ends_at:
        large = tuple(Seat(seat) for seat, size in enumerate(sizes) if size >= rules.limits.ends_at)
        decision.record(GameEndTriggered(large, max(sizes)))
    elif state.stage == 1 and not state.stage_3_drawn and max(sizes) >= rules.limits.stage_2_at:
        decision.record(StageBegan(2, 1, "NETWORK_SIZE"))
        plant = cheapest(decision.state)
        if plant is not None:
            plant_market.replace(decision, plant, "STAGE_2")


def check_turn(state: State, player: Seat) -> None:
    if state.phase != BUILDING:
        raise Refused("WRONG_PHASE", "PG-GEN-01", phase=state.phase, needed=BUILDING)
    if choice := state.robot_choice:
        raise Refused("DECISION_PENDING", "PG-GEN-02", decision=choice.decision, to_act=choice.asked[0])
    if player != state.waiting[0]:
        raise Refused("NOT_YOUR_TURN", "PG-BLD-01", to_act=state.waiting[0])


def connect(decision: Decision, command: ConnectCity) -> None:
    rules, state, player, city = decision.rules, decision.state, command.player, command.city
    check_turn(state, player)
    area, holding = rules.atlas.area(state.regions), state.holdings[player]
    if city not in area.cities:
        raise Refused("CITY_NOT_IN_PLAY", "PG-BLD-03", city=city, regions=state.regions)
    mode = command.mode or rules.networks.default_mode(holding.cities)
    check_mode(rules, state, holding, city, mode)
    slot = free_slot(rules, state, area, holding, city, mode)
    connection = FREE if mode == "START" else rules.connection_price.to(area, holding.cities, city)
    if connection is None:
        raise Refused("CITY_UNREACHABLE", "PG-BLD-03", city=city)
    total = rules.slots(area, city)[slot] + connection.cost
    if total > holding.cash:
        raise Refused("INSUFFICIENT_FUNDS", "PG-BLD-03", total=total, cash=holding.cash)
    build(decision, player, city, mode, slot, connection)


def build(
    decision: Decision,
    player: Seat,
    city: str,
    mode: Mode,
    slot: int,
    connection: ConnectionCost,
    slot_cost: int | None = None,
) -> None:
    """A house that may be built there and can be paid. `slot_cost`: where it is not the printed one."""
    rules, state, holding = decision.rules, decision.state, decision.state.holdings[player]
    if slot_cost is None:
        slot_cost = rules.slots(rules.atlas.area(state.regions), city)[slot]
    total = slot_cost + connection.cost
    starts = holding.networks_started + 1 if mode == "START" else None
    decision.record(
        CityConnected(
            player, city, mode, starts, slot, slot_cost, connection.cost, connection.path, connection.flat, total,
            holding.cash - total, len(holding.cities) + 1,
        )
    )  # fmt: skip
    plant_market.remove_outgrown(decision)


def check_mode(rules: Ruleset, state: State, holding: Holding, city: str, mode: Mode) -> None:
    networks = rules.networks
    if mode == "EXTEND":
        if not holding.cities:
            raise Refused("NO_NETWORK_TO_EXTEND", "PG-BLD-02")
        if networks.first_round_starts_only and state.round == 1:
            raise Refused("NO_EXTENSION_IN_FIRST_ROUND", "JP-07")
        return
    if holding.networks_started >= networks.most:
        rule = "PG-BLD-09" if networks.most == 1 else "JP-06"
        raise Refused("SECOND_NETWORK_NOT_ALLOWED", rule, started=holding.networks_started)
    if networks.empty_cities_only and (houses := state.houses.get(city)):
        raise Refused("FIRST_CITY_NOT_EMPTY", "PG-BLD-02", city=city, houses=len(houses))
    if not networks.may_start_in(city, state.houses):
        raise Refused("NOT_A_START_CITY", "JP-05", city=city, start_cities=networks.start_cities)


def free_slot(rules: Ruleset, state: State, area: Area, holding: Holding, city: str, mode: Mode) -> int:
    """The cheapest free open slot: houses fill a city's slots in order (PG-BLD-06, PG-BLD-07)."""
    if city in holding.cities:
        raise Refused("CITY_ALREADY_CONNECTED", "PG-BLD-08", city=city)
    taken = len(state.houses.get(city, ()))
    if taken >= rules.open_slots(area, city, state.stage):
        restricted = mode == "START" and rules.networks.start_cities is not None
        code, rule = ("NO_FREE_START_SLOT", "JP-06") if restricted else ("CITY_FULL_FOR_STAGE", "PG-BLD-07")
        raise Refused(code, rule, city=city, houses=taken, stage=state.stage)
    return taken


def finish(decision: Decision, command: FinishBuilding) -> None:
    check_turn(decision.state, command.player)
    decision.record(BuildingFinished(command.player, decision.state.built_this_turn))


def options(rules: Ruleset, state: State, seat: Seat) -> tuple[Option, ...]:
    starts = offers(rules, state, seat, startable(rules, state, seat), "START")
    extensions = offers(rules, state, seat, extendable(rules, state, seat), "EXTEND")
    return (*starts, *extensions, FinishBuildingOption(seat))


def startable(rules: Ruleset, state: State, seat: Seat) -> tuple[str, ...]:
    if state.holdings[seat].networks_started >= rules.networks.most:
        return ()
    return tuple(
        city for city in rules.atlas.area(state.regions).cities if rules.networks.may_start_in(city, state.houses)
    )


def extendable(rules: Ruleset, state: State, seat: Seat) -> tuple[str, ...]:
    if not state.holdings[seat].cities or (rules.networks.first_round_starts_only and state.round == 1):
        return ()
    return tuple(rules.atlas.area(state.regions).cities)


def offers(
    rules: Ruleset, state: State, seat: Seat, cities: tuple[str, ...], mode: Mode
) -> Iterator[ConnectCityOption]:
    """The connection cost of each city, where a connection is possible and the seat can pay it."""
    area, holding = rules.atlas.area(state.regions), state.holdings[seat]
    for city in cities:
        slot = len(state.houses.get(city, ()))
        if city in holding.cities or slot >= rules.open_slots(area, city, state.stage):
            continue
        slot_cost = rules.slots(area, city)[slot]
        if slot_cost > holding.cash:
            continue
        connection = FREE if mode == "START" else rules.connection_price.to(area, holding.cities, city)
        if connection is None or slot_cost + connection.cost > holding.cash:
            continue
        cost, path, flat = connection.cost, connection.path, connection.flat
        yield ConnectCityOption(seat, city, mode, slot, slot_cost, cost, path, flat, slot_cost + cost)
