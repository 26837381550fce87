"""The API of a simulated process: every service of the contract behind the product's HTTP server, as services/main puts
them together."""

from collections.abc import Callable
from contextvars import Context
from pathlib import Path
from random import Random

from services.accounts.account_storage import AccountStorage
from services.accounts.challenge_limits import ChallengeLimits
from services.accounts.operator_actions import OperatorActions
from services.accounts.own_data import OwnData
from services.accounts.passkeys import Passkeys
from services.accounts.people import People
from services.accounts.recovery import RecoveryCodes
from services.accounts.sign_in import SignIn
from services.accounts.staff import Staff
from services.accounts.tokens import Issuer, KeyRing
from services.api.gate.gate import Gate
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
from services.history.history_parts import history_parts
from services.history.imports import Imports
from services.history.puzzle_storage import PuzzleStorage
from services.main.readiness import Readiness
from services.notify.guard import Guard
from services.notify.mail_links import MailLinks
from services.notify.maintenance import MaintenanceNotices
from services.notify.notice_storage import NoticeStorage
from services.notify.way_back import WayBack
from services.projection_runner.views import ProjectedViews
from services.public_stream.stream import PublicStream
from services.roles.expert_process import ExpertProcess
from services.roles.matchmaking import Matchmaking
from services.roles.orders.desk import StandingOrderService
from services.store.interface import EventStore
from services.store.sql import Sql
from services.tables.farewell import AccountOffboarding
from services.tables.open_tables import OpenTables
from services.tables.unfinished import OpenTableIndex
from services.tournaments.tournament_service import Tournaments
from services.tournaments.tournament_storage import TournamentStorage
from services.web.app import web_app
from tests.simulation.loop import SimulatedLoop
from tests.simulation.web import WebHost
from tests.simulation.wire import Host

CALLS_PER_S = 1_000_000
TABLES_MAX = 10_000
"""Limits count real seconds, of which a simulated hour has few."""
CHALLENGES = 100


def api_host(
    loop: SimulatedLoop,
    dice: Random,
    context: Context,
    folder: Path,
    wall_s: Callable[[], float],
    store: EventStore,
    sql: Sql,
    games: GameService,
    tables: OpenTableIndex,
    views: ProjectedViews,
    orders: StandingOrderService,
) -> Host:
    """Return the address at which a process answers. `folder`: of the keys, which all processes share. `wall_s`: the
    clock of its machine."""
    sign_in = SignIn(AccountStorage(sql), Issuer(KeyRing(folder, wall_s), clock=wall_s), wall_s)
    gate = Gate(sign_in, Staff(sql, (), wall_s), CALLS_PER_S)
    parts = _dependencies(sign_in, folder, wall_s, store, sql, games, tables, views, orders)
    ready = Readiness(store, views)
    return Host(loop, dice, WebHost(web_app(served(parts, gate), ready=ready)).accept, context)


def _dependencies(
    sign_in: SignIn,
    folder: Path,
    wall_s: Callable[[], float],
    store: EventStore,
    sql: Sql,
    games: GameService,
    tables: OpenTableIndex,
    views: ProjectedViews,
    orders: StandingOrderService,
) -> ServerDependencies:
    accounts, chat, links, people = AccountStorage(sql), ChatStorage(sql), MailLinks(sql), People(sql)
    room = OpenTables(games, views.read.lists, _tables_of).room
    meeting = Matchmaking(games, store, [tables], room, people.apart, is_program=sign_in.is_program)
    back = WayBack(sign_in, RecoveryCodes(sql), links, accounts.tries, mails=False)
    tournaments, clubs = Tournaments(TournamentStorage(sql)), Clubs(ClubStorage(sql))
    guard, ids = Guard(private=False), IdTokens(id_token_keys(folder), "")
    return ServerDependencies(
        games=games,
        meeting=meeting,
        read=views.read,
        sign_in=sign_in,
        stopping=Stopping(),
        chat=TableChat(games, chat),
        history=history_parts(games, store, sql, folder, room),
        notices=NoticeStorage(sql),
        guard=guard,
        room=room,
        challenges=ChallengeLimits(sign_in, accounts.tries, CHALLENGES, CHALLENGES),
        people=people,
        links=links,
        back=back,
        passkeys=Passkeys(sql, sign_in, None, wall_s),
        apps=Apps(accounts.apps, sign_in, ClientDocuments(guard, wall_s), "", (), ids, wall_s),
        own=OwnData(sql, views.read.lists),
        orders=orders,
        tournaments=tournaments,
        clubs=clubs,
        farewell=AccountOffboarding(games, store, views.read.lists),
        staff=Staff(sql, (), wall_s),
        actions=OperatorActions(sql),
        maintenance=MaintenanceNotices(sql, wall_s),
        experts=ExpertProcess(),
        puzzles=PuzzleStorage(sql),
        public=PublicStream(store, tournaments, views.read.leaders, Imports(sql).among),
    )


async def _tables_of(_: str) -> int:
    return TABLES_MAX
