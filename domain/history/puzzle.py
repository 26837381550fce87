"""Puzzles: decisions of finished games in which one move is clearly better than every other move worth a try.

A decision is weighed from its seat's view alone, with draws that follow from the game's id. The same game, searched by
the same number of a search, gives the same puzzle on every machine: `puzzle_of` is both the search and its check.
"""

from collections.abc import Iterator, Sequence
from math import fsum
from typing import Any, Union

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.history.analysis import SURE, NotToBeAnalysed, command_of_turn, expert_of
from domain.history.hint import first_event
from domain.history.record import Recorded
from domain.history.replay import advance
from domain.kernel.decider import AnyDecider
from domain.kernel.dice import Dice, Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command
from domain.kernel.search import Searched, dice_of, mean_of, played_out, standard_error
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.tries import EXPERT

NUMBER = 1
"""Grows when the same game would give another puzzle."""
DECISIONS = 40
"""Decisions of a game that are looked at, in drawn order."""
SKETCH, WORLDS = 4, 40
"""Worlds in which each move is tried: at first, and again, with other draws, where one move led clearly."""
MOVES_MAX = 6
LIKELY = 1.0
"""Standard errors by which a move must lead at first; SURE is for the second look."""
LEAST = 0.05
"""The least lead of the best move, in wins: a smaller one teaches nothing."""


class Move(Struct, frozen=True):
    """A move of a puzzle: the seat's chance to win with it (0 to 1), and the standard error of its difference to the
    best move, which has none."""

    command: Command
    chance: float
    error: float


class Puzzle(Struct, frozen=True):
    """A decision of a game. `version`: of the game before it. `best`, `done`: numbers in `moves`, which are in drawn
    order. `number`: of the search. `bot_number`: of the expert whose moves were tried."""

    game_id: str
    version: int
    seat: Seat
    moves: tuple[Move, ...]
    best: int
    done: int
    worlds: int
    number: int
    bot_number: int
    rules_version: int


class _Place(Struct, frozen=True):
    version: int


class _Decision(Struct, frozen=True):
    aggregate: Aggregate
    seat: Seat
    done: Command


def puzzle_of(
    records: Sequence[Recorded], worlds: int = WORLDS, sketch: int = SKETCH, decisions: int = DECISIONS
) -> Puzzle | None:
    """Search a finished game from all its records and return its first puzzle; None if it has none. It takes up to two
    minutes of a core."""
    chance = Dice.from_text(f"puzzle/{records[0].stream_id}")
    found = list(_decisions(records))
    for decision in chance.roll("order").shuffle(found)[:decisions]:
        puzzle = _puzzle_at(decision, chance, worlds, sketch)
        if puzzle:
            return puzzle
    return None


def is_public(records: Sequence[Recorded]) -> bool:
    """Return whether any player may see the game, and it began from its own start."""
    opened = advance(None, records[0]).opened
    return not opened.private and not opened.position


def version_of(content: bytes | str) -> int:
    """Return the version of the game before the decision, from the JSON of a puzzle."""
    return msgspec.json.decode(content, type=_Place).version


def read_puzzle(content: bytes | str, rules: AnyDecider) -> Puzzle:
    """Read a puzzle from its JSON. `rules`: of the game, whose commands it contains."""
    found = msgspec.json.decode(content)
    one_of: Any = Union[rules.command_types]  # noqa: UP007
    moves = [Move(**each | {"command": msgspec.convert(each["command"], one_of)}) for each in found["moves"]]
    return replace(msgspec.convert(found | {"moves": ()}, Puzzle), moves=tuple(moves))


def _decisions(records: Sequence[Recorded]) -> Iterator[_Decision]:
    aggregate: Aggregate | None = None
    for record in records:
        if aggregate and aggregate.status == RUNNING and record.envelope.command:
            rules, _ = expert_of(aggregate)
            command = command_of_turn(aggregate, record, rules)
            if command is not None:
                yield _Decision(aggregate, command.player, command)
        aggregate = advance(aggregate, record)
    if aggregate is None or aggregate.outcome is None:
        raise NotToBeAnalysed("the game is not over")


def _puzzle_at(decision: _Decision, chance: Dice, worlds: int, sketch: int) -> Puzzle | None:
    aggregate, seat = decision.aggregate, decision.seat
    rules, expert = expert_of(aggregate)
    game, view = expert.game(), rules.view(aggregate.play, seat)
    label = f"{aggregate.version}/{seat}"
    worth_a_try = game.moves(view, rules.options(aggregate.play, seat), seat, chance.roll(f"moves/{label}"))
    moves: Sequence[Command] = [*worth_a_try] if decision.done in worth_a_try else [*worth_a_try, decision.done]
    moves = chance.roll(f"places/{label}").shuffle(moves)
    if not 1 < len(moves) <= MOVES_MAX or not _all_differ(aggregate, seat, moves):
        return None
    likely = _clear_best(_tried(game, view, seat, moves, chance.roll(f"sketch/{label}"), sketch), LIKELY)
    if likely is None:
        return None
    tried = _tried(game, view, seat, moves, chance.roll(f"confirm/{label}"), worlds)
    best = _clear_best(tried, SURE)
    if best is None or best != likely:
        return None
    return Puzzle(
        aggregate.opened.game_id,
        aggregate.version,
        seat,
        tuple([Move(move, mean_of(tried[n]), _error(tried[best], tried[n])) for n, move in enumerate(moves)]),
        best,
        moves.index(decision.done),
        worlds,
        NUMBER,
        rules.bot_numbers[EXPERT],
        rules.rules_version,
    )


def _all_differ(aggregate: Aggregate, seat: Seat, moves: Sequence[Command]) -> bool:
    """Return whether the first events of the moves, as the seat sees them, all differ."""
    events = [first_event(aggregate, seat, move) for move in moves]
    return all(events) and all(events.index(each) == n for n, each in enumerate(events))


def _tried(
    game: Searched, view: Any, seat: Seat, moves: Sequence[Command], roll: Roll, worlds: int
) -> list[list[float]]:
    """Return the seat's results of each move in the same worlds."""
    found: list[list[float]] = [[] for _ in moves]
    for _ in range(worlds):
        world = game.assumed(view, seat, dice_of(roll))
        for results, move in zip(found, moves, strict=True):
            results.append(played_out(game, world, move)[seat])
    return found


def _clear_best(tried: Sequence[Sequence[float]], errors: float) -> int | None:
    """Return the move that leads every other one by LEAST and by more than so many standard errors, or None."""
    best = max(range(len(tried)), key=lambda n: fsum(tried[n]))
    for n, results in enumerate(tried):
        lead = mean_of(tried[best]) - mean_of(results)
        if n != best and (lead < LEAST or lead <= errors * _error(tried[best], results)):
            return None
    return best


def _error(one: Sequence[float], other: Sequence[float]) -> float:
    """Return the standard error of the mean difference over the same worlds."""
    return standard_error([a - b for a, b in zip(one, other, strict=True)])
