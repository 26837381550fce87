"""One finished game as rows of the dataset (docs/dataset.md)."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.history.analysis import game_command
from domain.history.codec import link_of
from domain.history.record import EventRow, Recorded
from domain.history.replay import advance
from domain.kernel.decider import AnyDecider
from domain.kernel.ids import Seat
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.messages import CommandsUndone, Occupant

Row = dict[str, Any]
PAID = "PAID_"
"""The prefix of the figures of a game that count what a seat paid."""


class GameRows(Struct, frozen=True):
    """The rows of one game by table, in their order. `month`: of its end, `2026-11`."""

    month: str
    games: tuple[Row, ...]
    seats: tuple[Row, ...]
    decisions: tuple[Row, ...]
    events: tuple[Row, ...]


def rows_of(
    rows: Sequence[EventRow], records: Sequence[Recorded], player: Callable[[Occupant], Row], leaf_index: int | None
) -> GameRows:
    """Return the rows of a finished game. `player`: the columns `occupant` and `player` of a seat. `leaf_index`: of the
    game's end in the transparency log."""
    decisions = list[Row]()
    aggregate: Aggregate | None = None
    for record, before, aggregate in _states(records):
        if isinstance(record.event, CommandsUndone):
            for each in decisions:
                each["undone"] |= each["version"] > record.event.to_version
        if before and (decision := _decision(before, record)):
            decisions.append(decision)
        if aggregate.rules:
            _count_payment(decisions, aggregate.rules, record.event)
    assert aggregate, "a finished game has records"
    month = f"{records[-1].envelope.at:%Y-%m}"
    place = {"game_id": records[0].stream_id, "month": month}
    return GameRows(
        month,
        (place | _game(aggregate, rows, records) | {"decisions": len(decisions), "leaf_index": leaf_index},),
        tuple(place | each for each in _seats(aggregate, player)),
        tuple(place | each for each in decisions),
        tuple(place | each for each in _events(rows, records)),
    )


def _json(value: object) -> str:
    return msgspec.json.encode(value, order="sorted").decode()


def _states(records: Sequence[Recorded]) -> Iterator[tuple[Recorded, Aggregate | None, Aggregate]]:
    """Yield each record with the game before and after it."""
    before: Aggregate | None = None
    for record in records:
        after = advance(before, record)
        yield record, before, after
        before = after


def _game(aggregate: Aggregate, rows: Sequence[EventRow], records: Sequence[Recorded]) -> Row:
    opened, outcome = aggregate.opened, aggregate.outcome
    assert aggregate.rules
    assert outcome
    return {
        "variant": opened.variant,
        "game": aggregate.rules.name,
        "options": _json(opened.options),
        "editions": _json(aggregate.editions),
        "seats": len(aggregate.occupants),
        "bots": sum(bool(each.bot) for each in aggregate.occupants),
        "rated": opened.rated,
        "reason": outcome.reason,
        "opened_at": records[0].envelope.at,
        "ended_at": records[-1].envelope.at,
        "events": len(records),
        "link": link_of(rows[-1]),
    }


def _seats(aggregate: Aggregate, player: Callable[[Occupant], Row]) -> Iterator[Row]:
    assert aggregate.outcome
    results = {each.player: each for each in aggregate.outcome.standings}
    for seat, occupant in enumerate(aggregate.occupants):
        result = results.get(Seat(seat))
        yield {
            "seat": seat,
            **player(occupant),
            "bot": occupant.bot or None,
            "colour": occupant.colour,
            "rank": result.rank if result else None,
            "won": result.won if result else None,
            "score": result.score if result else None,
            "resigned": seat in aggregate.resigned,
        }


def _decision(aggregate: Aggregate, record: Recorded) -> Row | None:
    """Return the row of a command of the game by a seat that was asked for one."""
    rules = aggregate.rules
    if aggregate.status != RUNNING or rules is None or not record.envelope.command:
        return None
    command = game_command(record, rules)
    if command is None or command.player not in rules.to_act(aggregate.play):
        return None
    seat, play = command.player, aggregate.play
    options, board, moment = rules.options(play, seat), rules.view(play, seat), rules.moment(play)
    kinds = {type(each.nth(0)).__name__ for each in options}
    return {
        "version": record.version,
        "seat": seat,
        "bot": aggregate.occupants[seat].bot or None,
        "at": record.envelope.at,
        "round": moment.round,
        "phase": moment.phase,
        "stage": moment.stage,
        "legal": sum(each.count() for each in options),
        "legal_kinds": sorted(kinds),
        "kind": type(command).__name__,
        "command": record.envelope.command.decode(),
        "figures": _json({name: stand(board, seat) for name, stand in rules.counting.stands.items()}),
        "paid": 0,
        "undone": False,
    }


def _count_payment(decisions: Sequence[Row], rules: AnyDecider, event: Any) -> None:
    """Add what the event's player paid, by the figures of the game, to that seat's last decision: a plant is bought
    when the others have passed."""
    of_kind = (sums.get(type(event)) for name, sums in rules.counting.sums.items() if name.startswith(PAID))
    if paid := sum(amount(event) for amount in of_kind if amount):
        next(each for each in reversed(decisions) if each["seat"] == event.player)["paid"] += paid


def _events(rows: Sequence[EventRow], records: Sequence[Recorded]) -> Iterator[Row]:
    """Yield the game's own events. The table's name accounts, and what matters of them is in the other tables."""
    for row, record in zip(rows, records, strict=True):
        if not row.topic.startswith("table."):
            yield {
                "version": record.version,
                "at": record.envelope.at,
                "topic": row.topic,
                "seat": getattr(record.event, "player", None),
                "event": _json(record.event),
            }
