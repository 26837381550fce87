"""One way in for every method: bounds, who calls, deadline, the servicer's own work, errors to statuses.

A servicer has one coroutine (or async generator, for a stream) a method, named in snake_case, that takes the request
and a Call. It returns messages and raises whatever the domain and the application raise. The handlers made here serve
grpc.aio; the web application serves the same ones over Connect.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractContextManager, ExitStack, aclosing
from functools import cache, partial
from operator import methodcaller
from time import perf_counter
from typing import Any, NoReturn, TypeAlias, TypeVar, cast

import grpc
from google.protobuf.descriptor import MethodDescriptor, ServiceDescriptor
from google.protobuf.message import DecodeError, Message
from google.protobuf.message_factory import GetMessageClass
from google.rpc.status_pb2 import Status
from grpc_status import rpc_status
from msgspec import Struct

from services.accounts.sign_in import Bearer, SignIn
from services.accounts.staff import Staff
from services.accounts.tokens import Unauthenticated
from services.api.gate.grants import authority, grant_of
from services.api.gate.request_checks import check, fill_new_names
from services.api.gate.scopes import PUBLIC, check_scope, scope_of
from services.api.gate.status import status_of
from services.api.messages.convert import MalformedMessage
from services.apps.apps import AppTooFast
from services.observe.metrics import CALL_SECONDS, STREAM_ENDS, STREAMS
from services.observe.traces import called
from services.platform.callers import FORWARDED, HERE, Caller, CallerLimiter, CallerPlaces, Proxies, host_of
from services.platform.rate_limiter import ConcurrencyLimiter, Limiter, TooFast

DEFAULT_S, MOST_S = 10.0, 60.0
"""Seconds for a unary call that names no deadline, and the most that any gets."""
CALLS_PER_S = 500
"""Calls of one account, twice as many at once."""
APP_CALLS_PER_MIN = 60_000
"""Calls of one app for all its players, in this process."""
STRANGERS_PER_S, STRANGERS = 1, 60
"""Calls of one address without a token (new guests, sign-ins, refreshes)."""
WRONG_PER_S, WRONG = 2, 100
"""Invalid tokens of one address, before its tokens are no longer checked unless they were valid before."""
OPEN_PER_S, OPEN, OPEN_STREAMS = 20, 100, 100
"""Calls without a token (health, reflection) of one address, and its open streams of them."""
STREAMS_PER_ACCOUNT, STREAMS_PER_ADDRESS = 200, 2_000
"""The most open streams (watches, sessions, exports) in one process. Streams from the machine itself are limited per
account only."""
RETRY_STREAM_S = 10.0
MARGIN = 0.1
"""Part of the deadline kept for the answer's way back."""
REPEATED = frozenset({"RevokeTokens", "ChangePassword"})
"""Methods that end the token they are called with, and may be repeated with it."""
ENDED = frozenset({"TOKEN_REVOKED", "TOKEN_EXPIRED"})
LANGUAGES = "accept-language"
_SCHEME = "bearer"
_CODES = {code.value[0]: code.name for code in grpc.StatusCode}
_seconds = cache(CALL_SECONDS.labels)
_COUNTED_AS = {"SetOrders": "Submit", "GetOrders": "ListOptions"}
"""Methods that are counted as another one in metrics, because their number tells opponents who has a standing order."""


Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any]"


class Call(Struct, frozen=True):
    """The caller (an account id; empty for public methods), when the answer must be there, in the loop's time, and the
    languages of the person (`accept-language`)."""

    account: str
    deadline: float
    languages: str = ""
    again: Callable[[], Awaitable["Call"]] | None = None
    """Lets the same account in once more, for each command of a session. Raises what Gate.admit raises."""
    token: str = ""
    caller: Caller = HERE
    allowed_by: str = ""
    """What lets the caller act as an operator in this method (Staff.allowing); empty for nothing."""

    @property
    def timeout_s(self) -> float:
        """Seconds that a part of the work may take: what is left, less the time to say that it took too long."""
        return max(0.0, self.deadline - asyncio.get_running_loop().time()) * (1 - MARGIN)


StreamWork: TypeAlias = Callable[[Any, Call], AsyncGenerator[Message, None]]
"""The servicer's own work of a method that streams."""


class Gate:
    """Lets callers in, as fast as they may call: accounts by `calls_per_s`, callers without one by address; and
    only so many streams of each account and each address at once. `staff`: the operators. `proxies`: see Proxies."""

    def __init__(
        self,
        sign_in: SignIn,
        staff: Staff,
        calls_per_s: int = CALLS_PER_S,
        streams_per_account: int = STREAMS_PER_ACCOUNT,
        streams_per_address: int = STREAMS_PER_ADDRESS,
        proxies: Sequence[str] = (),
        app_calls_per_min: int = APP_CALLS_PER_MIN,
    ) -> None:
        self.limits, self._waiting = TimeLimits(), Waiting()
        self._sign_in, self._staff, self._proxies = sign_in, staff, Proxies(proxies)
        self._accounts = Limiter(calls_per_s, 2 * calls_per_s)
        self._apps = Limiter(app_calls_per_min / 60, app_calls_per_min)
        self._strangers = CallerLimiter(STRANGERS_PER_S, STRANGERS)
        self._wrong = CallerLimiter(WRONG_PER_S, WRONG)
        self._open = CallerLimiter(OPEN_PER_S, OPEN)
        self._account_streams = ConcurrencyLimiter(streams_per_account, "TOO_MANY_STREAMS", RETRY_STREAM_S)
        self._address_streams = CallerPlaces(streams_per_address, RETRY_STREAM_S)
        self._open_streams = CallerPlaces(OPEN_STREAMS, RETRY_STREAM_S)

    async def admit(self, method: MethodDescriptor, context: Any) -> Call:
        """Raises Unauthenticated, ScopeMissing, GrantMissing, TooFast, and TimeoutError where too little time is
        left."""
        self._waiting.check(left := context.time_remaining())
        metadata = dict(context.invocation_metadata() or ())
        forwarded = _forwarded(context) if FORWARDED in metadata else ()
        languages, caller = metadata.get(LANGUAGES, ""), self._proxies.caller(host_of(context.peer()), forwarded)
        if scope_of(method) == PUBLIC:
            self._strangers.take(caller)
            return Call("", _deadline(left), languages, caller=caller)
        return await self._admit_account(method, metadata.get("authorization", ""), languages, left, caller)

    def admit_anybody(self, context: Any) -> None:
        """Admit a call that needs no token. Raises TooFast."""
        self._open.take(self._caller(context))

    def open_stream(self, context: Any) -> AbstractContextManager[None]:
        """A place for a stream that needs no token, which the machine itself does not get freely either. Raises
        TooMany."""
        return self._open_streams.one(self._caller(context))

    async def still_admits(self, call: Call) -> None:
        """Asked before each message of a stream, which may outlive its token. Raises Unauthenticated."""
        await self._sign_in.bearer(call.token)

    def stream(self, method: str, call: Call, context: Any) -> AbstractContextManager[object]:
        """A place for an open stream. Raises TooMany."""
        caller = self._caller(context)
        with ExitStack() as places:
            places.enter_context(self._account_streams.one(call.account))
            if not caller.here:
                places.enter_context(self._address_streams.one(caller))
            places.enter_context(STREAMS.labels(method).track_inprogress())
            return places.pop_all()

    async def _admit_account(
        self, method: MethodDescriptor, authorization: str, languages: str, left: float | None, caller: Caller
    ) -> Call:
        scheme, _, token = authorization.partition(" ")
        bearer = await self._bearer(method.name, token if scheme.lower() == _SCHEME else "", caller)
        self._accounts.take(bearer.account_id)
        if bearer.client_id:
            self._take_of_app(bearer.client_id)
        if bearer.scopes is not None:
            check_scope(bearer.scopes, scope_of(method))
        allowed_by = await authority(self._staff, method, bearer.account_id) if grant_of(method) else ""
        again = partial(self._admit_account, method, authorization, languages, None, caller)
        return Call(bearer.account_id, _deadline(left), languages, again, token, caller, allowed_by)

    def _take_of_app(self, client_id: str) -> None:
        """Raises AppTooFast."""
        try:
            self._apps.take(client_id)
        except TooFast as fast:
            raise AppTooFast(fast.retry_after_s) from fast

    async def _bearer(self, method: str, token: str, caller: Caller) -> Bearer:
        """The account of a token, with its scopes. Checking one costs more than sending one, so a sender of many
        invalid ones waits; not so those with good ones at the same address. A method that ends its own token looks
        itself whether it was called with it before."""
        if not self._sign_in.knows(token):
            self._wrong.look(caller)
        try:
            if not token:
                raise Unauthenticated("TOKEN_MISSING")
            return await self._sign_in.bearer(token)
        except Unauthenticated as wrong:
            self._wrong.take(caller)
            if method in REPEATED and wrong.reason in ENDED:
                return Bearer(await self._sign_in.whose(token))
            raise

    def _caller(self, context: Any) -> Caller:
        return self._proxies.caller(host_of(context.peer()), _forwarded(context))


def _forwarded(context: Any) -> list[str]:
    return [value for name, value in context.invocation_metadata() or () if name == FORWARDED]


def _deadline(left: float | None) -> float:
    """For the handler: `left` are the remaining seconds of the caller's deadline, None without one."""
    seconds = DEFAULT_S if left is None else min(left, MOST_S)
    return asyncio.get_running_loop().time() + seconds * (1 - MARGIN)


def handlers(service: ServiceDescriptor, servicer: object, gate: Gate) -> dict[str, Handler]:
    """Handlers by method name. A method without a coroutine is an error raised here."""
    return {method.name: _handler(method, getattr(servicer, _snake(method.name)), gate) for method in service.methods}


def _handler(method: MethodDescriptor, work: Callable[..., Any], gate: Gate) -> Handler:
    kinds: dict[tuple[bool, bool], tuple[Callable[..., Any], Callable[..., Any]]] = {
        (False, False): (grpc.unary_unary_rpc_method_handler, _unary),
        (False, True): (grpc.unary_stream_rpc_method_handler, _stream),
        (True, True): (grpc.stream_stream_rpc_method_handler, _session),
    }
    make, wrap = kinds[method.client_streaming, method.server_streaming]
    handler = make(
        wrap(method, GetMessageClass(method.input_type), work, gate),
        request_deserializer=None,  # malformed bytes are refused by us, like every other bad request
        response_serializer=methodcaller("SerializeToString"),
    )
    return cast(Handler, handler)


def _unary(
    method: MethodDescriptor, kind: type[Message], work: Callable[[Any, Call], Awaitable[Message]], gate: Gate
) -> Callable[..., Any]:
    async def attempt(given: Message | bytes, context: Any) -> Any:
        """Return the answer, or the Status of the refusal. The frames of the call end here."""
        try:
            call = await gate.admit(method, context)
            request = _read(given, kind)
            with called(method.name, context.invocation_metadata):
                return await gate.limits.within(call.deadline, work(request, call))
        except Exception as error:
            return refusal_of(context, error)

    async def handle(given: Message | bytes, context: Any) -> Message:
        began = perf_counter()
        answer = await attempt(given, context)
        is_refused = isinstance(answer, Status)
        code = _CODES[answer.code if is_refused else 0]
        _seconds(_COUNTED_AS.get(method.name, method.name), code).observe(perf_counter() - began)
        if is_refused:
            del given  # gRPC keeps the error that abort raises, and with it this frame
            await abort(context, answer)
        return cast(Message, answer)

    return handle


def _stream(method: MethodDescriptor, kind: type[Message], work: StreamWork, gate: Gate) -> Callable[..., Any]:
    async def messages(given: Message | bytes, context: Any) -> AsyncGenerator[Message, None]:
        call = await gate.admit(method, context)
        request = _read(given, kind)
        with gate.stream(method.name, call, context):
            async with aclosing(work(request, call)) as answers:
                async for answer in answers:
                    await gate.still_admits(call)
                    yield answer

    return _ending(method.name, messages)


def _session(method: MethodDescriptor, kind: type[Message], work: StreamWork, gate: Gate) -> Callable[..., Any]:
    async def messages(given: AsyncIterator[bytes], context: Any) -> AsyncGenerator[Message, None]:
        call = await gate.admit(method, context)
        with gate.stream(method.name, call, context):
            async with aclosing(work((_read(each, kind) async for each in given), call)) as answers:
                async for answer in answers:
                    yield answer

    return _ending(method.name, messages)


def _ending(name: str, messages: Callable[[Any, Any], AsyncGenerator[Message, None]]) -> Callable[..., Any]:
    """Counts how streams end, and tells their callers why."""

    async def handle(given: Any, context: Any) -> AsyncIterator[Message]:
        code, refusal = grpc.StatusCode.CANCELLED.name, None
        try:
            async with aclosing(messages(given, context)) as answers:
                async for answer in answers:
                    yield answer
            code = _CODES[0]
        except Exception as error:
            refusal = refusal_of(context, error)
            code = _CODES[refusal.code]
        finally:
            STREAM_ENDS.labels(name, code).inc()
        if refusal:
            await abort(context, refusal)

    return handle


def _read(given: Message | bytes, kind: type[Message]) -> Message:
    """The request, within bounds. gRPC gives bytes, the HTTP port messages. Raises MalformedMessage."""
    try:
        request = kind.FromString(given) if isinstance(given, bytes) else given
    except DecodeError as error:
        raise MalformedMessage("", f"not a {kind.DESCRIPTOR.full_name}") from error
    fill_new_names(request)
    check(request)
    return request


def refusal_of(context: Any, error: Exception) -> Status:
    """Return the status that the caller gets for an error, in the caller's language."""
    return status_of(error, dict(context.invocation_metadata() or ()).get(LANGUAGES, ""))


async def abort(context: Any, status: Status) -> NoReturn:
    """End the call with a status. Call it outside of `except`: the error that gRPC raises and keeps would hold the one
    that is being handled, with all frames of the call, in a cycle that is freed hours later."""
    await context.abort_with_status(rpc_status.to_status(status))
    raise AssertionError("abort has raised")


def _snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


LOOK_S = 0.05
"""How long after its deadline a call may be ended."""
HARDLY_S, ENOUGH_S = 0.1, 1.0
BEHIND_S = 1.0

T = TypeVar("T")


def loop_s() -> float:
    return asyncio.get_running_loop().time()


class Waiting:
    """Calls wait inside gRPC until they are taken, the oldest first. Where more come than can be done each is taken
    when its time is all but over, and all work is for callers who have gone. Two with hardly any time left, one soon
    after the other, are the sign; then calls that have not enough are refused, so that the next have, and are done."""

    def __init__(self, clock: Callable[[], float] = loop_s) -> None:
        self._clock, self._behind_until = clock, float("-inf")

    def check(self, left_s: float | None) -> None:
        """Start the time limit of an accepted call. Raises TimeoutError if its deadline has passed."""
        if left_s is None or left_s >= ENOUGH_S:
            return
        now = self._clock()
        behind = now < self._behind_until
        if left_s < HARDLY_S:
            self._behind_until = now + BEHIND_S
        if behind:
            raise TimeoutError


class TimeLimits:
    """One look at all calls that are under way, every LOOK_S, costs less than a timer for each."""

    def __init__(self) -> None:
        self._deadlines: dict[asyncio.Task[Any], float] = {}
        self._late: set[asyncio.Task[Any]] = set()
        self._next_look: asyncio.TimerHandle | None = None

    async def within(self, deadline: float, work: Awaitable[T]) -> T:
        """Raises TimeoutError where the work is not done at the deadline, in the loop's time."""
        task = asyncio.current_task()
        assert task
        self._deadlines[task] = deadline
        if self._next_look is None:
            self._look(asyncio.get_running_loop())
        try:
            return await work
        except asyncio.CancelledError:
            if task in self._late and task.cancelling() == 1:  # no other source cancels it
                raise TimeoutError from None
            raise
        finally:
            del self._deadlines[task]
            if task in self._late:
                self._late.remove(task)
                task.uncancel()

    def _look(self, loop: asyncio.AbstractEventLoop) -> None:
        now = loop.time()
        for task, deadline in self._deadlines.items():
            if deadline <= now and task not in self._late:
                self._late.add(task)
                task.cancel()
        self._next_look = loop.call_later(LOOK_S, self._look, loop) if self._deadlines else None
