"""The view `boards`: table, boards, options and feed of every game, each viewer's own. Nothing hidden gets here but
through the rules' `view`, `redact` and `options`."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec
from msgspec import Raw, Struct

from domain.history.record import milliseconds
from domain.kernel.decider import Moment
from domain.kernel.ids import Seat, Viewer
from domain.kernel.messages import Event
from domain.table.aggregate import CLOSED, FINISHED, Aggregate, options, redact
from projections.folds.tables import table_view
from projections.folds.transitions import Transition, moment
from projections.stores.interface import AdvanceVersion, Append, Change, Changes, ExpireAfter, Put

FEED, TABLE = "feed", "table"
OVER = (FINISHED, CLOSED)
"""Final statuses: such a game never changes, and leaves the view after a while."""


def board_key(viewer: Viewer) -> str:
    return "board" if viewer is None else f"board.{viewer}"


def options_key(seat: Seat) -> str:
    return f"options.{seat}"


class StoredBoard(Struct, frozen=True):
    """The value under a board key. `board`: JSON of the rules' view for this viewer."""

    version: int
    status: str
    board: Raw
    to_act: tuple[Seat, ...]
    moment: Moment | None


class StoredOptions(Struct, frozen=True):
    """The value under an options key. `options`: JSON array of the rules' options."""

    version: int
    options: Raw


class StoredFeedEvent(Struct, frozen=True, array_like=True):
    """One value of a feed. The version is its index + 1. `public`: what a spectator may know of the event, `null` for
    nothing; `seats` names the viewers who may know something else."""

    at: datetime
    topic: str
    moment: Moment | None
    public: Raw
    seats: tuple[tuple[Seat, Raw], ...] = ()


_encode = msgspec.json.Encoder(order="deterministic").encode


class Boards:
    name, schema, by_game, ends_only = "boards", 12, True, False

    def wants(self, transitions: Sequence[Transition]) -> Sequence[str]:
        return ()

    def fold(self, transitions: Sequence[Transition], known: Mapping[str, bytes]) -> Changes:
        games: defaultdict[str, list[Transition]] = defaultdict(list)
        for transition in transitions:
            games[transition.record.stream_id].append(transition)
        return {game_id: _changes(of_game) for game_id, of_game in games.items()}


def _changes(transitions: list[Transition]) -> list[Change]:
    last = transitions[-1]
    version = last.record.version
    return [
        Append(
            FEED,
            transitions[0].record.version - 1,
            tuple(_encode(stored_event(transition)) for transition in transitions),
        ),
        Put(TABLE, _encode(table_view(last))),
        *_boards(last.aggregate, version),
        AdvanceVersion(version),
        *_leave(last),
    ]


def _leave(last: Transition) -> list[Change]:
    """A batch is of whole commands, and none is heard after the one that ended the game."""
    if last.aggregate.status not in OVER:
        return []
    return [ExpireAfter(milliseconds(last.record.envelope.at))]


def _boards(aggregate: Aggregate, version: int) -> list[Change]:
    rules, play = aggregate.rules, aggregate.play
    if rules is None or play is None:
        return []
    to_act, now = aggregate.to_act, moment(aggregate)
    seats = tuple(Seat(seat) for seat in range(len(aggregate.occupants)))
    changes: list[Change] = []
    written = b""
    for viewer in (None, *seats):
        if not (written and rules.board_type.same_for_all):
            board = Raw(_encode(rules.view(play, viewer)))
            written = _encode(StoredBoard(version, aggregate.status, board, to_act, now))
        changes.append(Put(board_key(viewer), written))
    for seat in seats:
        listed = Raw(_encode(options(aggregate, seat)))
        changes.append(Put(options_key(seat), _encode(StoredOptions(version, listed))))
    return changes


def stored_event(transition: Transition) -> StoredFeedEvent:
    event, aggregate = transition.record.event, transition.aggregate
    public = redact(aggregate, event, None)
    written = _written(public)
    has_secrets = public is not event and aggregate.status != FINISHED
    seats: list[tuple[Seat, Raw]] = []
    for seat in range(len(aggregate.occupants)) if has_secrets else ():
        own = redact(aggregate, event, Seat(seat))
        if own is not public and own != public:
            seats.append((Seat(seat), _written(own)))
    return StoredFeedEvent(
        transition.record.envelope.at, type(event).__name__, moment(aggregate), written, tuple(seats)
    )


def _written(event: Event | None) -> Raw:
    return Raw(_encode(event))


def event_for(stored: StoredFeedEvent, viewer: Viewer) -> Raw:
    """The event as this viewer may know it."""
    return next((own for seat, own in stored.seats if seat == viewer), stored.public)
