"""Small steps that several events share."""

from msgspec.structs import replace

from domain.card_game.messages import Row
from domain.card_game.state import Fuel, Player, State
from domain.kernel.ids import Seat


def with_player(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    players = [*state.players]
    players[seat] = player
    return tuple(players)


def thrown_away(fuel: Fuel, discarded: Row, leftovers: Row) -> Fuel:
    if leftovers:
        return replace(fuel, discard=fuel.discard + discarded, leftovers=tuple(sorted(fuel.leftovers + leftovers)))
    return replace(fuel, discard=fuel.discard + discarded) if discarded else fuel
