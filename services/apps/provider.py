"""The rules of OAuth as Authlib judges them: authorization code with PKCE, refresh, revocation, introspection, devices
(RFC 6749, 7636, 7009, 7662, 8628, 9207).

Authlib's server is synchronous, and our store is not. So a request is judged on what was read before, and stored
afterwards by one statement that decides between calls at the same moment (apps.py). A server object lives for one
request.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from authlib.oauth2.rfc6749 import (
    AuthorizationServer,
    ClientMixin,
    InvalidGrantError,
    InvalidRequestError,
    OAuth2Error,
    OAuth2Request,
)
from authlib.oauth2.rfc6749.grants import AuthorizationCodeGrant, RefreshTokenGrant
from authlib.oauth2.rfc6749.requests import OAuth2Payload
from authlib.oauth2.rfc7009 import RevocationEndpoint
from authlib.oauth2.rfc7636 import CodeChallenge
from authlib.oauth2.rfc7662 import IntrospectionEndpoint
from authlib.oauth2.rfc8628 import DEVICE_CODE_GRANT_TYPE, DeviceCodeGrant
from authlib.oauth2.rfc9207 import IssuerParameter

from services.accounts.app_storage import ACCESS_S, AppCode, AppDevice, AppGrant, IssuedToken
from services.apps.answer import Answer
from services.apps.documents import PUBLIC, ClientDocument, without_port
from services.apps.id_tokens import OPENID

METHOD = "S256"
_PUBLIC = [PUBLIC]
_GRANTS = ("authorization_code", "refresh_token", DEVICE_CODE_GRANT_TYPE)


class _Payload(OAuth2Payload):  # type: ignore[misc]
    def __init__(self, fields: Sequence[tuple[str, str]]) -> None:
        self._data = dict(reversed(fields))
        self._lists: dict[str, list[str]] = {}
        for name, value in fields:
            self._lists.setdefault(name, []).append(value)

    @property
    def data(self) -> Mapping[str, str]:
        return self._data

    @property
    def datalist(self) -> Mapping[str, list[str]]:
        return self._lists


class Request(OAuth2Request):  # type: ignore[misc]
    """The fields of a query or form. The transport is the operator's: https is terminated in front of this process."""

    def __init__(self, method: str, fields: Sequence[tuple[str, str]]) -> None:
        super().__init__(method, "https://oauth/")
        self.payload = _Payload(fields)

    @property
    def args(self) -> Mapping[str, str]:
        return self.payload.data

    @property
    def form(self) -> Mapping[str, str]:
        return self.payload.data


class _Client(ClientMixin):  # type: ignore[misc]
    """A public client. `redirect_uris`: of its document; empty at endpoints that redirect nowhere."""

    def __init__(self, client_id: str, name: str = "", redirect_uris: Sequence[str] = ()) -> None:
        self.client_id, self.name, self._redirect_uris = client_id, name, frozenset(map(without_port, redirect_uris))

    def get_client_id(self) -> str:
        return self.client_id

    def get_default_redirect_uri(self) -> None:
        """Offer no default: every request names its own."""

    def get_allowed_scope(self, scope: str | None) -> str | None:
        return " ".join(dict.fromkeys((scope or "").split())) or None

    def check_redirect_uri(self, redirect_uri: str) -> bool:
        return without_port(redirect_uri) in self._redirect_uris

    def check_client_secret(self, _: str) -> bool:
        return False

    def check_endpoint_auth_method(self, method: str, _: str) -> bool:
        return method in _PUBLIC

    def check_response_type(self, response_type: str) -> bool:
        return response_type == "code"

    def check_grant_type(self, grant_type: str) -> bool:
        return grant_type in _GRANTS


class _Code:
    """A stored code as Authlib asks for it."""

    code_challenge_method = METHOD

    def __init__(self, code: AppCode) -> None:
        self.code, self.code_challenge = code, code.challenge

    def get_redirect_uri(self) -> str:
        return self.code.redirect_uri

    def get_scope(self) -> str:
        return self.code.scopes


class _Grant:
    """A stored sign-in as Authlib asks for it."""

    def __init__(self, grant: AppGrant) -> None:
        self.grant = grant

    def get_scope(self) -> str:
        return self.grant.scopes

    def check_client(self, client: _Client) -> bool:
        return client.client_id == self.grant.client_id


class _S256(CodeChallenge):  # type: ignore[misc]
    """PKCE that cannot be left out or downgraded to `plain` (RFC 9700, 2.1.1)."""

    DEFAULT_CODE_CHALLENGE_METHOD = METHOD
    SUPPORTED_CODE_CHALLENGE_METHOD = [METHOD]  # Authlib's form

    def validate_code_challenge(self, grant: Any, redirect_uri: str) -> None:
        data = grant.request.payload.data
        if not data.get("code_challenge") or data.get("code_challenge_method") != METHOD:
            raise InvalidRequestError(f"code_challenge with code_challenge_method={METHOD} is required")
        super().validate_code_challenge(grant, redirect_uri)


class _CodeGrant(AuthorizationCodeGrant):  # type: ignore[misc]
    TOKEN_ENDPOINT_AUTH_METHODS = _PUBLIC

    def generate_authorization_code(self) -> str:
        return str(self.server.new_code)

    def save_authorization_code(self, code: str, request: Request) -> None:
        """The caller has stored it (apps.py)."""

    def query_authorization_code(self, _: str, client: _Client) -> _Code | None:
        found = self.server.code
        return _Code(found) if found and found.client_id == client.client_id else None

    def delete_authorization_code(self, authorization_code: _Code) -> None:
        """The caller exchanges it by one statement (apps.py)."""

    def authenticate_user(self, authorization_code: _Code) -> str:
        return authorization_code.code.account_id


class _RefreshGrant(RefreshTokenGrant):  # type: ignore[misc]
    TOKEN_ENDPOINT_AUTH_METHODS = _PUBLIC

    def authenticate_refresh_token(self, _: str) -> _Grant | None:
        return _Grant(self.server.grant) if self.server.grant else None

    def authenticate_user(self, refresh_token: _Grant) -> str:
        return refresh_token.grant.account_id

    def revoke_old_credential(self, refresh_token: _Grant) -> None:
        """The caller rotates it by one statement (apps.py)."""


class _Device:
    """A stored device as Authlib asks for it. `now`: seconds since 1970."""

    def __init__(self, device: AppDevice, now: int) -> None:
        self.device, self._now = device, now

    def get_client_id(self) -> str:
        return self.device.client_id

    def get_scope(self) -> str:
        return self.device.scopes

    def get_user_code(self) -> str:
        """Return nothing: the answer is part of the device."""
        return ""

    def is_expired(self) -> bool:
        return self.device.expires_at <= self._now


class _DeviceGrant(DeviceCodeGrant):  # type: ignore[misc]
    TOKEN_ENDPOINT_AUTH_METHODS = _PUBLIC

    def query_device_credential(self, _: str) -> _Device:
        if self.server.device is None:
            raise InvalidGrantError
        return _Device(self.server.device, self.server.now)

    def query_user_grant(self, _: str) -> tuple[str, bool] | None:
        device = self.server.device
        return (device.account_id, not device.is_denied) if device.account_id else None

    def should_slow_down(self, credential: _Device) -> bool:
        return credential.device.is_hasty


class _Revocation(RevocationEndpoint):  # type: ignore[misc]
    CLIENT_AUTH_METHODS = _PUBLIC

    def query_token(self, _: str, __: str | None) -> _Grant | None:
        return _Grant(self.server.grant) if self.server.grant else None

    def revoke_token(self, token: _Grant, _: Request) -> None:
        self.server.revoked = token.grant


class _Issued:
    """A stored token as Authlib asks for it. `now`: seconds since 1970. `is_for_asker`: the resource that it is issued
    for asks."""

    is_for_asker = False

    def __init__(self, issued: IssuedToken, now: int) -> None:
        self.issued, self._now = issued, now

    def is_expired(self) -> bool:
        return self.issued.expires_at <= self._now

    def is_revoked(self) -> bool:
        """A token that was revoked is not stored any more."""
        return False


class _Introspection(IntrospectionEndpoint):  # type: ignore[misc]
    """An app asks about its own tokens alone (RFC 7662, 4): it has no secret, and the token is 256 random bits. So does
    the MCP server, whose client id is its address: about access tokens that are issued for it."""

    CLIENT_AUTH_METHODS = _PUBLIC

    def query_token(self, _: str, __: str | None) -> _Issued | None:
        return _Issued(self.server.issued, self.server.now) if self.server.issued else None

    def check_permission(self, token: _Issued, client: _Client, _: Request) -> bool:
        grant = token.issued.grant
        token.is_for_asker = token.issued.is_access and client.client_id == grant.resource
        return token.is_for_asker or client.client_id == grant.client_id

    def introspect_token(self, token: _Issued) -> dict[str, object]:
        grant = token.issued.grant
        found: dict[str, object] = {"active": True, "iss": self.server.issuer, "client_id": grant.client_id}
        found |= {"scope": grant.scopes, "exp": token.issued.expires_at}
        if token.issued.is_access:
            found["token_type"] = "Bearer"  # noqa: S105  # the name of a type
        if grant.resource:
            found["aud"] = grant.resource
        if token.is_for_asker or OPENID in grant.scopes.split():
            found["sub"] = grant.account_id
        return found


class _Issuer(IssuerParameter):  # type: ignore[misc]
    def __init__(self, issuer: str) -> None:
        self._issuer = issuer

    def get_issuer(self) -> str:
        return self._issuer


class Judge(AuthorizationServer):  # type: ignore[misc]
    """Judges one request. `document`: of the client at the authorization endpoint. `code`, `grant`, `issued`, `device`:
    what is stored of those that the request names. `new_code`: the code of an approved request. `now`: seconds since
    1970."""

    def __init__(
        self,
        scopes: Sequence[str],
        issuer: str = "",
        document: ClientDocument | None = None,
        code: AppCode | None = None,
        grant: AppGrant | None = None,
        issued: IssuedToken | None = None,
        device: AppDevice | None = None,
        now: int = 0,
    ) -> None:
        super().__init__(scopes_supported=list(scopes))
        self.issuer, self.issued, self.device, self.now = issuer, issued, device, now
        self.document, self.code, self.grant, self.new_code = document, code, grant, ""
        self.revoked: AppGrant | None = None
        self.register_grant(_CodeGrant, [_S256(required=True)])
        self.register_grant(_RefreshGrant)
        self.register_grant(_DeviceGrant)
        self.register_endpoint(_Revocation)
        self.register_endpoint(_Introspection)
        self.register_token_generator("default", _token)
        _Issuer(issuer)(self)

    def query_client(self, client_id: str) -> _Client | None:
        if self.document is None:
            return _Client(client_id)
        if client_id != self.document.client_id:
            return None
        return _Client(client_id, self.document.client_name, self.document.redirect_uris)

    def save_token(self, token: object, request: Request) -> None:
        """The caller stores tokens, and fills them in (apps.py)."""

    def send_signal(self, name: str, *args: object, **kwargs: object) -> None:
        """Nothing listens."""

    def create_oauth2_request(self, request: Request) -> Request:
        return request

    def handle_response(self, status: int, body: Any, headers: Sequence[tuple[str, str]]) -> Answer:
        location = dict(headers).get("Location", "")
        return Answer(status, body if isinstance(body, dict) else {}, location)

    def check_device(self, request: Request) -> None:
        """Check the client and the scopes of a device's request. Raises OAuth2Error."""
        self.authenticate_client(request, _PUBLIC, "device_authorization")
        if not request.payload.scope:
            raise InvalidRequestError("scope is required")
        self.validate_requested_scope(request.payload.scope)

    def consent(self, request: Request) -> Any:
        """Return the grant of a valid authorization request. Raises OAuth2Error."""
        return self.get_consent_grant(request)


def _token(scope: str, **_: object) -> dict[str, object]:
    return {"token_type": "Bearer", "expires_in": ACCESS_S, "scope": scope}


__all__ = ["Judge", "OAuth2Error", "Request"]
