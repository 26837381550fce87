"""What this process does for the whole store, as its settings say."""

from contextlib import AsyncExitStack

from services.application.games import Games
from services.history.imports import Imports
from services.history.parts import signing_keys
from services.main.background import background
from services.notify.guard import Guard
from services.notify.notifier import Notifier
from services.notify.sender import Sender
from services.notify.storage import WebhookStorage
from services.roles.beacon import BeaconRounds, Relays
from services.roles.bots import Bots
from services.roles.deadlines import Deadlines
from services.settings import Settings
from services.store import open_sql
from services.store.interface import EventStore
from services.tlog.asking import Witnesses
from services.tlog.parts import log_signer, policy_of
from services.tlog.role import LogWriter
from services.tlog.storage import LogStorage
from services.views import ProjectedViews


def start_roles(
    parts: AsyncExitStack, settings: Settings, store: EventStore, games: Games, views: ProjectedViews
) -> None:
    """Those that the settings give to this process."""
    if "follower" in settings.roles:
        imported = _imports(parts, settings).among
        background(parts, "follower", views.follower(store, games.codec, settings.follows, imported).run())
    if "bots" in settings.roles:
        background(parts, "bots", Bots(games, store, settings.bots_pace_s).run())
    if "deadlines" in settings.roles:
        background(parts, "deadlines", Deadlines(games, store).run())
    if "beacon" in settings.roles:
        relays = Relays(settings.beacon_relays)
        parts.push_async_callback(relays.close)
        background(parts, "beacon", BeaconRounds(games, store, relays).run())
    if settings.log and "log" in settings.roles:
        background(parts, "log", _log_writer(parts, settings, store).run())
    if "webhooks" in settings.roles:
        background(parts, "webhooks", _notifier(parts, settings, store, games).run())


def _imports(parts: AsyncExitStack, settings: Settings) -> Imports:
    sql = open_sql(settings.store)
    parts.push_async_callback(sql.close)
    return Imports(sql)


def _log_writer(parts: AsyncExitStack, settings: Settings, store: EventStore) -> LogWriter:
    signer, keys = log_signer(settings), signing_keys(settings.keys)
    sql, witnesses = open_sql(settings.store), Witnesses(policy_of(settings, signer))
    parts.push_async_callback(sql.close)
    parts.push_async_callback(witnesses.close)
    return LogWriter(store, LogStorage(sql), signer, witnesses, keys.published)


def _notifier(parts: AsyncExitStack, settings: Settings, store: EventStore, games: Games) -> Notifier:
    sql, sender = open_sql(settings.store), Sender(Guard(private=settings.webhooks_private))
    parts.push_async_callback(sql.close)
    parts.push_async_callback(sender.close)
    return Notifier(games, store, WebhookStorage(sql), sender)
