"""The referee of stage 2: what a choice of income pays, or the reason it is refused for, and the default.

See `game.py` for why this is written a second time and what it may not share with `domain/colony61`.
"""

from collections.abc import Iterable, Mapping
from itertools import combinations

from msgspec import Struct

from domain.colony61.messages import Bonus, Merge, PortionCubes, ResolveIncome, UpkeepPayment
from tests.domain.colony61.referee.figures import (
    MODULES,
    Purse,
    cells,
    colony_bonuses,
    dearest_cubes,
    effects,
    price,
)

BONUSES = ("module_bonus", "type_bonus", "any_bonus")
LINKS = ("merge_supply_and_type", "merge_same_type")


class Household(Struct, frozen=True):
    """All values that one seat's income depends on. `modules`: its cards and their kinds in built order;
    `colony_kinds`: kinds built by all seats and the state."""

    colony: str
    markers: Mapping[str, int]
    modules: Mapping[str, str]
    colony_kinds: tuple[str, ...]
    storage: Purse
    recycled: bool
    doubles_bonuses: bool = True


class Settled(Struct, frozen=True):
    """`portions`: the modules joined in each portion that has money and what they earned; `short`: unpaid upkeep."""

    storage: Purse
    lost: Purse
    portions: dict[str, tuple[tuple[str, ...], int]]
    short: tuple[int, ...]


class Illegal(Exception):
    """The reason code of a refused choice is the only argument."""


def demand(holds: bool, code: str) -> None:
    if not holds:
        raise Illegal(code)


def judge_income(home: Household, choice: ResolveIncome) -> Settled:
    """The result of the choice, or `Illegal`; checked in the order of C61-INC-13."""
    check_effect(home, choice)
    stored = exchanged(home, choice)
    income = multiplied(home, with_bonuses(home, choice.bonuses or ()), choice.effect)
    groups = joined(home, choice.merges or ())
    earned = portions(home, choice, groups, income)
    left = less_upkeep(home, choice.upkeep or (), earned)
    check_portions(choice.cubes or (), left)
    held = stored
    for paid in choice.cubes or ():
        held = held.plus(Purse.of(paid.cubes))
    held, short = upkeep_by_cubes(home, held, choice.upkeep or ())
    kept = limited(home, choice, held)
    told = {name: (tuple(groups.get(name, ())), amount) for name, amount in earned.items() if amount}
    return Settled(kept, held.minus(kept), told, short)


def multiplied(home: Household, income: Mapping[str, int], effect: str | None) -> dict[str, int]:
    """C61-INC-06: twice the income with its bonuses, or a module's income once more without them (DEC-C61-12)."""
    if effect != "DOUBLE":
        return dict(income)
    once_more = income if home.doubles_bonuses else with_bonuses(home, ())
    return {card: amount + once_more[card] for card, amount in income.items()}


def check_effect(home: Household, choice: ResolveIncome) -> None:
    """C61-INC-03; an exchange is an effect of the recycled card too (C61-INC-02)."""
    demand(choice.effect is not None or not home.recycled, "EFFECT_REQUIRED")
    demand(home.recycled or (choice.effect is None and choice.exchange is None), "NO_RECYCLE_THIS_TURN")


def exchanged(home: Household, choice: ResolveIncome) -> Purse:
    """C61-INC-02, DEC-C61-33."""
    if choice.exchange is None:
        return home.storage
    after = Purse.of(choice.exchange)
    demand(after.value == home.storage.value, "EXCHANGE_NOT_EQUAL")
    demand(sum(after) <= cells(home.modules.values()), "STORAGE_EXCEEDED")
    return after


def own_income(home: Household, kind: str) -> int:
    """C61-INC-04."""
    total = 0
    for effect in MODULES[kind]["effects"]:
        match effect["kind"]:
            case "flat_income":
                total += effect["amount"]
            case "price_income":
                total += price(home.markers, effect["resource"]) * effect["times"] + effect["plus"]
            case "module_count_bonus":
                total += effect["amount"] * (home.colony_kinds.count(effect["module"]) >= effect["at_least"])
            case "resource_present_bonus":
                total += effect["amount"] * (home.markers[effect["resource"]] > 0)
            case "per_resource_income":
                total += max(0, home.markers[effect["resource"]]) // effect["per"] * effect["amount"]
    return total


def receives(giver: str, receiver: str) -> int | None:
    """The amount that a module of the one kind may give to one of the other, None if it may not (C61-INC-05)."""
    for effect in effects(giver, *BONUSES):
        fits = (
            effect["kind"] == "any_bonus"
            or effect.get("module") == receiver
            or effect.get("type") == MODULES[receiver]["type"]
        )
        return effect["amount"] if fits else None
    return None


def with_bonuses(home: Household, bonuses: Iterable[Bonus]) -> dict[str, int]:
    """Each own module's income; several bonuses may go to one, even its own (C61-INC-05, DEC-C61-13)."""
    income = {card: own_income(home, kind) for card, kind in home.modules.items()}
    used = set()
    for bonus in bonuses:
        demand(bonus.source in home.modules and bonus.target in home.modules, "BONUS_INVALID")
        amount = receives(home.modules[bonus.source], home.modules[bonus.target])
        demand(amount is not None and bonus.source not in used, "BONUS_INVALID")
        income[bonus.target] += amount or 0
        used.add(bonus.source)
    return income


def may_link(by: str, one: str, other: str) -> bool:
    """Return whether a module of the kind `by` links modules of these kinds (C61-INC-08)."""
    first, second = MODULES[one], MODULES[other]
    for effect in effects(by, *LINKS):
        if effect["kind"] == "merge_same_type":
            return bool(first["type"] == second["type"])
        return effect["resource"] in first["supplies"] and effect["type"] == second["type"]
    return False


def joined(home: Household, merges: Iterable[Merge]) -> dict[str, list[str]]:
    """The groups of modules paid as one, by their first card: same kinds and links (C61-INC-07, DEC-C61-14)."""
    kinds = home.modules
    groups = [[card] for card in kinds]
    for one, other in combinations(kinds, 2):
        if kinds[one] == kinds[other]:
            join(groups, one, other)
    used = set()
    for merge in merges:
        demand({merge.by, merge.a, merge.b} <= kinds.keys(), "MERGE_INVALID")
        demand(merge.a != merge.b and merge.by not in used, "MERGE_INVALID")  # DEC-C61-22
        demand(may_link(kinds[merge.by], kinds[merge.a], kinds[merge.b]), "MERGE_INVALID")
        join(groups, merge.a, merge.b)
        used.add(merge.by)
    order = list(kinds)
    named = {min(group, key=order.index): sorted(group, key=order.index) for group in groups}
    return dict(sorted(named.items(), key=lambda item: order.index(item[0])))


def join(groups: list[list[str]], one: str, other: str) -> None:
    first = next(group for group in groups if one in group)
    second = next(group for group in groups if other in group)
    if first is not second:
        first.extend(second)
        groups.remove(second)


def portions(
    home: Household, choice: ResolveIncome, groups: Mapping[str, list[str]], income: Mapping[str, int]
) -> dict[str, int]:
    """The income of each portion, without upkeep (C61-INC-03, C61-INC-07)."""
    earned = {name: sum(income[card] for card in group) for name, group in groups.items()}
    if choice.effect == "PLUS_10":
        earned["RECYCLE"] = 10
    if subsidy := sum(bonus["amount"] for bonus in colony_bonuses(home.colony, "subsidy")):
        earned["SUBSIDY"] = subsidy
    return earned


def upkeep_owed(home: Household) -> dict[str, int]:
    owed = {card: sum(effect["amount"] for effect in effects(kind, "upkeep")) for card, kind in home.modules.items()}
    return {card: amount for card, amount in owed.items() if amount}


def less_upkeep(home: Household, upkeep: Iterable[UpkeepPayment], earned: Mapping[str, int]) -> dict[str, int]:
    """The portions less the upkeep taken from them (C61-INC-09)."""
    owed, left = upkeep_owed(home), dict(earned)
    demand(owed.keys() <= {entry.module for entry in upkeep}, "UPKEEP_MISSING")
    for entry in upkeep:
        amount = owed.pop(entry.module, None)
        demand(amount is not None, "UPKEEP_INVALID")
        if entry.portion is not None:
            demand(left.get(entry.portion, -1) >= (amount or 0), "UPKEEP_INVALID")
            left[entry.portion] -= amount or 0
    return left


def check_portions(cubes: Iterable[PortionCubes], left: Mapping[str, int]) -> None:
    """Every portion with money is paid once and exactly (C61-INC-10)."""
    named = [paid.portion for paid in cubes]
    demand(len(named) == len(set(named)) and set(named) <= left.keys(), "PORTION_UNKNOWN")
    demand(all(name in named for name, amount in left.items() if amount), "PORTION_UNKNOWN")
    demand(all(Purse.of(paid.cubes).value == left[paid.portion] for paid in cubes), "PORTION_SUM_WRONG")


def upkeep_by_cubes(home: Household, held: Purse, upkeep: Iterable[UpkeepPayment]) -> tuple[Purse, tuple[int, ...]]:
    """The cubes after upkeep in cubes, and the shortage of each entry (C61-INC-09, DEC-C61-15)."""
    owed, short = upkeep_owed(home), []
    for entry in upkeep:
        paid = None if entry.cubes is None else Purse.of(entry.cubes)
        if paid is not None:
            demand(paid.within(held), "CUBES_NOT_HELD")
            demand(paid.value >= owed[entry.module] or paid == held, "UPKEEP_TOO_SMALL")
            held = held.minus(paid)
        short.append(0 if paid is None else max(0, owed[entry.module] - paid.value))
    return held, tuple(short)


def limited(home: Household, choice: ResolveIncome, held: Purse) -> Purse:
    """The kept cubes (C61-STO-03)."""
    room = cells(home.modules.values())
    if choice.keep is None:
        return dearest_cubes(held, room)
    kept = Purse.of(choice.keep)
    demand(kept.within(held), "CUBES_NOT_HELD")
    demand(sum(kept) <= room, "STORAGE_EXCEEDED")
    return kept
