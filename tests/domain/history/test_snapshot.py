"""An aggregate as bytes and back, at random tables of every kind."""

import random

import pytest

from domain.history.snapshot import pack, unpack
from domain.table.aggregate import Aggregate
from tests.domain.table.talk import CLOCKS, VARIANTS, a_table, talk

SEEDS, EVERY = 8, 7


def without_rules(aggregate):
    values = {name: getattr(aggregate, name) for name in Aggregate.__struct_fields__}
    rules = values.pop("rules")
    return values, rules and (rules.name, rules.rules_version)


@pytest.mark.parametrize("clock", ["none", "bank, bot"])
@pytest.mark.parametrize(
    "variant", [each if each == "demo" else pytest.param(each, marks=pytest.mark.slow) for each in VARIANTS]
)
def test_what_is_packed_and_unpacked_is_the_same(variant, clock):
    undo_points = 0
    for seed in range(SEEDS):
        dice = random.Random(f"{variant}/{clock}/{seed}")
        opening, host = a_table(dice, variant, CLOCKS[clock])
        for number, said in enumerate(talk(dice, opening, host)):
            if number % EVERY == 0:
                again = unpack(pack(said.after))
                assert without_rules(again) == without_rules(said.after)
                assert again.to_act == said.after.to_act
                undo_points += len(again.undo_points)
    assert undo_points > 0
