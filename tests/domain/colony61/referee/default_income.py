"""The referee of the default income (C61-INC-12): its eight points one after another.

See `game.py` for why this is written a second time and what it may not share with `domain/colony61`.
"""

from collections.abc import Mapping

from msgspec import Struct

from domain.colony61.cubes import Cubes
from domain.colony61.messages import Bonus, EffectChoice, Merge, PortionCubes, ResolveIncome, UpkeepPayment
from domain.kernel.ids import Seat
from tests.domain.colony61.referee.figures import Purse, cells, dearest_cubes, effects, fewest_cubes
from tests.domain.colony61.referee.income import (
    LINKS,
    Household,
    joined,
    judge_income,
    may_link,
    multiplied,
    own_income,
    portions,
    receives,
    upkeep_owed,
    with_bonuses,
)


def default_income(home: Household, seat: Seat, turn: int) -> ResolveIncome:
    """Point 1: both effects are worked out."""
    if not home.recycled:
        return worked_out(home, seat, turn, None)
    tries = [worked_out(home, seat, turn, effect) for effect in ("PLUS_10", "DOUBLE")]
    return max(tries, key=lambda choice: judge_income(home, choice).storage.value)


class Purses(Struct):
    """Points 6 to 8: the exchanged storage (None without a recycle) and the cubes of each portion."""

    stored: Purse
    exchanged: Purse | None
    paid: dict[str, Purse]

    @property
    def available(self) -> Purse:
        held = self.stored if self.exchanged is None else self.exchanged
        for purse in self.paid.values():
            held = held.plus(purse)
        return held


def worked_out(home: Household, seat: Seat, turn: int, effect: EffectChoice | None) -> ResolveIncome:
    bonuses = default_bonuses(home)
    income = multiplied(home, with_bonuses(home, bonuses), effect)
    merges = default_merges(home, income)
    only_effect = ResolveIncome(seat, turn, effect=effect)
    left = portions(home, only_effect, joined(home, merges), income)
    from_portions = default_upkeep(home, left)
    purses = Purses(
        home.storage,
        fewest_cubes(home.storage.value) if effect else None,
        {name: fewest_cubes(amount) for name, amount in left.items() if amount},
    )
    room = cells(home.modules.values())
    if None not in from_portions.values() and sum(purses.available) <= room:
        make_change(purses, left, room)
    upkeep, held = upkeep_with_cubes(home, from_portions, purses.available)
    return ResolveIncome(
        seat,
        turn,
        effect=effect,
        exchange=purses.exchanged and Cubes(*purses.exchanged),
        bonuses=tuple(bonuses),
        merges=tuple(merges),
        upkeep=upkeep,
        cubes=tuple(PortionCubes(name, Cubes(*purse)) for name, purse in purses.paid.items()),
        keep=Cubes(*dearest_cubes(held, room)),
    )


def default_bonuses(home: Household) -> list[Bonus]:
    """Point 3."""
    given = []
    for giver, kind in home.modules.items():
        fitting = [card for card, other in home.modules.items() if receives(kind, other) is not None]
        if fitting:  # max takes the first built among equals
            given.append(Bonus(giver, max(fitting, key=lambda card: own_income(home, home.modules[card]))))
    return given


def default_merges(home: Household, income: Mapping[str, int]) -> list[Merge]:
    """Point 4, DEC-C61-43: a pair of one type names the earlier built first."""
    merges: list[Merge] = []
    order = list(home.modules)
    for by, kind in home.modules.items():
        if not effects(kind, *LINKS):
            continue
        groups = joined(home, merges).values()
        group_of = {card: group for group in groups for card in group}
        worth = {card: sum(income[each] for each in group) for card, group in group_of.items()}
        pairs = [
            (one, other)
            for one in order
            for other in order
            if may_link(kind, home.modules[one], home.modules[other]) and group_of[one] is not group_of[other]
        ]
        if pairs:  # max takes the earliest built `a`, then `b`, among equals
            merges.append(Merge(by, *max(pairs, key=lambda pair: worth[pair[0]] + worth[pair[1]])))
    return merges


def default_upkeep(home: Household, left: dict[str, int]) -> dict[str, str | None]:
    """Point 5: which portion pays for which module, None for cubes; `left` is lessened."""
    payers: dict[str, str | None] = {}
    for card, amount in upkeep_owed(home).items():
        enough = [name for name in left if left[name] >= amount]
        payers[card] = None
        if enough:  # min takes the first in the order of the portions among equals
            least = min(enough, key=lambda name: left[name])
            payers[card], left[least] = least, left[least] - amount
    return payers


def upkeep_with_cubes(
    home: Household, payers: Mapping[str, str | None], held: Purse
) -> tuple[tuple[UpkeepPayment, ...], Purse]:
    """Point 5, its end: the set of least sufficient value, then fewest cubes, then more 10s; too poor: everything."""
    entries, owed = [], upkeep_owed(home)
    for card, portion in payers.items():
        if portion is not None:
            entries.append(UpkeepPayment(card, portion))
            continue
        enough = [purse for purse in held.handfuls() if purse.value >= owed[card]]
        paid = min(enough, key=lambda purse: (purse.value, sum(purse), -purse.tens), default=held)
        held = held.minus(paid)
        entries.append(UpkeepPayment(card, cubes=Cubes(*paid)))
    return tuple(entries), held


def make_change(purses: Purses, left: Mapping[str, int], room: int) -> None:
    """Point 8: from the portion with least left first, the exchanged storage last."""
    while True:
        free = room - sum(purses.available)
        if purses.available.ones < 4 and free >= 4 and changed(purses, left, Purse(5, -1, 0)):
            continue
        if purses.available.fives == 0 and free >= 1 and changed(purses, left, Purse(0, 2, -1)):
            continue
        return


def changed(purses: Purses, left: Mapping[str, int], change: Purse) -> bool:
    """Return whether a purse had the cube to change."""
    for name in sorted(purses.paid, key=lambda name: left[name]):
        if min(purses.paid[name].plus(change)) >= 0:
            purses.paid[name] = purses.paid[name].plus(change)
            return True
    if purses.exchanged is not None and min(purses.exchanged.plus(change)) >= 0:
        purses.exchanged = purses.exchanged.plus(change)
        return True
    return False
