"""Composes the services that answer calls."""

import time
from collections.abc import Callable, Sequence
from functools import partial

from msgspec import Struct

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
from services.api.grpc_server import ServerDependencies
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
from services.main.issuer import code_flow_of, issuer_of
from services.main.notices import apple_key_of, fcm_of, mail_of, push_key_of
from services.main.passkeys import party_of
from services.notify.guard import Guard
from services.notify.mail_links import MailLinks
from services.notify.maintenance import MaintenanceNotices
from services.notify.notice_storage import NoticeStorage
from services.notify.way_back import WayBack
from services.platform.clock import ClockTrust
from services.projection_runner.views import ProjectedViews
from services.public_stream.stream import PublicStream
from services.roles.expert_process import ExpertProcess
from services.roles.matchmaking import Matchmaking
from services.roles.orders.desk import StandingOrderService
from services.settings import Settings
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tables.completion_rates import Reliable
from services.tables.farewell import AccountOffboarding
from services.tables.open_tables import OpenTables, TableQuota
from services.tables.unfinished import OpenTableIndex
from services.tlog.tlog_storage import LogStorage
from services.tournaments.tournament_service import Tournaments


class ProcessParts(Struct, frozen=True):
    """The parts of a process that its calls share with its roles. `wall_s`: the clock of its machine, in seconds since
    1970."""

    store: EventStore
    sql: Sql
    games: GameService
    tables: Sequence[OpenTableIndex]
    views: ProjectedViews
    orders: StandingOrderService
    tournaments: Tournaments
    trust: ClockTrust
    wall_s: Callable[[], float] = time.time


class CallServices(Struct, frozen=True):
    """The composed services. `accounts` and later fields have background tasks, or are closed at the end."""

    dependencies: ServerDependencies
    gate: Gate
    accounts: AccountStorage
    chat: ChatStorage
    meeting: Matchmaking
    analyses: Analyses
    logged: LogStorage | None


def compose(settings: Settings, process: ProcessParts) -> CallServices:
    """Return services that have done nothing yet. A key that the key folder lacks, and that this process may not make,
    is an error now, and not at the first sign-in."""
    store, sql, games, lists = process.store, process.sql, process.games, process.views.read.lists
    accounts, chat, notices = AccountStorage(sql), ChatStorage(sql), NoticeStorage(sql)
    people, puzzles, clubs = People(sql), PuzzleStorage(sql), Clubs(ClubStorage(sql))
    oidc = issuer_of(settings)
    sign_in = _sign_in(settings, process, accounts, oidc)
    farewell = AccountOffboarding(games, store, lists)
    sign_in.on_delete += [farewell.leave, chat.forget, notices.forget]
    sign_in.on_delete += [people.forget, puzzles.forget, process.tournaments.leave, clubs.leave]
    room = OpenTables(games, lists, partial(_tables_of, settings, sign_in)).room
    meeting = _meeting(process, room, people, sign_in)
    logged = LogStorage(sql) if settings.log else None
    analyses = Analyses(KeptAnalyses(sql), settings.analyses, settings.analysis_tries)
    staff, links = Staff(sql, settings.operators, process.wall_s), MailLinks(sql)
    guard = Guard(private=settings.webhooks_private)
    push_key = push_key_of(settings)
    dependencies = ServerDependencies(
        games=games,
        meeting=meeting,
        read=process.views.read,
        sign_in=sign_in,
        stopping=Stopping(),
        chat=TableChat(games, chat),
        history=history_parts(games, store, sql, settings.keys, room, logged, analyses),
        notices=notices,
        guard=guard,
        room=room,
        challenges=ChallengeLimits(
            sign_in,
            accounts.tries,
            settings.challenges_per_program,
            settings.challenges_per_challenger,
            process.wall_s,
        ),
        people=people,
        links=links,
        back=WayBack(sign_in, RecoveryCodes(sql), links, accounts.tries, mails=mail_of(settings) is not None),
        passkeys=Passkeys(sql, sign_in, party_of(settings), process.wall_s),
        apps=_apps(settings, process, accounts, sign_in, guard),
        own=OwnData(sql, lists),
        orders=process.orders,
        tournaments=process.tournaments,
        clubs=clubs,
        farewell=farewell,
        staff=staff,
        actions=OperatorActions(sql),
        maintenance=MaintenanceNotices(sql, process.wall_s),
        experts=ExpertProcess(),
        puzzles=puzzles,
        has_puzzles=settings.puzzle_minutes > 0,
        public=PublicStream(store, process.tournaments, process.views.read.leaders, Imports(sql).among),
        fixed_setups=settings.fixed_setups,
        expert_tries=settings.expert_tries,
        with_issuer=_with_issuer(settings, oidc, sign_in, accounts),
        push_key=push_key.public if push_key else "",
        push_services=settings.push_services,
        fcm_project=account.project_id if (account := fcm_of(settings)) else "",
        apns_topic=key.topic if (key := apple_key_of(settings)) else "",
    )
    return CallServices(dependencies, _gate(settings, sign_in, staff), accounts, chat, meeting, analyses, logged)


def _sign_in(settings: Settings, process: ProcessParts, accounts: AccountStorage, oidc: OidcIssuer | None) -> SignIn:
    keys = KeyRing(settings.keys, process.wall_s, lambda: process.trust.agrees)
    keys.signing()
    return SignIn(accounts, Issuer(keys, clock=process.wall_s), process.wall_s, oidc)


def _meeting(process: ProcessParts, room: TableQuota, people: People, sign_in: SignIn) -> Matchmaking:
    reliable = Reliable(process.games, process.views.read.lists)
    return Matchmaking(
        process.games,
        process.store,
        process.tables,
        room,
        people.apart,
        reliable.meets,
        reliable.demands,
        sign_in.is_program,
    )


def _gate(settings: Settings, sign_in: SignIn, staff: Staff) -> Gate:
    streams = settings.streams_per_account, settings.streams_per_address
    return Gate(sign_in, staff, settings.calls_per_s, *streams, settings.proxies, settings.app_calls_per_min)


def _apps(settings: Settings, process: ProcessParts, accounts: AccountStorage, sign_in: SignIn, guard: Guard) -> Apps:
    ids = IdTokens(id_token_keys(settings.keys, lambda: process.trust.agrees), settings.public_url)
    if ids.issuer:
        ids.is_offered()
    scopes, documents = tuple(map(word, GRANTED)), ClientDocuments(guard, process.wall_s)
    return Apps(
        accounts.apps, sign_in, documents, settings.public_url, scopes, ids, process.wall_s, mcp_url=settings.mcp_url
    )


async def _tables_of(settings: Settings, sign_in: SignIn, account: str) -> int:
    """Return the number of unfinished tables that the account may have."""
    return settings.tables_per_program if await sign_in.is_program(account) else settings.tables_per_account


def _with_issuer(
    settings: Settings, oidc: OidcIssuer | None, sign_in: SignIn, accounts: AccountStorage
) -> WithIssuer | None:
    flow = code_flow_of(settings, oidc)
    if flow is None and oidc is not None:
        WithIssuerToken(oidc, sign_in, accounts)
    return WithIssuer(flow, sign_in, accounts) if flow else None
