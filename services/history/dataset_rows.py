"""One finished game as rows of the dataset (docs/dataset.md)."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from domain.history.adjudicate import Step
from domain.history.codec import link_of
from domain.history.record import EventRow, milliseconds
from domain.kernel.counting import Amount
from domain.kernel.decider import AnyDecider
from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from domain.table.aggregate import RUNNING, Aggregate
from domain.table.messages import CommandsUndone, Occupant
from services.history.dataset_schema import Columns, columns_of

Row = dict[str, Any]
_encode = msgspec.json.Encoder(order="sorted").encode
PAID = "PAID_"
"""The prefix of the figures of a game that count what a seat paid."""


class GameRows(Struct, frozen=True):
    """The rows of one game by table, in their order."""

    games: Columns
    seats: Columns
    decisions: Columns
    events: Columns


def rows_of(
    rows: Sequence[EventRow], steps: Sequence[Step], player: Callable[[Occupant], Row], leaf_index: int | None
) -> GameRows:
    """Return the rows of a finished game. `steps`: its commands, as they were adjudicated. `player`: the columns
    `occupant` and `player` of a seat. `leaf_index`: of the game's end in the transparency log."""
    place = {"game_id": rows[0].stream_id, "month": f"{steps[-1].at:%Y-%m}"}
    decisions = list[Row]()
    payments = _payments(steps[-1].after.rules)
    for step in steps:
        if decision := _decision(place, step):
            decisions.append(decision)
        for event in step.events:
            if isinstance(event, CommandsUndone):
                for each in decisions:
                    each["undone"] |= each["version"] > event.to_version
            elif of_kind := payments.get(type(event)):
                _count_payment(decisions, sum(amount(event) for amount in of_kind), event)
    game = place | _game(rows, steps) | {"decisions": len(decisions), "leaf_index": leaf_index}
    return GameRows(
        columns_of("games", [game]),
        columns_of("seats", [place | each for each in _seats(steps[-1].after, player)]),
        columns_of("decisions", decisions),
        _events(place, rows, steps),
    )


def _json(value: object) -> str:
    return _encode(value).decode()


def _game(rows: Sequence[EventRow], steps: Sequence[Step]) -> Row:
    aggregate = steps[-1].after
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
        "opened_at": milliseconds(steps[0].at),
        "ended_at": milliseconds(steps[-1].at),
        "events": len(rows),
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


def _decision(place: Row, step: Step) -> Row | None:
    """Return the row of a command of the game by a seat that was asked for one."""
    aggregate, command = step.before, step.command
    if aggregate is None or aggregate.status != RUNNING or aggregate.rules is None:
        return None
    rules = aggregate.rules
    if type(command) not in rules.command_types or command.player not in rules.to_act(aggregate.play):
        return None
    seat, play = command.player, aggregate.play
    options, moment = rules.options(play, seat), rules.moment(play)
    one_of_each = {type(each): each for each in options}.values()  # all commands of such an option are of one kind
    return {
        **place,
        "version": step.version,
        "seat": seat,
        "bot": aggregate.occupants[seat].bot or None,
        "at": milliseconds(step.at),
        "round": moment.round,
        "phase": moment.phase,
        "stage": moment.stage,
        "legal": sum(each.count() for each in options),
        "legal_kinds": sorted({each.kind() for each in one_of_each}),
        "kind": type(command).__name__,
        "command": step.text.decode(),
        "figures": _json({name: stand(rules, play, seat) for name, stand in rules.counting.stands.items()}),
        "paid": 0,
        "undone": False,
    }


def _payments(rules: AnyDecider | None) -> Mapping[type[Event], Sequence[Amount]]:
    """Return the amounts that an event says its player paid, by type of event."""
    assert rules, "a finished game has begun"
    found = defaultdict[type[Event], list[Amount]](list)
    for name, amounts in rules.counting.sums.items():
        for kind, amount in amounts.items() if name.startswith(PAID) else ():
            found[kind].append(amount)
    return found


def _count_payment(decisions: Sequence[Row], paid: int, event: Any) -> None:
    """Add what the event's player paid to that seat's last decision: a plant is bought when the others have passed."""
    if paid:
        next(each for each in reversed(decisions) if each["seat"] == event.player)["paid"] += paid


def _events(place: Row, rows: Sequence[EventRow], steps: Sequence[Step]) -> Columns:
    """Return the game's own events. The table's name accounts, and what matters of them is in the other tables."""
    found = list[tuple[int, int, str, int | None, str]]()
    for step in steps:
        at, first = milliseconds(step.at), step.version - 1
        for row, event in zip(rows[first : first + len(step.events)], step.events, strict=True):
            if not row.topic.startswith("table."):
                found.append((row.version, at, row.topic, getattr(event, "player", None), _json(event)))
    same = {column: [value] * len(found) for column, value in place.items()}
    columns = ("version", "at", "topic", "seat", "event")
    return same | {column: [values[n] for values in found] for n, column in enumerate(columns)}
