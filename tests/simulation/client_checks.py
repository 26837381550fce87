"""Comparisons of what the API's clients were sent with the log."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from domain import stored
from domain.history.record import EventRow, Recorded
from domain.kernel.ids import Viewer
from domain.kernel.messages import Event
from domain.table.messages import GameBegan, GameFinished, GameOpened, PlayerSeated
from support.demo import DemoStarted, NumberChosen
from tests.simulation.players import Acknowledged, Request

if TYPE_CHECKING:
    from tests.simulation.world import World


def check(world: "World") -> None:
    """Compare the answers and the events of all watches with the log."""
    codec, by_game = stored.codec(), dict[str, list[Recorded]]()
    for row in world.rows():
        event = EventRow(*row[1:])
        by_game.setdefault(event.stream_id, []).append(codec.read(event))
    _check_answers(world, by_game)
    _check_watched(world, by_game)
    if not world.lost_rows:  # else another event may have had the same version
        _check_shown(world, by_game)


def _check_answers(world: "World", by_game: dict[str, list[Recorded]]) -> None:
    for request, answer in world.ledger.sent.items():
        found = _answer(by_game.get(request.game_id, []), request)
        if found != answer:
            world.faults.append(f"{request} was acknowledged as {answer}, the log has {found}")


def _answer(records: list[Recorded], request: Request) -> Acknowledged | None:
    """Return the answer that the seat of the request should have."""
    begun = [each for each in records if each.envelope.command or each is records[0]]
    for first in begun:
        if (first.envelope.actor, first.envelope.request_id) == (request.actor, request.request_id):
            until = next((each.version for each in begun if each.version > first.version), len(records) + 1)
            own = records[first.version - 1 : until - 1]
            seat = next((each.event.player for each in own if isinstance(each.event, NumberChosen)), None)
            events = tuple(known(each.event, seat, is_over=False) for each in _until_over(own))
            rest = tuple(each.event for each in own[len(events) :])
            return Acknowledged(first.version, until - 1, events + rest)
    return None


def _check_watched(world: "World", by_game: dict[str, list[Recorded]]) -> None:
    """A watch that gave an event of the log gave no lost one before: it ends where a failover lost what its reader has.
    Events are compared by their times, as the service does."""
    for game_id, times in world.ledger.watched:
        there = [each.envelope.at for each in by_game.get(game_id, [])]
        same = [given == at for given, at in zip(times, there, strict=False)]
        if True in same and False in same[: len(same) - same[::-1].index(True)]:
            lost = same.index(False) + 1
            world.faults.append(f"{game_id}: a watch gave later events than the lost one at version {lost}")


def _check_shown(world: "World", by_game: dict[str, list[Recorded]]) -> None:
    world.faults += world.ledger.differing
    for sight, event in world.ledger.shown.items():
        records = by_game[sight.game_id]
        over = next((each.version for each in records if isinstance(each.event, GameFinished)), len(records) + 1)
        wanted = known(records[sight.version - 1].event, sight.viewer, is_over=sight.version >= over)
        if event != wanted:
            world.faults.append(f"{sight} was shown {event}, and may know {wanted}")


def _until_over(records: list[Recorded]) -> list[Recorded]:
    over = next((place for place, each in enumerate(records) if isinstance(each.event, GameFinished)), len(records))
    return records[:over]


SECRETS: Mapping[type[Event], Mapping[str, Any]] = {
    GameOpened: {"secret": ""},
    PlayerSeated: {"nonce": ""},
    DemoStarted: {"bonus": ()},
}
"""What the events of the demo game keep secret until its end, and the value in its place. Written by hand: the product
declares it with its types."""


def known(event: Event, viewer: Viewer, *, is_over: bool) -> Event:
    """Return an event of the demo game as a viewer may know it."""
    if is_over:
        return event
    if isinstance(event, NumberChosen) and event.player != viewer:
        return replace(event, number=None)
    if isinstance(event, GameBegan):
        return replace(event, seats=tuple(replace(each, nonce="") for each in event.seats))
    return replace(event, **SECRETS.get(type(event), {}))
