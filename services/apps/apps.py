"""Signing in to apps of others: what the consent page shows and answers, tokens, and the metadata of this server."""

import time
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from msgspec import Struct

from services.accounts.account import Account, UnknownAccount
from services.accounts.app_storage import APPS_MAX, CODE_S, AppCode, AppGrant, AppStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Unauthenticated
from services.apps.answer import Answer
from services.apps.documents import AppUnknown, ClientDocument, ClientDocuments
from services.apps.id_tokens import OPENID, SCOPES, IdTokens, claims_of, problem_of
from services.platform.callers import Caller
from services.platform.rate_limiter import Limiter, TooFast

ASKED_PER_S, ASKED = 1 / 3, 20
"""Sign-ins to apps that one account begins or answers."""
FIELDS_MAX = 30


class AppRequestRefused(Exception):
    """The request of an app is wrong. `said`: why, for its developer."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class AppsFull(Exception):
    """The account is signed in to APPS_MAX apps."""


class AppTooFast(TooFast):
    """The calls of an app for all its players come too fast."""


class NoApps(Exception):
    """The service has no public URL, which is the name of its issuer."""


class AppRequest(Struct, frozen=True):
    """A valid request of an app. `redirect_host`: where the browser goes afterwards. `scopes`: words."""

    client_id: str
    client_name: str
    redirect_host: str
    scopes: tuple[str, ...]


class Apps:
    """`issuer`: the public URL of this service; empty where apps cannot sign in. `scopes`: the words of the API's
    scopes, to which those of OpenID Connect come."""

    def __init__(
        self,
        storage: AppStorage,
        sign_in: SignIn,
        documents: ClientDocuments,
        issuer: str,
        scopes: Sequence[str],
        ids: IdTokens,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._storage, self._sign_in, self._documents, self._clock = storage, sign_in, documents, clock
        self.issuer, self._scopes, self._ids = issuer, tuple(scopes), ids
        self._asked = Limiter(ASKED_PER_S, ASKED)

    @property
    def scopes(self) -> tuple[str, ...]:
        return (*SCOPES, *self._scopes) if self._ids.is_offered() else self._scopes

    def openid_metadata(self) -> dict[str, Any] | None:
        """Return the metadata of the OpenID provider (OpenID Connect Discovery, 3); None where it has no key."""
        return self.metadata() | self._ids.metadata() if self._ids.is_offered() else None

    def key_set(self) -> dict[str, Any] | None:
        """Return the public keys of ID tokens; None where OpenID Connect is not offered."""
        return self._ids.key_set() if self._ids.is_offered() else None

    def metadata(self) -> dict[str, Any]:
        """Return the metadata of the authorization server (RFC 8414, 2)."""
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/oauth/authorize",
            "token_endpoint": f"{self.issuer}/oauth/token",
            "revocation_endpoint": f"{self.issuer}/oauth/revoke",
            "introspection_endpoint": f"{self.issuer}/oauth/introspect",
            "scopes_supported": list(self.scopes),
            "response_types_supported": ["code"],
            "response_modes_supported": ["query"],
            "grant_types_supported": ["authorization_code", "refresh_token"],
            "token_endpoint_auth_methods_supported": ["none"],
            "revocation_endpoint_auth_methods_supported": ["none"],
            "introspection_endpoint_auth_methods_supported": ["none"],
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            "client_id_metadata_document_supported": True,
        }

    async def read(self, account_id: str, query: str, caller: Caller) -> AppRequest:
        """Return a valid request. Raises NoApps, AppUnknown, AppRequestRefused, TooFast."""
        document, judge, request = await self._judge(account_id, query, caller)
        grant = _consent(judge, request)
        scopes = tuple(request.scope.split())
        name = document.client_name or urlsplit(document.client_id).netloc
        return AppRequest(document.client_id, name, urlsplit(grant.redirect_uri).netloc, scopes)

    async def answer(self, account_id: str, query: str, caller: Caller, *, is_approved: bool) -> str:
        """Return where the browser goes: with a code, or with the refusal. Raises what `read` raises, and AppsFull."""
        document, judge, request = await self._judge(account_id, query, caller)
        grant = _consent(judge, request)
        if is_approved:
            if len(await self._storage.of(account_id)) >= APPS_MAX:
                raise AppsFull
            now = int(self._clock())
            code = AppCode(
                account_id=account_id,
                client_id=document.client_id,
                client_name=document.client_name,
                redirect_uri=grant.redirect_uri,
                scopes=request.scope,
                challenge=request.payload.data["code_challenge"],
                expires_at=now + CODE_S,
                nonce=request.payload.data.get("nonce", ""),
            )
            judge.new_code = await self._storage.add_code(code, now)
        user = account_id if is_approved else None
        answer: Answer = judge.create_authorization_response(request, grant_user=user, grant=grant)
        return answer.location

    async def token(self, fields: Sequence[tuple[str, str]]) -> Answer:
        """Exchange a code or a refresh token for tokens."""
        form, now = dict(fields), int(self._clock())
        code = refresh = None
        if form.get("grant_type") == "authorization_code":
            code = await self._storage.find_code(form.get("code", ""), now)
        elif form.get("grant_type") == "refresh_token":
            refresh = await self._storage.find_refresh(form.get("refresh_token", ""), now)
        if repeated := _repeated(fields):
            return repeated
        provider = _provider()
        judge = provider.Judge(self.scopes, code=code, grant=refresh)
        answer: Answer = judge.create_token_response(provider.Request("POST", fields))
        if answer.status != 200:
            return answer
        if code is None:
            tokens = await self._storage.rotate(form["refresh_token"], now)
        elif account := await self._let_in(code.account_id):
            tokens = await self._storage.exchange(form["code"], code, now)
        else:
            tokens = None
        if tokens is None:
            return Answer(400, {"error": "invalid_grant"})
        answer.body |= {"access_token": tokens.access, "refresh_token": tokens.refresh, "scope": tokens.scopes}
        scopes = tokens.scopes.split()
        if code is not None and account and OPENID in scopes:
            answer.body["id_token"] = self._ids.sign(account, code.client_id, scopes, code.nonce, tokens.access)
        return answer

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
        """Tell an app whether a token of its own is valid, and for what (RFC 7662). All others are not active."""
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

    async def _judge(self, account_id: str, query: str, caller: Caller) -> tuple[ClientDocument, Any, Any]:
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
        document = await self._documents.get(dict(fields).get("client_id", ""), caller.network)
        provider = _provider()
        return document, provider.Judge(self.scopes, self.issuer, document), provider.Request("GET", fields)


def _consent(judge: Any, request: Any) -> Any:
    """Return the grant of a valid request. Raises AppRequestRefused."""
    try:
        return judge.consent(request)
    except _provider().OAuth2Error as error:
        raise AppRequestRefused(f"{error.error}: {error.get_error_description()}") from error


def _repeated(fields: Sequence[tuple[str, str]]) -> Answer | None:
    """Return the refusal of a request that repeats a parameter (RFC 6749, 3.1 and 3.2)."""
    names = [name for name, _ in fields]
    return Answer(400, {"error": "invalid_request"}) if len(set(names)) < len(names) else None


def _provider() -> Any:
    """Import Authlib with the first request: most processes get none."""
    return import_module("services.apps.provider")


__all__ = ["AppRequest", "AppRequestRefused", "AppTooFast", "AppUnknown", "Apps", "AppsFull", "NoApps"]
