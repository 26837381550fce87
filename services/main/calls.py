"""What answers calls, put together."""

import time
from contextlib import AsyncExitStack

import structlog

from services.accounts.oidc import OidcIssuer
from services.accounts.sign_in import SignIn
from services.accounts.storage import AccountStorage
from services.accounts.tokens import Issuer, KeyRing
from services.accounts.with_issuer import WithIssuer
from services.api.rpc import Gate
from services.api.server import Parts, served
from services.api.stopping import Stopping
from services.application.games import Games
from services.chat.chat import TableChat
from services.chat.storage import ChatStorage
from services.history.parts import history_parts
from services.main.background import background
from services.main.issuer import code_flow_of, issuer_of
from services.main.ports import Started, listen
from services.notify.guard import Guard
from services.notify.storage import WebhookStorage
from services.roles.matchmaking import Matchmaking
from services.settings import Settings
from services.store import open_sql
from services.store.interface import EventStore, StoreAway
from services.tables.farewell import Farewell
from services.tables.open_tables import OpenTables
from services.tlog.storage import LogStorage
from services.views import ProjectedViews

log = structlog.get_logger(__name__)


async def answer_calls(
    parts: AsyncExitStack, settings: Settings, store: EventStore, games: Games, views: ProjectedViews
) -> Started:
    """Starts what answers calls."""
    sql, keys = open_sql(settings.store), KeyRing(settings.keys)
    parts.push_async_callback(sql.close)
    keys.signing()  # who may not make one hears it now, and not at the first sign-in
    chat, webhooks, accounts = ChatStorage(sql), WebhookStorage(sql), AccountStorage(sql)
    await _take_looks(accounts)
    oidc = issuer_of(settings)
    sign_in = SignIn(accounts, Issuer(keys), oidc=oidc)
    sign_in.on_delete += [Farewell(games, store, views.read.lists).leave, chat.forget, webhooks.delete]
    background(parts, "chat", chat.follow())
    stopping = Stopping()
    room = OpenTables(games, views.read.lists, settings.tables_per_account).room
    meeting = Matchmaking(games, store, room)
    background(parts, "meeting", meeting.read_ahead())
    logged = _log_storage(parts, settings)
    history = history_parts(games, store, sql, settings.keys, room, logged)
    background(parts, "checkpoints", history.checkpoints.run())
    gate = Gate(
        sign_in, settings.calls_per_s, settings.streams_per_account, settings.streams_per_address, settings.proxies
    )
    api = served(
        Parts(
            games=games,
            meeting=meeting,
            read=views.read,
            sign_in=sign_in,
            stopping=stopping,
            chat=TableChat(games, chat),
            history=history,
            webhooks=webhooks,
            guard=Guard(private=settings.webhooks_private),
            room=room,
            fixed_setups=settings.fixed_setups,
            operators=frozenset(settings.operators),
            with_issuer=_with_issuer(settings, oidc, sign_in, accounts),
        ),
        gate,
    )
    told = await listen(parts, settings, store, views, api, gate, logged)
    parts.callback(stopping.stop)
    return told


async def _take_looks(accounts: AccountStorage) -> None:
    try:
        if found := await accounts.take_looks(int(time.time())):
            log.info("names of accounts from before names had looks are kept from others now", accounts=found)
    except StoreAway as away:
        log.warning("the names of old accounts are looked at when a server starts again", reason=str(away))


def _log_storage(parts: AsyncExitStack, settings: Settings) -> LogStorage | None:
    if not settings.log:
        return None
    sql = open_sql(settings.store)
    parts.push_async_callback(sql.close)
    return LogStorage(sql)


def _with_issuer(
    settings: Settings, oidc: OidcIssuer | None, sign_in: SignIn, accounts: AccountStorage
) -> WithIssuer | None:
    flow = code_flow_of(settings, oidc)
    return WithIssuer(flow, sign_in, accounts) if flow else None
