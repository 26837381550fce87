"""Small steps that several events share."""

from bisect import insort
from collections.abc import Iterable

from msgspec.structs import replace

from domain.card_game.messages import Row
from domain.card_game.state import Fuel, Player, State, without
from domain.kernel.ids import Seat


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    players = [*state.players]
    players[seat] = player
    return tuple(players)


def taken_off(columns: tuple[Row, ...], cards: Iterable[tuple[str, int]]) -> tuple[Row, ...]:
    """The columns without the cards, given with the price of their column."""
    left = list(columns)
    for card, column in cards:
        left[column - 1] = without(left[column - 1], card)
    return tuple(left)


def put_on(columns: tuple[Row, ...], cards: Iterable[tuple[str, int]]) -> tuple[Row, ...]:
    """The columns with the cards, given with the price of their column."""
    grown = [[*row] for row in columns]
    for card, column in cards:
        insort(grown[column - 1], card)
    return tuple([tuple(row) for row in grown])


def thrown_away(fuel: Fuel, discarded: Row, leftovers: Row) -> Fuel:
    if leftovers:
        return replace(fuel, discard=fuel.discard + discarded, leftovers=tuple(sorted(fuel.leftovers + leftovers)))
    return replace(fuel, discard=fuel.discard + discarded) if discarded else fuel
