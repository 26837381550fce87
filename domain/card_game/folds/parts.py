"""Small steps that several events share."""

from collections.abc import Iterable

from msgspec.structs import replace

from domain.card_game.messages import Row
from domain.card_game.state import Fuel, Player, State
from domain.kernel.ids import Seat


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def without(items: Row, item: str) -> Row:
    place = items.index(item)
    return items[:place] + items[place + 1 :]


def in_order(cards: Iterable[str]) -> Row:
    return tuple(sorted(cards))


def taken_off(columns: tuple[Row, ...], cards: Iterable[tuple[str, int]]) -> tuple[Row, ...]:
    """The columns without the cards, given with the price of their column."""
    left = list(columns)
    for card, column in cards:
        left[column - 1] = without(left[column - 1], card)
    return tuple(left)


def put_on(columns: tuple[Row, ...], cards: Iterable[tuple[str, int]]) -> tuple[Row, ...]:
    grown = list(columns)
    for card, column in cards:
        grown[column - 1] += (card,)
    return tuple([old if row is old else in_order(row) for row, old in zip(grown, columns, strict=True)])


def thrown_away(fuel: Fuel, discarded: Row, leftovers: Row) -> Fuel:
    return replace(fuel, discard=fuel.discard + discarded, leftovers=in_order(fuel.leftovers + leftovers))
