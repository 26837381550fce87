"""Stage 2: a seat's whole income in one go: exchange, bonuses, links, portions, upkeep, cubes, storage (C61-INC-13)."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from domain.colony61.cubes import NOTHING, Cubes, most_valuable, total
from domain.colony61.income import Basis, Plan, Portion, portions_of, upkeep_due
from domain.colony61.messages import (
    Bonus,
    BonusGiven,
    EffectChoice,
    Exchange,
    IncomeResolved,
    Merge,
    PortionCubes,
    PortionPaid,
    ResolveIncome,
    UpkeepPaid,
    UpkeepPayment,
)
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused


class Spending(Struct, frozen=True, gc=False):
    """The conversion of an income into cubes. `exchange` and `keep` are whole storages; without `keep` the most
    valuable cubes stay. `held`: all cubes once every portion has its own, before upkeep is paid in cubes."""

    plan: Plan
    exchange: Cubes | None
    cubes: Mapping[str, Cubes]
    held: Cubes
    upkeep: tuple[UpkeepPayment, ...]
    keep: Cubes | None


def chosen_spending(basis: Basis, choice: ResolveIncome) -> Spending:
    """The seat's request, checked as far as possible before upkeep is paid in cubes."""
    check_effect(basis, choice.effect)
    check_exchange(basis, choice.exchange)
    bonuses = bonuses_given(basis, choice.bonuses or ())
    merges = choice.merges or ()
    check_merges(basis, merges)
    portions, upkeep = portions_of(basis, choice.effect, bonuses, merges), choice.upkeep or ()
    take_upkeep(basis, upkeep, portions)
    plan = Plan(choice.effect, bonuses, merges, portions, upkeep)
    cubes = cubes_received(portions, choice.cubes or ())
    return Spending(plan, choice.exchange, cubes, all_cubes(basis, choice.exchange, cubes), upkeep, choice.keep)


def paid_out(basis: Basis, seat: Seat, spending: Spending, *, by_default: bool) -> IncomeResolved:
    """Return the result of the income. Refuses upkeep and storages that the cubes do not allow."""
    plan, cubes, after, held = spending.plan, spending.cubes, spending.exchange, spending.held
    from_portions, by_cubes = [], []
    for entry in spending.upkeep:
        due = upkeep_due(basis, entry.module)
        if entry.cubes is None:
            from_portions.append(UpkeepPaid(entry.module, due, entry.portion, NOTHING, 0))
        else:
            by_cubes.append(paid_by_cubes(entry.module, due, entry.cubes, held))
            held -= entry.cubes
    kept = storage_kept(basis, spending.keep, held)
    return IncomeResolved(
        player=seat,
        effect=plan.effect,
        exchange=None if after is None else Exchange(basis.storage, after),
        bonuses=plan.bonuses,
        merges=plan.merges,
        portions=tuple(
            [
                PortionPaid(portion.name, portion.modules, portion.amount, cubes.get(portion.name, NOTHING))
                for portion in plan.portions
                if portion.amount
            ]
        ),
        earned=sum(portion.amount for portion in plan.portions),
        upkeep=(*from_portions, *by_cubes),
        lost=held - kept,
        storage_after=kept,
        by_default=by_default,
    )


def all_cubes(basis: Basis, exchange: Cubes | None, cubes: Mapping[str, Cubes]) -> Cubes:
    """The cubes once every portion has its own."""
    return total([basis.storage if exchange is None else exchange, *cubes.values()])


# ---- checks, in the order of C61-INC-13 --------------------------------------------------------------------------


def check_effect(basis: Basis, effect: EffectChoice | None) -> None:
    if basis.recycled and effect is None:
        raise Refused("EFFECT_REQUIRED", "C61-INC-03")
    if effect is not None and not basis.recycled:
        raise Refused("NO_RECYCLE_THIS_TURN", "C61-INC-03")


def check_exchange(basis: Basis, after: Cubes | None) -> None:
    if after is None:
        return
    if not basis.recycled:
        raise Refused("NO_RECYCLE_THIS_TURN", "C61-INC-02")
    if after.value != basis.storage.value:
        raise Refused("EXCHANGE_NOT_EQUAL", "C61-INC-02", before=basis.storage.value, after=after.value)
    if after.count > basis.cells:
        raise Refused("STORAGE_EXCEEDED", "C61-INC-02", cubes=after.count, cells=basis.cells)


def bonuses_given(basis: Basis, bonuses: tuple[Bonus, ...]) -> tuple[BonusGiven, ...]:
    open_rights = {right.by: right for right in basis.bonuses}
    given = []
    for bonus in bonuses:
        right = open_rights.pop(bonus.source, None)
        if right is None or bonus.target not in right.targets:
            raise Refused("BONUS_INVALID", "C61-INC-05", bonus=bonus.source, target=bonus.target)
        given.append(BonusGiven(bonus.source, bonus.target, right.amount))
    return tuple(given)


def check_merges(basis: Basis, merges: tuple[Merge, ...]) -> None:
    open_rights = {right.by: right for right in basis.merges}
    for merge in merges:
        right = open_rights.pop(merge.by, None)
        if right is None or not right.allows(merge.a, merge.b):
            raise Refused("MERGE_INVALID", "C61-INC-08", by=merge.by, a=merge.a, b=merge.b)


def take_upkeep(basis: Basis, entries: tuple[UpkeepPayment, ...], portions: Sequence[Portion]) -> None:
    """C61-INC-09, first way. Lessens `left` of the portions."""
    named = [entry.module for entry in entries]
    missing = [due.module for due in basis.upkeep if due.module not in named]
    if missing:
        raise Refused("UPKEEP_MISSING", "C61-INC-09", module=missing[0])
    dues = {due.module: due.amount for due in basis.upkeep}
    by_name = {portion.name: portion for portion in portions}
    for entry in entries:
        due = dues.pop(entry.module, None)
        if due is None:
            raise Refused("UPKEEP_INVALID", "C61-INC-09", module=entry.module)
        if entry.portion is None:
            continue
        portion = by_name.get(entry.portion)
        if portion is None or portion.left < due:
            raise Refused("UPKEEP_INVALID", "C61-INC-09", module=entry.module, portion=entry.portion, amount=due)
        portion.left -= due


def cubes_received(portions: Sequence[Portion], entries: tuple[PortionCubes, ...]) -> dict[str, Cubes]:
    """C61-INC-10: each portion that holds money once, worth exactly what it holds."""
    left = {portion.name: portion.left for portion in portions}
    received: dict[str, Cubes] = {}
    for entry in entries:
        if entry.portion not in left or entry.portion in received:
            raise Refused("PORTION_UNKNOWN", "C61-INC-10", portion=entry.portion)
        received[entry.portion] = entry.cubes
    for name, amount in left.items():
        if amount and name not in received:
            raise Refused("PORTION_UNKNOWN", "C61-INC-10", portion=name, left_out=True)
    for name, cubes in received.items():
        if cubes.value != left[name]:
            raise Refused("PORTION_SUM_WRONG", "C61-INC-10", portion=name, amount=left[name], cubes=cubes.value)
    return received


def paid_by_cubes(module: str, due: int, paid: Cubes, held: Cubes) -> UpkeepPaid:
    """C61-INC-09, second way: a set may fall short only if it is everything then held."""
    if not held.holds(paid):
        raise Refused("CUBES_NOT_HELD", "C61-INC-09", module=module)
    if paid.value < due and paid != held:
        raise Refused("UPKEEP_TOO_SMALL", "C61-INC-09", module=module, paid=paid.value, amount=due)
    return UpkeepPaid(module, due, None, paid, max(0, due - paid.value))


def storage_kept(basis: Basis, keep: Cubes | None, held: Cubes) -> Cubes:
    if keep is None:
        return most_valuable(held, basis.cells)
    if not held.holds(keep):
        raise Refused("CUBES_NOT_HELD", "C61-STO-03")
    if keep.count > basis.cells:
        raise Refused("STORAGE_EXCEEDED", "C61-STO-03", cubes=keep.count, cells=basis.cells)
    return keep
