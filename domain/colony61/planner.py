"""A player that plans to the colony's end: a module for what it earns and counts until then, and for the colony's life.

Like every bot it knows its seat's board and options, and the printed rules and figures.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from math import fsum, inf

from domain.colony61.cards import InfluenceByResource, ResourceAtLeast, ResourceAtMost
from domain.colony61.cubes import payable, thriftiest
from domain.colony61.markers import raised
from domain.colony61.messages import ChooseStart, DecideCards, KeepCards, Payment
from domain.colony61.options import (
    AcceptDefault,
    DecideOption,
    KeepOption,
    LayOption,
    StartOption,
    SwapOption,
    nth_subset,
)  # fmt: skip
from domain.colony61.rules import KindRules, Rules
from domain.colony61.state import Module
from domain.colony61.view import ColonyBoard
from domain.colony61.weights import PLANNERS, Weights
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option


class Planner:
    def __init__(self, rules: Mapping[str, Rules], weights: Weights = PLANNERS) -> None:
        """`rules`: by colony card."""
        self.rules, self.weights = rules, weights

    def __call__(self, board: ColonyBoard, options: tuple[Option, ...], seat: Seat, _roll: Roll) -> Command:
        return choice(self.plan(board, seat), options)

    def plan(self, board: ColonyBoard, seat: Seat) -> "Plan":
        return Plan(self.rules[board.colony], board, seat, self.weights)


def choice(plan: "Plan", options: tuple[Option, ...]) -> Command:
    default = next(option for option in options if isinstance(option, AcceptDefault))
    for option in options:
        match option:
            case StartOption():
                return plan.start(option, default)
            case LayOption():
                return plan.lay(option)
            case SwapOption():
                return plan.swap(option)
            case KeepOption():
                kept = sorted(option.cards, key=plan.card_worth, reverse=True)[: option.keep]
                return KeepCards(plan.seat, option.turn, tuple(sorted(kept)))
            case _:
                pass
    decisions = [option for option in options if isinstance(option, DecideOption)]
    return plan.decide(decisions, default) if decisions else default.nth(0)


class Plan:
    """The value of modules for one seat at one moment, in influence."""

    def __init__(self, rules: Rules, board: ColonyBoard, seat: Seat, weights: Weights) -> None:
        assert board.own is not None
        self.rules, self.board, self.seat, self.weights = rules, board, seat, weights
        self.own = board.corporations[seat]
        self.markers: Mapping[str, int] = board.markers
        self.turn, self.players = board.turn, len(board.corporations)
        self._worths: dict[str, float] = {}

    # ---- the colony, in the words of effects ----

    def price(self, resource: str) -> int:
        return self.rules.prices[resource][self.markers[resource]]

    def modules_of(self, kind: str) -> int:
        everybody = [self.board.state_modules, *(each.modules for each in self.board.corporations)]
        return sum([module.kind == kind for modules in everybody for module in modules])

    def modules_of_players(self) -> tuple[int, ...]:
        return tuple([len(each.modules) for each in self.board.corporations])

    # ---- what a module is worth ----

    @cached_property
    def incomes_left(self) -> float:
        """Turns whose money can still be spent, this one included."""
        left: float = self.rules.colony.turn_track - self.turn
        for condition in self.rules.colony.end:
            if isinstance(condition, ResourceAtLeast):
                missing = condition.at_least[str(self.players)] - self.markers[condition.resource]
                least = (condition.not_before_turn or 0) - self.turn
                left = min(left, max(least, missing / 2))
        return max(0.0, left)

    def card_worth(self, card: str) -> float:
        kind = self.rules.kind_of[card]
        if kind.id not in self._worths:
            self._worths[kind.id] = self.worth((kind,)) - kind.cost * self.credit
        return self._worths[kind.id]

    @cached_property
    def credit(self) -> float:
        """The value of $: as much as is missing for the modules that can still be built."""
        turns = self.incomes_left
        if turns <= 0:
            return 0.0
        builds = turns * self.board.slots
        has = self.own.storage.value + self.weights.expected * turns * self.income
        return self.weights.influence_a_credit * min(1.0, max(0.05, 1 - has / (builds * self.weights.dear)))

    @cached_property
    def income(self) -> int:
        return sum([effect.income(self) for kind in self.kinds for effect in kind.incomes])

    @cached_property
    def kinds(self) -> list[KindRules]:
        return [self.rules.kinds[module.kind] for module in self.own.modules]

    def worth(self, kinds: Iterable[KindRules]) -> float:
        """The gain until the end from building these modules now, without their cost."""
        built = tuple(kinds)
        supplies: dict[str, int] = {}
        for kind in built:
            for name, n in kind.supplies.items():
                supplies[name] = supplies.get(name, 0) + n
        before = self.markers
        self.markers = raised(self.rules.tracks, before, supplies)[1] if supplies else before
        found = fsum([self._alone(kind) for kind in built]) + self._safety(before)
        self.markers = before
        return found

    def _alone(self, kind: KindRules) -> float:
        income = sum([effect.income(self) for effect in kind.incomes]) + self._bonus(kind) - kind.upkeep
        influence = kind.influence + self.rules.colony_influence(kind) + self._monopoly(kind)
        influence += fsum([self._by_resource(effect) for effect in kind.influences])
        influence += self.weights.kinds.get(kind.id, 0.0) + kind.view * self.weights.view * self.incomes_left
        return influence + income * self.incomes_left * self.credit

    def _bonus(self, kind: KindRules) -> int:
        own = [*self.kinds, kind]
        return sum([effect.amount for effect in kind.bonuses if any(effect.fits(each) for each in own)])

    def _by_resource(self, effect: InfluenceByResource) -> float:
        level = self.markers[effect.resource] + min(self.weights.growth, int(self.incomes_left))
        return max([influence for at_least, influence in effect.steps if level >= at_least], default=0)

    def _monopoly(self, kind: KindRules) -> float:
        found = 0.0
        for track in self.rules.figures.resources:
            if track.monopoly_influence and track.id in kind.supplies:
                supplied = [self._supplies(each.modules, track.id) for each in self.board.corporations]
                if not any(supplied) and not self._supplies(self.board.state_modules, track.id):
                    found += track.monopoly_influence * self.weights.monopoly_likely
        return found

    def _supplies(self, modules: Iterable[Module], resource: str) -> bool:
        return any(resource in self.rules.kinds[module.kind].supplies for module in modules)

    def _safety(self, before: Mapping[str, int]) -> float:
        """The value of these markers compared with earlier ones, where the colony is close to defeat."""
        found, saved, danger = 0.0, self.weights.saved, self.weights.danger
        for condition in self.rules.colony.defeat:
            if isinstance(condition, ResourceAtMost):
                near = condition.at_most + danger * 1.0
                then, now = before[condition.resource], self.markers[condition.resource]
                found += saved * (min(0.0, now - near) - min(0.0, then - near))
                found += 0.2 * saved / danger * (now - then) if now <= near + danger else 0
        return found

    # ---- choices ----

    def start(self, option: StartOption, default: AcceptDefault) -> Command:
        assert isinstance(default.command, ChooseStart)
        kept = sorted(option.offered, key=self.card_worth, reverse=True)[: option.pick]
        return ChooseStart(self.seat, tuple(sorted(kept)), default.command.cubes)

    def lay(self, option: LayOption) -> Command:
        worth = [max([gain for gain, _ in self.ways(cards)], default=-inf) for cards in option.sets]
        return option.nth(worth.index(max(worth)))

    def ways(self, cards: tuple[str, ...]) -> Iterator[tuple[float, str | None]]:
        """Each way to build all cards but at most one, with its gain and the recycled card."""
        storage = self.own.storage
        for recycled in (None, *cards):
            build = [card for card in cards if card != recycled]
            costs = [self.rules.cost[card] for card in build]
            if sum(costs) > storage.value or not payable(tuple(sorted(costs, reverse=True)), storage):
                continue
            kept = self.worth([self.rules.kind_of[card] for card in build]) - sum(costs) * self.credit
            if recycled:
                kept += self.recycling() - self.scrapped(recycled)
            yield kept, recycled

    def scrapped(self, card: str) -> float:
        """The value of holding a card that is given away."""
        return max(0.0, self.card_worth(card)) * self.weights.held

    def recycling(self) -> float:
        return max(self.rules.recycle_bonus, self.income * (self.rules.multiplier - 1)) * self.credit

    def decide(self, options: list[DecideOption], default: AcceptDefault) -> Command:
        cards = options[0].build if options[0].recycle is None else (*options[0].build, options[0].recycle)
        found = sorted(self.ways(tuple(sorted(cards))), key=lambda way: -way[0])
        for _, recycled in found:
            build = tuple(card for card in sorted(cards) if card != recycled)
            way = thriftiest(tuple([self.rules.cost[card] for card in build]), self.own.storage)
            if way is not None and any(option.recycle == recycled for option in options):
                payments = tuple(Payment((card,), paid) for card, paid in zip(build, way[1], strict=True))
                return DecideCards(self.seat, self.turn, build, recycled, payments)
        return default.nth(0)

    def swap(self, option: SwapOption) -> Command:
        """The cards that are worth least, where a new one is likely to be better."""
        ranked, wanted = sorted(option.cards, key=self.card_worth), self.usual + self.weights.choosy
        given = sorted(card for card in ranked[: option.most] if self.card_worth(card) < wanted)
        for index in range(option.count()):
            if sorted(nth_subset(option.cards, 0, option.most, index)) == given:
                return option.nth(index)
        raise AssertionError("every set of so many cards is among them")

    @cached_property
    def usual(self) -> float:
        """The approximate value of a card of the deck: the mean of all."""
        return fsum([self.card_worth(card) for card in self.rules.all_cards[::5]]) / len(self.rules.all_cards[::5])
