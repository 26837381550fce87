"""The public view of a game, built field by field (an allow-list). Seats and spectators see the same."""

from functools import lru_cache

from msgspec import Struct

from domain.card_game.editions import Cards
from domain.card_game.figures import LAST
from domain.card_game.fuel import FuelCard, norms_of, room, units_of
from domain.card_game.market import lying
from domain.card_game.messages import CardUnits, Place, Ranked, Row
from domain.card_game.phases.auction import bid_min
from domain.card_game.phases.bureaucracy import income_of
from domain.card_game.rules import Rules
from domain.card_game.state import Lot, State
from domain.kernel.decider import Board
from domain.kernel.ids import Seat


class PlantFace(Struct, frozen=True):
    """A plant as printed. `need`: units a run; `profit`: E or points; `fuel` may be `hybrid` (gas, oil) or `eco`."""

    card: str
    number: int
    fuel: str
    need: int
    profit: int


class OfferedPlant(Struct, frozen=True):
    plant: PlantFace
    bid_min: int


class Column(Struct, frozen=True):
    price: int
    cards: tuple[FuelCard, ...]


class Owner(Struct, frozen=True):
    """`fuel`: units by type; `room`: units of each type that still fit."""

    seat: Seat
    colour: str
    cash: int
    plants: tuple[PlantFace, ...]
    stock: tuple[FuelCard, ...]
    fuel: dict[str, int]
    room: dict[str, int]
    income: int | None
    """Reported this round and not yet paid."""


class TrustBoard(Struct, frozen=True):
    """Plants lie oldest first."""

    plants: tuple[PlantFace, ...]
    stock: tuple[FuelCard, ...]


class Compensations(Struct, frozen=True):
    """The top Renovation card: E for the first and for later demolitions of the round."""

    card: int
    first: int
    later: int
    cards_left: int


class CardGameBoard(Board, frozen=True):
    """Nothing is hidden about players (CG-VIS-02)."""

    same_for_all = True

    edition: str
    round: int
    phase: str
    last_round: bool
    to_act: tuple[Seat, ...]
    row: tuple[Place, ...]
    waiting: tuple[Place, ...]
    offer: tuple[OfferedPlant, ...]
    outlook: tuple[PlantFace, ...]
    last_round_card: str
    """`DECK`, `MARKET` or `OUT`."""
    discount: str | None
    deck_size: int
    top_back: str
    under_last_round_card: tuple[PlantFace, ...]
    """Put under the deck in phase 3 and not yet shuffled: known, in this order (CG-VIS-01)."""
    plants_out: Row
    """Seen and out of the game."""
    lot: Lot | None
    bought: tuple[Seat, ...]
    passed: tuple[Seat, ...]
    scrap: Seat | None
    columns: tuple[Column, ...]
    leftover_pile: Row
    discard_pile: tuple[FuelCard, ...]
    resource_deck_size: int
    reshuffles: int
    players: tuple[Owner, ...]
    trust: TrustBoard | None
    compensations: Compensations | None
    ranking: tuple[Ranked, ...]


def board(rules: Rules, state: State, to_act: tuple[Seat, ...]) -> CardGameBoard:
    plants, fuel, cards = state.plants, state.fuel, rules.cards
    known = plants.deck[plants.deck.index(LAST) + 1 :] if plants.last == "DECK" else ()
    return CardGameBoard(
        edition=cards.edition.id,
        round=state.round,
        phase=state.phase,
        last_round=state.last_round,
        to_act=to_act,
        row=state.row,
        waiting=state.waiting,
        offer=tuple(OfferedPlant(_face(cards, card), bid_min(rules, state, card)) for card in plants.offer),
        outlook=tuple(_face(cards, card) for card in lying(plants)[len(plants.offer) :]),
        last_round_card=plants.last,
        discount=plants.discount,
        deck_size=len(plants.deck),
        top_back=cards.back(plants.deck),
        under_last_round_card=tuple(_face(cards, card) for card in known),
        plants_out=plants.out,
        lot=state.auction.lot,
        bought=state.auction.bought,
        passed=state.auction.passed,
        scrap=state.auction.scrap,
        columns=tuple(
            _column(cards, price, column) for price, column in zip(cards.tables.prices, fuel.columns, strict=True)
        ),
        leftover_pile=fuel.leftovers,
        discard_pile=tuple(_printed(cards, card) for card in fuel.discard),
        resource_deck_size=len(fuel.deck),
        reshuffles=fuel.reshuffles,
        players=tuple(_owner(rules, state, Seat(seat)) for seat in range(len(state.players))),
        trust=_trust(rules, state),
        compensations=_compensations(rules, state),
        ranking=state.ranking,
    )


@lru_cache(maxsize=1024)
def _face(cards: Cards, card: str) -> PlantFace:
    plant = cards.plants[card]
    return PlantFace(card, plant.number, plant.fuel, plant.need, plant.profit)


@lru_cache(maxsize=1024)
def _printed(cards: Cards, card: str) -> FuelCard:
    resource = cards.resources[card]
    return FuelCard(card, resource.fuel, resource.amount)


@lru_cache(maxsize=1024)
def _column(cards: Cards, price: int, column: tuple[str, ...]) -> Column:
    return Column(price, tuple([_printed(cards, card) for card in cards.sorted_column(column)]))


@lru_cache(maxsize=4096)
def _stock(cards: Cards, stock: tuple[CardUnits, ...]) -> tuple[FuelCard, ...]:
    return tuple([FuelCard(card.card, cards.resources[card.card].fuel, card.units_left) for card in stock])


@lru_cache(maxsize=4096)
def _fuel(cards: Cards, plants: tuple[str, ...], stock: tuple[CardUnits, ...]) -> tuple[dict[str, int], dict[str, int]]:
    """Units by fuel, and the room that is left for each."""
    norms, units = norms_of(cards, plants), units_of(cards, stock)
    return units, {fuel: room(norms, units, fuel, cards.tables.storage_multiplier) for fuel in units}


def _owner(rules: Rules, state: State, seat: Seat) -> Owner:
    player, cards = state.players[seat], rules.cards
    units, left = _fuel(cards, player.plants, player.stock)
    return Owner(
        seat=seat,
        colour=state.colours[seat],
        cash=player.cash,
        plants=tuple(_face(cards, card) for card in player.plants),
        stock=_stock(cards, player.stock),
        fuel=units,
        room=left,
        income=None if player.ran is None else income_of(rules, player.ran),
    )


def _trust(rules: Rules, state: State) -> TrustBoard | None:
    if state.trust is None:
        return None
    cards = rules.cards
    return TrustBoard(tuple([_face(cards, card) for card in state.trust.plants]), _stock(cards, state.trust.stock))


def _compensations(rules: Rules, state: State) -> Compensations | None:
    if not state.renovation:
        return None
    top = next(card for card in rules.cards.figures.renovation if card.card == state.renovation[0])
    return Compensations(top.card, top.first, top.later, len(state.renovation))
