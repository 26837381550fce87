"""One way in for every method: bounds, who calls, deadline, the servicer's own work, errors to statuses.

A servicer has one coroutine (or async generator, for a stream) a method, named in snake_case, that takes the request
and a Call. It returns messages and raises whatever the domain and the application raise. The handlers made here serve
grpc.aio; the web application serves the same ones over Connect.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, aclosing
from functools import partial
from ipaddress import IPv4Address, IPv6Network, ip_address, ip_network
from typing import Any, NoReturn, TypeAlias, cast
from urllib.parse import unquote

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from grpc_status import rpc_status
from msgspec import Struct

from services.accounts.sign_in import SignIn
from services.accounts.tokens import Unauthenticated
from services.api.checks import check
from services.api.convert import Malformed
from services.api.status import status_of
from services.api.time_limits import TimeLimits
from services.limits import Limiter, Places
from services.observe.metrics import STREAMS

DEFAULT_S, MOST_S = 10.0, 60.0
"""Seconds for a unary call that names no deadline, and the most that any gets."""
CALLS_PER_S = 500
"""Calls of one account, twice as many at once."""
STRANGERS_PER_S, STRANGERS = 1, 60
"""Calls of one address without a token (new guests, sign-ins, refreshes). The machine itself may call freely: behind a
proxy on the same machine, the proxy is who limits."""
STREAMS_PER_ACCOUNT, STREAMS_PER_ADDRESS = 200, 2_000
"""Open streams (watches, sessions, exports) in one process. What comes from the machine itself is counted by account
alone."""
RETRY_STREAM_S = 10.0
MARGIN = 0.1
"""Part of the deadline kept for the answer's way back."""
PUBLIC = frozenset({"SignIn", "SignInAsGuest", "RefreshTokens"})
LANGUAGES, FORWARDED = "accept-language", "x-forwarded-for"
_SCHEME = "bearer"
HOST_BITS = 64


Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Call(Struct, frozen=True):
    """Who calls (an account id; empty for public methods), when the answer must be there, in the loop's time, and the
    languages of the person (`accept-language`)."""

    account: str
    deadline: float
    languages: str = ""
    again: Callable[[], Awaitable["Call"]] | None = None
    """Lets the same account in once more, for each command of a session. Raises what Gate.admit raises."""
    token: str = ""

    @property
    def timeout_s(self) -> float:
        """Seconds that a part of the work may take: what is left, less the time to say that it took too long."""
        return max(0.0, self.deadline - asyncio.get_running_loop().time()) * (1 - MARGIN)


class Gate:
    """Lets callers in, as fast as they may call: accounts by `calls_per_s`, and who has no account yet by address; and
    only so many streams of each account and each address at once. `proxies`: networks whose word on the address of who
    called them (`x-forwarded-for`) is believed."""

    def __init__(
        self,
        sign_in: SignIn,
        calls_per_s: int = CALLS_PER_S,
        streams_per_account: int = STREAMS_PER_ACCOUNT,
        streams_per_address: int = STREAMS_PER_ADDRESS,
        proxies: Sequence[str] = (),
    ) -> None:
        self.limits = TimeLimits()
        self._proxies = tuple(map(ip_network, proxies))
        self._sign_in = sign_in
        self._accounts = Limiter(calls_per_s, 2 * calls_per_s)
        self._addresses = Limiter(STRANGERS_PER_S, STRANGERS)
        self._account_streams = Places(streams_per_account, "TOO_MANY_STREAMS", RETRY_STREAM_S)
        self._address_streams = Places(streams_per_address, "TOO_MANY_STREAMS", RETRY_STREAM_S)

    async def admit(self, method: str, context: Any) -> Call:
        """Raises Unauthenticated, TooFast."""
        metadata = dict(context.invocation_metadata() or ())
        left, languages = context.time_remaining(), metadata.get(LANGUAGES, "")
        if method in PUBLIC:
            address = self._address(context, metadata)
            if not _is_here(address):
                self._addresses.take(address)
            return Call("", _deadline(left), languages)
        return await self._admit_account(metadata.get("authorization", ""), languages, left)

    async def still_admits(self, call: Call) -> None:
        """Asked before each message of a stream, which may outlive its token. Raises Unauthenticated."""
        await self._sign_in.who(call.token)

    def stream(self, method: str, call: Call, context: Any) -> AbstractContextManager[object]:
        """A place for an open stream. Raises TooMany."""
        address = self._address(context, dict(context.invocation_metadata() or ()))
        with ExitStack() as places:
            places.enter_context(self._account_streams.one(call.account))
            if not _is_here(address):
                places.enter_context(self._address_streams.one(address))
            places.enter_context(STREAMS.labels(method).track_inprogress())
            return places.pop_all()

    async def _admit_account(self, authorization: str, languages: str, left: float | None) -> Call:
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != _SCHEME:
            raise Unauthenticated("TOKEN_MISSING")
        account = await self._sign_in.who(token)
        self._accounts.take(account)
        again = partial(self._admit_account, authorization, languages, None)
        return Call(account, _deadline(left), languages, again, token)

    def _address(self, context: Any, metadata: Mapping[str, str]) -> str:
        """Who is counted: the peer, or whom it called for if it is one of the operator's proxies."""
        hops = [host_of(context.peer())]
        if self._proxies:
            hops += [hop.strip() for hop in reversed(metadata.get(FORWARDED, "").split(","))]
        return caller_at(next((hop for hop in hops if hop and not self._is_proxy(hop)), hops[0]))

    def _is_proxy(self, hop: str) -> bool:
        try:
            address = ip_address(hop)
        except ValueError:
            return False
        return any(address in network for network in self._proxies)


def _deadline(left: float | None) -> float:
    """For the work: `left` are the seconds that the caller waits, None where it does not say."""
    seconds = DEFAULT_S if left is None else min(left, MOST_S)
    return asyncio.get_running_loop().time() + seconds * (1 - MARGIN)


def host_of(peer: str) -> str:
    """`ipv4:192.0.2.1:5000`, `ipv6:%5B2001:db8::1%5D:5000` or `http:192.0.2.1:5000` without kind and port."""
    address = unquote(peer.partition(":")[2])
    return address[1:].partition("]")[0] if address.startswith("[") else address.rpartition(":")[0]


def caller_at(address: str) -> str:
    """Who is counted for an address: of IPv6 its first 64 bits, since whoever has one has all of that network."""
    try:
        found = ip_address(address)
    except ValueError:  # what a proxy of the operator says may be anything
        return address
    if isinstance(found, IPv4Address) or found.is_loopback:
        return address
    return str(found.ipv4_mapped or IPv6Network((int(found) >> HOST_BITS << HOST_BITS, HOST_BITS)))


def _is_here(address: str) -> bool:
    """Of this machine."""
    return address.startswith("127.") or address == "::1"


def handlers(service: ServiceDescriptor, servicer: object, gate: Gate) -> dict[str, Handler]:
    """By method name. A method without a coroutine is a mistake found here."""
    return {method.name: _handler(method, getattr(servicer, _snake(method.name)), gate) for method in service.methods}


def _handler(method: MethodDescriptor, work: Callable[..., Any], gate: Gate) -> Handler:
    kinds: dict[tuple[bool, bool], tuple[Callable[..., Any], Callable[..., Any]]] = {
        (False, False): (grpc.unary_unary_rpc_method_handler, _unary),
        (False, True): (grpc.unary_stream_rpc_method_handler, _stream),
        (True, True): (grpc.stream_stream_rpc_method_handler, _session),
    }
    make, wrap = kinds[method.client_streaming, method.server_streaming]
    handler = make(
        wrap(method.name, GetMessageClass(method.input_type), work, gate),
        request_deserializer=None,  # bytes that are no message are refused by us, as every other bad request is
        response_serializer=GetMessageClass(method.output_type).SerializeToString,
    )
    return cast(Handler, handler)


def _unary(
    name: str, kind: type[Message], work: Callable[[Any, Call], Awaitable[Message]], gate: Gate
) -> Callable[..., Any]:
    async def handle(given: Message | bytes, context: Any) -> Message:
        try:
            request = _read(given, kind)
            call = await gate.admit(name, context)
            return await gate.limits.within(call.deadline, work(request, call))
        except Exception as error:
            await _abort(context, error)

    return handle


def _stream(
    name: str, kind: type[Message], work: Callable[[Any, Call], AsyncGenerator[Message, None]], gate: Gate
) -> Callable[..., Any]:
    async def handle(given: Message | bytes, context: Any) -> AsyncIterator[Message]:
        try:
            request = _read(given, kind)
            call = await gate.admit(name, context)
            with gate.stream(name, call, context):
                async with aclosing(work(request, call)) as messages:
                    async for message in messages:
                        await gate.still_admits(call)
                        yield message
        except Exception as error:
            await _abort(context, error)

    return handle


def _session(
    name: str, kind: type[Message], work: Callable[[Any, Call], AsyncGenerator[Message, None]], gate: Gate
) -> Callable[..., Any]:
    async def handle(given: AsyncIterator[bytes], context: Any) -> AsyncIterator[Message]:
        try:
            call = await gate.admit(name, context)
            with gate.stream(name, call, context):
                async with aclosing(work((_read(each, kind) async for each in given), call)) as messages:
                    async for message in messages:
                        yield message
        except Exception as error:
            await _abort(context, error)

    return handle


def _read(given: Message | bytes, kind: type[Message]) -> Message:
    """The request, within bounds. gRPC gives bytes, the HTTP port messages. Raises Malformed."""
    try:
        request = kind.FromString(given) if isinstance(given, bytes) else given
    except DecodeError as error:
        raise Malformed("", f"not a {kind.DESCRIPTOR.full_name}") from error
    check(request)
    return request


async def _abort(context: Any, error: Exception) -> NoReturn:
    status = status_of(error, dict(context.invocation_metadata() or ()).get(LANGUAGES, ""))
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort has raised")


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()
