"""The gRPC server: every service of the contract, health and reflection."""

from collections.abc import Mapping
from typing import Any

import grpc
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection, reflection_pb2_grpc
from msgspec import Struct

from domain.table.tries import TRIES_MAX
from projections.read import Queries
from services.accounts.challenge_limits import ChallengeLimits
from services.accounts.operator_actions import OperatorActions
from services.accounts.own_data import OwnData
from services.accounts.passkeys import Passkeys
from services.accounts.people import People as PeopleStorage
from services.accounts.sign_in import SignIn
from services.accounts.staff import Staff
from services.accounts.with_issuer import WithIssuer
from services.api.account_operations import AccountOperations, StaffGrants
from services.api.accounts import Accounts
from services.api.catalogue import Catalogue
from services.api.chat import Chat
from services.api.clubs import Clubs
from services.api.fair_play import FairPlay
from services.api.gate import reflection_v1
from services.api.gate.gate import Gate, Handler, handlers
from services.api.gate.request_checks import MESSAGE_BYTES_MAX
from services.api.gate.stopping import Stopping
from services.api.gate.unsigned import Health, Reflection
from services.api.history import History
from services.api.lobby import Lobby
from services.api.messages.snapshots import ShownGames
from services.api.messages.words import Words
from services.api.notifications import Notifications
from services.api.operators import Operators
from services.api.order_messages import OrdersOfSeats
from services.api.people import People
from services.api.play import Play
from services.api.programs import Programs
from services.api.puzzles import Puzzles
from services.api.tournaments import Tournaments
from services.api.views import Views
from services.application.game_service import GameService
from services.apps.apps import Apps
from services.chat.chat import TableChat as Talk
from services.clubs.club_service import Clubs as ClubStreams
from services.history.history_parts import HistoryParts
from services.history.puzzle_storage import PuzzleStorage
from services.notify.guard import Guard
from services.notify.mail_links import MailLinks
from services.notify.maintenance import MaintenanceNotices
from services.notify.notice_storage import NoticeStorage
from services.notify.way_back import WayBack
from services.platform.history_quota import HistoryQuota
from services.public_stream.stream import PublicStream
from services.roles.expert_process import ExpertProcess
from services.roles.matchmaking import Matchmaking
from services.roles.orders.desk import StandingOrderService
from services.tables.budgets import Budgets
from services.tables.farewell import AccountOffboarding
from services.tables.members import Members
from services.tables.open_tables import TableQuota
from services.tournaments.tournament_service import Tournaments as Streams
from turnledger.v1 import (
    accounts_pb2,
    catalogue_pb2,
    chat_pb2,
    clubs_pb2,
    history_pb2,
    lobby_pb2,
    notifications_pb2,
    operators_pb2,
    people_pb2,
    play_pb2,
    programs_pb2,
    puzzles_pb2,
    tournaments_pb2,
    views_pb2,
)

Served = Mapping[str, dict[str, Handler]]
"""Handlers by method, by the full name of their service."""
KEEPALIVE_MS = 30_000
IDLE_MS, HANDSHAKE_MS = 5 * 60_000, 10_000
"""Connections without a call are ended after a while (clients connect again by themselves), and those that do not
begin to speak HTTP/2: each holds one of the process's file descriptors."""
AGE_GRACE_MS = 60_000
"""Calls of a connection that has reached its age have so long to end; clients make the next calls on another."""
STREAMS_MAX = 10_000
"""Open calls of one connection."""
PAST_PER_S, PAST = 20, 100
"""Looks into the past of games that one account may take: each reads some hundred events, and takes as long as dozens
of other calls."""
PENDING, PENDING_MAX = 10_000, 20_000
"""Calls that have come and nobody has looked at yet, of all connections: from the one on some, from the other on all
end as CANCELLED. gRPC's own bounds are a thousand and three, as many as clients send who come back after a restart."""
_OPTIONS = (
    ("grpc.max_receive_message_length", MESSAGE_BYTES_MAX),
    ("grpc.max_metadata_size", 16 * 1024),
    ("grpc.max_concurrent_streams", STREAMS_MAX),
    ("grpc.server.max_pending_requests", PENDING),
    ("grpc.server.max_pending_requests_hard_limit", PENDING_MAX),
    ("grpc.max_connection_idle_ms", IDLE_MS),
    ("grpc.server_handshake_timeout_ms", HANDSHAKE_MS),
    ("grpc.keepalive_time_ms", KEEPALIVE_MS),
    ("grpc.keepalive_timeout_ms", KEEPALIVE_MS),
    ("grpc.http2.min_ping_interval_without_data_ms", 10_000),
)


class ServerDependencies(Struct, frozen=True):
    """The parts of the services. `fixed_setups`: whether the operator allows tables with a given seed or set-up.
    `has_puzzles`: whether the installation looks for puzzles. `expert_tries`: the most that a table may state."""

    games: GameService
    meeting: Matchmaking
    read: Queries
    sign_in: SignIn
    stopping: Stopping
    chat: Talk
    history: HistoryParts
    notices: NoticeStorage
    guard: Guard
    room: TableQuota
    challenges: ChallengeLimits
    people: PeopleStorage
    links: MailLinks
    back: WayBack
    passkeys: Passkeys
    apps: Apps
    own: OwnData
    orders: StandingOrderService
    tournaments: Streams
    clubs: ClubStreams
    farewell: AccountOffboarding
    staff: Staff
    actions: OperatorActions
    maintenance: MaintenanceNotices
    experts: ExpertProcess
    public: PublicStream
    puzzles: PuzzleStorage
    has_puzzles: bool = False
    fixed_setups: bool = False
    expert_tries: int = TRIES_MAX
    with_issuer: WithIssuer | None = None
    push_key: str = ""
    push_services: tuple[str, ...] = ()
    fcm_project: str = ""
    apns_topic: str = ""


def served(parts: ServerDependencies, gate: Gate) -> Served:
    """Every service; the HTTP port takes the same ones."""
    games, read, sign_in = parts.games, parts.read, parts.sign_in
    past = HistoryQuota(PAST_PER_S, PAST)
    members = Members(games, parts.clubs.storage)
    budgets = Budgets(games, parts.expert_tries)
    lobby = Lobby(
        games,
        parts.meeting,
        read.lists,
        sign_in,
        parts.room,
        parts.challenges,
        members,
        budgets,
        fixed_setups=parts.fixed_setups,
    )
    shown_games = ShownGames()
    play = Play(games, past, Words(sign_in), OrdersOfSeats(parts.orders), parts.experts, shown_games)
    servicers = (
        (_service(accounts_pb2, "Accounts"), _accounts(parts)),
        (_service(catalogue_pb2, "Catalogue"), _catalogue(parts)),
        (_service(clubs_pb2, "Clubs"), Clubs(parts.clubs, sign_in, read.clubs)),
        (_service(chat_pb2, "Chat"), Chat(parts.chat, sign_in, parts.stopping, games, parts.notices)),
        (_service(history_pb2, "History"), History(games, parts.history, sign_in, past, parts.stopping)),
        (_service(lobby_pb2, "Lobby"), lobby),
        (_service(notifications_pb2, "Notifications"), _notifications(parts)),
        (_service(operators_pb2, "Operators"), _operators(parts)),
        (_service(people_pb2, "People"), People(parts.people, sign_in, parts.chat, games, read.lists)),
        (_service(play_pb2, "Play"), play),
        (_service(programs_pb2, "Programs"), Programs(sign_in, games, read.lists)),
        (_service(puzzles_pb2, "Puzzles"), Puzzles(games, parts.puzzles, Words(sign_in), past)),
        (_service(tournaments_pb2, "Tournaments"), _tournaments(parts, members)),
        (_service(views_pb2, "Views"), Views(games, read, sign_in, parts.stopping, past, shown_games, parts.public)),
    )
    return {service.full_name: handlers(service, servicer, gate) for service, servicer in servicers}


def _accounts(parts: ServerDependencies) -> Accounts:
    return Accounts(parts.sign_in, parts.staff, parts.with_issuer, parts.back, parts.own, parts.passkeys, parts.apps)


def _catalogue(parts: ServerDependencies) -> Catalogue:
    features = {
        "FIXED_SETUPS": parts.fixed_setups,
        "PASSKEYS": parts.passkeys.are_taken,
        "PUZZLES": parts.has_puzzles,
    }
    there = tuple(name for name, here in features.items() if here)
    return Catalogue(parts.maintenance, there, parts.expert_tries, has_beacon=parts.games.has_beacon)


def _operators(parts: ServerDependencies) -> Operators:
    keepers = AccountOperations(
        parts.sign_in, parts.actions, parts.maintenance, parts.staff, parts.farewell, parts.tournaments, parts.clubs
    )
    fair_play = FairPlay(
        parts.history.store,
        parts.games.codec,
        parts.history.analyses.all_kept,
        parts.read.lists,
        parts.read.leaders,
    )
    grants = StaffGrants(parts.staff, parts.actions, parts.sign_in)
    return Operators(
        parts.games, parts.read.lists, parts.sign_in, parts.chat, parts.notices, keepers, fair_play, grants
    )


def _notifications(parts: ServerDependencies) -> Notifications:
    return Notifications(
        parts.notices,
        parts.guard,
        parts.games,
        parts.sign_in,
        parts.links,
        mails=parts.back.mails,
        push_key=parts.push_key,
        push_services=parts.push_services,
        fcm_project=parts.fcm_project,
        apns_topic=parts.apns_topic,
    )


def _tournaments(parts: ServerDependencies, members: Members) -> Tournaments:
    signer = parts.history.keys.signer
    return Tournaments(parts.tournaments, parts.sign_in, parts.read.leaders, parts.stopping, signer, members)


class GrpcServer:
    """One port with the services, their health, and reflection. `credentials`: None for plain text. `shared_port`:
    other processes may listen on it too. `connection_age_s`: connections are closed after that long, give or take a
    tenth, when their calls have ended or AGE_GRACE_MS are over; 0 for never."""

    def __init__(
        self,
        served: Served,
        address: str,
        credentials: grpc.ServerCredentials | None,
        gate: Gate,
        *,
        shared_port: bool,
        connection_age_s: int = 0,
    ) -> None:
        options = [*_OPTIONS, ("grpc.so_reuseport", int(shared_port))]
        if connection_age_s:
            options.append(("grpc.max_connection_age_ms", connection_age_s * 1000))
            options.append(("grpc.max_connection_age_grace_ms", AGE_GRACE_MS))
        self._server = grpc.aio.server(options=options)
        methods = _Methods()
        for name, by_method in served.items():
            methods.add_registered_method_handlers(name, by_method)
        self._health = Health(("", *served), gate)
        health_pb2_grpc.add_HealthServicer_to_server(self._health, methods)
        reflection_v1.describe()
        names = (*served, health.SERVICE_NAME, reflection.SERVICE_NAME, reflection_v1.SERVICE_NAME)
        reflection_pb2_grpc.add_ServerReflectionServicer_to_server(Reflection(names, gate), methods)
        methods.add_alias(reflection.SERVICE_NAME, reflection_v1.SERVICE_NAME)
        self._server.add_generic_rpc_handlers((methods,))
        self.port: int = (
            self._server.add_secure_port(address, credentials)
            if credentials
            else self._server.add_insecure_port(address)
        )

    async def start(self) -> None:
        await self._server.start()
        self._health.report(health_pb2.HealthCheckResponse.SERVING)

    async def stop(self, grace_s: float) -> None:
        """No new calls; those in flight have `grace_s` to end."""
        self._health.report(health_pb2.HealthCheckResponse.NOT_SERVING)
        await self._server.stop(grace_s)


def _service(module: Any, name: str) -> ServiceDescriptor:
    found: ServiceDescriptor = module.DESCRIPTOR.services_by_name[name]
    return found


class _Methods(grpc.GenericRpcHandler):
    """All methods of a server by path, found in one look. None is registered with grpc.aio: that would cost one more
    future to wait for at every call of any method (https://github.com/grpc/grpc/pull/43461), 0.4 ms for all of ours."""

    def __init__(self) -> None:
        self._by_path: dict[str, Handler] = {}

    def service(self, handler_call_details: grpc.HandlerCallDetails) -> "Handler | None":
        return self._by_path.get(handler_call_details.method)

    def add_registered_method_handlers(self, service: str, by_method: dict[str, Handler]) -> None:
        self._by_path |= {f"/{service}/{name}": handler for name, handler in by_method.items()}

    def add_alias(self, service: str, alias: str) -> None:
        """Serve the methods of a service under another name too."""
        prefix = f"/{service}/"
        named = {path.removeprefix(prefix): each for path, each in self._by_path.items() if path.startswith(prefix)}
        self.add_registered_method_handlers(alias, named)

    def add_generic_rpc_handlers(self, _: object) -> None:
        """Generated code offers its handlers twice; we take them by name."""
