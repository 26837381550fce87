"""A second referee, written from the rulebook alone, agrees with the rules: see `referee/game.py`."""

import ast
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from math import factorial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from domain.colony61.income_options import IncomeOption
from domain.colony61.markers import raised as markers_raised
from domain.colony61.messages import IncomeResolved, LayCards, ResolveIncome
from domain.colony61.options import AcceptDefault, DecideOption, LayOption
from domain.colony61.state import State
from domain.kernel.decider import decide
from domain.kernel.refused import Refused
from tests.domain.colony61.positions import RULES, decider, only, refusal
from tests.domain.colony61.referee.cases import (
    CHEAP,
    FIRST,
    building_position,
    changed,
    household_of,
    income_position,
    yard_of,
)
from tests.domain.colony61.referee.default_income import default_income
from tests.domain.colony61.referee.figures import COLONIES, RESOURCES, Purse, raised
from tests.domain.colony61.referee.game import follow
from tests.domain.colony61.referee.income import Illegal, Settled, judge_income
from tests.domain.colony61.referee.payment import Decision, Paid, decisions, default_decision, may_be_laid
from tests.domain.colony61.referee.table import Table
from tests.kit import whole_game

MAY_BE_SHARED = {"domain.colony61.messages", "domain.colony61.cubes", "domain.kernel.ids"}
"""Messages and the cubes in them."""


def test_the_second_referee_shares_no_rules_with_the_game():
    for path in (Path(__file__).parent / "referee").glob("*.py"):
        if path.name != "cases.py":
            imports = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ImportFrom)]
            domain = {str(node.module) for node in imports if str(node.module).startswith("domain")}
            assert domain <= MAY_BE_SHARED, path.name


def referee_game(colony: str, players: int, bots: str, seed: str) -> Table:
    """Plays a whole game under the referee's eyes."""
    table, version = Table(colony, players), 0
    for turn in whole_game(decider(colony, players), players, bots, seed):
        for event in turn.events:
            version += 1
            try:
                follow(table, event)
            except Exception as error:
                where = f"{colony}, {players} players, all {bots}, seed {seed!r}, version {version}"
                raise AssertionError(f"{where} ({type(event).__name__}): {error!r}") from error
    return table


@pytest.mark.slow
@pytest.mark.rule("C61-SUP-01", "C61-SUP-02", "C61-EXC-04", "C61-TRK-02", "C61-END-01", "C61-SCO-04", "C61-SCO-05")
@pytest.mark.parametrize("colony", COLONIES)
def test_a_second_referee_follows_whole_games_without_an_objection(colony):
    for players, bots in product((2, 3, 4, 5), ("random", "greedy")):
        assert referee_game(colony, players, bots, f"referee/{colony}/{bots}/{players}").over


@pytest.mark.rule("C61-TRK-02", "C61-TRK-03", "C61-TRK-04")
def test_a_second_referee_moves_all_markers_alike_up_to_both_ends_of_the_tracks():
    tracks = RULES.rules["training_colony"].tracks
    for number in range(1000):
        chance = Random(f"markers/{number}")
        markers = {name: chance.choice([row["min"], row["max"], 0]) for name, row in RESOURCES.items()}
        supplies = {name: chance.randint(1, 12) for name in RESOURCES if chance.random() < 0.5}
        _, told = markers_raised(tracks, markers, supplies)
        assert told == raised(markers, supplies), f"{markers} raised by {supplies}"


def spelt_out_default(state: State) -> Any:
    """The first seat's default as the rules offer it (C61-SIM-08)."""
    return next(option for option in RULES.options(state, FIRST) if isinstance(option, AcceptDefault)).command


# ---- incomes -----------------------------------------------------------------------------------------------------


def income_by_the_rules(state: State, choice: ResolveIncome) -> Settled | str:
    try:
        event = only(decide(RULES, state, choice), IncomeResolved)
    except Refused as refused:
        return refused.code
    return Settled(
        Purse.of(event.storage_after),
        Purse.of(event.lost),
        {each.portion: (each.modules, each.amount) for each in event.portions},
        tuple(each.short for each in event.upkeep),
    )


def income_by_the_referee(state: State, choice: ResolveIncome) -> Settled | str:
    try:
        return judge_income(household_of(state), choice)
    except Illegal as illegal:
        return str(illegal)


def some_incomes(chance: Random, state: State, count: int) -> Iterator[ResolveIncome]:
    """The default and offered incomes; two in three with something changed."""
    families = [option for option in RULES.options(state, FIRST) if isinstance(option, IncomeOption)]
    default, home = spelt_out_default(state), household_of(state)
    for _ in range(count):
        family = chance.choice([None, *families])
        choice = family.nth(chance.randrange(family.count())) if family else default
        yield changed(chance, choice, home) if chance.random() < 0.67 else choice


INCOME_CODES = {
    "NO_RECYCLE_THIS_TURN",
    "EFFECT_REQUIRED",
    "EXCHANGE_NOT_EQUAL",
    "BONUS_INVALID",
    "MERGE_INVALID",
    "UPKEEP_MISSING",
    "UPKEEP_INVALID",
    "UPKEEP_TOO_SMALL",
    "PORTION_UNKNOWN",
    "PORTION_SUM_WRONG",
    "CUBES_NOT_HELD",
    "STORAGE_EXCEEDED",
}


@pytest.mark.slow
@pytest.mark.rule("C61-INC-04", "C61-INC-05", "C61-INC-07", "C61-INC-08", "C61-INC-09", "C61-INC-13", "C61-STO-03")
def test_a_second_referee_pays_every_income_alike_and_refuses_for_the_same_reasons():
    seen = Counter()
    for number in range(600):
        chance = Random(f"income/{number}")
        state = income_position(chance)
        for choice in some_incomes(chance, state, 10):
            told, found = income_by_the_rules(state, choice), income_by_the_referee(state, choice)
            assert told == found, f"position {number}, {state.colony}: {choice} of {state.corporations[FIRST]}"
            seen[found if isinstance(found, str) else "LEGAL"] += 1
    assert set(seen) == INCOME_CODES | {"LEGAL"}, "the cases no longer reach every reason"


@pytest.mark.slow
@pytest.mark.rule("C61-INC-12")
def test_a_second_referee_works_out_the_same_default_incomes():
    for number in range(600):
        state = income_position(Random(f"default/{number}"))
        told = spelt_out_default(state)
        found = default_income(household_of(state), FIRST, state.turn)
        assert told == found, f"position {number}, {state.colony}: {state.corporations[FIRST]}"


# ---- laying and building -----------------------------------------------------------------------------------------


@pytest.mark.rule("C61-BLD-02", "C61-BLD-03")
def test_a_second_referee_lets_the_same_cards_be_laid():
    for number in range(150):
        chance = Random(f"lay/{number}")
        state = building_position(chance, "LAY", hand=" ".join(chance.choices(CHEAP, k=chance.randint(1, 5))))
        hand, where = state.corporations[FIRST].hand, f"position {number}: {state.corporations[FIRST]}"
        for size in range(1, len(hand) + 1):
            for cards in combinations(sorted(hand), size):
                legal = size <= state.slots and may_be_laid(yard_of(state), cards)
                assert (refusal(state, LayCards(FIRST, state.turn, cards)) is None) == legal, (where, cards)
                assert (cards in lay_option(state).sets) == legal, (where, cards)


def lay_option(state: State) -> LayOption:
    return next(option for option in RULES.options(state, FIRST) if isinstance(option, LayOption))


@pytest.mark.rule("C61-BLD-05", "C61-BLD-10", "C61-PAY-02", "C61-PAY-03")
def test_a_second_referee_finds_as_many_ways_to_pay_and_the_same_default():
    for number in range(300):
        chance = Random(f"decide/{number}")
        state = building_position(chance, "DECIDE", laid=" ".join(chance.choices(CHEAP, k=chance.randint(1, 3))))
        laid, where = state.corporations[FIRST].laid, f"position {number}: {state.corporations[FIRST]}"
        if not may_be_laid(yard_of(state), laid):
            continue
        legal = decisions(yard_of(state), laid)
        families = [each for each in RULES.options(state, FIRST) if isinstance(each, DecideOption)]
        in_any_order = sum(factorial(len(decision.build)) for decision in legal)
        assert sum(family.count() for family in families) == in_any_order, where
        command = spelt_out_default(state)
        paid = tuple(Paid(each.cards, Purse.of(each.cubes), each.by) for each in command.payments)
        assert Decision(command.build, command.recycle, paid) == default_decision(yard_of(state), legal), where
