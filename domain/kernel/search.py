"""A player that tries out its moves: it deals the hidden parts, plays on for all seats, and evaluates the result.

It knows only a view. From the view it makes possible states and uses the same ones for every move that it compares, so
that luck is equal for all of them. A move follows from the view, the seat's chance and the number of tries alone. No
exponential or other function whose last bit depends on the machine is used.
"""

from collections.abc import Callable, Sequence
from math import fsum, sqrt
from typing import Any, Protocol

from msgspec import Struct

from domain.kernel.dice import SEED_BYTES, Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option

SURE = 2.0
"""Standard errors by which a move must look better than the first one, which is what a player without search does."""
ALIKE = 4
"""Moves that came to the same in so many worlds are tried no further."""
PLAYED_OUT_MAX = 2_000
"""Far above the commands of a whole game; it only stops a policy that runs in a circle."""
_WORD = 1 << 64


class Searched(Protocol):
    """The functions that a search needs from a game."""

    def moves(self, board: Any, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Sequence[Command]:
        """Those worth a try, the one that a player without search would make first."""
        ...

    def tells(self, board: Any) -> bool:
        """Return whether the end is so near that a few tries tell more than the reasons for the first move."""
        ...

    def assumed(self, board: Any, seat: Seat, dice: Dice) -> Any:
        """A state that the seat may be in: what its view tells, the rest dealt."""
        ...

    def chances(self, state: Any) -> tuple[float, ...]:
        """Return each seat's chance of winning, 0 to 1, in a game that is over."""
        ...

    def reply(self, state: Any, seat: Seat) -> Command:
        """Return a seat's move within a try: fast, and good enough."""
        ...

    def to_act(self, state: Any) -> tuple[Seat, ...]: ...

    def judge(self, state: Any, command: Any) -> tuple[Any, Any]: ...


class Rules(Protocol):
    """The part of a decider that tries use."""

    def to_act(self, state: Any) -> tuple[Seat, ...]: ...

    def judge(self, state: Any, command: Any) -> tuple[Any, Any]: ...

    def options(self, state: Any, seat: Seat) -> tuple[Option, ...]: ...

    def view(self, state: Any, viewer: Seat) -> Any: ...


class Tried(Struct, frozen=True):
    """A move, its chance of winning (0 to 1), and the standard error of its difference to the first move."""

    command: Command
    chance: float
    error: float
    tries: int


class Expert:
    """The bot. `tries`: continuations that it looks at for a move, at most. `try_ms`: what one of them costs on a core
    in the middle of a game for four (bench/tries.py), for people who choose how many."""

    def __init__(self, game: Callable[[], Searched], tries: int, try_ms: int = 0) -> None:
        """`game`: made again for each move, so that it may keep results for that move."""
        self.game, self.tries, self.try_ms = game, tries, try_ms

    def within(self, tries: int) -> "Expert":
        """The same, with another number of tries."""
        return Expert(self.game, tries, self.try_ms)

    def __call__(self, board: Any, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Command:
        return self.thought(board, options, seat, roll).command

    def thought(self, board: Any, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Tried:
        """The move, and what it came to: 0 tries where tries would tell less than what the game's player without
        search knows."""
        game = self.game()
        if game.tells(board):
            return chosen(weighed(game, board, options, seat, roll, self.tries))
        return Tried(game.moves(board, options, seat, roll)[0], 0.0, 0.0, 0)


def weighed(
    game: Searched, board: Any, options: tuple[Option, ...], seat: Seat, roll: Roll, tries: int, *more: Command
) -> list[Tried]:
    """Return each move worth a try with its result, the first move first. `more`: further moves to try."""
    moves: list[Command] = []
    for command in (*game.moves(board, options, seat, roll), *more):
        if command not in moves:
            moves.append(command)
    if len(moves) == 1:
        return [Tried(moves[0], 0.0, 0.0, 0)]
    found: list[list[float]] = [[] for _ in moves]
    left, spent = list(range(len(moves))), 0
    while spent + len(left) <= tries:
        world = game.assumed(board, seat, dice_of(roll))
        for number in left:
            found[number].append(played_out(game, world, moves[number])[seat])
        spent += len(left)
        if len(found[0]) == ALIKE and all(found[number] == found[0] for number in left):
            break
        if len(left) > 2 and spent * len(moves) >= tries * (1 + len(moves) - len(left)):
            left = without_worst(left, found)
    return [_tried(command, chances, found[0]) for command, chances in zip(moves, found, strict=True)]


def without_worst(left: list[int], found: list[list[float]]) -> list[int]:
    """The first move stays; of the others the one goes that looks worst."""
    worst = min(left[1:], key=lambda number: fsum(found[number]))
    return [number for number in left if number != worst]


def dice_of(roll: Roll) -> Dice:
    """Dice whose seed is drawn."""
    return Dice(b"".join([roll.below(_WORD).to_bytes(8) for _ in range(SEED_BYTES // 8)]))


def played_out(game: Searched, world: Any, command: Command) -> tuple[float, ...]:
    """Return the result of all seats after the move and the moves that follow it."""
    return played_on(game, game.judge(world, command)[1])


def played_on(game: Searched, state: Any) -> tuple[float, ...]:
    """Return the result of all seats after the moves that follow."""
    for _ in range(PLAYED_OUT_MAX):
        waiting = game.to_act(state)
        if not waiting:
            return game.chances(state)
        _, state = game.judge(state, game.reply(state, waiting[0]))
    raise AssertionError(f"a try does not end after {PLAYED_OUT_MAX} commands")


def _tried(command: Command, chances: Sequence[float], first: Sequence[float]) -> Tried:
    """Compare with the first move over the worlds in which both were tried."""
    n = len(chances)
    if not n:
        return Tried(command, 0.0, 0.0, 0)
    more = [chance - first[number] for number, chance in enumerate(chances)]
    error = standard_error(more) if n > 1 else 1.0
    return Tried(command, mean_of(first) + mean_of(more), error, n)


def mean_of(results: Sequence[float]) -> float:
    return fsum(results) / len(results)


def standard_error(results: Sequence[float]) -> float:
    """Return the standard error of the mean; 0 of a single result."""
    mean, n = mean_of(results), len(results)
    return sqrt(fsum([(each - mean) ** 2 for each in results]) / (n * max(1, n - 1)))


def chosen(tried: Sequence[Tried]) -> Tried:
    """The best of those that look surely better than the first; else the first."""
    first = tried[0]
    better = [each for each in tried[1:] if each.chance - SURE * each.error > first.chance]
    return max(better, key=lambda each: each.chance, default=first)


def against_best(worth: Sequence[float], scale: float) -> tuple[float, ...]:
    """Chances of what seats come to: half for a seat that is level with the best of the others, three quarters for one
    that is `scale` ahead."""
    found = []
    for seat, own in enumerate(worth):
        ahead = (own - max([each for other, each in enumerate(worth) if other != seat])) / scale
        found.append(0.5 + 0.5 * ahead / (1 + abs(ahead)))
    return tuple(found)


def of_winners(winners: Sequence[Seat], seats: int) -> tuple[float, ...]:
    """Chances once a game is over: shared wins in parts."""
    return tuple([1 / len(winners) if seat in winners else 0.0 for seat in range(seats)])
