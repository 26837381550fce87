"""Colony-61 in the arena. Standing defaults are not offered: `accept_default` takes one default at a time."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb, factorial
from typing import get_args

from domain.colony61.cubes import Cubes, thriftiest
from domain.colony61.game import Colony61
from domain.colony61.income_options import IncomeOption
from domain.colony61.messages import DecideCards, Payment
from domain.colony61.messages import Step as GameStep
from domain.colony61.options import (
    AcceptDefault,
    DecideOption,
    KeepOption,
    LayOption,
    StandingOption,
    StartOption,
    SwapOption,
)  # fmt: skip
from domain.colony61.state import BuildChoice, Module, StartChoice
from domain.colony61.view import ColonyBoard, CorporationBoard, OwnBoard
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from turnledger_env.games import rows
from turnledger_env.menu import Choice, Menu, Number, Step, Subset, Vocabulary, Words, without_forced
from turnledger_env.sheet import LARGEST, Array, Cells, Names

STEPS: tuple[str, ...] = get_args(GameStep)
VARIES = ("cubes", "bonuses", "keep", "upkeep")
EFFECTS = ("no_effect", "plus_10", "double")
PER_SEAT = ("cells", "hand_count", "looks_at", "keeps", "view", "swap", "look", "influence")
"""Numbers of each corporation, under the names that the board has."""
FLAGS = ("income_default", "exchange_default", "owes", "has_chosen")

KEPT = 2_048
"""Rows of modules that are written once while they stay as they are."""


class ColonyArena:
    """The game under its options. The colony may be drawn, so all colonies share the actions and the arrays."""

    def __init__(self, rules: Colony61, players: int) -> None:
        self.players = players
        self.rules = next(iter(rules.rules.values()))
        figures = self.rules.figures
        self.cards = Names(self.rules.all_cards)
        self.kinds = Names([kind.id for kind in figures.modules])
        self.tracks = Names([resource.id for resource in figures.resources])
        self.colonies = Names([colony.id for colony in figures.colonies])
        self._built = lru_cache(maxsize=KEPT)(self._modules)
        self.vocabulary = Vocabulary(
            *("accept_default", "choose", "decide", "pay_least", "pay_by_number", "recycle_none"),
            *(f"income:{vary}:{effect}" for vary in VARIES for effect in EFFECTS),
            *(f"{verb}:{card}" for verb in ("card", "recycle") for card in self.cards.names),
        )

    # ---- actions -------------------------------------------------------------------------------------------------

    def menu(self, options: tuple[Option, ...]) -> Menu:
        number = self.vocabulary.number
        steps: dict[int, Callable[[], Step]] = {}
        decisions: list[DecideOption] = []
        for option in options:
            match option:
                case AcceptDefault():
                    steps[number["accept_default"]] = lambda option=option: option.nth(0)  # type: ignore[misc]
                case IncomeOption():
                    effect = EFFECTS[0] if option.effect is None else option.effect.lower()
                    steps[number[f"income:{option.vary}:{effect}"]] = lambda option=option: Number(  # type: ignore[misc]
                        option.count(), option.nth
                    )
                case DecideOption():
                    decisions.append(option)
                case StandingOption():
                    pass
                case _:
                    steps[number["choose"]] = lambda option=option: self._set_of_cards(option)  # type: ignore[misc]
        if decisions:
            steps[number["decide"]] = lambda: Deciding(self.vocabulary, tuple(decisions))
        return Choice(steps)

    def _set_of_cards(self, option: Option) -> Menu | Command:
        match option:
            case StartOption():
                purses = len(option.purses)
                return self._subset(option.offered, option.pick, option.pick, option.nth, purses)
            case SwapOption():
                return self._subset(option.cards, 0, option.most, option.nth)
            case KeepOption():
                return self._subset(option.cards, option.keep, option.keep, option.nth)
            case LayOption():
                spelt = enumerate(option.sets)
                return Words([(self._actions(cards), lambda n=n: option.nth(n)) for n, cards in spelt])  # type: ignore[misc]
            case _:
                raise AssertionError(f"{type(option).__name__} has no actions")

    def _subset(
        self, cards: Sequence[str], least: int, most: int, nth: Callable[[int], Command], ways: int = 1
    ) -> Menu | Command:
        """`ways`: the commands of each set; more than one are distinguished by their number."""

        def chosen(places: tuple[int, ...]) -> Step:
            first = rank_of(len(cards), least, places) * ways
            return Number(ways, lambda way: nth(first + way))

        if not most:
            return nth(0)
        return Subset(self._actions(cards), least, most, chosen)

    def _actions(self, cards: Sequence[str]) -> list[int]:
        return [self.vocabulary.number[f"card:{card}"] for card in cards]

    # ---- observations --------------------------------------------------------------------------------------------

    def arrays(self) -> list[Array]:
        players, cards = self.players, len(self.cards)
        tracks = len(self.tracks)
        return [
            Array("colony", (len(self.colonies),)),
            Array("step", (len(STEPS),)),
            Array("turn", (1,), LARGEST),
            Array("slots", (1,), LARGEST),
            Array("capital", (1,), LARGEST),
            Array("hand_target", (1,), LARGEST),
            Array("last_turn", (1,)),
            Array("markers", (tracks,), LARGEST, -LARGEST),
            Array("prices", (tracks,), LARGEST),
            Array("state_modules", (len(self.kinds),), LARGEST),
            Array("draw_left", (1,), LARGEST),
            Array("discard", (cards,)),
            Array("owing", (players,)),
            Array("waiting", (players,)),
            Array("storage", (players, 3), LARGEST),
            Array("modules", (players, cards), cards),
            Array("module_turns", (players, cards), LARGEST),
            Array("laid", (players, cards)),
            Array("recycled", (players, cards)),
            *(Array(name, (players,), LARGEST, -LARGEST) for name in PER_SEAT),
            *(Array(name, (players,)) for name in FLAGS),
            Array("rank", (players,), players),
            Array("hand", (cards,)),
            Array("offered", (cards,)),
            Array("cost", (cards,), LARGEST),
            Array("chosen", (1,)),
            Array("chosen_by_default", (1,)),
            Array("chosen_cards", (cards,), cards),
            Array("chosen_recycle", (cards,)),
            Array("chosen_cubes", (3,), LARGEST),
        ]

    def cells(self, at: dict[str, int], board: ColonyBoard, seat: Seat) -> Cells:
        cells: Cells = {}
        self._course(cells, at, board, seat)
        for corporation in board.corporations:
            self._corporation(cells, at, corporation, (corporation.player - seat) % self.players)
        if board.own:
            self._own(cells, at, board.own)
        return cells

    def _course(self, cells: Cells, at: dict[str, int], board: ColonyBoard, seat: Seat) -> None:
        cells[at["colony"] + self.colonies.place[board.colony]] = 1
        if board.step is not None:
            cells[at["step"] + STEPS.index(board.step)] = 1
        for name in ("turn", "slots", "capital", "hand_target", "last_turn", "draw_left"):
            rows.number(cells, at[name], int(getattr(board, name)))
        rows.numbers(cells, at["markers"], [board.markers[str(track)] for track in self.tracks.names])
        rows.numbers(cells, at["prices"], [board.prices[str(track)] for track in self.tracks.names])
        for module in board.state_modules:
            place = at["state_modules"] + self.kinds.place[module.kind]
            cells[place] = cells.get(place, 0) + 1
        rows.named(cells, at["discard"], self.cards.place, board.discard)
        rows.flags(cells, at["owing"], rows.turned(board.owing, seat, self.players))
        rows.flags(cells, at["waiting"], rows.turned(board.waiting, seat, self.players))
        for rank in board.result.ranking if board.result else ():
            cells[at["rank"] + (rank.player - seat) % self.players] = rank.rank

    def _corporation(self, cells: Cells, at: dict[str, int], corporation: CorporationBoard, row: int) -> None:
        cards, place = len(self.cards), self.cards.place
        rows.numbers(cells, at["storage"] + 3 * row, cubes(corporation.storage))
        cells.update(self._built(corporation.modules, at["modules"] + row * cards, at["module_turns"] + row * cards))
        rows.named(cells, at["laid"] + row * cards, place, [face.card for face in corporation.laid])
        if corporation.recycled is not None:
            cells[at["recycled"] + row * cards + place[corporation.recycled]] = 1
        for name in (*PER_SEAT, *FLAGS):
            rows.number(cells, at[name] + row, int(getattr(corporation, name)))

    def _modules(self, modules: tuple[Module, ...], ranks: int, turns: int) -> Cells:
        cells: Cells = {}
        places = [self.cards.place[module.card] for module in modules]
        rows.ranked(cells, ranks, places)
        for place, module in zip(places, modules, strict=True):
            rows.number(cells, turns + place, module.turn)
        return cells

    def _own(self, cells: Cells, at: dict[str, int], own: OwnBoard) -> None:
        place = self.cards.place
        rows.named(cells, at["hand"], place, own.hand)
        rows.named(cells, at["offered"], place, own.offer)
        for card, cost in own.cost.items():
            cells[at["cost"] + place[card]] = cost
        rows.number(cells, at["chosen_by_default"], int(own.by_default))
        choice = own.choice
        if choice is None:
            return
        cells[at["chosen"]] = 1
        if isinstance(choice, BuildChoice):
            rows.ranked(cells, at["chosen_cards"], [place[card] for card in choice.build])
            if choice.recycle is not None:
                cells[at["chosen_recycle"] + place[choice.recycle]] = 1
            paid = [cubes(payment.cubes) for payment in choice.payments]
            rows.numbers(cells, at["chosen_cubes"], [sum(each) for each in zip(*paid, strict=True)])
        elif isinstance(choice, StartChoice):
            rows.ranked(cells, at["chosen_cards"], [place[card] for card in choice.keep])
            rows.numbers(cells, at["chosen_cubes"], cubes(choice.cubes))
        else:
            rows.ranked(cells, at["chosen_cards"], [place[card] for card in choice.cards])


class Deciding:
    """The builds one by one in their order, after the card that is recycled; then the payment."""

    __slots__ = ("built", "options", "recycled", "vocabulary")

    def __init__(
        self,
        vocabulary: Vocabulary,
        options: tuple[DecideOption, ...],
        recycled: bool = False,
        built: tuple[str, ...] = (),
    ) -> None:
        """`options`: those that the steps so far leave. `recycled`: whether the card to recycle is chosen."""
        self.vocabulary, self.options, self.recycled, self.built = vocabulary, options, recycled, built

    def legal(self) -> Sequence[int]:
        number = self.vocabulary.number
        if not self.recycled:
            return sorted({number[recycling(option)] for option in self.options})
        left = {f"card:{card}" for option in self.options for card in option.build if card not in self.built}
        if any(len(option.build) == len(self.built) for option in self.options):
            left.add("done")
        return sorted(number[name] for name in left)

    def take(self, action: int) -> Step:
        name = self.vocabulary.names[action]
        if not self.recycled:
            left = tuple(option for option in self.options if recycling(option) == name)
            return Deciding(self.vocabulary, left, recycled=True)
        if name == "done":
            return self._paying(next(option for option in self.options if len(option.build) == len(self.built)))
        card = name.removeprefix("card:")
        built = (*self.built, card)
        return Deciding(self.vocabulary, tuple(o for o in self.options if card in o.build), recycled=True, built=built)

    def _paying(self, option: DecideOption) -> Step:
        orders = factorial(len(option.build))
        order, ways = order_number(option.build, self.built), option.count() // orders
        number = self.vocabulary.number
        steps: dict[int, Callable[[], Step]] = {}
        if (least := thriftiest(option.costs, option.storage)) and option.build:
            payments = tuple(Payment((card,), paid) for card, paid in zip(option.build, least[1], strict=True))
            command = DecideCards(option.player, option.turn, self.built, option.recycle, payments)
            steps[number["pay_least"]] = lambda: command
        if ways > 1 or not steps:
            steps[number["pay_by_number"]] = lambda: Number(ways, lambda way: option.nth(way * orders + order))
        return without_forced(Choice(steps))


def recycling(option: DecideOption) -> str:
    return "recycle_none" if option.recycle is None else f"recycle:{option.recycle}"


def order_number(items: Sequence[str], order: Sequence[str]) -> int:
    """Return the number of a permutation, as options number them."""
    left, index = list(items), 0
    for item in order:
        place = left.index(item)
        index += place * factorial(len(left) - 1)
        left.pop(place)
    return index


def rank_of(items: int, least: int, places: tuple[int, ...]) -> int:
    """Return the number of a subset, as options number them: smaller sets first, then as `combinations` lists them."""
    index = sum(comb(items, size) for size in range(least, len(places)))
    first = 0
    for taken, place in enumerate(places):
        for skipped in range(first, place):
            index += comb(items - skipped - 1, len(places) - taken - 1)
        first = place + 1
    return index


def cubes(held: Cubes) -> tuple[int, int, int]:
    return held.ones, held.fives, held.tens
