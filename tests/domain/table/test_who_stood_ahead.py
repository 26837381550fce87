"""The players placed at least as well as one who leaves, at that moment, by each game's spectators' board."""

import pytest

from domain.kernel.dice import Roll
from domain.table.decide import decide, open_table
from domain.table.messages import OpenTable, Resign, StartGame, TakeSeat
from tests.domain.table.table_kit import SECRET, begun, given, moment

COMMANDS = 60
LEADS = {
    "power_grid/russia": lambda seat: (len(seat.cities), seat.cash),
    "card_game": lambda seat: (sum(plant.profit for plant in seat.plants), seat.cash),
    "colony61": lambda seat: seat.influence,
}
"""Cities before money; profit of all plants before money; influence."""


def after_a_while(variant):
    """Return a game of four that no player has left yet, played by two greedy bots and two random ones."""
    table = open_table(OpenTable(variant, 4), "p0", "game-1", SECRET).aggregate
    players = [f"p{number}" for number in range(4)]
    game = given(table, *((player, TakeSeat()) for player in players), ("p0", StartGame()))
    rules = game.rules
    bots = [rules.bots[name] for name in ("greedy", "random", "greedy", "random")]
    roll = Roll(b"chance", "bots")
    for _ in range(COMMANDS):
        seat = game.to_act[0]
        chosen = bots[seat](rules.view(game.play, seat), rules.options(game.play, seat), seat, roll)
        game = decide(game, chosen, game.occupants[seat].actor, moment()).aggregate
    return game


@pytest.mark.rule("TB-RATE-10")
@pytest.mark.parametrize("variant", LEADS)
@pytest.mark.parametrize("leaver", range(4))
def test_who_stood_at_least_as_well_is_known_in_every_game(variant, leaver):
    game = after_a_while(variant)
    board = game.rules.view(game.play, None)
    seats = {"power_grid/russia": "seats", "card_game": "players", "colony61": "corporations"}[variant]
    worth = [LEADS[variant](seat) for seat in getattr(board, seats)]
    assert len(set(worth)) > 1, "they do not all stand level"
    left = given(game, (f"p{leaver}", Resign()))
    assert left.not_behind == (tuple(seat for seat in range(4) if seat != leaver and worth[seat] >= worth[leaver]),)


@pytest.mark.rule("TB-RATE-10")
def test_who_had_left_before_is_compared_with_nobody():
    game = given(begun("ann", "bob", "cy"), ("cy", Resign()), ("bob", Resign()))
    assert game.not_behind == ((0, 1), (0,))
