"""The addresses of OAuth and OpenID Connect: metadata, keys, the way to the consent page, tokens, claims, revocation.
No cookie is read or set: the page approves with the access token of its sign-in, so another site cannot approve in its
place."""

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from services.accounts.app_storage import typed_code
from services.apps.answer import Answer
from services.apps.apps import USER_CODE, Apps
from services.apps.documents import METADATA_PATH, TERMINAL_PATH

QUERY_MAX, BODY_MAX, FIELDS_MAX = 4_000, 8_000, 30
_FORM = "application/x-www-form-urlencoded"
_NOT_KEPT = {"cache-control": "no-store"}


class OAuthPages:
    def __init__(self, apps: Apps) -> None:
        self._apps = apps

    def routes(self, admit: Callable[[Request], None]) -> list[Route]:
        """`admit`: bounds how often an address asks."""

        def document(path: str, read: Callable[[], dict[str, Any] | None]) -> Route:
            async def show(request: Request) -> Response:
                admit(request)
                found = read()
                return PlainTextResponse("not offered", 404) if found is None else JSONResponse(found)

            return Route(path, show)

        async def user_info(request: Request) -> Response:
            admit(request)
            scheme, _, token = request.headers.get("authorization", "").partition(" ")
            if scheme.lower() != "bearer" or not token:
                return Response(status_code=401, headers=_NOT_KEPT | {"www-authenticate": "Bearer"})
            return _response(await self._apps.user_info(token))

        async def authorize(request: Request) -> Response:
            """Lead to the consent page, which keeps its place behind the `#` of its address."""
            admit(request)
            query = request.url.query
            if len(query) > QUERY_MAX:
                return PlainTextResponse("the query is too long", 400)
            return RedirectResponse(f"{self._apps.issuer}/#/authorize?{query}", 303, _NOT_KEPT)

        async def device(request: Request) -> Response:
            """Lead a player with the code of a device to the page that asks."""
            admit(request)
            code = typed_code(request.query_params.get(USER_CODE, ""))
            return RedirectResponse(f"{self._apps.issuer}/#/authorize?{USER_CODE}={code}", 303, _NOT_KEPT)

        def of_form(path: str, answer: Callable[[list[tuple[str, str]]], Awaitable[Answer]]) -> Route:
            async def read(request: Request) -> Response:
                admit(request)
                fields = await _form(request)
                return _response(await answer(fields) if fields is not None else _MALFORMED)

            return Route(path, read, methods=["POST"])

        return [
            document(METADATA_PATH, self._apps.metadata),
            document("/.well-known/openid-configuration", self._apps.openid_metadata),
            document("/oauth/keys", self._apps.key_set),
            document(TERMINAL_PATH, self._apps.terminal),
            Route("/oauth/userinfo", user_info, methods=["GET", "POST"]),
            Route("/oauth/authorize", authorize),
            Route("/device", device),
            of_form("/oauth/device", self._apps.begin_device),
            of_form("/oauth/token", self._apps.token),
            of_form("/oauth/revoke", self._apps.revoke_token),
            of_form("/oauth/introspect", self._apps.introspect),
        ]


_MALFORMED = Answer(400, {"error": "invalid_request"})


def _response(answer: Answer) -> Response:
    headers = dict(_NOT_KEPT)
    if answer.status in (401, 403):  # RFC 6750, 3: the same words in the header
        headers["www-authenticate"] = "Bearer " + ", ".join(f'{name}="{says}"' for name, says in answer.body.items())
    return JSONResponse(answer.body, answer.status, headers)


async def _form(request: Request) -> list[tuple[str, str]] | None:
    """Return the fields of the body, which is read up to the limit; None for another form of body."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() != _FORM:
        return None
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > BODY_MAX:
            return None
    try:
        return parse_qsl(body.decode("ascii"), keep_blank_values=True, max_num_fields=FIELDS_MAX)
    except ValueError:
        return None
