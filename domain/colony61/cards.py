"""Effects of cards: each kind of effect, bonus and condition is data that answers the rules' questions about itself.

No card is named here or in a step. The edition says which card has which effect.
"""

from collections.abc import Mapping, Sequence
from typing import Protocol

from msgspec import Struct


class Kind(Protocol):
    """The properties of a module card that effects read."""

    @property
    def id(self) -> str: ...
    @property
    def type(self) -> str: ...
    @property
    def supplies(self) -> Mapping[str, int]: ...


Owned = Sequence[tuple[str, Kind]]
"""Own modules in built order: card and kind."""
Ends = tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]
"""The pairs that a merging module may link: each entry is one choice, an `a` from its first and another `b` from its
second."""


class Ground(Protocol):
    """The properties of the colony that effects and conditions read."""

    @property
    def turn(self) -> int: ...
    @property
    def markers(self) -> Mapping[str, int]: ...
    @property
    def players(self) -> int: ...
    def price(self, resource: str) -> int: ...
    def modules_of(self, kind: str) -> int: ...
    def modules_of_players(self) -> tuple[int, ...]: ...


class Tagged(Struct, frozen=True, tag_field="kind", forbid_unknown_fields=True):
    """A row of an edition that says by `kind` what it is."""


# ---- effects of modules: own income (C61-INC-04) -----------------------------------------------------------------


class FlatIncome(Tagged, frozen=True, tag="flat_income"):
    amount: int

    def income(self, _ground: Ground) -> int:
        return self.amount


class PriceIncome(Tagged, frozen=True, tag="price_income"):
    resource: str
    times: int
    plus: int

    def income(self, ground: Ground) -> int:
        return ground.price(self.resource) * self.times + self.plus


class ModuleCountBonus(Tagged, frozen=True, tag="module_count_bonus"):
    module: str
    at_least: int
    amount: int

    def income(self, ground: Ground) -> int:
        return self.amount if ground.modules_of(self.module) >= self.at_least else 0


class ResourcePresentBonus(Tagged, frozen=True, tag="resource_present_bonus"):
    resource: str
    amount: int

    def income(self, ground: Ground) -> int:
        return self.amount if ground.markers[self.resource] > 0 else 0


class PerResourceIncome(Tagged, frozen=True, tag="per_resource_income"):
    resource: str
    per: int
    amount: int

    def income(self, ground: Ground) -> int:
        return max(0, ground.markers[self.resource]) // self.per * self.amount


# ---- effects of modules: bonuses (C61-INC-05) --------------------------------------------------------------------


class ModuleBonus(Tagged, frozen=True, tag="module_bonus"):
    module: str
    amount: int

    def fits(self, kind: Kind) -> bool:
        return kind.id == self.module


class TypeBonus(Tagged, frozen=True, tag="type_bonus"):
    type: str
    amount: int

    def fits(self, kind: Kind) -> bool:
        return kind.type == self.type


class AnyBonus(Tagged, frozen=True, tag="any_bonus"):
    amount: int

    def fits(self, _kind: Kind) -> bool:
        return True


# ---- effects of modules: links (C61-INC-08), upkeep, storage, view, paying together, influence -------------------


class MergeSupplyAndType(Tagged, frozen=True, tag="merge_supply_and_type"):
    resource: str
    type: str

    def ends(self, own: Owned) -> Ends:
        suppliers = tuple(card for card, kind in own if self.resource in kind.supplies)
        return ((suppliers, tuple(card for card, kind in own if kind.type == self.type)),)


class MergeSameType(Tagged, frozen=True, tag="merge_same_type"):
    cards: int

    def ends(self, own: Owned) -> Ends:
        by_type: dict[str, tuple[str, ...]] = {}
        for card, kind in own:
            by_type[kind.type] = (*by_type.get(kind.type, ()), card)
        return tuple((fitting, fitting) for fitting in by_type.values() if len(fitting) > 1)


class Upkeep(Tagged, frozen=True, tag="upkeep"):
    amount: int


class StorageLevel(Tagged, frozen=True, tag="storage_level"):
    levels: int


class View(Tagged, frozen=True, tag="view"):
    amount: int


class PayTogether(Tagged, frozen=True, tag="pay_together"):
    builds: int


class InfluenceByResource(Tagged, frozen=True, tag="influence_by_resource"):
    resource: str
    steps: tuple[tuple[int, int], ...]

    def influence(self, markers: Mapping[str, int]) -> int:
        """The influence of the highest step that the marker reaches (C61-SCO-02)."""
        return max((worth for level, worth in self.steps if markers[self.resource] >= level), default=0)


Income = FlatIncome | PriceIncome | ModuleCountBonus | ResourcePresentBonus | PerResourceIncome
Bonus = ModuleBonus | TypeBonus | AnyBonus
Merge = MergeSupplyAndType | MergeSameType
Effect = Income | Bonus | Merge | Upkeep | StorageLevel | View | PayTogether | InfluenceByResource


# ---- colony cards: end, defeat (C61-END) -------------------------------------------------------------------------


class Turns(Tagged, frozen=True, tag="turns"):
    count: int

    def bound(self, _players: int) -> int:
        return self.count

    def holds(self, ground: Ground) -> bool:
        return ground.turn >= self.count


class ResourceAtLeast(Tagged, frozen=True, tag="resource"):
    """`at_least`: one level a player count, keyed by the count as text."""

    resource: str
    at_least: dict[str, int]
    not_before_turn: int = 0

    def bound(self, players: int) -> int:
        return self.at_least[str(players)]

    def holds(self, ground: Ground) -> bool:
        return ground.turn >= self.not_before_turn and ground.markers[self.resource] >= self.bound(ground.players)


class PlayerModules(Tagged, frozen=True, tag="player_modules"):
    count: int

    def bound(self, _players: int) -> int:
        return self.count

    def holds(self, ground: Ground) -> bool:
        return max(ground.modules_of_players()) >= self.count


class ColonyModules(Tagged, frozen=True, tag="colony_modules"):
    at_least: dict[str, int]

    def bound(self, players: int) -> int:
        return self.at_least[str(players)]

    def holds(self, ground: Ground) -> bool:
        return sum(ground.modules_of_players()) >= self.bound(ground.players)


class ResourceAtMost(Tagged, frozen=True, tag="resource"):
    resource: str
    at_most: int

    def bound(self, _players: int) -> int:
        return self.at_most

    def holds(self, ground: Ground) -> bool:
        return ground.markers[self.resource] <= self.at_most


EndCondition = Turns | ResourceAtLeast | PlayerModules | ColonyModules
DefeatCondition = ResourceAtMost


# ---- colony cards: bonuses ---------------------------------------------------------------------------------------


class InfluencePerSupplier(Tagged, frozen=True, tag="influence_per_supplier"):
    resource: str
    amount: int


class InfluencePerType(Tagged, frozen=True, tag="influence_per_type"):
    type: str
    amount: int


class TypeDiscount(Tagged, frozen=True, tag="type_discount"):
    type: str
    amount: int


class StartView(Tagged, frozen=True, tag="start_view"):
    amount: int


class Subsidy(Tagged, frozen=True, tag="subsidy"):
    amount: int


ColonyBonus = InfluencePerSupplier | InfluencePerType | TypeDiscount | StartView | Subsidy
