"""`decide` accepts exactly what `options` offers, on every map with every option."""

from itertools import permutations, product

import msgspec
import pytest
from msgspec.structs import replace

from domain.kernel.dice import Dice
from domain.power_grid.fuel import Storage
from domain.power_grid.messages import (
    BUILDING,
    BUREAUCRACY,
    STAGE_3,
    BuyResources,
    ConnectCity,
    DeclineUraniumSale,
    FinishBuilding,
    FinishBuying,
    NominatePlant,
    PassBid,
    PassNomination,
    PlaceBid,
    Run,
    RunPlants,
    ScrapPlant,
    SellUranium,
)  # fmt: skip
from domain.power_grid.options import BuyResourcesOption, RunPlantsOption
from tests.domain.power_grid.positions import MAPS, position, russia
from tests.kit import Game, commands, decider, whole_game

TABLES = [
    (map_name, players, {"flow_generator": on, "renovation": on})
    for map_name, players in product(MAPS, (2, 4))
    for on in ("off", "on")
]
FAMILY_MOST = 400
STATES = 25


def canonical(command):
    """Order and omissions that mean the same: a plan is a set, an omitted mode is the default one."""
    if isinstance(command, RunPlants):
        runs = sorted((str(run.plant), sorted(run.fuel.items())) for run in command.runs)
        return ("RunPlants", command.player, str(runs))
    if isinstance(command, BuyResources):
        return ("BuyResources", command.player, str(sorted(command.items.items())))
    return msgspec.json.encode(command)


def neighbours(game, seat, roll):
    """Commands near the edge of what is legal, most of them not."""
    state, rules = game.state, game.decider.rules
    holding = state.holdings[seat]
    for card in (*state.current, *state.future, *holding.plants):
        floor = rules.cards[card].bid_min if card in rules.cards else 50
        for bid in (floor - 1, floor, holding.cash, holding.cash + 1):
            yield NominatePlant(seat, card, bid)
    standing = state.lot.bid if state.lot else 10
    for amount in (standing, standing + 1, holding.cash, holding.cash + 1):
        yield PlaceBid(seat, amount)
    for fuels in (("coal",), ("oil",), ("garbage",), ("uranium",), ("coal", "oil"), ("oil", "garbage")):
        for n in (1, 2, 3, 5, 7):
            yield BuyResources(seat, dict.fromkeys(fuels, n))
    some = roll.shuffle(tuple(rules.atlas.area(state.regions).cities))[:12]
    yield from (ConnectCity(seat, city, mode) for city, mode in product(some, ("START", "EXTEND")))
    for card, n, fuel in product(holding.plants, (1, 2, 3), ("coal", "oil", "garbage", "uranium")):
        yield RunPlants(seat, (Run(card, {fuel: n}),))
        yield ScrapPlant(seat, card, {fuel: n})
    for card in holding.plants:
        yield from (RunPlants(seat, (Run(card),)), ScrapPlant(seat, card, {}))
    for simple in (PassNomination, PassBid, FinishBuying, FinishBuilding, RunPlants, SellUranium, DeclineUraniumSale):
        yield simple(seat)


@pytest.mark.slow
@pytest.mark.rule("PG-GEN-02")
@pytest.mark.parametrize(("map_name", "players", "options"), TABLES, ids=str)
def test_decide_accepts_exactly_what_options_offer(map_name, players, options):
    rules = decider(f"power_grid/{map_name}", players, options)
    roll = Dice.from_text(f"{map_name}{players}").roll("sample")
    turns = list(whole_game(rules, players, "random", f"options/{map_name}/{players}/{options}"))
    sampled = roll.shuffle(turns[:-1])[:STATES]
    assert len(sampled) == STATES
    for turn in sampled:
        game = Game(rules, turn.state)
        for seat in range(players):
            families = rules.options(turn.state, seat)
            assert bool(families) == (seat in rules.to_act(turn.state))
            offered = set()
            for family in families:
                assert family.count() > 0
                for command in commands(family) if family.count() <= FAMILY_MOST else sample(family, roll):
                    assert game.legal(command), command
                    assert canonical(command) not in offered, "each command once"
                    offered.add(canonical(command))
            whole = all(family.count() <= FAMILY_MOST for family in families)
            for command in neighbours(game, seat, roll):
                if game.legal(command) and whole:
                    assert canonical(command) in offered, command


def written_out(command, offered):
    """A command with what was left out: the mode is the seat's default one, the fuel the only smallest return."""
    if isinstance(command, ConnectCity) and command.mode is None:
        modes = {each.mode for each in offered if isinstance(each, ConnectCity)}
        return replace(command, mode="EXTEND" if "EXTEND" in modes else "START")
    if isinstance(command, ScrapPlant) and command.returned is None:
        returns = [each.returned for each in offered if isinstance(each, ScrapPlant) and each.plant == command.plant]
        fewest = min((sum(fuel.values()) for fuel in returns), default=0)
        smallest = [fuel for fuel in returns if sum(fuel.values()) == fewest]
        return replace(command, returned=smallest[0]) if len(smallest) == 1 else command
    return command


def mixes(**most):
    """Every set of so many tokens of each fuel at most; no tokens of a fuel are not named."""
    for amounts in product(*(range(n + 1) for n in most.values())):
        yield {fuel: n for fuel, n in zip(most, amounts, strict=True) if n}


CLOSING = position(
    russia(3), order=(0, 1, 2), market=(44, 46, 50), plants={0: (5, 12, 13)}, fuel={0: {"coal": 4, "oil": 4}},
    cash={0: 100}, deck=(33, STAGE_3),
).given(NominatePlant(0, 44, 44), PassBid(1), PassBid(2))  # fmt: skip
PLANS = position(
    russia(3), BUREAUCRACY, order=(0, 1, 2), plants={0: (5, 10, 13)}, fuel={0: {"coal": 3, "oil": 1}},
    cities={0: ("tomsk", "omsk")},
)  # fmt: skip
BUILT = position(russia(3), BUILDING, order=(2, 1, 0), cities={0: ("tomsk",), 1: ("omsk",)}, cash={0: 30})
UNBUILT = position(russia(3), BUILDING, order=(2, 1, 0), cities={1: ("omsk",)}, cash={0: 30})
CITIES = ("tomsk", "omsk", "surgut", "novosibirsk", "moscow", "kemerovo", "tyumen", "atlantis")
RUNS = [Run(plant, mix) for plant in (5, 10, 13) for mix in mixes(coal=2, oil=2)]
SMALL = {
    "closing": (CLOSING, [
        ScrapPlant(0, plant, back) for plant in (3, 5, 12, 13, 44) for back in (None, *mixes(coal=4, oil=4))
    ]),
    "plans": (PLANS, [RunPlants(0, runs) for n in range(4) for runs in permutations(RUNS, n) if n < 3 or 13 in {
        run.plant for run in runs if not run.fuel}]),
    "a city more": (BUILT, [ConnectCity(0, city, mode) for city in CITIES for mode in (None, "START", "EXTEND")]),
    "a first city": (UNBUILT, [ConnectCity(0, city, mode) for city in CITIES for mode in (None, "START", "EXTEND")]),
}  # fmt: skip


@pytest.mark.rule("PG-GEN-02")
@pytest.mark.parametrize("name", SMALL)
def test_of_all_commands_of_a_small_position_the_listed_ones_are_legal_also_written_otherwise(name):
    game, every = SMALL[name]
    offered = [command for family in game.decider.options(game.state, 0) for command in commands(family)]
    listed = {canonical(command) for command in offered}
    legal = [command for command in every if game.legal(command)]
    assert legal == [command for command in every if canonical(written_out(command, offered)) in listed]
    assert len({canonical(command) for command in legal}) > 2


def sample(family, roll):
    """First, last and some between."""
    last = family.count() - 1
    return [family.nth(index) for index in sorted({0, last, *(roll.below(last) for _ in range(20))})]


def test_several_fuels_in_one_purchase_are_counted_exactly():
    """6 coal or oil at 1 each, room for 2 of a kind and 1 of either: pairs with c + o from 1, excess at most 1."""
    option = BuyResourcesOption(
        player=0, prices={"coal": (1, 1, 1), "oil": (2, 2, 2)}, cash=6,
        stock={"coal": 0, "oil": 0, "garbage": 0, "uranium": 0},
        storage=Storage(coal=2, oil=2, hybrid=1), tokens_max=None,
    )  # fmt: skip
    expected = {
        (coal, oil)
        for coal in range(4)
        for oil in range(4)
        if coal + oil > 0 and coal + 2 * oil <= 6 and max(0, coal - 2) + max(0, oil - 2) <= 1
    }
    found = [(command.items.get("coal", 0), command.items.get("oil", 0)) for command in commands(option)]
    assert len(found) == option.count() == len(expected)
    assert set(found) == expected


def test_a_hundred_thousand_purchases_are_counted_and_numbered_without_being_made():
    """0 to 20 of each of four fuels: 21 ** 4 sets, less the empty one. The last fuel by name counts up first."""
    fuels = ("coal", "oil", "garbage", "uranium")
    option = BuyResourcesOption(
        player=0, prices=dict.fromkeys(fuels, (1,) * 20), cash=1_000,
        stock=dict.fromkeys(fuels, 0), storage=Storage(any=80), tokens_max=None,
    )  # fmt: skip
    assert option.count() == 21**4 - 1
    assert option.nth(0) == BuyResources(0, {"uranium": 1})
    assert option.nth(21 + 1) == BuyResources(0, {"oil": 1, "uranium": 2})
    assert option.nth(option.count() - 1) == BuyResources(0, dict.fromkeys(fuels, 20))
    with pytest.raises(IndexError):
        option.nth(option.count())


def test_the_empty_plan_is_the_last_of_a_family():
    option = RunPlantsOption(0, (), {"coal": 0, "oil": 0, "garbage": 0, "uranium": 0}, 3, 0)
    assert option.count() == 1
    assert option.nth(0) == RunPlants(0, ())


@pytest.mark.slow
@pytest.mark.parametrize("map_name", MAPS)
def test_the_default_command_is_legal_at_every_moment(map_name):
    rules = decider(f"power_grid/{map_name}", 3, {"flow_generator": "on"})
    for turn in whole_game(rules, 3, "random", f"default/{map_name}"):
        for seat in rules.to_act(turn.state):
            assert Game(rules, turn.state).legal(rules.default(turn.state, seat))
