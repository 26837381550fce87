"""The options of a seat, as numbered families of commands; those of an income are in income_options.py."""

from collections.abc import Sequence
from itertools import combinations, islice
from math import factorial

from domain.colony61.cubes import Cubes, subsets, way_to_pay, ways_to_pay
from domain.colony61.income_options import IncomeOption
from domain.colony61.messages import (
    ChooseStart,
    ChooseSwap,
    ColonyCommand,
    DecideCards,
    KeepCards,
    LayCards,
    Payment,
    SetStandingDefaults,
)
from domain.colony61.paying import Grouping, legal_groupings
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option


class AcceptDefault(Option, frozen=True):
    """The server's own choice for the seat, spelt out (C61-SIM-08)."""

    command: ColonyCommand

    def count(self) -> int:
        return 1

    def nth(self, index: int) -> Command:
        return accepting(self.command)


def accepting(command: ColonyCommand) -> ColonyCommand:
    """The short form of the seat's default."""
    match command:
        case ChooseStart():
            return ChooseStart(command.player, accept_default=True)
        case SetStandingDefaults():
            raise AssertionError("no default stands for a setting")
        case _:
            return type(command)(command.player, command.turn, accept_default=True)


class StartOption(Option, frozen=True):
    """Any `pick` of the offered cards with any of the purses."""

    player: Seat
    offered: tuple[str, ...]
    pick: int
    purses: tuple[Cubes, ...]

    def count(self) -> int:
        return subsets(len(self.offered), self.pick, self.pick) * len(self.purses)

    def nth(self, index: int) -> Command:
        cards, purse = divmod(index, len(self.purses))
        return ChooseStart(self.player, nth_subset(self.offered, self.pick, self.pick, cards), self.purses[purse])


class LayOption(Option, frozen=True):
    """Any of the sets of hand cards."""

    player: Seat
    turn: int
    sets: tuple[tuple[str, ...], ...]

    def count(self) -> int:
        return len(self.sets)

    def nth(self, index: int) -> Command:
        return LayCards(self.player, self.turn, self.sets[index])


class DecideOption(Option, frozen=True):
    """Builds all of `build` in any order and recycles `recycle`. Paid with any sets of cubes worth at least `costs`
    (in the order of `build`), by any groups that the modules `together` allow (how many cards each). `unpayable`: other
    cards that are recycled too (DEC-C61-04)."""

    player: Seat
    turn: int
    build: tuple[str, ...]
    recycle: str | None
    costs: tuple[int, ...]
    storage: Cubes
    together: dict[str, int]
    unpayable: tuple[str, ...] = ()

    def count(self) -> int:
        return factorial(len(self.build)) * sum(self._ways(grouping) for grouping in self._groupings())

    def nth(self, index: int) -> Command:
        way, order = divmod(index, factorial(len(self.build)))
        for grouping in self._groupings():
            if way < self._ways(grouping):
                break
            way -= self._ways(grouping)
        sets = way_to_pay(self._group_costs(grouping), self.storage, way)
        payments = tuple(Payment(cards, paid, by) for (cards, by), paid in zip(grouping, sets, strict=True))
        return DecideCards(self.player, self.turn, nth_order(self.build, order), self.recycle, payments)

    def _groupings(self) -> tuple[Grouping, ...]:
        return tuple(legal_groupings(self.build, self.together))

    def _group_costs(self, grouping: Grouping) -> tuple[int, ...]:
        cost = dict(zip(self.build, self.costs, strict=True))
        return tuple(sum(cost[card] for card in cards) for cards, _ in grouping)

    def _ways(self, grouping: Grouping) -> int:
        return ways_to_pay(self._group_costs(grouping), self.storage)


class SwapOption(Option, frozen=True):
    """Up to `most` of the hand cards, or none."""

    player: Seat
    turn: int
    cards: tuple[str, ...]
    most: int

    def count(self) -> int:
        return subsets(len(self.cards), 0, self.most)

    def nth(self, index: int) -> Command:
        return ChooseSwap(self.player, self.turn, nth_subset(self.cards, 0, self.most, index))


class KeepOption(Option, frozen=True):
    """Exactly `keep` of the cards looked at."""

    player: Seat
    turn: int
    cards: tuple[str, ...]
    keep: int

    def count(self) -> int:
        return subsets(len(self.cards), self.keep, self.keep)

    def nth(self, index: int) -> Command:
        return KeepCards(self.player, self.turn, nth_subset(self.cards, self.keep, self.keep, index))


class StandingOption(Option, frozen=True):
    """Takes defaults by itself from now on, or no longer. `income` and `exchange` are what holds now."""

    player: Seat
    income: bool
    exchange: bool

    def count(self) -> int:
        return 4

    def nth(self, index: int) -> Command:
        return SetStandingDefaults(self.player, income=bool(index & 1), exchange=bool(index & 2))


OPTION_TYPES: tuple[type[Option], ...] = (
    AcceptDefault,
    StartOption,
    LayOption,
    DecideOption,
    IncomeOption,
    SwapOption,
    KeepOption,
    StandingOption,
)


def nth_subset(items: Sequence[str], least: int, most: int, index: int) -> tuple[str, ...]:
    for size in range(least, most + 1):
        if index < subsets(len(items), size, size):
            return next(islice(combinations(items, size), index, None))
        index -= subsets(len(items), size, size)
    raise IndexError(index)


def nth_order(items: Sequence[str], index: int) -> tuple[str, ...]:
    """Permutation number `index`."""
    left, order = list(items), []
    for remaining in range(len(left), 0, -1):
        place, index = divmod(index, factorial(remaining - 1))
        order.append(left.pop(place))
    return tuple(order)
