"""Stage 2: what a seat's income depends on, and the portions that it comes in (C61-INC-04…08)."""

from collections.abc import Sequence

from msgspec import Struct

from domain.colony61.cubes import Cubes
from domain.colony61.messages import BonusGiven, EffectChoice, Merge, UpkeepPayment
from domain.colony61.rules import BonusRight, Ground, MergeRight, Rules, UpkeepDue
from domain.colony61.state import State
from domain.kernel.ids import Seat

RECYCLE, SUBSIDY = "RECYCLE", "SUBSIDY"
"""Portions that no module pays."""


class OwnModule(Struct, frozen=True, gc=False):
    """An own module with its own income (C61-INC-04), before bonuses and doubling."""

    card: str
    kind: str
    income: int


class Basis(Struct, frozen=True, gc=False):
    """All values that a seat's income depends on; they are public. `modules` in built order."""

    turn: int
    storage: Cubes
    cells: int
    recycled: bool
    recycle_bonus: int
    multiplier: int
    subsidy: int
    modules: tuple[OwnModule, ...]
    bonuses: tuple[BonusRight, ...]
    merges: tuple[MergeRight, ...]
    upkeep: tuple[UpkeepDue, ...]
    doubles_bonuses: bool = True
    """Whether doubling takes bonuses too (DEC-C61-12)."""


class Portion(Struct, gc=False):
    """Money turned into cubes in one go. `left` is what upkeep has not taken."""

    name: str
    modules: tuple[str, ...]
    amount: int
    left: int

    def earn(self, more: int) -> None:
        self.amount += more
        self.left += more


class Plan(Struct, frozen=True, gc=False):
    """The distribution of the income before cubes are chosen. Upkeep without a portion is paid in cubes."""

    effect: EffectChoice | None
    bonuses: tuple[BonusGiven, ...]
    merges: tuple[Merge, ...]
    portions: Sequence[Portion]
    upkeep: tuple[UpkeepPayment, ...]


def basis(rules: Rules, state: State, seat: Seat, ground: Ground) -> Basis:
    corporation = state.corporations[seat]
    estate = rules.estate(corporation.modules)
    incomes = {kind: ground.income(kind) for kind in dict.fromkeys(estate.kinds)}
    return Basis(
        turn=state.turn,
        storage=corporation.storage,
        cells=estate.cells,
        recycled=corporation.recycled is not None,
        recycle_bonus=rules.recycle_bonus,
        multiplier=rules.multiplier,
        subsidy=rules.subsidy,
        modules=tuple(map(OwnModule, estate.cards, estate.kinds, [incomes[kind] for kind in estate.kinds])),
        bonuses=estate.bonuses,
        merges=estate.merges,
        upkeep=estate.upkeep,
        doubles_bonuses=rules.readings.doubling == "with_bonuses",
    )


def has_choice(rules: Rules, state: State, seat: Seat, ground: Ground) -> bool:
    """Return whether the income has more than one possible outcome (C61-SIM-01, DEC-C61-45)."""
    corporation = state.corporations[seat]
    if corporation.recycled is not None or rules.subsidy:
        return True
    if any(ground.income(module.kind) for module in corporation.modules):
        return True
    estate = rules.estate(corporation.modules)
    return bool(estate.upkeep) or any(bonus.targets for bonus in estate.bonuses)


def portions_of(
    basis: Basis, effect: EffectChoice | None, bonuses: tuple[BonusGiven, ...], merges: tuple[Merge, ...]
) -> list[Portion]:
    """C61-INC-07: modules of one kind are one portion, links join portions. In built order, then RECYCLE, SUBSIDY."""
    by_kind: dict[str, Portion] = {}
    for module in basis.modules:
        portion = by_kind.get(module.kind)
        if portion is None:
            by_kind[module.kind] = Portion(module.card, (module.card,), module.income, module.income)
        else:
            portion.modules += (module.card,)
            portion.earn(module.income)
    portions = list(by_kind.values())
    if effect == "DOUBLE" and not basis.doubles_bonuses:
        multiply(portions, basis.multiplier)
    if bonuses:
        kind_of = {module.card: module.kind for module in basis.modules}
        for bonus in bonuses:
            by_kind[kind_of[bonus.target]].earn(bonus.amount)
    if effect == "DOUBLE" and basis.doubles_bonuses:
        multiply(portions, basis.multiplier)
    for merge in merges:
        join(basis, portions, merge)
    if effect == "PLUS_10":
        portions.append(Portion(RECYCLE, (), basis.recycle_bonus, basis.recycle_bonus))
    if basis.subsidy:
        portions.append(Portion(SUBSIDY, (), basis.subsidy, basis.subsidy))
    return portions


def multiply(portions: list[Portion], times: int) -> None:
    for portion in portions:
        portion.earn(portion.amount * (times - 1))


def join(basis: Basis, portions: list[Portion], merge: Merge) -> None:
    """C61-INC-08: the later built portion goes into the earlier one, its modules in built order."""
    linked = [portion for portion in portions if merge.a in portion.modules or merge.b in portion.modules]
    if len(linked) == 2:
        earlier, later = linked
        cards = earlier.modules + later.modules
        earlier.modules = tuple([module.card for module in basis.modules if module.card in cards])
        earlier.earn(later.amount)
        portions.remove(later)


def upkeep_due(basis: Basis, module: str) -> int:
    return next(due.amount for due in basis.upkeep if due.module == module)
