"""One edition under one colony card, worked out once: what the steps ask of cards and boards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import TypeAlias

from msgspec import UNSET, Struct

from domain.colony61 import cards
from domain.colony61.cards import InfluenceByResource
from domain.colony61.figures import ColonyCard, Figures, ModuleKind, ViewRow
from domain.colony61.markers import Move, Track, raised, supplied
from domain.colony61.readings import AS_PRINTED, Readings
from domain.colony61.state import Corporation, Module, State
from domain.kernel.decision import Decision as AnyDecision


class KindRules(Struct, frozen=True):
    """A sort of module card. `cost` is what must be paid (C61-PAY-01), `printed_cost` breaks ties at the end."""

    id: str
    type: str
    influence: int
    printed_cost: int
    cost: int
    supplies: dict[str, int]
    incomes: tuple[cards.Income, ...]
    bonuses: tuple[cards.Bonus, ...]
    merges: tuple[cards.Merge, ...]
    influences: tuple[cards.InfluenceByResource, ...]
    upkeep: int
    storage_levels: int
    view: int
    pays_together: int

    @classmethod
    def of(cls, row: ModuleKind, discounts: tuple[cards.TypeDiscount, ...]) -> "KindRules":
        discount = sum(each.amount for each in discounts if each.type == row.type)
        return cls(
            id=row.id,
            type=row.type,
            influence=row.influence,
            printed_cost=row.cost,
            cost=max(1, row.cost - discount),
            supplies=row.supplies,
            incomes=tuple(effect for effect in row.effects if isinstance(effect, cards.Income)),
            bonuses=tuple(effect for effect in row.effects if isinstance(effect, cards.Bonus)),
            merges=tuple(effect for effect in row.effects if isinstance(effect, cards.Merge)),
            influences=tuple(effect for effect in row.effects if isinstance(effect, cards.InfluenceByResource)),
            upkeep=sum(effect.amount for effect in row.effects if isinstance(effect, cards.Upkeep)),
            storage_levels=sum(effect.levels for effect in row.effects if isinstance(effect, cards.StorageLevel)),
            view=sum(effect.amount for effect in row.effects if isinstance(effect, cards.View)),
            pays_together=max(
                (effect.builds for effect in row.effects if isinstance(effect, cards.PayTogether)), default=0
            ),
        )


class BonusRight(Struct, frozen=True):
    """One of the owner's bonus modules, what it adds, and the owner's modules that fit."""

    by: str
    amount: int
    targets: tuple[str, ...]


class MergeRight(Struct, frozen=True):
    """An own merging module. Each of `ends` is one choice: `a` from the first, another `b` from the second cards."""

    by: str
    ends: cards.Ends

    def allows(self, a: str, b: str) -> bool:
        return a != b and any(a in firsts and b in seconds for firsts, seconds in self.ends)

    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Every legal pair, the earliest built `a` first, then the earliest built `b`."""
        return tuple((a, b) for firsts, seconds in self.ends for a in firsts for b in seconds if a != b)


class UpkeepDue(Struct, frozen=True):
    module: str
    amount: int


class Estate(Struct, frozen=True):
    """The benefits of a seat's modules, independent of the markers. `cards` and their `kinds` in built order."""

    cards: tuple[str, ...]
    kinds: tuple[str, ...]
    cells: int
    view: int
    bonuses: tuple[BonusRight, ...]
    merges: tuple[MergeRight, ...]
    upkeep: tuple[UpkeepDue, ...]
    together: tuple[tuple[str, int], ...]
    """Modules that let builds be paid together, and how many."""
    supplies: frozenset[str]
    influence: int
    colony_influence: int
    influences: tuple[InfluenceByResource, ...]
    printed_cost: int


class Rules:
    """Immutable; shared by all games of the edition, the colony card and the readings."""

    def __init__(self, figures: Figures, colony: ColonyCard, readings: Readings = AS_PRINTED) -> None:
        self.figures, self.colony, self.readings = figures, colony, readings
        discounts = tuple(bonus for bonus in colony.bonuses if isinstance(bonus, cards.TypeDiscount))
        self.kinds = {row.id: KindRules.of(row, discounts) for row in figures.modules}
        self.tracks = tuple(Track.of(row) for row in figures.resources)
        self.kind_of = {
            f"{row.id}-{number}": self.kinds[row.id] for row in figures.modules for number in range(1, row.count + 1)
        }
        self.all_cards = tuple(sorted(self.kind_of))
        self.cost = {card: kind.cost for card, kind in self.kind_of.items()}
        self._cheap_to_dear = ranks(sorted(self.all_cards, key=lambda card: (self.cost[card], card)))
        self._dear_to_cheap = ranks(sorted(self.all_cards, key=lambda card: (-self.cost[card], card)))
        self.recycle_bonus, self.multiplier = figures.recycle.bonus, figures.recycle.multiplier
        self.start_view = sum(bonus.amount for bonus in colony.bonuses if isinstance(bonus, cards.StartView))
        self.subsidy = sum(bonus.amount for bonus in colony.bonuses if isinstance(bonus, cards.Subsidy))
        self.prices = {track.resource: track.price_by_position for track in self.tracks}
        self._estate_of = lru_cache(maxsize=4096)(self._estate)
        self.hand_target = len(colony.start_hand.fixed) + colony.start_hand.pick

    @property
    def recycles_unpayable(self) -> bool:
        """Return whether cards that cannot be paid may be laid, and are all recycled (DEC-C61-04)."""
        return self.readings.unpayable_cards == "recycled"

    @cached_property
    def cells_by_levels(self) -> tuple[int, ...]:
        """Usable cells by the number of levels opened beyond level 0; the last entry holds above it."""
        cells = [row.cells for row in self.figures.storage_levels]
        return tuple(sum(cells[: opened + 1]) for opened in range(len(cells)))

    def estate(self, modules: tuple[Module, ...]) -> Estate:
        """The benefits of modules in built order; cached, because they are read many times between two builds."""
        return self._estate_of(tuple([module.card for module in modules]))

    def _estate(self, built: tuple[str, ...]) -> Estate:
        own = [(card, self.kind_of[card]) for card in built]
        opened = sum([kind.storage_levels for _, kind in own])
        return Estate(
            cards=built,
            kinds=tuple([kind.id for _, kind in own]),
            cells=self.cells_by_levels[min(opened, len(self.cells_by_levels) - 1)],
            view=self.start_view + sum([kind.view for _, kind in own]),
            bonuses=tuple(
                [
                    BonusRight(card, effect.amount, tuple([other for other, target in own if effect.fits(target)]))
                    for card, kind in own
                    for effect in kind.bonuses
                ]
            ),
            merges=tuple([MergeRight(card, effect.ends(own)) for card, kind in own for effect in kind.merges]),
            upkeep=tuple([UpkeepDue(card, kind.upkeep) for card, kind in own if kind.upkeep]),
            together=tuple([(card, kind.pays_together) for card, kind in own if kind.pays_together]),
            supplies=frozenset([name for _, kind in own for name in kind.supplies]),
            influence=sum([kind.influence for _, kind in own]),
            colony_influence=sum([self.colony_influence(kind) for _, kind in own]),
            influences=tuple([effect for _, kind in own for effect in kind.influences]),
            printed_cost=sum([kind.printed_cost for _, kind in own]),
        )

    def colony_influence(self, kind: KindRules) -> int:
        """C61-SCO-03."""
        gained = 0
        for bonus in self.colony.bonuses:
            match bonus:
                case cards.InfluencePerSupplier(resource, amount) if resource in kind.supplies:
                    gained += amount
                case cards.InfluencePerType(type_id, amount) if type_id == kind.type:
                    gained += amount
        return gained

    def cheapest(self, hand: tuple[str, ...], count: int) -> tuple[str, ...]:
        """The cheapest cards, equal cost by id."""
        return tuple(sorted(sorted(hand, key=self._cheap_to_dear.__getitem__)[:count]))

    def dearest_first(self, hand: tuple[str, ...]) -> list[str]:
        """Sorted by falling cost, equal cost by id."""
        return sorted(hand, key=self._dear_to_cheap.__getitem__)

    def cells(self, modules: tuple[Module, ...]) -> int:
        """Usable cells (C61-STO-01, -02)."""
        return self.estate(modules).cells

    def view(self, state: State, corporation: Corporation) -> int:
        """C61-EXC-01."""
        return max(0, min(self.estate(corporation.modules).view, state.markers["population"]))

    def view_row(self, state: State, corporation: Corporation) -> ViewRow:
        table = self.figures.view_table
        return table[min(self.view(state, corporation), len(table) - 1)]

    def slots(self, state: State) -> int:
        """C61-BLD-01."""
        return max(1, state.markers["building"])

    def together(self, corporation: Corporation, turn: int, build: Sequence[str]) -> dict[str, int]:
        """Own modules of earlier turns that let builds be paid together, and how many (C61-PAY-03); under the other
        reading of DEC-C61-06 also those among the builds."""
        new = self.together_when_built(build)
        together = self.estate(corporation.modules).together
        if not together:
            return new
        older = [module.card for module in corporation.modules if module.turn < turn]
        return {card: most for card, most in together if card in older} | new

    def raised(self, state: State, supplies: Mapping[str, int]) -> tuple[tuple[Move, ...], dict[str, int]]:
        """Return the moves of the markers and their new positions (C61-TRK-02…04)."""
        return raised(
            self.tracks, state.markers, supplies, self.fired(state), gives_back=self.readings.pictograms == "given_back"
        )

    def fired(self, state: State) -> dict[str, int] | None:
        """The positions up to which pictograms have fired for good, where each fires once (DEC-C61-08)."""
        if self.readings.pictograms != "once" or state.reached is UNSET:
            return None
        return {name: max(at, state.reached.get(name, at)) for name, at in self.reached_at_start.items()}

    @cached_property
    def reached_at_start(self) -> dict[str, int]:
        """The positions to which the state's modules raised the markers."""
        supplies = Counter[str]()
        for kind in self.figures.state_modules:
            supplies.update(self.kinds[kind].supplies)
        return supplied(self.tracks, supplies)

    def together_when_built(self, build: Iterable[str]) -> dict[str, int]:
        """Return how many builds each of them lets be paid together at once, under that reading of DEC-C61-06."""
        if self.readings.pay_together != "at_once":
            return {}
        return {card: most for card in build if (most := self.kind_of[card].pays_together)}


def ranks(cards: list[str]) -> dict[str, int]:
    return {card: place for place, card in enumerate(cards)}


class Ground:
    """The current colony in the terms of effects and conditions (C61-INC-01, C61-GEN-06)."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.turn, self.markers, self.players = state.turn, state.markers, len(state.corporations)
        self._rules, self._state = rules, state

    def income(self, kind: str) -> int:
        """The income of a module by its kind alone (C61-INC-04)."""
        income = 0
        for effect in self._rules.kinds[kind].incomes:
            income += effect.income(self)
        return income

    def price(self, resource: str) -> int:
        return self._rules.prices[resource][self.markers[resource]]

    def modules_of(self, kind: str) -> int:
        return [module.kind for modules in self._owners() for module in modules].count(kind)

    def modules_of_players(self) -> tuple[int, ...]:
        return tuple([len(corporation.modules) for corporation in self._state.corporations])

    def _owners(self) -> Iterator[tuple[Module, ...]]:
        yield self._state.state_modules
        for corporation in self._state.corporations:
            yield corporation.modules


Decision: TypeAlias = AnyDecision[Rules, State]
