"""Tables at which every draw waits for a round of its own, played by random choices without a server."""

from dataclasses import dataclass

from msgspec import UNSET
from msgspec.structs import replace

from domain.kernel.dice import Roll
from domain.kernel.simulation import random_bot
from domain.table.decide import decide, open_table
from domain.table.messages import AddBot, Begin, OpenTable, StartGame, TakeSeat, Terms
from tests.beacon import a_beacon, signed
from tests.domain.table.table_kit import START_MS

SECRET = b"\x07" * 32
DRAWS = Terms(draws="beacon")
PLAYERS = ("ann", "bob", "cid")
STEP_MS = 7_000


@dataclass
class Played:
    """A table, the moment of its last command, and a list of (actor, command, events, table before)."""

    table: object
    now_ms: int
    log: list

    def give(self, actor, command, after_ms=STEP_MS):
        self.now_ms += after_ms
        before = self.table
        ruling = decide(before, command, actor, self.now_ms)
        self.table = ruling.aggregate
        self.log.append((actor, command, ruling.events, before))
        return ruling.events

    def round_comes(self):
        """The round that the table waits for is handed in."""
        awaited = self.table.awaited.asked if self.table.awaited else self.table.starting
        return self.give("eve", Begin(awaited.round, signed(awaited.round)))

    def move(self, roll):
        seat = self.table.to_act[0]
        options = self.table.rules.options(self.table.play, seat)
        command = random_bot(None, options, seat, roll)
        return self.give(self.table.occupants[seat].actor, command)


def opened(variant="power_grid/russia", *, terms=DRAWS, players=PLAYERS, beacon=None, **more):
    command = OpenTable(variant, len(players), rated=False, terms=terms, beacon=beacon or a_beacon(), **more)
    return open_table(command, "ann", "game-1", SECRET).aggregate


def begun(variant="power_grid/russia", *, terms=DRAWS, players=PLAYERS, robots=0, **more):
    seats = (*players, *[""] * robots)
    game = Played(opened(variant, terms=terms, players=seats, **more), START_MS, [])
    for player in players:
        game.give(player, TakeSeat())
    for _ in range(robots):
        game.give("ann", AddBot("robot"))
    game.give("ann", StartGame())
    game.round_comes()
    return game


def play_on(game, roll, *, until, most=2_000):
    """Play with random moves, hand in each round, and stop where `until` holds of the table."""
    for _ in range(most):
        if until(game.table):
            return game
        if game.table.awaited:
            game.round_comes()
        else:
            game.move(roll)
    raise AssertionError("the table never came to that")


def waiting(variant="power_grid/russia", seed="draws", **how):
    """A table whose last command draws and waits for its round."""
    return play_on(begun(variant, **how), Roll(b"b" * 32, seed), until=lambda table: table.awaited)


def without_term(table):
    return replace(table, opened=replace(table.opened, terms=replace(table.terms, draws=UNSET)))
