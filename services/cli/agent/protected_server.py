"""The MCP server as a protected resource (RFC 9728): each caller brings a token of the game server, which is issued for
this address (RFC 8707), and plays with it as the player who approved its app."""

from collections.abc import Callable, Sequence
from http import HTTPStatus
from math import ceil
from urllib.parse import urlsplit

import msgspec
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.routes import build_resource_metadata_url, create_protected_resource_routes
from mcp.server.auth.settings import AuthSettings
from mcp.server.transport_security import TransportSecuritySettings
from msgspec import Struct
from pydantic import AnyHttpUrl
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from services.cli.agent.agent_players import CALLER, Players
from services.cli.agent.issued_tokens import IssuedTokens, IssuerUnavailable
from services.cli.agent.mcp_server import BODY_BYTES_MAX, SCOPES, serve_web, server_of
from services.platform.callers import FORWARDED, CallerLimiter, Proxies
from services.platform.rate_limiter import TooFast
from services.web.http_server import WebServer

WRONG_PER_S, WRONG = 2, 100
"""Invalid tokens of one address: asking about one costs a call of the game server."""
RETRY_S = 5
_HERE = ("127.0.0.1", "localhost", "[::1]")
_POST = "POST"


class ProtectedAddress(Struct, frozen=True):
    """`issuer`: the public URL of the game server. `resource`: the address that callers use. `host`, `port`: where this
    process listens. `proxies`: the operator's own, see Proxies."""

    issuer: str
    resource: str
    host: str
    port: int
    proxies: Sequence[str] = ()

    @property
    def metadata_url(self) -> str:
        return str(build_resource_metadata_url(AnyHttpUrl(self.resource)))


async def serve_protected(
    at: ProtectedAddress, tokens: IssuedTokens, players: Players, listening: Callable[[str], None] = lambda _: None
) -> None:
    """Serve streamable HTTP until the task ends. `listening` is called with the address of the resource."""
    urls = {"issuer_url": at.issuer, "resource_server_url": at.resource}
    auth = AuthSettings.model_validate(urls | {"validate_token_resource": True})
    server = server_of(CALLER.get, auth=auth, token_verifier=tokens, subscriptions=False)
    app = server.streamable_http_app(
        streamable_http_path=urlsplit(at.resource).path,
        stateless_http=True,  # a session would keep the token of its first request
        max_request_body_size=BODY_BYTES_MAX,
        transport_security=_hosts(at.resource),
    )
    scopes = list(dict.fromkeys(scope for wanted in SCOPES.values() for scope in wanted))
    # Before the SDK's own route of that path, which names only scopes that every request needs.
    app.router.routes[:0] = create_protected_resource_routes(
        AnyHttpUrl(at.resource), [auth.issuer_url], scopes, "Turnledger"
    )
    web = WebServer(_Admitted(app, at, tokens, players), at.host, at.port)
    async with server.session_manager.run():
        await serve_web(web, lambda: listening(at.resource))


def _hosts(resource: str) -> TransportSecuritySettings:
    """Return the hosts and origins that requests may name: of the resource, and of this machine."""
    parts = urlsplit(resource)
    return TransportSecuritySettings(
        allowed_hosts=[parts.netloc, *(f"{host}:*" for host in _HERE)],
        allowed_origins=[f"{parts.scheme}://{parts.netloc}", *(f"http://{host}:*" for host in _HERE)],
    )


class _Admitted:
    """Refuses tools whose scopes a token lacks, and gives the others the player of the token. The SDK answers all that
    have no valid token for this resource."""

    def __init__(self, app: ASGIApp, at: ProtectedAddress, tokens: IssuedTokens, players: Players) -> None:
        self._app, self._at, self._tokens, self._players = app, at, tokens, players
        self._proxies, self._wrong = Proxies(at.proxies), CallerLimiter(WRONG_PER_S, WRONG)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope)
        try:
            access = await self._access(request)
        except IssuerUnavailable:
            away = _later("the game server does not answer", HTTPStatus.SERVICE_UNAVAILABLE, RETRY_S)
            await away(scope, receive, send)
            return
        except TooFast as fast:
            wait = _later("too many invalid tokens", HTTPStatus.TOO_MANY_REQUESTS, ceil(fast.retry_after_s))
            await wait(scope, receive, send)
            return
        if access is None or request.method != _POST:
            await self._app(scope, receive, send)
            return
        body, receive = await _read(receive)
        tool = _tool_of(body)
        if tool and not set(SCOPES.get(tool, ())) <= set(access.scopes):
            await self._refusal(tool)(scope, receive, send)
            return
        async with self._players.lent(access) as player:
            before = CALLER.set(player)
            try:
                await self._app(scope, receive, send)
            finally:
                CALLER.reset(before)

    async def _access(self, request: Request) -> AccessToken | None:
        """Return the valid token of a request. Raises TooFast, IssuerUnavailable."""
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            return None
        host = request.client.host if request.client else ""
        caller = self._proxies.caller(host, request.headers.getlist(FORWARDED))
        if not self._tokens.knows(token):
            self._wrong.look(caller)
        access = await self._tokens.verify_token(token)
        if access is None:
            self._wrong.take(caller)
        return access

    def _refusal(self, tool: str) -> Response:
        """Return the challenge for the scopes of a tool (RFC 6750, 3.1): clients ask their player for them."""
        says = {"error": "insufficient_scope", "error_description": f"{tool} needs {' '.join(SCOPES[tool])}"}
        says |= {"scope": " ".join(SCOPES[tool]), "resource_metadata": self._at.metadata_url}
        challenge = ", ".join(f'{name}="{value}"' for name, value in says.items())
        return JSONResponse(says, HTTPStatus.FORBIDDEN, {"www-authenticate": f"Bearer {challenge}"})


def _later(says: str, status: HTTPStatus, wait_s: int) -> Response:
    return PlainTextResponse(says, status, {"retry-after": str(wait_s)})


async def _read(receive: Receive) -> tuple[bytes, Receive]:
    """Read a body, up to the limit of the transport, and return it with a `receive` that brings it again."""
    messages: list[Message] = []
    body, more = b"", True
    while more and len(body) <= BODY_BYTES_MAX:
        message = await receive()
        messages.append(message)
        body += message.get("body", b"")
        more = message.get("more_body", False)
    read = iter(messages)

    async def again() -> Message:
        for message in read:
            return message
        return await receive()

    return body, again


class _Parameters(Struct):
    name: str = ""


class _ToolCall(Struct):
    method: str
    params: _Parameters


def _tool_of(body: bytes) -> str:
    """Return the tool that a request calls; empty for other requests. The API checks scopes itself, so this decides
    only how a refusal looks."""
    try:
        call = msgspec.json.decode(body, type=_ToolCall)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return ""
    return call.params.name if call.method == "tools/call" else ""
