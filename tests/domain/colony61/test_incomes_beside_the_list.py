"""Exactly those incomes of small positions are legal that the option's `basis` allows to combine; the list is a part of
them (docs/decisions/0008)."""

from itertools import product

import pytest

from domain.colony61.cubes import Cubes
from domain.colony61.messages import Bonus, PortionCubes, ResolveIncome, UpkeepPayment
from domain.colony61.options import IncomeOption
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import RULES, Place, cubes, position, refusal
from tests.kit import commands

ME = Seat(0)


def sets(ones: int, fives: int, tens: int = 0) -> list[Cubes]:
    """All that have so many cubes of each value at most."""
    return [Cubes(*each) for each in product(range(ones + 1), range(fives + 1), range(tens + 1))]


def income(modules: str, **place) -> object:
    return position(Place(modules=modules, **place), Place(), step="INCOME", owing=[0], mining=3)


def with_upkeep() -> tuple[object, list[ResolveIncome]]:
    """A mine of 3 $ and a spaceport of 5 $ upkeep; 6 $ lie in store."""
    entries = [(), *(((PortionCubes("mine-1", each)),) for each in sets(4, 1))]
    in_cubes = [(UpkeepPayment("spaceport-2", cubes=each),) for each in sets(4, 2)]
    ways = [(), (UpkeepPayment("spaceport-2", "mine-1"),), (UpkeepPayment("mine-1", "spaceport-2"),), *in_cubes]
    kept = [None, *sets(5, 2)]
    every = [
        ResolveIncome(ME, 3, cubes=received, upkeep=upkeep, keep=keep)
        for received, upkeep, keep in product(entries, ways, kept)
    ]
    return income("spaceport mine", storage=cubes(fives=1, ones=1)), every


def after_a_recycle() -> tuple[object, list[ResolveIncome]]:
    """A mine of 3 $ and a resonator, which gives 1 $ to any module; 5 $ are in storage."""
    bonuses = [
        (),
        *((Bonus(source, target),) for source in ("resonator-1", "mine-1") for target in ("mine-1", "resonator-1")),
    ]
    mine = [(), *(((PortionCubes("mine-1", each)),) for each in sets(8, 1))]
    own = [(), *(((PortionCubes("resonator-1", each)),) for each in sets(2, 0))]
    effect = [(), *(((PortionCubes("RECYCLE", each)),) for each in (cubes(tens=1), cubes(fives=2), cubes(fives=1)))]
    exchanges = [None, cubes(ones=5), cubes(fives=1), cubes(ones=6)]
    every = [
        ResolveIncome(ME, 3, chosen, exchange, given, cubes=(*one, *other, *more))
        for chosen, exchange, given, one, other, more in product(
            (None, "PLUS_10", "DOUBLE"), exchanges, bonuses, mine, own, effect
        )
    ]
    return income("mine resonator", storage=cubes(fives=1), recycled="warehouse"), every


def is_allowed(basis, income: ResolveIncome) -> bool:
    """Judge by C61-INC-02 to C61-INC-10 and C61-STO-03, for modules of different kinds without links."""
    if basis.recycled != (income.effect is not None):
        return False
    after = basis.storage if income.exchange is None else income.exchange
    if income.exchange and (after.value != basis.storage.value or after.count > basis.cells):
        return False
    left = amounts(basis, income)
    if left is None or not takes_upkeep(basis, income, left):
        return False
    named = [entry.portion for entry in income.cubes]
    if len(named) != len(set(named)) or not {name for name in left if left[name]} <= set(named) <= set(left):
        return False
    if any(entry.cubes.value != left[entry.portion] for entry in income.cubes):
        return False
    held = sum((entry.cubes for entry in income.cubes), after)
    for entry in income.upkeep or ():
        if entry.cubes is not None:
            if not held.holds(entry.cubes) or (entry.cubes.value < 5 and entry.cubes != held):
                return False
            held -= entry.cubes
    return income.keep is None or (held.holds(income.keep) and income.keep.count <= basis.cells)


def amounts(basis, income: ResolveIncome) -> dict[str, int] | None:
    """The content of each portion, None for a bonus that cannot be given."""
    left = {module.card: module.income for module in basis.modules}
    rights = {right.by: right for right in basis.bonuses}
    for bonus in income.bonuses or ():
        if bonus.source not in rights or bonus.target not in rights[bonus.source].targets:
            return None
        left[bonus.target] += rights.pop(bonus.source).amount
    if income.effect == "DOUBLE":
        left = {name: 2 * amount for name, amount in left.items()}
    return left | ({"RECYCLE": 10} if income.effect == "PLUS_10" else {})


def takes_upkeep(basis, income: ResolveIncome, left: dict[str, int]) -> bool:
    """Return whether each upkeep is paid once. Reduces the portion that pays it."""
    if sorted(entry.module for entry in income.upkeep or ()) != sorted(due.module for due in basis.upkeep):
        return False
    for entry in income.upkeep or ():
        if entry.portion is not None:
            left[entry.portion] = left.get(entry.portion, 0) - 5
    return all(amount >= 0 for amount in left.values())


@pytest.mark.rule("C61-INC-13")
@pytest.mark.parametrize("made", [with_upkeep, after_a_recycle])
def test_an_income_is_legal_when_the_basis_allows_it_and_then_only(made):
    state, every = made()
    families = [option for option in RULES.options(state, ME) if isinstance(option, IncomeOption)]
    (basis,) = {repr(option.basis): option.basis for option in families}.values()
    legal = [each for each in every if refusal(state, each) is None]
    assert legal == [each for each in every if is_allowed(basis, each)]
    listed = [command for option in families for command in commands(option)]
    assert all(is_allowed(basis, command) for command in listed)
    assert not {repr(each) for each in legal} <= {repr(command) for command in listed}, "hence the basis"
