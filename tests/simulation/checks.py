"""The comparisons after everything has healed."""

from collections.abc import Sequence
from contextlib import suppress
from itertools import groupby
from random import Random
from typing import TYPE_CHECKING, Any

import msgspec

from domain import stored
from domain.history.codec import link_of, read_envelope
from domain.history.record import EventRow, LogRow, milliseconds
from domain.history.replay import aggregate_after
from domain.history.verify import verify_rows
from domain.table.clock import SeatClock
from domain.table.messages import ClocksSet, GameFinished, TableClosed, TimeRanOut
from projections.folds.boards import Boards
from projections.folds.transitions import Projection
from projections.read import Queries
from projections.stores.interface import Generation, ViewUnavailable
from projections.stores.memory_view import MemoryView
from services.application.aggregate_snapshots import AggregateSnapshots
from services.projection_runner.projector import BATCH, PASSED, Projector, passed_over
from services.projection_runner.rebuild import digest
from services.roles.deadlines import GRACE_S
from tests.simulation import second_lists
from tests.simulation.logs import cuts, end_of_all, in_one_order
from tests.simulation.players import Acknowledged, Request
from tests.simulation.process import BEGAN, SNAPSHOTS_OF

if TYPE_CHECKING:
    from tests.simulation.world import World

BOARDS_MAX = SNAPSHOTS_MAX = 20
LATE_MS = 10_000
"""A clock that ended is noticed within this time."""
TAKEN_UP = "the view %s takes up game %s, which it had passed over"


async def check(world: "World") -> None:
    """Compare what clients were answered, the log, and all views."""
    logs = [Log([LogRow(row[0], EventRow(*row[1:])) for row in each.primary.rows]) for each in world.clusters]
    log = logs[0] if len(logs) == 1 else _whole(world, logs)
    for each in logs:
        _check_streams(world, each)
    if len(log.rows) != sum(len(each.rows) for each in logs):
        return  # the order of all logs is wrong, and with it all that is made from it
    _check_answers(world, log)
    _check_clocks(world, log)
    _check_leads(world)
    _check_connections(world)
    await _check_views(world, log, logs)
    await _check_boards(world, log)
    await _check_snapshots(world, log)
    await second_lists.check(world, log.rows, late=world.reached[TAKEN_UP] > 0)
    for room in world.rooms:
        await room.check(log)
    world.faults += world.ledger.faults


class Log:
    """The log of the primary, read without a network."""

    label = ""

    def __init__(self, rows: list[LogRow]) -> None:
        self.rows = rows
        self.by_stream: dict[str, list[EventRow]] = {}
        for each in rows:
            self.by_stream.setdefault(each.row.stream_id, []).append(each.row)

    @property
    def logs(self) -> Sequence["Log"]:
        return (self,)

    async def read_log(self, after: int, limit: int) -> list[LogRow]:
        return [each for each in self.rows if each.position > after][:limit]

    async def load(self, game_id: str, after: int = 0, limit: int | None = None) -> list[EventRow]:
        return self.by_stream.get(game_id, [])[after:][:limit]

    async def log_head(self) -> int:
        return self.rows[-1].position if self.rows else 0

    async def hides(self, position: int) -> bool:
        return False

    async def left_out(self, after: int, upto: int) -> Sequence[str]:
        return ()


def _whole(world: "World", logs: Sequence[Log]) -> Log:
    """Return all logs in one order, in which each event is once."""
    valid = cuts(world.cluster.primary.tables)
    whole = Log(in_one_order(valid, [each.primary.rows for each in world.clusters]))
    events = sorted((row.row for each in logs for row in each.rows), key=_place)
    if sorted((each.row for each in whole.rows), key=_place) != events:
        world.faults.append(f"the order of all logs has {len(whole.rows)} events, the logs have {len(events)}")
    positions = [each.position for each in whole.rows]
    if positions != sorted(set(positions)):
        world.faults.append("the order of all logs has a position twice")
    return whole


def _place(row: EventRow) -> tuple[str, int]:
    return row.stream_id, row.version


def _check_streams(world: "World", log: Log) -> None:
    """Versions have no gap, each request made one command, and rules and chain agree."""
    codec = stored.codec()
    for game_id, rows in log.by_stream.items():
        if [row.version for row in rows] != list(range(1, len(rows) + 1)):
            world.faults.append(f"{game_id} has the versions {[row.version for row in rows]}")
            continue
        begun = [each for each in map(read_envelope, rows) if each.command]
        keys = [(each.actor, each.request_id) for each in begun]
        world.faults += [f"{game_id} has the request {key} twice" for key in set(keys) if keys.count(key) > 1]
        if fault := verify_rows(rows, codec).fault:
            world.faults.append(f"{game_id} does not verify: {fault}")


def _check_answers(world: "World", log: Log) -> None:
    """Every answer that a client received is what the log has."""
    codec, found = stored.codec(), dict[Request, Acknowledged]()
    for game_id, rows in log.by_stream.items():
        for records in _commands(game_id, [codec.read(row) for row in rows]):
            request, answer = records
            found[request] = answer
    for request, answer in world.ledger.answers.items():
        if answer.events and found.get(request) != answer:
            world.faults.append(f"{request} was acknowledged as {answer}, the log has {found.get(request)}")


def _check_clocks(world: "World", log: Log) -> None:
    """Clocks of running games that ended were enforced. A new leader gives the players GRACE_S."""
    codec, overdue = stored.codec(), list[str]()
    now_ms = milliseconds(BEGAN) + int(1000 * world.stopped_s)
    enforced_ms = milliseconds(BEGAN) + int(1000 * (world.deadlines_led_s + GRACE_S))
    for game_id, rows in log.by_stream.items():
        seats: tuple[SeatClock, ...] = ()
        for record in map(codec.read, rows):
            match record.event:
                case ClocksSet(seats=seats):
                    pass
                case TimeRanOut():
                    world.reach("a clock ran out")
                    due_ms = min(each.deadline_ms for each in seats if each.deadline_ms is not None)
                    world.calm.enforced(milliseconds(record.envelope.at), due_ms)
                case GameFinished() | TableClosed():
                    seats = ()
        dues = [each.deadline_ms for each in seats if each.deadline_ms is not None]
        if any(max(due, enforced_ms) + LATE_MS < now_ms for due in dues):
            overdue.append(f"{game_id} has clocks that ended and were not noticed: {dues}, it is {now_ms}")
    if not world.injected["set clock"]:
        world.faults += overdue


def _check_leads(world: "World") -> None:
    """No process leads by a server that is not the primary any more: another one may lead by the primary."""
    former = {
        holder.process
        for each in world.clusters
        for holder in each.connections
        if holder.leads and not holder.is_at_the_primary
    }
    world.faults += [f"{each.name} leads by a former primary" for each in former if each]


def _check_connections(world: "World") -> None:
    """Each process listens to each log, and none had too many connections or asked again and again."""
    for number, cluster in enumerate(world.clusters):
        listening = {each.process for each in cluster.connections if each.listens and each.is_at_the_primary}
        deaf = [each.name for each in world.processes if each.state not in listening]
        world.faults += [f"{name} does not listen to log {number}" for name in deaf]
        world.faults += sorted(cluster.excess)


def _commands(game_id: str, records: list) -> list[tuple[Request, Acknowledged]]:
    """Return each command of a game with its events."""
    numbers, number = [], 0
    for record in records:
        number += bool(record.envelope.command)
        numbers.append(number)
    commands = []
    for _, some in groupby(zip(numbers, records, strict=True), lambda each: each[0]):
        of_one = [record for _, record in some]
        first = of_one[0]
        request = Request(game_id, first.envelope.actor, first.envelope.request_id)
        events = tuple(record.event for record in of_one)
        commands.append((request, Acknowledged(first.version, of_one[-1].version, events)))
    return commands


async def _check_views(world: "World", whole: Log, logs: Sequence[Log]) -> None:
    """All views equal a fold from nothing."""
    late = world.reached[TAKEN_UP] > 0
    wanted = dict[tuple[str, int | None], Any]()
    for owner, projection, view, number in world.views():
        log, live, key = whole if number is None else logs[number], await view.live(), (projection.name, number)
        if key not in wanted:
            wanted[key] = await _state(await _folded(log, projection, world.keep_s), projection, late=late)
        of = owner if len(logs) == 1 else f"{owner}, log {number}"
        if await live.position() != await log.log_head():
            world.faults.append(f"{projection.name} of {of} is at {await live.position()}")
        elif await _state(live, projection, late=late) != wanted[key]:
            world.faults.append(f"{projection.name} of {of} differs from a fold from nothing")


async def _state(generation: Generation, projection: Projection, *, late: bool) -> Any:
    """Return the content of a view. `late`: without what depends on the order of games, because games that a view takes
    up late count as of that moment (decision 78)."""
    if not late:
        return await digest(generation)
    if projection.name == "leaders":
        return None
    content = dict[str, Any]()
    async for names in generation.names():
        kept = [name for name in dict.fromkeys(names) if not _depends_on_order(name)]
        content.update(zip(kept, await generation.dump(kept), strict=True))
    return {name: held for name, held in content.items() if held}


def _depends_on_order(name: str) -> bool:
    return name.endswith(":origin") or name.startswith(f":{PASSED}") or "changed." in name


async def _check_boards(world: "World", log: Log) -> None:
    """Boards that watchers saw are those of a fold from nothing up to their version."""
    if world.lost_rows:
        return  # another event may have had the same version
    world.faults += world.ledger.differing
    seen = sorted(world.ledger.boards, key=str)
    ends = {game_id: _ends_of_commands(rows) for game_id, rows in log.by_stream.items()}
    halves = [each for each in seen if each.version not in ends[each.game_id]]
    world.faults += [f"{each} was shown in the middle of a command" for each in halves]
    for sight in Random(world.plan.seed).sample(seen, min(len(seen), BOARDS_MAX)):
        rows = [each for each in log.rows if each.row.stream_id == sight.game_id and each.row.version <= sight.version]
        view = MemoryView("at a version")
        await _caught_up(Log(rows), Boards(), await view.live())
        board = await Queries({Boards.name: view, "lists": view, "leaders": view}).games.board(
            sight.game_id, sight.viewer
        )
        if msgspec.json.encode(board) != world.ledger.boards[sight]:
            world.faults.append(f"{sight} was shown as {world.ledger.boards[sight]!r}, it is {board}")


def _ends_of_commands(rows: Sequence[EventRow]) -> set[int]:
    """Return the versions after whole commands."""
    return {each.version - 1 for each in rows if read_envelope(each).command} | {len(rows)}


async def _check_snapshots(world: "World", log: Log) -> None:
    """A snapshot from which a process may continue is the state that follows from the events before it."""
    codec, snapshots = stored.codec(), AggregateSnapshots(world.sql, SNAPSHOTS_OF)
    stored_ones = await world.sql.run(
        "SELECT game_id, version, chain FROM snapshots WHERE program = ?", (SNAPSHOTS_OF,)
    )
    links = {(row.stream_id, row.version): link_of(row) for rows in log.by_stream.values() for row in rows}
    valid = sorted(each[:2] for each in stored_ones if links.get(each[:2]) == each[2])
    for game_id, version in Random(world.plan.seed).sample(valid, min(len(valid), SNAPSHOTS_MAX)):
        found = await snapshots.near(game_id, version)
        wanted = aggregate_after(map(codec.read, log.by_stream[game_id][:version]))
        world.reach("a snapshot of a game was compared")
        if found is None or found.aggregate != wanted:
            world.faults.append(f"the snapshot of {game_id} at {version} is {found}, it should be {wanted}")


async def _folded(log: Log, projection: Projection, keep_s: float | None) -> Generation:
    generation = await MemoryView("from nothing", keep_s, now=lambda: 0.0).live()
    await _caught_up(log, projection, generation)
    return generation


async def _caught_up(log: Log, projection: Projection, generation: Generation) -> None:
    projector = Projector(log, stored.codec().read, [(projection, generation)])
    await projector.resume()
    while await projector.step(BATCH):
        pass


async def what_lacks_games(world: "World") -> list[str]:
    """Return the views that have not taken up all games that they passed over."""
    lacking = list[str]()
    for owner, projection, view, _ in world.views():
        with suppress(ViewUnavailable):
            if passed := await passed_over(await view.live()):
                lacking.append(f"{owner}: {projection.name} lacks {len(passed)} games: {next(iter(passed))}")
    return lacking


async def what_lags(world: "World", events: int = 20) -> list[str]:
    """Return the views that lack more than so many events of their log."""
    heads = [each.primary.head() for each in world.clusters]
    return await behind(world, heads, events)


async def behind(world: "World", heads: Sequence[int], events: int = 0) -> list[str]:
    """Return the views that lack more than so many events before these ends of the logs."""
    lagging = list[str]()
    for owner, projection, view, number in world.views():
        head = end_of_all(world.cluster.primary.tables, heads) if number is None else heads[number]
        try:
            position = await (await view.live()).position()
        except ViewUnavailable as away:
            lagging.append(f"{owner}: {projection.name} does not answer: {away}")
            continue
        if position < head - events:
            lagging.append(f"{owner}: {projection.name} of log {number} at {position} of {head}")
    return lagging
