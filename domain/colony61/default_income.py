"""Stage 2: the income that the server chooses for a seat, point by point as in C61-INC-12."""

from collections.abc import Mapping
from itertools import combinations, product

from domain.colony61.cubes import Cubes, fewest, least_sufficient, most_valuable
from domain.colony61.income import Basis, Plan, Portion, join, portions_of, upkeep_due
from domain.colony61.messages import (
    Bonus,
    BonusGiven,
    EffectChoice,
    Merge,
    PortionCubes,
    ResolveIncome,
    UpkeepPayment,
)
from domain.colony61.rules import MergeRight
from domain.colony61.settling import Spending, all_cubes
from domain.kernel.ids import Seat


def default_income(basis: Basis) -> Spending:
    """Point 1: the effect that leaves more value in storage; equal: PLUS_10. Legal by how it is made."""
    if not basis.recycled:
        return paid_in_full(basis, default_plan(basis, None))
    plan = default_plan(basis, "PLUS_10")
    plus_10, double = paid_in_full(basis, plan), paid_in_full(basis, doubled(basis, plan))
    assert plus_10.keep is not None
    assert double.keep is not None
    return double if double.keep.value > plus_10.keep.value else plus_10


def spelt_out(basis: Basis, seat: Seat, spending: Spending) -> ResolveIncome:
    """The command that asks for it."""
    plan = spending.plan
    return ResolveIncome(
        player=seat,
        turn=basis.turn,
        effect=plan.effect,
        exchange=spending.exchange,
        bonuses=tuple(Bonus(given.source, given.target) for given in plan.bonuses),
        merges=plan.merges,
        upkeep=spending.upkeep,
        cubes=tuple(PortionCubes(name, paid) for name, paid in spending.cubes.items()),
        keep=spending.keep,
    )


# ---- where the income goes ---------------------------------------------------------------------------------------


def default_plan(basis: Basis, effect: EffectChoice | None) -> Plan:
    """Points 3 to 5 under one effect."""
    bonuses = default_bonuses(basis)
    portions = portions_of(basis, effect, bonuses, ())
    merges = default_merges(basis, portions) if basis.merges else ()
    return with_upkeep(basis, effect, bonuses, merges, portions)


def doubled(basis: Basis, plan: Plan) -> Plan:
    """The default plan under the other effect. Twice the income asks for the same bonuses and links, as long as bonuses
    are doubled too (DEC-C61-12)."""
    if not basis.doubles_bonuses:
        return default_plan(basis, "DOUBLE")
    portions = portions_of(basis, "DOUBLE", plan.bonuses, plan.merges)
    return with_upkeep(basis, "DOUBLE", plan.bonuses, plan.merges, portions)


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
    """Point 4, done to the portions."""
    merges = []
    for right in basis.merges:
        pairs = best_pairs(right, portions)
        if pairs:
            merges.append(Merge(right.by, *earliest_built(basis, pairs)))
            join(basis, portions, merges[-1])
    return tuple(merges)


def best_pairs(right: MergeRight, portions: list[Portion]) -> list[tuple[str, str]]:
    """Modules of two portions that hold the most together, an `a` and a `b` for each such two."""
    portion_of = {card: portion.name for portion in portions for card in portion.modules}
    amount = {portion.name: portion.amount for portion in portions}
    most, best = 0, list[tuple[str, str]]()
    for firsts, seconds in right.ends:
        own = first_built(firsts, portion_of)
        pairs = combinations(own, 2) if firsts == seconds else product(own, first_built(seconds, portion_of))
        for (first, a), (second, b) in pairs:
            together = amount[first] + amount[second]
            if together < most or first == second:
                continue
            if together > most:
                most, best = together, []
            best.append((a, b))
    return best


def earliest_built(basis: Basis, pairs: list[tuple[str, str]]) -> tuple[str, str]:
    """The order of links: by `a`, then by `b`."""
    if len(pairs) == 1:
        return pairs[0]
    cards = [module.card for module in basis.modules]
    return min(pairs, key=lambda pair: (cards.index(pair[0]), cards.index(pair[1])))


def first_built(cards: tuple[str, ...], portion_of: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return each portion that holds some of the cards, and its first card, which represents all of them."""
    firsts: dict[str, str] = {}
    for card in cards:
        firsts.setdefault(portion_of[card], card)
    return list(firsts.items())


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
    return Plan(effect, bonuses, merges, portions, tuple(upkeep))


# ---- in which cubes ----------------------------------------------------------------------------------------------


def paid_in_full(basis: Basis, plan: Plan) -> Spending:
    """Points 2, 6, 7 and 8."""
    exchange = fewest(basis.storage.value) if basis.recycled else None
    cubes = {portion.name: fewest(portion.left) for portion in plan.portions if portion.left}
    held = all_cubes(basis, exchange, cubes)
    if paid_from_portions(plan):
        exchange, held = with_change(basis, plan, exchange, cubes, held)
    return spent(basis, plan, exchange, cubes, held)


def paid_from_portions(plan: Plan) -> bool:
    return None not in [entry.portion for entry in plan.upkeep]


def with_change(
    basis: Basis, plan: Plan, exchange: Cubes | None, cubes: dict[str, Cubes], held: Cubes
) -> tuple[Cubes | None, Cubes]:
    """Point 8, if all fits the cells. Changes `cubes`; gives back the exchanged storage and all that is held."""
    while changes := wanted_changes(held, basis.cells - held.count):
        order = [portion.name for portion in sorted(plan.portions, key=lambda portion: portion.left) if portion.left]
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
            break
    return exchange, held


def wanted_changes(held: Cubes, free: int) -> list[Cubes]:
    """Changes that leave more small cubes, first a 5 into 1s, then a 10 into 5s; each is to be subtracted."""
    changes = []
    if held.ones < 4 and free >= 4:
        changes.append(Cubes(-5, 1, 0))
    if held.fives == 0 and free >= 1:
        changes.append(Cubes(0, -2, 1))
    return changes


def can_change(cubes: Cubes, change: Cubes) -> bool:
    return (cubes - change).well_formed


def spent(basis: Basis, plan: Plan, exchange: Cubes | None, cubes: Mapping[str, Cubes], held: Cubes) -> Spending:
    """Upkeep that no portion pays takes the cheapest sufficient cubes, the most valuable cubes stay."""
    upkeep, left = [], held
    for entry in plan.upkeep:
        if entry.portion is None:
            paid = least_sufficient(upkeep_due(basis, entry.module), left)
            left -= paid
            upkeep.append(UpkeepPayment(entry.module, cubes=paid))
        else:
            upkeep.append(entry)
    return Spending(plan, exchange, cubes, held, tuple(upkeep), most_valuable(left, basis.cells))
