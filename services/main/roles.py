"""The roles that this process runs for the whole store, by its settings."""

from collections.abc import Collection, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from functools import partial

from services.accounts.account_storage import AccountStorage
from services.accounts.seats import seating_of
from services.history.history_parts import signing_keys
from services.history.imports import Imports
from services.history.puzzle_search import PuzzleSearch
from services.history.puzzle_storage import PuzzleStorage
from services.main.background import background
from services.main.composition import ProcessParts
from services.main.notices import notifier
from services.projection_runner.filling import Store, left_long_ago
from services.projection_runner.views import HOUR_S
from services.roles.beacon_rounds import BeaconRounds, Relays
from services.roles.bot_player import Bots
from services.roles.deadlines import Deadlines
from services.roles.expert_process import ExpertProcess
from services.roles.orders.follow import OrderFollower
from services.roles.tournament_runner import TournamentTables
from services.settings import Settings
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tlog.asking import Witnesses
from services.tlog.installation import log_signer, policy_of
from services.tlog.role import LogWriter
from services.tlog.tlog_storage import LogStorage


def start_roles(
    parts: AsyncExitStack, settings: Settings, store: Store, process: ProcessParts, orders: Sequence[OrderFollower]
) -> None:
    """Start those that the settings give to this process. `store`: that of the process. `orders`: one a log."""
    sql, games, views = process.sql, process.games, process.views
    if "follower" in settings.roles:
        imported = Imports(sql).among
        left = partial(_left_long_ago, store, settings.views_keep_h * HOUR_S)
        unfinished = {each.store: each.game_ids for each in process.tables}
        for following in views.followers(store, games.codec, settings.follows, imported, left, unfinished):
            background(parts, "follower", following.run())
    _start_for_each_log(parts, settings, process, orders)
    if "tournaments" in settings.roles:
        seating = seating_of(AccountStorage(sql))
        rounds = Relays(settings.beacon_relays)
        parts.push_async_callback(rounds.close)
        carried_on = TournamentTables(games, store, process.tournaments, seating, rounds.signature, trust=process.trust)
        background(parts, "tournaments", carried_on.run())
    if settings.log and "log" in settings.roles:
        background(parts, "log", _log_writer(parts, settings, store, sql).run())
    if settings.puzzle_minutes and "puzzles" in settings.roles:
        budget_s = settings.puzzle_minutes * 60.0
        search = PuzzleSearch(store, PuzzleStorage(sql), Imports(sql).among, budget_s, trust=process.trust)
        background(parts, "puzzles", search.run())
    if "webhooks" in settings.roles:
        sends = notifier(parts, settings, store, sql, games, process.tournaments, views.read.leaders)
        background(parts, "webhooks", sends.run())


async def _left_long_ago(store: Store, keep_s: float) -> Collection[str]:
    return await left_long_ago(store, keep_s, datetime.now(UTC))


def _start_for_each_log(
    parts: AsyncExitStack, settings: Settings, process: ProcessParts, orders: Sequence[OrderFollower]
) -> None:
    """Start the roles for each log: while one log is unavailable the games of the others continue."""
    games, tables = process.games, process.tables
    if "bots" in settings.roles:
        experts = ExpertProcess()
        parts.push_async_callback(experts.close)
        for each in tables:
            background(parts, "bots", Bots(games, each.store, each, settings.bots_pace_s, experts).run())
        for follower in orders:
            background(parts, "orders", follower.run())
    if "deadlines" in settings.roles:
        for each in tables:
            background(parts, "deadlines", Deadlines(games, each.store, each, trust=process.trust).run())
    if "beacon" in settings.roles:
        relays = Relays(settings.beacon_relays)
        parts.push_async_callback(relays.close)
        for each in tables:
            background(parts, "beacon", BeaconRounds(games, each.store, each, relays).run())


def _log_writer(parts: AsyncExitStack, settings: Settings, store: EventStore, sql: Sql) -> LogWriter:
    signer, keys = log_signer(settings), signing_keys(settings.keys)
    witnesses = Witnesses(policy_of(settings, signer))
    parts.push_async_callback(witnesses.close)
    return LogWriter(store, LogStorage(sql), signer, witnesses, keys.published)
