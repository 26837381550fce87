"""The referee's table: the cards of each seat, the piles, the markers, and the events that must still follow.

See `game.py` for why this is written a second time and what it may not share with `domain/colony61`.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from tests.domain.colony61.referee.ending import Estate, ends
from tests.domain.colony61.referee.figures import (
    COLONIES,
    EDITION,
    RESOURCES,
    Objection,
    Purse,
    agree,
    costs,
    effects,
    fired_by,
    kind_of,
    raised,
    supplied,
    swap_and_look,
)
from tests.domain.colony61.referee.income import Household
from tests.domain.colony61.referee.payment import Yard


class Player(Struct):
    """One seat's property. `modules`: its built cards and the turn they were built in; `chosen`: its secret choice,
    until it is revealed."""

    storage: Purse = Purse()
    hand: list[str] = field(default_factory=list)
    offer: list[str] = field(default_factory=list)
    laid: list[str] = field(default_factory=list)
    recycled: str | None = None
    given_up: int = 0
    modules: dict[str, int] = field(default_factory=dict)
    chosen: Any = None
    income_by_default: bool = False
    exchange_by_default: bool = False

    @property
    def kinds(self) -> list[str]:
        return [kind_of(card) for card in self.modules]

    @property
    def cards(self) -> list[str]:
        return [*self.hand, *self.offer, *self.laid, *self.modules]


class Draw(Struct):
    """Cards that a seat still has to draw."""

    seat: int
    count: int


class Table:
    """`to_draw`: the seats that draw next; `to_show`: choices that must be revealed next (C61-SIM-07); `supplies`: the
    supply of the modules built this turn, until the markers have moved; `resolved`: seats that have their income."""

    def __init__(self, colony: str, players: int) -> None:
        self.colony, self.colony_card = colony, COLONIES[colony]
        self.hand_target = len(self.colony_card["start_hand"]["fixed"]) + self.colony_card["start_hand"]["pick"]
        self.players = [Player() for _ in range(players)]
        self.markers: dict[str, int] = {resource: row["start"] for resource, row in RESOURCES.items()}
        self.deck: list[str] = []
        self.draw_pile: list[str] = []
        self.discard_pile: list[str] = []
        self.turn = self.slots = 0
        self.step: str | None = None
        self.owing: tuple[int, ...] = ()
        self.resolved: set[int] = set()
        self.to_draw: list[Draw] = []
        self.to_show: list[tuple[object, ...]] = []
        self.supplies = Counter[str]()
        self.last_turn = self.defeated = self.over = False
        self.scores: list[dict[str, Any]] = []
        self.options: dict[str, str] = {}
        self.fired = fired_by(supplied(EDITION["state_modules"]))

    def owes(self, player: Player) -> bool:
        match self.step:
            case "LAY":
                return bool(player.hand)
            case "DECIDE":
                return bool(player.laid) and not self.must_recycle(player)
            case "INCOME":
                return not player.income_by_default
            case "SWAP":
                return bool(player.hand) and not player.exchange_by_default
            case "KEEP":
                return len(player.offer) > player.given_up
        return True

    def must_recycle(self, player: Player) -> bool:
        """DEC-C61-31: the only laid card cannot be paid."""
        return len(player.laid) == 1 and costs(self.colony, player.laid) > player.storage.value

    def take_choice(self, seat: int, kind: type) -> Any:
        """The seat's secret choice, which is now resolved."""
        chosen, self.players[seat].chosen = self.players[seat].chosen, None
        if not isinstance(chosen, kind):
            raise Objection(f"C61-SIM-02: seat {seat} has no {kind.__name__} to show")
        return chosen

    def next_shown(self, rule: str, *fact: object) -> None:
        """Automatic consequences come in the order of C61-SIM-07."""
        agree(rule, "what follows", fact, self.to_show.pop(0) if self.to_show else None)

    def end_showing(self) -> None:
        agree("C61-SIM-07", "what was chosen and is not told", self.to_show, [])

    def yard(self, player: Player) -> Yard:
        """C61-PAY-03: only modules of an earlier turn help to pay."""
        earlier = [card for card, turn in player.modules.items() if turn < self.turn]
        helpers = tuple(card for card in earlier if effects(kind_of(card), "pay_together"))
        new_ones_help = self.options.get("pay_together") == "at_once"  # DEC-C61-06
        return Yard(self.colony, player.storage, helpers, new_ones_help)

    @property
    def recycles_unpayable(self) -> bool:
        """DEC-C61-04."""
        return self.options.get("unpayable_cards") == "recycled"

    def raised(self) -> dict[str, int]:
        """The markers after this turn's supplies, under the reading of DEC-C61-08."""
        pictograms = self.options.get("pictograms")
        fired = self.fired if pictograms == "once" else None
        return raised(self.markers, self.supplies, fired, gives_back=pictograms == "given_back")

    def default_card(self, player: Player) -> str:
        """C61-BLD-09."""
        cost_of = {card: costs(self.colony, [card]) for card in player.hand}
        can_pay = [card for card in player.hand if cost_of[card] <= player.storage.value]
        if can_pay:
            return min(can_pay, key=lambda card: (-cost_of[card], card))
        return self.cheapest(player.hand, 1)[0]

    def estates(self) -> list[Estate]:
        return [Estate(player.kinds, player.storage) for player in self.players]

    def household(self, seat: int) -> Household:
        player = self.players[seat]
        built = [kind for other in self.players for kind in other.kinds]
        return Household(
            colony=self.colony,
            markers=self.markers,
            modules={card: kind_of(card) for card in player.modules},
            colony_kinds=(*built, *EDITION["state_modules"]),
            storage=player.storage,
            recycled=player.recycled is not None,
            doubles_bonuses=self.options.get("doubling") != "without_bonuses",
        )

    def drawn(self, rule: str, seat: int, cards: Sequence[str], left: int) -> list[str]:
        """The cards from the front of the draw pile for the seat whose turn to draw it is: all it lacks, or all there
        are (C61-GEN-04, C61-SUP-02)."""
        agree(rule, "a seat that draws", seat, self.to_draw[0].seat if self.to_draw else None)
        waiting = self.to_draw[0]
        count = min(waiting.count, len(self.draw_pile))
        agree(rule, "drawn cards", list(cards), self.draw_pile[:count])
        del self.draw_pile[:count]
        agree(rule, "cards left to draw", left, len(self.draw_pile))
        waiting.count -= count
        if not waiting.count:
            self.to_draw.pop(0)
        return list(cards)

    @property
    def piles_empty(self) -> bool:
        return not self.draw_pile and not self.discard_pile

    def swap_and_look(self, player: Player) -> tuple[int, int]:
        return swap_and_look(self.colony, player.kinds, self.markers["population"])

    def take_from_offer(self, rule: str, player: Player, kept: Sequence[str], discarded: Sequence[str]) -> None:
        agree(rule, "cards kept and discarded", sorted([*kept, *discarded]), sorted(player.offer))
        player.hand += kept
        self.discard_pile += discarded
        player.offer = []

    def cheapest(self, cards: Sequence[str], count: int) -> list[str]:
        """Return the cheapest cards, equals by id (DEC-C61-40); in order of ids."""
        return sorted(sorted(cards, key=lambda card: (costs(self.colony, [card]), card))[:count])

    def end_conditions(self) -> list[tuple[str, int]]:
        return ends(self.colony, self.turn, self.markers, self.estates())


def is_part(cards: Sequence[str], whole: Sequence[str]) -> bool:
    """Different cards, all of the whole."""
    return len(cards) == len(set(cards)) and set(cards) <= set(whole)


def without(cards: Iterable[str], taken: Iterable[str]) -> list[str]:
    gone = set(taken)
    return [card for card in cards if card not in gone]
