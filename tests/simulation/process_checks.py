"""Comparisons of what processes do besides answering, after everything has healed: roles, watches, and open tables."""

import asyncio
from collections import defaultdict
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from domain.history.codec import read_envelope
from domain.history.record import EventRow
from domain.table.messages import BOT_ACTOR
from services.api.watching.audiences import Audience
from services.roles import deadlines
from services.tables.unfinished import SCHEMA
from tests.simulation import process as server
from tests.simulation.postgres import Row
from tests.simulation.process import BEGAN
from tests.simulation.several_logs import UNPLACED

if TYPE_CHECKING:
    from tests.simulation.world import World

READS_AHEAD = "Matchmaking.read_ahead"
"""The only role that ends."""
OVER = ("table.GameFinished/", "table.TableClosed/")
BEGAN_TOPIC, HANDED = "table.GameBegan/", ("table.SeatHanded/", "table.SeatResigned/")
CLOCKS, OPENED = "table.ClocksSet/", "table.GameOpened/"
NOT_OPEN = ("table.GameStarting/", "table.GameBegan/", "table.TableClosed/")
READY_MAX = 3
"""So often the readiness of a process changes at its start."""
OF_A_STORE = ("append queue", "listen", "leads")
"""The names of tasks that a store has once."""
CLOCKS_DIFFER_S = 2.0
LATE_S = 10.0
"""A table whose time is over is closed within this time, also by a process that has just begun to lead."""


def check(world: "World") -> None:
    """Compare after everything has healed, and no client is left."""
    _check_roles(world)
    _check_watches(world)
    _check_open_tables(world)
    _check_expiry(world)
    _check_tasks(world)
    _check_bots(world)
    for each in (*world.graves, *world.processes):
        world.faults += [f"{each.name} had a conflict with its own {conflict}" for conflict in each.wrong_conflicts]
    _check_snapshots(world)
    if world.calm.is_calm:
        _check_readiness(world)
        for each in world.processes:
            world.faults += [f"{each.name} conflicts with itself: {conflict}" for conflict in each.own_conflicts]


def _check_readiness(world: "World") -> None:
    """Without a fault a process becomes ready, perhaps before its views, and logs only that."""
    if (changes := world.reached["readiness changed"]) > READY_MAX * len(world.processes):
        world.faults.append(f"the readiness of {len(world.processes)} processes has changed {changes} times")


def _check_roles(world: "World") -> None:
    """A role runs as long as its process."""
    for process in (*world.graves, *world.processes):
        for name, role in process.roles:
            error = role.exception() if role.done() and not role.cancelled() else None
            if role.done() and (error or name != READS_AHEAD):
                world.faults.append(f"{process.name}: the role {name} has ended: {error!r}")


def _check_tasks(world: "World") -> None:
    """Each store has one task that appends, one that listens and one that keeps leads."""
    owners = defaultdict[tuple[str, int], int](int)
    for each in asyncio.all_tasks():
        if each.get_name() in OF_A_STORE and not each.cancelling():
            coroutine: Any = each.get_coro()
            owners[each.get_name(), id(coroutine.cr_frame.f_locals["self"])] += 1
    world.faults += [f"a store has {number} tasks {name!r}" for (name, _), number in owners.items() if number > 1]


def _check_bots(world: "World") -> None:
    """Bots play in their own games alone: at once where people play, with a pause where only bots do."""
    began, joined = dict[str, list[str]](), set[str]()
    last = dict[str, datetime]()
    for row in world.rows():
        event = EventRow(*row[1:])
        game_id, envelope = event.stream_id, read_envelope(event)
        if event.topic.startswith(BEGAN_TOPIC):
            began[game_id] = [occupant.bot for occupant in world.processes[0].games.codec.read(event).event.seats]
        elif event.topic.startswith(HANDED):
            joined.add(game_id)
        if envelope.command and envelope.actor.startswith(BOT_ACTOR) and game_id in began and game_id not in joined:
            gap_s = (envelope.at - last[game_id]).total_seconds()
            if not all(began[game_id]):
                world.calm.note_bot(envelope.at, gap_s)
        last[game_id] = envelope.at
    of_bots = {game_id for game_id, bots in began.items() if any(bots)} | joined
    for process in world.processes if not world.lost_rows else ():
        for bots in process.bots:
            world.faults += [f"bots of {process.name} look at {each}" for each in bots._with_bots - of_bots]


def _check_snapshots(world: "World") -> None:
    """No snapshot of a game waits to be stored."""
    for each in world.processes:
        if waiting := len(each.snapshots._waiting):
            world.faults.append(f"{each.name} has {waiting} snapshots that it does not store")


def _check_watches(world: "World") -> None:
    """Each watched game is followed by one task, and a game without watchers by none."""
    for each in asyncio.all_tasks():
        if each.get_name() == "audience" and not each.cancelling():
            coroutine: Any = each.get_coro()
            audience: Audience = coroutine.cr_frame.f_locals["self"]
            if audience._following is not each:
                world.faults.append(f"{audience.game_id} is followed by a task that no watcher waits for")


def _check_open_tables(world: "World") -> None:
    """The stored index of open tables is what the log says at its position, which is not recent. It may lack events of
    games that ended later and could not be read in the archive."""
    for number, each in enumerate(world.clusters):
        tables = each.primary.tables
        read = tables.run("SELECT position FROM tables_read WHERE schema = ?", (SCHEMA,))
        stored = tables.run("SELECT game_id, positions FROM unfinished_tables WHERE schema = ?", (SCHEMA,))
        found = {game_id: [int(position) for position in positions.split()] for game_id, positions in stored}
        for (position,) in read:
            wanted = _open_tables(world, number, position)
            world.reach("the index of open tables was compared")
            at = next((_at(row) for row in each.primary.rows if row[0] == position), None)
            recent = BEGAN + timedelta(seconds=world.loop.time() - server.RECENT_S + CLOCKS_DIFFER_S)
            if at and at > recent and not world.injected["set clock"]:
                world.faults.append(f"the index of open tables is stored up to {at}, which is recent")
            differ = [each for each in {*found, *wanted} if found.get(each) != wanted.get(each)]
            if not all(map(world.passes_over, differ)):
                world.faults.append(f"the index of open tables at {position} is {found}, the log says {wanted}")


def _at(row: Row) -> datetime:
    return read_envelope(EventRow(*row[1:])).at


def _open_tables(world: "World", number: int, upto: int) -> dict[str, list[int]]:
    """Return the positions of all table events, but for clocks, of the tables that are not over at a position."""
    wanted, over = defaultdict[str, list[int]](list), set[str]()
    for position, game_id, _, topic, _ in world.clusters[number].primary.rows:
        if position > upto or not topic.startswith("table.") or topic.startswith(CLOCKS):
            continue
        wanted[game_id].append(position)
        over |= {game_id} if topic.startswith(OVER) else set()
    return {game_id: positions for game_id, positions in wanted.items() if game_id not in over}


def _check_expiry(world: "World") -> None:
    """Tables whose players never came are closed while processes run. A role drops a table that is found nowhere."""
    if world.injected["set clock"] or world.reached[UNPLACED]:
        return
    touched = dict[str, datetime]()
    for row in world.rows():
        event = EventRow(*row[1:])
        if event.topic.startswith(NOT_OPEN):
            touched.pop(event.stream_id, None)
        elif event.topic.startswith(OPENED) or event.stream_id in touched:
            touched[event.stream_id] = read_envelope(event).at
    now = BEGAN + timedelta(seconds=max(0.0, world.stopped_s - LATE_S))
    for game_id, at in touched.items():
        if at + timedelta(seconds=deadlines.EXPIRY_S) < now and world.stopped_s > world.deadlines_led_s + LATE_S:
            world.faults.append(f"the table {game_id} was not closed, although nothing happened since {at}")
