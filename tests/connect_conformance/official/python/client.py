"""connectrpc, Python's library for Connect, against a real server, in each protocol and packing: `python client.py HTTP
GRPC`. A line of JSON a case."""

import json
import sys
import uuid
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

from connectrpc.client import ConnectClientSync
from connectrpc.code import Code
from connectrpc.codec import Codec
from connectrpc.compat import google_protobuf_binary_codec, google_protobuf_json_codec
from connectrpc.errors import ConnectError
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.protocol import ProtocolType
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from pyqwest import HTTPVersion, SyncClient, SyncHTTPTransport

from turnledger.v1 import accounts_pb2, lobby_pb2, views_pb2

UNKNOWN = "00000000-0000-4000-8000-000000000000"
ERROR_INFO = "google.rpc.ErrorInfo"
LIMIT_MS, SHORT_MS = 10_000, 500
SERVICES = {
    name: file.DESCRIPTOR.services_by_name[name]
    for file, name in ((accounts_pb2, "Accounts"), (lobby_pb2, "Lobby"), (views_pb2, "Views"))
}


class Caller:
    """A client that is signed in and has opened a table."""

    def __init__(self, client: ConnectClientSync) -> None:
        self.client, self.headers = client, {}
        pair = self.unary("Accounts/SignInAsGuest", accounts_pb2.SignInAsGuestRequest()).tokens
        self.headers = {"authorization": f"Bearer {pair.access_token}"}
        table = lobby_pb2.CreateTableRequest(variant="card_game", seats=2, join=True, request_id=str(uuid.uuid4()))
        self.game_id = self.unary("Lobby/CreateTable", table).table.game_id

    def unary(self, path: str, request: Message, *, signed_in: bool = True) -> Any:
        headers = self.headers if signed_in else {}
        return self.client.execute_unary(request=request, method=method(path), headers=headers, timeout_ms=LIMIT_MS)

    def watch(self, after: int | None, limit_ms: int) -> Iterator[Any]:
        asked = views_pb2.WatchGameRequest(game_id=self.game_id, after_version=after)
        found = method("Views/WatchGame")
        return self.client.execute_server_stream(request=asked, method=found, headers=self.headers, timeout_ms=limit_ms)


def method(path: str) -> MethodInfo[Any, Any]:
    service, _, name = path.partition("/")
    found = SERVICES[service].methods_by_name[name]
    return MethodInfo(
        name=name,
        service_name=SERVICES[service].full_name,
        input=GetMessageClass(found.input_type),
        output=GetMessageClass(found.output_type),
        idempotency_level=IdempotencyLevel.UNKNOWN,
        stream_type=StreamType.SERVER_STREAM if found.server_streaming else StreamType.UNARY,
    )


def refused(call: Callable[[], object], code: Code, reason: str = "") -> None:
    """`reason`: empty for any."""
    try:
        call()
    except ConnectError as error:
        told = error
    else:
        raise AssertionError("nothing was refused")
    said = [each.message_bytes for each in told.details if each.type_name == ERROR_INFO]
    assert told.code == code, f"expected {code}, got {told.code}: {told}"
    assert not reason or any(reason.encode() in each for each in said), f"{told.details}"


def unary(held: Caller) -> None:
    account = held.unary("Accounts/GetMe", accounts_pb2.GetMeRequest()).account
    assert len(account.account_id) == 26, account


def refusal(held: Caller) -> None:
    asked = lobby_pb2.GetTableRequest(game_id=UNKNOWN)
    refused(lambda: held.unary("Lobby/GetTable", asked), Code.NOT_FOUND, "UNKNOWN_GAME")


def unauthenticated(held: Caller) -> None:
    asked = accounts_pb2.GetMeRequest()
    refused(lambda: held.unary("Accounts/GetMe", asked, signed_in=False), Code.UNAUTHENTICATED, "TOKEN_MISSING")


def stream(held: Caller) -> None:
    for message in held.watch(0, LIMIT_MS):
        if message.events:  # the first message may be a heartbeat
            assert message.events[0].version == 1, message
            return
    raise AssertionError("the stream ended")


def deadline(held: Caller) -> None:
    refused(lambda: list(held.watch(None, SHORT_MS)), Code.DEADLINE_EXCEEDED)


def ways(http: str, grpc: str) -> Iterator[tuple[str, str, ConnectClientSync]]:
    packings: dict[str, Codec[Any, Any]] = {
        "protobuf": google_protobuf_binary_codec(),
        "JSON": google_protobuf_json_codec(),
    }
    for protocol, kind in (("Connect", ProtocolType.CONNECT), ("gRPC-Web", ProtocolType.GRPC_WEB)):
        for packing, codec in packings.items():
            yield protocol, packing, ConnectClientSync(http, codec=codec, protocol=kind)
    wire = SyncClient(SyncHTTPTransport(http_version=HTTPVersion.HTTP2))
    client = ConnectClientSync(grpc, codec=packings["protobuf"], protocol=ProtocolType.GRPC, http_client=wire)
    yield "gRPC", "protobuf", client


def outcome(case: Callable[[Caller], None], held: Caller) -> str:
    """Return the fault; empty without one."""
    try:
        case(held)
    except (AssertionError, ConnectError) as error:
        return str(error) or repr(error)
    return ""


def main() -> None:
    client = f"connectrpc (Python) {version('connectrpc')}"
    for protocol, packing, wire in ways(*sys.argv[1:]):
        held = Caller(wire)
        for case in (unary, refusal, unauthenticated, stream, deadline):
            told = {"client": client, "protocol": protocol, "packing": packing, "case": case.__name__}
            print(json.dumps(told | {"wrong": outcome(case, held)}), flush=True)


if __name__ == "__main__":
    main()
