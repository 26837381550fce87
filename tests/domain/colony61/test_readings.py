"""Readings that the printed text leaves open, as options of the host. Each decision: docs/rules/colony61.md §15."""

from itertools import combinations, product
from math import factorial
from random import Random

import pytest
from msgspec.structs import replace

from domain import catalogue
from domain.colony61.markers import raised as markers_raised
from domain.colony61.messages import (
    BuildPaid,
    CardRecycled,
    CardsLaid,
    DecideCards,
    IncomeResolved,
    LayCards,
    ModuleBuilt,
    Payment,
    ResolveIncome,
)
from domain.colony61.options import AcceptDefault, DecideOption, LayOption
from domain.colony61.readings import READINGS
from domain.kernel.decider import decide, fold
from domain.kernel.refused import Refused
from tests import kit
from tests.domain.colony61.positions import RULES, Place, cubes, only, position
from tests.domain.colony61.referee.cases import (
    CHEAP,
    FIRST,
    building_position,
    household_of,
    income_position,
    yard_of,
)
from tests.domain.colony61.referee.default_income import default_income
from tests.domain.colony61.referee.figures import COLONIES, RESOURCES, Purse, fired_by, raised
from tests.domain.colony61.referee.game import follow
from tests.domain.colony61.referee.income import judge_income
from tests.domain.colony61.referee.payment import Decision, Paid, decisions, default_decision
from tests.domain.colony61.referee.table import Table
from tests.kit import Refusal, whole_game

OTHERS = [(option.name, value) for option in READINGS for value in option.values[1:]]
IDLE = Place(hand="warehouse")


def reading(colony="drawn", players=2, **options):
    return kit.decider("colony61", players, {"colony": colony, **options})


def refused(rules, state, command):
    with pytest.raises(Refused) as refusal:
        decide(rules, state, command)
    return Refusal.of(refusal.value)


def offered(rules, state, kind):
    return [option for option in rules.options(state, FIRST) if isinstance(option, kind)]


# ---- cards that cannot be paid (DEC-C61-04) ----------------------------------------------------------------------


@pytest.mark.rule("DEC-C61-04", "C61-BLD-02", "C61-BLD-03")
def test_cards_that_cannot_be_paid_may_be_laid_where_the_host_says_so():
    state = position(Place(hand="mine greenhouse", storage=cubes(ones=1)), IDLE, slots=2)
    both = LayCards(FIRST, 3, ("greenhouse-1", "mine-1"))
    assert refused(RULES, state, both) == Refusal("LAID_CARDS_NOT_PAYABLE", cards=("greenhouse-1", "mine-1"))
    rules = reading(unpayable_cards="recycled")
    assert only(decide(rules, state, both), CardsLaid).cards == ("greenhouse-1", "mine-1")
    assert ("greenhouse-1", "mine-1") in offered(rules, state, LayOption)[0].sets


@pytest.mark.rule("DEC-C61-04", "C61-BLD-05", "C61-BLD-06")
def test_all_cards_that_cannot_be_paid_are_recycled_and_one_has_the_effect():
    rules = reading(unpayable_cards="recycled")
    state = position(Place(laid="mine greenhouse", storage=cubes(ones=1)), Place(), step="DECIDE", owing=[0])
    events = decide(rules, state, DecideCards(FIRST, 3, (), "mine-1", ()))
    recycled = [event for event in events if isinstance(event, CardRecycled)]
    assert [(event.card, event.forced) for event in recycled] == [("greenhouse-1", True), ("mine-1", False)]
    after = fold(rules, events, state)
    assert after.corporations[FIRST].laid == ()
    assert {"greenhouse-1", "mine-1"} <= set(after.discard)
    assert rules.broken_invariants(after) == ()
    assert refused(rules, state, DecideCards(FIRST, 3, (), None, ())) == Refusal(
        "CARD_UNDECIDED", cards=("mine-1", "greenhouse-1")
    )


@pytest.mark.rule("DEC-C61-04", "C61-BLD-05")
def test_a_card_that_can_be_paid_beside_the_others_is_not_recycled_too():
    rules = reading(unpayable_cards="recycled")
    state = position(
        Place(laid="mine greenhouse warehouse", storage=cubes(fives=1)), Place(), step="DECIDE", owing=[0], slots=3
    )
    assert refused(rules, state, DecideCards(FIRST, 3, (), "warehouse-1", ())) == Refusal(
        "CARD_UNDECIDED", cards=("mine-1", "greenhouse-1")
    )
    paid = (Payment(("mine-1",), cubes(fives=1)),)
    assert only(decide(rules, state, DecideCards(FIRST, 3, ("mine-1",), "warehouse-1", paid)), ModuleBuilt)


# ---- paying together in the turn of the build (DEC-C61-06) -------------------------------------------------------


def building(laid: str, storage):
    return position(Place(laid=laid, storage=storage), Place(), step="DECIDE", owing=[0], slots=3)


@pytest.mark.rule("DEC-C61-06", "C61-PAY-03")
def test_a_module_lets_others_be_paid_together_in_its_turn_where_the_host_says_so():
    state = building("building_module mine greenhouse", cubes(tens=3))
    module = "building_module-2"
    payments = (
        Payment((module,), cubes(tens=2)),
        Payment(("greenhouse-1", "mine-1"), cubes(tens=1), module),
    )
    command = DecideCards(FIRST, 3, (module, "greenhouse-1", "mine-1"), None, payments)
    assert refused(RULES, state, command) == Refusal(
        "PAYMENT_GROUP_INVALID", cards=("greenhouse-1", "mine-1"), by=module
    )
    paid = [
        event.cards for event in decide(reading(pay_together="at_once"), state, command) if type(event) is BuildPaid
    ]
    assert paid == [(module,), ("greenhouse-1", "mine-1")]


@pytest.mark.rule("DEC-C61-06", "C61-PAY-03")
def test_a_module_never_pays_for_itself_nor_two_modules_for_each_other():
    rules, module, other = reading(pay_together="at_once"), "building_module-2", "building_module-3"
    state = building("building_module mine", cubes(tens=3))
    itself = (Payment((module, "mine-1"), cubes(tens=2), module),)
    assert refused(rules, state, DecideCards(FIRST, 3, (module, "mine-1"), None, itself)) == Refusal(
        "PAYMENT_GROUP_INVALID", cards=(module, "mine-1"), by=module
    )
    state = building("building_module building_module mine greenhouse", cubes(tens=5))
    each_other = (
        Payment((module, "mine-1"), cubes(tens=2), other),
        Payment((other, "greenhouse-1"), cubes(tens=2), module),
    )
    build = (module, other, "mine-1", "greenhouse-1")
    assert refused(rules, state, DecideCards(FIRST, 3, build, None, each_other)) == Refusal(
        "PAYMENT_GROUP_INVALID", cards=(module, "mine-1"), by=other
    )
    chain = (
        Payment((module,), cubes(tens=2)),
        Payment((other, "mine-1"), cubes(tens=2), module),
        Payment(("greenhouse-1",), cubes(tens=1)),
    )
    assert decide(rules, state, DecideCards(FIRST, 3, build, None, chain))


@pytest.mark.rule("DEC-C61-04", "DEC-C61-06", "C61-BLD-05", "C61-BLD-10")
@pytest.mark.parametrize(
    "options",
    [
        {"pay_together": "at_once"},
        {"unpayable_cards": "recycled"},
        {"pay_together": "at_once", "unpayable_cards": "recycled"},
    ],
)
def test_a_second_referee_finds_the_same_decisions_under_other_readings(options):
    rules, several = reading(**options), "unpayable_cards" in options
    kinds = (*CHEAP, "building_module", "building_module")
    for number in range(150):
        chance = Random(f"readings/{number}")
        laid = " ".join(sorted(chance.choices(kinds, k=chance.randint(1, 3))))
        if laid.count("building_module") > 1:
            continue
        state = building_position(chance, "DECIDE", laid=laid)
        yard = yard_of(state)
        yard = type(yard)(yard.colony, yard.storage, yard.helpers, "pay_together" in options)
        legal = decisions(yard, state.corporations[FIRST].laid, 3 if several else 1)
        if not legal:
            continue  # nothing that may be laid
        families, where = offered(rules, state, DecideOption), f"position {number}: {state.corporations[FIRST]}"
        assert sum(each.count() for each in families) == sum(factorial(len(each.build)) for each in legal), where
        for family in families:
            assert decide(rules, state, family.nth(chance.randrange(family.count())))
        command = offered(rules, state, AcceptDefault)[0].command
        paid = tuple(Paid(each.cards, Purse.of(each.cubes), each.by) for each in command.payments)
        most = max(len(each.build) for each in legal)
        best = [each for each in legal if len(each.build) == most]
        found = Decision(command.build, command.recycle, paid)
        assert found in best, where
        assert found == default_decision(yard, best) or len(command.build) < len(laid.split()) - 1, where


@pytest.mark.rule("DEC-C61-06", "C61-BLD-03")
def test_a_second_referee_lets_the_same_cards_be_laid_when_new_modules_help():
    rules = reading(pay_together="at_once")
    for number in range(100):
        chance = Random(f"laying/{number}")
        hand = ["building_module", *chance.choices(CHEAP, k=3)]
        state = building_position(chance, "LAY", hand=" ".join(hand))
        yard = yard_of(state)
        yard = type(yard)(yard.colony, yard.storage, yard.helpers, True)
        for size in range(1, state.slots + 1):
            for cards in combinations(sorted(state.corporations[FIRST].hand), size):
                legal = bool(decisions(yard, cards))
                assert (cards in offered(rules, state, LayOption)[0].sets) == (legal or size == 1), (number, cards)


# ---- black pictograms (DEC-C61-08) -------------------------------------------------------------------------------

TRACKS = RULES.rules["training_colony"].tracks
ZERO = dict.fromkeys(RESOURCES, 0)


@pytest.mark.rule("DEC-C61-08", "C61-TRK-03")
def test_a_pictogram_fires_once_a_game_where_the_host_says_so():
    rules = reading("training_colony", pictograms="once").rules["training_colony"]
    state = replace(position(IDLE, IDLE, mining=3, production=2, electricity=5), reached={"mining": 3})
    moves, once = rules.raised(state, {"mining": 1})
    assert (once["mining"], once["electricity"]) == (4, 4)
    fallen = replace(state, markers=once | {"mining": 3}, reached={"mining": 4})
    assert rules.raised(fallen, {"mining": 1})[1]["electricity"] == 4
    assert RULES.rules["training_colony"].raised(fallen, {"mining": 1})[1]["electricity"] == 3
    assert rules.raised(fallen, {"mining": 5})[1]["electricity"] == 3  # the one at 8 has not fired yet
    assert rules.raised(state, {"electricity": 1})[1] == state.markers | {"electricity": 6, "mining": 2}
    assert len(moves) == 2


@pytest.mark.rule("DEC-C61-08", "C61-TRK-03", "C61-SET-03")
def test_pictograms_that_the_state_has_passed_fire_no_more_where_each_fires_once():
    rules = reading("training_colony", pictograms="once").rules["training_colony"]
    state = replace(position(IDLE, IDLE, electricity=2), reached={})
    assert rules.raised(state, {"electricity": 1})[1]["mining"] == state.markers["mining"]
    assert RULES.rules["training_colony"].raised(state, {"electricity": 1})[1]["mining"] == state.markers["mining"] - 1


@pytest.mark.rule("DEC-C61-08", "C61-TRK-03")
def test_a_marker_that_falls_off_a_pictogram_gives_back_where_the_host_says_so():
    # Production at 3 takes mining from 4 to 3, and what mining took from electricity at 4 comes back.
    markers = ZERO | {"mining": 4, "production": 2, "electricity": 4}
    moves, after = markers_raised(TRACKS, markers, {"production": 1}, gives_back=True)
    assert (after["mining"], after["electricity"]) == (3, 5)
    assert [(move.resource, move.start, move.end, move.by) for move in moves] == [
        ("production", 2, 3, "supply"),
        ("mining", 4, 3, "production"),
        ("electricity", 4, 5, "mining"),
    ]
    assert markers_raised(TRACKS, markers, {"production": 1})[1]["electricity"] == 4


@pytest.mark.rule("DEC-C61-08", "C61-TRK-02", "C61-TRK-04")
def test_a_second_referee_moves_all_markers_alike_under_other_readings():
    for number in range(1000):
        chance = Random(f"markers/{number}")
        markers = {name: chance.choice([row["min"], row["max"], 0, 4]) for name, row in RESOURCES.items()}
        supplies = {name: chance.randint(1, 12) for name in RESOURCES if chance.random() < 0.5}
        assert markers_raised(TRACKS, markers, supplies, gives_back=True)[1] == raised(
            markers, supplies, gives_back=True
        )
        reached = {name: chance.randint(max(0, at), RESOURCES[name]["max"]) for name, at in markers.items()}
        found = raised(markers, supplies, fired_by(reached))
        assert markers_raised(TRACKS, markers, supplies, reached)[1] == found, f"{markers} raised by {supplies}"


# ---- doubling (DEC-C61-12) ---------------------------------------------------------------------------------------


@pytest.mark.rule("DEC-C61-12", "C61-INC-06")
def test_doubling_leaves_bonuses_as_they_are_where_the_host_says_so():
    state = position(
        Place(modules="resonator mine", recycled="warehouse"), IDLE, step="INCOME", owing=[0],
        mining=3, food=2, population=2,
    )  # fmt: skip

    def amounts(rules):
        double = next(
            option.nth(0) for option in offered(rules, state, type(rules.options(state, FIRST)[1]))
            if option.effect == "DOUBLE" and option.vary == "cubes"
        )  # fmt: skip
        assert isinstance(double, ResolveIncome)
        return only(decide(rules, state, double), IncomeResolved).earned

    # The mine earns 3 and gets 1 from the resonator.
    assert amounts(RULES) == 8
    assert amounts(reading(doubling="without_bonuses")) == 7


@pytest.mark.rule("DEC-C61-12", "C61-INC-06", "C61-INC-12")
def test_a_second_referee_works_out_the_same_incomes_when_bonuses_are_not_doubled():
    rules = reading(doubling="without_bonuses")
    for number in range(100):
        state = income_position(Random(f"doubling/{number}"))
        home = household_of(state)
        home = type(home)(
            home.colony, home.markers, home.modules, home.colony_kinds, home.storage, home.recycled, False
        )
        command = offered(rules, state, AcceptDefault)[0].command
        assert command == default_income(home, FIRST, state.turn), f"position {number}"
        paid = only(decide(rules, state, command), IncomeResolved)
        assert Purse.of(paid.storage_after) == judge_income(home, command).storage


# ---- every reading -----------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(("option", "value"), OTHERS)
def test_a_second_referee_follows_games_under_each_reading(option, value):
    for colony, bots in product(list(COLONIES)[:3], ("random", "greedy", "planner")):
        rules, table = reading(colony, 3, **{option: value}), Table(colony, 3)
        for turn in whole_game(rules, 3, bots, f"readings/{colony}"):
            for event in turn.events:
                follow(table, event)
        assert table.over
        assert table.options == {option: value}


@pytest.mark.rule("C61-SET-01")
@pytest.mark.parametrize("option", READINGS, ids=lambda option: option.name)
def test_readings_are_listed_and_recorded_only_where_they_are_not_the_default(option):
    variant = catalogue.find("colony61")
    assert option in variant.options
    plain = reading("training_colony", **{option.name: option.values[0]})
    assert not next(whole_game(plain, 2, "greedy", "readings")).events[0].options
    with pytest.raises(Refused, match=f"UNKNOWN_OPTION_VALUE .*option='{option.name}'"):
        variant.decider({option.name: "something else"}, 3)
