"""What this process does for the whole store, as its settings say."""

from contextlib import AsyncExitStack

from services.accounts.seats import seating_of
from services.accounts.storage import AccountStorage
from services.application.games import Games
from services.history.imports import Imports
from services.history.parts import signing_keys
from services.main.background import background
from services.main.notices import notifier
from services.roles.beacon import BeaconRounds, Relays
from services.roles.bots import Bots
from services.roles.deadlines import Deadlines
from services.roles.orders.follow import OrderFollower
from services.roles.tournaments import TournamentTables
from services.settings import Settings
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tables.unfinished import UnfinishedTables
from services.tlog.asking import Witnesses
from services.tlog.parts import log_signer, policy_of
from services.tlog.role import LogWriter
from services.tlog.storage import LogStorage
from services.tournaments.tournaments import Tournaments
from services.views import ProjectedViews


def start_roles(
    parts: AsyncExitStack,
    settings: Settings,
    store: EventStore,
    sql: Sql,
    games: Games,
    tables: UnfinishedTables,
    views: ProjectedViews,
    orders: OrderFollower,
    tournaments: Tournaments,
) -> None:
    """Those that the settings give to this process."""
    if "follower" in settings.roles:
        imported = Imports(sql).among
        background(parts, "follower", views.follower(store, games.codec, settings.follows, imported).run())
    if "bots" in settings.roles:
        background(parts, "bots", Bots(games, store, tables, settings.bots_pace_s).run())
        background(parts, "orders", orders.run())
    if "deadlines" in settings.roles:
        background(parts, "deadlines", Deadlines(games, store, tables).run())
    if "tournaments" in settings.roles:
        seating = seating_of(AccountStorage(sql))
        rounds = Relays(settings.beacon_relays)
        parts.push_async_callback(rounds.close)
        carried_on = TournamentTables(games, store, tournaments, seating, rounds.signature)
        background(parts, "tournaments", carried_on.run())
    if "beacon" in settings.roles:
        relays = Relays(settings.beacon_relays)
        parts.push_async_callback(relays.close)
        background(parts, "beacon", BeaconRounds(games, store, tables, relays).run())
    if settings.log and "log" in settings.roles:
        background(parts, "log", _log_writer(parts, settings, store, sql).run())
    if "webhooks" in settings.roles:
        background(parts, "webhooks", notifier(parts, settings, store, sql, games, tournaments).run())


def _log_writer(parts: AsyncExitStack, settings: Settings, store: EventStore, sql: Sql) -> LogWriter:
    signer, keys = log_signer(settings), signing_keys(settings.keys)
    witnesses = Witnesses(policy_of(settings, signer))
    parts.push_async_callback(witnesses.close)
    return LogWriter(store, LogStorage(sql), signer, witnesses, keys.published)
