"""Stage 2: a seat's whole income in one go: exchange, bonuses, links, portions, upkeep, cubes, storage (C61-INC)."""

from collections.abc import Iterable, Mapping

from msgspec import Struct

from domain.colony61.cubes import NOTHING, Cubes, fewest, least_sufficient, most_valuable, total
from domain.colony61.messages import (
    Bonus,
    BonusGiven,
    EffectChoice,
    Exchange,
    Merge,
    PortionCubes,
    PortionPaid,
    ResolveIncome,
    UpkeepPaid,
    UpkeepPayment,
)
from domain.colony61.rules import BonusRight, Ground, MergeRight, Rules, UpkeepDue
from domain.colony61.state import Game
from domain.kernel.ids import Seat
from domain.kernel.refused import Refused

RECYCLE, SUBSIDY = "RECYCLE", "SUBSIDY"
"""Portions that no module pays."""


class OwnModule(Struct, frozen=True):
    """An own module with its own income (C61-INC-04), before bonuses and doubling."""

    card: str
    kind: str
    income: int


class Basis(Struct, frozen=True):
    """All that a seat's income depends on; public. `modules` in built order."""

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


class Portion(Struct):
    """Money turned into cubes in one go. `left` is what upkeep has not taken."""

    name: str
    modules: tuple[str, ...]
    amount: int
    left: int


class Settlement(Struct, frozen=True):
    """What one income comes to: the fields of `IncomeResolved`."""

    exchange: Exchange | None
    bonuses: tuple[BonusGiven, ...]
    portions: tuple[PortionPaid, ...]
    upkeep: tuple[UpkeepPaid, ...]
    lost: Cubes
    storage_after: Cubes


def basis(rules: Rules, state: Game, seat: Seat, ground: Ground) -> Basis:
    corporation = state.corporations[seat]
    estate = rules.estate(tuple([module.card for module in corporation.modules]))
    incomes = {kind: ground.income(kind) for kind in estate.kinds}
    return Basis(
        turn=state.turn,
        storage=corporation.storage,
        cells=estate.cells,
        recycled=corporation.recycled is not None,
        recycle_bonus=rules.recycle_bonus,
        multiplier=rules.multiplier,
        subsidy=rules.subsidy,
        modules=tuple([OwnModule(module.card, module.kind, incomes[module.kind]) for module in corporation.modules]),
        bonuses=estate.bonuses,
        merges=estate.merges,
        upkeep=estate.upkeep,
    )


def has_choice(rules: Rules, state: Game, seat: Seat, ground: Ground) -> bool:
    """Whether the income can come to more than one thing (C61-SIM-01, DEC-C61-45)."""
    corporation = state.corporations[seat]
    if corporation.recycled is not None or rules.subsidy:
        return True
    estate = rules.estate(tuple([module.card for module in corporation.modules]))
    return (
        bool(estate.upkeep)
        or any(ground.income(kind) for kind in estate.kinds)
        or any(bonus.targets for bonus in estate.bonuses)
    )


# ---- portions ----------------------------------------------------------------------------------------------------


def portions_of(
    basis: Basis, effect: EffectChoice | None, bonuses: tuple[BonusGiven, ...], merges: tuple[Merge, ...]
) -> list[Portion]:
    """C61-INC-07: modules of one kind are one portion, links join portions. In built order, then RECYCLE, SUBSIDY."""
    cards: dict[str, list[str]] = {}
    amount: dict[str, int] = {}
    for module in basis.modules:
        if module.kind in cards:
            cards[module.kind].append(module.card)
            amount[module.kind] += module.income
        else:
            cards[module.kind], amount[module.kind] = [module.card], module.income
    if bonuses:
        kind_of = {module.card: module.kind for module in basis.modules}
        for bonus in bonuses:
            amount[kind_of[bonus.target]] += bonus.amount
    times = basis.multiplier if effect == "DOUBLE" else 1
    portions = [
        Portion(built[0], tuple(built), amount[kind] * times, amount[kind] * times) for kind, built in cards.items()
    ]
    for merge in merges:
        join(basis, portions, merge)
    if effect == "PLUS_10":
        portions.append(Portion(RECYCLE, (), basis.recycle_bonus, basis.recycle_bonus))
    if basis.subsidy:
        portions.append(Portion(SUBSIDY, (), basis.subsidy, basis.subsidy))
    return portions


def join(basis: Basis, portions: list[Portion], merge: Merge) -> None:
    """C61-INC-08: the later built portion goes into the earlier one, its modules in built order."""
    linked = [portion for portion in portions if merge.a in portion.modules or merge.b in portion.modules]
    if len(linked) == 2:
        earlier, later = linked
        cards = earlier.modules + later.modules
        earlier.modules = tuple([module.card for module in basis.modules if module.card in cards])
        earlier.amount += later.amount
        earlier.left += later.left
        portions.remove(later)


# ---- settling what a seat chose, in the order of C61-INC-13 ------------------------------------------------------


def settle(basis: Basis, choice: ResolveIncome) -> Settlement:
    check_effect(basis, choice.effect)
    check_exchange(basis, choice.exchange)
    bonuses = bonuses_given(basis, choice.bonuses or ())
    merges = choice.merges or ()
    check_merges(basis, merges)
    portions = portions_of(basis, choice.effect, bonuses, merges)
    take_upkeep(basis, choice.upkeep or (), portions)
    return paid_out(basis, choice, bonuses, portions, cubes_received(portions, choice.cubes or ()))


def paid_out(
    basis: Basis,
    choice: ResolveIncome,
    bonuses: tuple[BonusGiven, ...],
    portions: Iterable[Portion],
    received: Mapping[str, Cubes],
) -> Settlement:
    """What the choice comes to once upkeep is taken from the portions and each has its cubes."""
    exchange = None if choice.exchange is None else Exchange(basis.storage, choice.exchange)
    held = total((exchange.after if exchange else basis.storage, *received.values()))
    from_portions, by_cubes = [], []
    for entry in choice.upkeep or ():
        due = upkeep_due(basis, entry.module)
        if entry.cubes is None:
            from_portions.append(UpkeepPaid(entry.module, due, entry.portion, NOTHING, 0))
        else:
            by_cubes.append(paid_by_cubes(entry.module, due, entry.cubes, held))
            held -= entry.cubes
    kept = storage_kept(basis, choice.keep, held)
    return Settlement(
        exchange=exchange,
        bonuses=bonuses,
        portions=tuple(
            [
                PortionPaid(portion.name, portion.modules, portion.amount, received.get(portion.name, NOTHING))
                for portion in portions
                if portion.amount
            ]
        ),
        upkeep=(*from_portions, *by_cubes),
        lost=held - kept,
        storage_after=kept,
    )


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


def upkeep_due(basis: Basis, module: str) -> int:
    return next(due.amount for due in basis.upkeep if due.module == module)


def take_upkeep(basis: Basis, entries: tuple[UpkeepPayment, ...], portions: list[Portion]) -> None:
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


def cubes_received(portions: list[Portion], entries: tuple[PortionCubes, ...]) -> dict[str, Cubes]:
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


# ---- the default, in the order of C61-INC-12 ---------------------------------------------------------------------


class Plan(Struct, frozen=True):
    """Where the income goes, before any cube is chosen."""

    effect: EffectChoice | None
    bonuses: tuple[BonusGiven, ...]
    merges: tuple[Merge, ...]
    portions: tuple[Portion, ...]
    upkeep: tuple[UpkeepPayment, ...]

    @property
    def takes_cubes(self) -> bool:
        return any(entry.portion is None for entry in self.upkeep)


def default_income(basis: Basis, seat: Seat) -> tuple[ResolveIncome, Settlement]:
    """Point 1: the effect that leaves more value in storage; equal: PLUS_10."""
    effects: tuple[EffectChoice | None, ...] = ("PLUS_10", "DOUBLE") if basis.recycled else (None,)
    return max((default_with(basis, seat, effect) for effect in effects), key=lambda each: each[1].storage_after.value)


def default_with(basis: Basis, seat: Seat, effect: EffectChoice | None) -> tuple[ResolveIncome, Settlement]:
    """Points 2 to 8 under one effect, and what they come to. Legal by how it is made, so nothing is checked again."""
    plan = default_plan(basis, effect)
    exchange, cubes = full_cubes(basis, plan)
    command = resolve(basis, seat, plan, exchange, cubes)
    return command, paid_out(basis, command, plan.bonuses, plan.portions, cubes)


def default_plan(basis: Basis, effect: EffectChoice | None) -> Plan:
    """Points 3 to 5 under one effect."""
    bonuses = default_bonuses(basis)
    portions = portions_of(basis, effect, bonuses, ())
    merges = default_merges(basis, portions)
    return with_upkeep(basis, effect, bonuses, merges, portions)


def paid_in_full(basis: Basis, seat: Seat, plan: Plan) -> ResolveIncome:
    """Points 2, 6, 7 and 8."""
    return resolve(basis, seat, plan, *full_cubes(basis, plan))


def full_cubes(basis: Basis, plan: Plan) -> tuple[Cubes | None, dict[str, Cubes]]:
    """Points 2, 6 and 8: the exchanged storage and the cubes of each portion."""
    exchange = fewest(basis.storage.value) if basis.recycled else None
    cubes = {portion.name: fewest(portion.left) for portion in plan.portions if portion.left}
    held = total((basis.storage if exchange is None else exchange, *cubes.values()))
    if held.count <= basis.cells and not plan.takes_cubes:
        exchange = with_change(basis, plan, exchange, cubes)
    return exchange, cubes


def default_bonuses(basis: Basis) -> tuple[BonusGiven, ...]:
    """Point 3."""
    if not basis.bonuses:
        return ()
    income = {module.card: module.income for module in basis.modules}
    return tuple(
        [
            BonusGiven(right.by, max(right.targets, key=income.__getitem__), right.amount)
            for right in basis.bonuses
            if right.targets
        ]
    )


def default_merges(basis: Basis, portions: list[Portion]) -> tuple[Merge, ...]:
    """Point 4, done to the portions. Modules of one kind share a portion, so the first built of each kind stands for
    all."""
    merges: list[Merge] = []
    if not basis.merges:
        return ()
    place = {module.card: number for number, module in enumerate(basis.modules)}
    kind_of = {module.card: module.kind for module in basis.modules}
    for right in basis.merges:
        portion_of = {card: portion for portion in portions for card in portion.modules}
        legal = [
            (-portion_of[a].amount - portion_of[b].amount, place[a], place[b], a, b)
            for firsts, seconds in right.ends
            for a in first_of_each_kind(firsts, kind_of)
            for b in first_of_each_kind(seconds, kind_of)
            if portion_of[a] is not portion_of[b]
        ]
        if legal:
            *_, a, b = min(legal)
            merges.append(Merge(right.by, a, b))
            join(basis, portions, merges[-1])
    return tuple(merges)


def first_of_each_kind(cards: tuple[str, ...], kind_of: Mapping[str, str]) -> tuple[str, ...]:
    return tuple({kind_of[card]: card for card in reversed(cards)}.values())


def plan(basis: Basis, effect: EffectChoice | None, bonuses: tuple[Bonus, ...], merges: tuple[Merge, ...]) -> Plan:
    given = bonuses_given(basis, bonuses)
    return with_upkeep(basis, effect, given, merges, portions_of(basis, effect, given, merges))


def with_upkeep(
    basis: Basis,
    effect: EffectChoice | None,
    bonuses: tuple[BonusGiven, ...],
    merges: tuple[Merge, ...],
    portions: list[Portion],
) -> Plan:
    """Point 5, as far as portions pay. Lessens `left` of the portions."""
    upkeep = []
    for due in basis.upkeep:
        enough = [portion for portion in portions if portion.left >= due.amount]
        if enough:
            payer = min(enough, key=lambda portion: portion.left)
            payer.left -= due.amount
            upkeep.append(UpkeepPayment(due.module, portion=payer.name))
        else:
            upkeep.append(UpkeepPayment(due.module))
    return Plan(effect, bonuses, merges, tuple(portions), tuple(upkeep))


def with_change(basis: Basis, plan: Plan, exchange: Cubes | None, cubes: dict[str, Cubes]) -> Cubes | None:
    """Point 8. Changes `cubes` and gives back the exchanged storage."""
    order = [portion.name for portion in sorted(plan.portions, key=lambda portion: portion.left) if portion.left]
    held = total((basis.storage if exchange is None else exchange, *cubes.values()))
    while True:
        free = basis.cells - held.count
        changes = []
        if held.ones < 4 and free >= 4:
            changes.append(Cubes(-5, 1, 0))
        if held.fives == 0 and free >= 1:
            changes.append(Cubes(0, -2, 1))
        for change in changes:
            payer = next((name for name in order if can_change(cubes[name], change)), None)
            if payer is not None:
                cubes[payer] -= change
            elif exchange is not None and can_change(exchange, change):
                exchange -= change
            else:
                continue
            held -= change
            break
        else:
            return exchange


def can_change(cubes: Cubes, change: Cubes) -> bool:
    return (cubes - change).well_formed


def resolve(basis: Basis, seat: Seat, plan: Plan, exchange: Cubes | None, cubes: Mapping[str, Cubes]) -> ResolveIncome:
    """The command: upkeep that no portion pays takes the cheapest sufficient cubes, the most valuable cubes stay."""
    held = total((basis.storage if exchange is None else exchange, *cubes.values()))
    upkeep = []
    for entry in plan.upkeep:
        if entry.portion is None:
            paid = least_sufficient(upkeep_due(basis, entry.module), held)
            held -= paid
            upkeep.append(UpkeepPayment(entry.module, cubes=paid))
        else:
            upkeep.append(entry)
    return ResolveIncome(
        player=seat,
        turn=basis.turn,
        effect=plan.effect,
        exchange=exchange,
        bonuses=tuple([Bonus(given.source, given.target) for given in plan.bonuses]),
        merges=plan.merges,
        upkeep=tuple(upkeep),
        cubes=tuple([PortionCubes(name, paid) for name, paid in cubes.items()]),
        keep=most_valuable(held, basis.cells),
    )
