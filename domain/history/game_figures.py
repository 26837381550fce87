"""A finished game in figures: the game's counts by round and seat, and the changes of the lead.

All of it follows from the events. Undone events are not counted.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from domain.history.record import Recorded
from domain.history.replay import advance
from domain.kernel.counting import Counting
from domain.kernel.ids import Seat
from domain.table.aggregate import Aggregate
from domain.table.messages import CommandsUndone

Sums = dict[tuple[int, Seat, str], int]
"""Sums by round, seat and figure. The dict is never changed, only replaced."""


class RoundFigures(Struct, frozen=True):
    """One seat in one round: its values at the end, and the sums of the round, in the order of the names."""

    round: int
    seat: Seat
    values: tuple[int, ...]


class Lead(Struct, frozen=True):
    """The seats that were ahead from this version on."""

    version: int
    round: int
    seats: tuple[Seat, ...]


class Figures(Struct, frozen=True):
    """`names`: of the game's figures; the first `standing` are values, the others sums."""

    names: tuple[str, ...]
    standing: int
    rounds: tuple[RoundFigures, ...]
    leads: tuple[Lead, ...]


class _Position(Struct, frozen=True):
    """The values after a command: `stands` by seat and figure."""

    version: int
    round: int
    stands: tuple[tuple[int, ...], ...]


def figures_of(records: Sequence[Recorded]) -> Figures:
    """Return all figures of a game that has begun; empty for a game without figures."""
    counting, (positions, sums) = _counting(records), _followed(records)
    rounds = list[RoundFigures]()
    for number in sorted({each.round for each in positions}):
        # The end of a round begins the next one in the same command: no viewer saw the game between them.
        end = next((each for each in positions if each.round > number), positions[-1])
        for place, stands in enumerate(end.stands):
            happened = (sums.get((number, Seat(place), name), 0) for name in counting.sums)
            rounds.append(RoundFigures(number, Seat(place), (*stands, *happened)))
    names = (*counting.stands, *counting.sums)
    return Figures(names, len(counting.stands), tuple(rounds), tuple(_leads(positions, counting)))


def _counting(records: Sequence[Recorded]) -> Counting:
    aggregate: Aggregate | None = None
    for record in records:
        aggregate = advance(aggregate, record)
        if aggregate.rules is not None:
            return aggregate.rules.counting
    raise ValueError("the game has not begun")


def _followed(records: Sequence[Recorded]) -> tuple[list[_Position], Sums]:
    """The positions after each command of the game and what happened up to the last, but for what was taken back."""
    aggregate: Aggregate | None = None
    positions: list[_Position] = []
    sums: Sums = {}
    kept: dict[int, Sums] = {}
    for place, record in enumerate(records):
        aggregate = advance(aggregate, record)
        if aggregate.rules is None or aggregate.play is None:
            continue
        if isinstance(record.event, CommandsUndone):
            sums = kept[record.event.to_version]
            positions = [each for each in positions if each.version <= record.event.to_version]
        else:
            sums = _added(sums, aggregate, record.event)
        kept[record.version] = sums
        if place + 1 == len(records) or records[place + 1].envelope.command:
            positions.append(_position(aggregate, record.version))
    return positions, sums


def _position(aggregate: Aggregate, version: int) -> _Position:
    rules = aggregate.rules
    assert rules is not None, "the game has begun"
    seats, play = range(len(aggregate.occupants)), aggregate.play
    stands = tuple(tuple(stand(rules, play, seat) for stand in rules.counting.stands.values()) for seat in seats)
    return _Position(version, rules.moment(aggregate.play).round, stands)


def _added(sums: Sums, aggregate: Aggregate, event: Any) -> Sums:
    rules = aggregate.rules
    assert rules is not None, "the game has begun"
    for name, amounts in rules.counting.sums.items():
        if amount := amounts.get(type(event)):
            key = rules.moment(aggregate.play).round, Seat(event.player), name
            sums = sums | {key: sums.get(key, 0) + amount(event)}
    return sums


def _leads(positions: Sequence[_Position], counting: Counting) -> Iterator[Lead]:
    places = [list(counting.stands).index(name) for name in counting.lead]
    before: tuple[Seat, ...] = ()
    for each in positions:
        worth = [tuple(stands[place] for place in places) for stands in each.stands]
        ahead = tuple(Seat(seat) for seat, value in enumerate(worth) if value == max(worth))
        if ahead != before:
            yield Lead(each.version, each.round, ahead)
        before = ahead
