"""Signing in to apps of others: what the consent page shows and answers, tokens, and the metadata of this server."""

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct, to_builtins

from services.accounts.account import Account, UnknownAccount
from services.accounts.app_storage import APPS_MAX, CODE_S, DEVICE_S, POLL_S, AppCode, AppDevice, AppGrant, AppStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Unauthenticated
from services.apps.answer import Answer
from services.apps.documents import URI_MAX, AppUnknown, ClientDocument, ClientDocuments, terminal_document
from services.apps.id_tokens import OPENID, SCOPES, IdTokens, claims_of, problem_of
from services.platform.callers import Caller
from services.platform.rate_limiter import Limiter, TooFast

ASKED_PER_S, ASKED = 1 / 3, 20
"""Sign-ins to apps that one account begins or answers."""
FIELDS_MAX = 30
USER_CODE = "user_code"
DEVICE_GRANT = "urn:ietf:params:oauth:grant-type:device_code"
_INVALID_TARGET = Answer(400, {"error": "invalid_target"})


class AppRequestRefused(Exception):
    """The request of an app is wrong. `said`: why, for its developer."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class AppsFull(Exception):
    """The account is signed in to APPS_MAX apps."""


class AppTooFast(TooFast):
    """The calls of an app for all its players come too fast."""


class DeviceUnknown(Exception):
    """No device waits with the code that was typed."""


class NoApps(Exception):
    """The service has no public URL, which is the name of its issuer."""


class AppRequest(Struct, frozen=True):
    """A valid request of an app. `redirect_host`: where the browser goes afterwards; empty for a device. `scopes`:
    words."""

    client_id: str
    client_name: str
    redirect_host: str
    scopes: tuple[str, ...]


class Apps:
    """`issuer`: the public URL of this service; empty where apps cannot sign in. `scopes`: the words of the API's
    scopes, to which those of OpenID Connect come. `mcp_url`: the MCP server in front of this service,
    which gets tokens, too; empty for none."""

    def __init__(
        self,
        storage: AppStorage,
        sign_in: SignIn,
        documents: ClientDocuments,
        issuer: str,
        scopes: Sequence[str],
        ids: IdTokens,
        clock: Callable[[], float] = time.time,
        mcp_url: str = "",
    ) -> None:
        self._storage, self._sign_in, self._documents, self._clock = storage, sign_in, documents, clock
        self.issuer, self._scopes, self._ids, self._mcp_url = issuer, tuple(scopes), ids, mcp_url
        self._asked, self._terminal = Limiter(ASKED_PER_S, ASKED), terminal_document(issuer)

    @property
    def scopes(self) -> tuple[str, ...]:
        return (*SCOPES, *self._scopes) if self._ids.is_offered() else self._scopes

    def openid_metadata(self) -> dict[str, Any] | None:
        """Return the metadata of the OpenID provider (OpenID Connect Discovery, 3); None where it has no key."""
        return self.metadata() | self._ids.metadata() if self._ids.is_offered() else None

    def key_set(self) -> dict[str, Any] | None:
        """Return the public keys of ID tokens; None where OpenID Connect is not offered."""
        return self._ids.key_set() if self._ids.is_offered() else None

    def terminal(self) -> dict[str, Any]:
        """Return the document of the program `turnledger` as an app."""
        document: dict[str, Any] = to_builtins(self._terminal)
        return document | {"grant_types": [DEVICE_GRANT, "refresh_token"]}

    def metadata(self) -> dict[str, Any]:
        """Return the metadata of the authorization server (RFC 8414, 2; RFC 9728, 4)."""
        resources = {"protected_resources": [self._mcp_url]} if self._mcp_url else {}
        return resources | {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/oauth/authorize",
            "token_endpoint": f"{self.issuer}/oauth/token",
            "revocation_endpoint": f"{self.issuer}/oauth/revoke",
            "introspection_endpoint": f"{self.issuer}/oauth/introspect",
            "scopes_supported": list(self.scopes),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token", DEVICE_GRANT],
            "device_authorization_endpoint": f"{self.issuer}/oauth/device",
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "introspection_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            "client_id_metadata_document_supported": True,
        }

    async def read(self, account_id: str, query: str, caller: Caller) -> AppRequest:
        """Return a valid request. Raises NoApps, AppUnknown, AppRequestRefused, DeviceUnknown, TooFast."""
        fields = self._fields(account_id, query)
        if USER_CODE in fields:
            device, document = await self._waiting(fields[USER_CODE], caller)
            return AppRequest(document.client_id, _name(document), "", tuple(device.scopes.split()))
        document, judge, request = await self._judge(fields, caller)
        grant = _consent(judge, request)
        scopes = tuple(request.scope.split())
        return AppRequest(document.client_id, _name(document), urlsplit(grant.redirect_uri).netloc, scopes)

    async def answer(self, account_id: str, query: str, caller: Caller, *, is_approved: bool) -> str:
        """Return where the browser goes: with a code, or with the refusal; empty for a device. Raises what `read`
        raises, and AppsFull."""
        fields = self._fields(account_id, query)
        if USER_CODE in fields:
            await self._answer_device(account_id, fields[USER_CODE], caller, is_approved=is_approved)
            return ""
        document, judge, request = await self._judge(fields, caller)
        grant = _consent(judge, request)
        if is_approved:
            await self._check_room(account_id)
            now = int(self._clock())
            code = AppCode(
                account_id=account_id,
                client_id=document.client_id,
                client_name=document.client_name,
                redirect_uri=grant.redirect_uri,
                scopes=request.scope,
                challenge=request.payload.data["code_challenge"],
                expires_at=now + CODE_S,
                nonce=fields.get("nonce", ""),
                resource=self._resource(fields),
            )
            judge.new_code = await self._storage.add_code(code, now)
        user = account_id if is_approved else None
        answer: Answer = judge.create_authorization_response(request, grant_user=user, grant=grant)
        return answer.location

    async def begin_device(self, fields: Sequence[tuple[str, str]]) -> Answer:
        """Give a device the code that its player types (RFC 8628, 3.2). The document of the app is read when a player
        has come: no stranger makes this server read one."""
        if repeated := _repeated(fields):
            return repeated
        provider = _provider()
        judge, request = provider.Judge(self.scopes), provider.Request("POST", fields)
        try:
            judge.check_device(request)
        except provider.OAuth2Error as error:
            return Answer(error.status_code, {"error": error.error})
        form, page = dict(fields), f"{self.issuer}/device"
        if len(form["client_id"]) > URI_MAX:
            return Answer(400, {"error": "invalid_client"})
        try:
            resource = self._resource(form)
        except AppRequestRefused:
            return _INVALID_TARGET
        scopes = " ".join(dict.fromkeys(form["scope"].split()))
        device_code, user_code = await self._storage.add_device(form["client_id"], scopes, int(self._clock()), resource)
        found = {"device_code": device_code, "user_code": user_code, "verification_uri": page}
        found |= {"verification_uri_complete": f"{page}?{USER_CODE}={user_code}"}
        return Answer(200, found | {"expires_in": DEVICE_S, "interval": POLL_S})

    async def token(self, fields: Sequence[tuple[str, str]]) -> Answer:
        """Exchange a code, the code of a device or a refresh token for tokens."""
        if repeated := _repeated(fields):
            return repeated
        form, now = dict(fields), int(self._clock())
        code, device, refresh = await self._named_by(form, now)
        provider = _provider()
        judge = provider.Judge(self.scopes, code=code, grant=refresh, device=device, now=now)
        answer: Answer = judge.create_token_response(provider.Request("POST", fields))
        if answer.status != 200:
            return answer
        source = next(each for each in (code, device, refresh) if each)
        if not self._is_issued_for(source.resource, form):
            return _INVALID_TARGET
        account = await self._let_in(source.account_id)
        if account is None:
            tokens = None
        elif code:
            tokens = await self._storage.exchange(form["code"], code, now)
        elif device:
            tokens = await self._storage.exchange_device(form["device_code"], device, now)
        else:
            tokens = await self._storage.rotate(form["refresh_token"], now)
        if account is None or tokens is None:
            return Answer(400, {"error": "invalid_grant"})
        answer.body |= {"access_token": tokens.access, "refresh_token": tokens.refresh, "scope": tokens.scopes}
        if refresh is None and OPENID in (scopes := tokens.scopes.split()):
            nonce = code.nonce if code else ""
            answer.body["id_token"] = self._ids.sign(account, form["client_id"], scopes, nonce, tokens.access)
        return answer

    async def _named_by(
        self, form: dict[str, str], now: int
    ) -> tuple[AppCode | None, AppDevice | None, AppGrant | None]:
        """Return what is stored of the one thing that a request for tokens names."""
        storage, kind = self._storage, form.get("grant_type")
        if kind == "authorization_code":
            return await storage.find_code(form.get("code", ""), now), None, None
        if kind == DEVICE_GRANT:
            return None, await storage.poll_device(form.get("device_code", ""), now), None
        found = await storage.find_refresh(form.get("refresh_token", ""), now) if kind == "refresh_token" else None
        return None, None, found

    def _resource(self, fields: dict[str, str]) -> str:
        """Return the address that a request wants tokens for (RFC 8707); empty for the API. Raises
        AppRequestRefused."""
        named = fields.get("resource") or self.issuer
        if named not in (self.issuer, self._mcp_url):
            raise AppRequestRefused("invalid_target: no tokens are issued for this resource")
        return "" if named == self.issuer else named

    def _is_issued_for(self, resource: str, form: dict[str, str]) -> bool:
        """Return whether a request for tokens may name what it names, and tokens for `resource` are still issued."""
        try:
            named = self._resource(form)
        except AppRequestRefused:
            return False
        return resource in ("", self._mcp_url) and (not form.get("resource") or named == resource)

    async def _let_in(self, account_id: str) -> Account | None:
        """Return the account unless it is gone or banned: an app believes an ID token without asking again."""
        try:
            account = await self._sign_in.account(account_id)
        except UnknownAccount:
            return None
        return None if account.banned else account

    async def user_info(self, access_token: str) -> Answer:
        """Return the claims of the account to an app with the scope `openid` (OpenID Connect Core, 5.3)."""
        try:
            bearer = await self._sign_in.bearer(access_token)
        except Unauthenticated:
            return Answer(401, {"error": "invalid_token"})
        if OPENID not in (bearer.scopes or ()):
            return Answer(403, {"error": "insufficient_scope", "scope": OPENID})
        account = await self._sign_in.account(bearer.account_id)
        return Answer(200, dict(claims_of(account, bearer.scopes or ())))

    async def revoke_token(self, fields: Sequence[tuple[str, str]]) -> Answer:
        """End the sign-in of a token (RFC 7009). Unknown tokens, and those of other apps, change nothing."""
        if repeated := _repeated(fields):
            return repeated
        provider = _provider()
        judge = provider.Judge(self.scopes, grant=await self._storage.find_token(dict(fields).get("token", "")))
        answer: Answer = judge.create_endpoint_response("revocation", provider.Request("POST", fields))
        if judge.revoked:
            await self.revoke(judge.revoked.account_id, judge.revoked.grant_id)
        return answer

    async def introspect(self, fields: Sequence[tuple[str, str]]) -> Answer:
        """Tell an app whether a token of its own is valid, and for what (RFC 7662), and the MCP server, whose client id
        is its address, whether an access token is issued for it. All others are not active."""
        if repeated := _repeated(fields):
            return repeated
        issued = await self._storage.find_issued(dict(fields).get("token", ""))
        if issued and await self._let_in(issued.grant.account_id) is None:
            issued = None
        provider = _provider()
        judge = provider.Judge(self.scopes, self.issuer, issued=issued, now=int(self._clock()))
        answer: Answer = judge.create_endpoint_response("introspection", provider.Request("POST", fields))
        return answer

    async def of(self, account_id: str) -> list[AppGrant]:
        return await self._storage.of(account_id)

    async def revoke(self, account_id: str, grant_id: str) -> None:
        """Other processes believe the access token for a minute at most."""
        await self._storage.revoke(account_id, grant_id)
        self._sign_in.forget_seen(account_id)

    async def _check_room(self, account_id: str) -> None:
        """Raises AppsFull."""
        if len(await self._storage.of(account_id)) >= APPS_MAX:
            raise AppsFull

    async def _document(self, client_id: str, caller: Caller) -> ClientDocument:
        """Raises AppUnknown, TooFast."""
        if client_id == self._terminal.client_id:
            return self._terminal
        return await self._documents.get(client_id, caller.network)

    async def _waiting(self, user_code: str, caller: Caller) -> tuple[AppDevice, ClientDocument]:
        """Return the device that shows a code, and the document of its app. Raises DeviceUnknown, AppUnknown."""
        device = await self._storage.waiting_device(user_code, int(self._clock()))
        if device is None:
            raise DeviceUnknown
        return device, await self._document(device.client_id, caller)

    async def _answer_device(self, account_id: str, user_code: str, caller: Caller, *, is_approved: bool) -> None:
        _, document = await self._waiting(user_code, caller)
        if is_approved:
            await self._check_room(account_id)
        name, now = document.client_name, int(self._clock())
        if not await self._storage.answer_device(user_code, account_id, name, now, is_approved=is_approved):
            raise DeviceUnknown

    def _fields(self, account_id: str, query: str) -> dict[str, str]:
        """Return the parameters of a request. Raises NoApps, AppRequestRefused, TooFast."""
        if not self.issuer:
            raise NoApps
        self._asked.take(account_id)
        try:
            fields = parse_qsl(query, keep_blank_values=True, max_num_fields=FIELDS_MAX)
        except ValueError as wrong:
            raise AppRequestRefused("the query has too many fields") from wrong
        if _repeated(fields):
            raise AppRequestRefused("a parameter is repeated")
        if problem := problem_of(dict(fields)):
            raise AppRequestRefused(problem)
        self._resource(dict(fields))
        return dict(fields)

    async def _judge(self, fields: dict[str, str], caller: Caller) -> tuple[ClientDocument, Any, Any]:
        document = await self._document(fields.get("client_id", ""), caller)
        provider = _provider()
        return (
            document,
            provider.Judge(self.scopes, self.issuer, document),
            provider.Request("GET", list(fields.items())),
        )


def _name(document: ClientDocument) -> str:
    return document.client_name or urlsplit(document.client_id).netloc


def _consent(judge: Any, request: Any) -> Any:
    """Return the grant of a valid request. Raises AppRequestRefused."""
    try:
        return judge.consent(request)
    except _provider().OAuth2Error as error:
        raise AppRequestRefused(f"{error.error}: {error.get_error_description()}") from error
    except ValueError as wrong:  # Authlib repeats the address in its answer, which may not have all characters
        raise AppRequestRefused("invalid_request: redirect_uri has forbidden characters") from wrong


def _repeated(fields: Sequence[tuple[str, str]]) -> Answer | None:
    """Return the refusal of a request that repeats a parameter (RFC 6749, 3.1 and 3.2)."""
    names = [name for name, _ in fields]
    return Answer(400, {"error": "invalid_request"}) if len(set(names)) < len(names) else None


def _provider() -> Any:
    """Import Authlib with the first request: most processes get none."""
    return import_module("services.apps.provider")


__all__ = ["AppRequest", "AppRequestRefused", "AppTooFast", "AppUnknown", "Apps", "AppsFull", "DeviceUnknown", "NoApps"]
