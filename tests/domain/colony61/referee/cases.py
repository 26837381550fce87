"""Random positions, and choices legal and broken, that the rules and the referee are both asked about."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, TypeVar

from msgspec.structs import replace

from domain.colony61.cubes import Cubes
from domain.colony61.messages import Bonus, Merge, PortionCubes, ResolveIncome, UpkeepPayment
from domain.colony61.state import State
from domain.kernel.ids import Seat
from tests.domain.colony61.positions import Place, position
from tests.domain.colony61.referee.figures import COLONIES, EDITION, MODULES, RESOURCES, Purse, cells, effects, kind_of
from tests.domain.colony61.referee.income import Household
from tests.domain.colony61.referee.payment import Yard

FIRST = Seat(0)
T = TypeVar("T")

LINKED = ("mine", "greenhouse", "biomass", "radar_station", "spaceport", "warehouse", "resonator", "homeostatic_dome")
GIVING = ("spaceport", "mine", "radar_station", "hydroponic_farm", "microbiology_lab", "resonator", "vibrating_screen")
CHEAP = ("mine", "greenhouse", "homeostatic_dome", "warehouse", "resonator", "cyber_minecart", "autoclave", "factory")
"""Few enough to leave every way of paying countable."""


def income_position(chance: Random) -> State:
    """The first seat has up to seven modules, often of kinds that work together, and any storage that fits."""
    left = {kind: row["count"] - EDITION["state_modules"].count(kind) for kind, row in MODULES.items()}

    def take(count: int, kinds: Sequence[str]) -> str:
        taken = []
        for kind in chance.choices(kinds, k=count):
            if left[kind]:
                left[kind] -= 1
                taken.append(kind)
        return " ".join(taken)

    kinds = chance.choice([tuple(MODULES), LINKED, GIVING])
    places = []
    for seat in range(chance.choice([2, 3, 5])):
        modules = take(chance.randint(0, 7), kinds if seat == 0 else tuple(MODULES))
        recycled = take(chance.randint(0, 1), tuple(MODULES))
        storage = some_storage(chance, cells(modules.split()))
        places.append(Place(modules=modules, recycled=recycled, storage=storage))
    markers: Any = {resource: chance.randint(row["min"], row["max"]) for resource, row in RESOURCES.items()}
    return position(*places, step="INCOME", colony=some_colony(chance), **markers)


def building_position(chance: Random, step: str, hand: str = "", laid: str = "") -> State:
    """The first seat has these cards, a few cubes and up to two helpers built earlier."""
    helpers = " ".join(["building_module"] * chance.randint(0, 2))
    storage = Cubes(chance.randint(0, 3), chance.randint(0, 2), chance.randint(0, 2))
    first = Place(modules=helpers, storage=storage, hand=hand, laid=laid)
    slots = chance.randint(1, 5)
    return position(first, Place(hand="mine", laid="mine"), step=step, slots=slots, colony=some_colony(chance))


def some_colony(chance: Random) -> str:
    return chance.choice(list(COLONIES))


def some_storage(chance: Random, room: int) -> Cubes:
    filled = chance.randint(0, room)
    tens = chance.choice([0, min(1, filled), chance.randint(0, filled)])
    fives = chance.randint(0, filled - tens)
    return Cubes(filled - tens - fives, fives, tens)


def household_of(state: State) -> Household:
    """The values that the first seat's income depends on, read from the state field by field."""
    own = state.corporations[FIRST]
    built = [module for corporation in state.corporations for module in corporation.modules]
    return Household(
        colony=state.colony,
        markers=state.markers,
        modules={module.card: kind_of(module.card) for module in own.modules},
        colony_kinds=tuple(kind_of(module.card) for module in [*built, *state.state_modules]),
        storage=Purse.of(own.storage),
        recycled=own.recycled is not None,
    )


def yard_of(state: State) -> Yard:
    """The resources with which the first seat builds."""
    own = state.corporations[FIRST]
    earlier = [module.card for module in own.modules if module.turn < state.turn]
    helpers = tuple(card for card in earlier if effects(kind_of(card), "pay_together"))
    return Yard(state.colony, Purse.of(own.storage), helpers)


# ---- changed choices ---------------------------------------------------------------------------------------------


def changed(chance: Random, choice: ResolveIncome, home: Household) -> ResolveIncome:
    """The choice with up to two things changed: legal by luck, mostly broken."""
    names = [*home.modules, "mine-12", "RECYCLE", "SUBSIDY", "nothing"]
    for field in chance.choices(list(CHANGES), k=chance.randint(0, 2)):
        choice = replace(choice, **{field: CHANGES[field](chance, getattr(choice, field), names)})
    return choice


def other_effect(chance: Random, _effect: object, _names: Sequence[str]) -> str | None:
    return chance.choice([None, "PLUS_10", "DOUBLE"])


def other_storage(chance: Random, cubes: Cubes | None, _names: Sequence[str]) -> Cubes | None:
    if cubes is not None and chance.random() < 0.7:
        return nudged(chance, cubes)
    return chance.choice([None, few_cubes(chance)])


def few_cubes(chance: Random) -> Cubes:
    return Cubes(chance.randint(0, 4), chance.randint(0, 2), chance.randint(0, 2))


def nudged(chance: Random, cubes: Cubes) -> Cubes:
    """Some cubes more or less, or of other values and worth the same."""
    steps = [Cubes(1), Cubes(-1), Cubes(0, 1), Cubes(0, 0, -1), Cubes(5, -1), Cubes(-5, 1), Cubes(0, 2, -1), Cubes(7)]
    after = cubes + chance.choice(steps)
    return after if after.well_formed else cubes


def edited(chance: Random, items: Sequence[T], make: Callable[[T | None], T]) -> tuple[T, ...]:
    """One item made again, left out or added; the order drawn again."""
    after = chance.sample(items, len(items))
    turn = chance.random()
    if after and turn < 0.5:
        after[0] = make(after[0])
    elif after and turn < 0.65:
        after.pop()
    else:
        after.append(make(None))
    return tuple(after)


def other_bonuses(chance: Random, bonuses: Sequence[Bonus], names: Sequence[str]) -> tuple[Bonus, ...]:
    return edited(chance, bonuses, lambda old: Bonus(old.source if old else chance.choice(names), chance.choice(names)))


def other_merges(chance: Random, merges: Sequence[Merge], names: Sequence[str]) -> tuple[Merge, ...]:
    def make(old: Merge | None) -> Merge:
        return Merge(old.by if old else chance.choice(names), chance.choice(names), chance.choice(names))

    return edited(chance, merges, make)


def other_upkeep(chance: Random, upkeep: Sequence[UpkeepPayment], names: Sequence[str]) -> tuple[UpkeepPayment, ...]:
    def make(old: UpkeepPayment | None) -> UpkeepPayment:
        if old and old.cubes:
            return UpkeepPayment(old.module, cubes=nudged(chance, old.cubes))
        module = old.module if old else chance.choice(names)
        portion = UpkeepPayment(module, portion=chance.choice(names))
        return chance.choice([portion, UpkeepPayment(module, cubes=few_cubes(chance))])

    return edited(chance, upkeep, make)


def other_cubes(chance: Random, paid: Sequence[PortionCubes], names: Sequence[str]) -> tuple[PortionCubes, ...]:
    def make(old: PortionCubes | None) -> PortionCubes:
        if old is None or chance.random() < 0.1:
            return PortionCubes(chance.choice(names), few_cubes(chance))
        return PortionCubes(old.portion, nudged(chance, old.cubes))

    return edited(chance, paid, make)


CHANGES: dict[str, Callable[[Random, Any, Sequence[str]], object]] = {
    "effect": other_effect,
    "exchange": other_storage,
    "bonuses": other_bonuses,
    "merges": other_merges,
    "upkeep": other_upkeep,
    "cubes": other_cubes,
    "keep": other_storage,
}
