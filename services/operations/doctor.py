"""Checks what an operator would check: the store, its schema, the views' lag, the chains. And says what to do."""

import asyncio
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Literal, TypeAlias

from msgspec import Struct

from domain.history.chain import first_link, next_link
from domain.history.codec import UNREADABLE, Codec, UnknownTopic, link_of, sealed_bytes
from domain.history.record import EventRow
from domain.table.messages import GameOpened
from projections.folds.marks import stands_in
from projections.stores.interface import View, ViewUnavailable
from services.application.aggregate_snapshots import AggregateSnapshots
from services.platform.private_files import is_wide, narrow
from services.store.archive.objects import ArchiveUnavailable, Damaged, NotInArchive
from services.store.archive.read_through import ReadThroughStore
from services.store.backends import backend
from services.store.interface import EventStore, StoreUnavailable
from services.store.migrations import latest
from services.store.postgres_requirements import ENCODINGS, SHARES_SESSIONS, TAKES_NO_WRITES, DatabaseServer

LAG_WARN = 1_000
STORE_AWAY = "Is TURNLEDGER_STORE right, and the server running?"
VIEWS_AWAY = "Is TURNLEDGER_VIEWS right, and Redis running?"
ARCHIVE_AWAY = (
    "Is TURNLEDGER_ARCHIVE right, its folder mounted, and does it answer? Until then archived games are UNAVAILABLE."
)
PUT_BACK = "put them back from a copy of the archive"
FSYNC = "ALTER SYSTEM SET fsync = on; SELECT pg_reload_conf()."
DAMAGED = "Stop the server, restore a backup into a new file, and look for the cause in the disk's log."
LOG_BATCH = 5_000
NEWEST_BACK = 20_000
"""Positions from the end of the log among which the newest games are looked for first."""
ROLE_OF = {"checkpoints": "api", "deletions": "api"}
"""The role of a process that does it, where it has another name."""
LED_S = 1.0
"""A lead that is not to be had for so long has a leader."""

Show: TypeAlias = Callable[[str, int, int], None]
"""Is called with a phase, the number of games done, and of how many."""


def silent(phase: str, done: int, of: int) -> None:
    """Show nothing."""


class Finding(Struct, frozen=True):
    """One thing that was checked. `remedy`: what to do; empty if the state is ok."""

    check: str
    state: Literal["ok", "warn", "fail"]
    said: str
    remedy: str = ""

    @property
    def section(self) -> str:
        """A section of docs/runbook.md; empty if nothing has to be done."""
        return "" if self.state == "ok" else f"Doctor: {'views' if self.check.startswith('view') else self.check}"


def check_schema(url: str) -> Finding:
    """Check that the store's tables are those of this program."""
    store = backend(url)
    if not store.is_there():
        return Finding(
            "store", "fail", f"there is no store at {url}", "Is TURNLEDGER_STORE right? `turnledger migrate` makes one."
        )
    wanted = latest(store.kind)
    try:
        found = store.schema_version()
    except Exception as away:  # any error of the driver: it is reported, and no other check runs
        return Finding("store", "fail", f"does not answer: {away}", STORE_AWAY)
    if found < wanted:
        return Finding("store", "fail", f"schema {found}, wanted {wanted}", "Run `turnledger migrate`.")
    if found > wanted:
        return Finding("store", "fail", f"schema {found}, wanted {wanted}", "A newer program made it: run that one.")
    if damage := store.damage():
        return Finding("store", "fail", f"the file is damaged: {damage}", DAMAGED)
    return Finding("store", "ok", f"answers, schema {found}")


def check_files(files: Sequence[Path]) -> Finding:
    """Check that only the owner can read files with secrets; wider permissions are narrowed."""
    wide = [each for each in files if is_wide(each)]
    for each in wide:
        narrow(each)
    named = ", ".join(str(each) for each in wide)
    if any(is_wide(each) for each in wide):
        return Finding("files", "warn", f"others may read {named}", "Let their owner take that away: chmod go-rwx.")
    if wide:
        remedy = "Had others an account on this machine: `turnledger keys --rotate`, and new passwords."
        return Finding("files", "warn", f"others could read {named}, and no longer can", remedy)
    return Finding("files", "ok", "nobody but their owner reads them")


def check_phones(apps: Sequence[str], problem: str) -> Finding:
    """`apps`: the configured push services; `problem`: the mistake in their settings."""
    if problem:
        remedy = "Put the key where the setting says, as Google or Apple gave it. Processes do not start without it."
        return Finding("phones", "fail", problem, remedy)
    return Finding("phones", "ok", f"notices go to {', '.join(apps)}" if apps else "no notices go to apps")


def check_server(server: DatabaseServer) -> Finding:
    """Check that PostgreSQL is as `serve` needs it. A read-only account suffices for the doctor."""
    if server.shares_sessions:
        return Finding("server", "fail", SHARES_SESSIONS, "Name the database itself in TURNLEDGER_STORE.")
    if not server.takes_writes:
        reset = "ALTER DATABASE … RESET default_transaction_read_only."
        remedy = "Name the primary in TURNLEDGER_STORE." if server.is_replica else reset
        return Finding("server", "fail", TAKES_NO_WRITES, remedy)
    if server.encoding not in ENCODINGS:
        said = f"the database has the encoding {server.encoding}, which has not all letters of names and chat"
        return Finding("server", "fail", said, "Dump it, and restore it into one that was made with ENCODING 'UTF8'.")
    if not server.fsync:
        return Finding("server", "warn", "fsync is off: a power cut loses acknowledged commands", FSYNC)
    if not server.may_append:
        return Finding("server", "ok", f"takes writes; {server.account} may only read, which suffices for this check")
    return Finding("server", "ok", f"takes writes, {server.account} may append")


def check_account(server: DatabaseServer) -> Finding:
    """Check that the account cannot change stored events at will."""
    if server.superuser:
        said = f"{server.account} is a superuser: it may change and delete every stored event"
        remedy = "Name an account with turnledger_writer alone in TURNLEDGER_STORE: deploy/accounts.sql makes it."
        return Finding("account", "warn", said, remedy)
    return Finding("account", "ok", f"{server.account} is not a superuser")


def check_views_server(shortcomings: Sequence[str]) -> Finding:
    """Check that Redis is as views need it."""
    if shortcomings:
        remedy = "Views need a primary with room and maxmemory-policy noeviction. Were keys lost: `turnledger rebuild`."
        return Finding("redis", "fail", "; ".join(shortcomings), remedy)
    return Finding("redis", "ok", "takes writes, and keeps what it has")


async def check_view(name: str, view: View, store: EventStore) -> Finding:
    """Check how far a view is behind the log."""
    try:
        generation = await view.live()
        position, known = await generation.position(), await stands_in(store, generation)
        lag = await store.log_head() - position
    except ViewUnavailable as away:
        return Finding(f"view {name}", "fail", f"does not answer: {away}", VIEWS_AWAY)
    except ArchiveUnavailable as away:
        return Finding(f"view {name}", "fail", f"cannot be compared with the log: {away}", ARCHIVE_AWAY)
    except StoreUnavailable as away:
        return Finding(f"view {name}", "fail", f"cannot be compared with the log: {away}", STORE_AWAY)
    if lag < 0 or not known:
        return Finding(
            f"view {name}",
            "fail",
            f"{-lag} events ahead of the log" if lag < 0 else "stands at an event that is not in the log",
            "The store lost events, a backup was restored, or it is another store's: `turnledger rebuild`.",
        )
    if lag > LAG_WARN and all([await _is_led(store, name) for name in view.leads]):
        remedy = "Look again in a minute. If it does not fall, the log of the process that follows says why."
        return Finding(f"view {name}", "warn", f"{lag} events behind, and somebody follows", remedy)
    if lag > LAG_WARN:
        remedy = "Start a process with the role follower. If there is one, its log names the event that it stopped at."
        return Finding(f"view {name}", "fail", f"{lag} events behind, and nobody follows", remedy)
    return Finding(f"view {name}", "ok", f"{lag} events behind")


async def check_roles(store: EventStore, names: Sequence[str]) -> Finding:
    """Check that a process holds the lease of each role."""
    led = await asyncio.gather(*(_is_led(store, name) for name in names))
    idle = [name for name, is_led in zip(names, led, strict=True) if not is_led]
    if idle:
        roles = ",".join(dict.fromkeys(ROLE_OF.get(name, name) for name in idle))
        remedy = f"Start a process with TURNLEDGER_ROLES={roles}. If one has them, its log says at critical why not."
        return Finding("roles", "warn", f"nobody does {', '.join(idle)}", remedy)
    return Finding("roles", "ok", f"somebody does {', '.join(names)}")


async def _is_led(store: EventStore, name: str) -> bool:
    try:
        async with asyncio.timeout(LED_S), store.lead(name):
            return False
    except TimeoutError:
        return True


async def check_snapshots(snapshots: AggregateSnapshots) -> Finding:
    """Count the long games that have usable snapshots; snapshots of another program are skipped and made again in
    time."""
    total, ours = await snapshots.count(), await snapshots.count_ours()
    if ours < total:
        return Finding("snapshots", "ok", f"{total}, of which {ours} were made by this very program and count")
    return Finding("snapshots", "ok", f"{total}, all made by this very program")


async def check_archive(store: ReadThroughStore, games_max: int, show: Show = silent) -> Finding:
    """Check that the files of the games archived last (of all games, with 0) exist and are unchanged."""
    games, wrong, missing = await store.hot.archived_last(games_max), list[str](), 0
    if not games:
        return Finding("archive", "ok", "no game is archived")
    for number, game in enumerate(games):
        show("archive", number, len(games))
        try:
            await asyncio.to_thread(store.archive.prove, game)
        except (NotInArchive, Damaged) as fault:
            wrong.append(str(fault))
            missing += isinstance(fault, NotInArchive)
        except StoreUnavailable as away:
            return Finding("archive", "fail", f"does not answer: {away}", ARCHIVE_AWAY)
    if missing == len(games) > 1:
        said = f"has none of the {len(games)} files that were looked for"
        return Finding("archive", "fail", said, f"{ARCHIVE_AWAY} If files were lost, {PUT_BACK}.")
    if wrong:
        remedy = f"{PUT_BACK.capitalize()}: the store does not have their games any more."
        return Finding("archive", "fail", f"{len(wrong)} of {len(games)} wrong: {'; '.join(wrong[:5])}", remedy)
    return Finding("archive", "ok", f"{len(games)} files are there, and what they were")


async def check_chains(store: ReadThroughStore, codec: Codec, games_max: int, show: Show = silent) -> Finding:
    """Follows the chain of the newest games (of all, with 0) through their stored bytes. Why archived ones cannot be
    read, check_archive says."""
    games = await newest_games(store.hot, games_max)  # the last event of each is in the store
    broken, unread, away = list[str](), 0, False
    for number, game_id in enumerate(games):
        show("chains", number, len(games))
        if away and await store.hot.archived(game_id):  # each would be waited for as long as the first
            unread += 1
            continue
        try:
            problem = broken_link(await store.load(game_id), codec)
        except ArchiveUnavailable as gone:
            unread, away = unread + 1, not isinstance(gone, NotInArchive | Damaged)
            continue
        if problem:
            broken.append(f"{game_id} at version {problem}")
    if broken:
        remedy = "Stored rows were changed: `turnledger audit --all`, and these games from a backup."
        return Finding("chains", "fail", f"{len(broken)} of {len(games)} broken: {', '.join(broken[:5])}", remedy)
    intact = f"{len(games) - unread} games intact"
    return Finding("chains", "ok", f"{intact}, {unread} not to be read from the archive" if unread else intact)


def broken_link(rows: Sequence[EventRow], codec: Codec) -> int:
    """The first version whose link does not follow from what is stored, 0 if all do."""
    try:
        opened = codec.read(rows[0]).event
    except (*UNREADABLE, UnknownTopic):
        return 1
    if not isinstance(opened, GameOpened):
        return 1
    secret, link = bytes.fromhex(opened.secret), first_link(rows[0].stream_id, opened.commitment)
    for place, row in enumerate(rows, 1):
        link = next_link(link, secret, row.version, sealed_bytes(row))
        if row.version != place or link_of(row) != link:
            return row.version
    return 0


async def newest_games(store: EventStore, games_max: int) -> list[str]:
    """Read from the end of the log, as far back as so many games need; with 0 from its start."""
    head, back = await store.log_head(), NEWEST_BACK
    while games_max and back < head:
        games = await _games_after(store, head - back)
        if len(games) >= games_max:
            return games[-games_max:]
        back *= 4
    return (await _games_after(store, 0))[-games_max:]


async def _games_after(store: EventStore, position: int) -> list[str]:
    """Those with events after a position, in the order of their last ones."""
    games: dict[str, None] = {}
    while rows := await store.read_log(position, LOG_BATCH):
        position = rows[-1].position
        for each in rows:
            games.pop(each.row.stream_id, None)
            games[each.row.stream_id] = None
    return list(games)
