"""Composes the services that answer calls."""

import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from functools import partial

import structlog

from services.accounts.account_storage import AccountStorage
from services.accounts.challenge_limits import ChallengeLimits
from services.accounts.oidc import OidcIssuer
from services.accounts.operator_actions import OperatorActions
from services.accounts.own_data import OwnData
from services.accounts.passkeys import Passkeys
from services.accounts.people import People
from services.accounts.recovery import RecoveryCodes
from services.accounts.sign_in import SignIn
from services.accounts.staff import Staff
from services.accounts.tokens import Issuer, KeyRing
from services.accounts.with_issuer import WithIssuer, WithIssuerToken
from services.api.gate.gate import Gate
from services.api.gate.scopes import GRANTED, word
from services.api.gate.stopping import Stopping
from services.api.grpc_server import ServerDependencies, served
from services.application.game_service import GameService
from services.apps.apps import Apps
from services.apps.documents import ClientDocuments
from services.apps.id_tokens import IdTokens, id_token_keys
from services.chat.chat import TableChat
from services.chat.chat_storage import ChatStorage
from services.clubs.club_service import Clubs
from services.clubs.club_storage import ClubStorage
from services.history.analyses import Analyses
from services.history.history_parts import history_parts
from services.history.imports import Imports
from services.history.kept_analyses import KeptAnalyses
from services.history.puzzle_storage import PuzzleStorage
from services.main.background import background
from services.main.issuer import code_flow_of, issuer_of
from services.main.notices import apple_key_of, fcm_of, mail_of, push_key_of
from services.main.passkeys import party_of
from services.main.ports import Started, listen
from services.notify.guard import Guard
from services.notify.mail_links import MailLinks
from services.notify.maintenance import MaintenanceNotices
from services.notify.notice_storage import NoticeStorage
from services.notify.way_back import WayBack
from services.platform.clock import ClockTrust
from services.projection_runner.evicted_games import EvictedGames
from services.projection_runner.views import ProjectedViews
from services.public_stream.stream import PublicStream
from services.roles.expert_process import ExpertProcess
from services.roles.matchmaking import Matchmaking
from services.roles.orders.desk import StandingOrderService
from services.settings import Settings
from services.store.interface import EventStore, StoreUnavailable
from services.store.sql import Sql
from services.tables.completion_rates import Reliable
from services.tables.farewell import AccountOffboarding
from services.tables.open_tables import OpenTables
from services.tables.unfinished import OpenTableIndex
from services.tlog.tlog_storage import LogStorage
from services.tournaments.tournament_service import Tournaments
from services.web.app import Pages
from services.web.game_pages import GamePages
from services.web.game_pictures import GamePictures
from services.web.mail_pages import MailPages
from services.web.oauth_pages import OAuthPages
from services.web.statistics_pages import StatisticsPages

log = structlog.get_logger(__name__)
PREVIEWED_BYTES = 4 * 2**20
"""Memory for finished games that previews of links have read."""


async def answer_calls(
    parts: AsyncExitStack,
    settings: Settings,
    store: EventStore,
    sql: Sql,
    games: GameService,
    tables: Sequence[OpenTableIndex],
    views: ProjectedViews,
    orders: StandingOrderService,
    tournaments: Tournaments,
    trust: ClockTrust,
) -> Started:
    """Starts what answers calls."""
    keys = KeyRing(settings.keys, trusts_clock=lambda: trust.agrees)
    keys.signing()  # who may not make one hears it now, and not at the first sign-in
    chat, notices, accounts = ChatStorage(sql), NoticeStorage(sql), AccountStorage(sql)
    await _take_looks(accounts)
    oidc = issuer_of(settings)
    sign_in = SignIn(accounts, Issuer(keys), oidc=oidc)
    farewell = AccountOffboarding(games, store, views.read.lists)
    sign_in.on_delete += [farewell.leave, chat.forget, notices.forget]
    clubs = Clubs(ClubStorage(sql))
    puzzles = PuzzleStorage(sql)
    sign_in.on_delete += [People(sql).forget, puzzles.forget, tournaments.leave, clubs.leave]
    background(parts, "chat", chat.follow())
    stopping = Stopping()
    room = OpenTables(games, views.read.lists, partial(_tables_of, settings, sign_in)).room
    people = People(sql)
    reliable = Reliable(games, views.read.lists)
    meeting = Matchmaking(
        games, store, tables, room, people.apart, reliable.meets, reliable.demands, sign_in.is_program
    )
    background(parts, "meeting", meeting.read_ahead())
    logged = LogStorage(sql) if settings.log else None
    analyses = Analyses(KeptAnalyses(sql), settings.analyses, settings.analysis_tries)
    parts.push_async_callback(analyses.close)
    history = history_parts(games, store, sql, settings.keys, room, logged, analyses)
    background(parts, "checkpoints", history.checkpoints.run())
    staff = Staff(sql, settings.operators)
    calls_per_s, streams = settings.calls_per_s, (settings.streams_per_account, settings.streams_per_address)
    gate = Gate(sign_in, staff, calls_per_s, *streams, settings.proxies, settings.app_calls_per_min)
    experts = ExpertProcess()
    parts.push_async_callback(experts.close)
    push_key, links = push_key_of(settings), MailLinks(sql)
    back = WayBack(sign_in, RecoveryCodes(sql), links, accounts.tries, mails=mail_of(settings) is not None)
    guard = Guard(private=settings.webhooks_private)
    ids = IdTokens(id_token_keys(settings.keys, lambda: trust.agrees), settings.public_url)
    if ids.issuer:
        ids.is_offered()  # an operator whose key folder lacks a key hears it now
    apps = Apps(
        accounts.apps,
        sign_in,
        ClientDocuments(guard),
        settings.public_url,
        tuple(map(word, GRANTED)),
        ids,
        mcp_url=settings.mcp_url,
    )
    api = served(
        ServerDependencies(
            games=games,
            meeting=meeting,
            read=views.read,
            sign_in=sign_in,
            stopping=stopping,
            chat=TableChat(games, chat),
            history=history,
            notices=notices,
            guard=guard,
            room=room,
            challenges=ChallengeLimits(
                sign_in, accounts.tries, settings.challenges_per_program, settings.challenges_per_challenger
            ),
            people=people,
            links=links,
            back=back,
            passkeys=Passkeys(sql, sign_in, party_of(settings)),
            apps=apps,
            own=OwnData(sql, views.read.lists),
            orders=orders,
            tournaments=tournaments,
            clubs=clubs,
            farewell=farewell,
            staff=staff,
            actions=OperatorActions(sql),
            maintenance=MaintenanceNotices(sql),
            experts=experts,
            puzzles=puzzles,
            has_puzzles=settings.puzzle_minutes > 0,
            public=PublicStream(store, tournaments, views.read.leaders, Imports(sql).among),
            fixed_setups=settings.fixed_setups,
            expert_tries=settings.expert_tries,
            with_issuer=_with_issuer(settings, oidc, sign_in, accounts),
            push_key=push_key.public if push_key else "",
            push_services=settings.push_services,
            fcm_project=account.project_id if (account := fcm_of(settings)) else "",
            apns_topic=key.topic if (key := apple_key_of(settings)) else "",
        ),
        gate,
    )
    shown = views.read.games.with_left(EvictedGames(games, PREVIEWED_BYTES, views.read.games.is_behind))
    pictures = GamePictures(games)
    parts.push_async_callback(pictures.close)
    pages = Pages(
        mail=MailPages(links, back),
        games=GamePages(shown, sign_in, pictures, settings.public_url),
        statistics=StatisticsPages(views.read, sign_in),
        oauth=OAuthPages(apps) if apps.issuer else None,
    )
    told = await listen(parts, settings, store, views, api, gate, logged, pages)
    parts.callback(stopping.stop)
    return told


async def _tables_of(settings: Settings, sign_in: SignIn, account: str) -> int:
    """Return the number of unfinished tables that the account may have."""
    return settings.tables_per_program if await sign_in.is_program(account) else settings.tables_per_account


async def _take_looks(accounts: AccountStorage) -> None:
    try:
        if found := await accounts.take_looks(int(time.time())):
            log.info("names of accounts from before names had looks are kept from others now", accounts=found)
    except StoreUnavailable as away:
        log.warning("the names of old accounts are looked at when a server starts again", reason=str(away))


def _with_issuer(
    settings: Settings, oidc: OidcIssuer | None, sign_in: SignIn, accounts: AccountStorage
) -> WithIssuer | None:
    flow = code_flow_of(settings, oidc)
    if flow is None and oidc is not None:
        WithIssuerToken(oidc, sign_in, accounts)
    return WithIssuer(flow, sign_in, accounts) if flow else None
