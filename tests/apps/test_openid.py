"""OpenID Connect with Authlib's client as a relying party, over real HTTP: who signed in, and attacks."""

import json
import sqlite3
from base64 import urlsafe_b64decode, urlsafe_b64encode
from contextlib import closing

import pytest
from authlib.integrations.starlette_client import OAuth
from authlib.oauth2.rfc6749 import OAuth2Error
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import RSAKey

from services.accounts.tokens import KEY_SIGNS_S, Issuer, KeyRing, Unauthenticated
from services.apps.id_tokens import LIFETIME_S, id_token_keys
from tests.apps.kit import REDIRECT, approve
from turnledger import ServiceError
from turnledger.v1 import scopes_pb2

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning:authlib")


def relying_party(house, client_id="", scope="openid profile"):
    """Return an app that knows the server by its discovery document alone."""
    return OAuth().register(
        "turnledger",
        client_id=client_id or house.app.client_id,
        server_metadata_url=f"{house.app.server}/.well-known/openid-configuration",
        client_kwargs={
            "scope": scope,
            "code_challenge_method": "S256",
            "token_endpoint_auth_method": "none",
            "trust_env": False,
        },
    )


async def signed_in(house, app):
    """Let Ann sign in there; return the nonce of the request, and the tokens."""
    begun = await app.create_authorization_url(REDIRECT)
    returned = house.app.returned(await approve(house.ann, begun["url"].partition("?")[2]))
    assert returned["state"] == begun["state"]
    verifier = begun["code_verifier"]
    tokens = await app.fetch_access_token(REDIRECT, code=returned["code"], code_verifier=verifier)
    return begun["nonce"], tokens


def rewritten(id_token, key=None, alg="none", **changes):
    """Return the token with other claims, under another key or without a signature."""
    claims = json.loads(urlsafe_b64decode(id_token.split(".")[1] + "==")) | changes
    if key:
        return jwt.encode({"alg": alg, "kid": key.kid}, claims, key, algorithms=[alg])
    parts = [json.dumps({"alg": alg}).encode(), json.dumps(claims).encode()]
    return ".".join([*(urlsafe_b64encode(part).decode().rstrip("=") for part in parts), ""])


async def test_app_learns_who_signed_in_by_discovery_alone(reachable):
    app = relying_party(reachable)
    nonce, tokens = await signed_in(reachable, app)
    account = reachable.ann.account
    claims = await app.parse_id_token(tokens, nonce)
    assert (claims["sub"], claims["name"]) == (account.account_id, "Ann")
    assert (claims["iss"], claims["aud"]) == (reachable.app.server, reachable.app.client_id)
    assert claims["exp"] - claims["iat"] == LIFETIME_S
    assert set(claims) == {"iss", "aud", "iat", "exp", "sub", "nonce", "at_hash", "name", "preferred_username"}
    found = await app.userinfo(token=tokens)
    assert dict(found) == {"sub": account.account_id, "name": "Ann", "preferred_username": "Ann"}
    (listed,) = (await reachable.ann.accounts.list_apps()).apps
    assert list(listed.scopes) == [scopes_pb2.SCOPE_OPENID, scopes_pb2.SCOPE_PROFILE]


async def test_app_without_the_profile_learns_the_account_id_alone(reachable):
    app = relying_party(reachable, scope="openid")
    nonce, tokens = await signed_in(reachable, app)
    assert not {"name", "preferred_username"} & set(await app.parse_id_token(tokens, nonce))
    assert dict(await app.userinfo(token=tokens)) == {"sub": reachable.ann.account.account_id}
    assert await reachable.app.call(tokens["access_token"]) == 403, "it is no scope of the API"
    following = (await reachable.app.refresh(tokens["refresh_token"])).json()
    assert "id_token" not in following


async def test_app_without_openid_gets_no_id_token_and_no_claims(reachable):
    tokens = (await reachable.app.exchange(await reachable.app.code_of(reachable.ann))).json()
    assert "id_token" not in tokens
    answer = await claims_for(reachable, tokens["access_token"])
    assert (answer.status_code, "insufficient_scope" in answer.headers["www-authenticate"]) == (403, True)


async def claims_for(house, token, method="GET"):
    headers = {"authorization": f"Bearer {token}"} if token else {}
    return await house.app.http.request(method, "/oauth/userinfo", headers=headers)


async def test_claims_want_the_access_token_of_an_app(reachable):
    _, tokens = await signed_in(reachable, relying_party(reachable))
    assert (await claims_for(reachable, tokens["access_token"], "POST")).status_code == 200
    assert (await claims_for(reachable, "")).headers["www-authenticate"] == "Bearer"
    for token in ("tla_unknown", tokens["id_token"], tokens["refresh_token"]):
        answer = await claims_for(reachable, token)
        assert (answer.status_code, answer.headers["www-authenticate"]) == (401, 'Bearer error="invalid_token"')
    session = reachable.ann.connection.access_token
    assert (await claims_for(reachable, session)).status_code == 403


async def test_id_token_is_no_access_token(reachable):
    _, tokens = await signed_in(reachable, relying_party(reachable))
    assert await reachable.app.call(tokens["id_token"]) == 401


async def test_app_refuses_id_tokens_of_other_sign_ins_apps_and_keys(reachable):
    app = relying_party(reachable)
    nonce, tokens = await signed_in(reachable, app)
    other_nonce, others = await signed_in(reachable, relying_party(reachable, reachable.other.client_id))
    own = RSAKey.generate_key(2048, {"kid": "attacker"})
    known = (await reachable.app.http.get("/oauth/keys")).json()["keys"][0]
    same_name = RSAKey.generate_key(2048, {"kid": known["kid"]})
    attacks = {
        "another nonce": (tokens, "another"),
        "an id token of another app": (tokens | {"id_token": others["id_token"]}, other_nonce),
        "no signature": (tokens | {"id_token": rewritten(tokens["id_token"], sub="mallory")}, nonce),
        "an unknown key": (tokens | {"id_token": rewritten(tokens["id_token"], own, "RS256")}, nonce),
        "a key of the same name": (tokens | {"id_token": rewritten(tokens["id_token"], same_name, "RS256")}, nonce),
        "an access token of another sign-in": (tokens | {"access_token": others["access_token"]}, nonce),
    }
    assert (await app.parse_id_token(tokens, nonce))["sub"]
    for name, (forged, expected) in attacks.items():
        with pytest.raises((JoseError, OAuth2Error, ValueError)):
            pytest.fail(f"{name}: {await app.parse_id_token(forged, expected)}")


async def test_keys_are_published_without_their_private_part(reachable):
    (key,) = (await reachable.app.http.get("/oauth/keys")).json()["keys"]
    assert (key["kty"], key["alg"], key["use"]) == ("RSA", "RS256", "sig")
    assert not {"d", "p", "q", "dp", "dq", "qi", "k"} & set(key)


async def test_code_of_a_player_who_was_banned_since_is_worthless(house, tmp_path):
    """An app believes an ID token without asking again."""
    code = await house.app.code_of(house.ann, scope="openid")
    with closing(sqlite3.connect(tmp_path / "store.db")) as store, store:
        store.execute("UPDATE accounts SET banned = 1")
    assert (await house.app.exchange(code)).json()["error"] == "invalid_grant"


NOT_OFFERED = (
    {"prompt": "none"},
    {"prompt": "login"},
    {"max_age": "0"},
    {"request": "eyJhbGciOiJub25lIn0.e30."},
    {"request_uri": "https://evil.example/request"},
    {"response_mode": "fragment"},
    {"response_type": "code id_token"},
    {"response_type": "id_token"},
    {"nonce": "x" * 501},
)


async def test_request_for_what_is_not_offered_is_refused_and_not_ignored(house):
    for changes in NOT_OFFERED:
        with pytest.raises(ServiceError) as refused:
            await house.ann.accounts.begin_app_sign_in(authorization_query=house.app.query(scope="openid", **changes))
        assert refused.value.reason == "APP_REQUEST_INVALID", changes


async def test_personal_token_has_no_scope_of_openid(house):
    with pytest.raises(ServiceError) as refused:
        await house.ann.accounts.create_personal_token(
            token_name="x", scopes=[scopes_pb2.SCOPE_OPENID], lifetime={"seconds": 3_600}
        )
    assert refused.value.code.name == "INVALID_ARGUMENT"


def test_new_keys_sign_and_old_ones_stay_published_for_a_day(tmp_path):
    now = 1_800_000_000.0
    ring = KeyRing(tmp_path, lambda: now, kind=id_token_keys(tmp_path).kind)
    first = ring.signing().kid
    now += KEY_SIGNS_S + 1
    second = ring.signing().kid
    assert {key.kid for key in ring.public().keys} == {first, second}
    assert second > first
    now += 2 * 24 * 60 * 60
    assert {key.kid for key in ring.public().keys} == {second}


def test_keys_of_id_tokens_sign_no_access_token(tmp_path):
    ids = id_token_keys(tmp_path)
    claims = {"iss": "turnledger", "sub": "ann", "iat": 1, "exp": 4_000_000_000}
    key = ids.signing()
    forged = jwt.encode({"alg": "RS256", "kid": key.kid}, claims, key, algorithms=["RS256"])
    with pytest.raises(Unauthenticated, match="TOKEN_INVALID"):
        Issuer(KeyRing(tmp_path)).read(forged)


async def test_server_whose_folder_has_no_key_offers_no_openid_but_still_apps(house, tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError("read-only")

    for path in (tmp_path / "keys").glob("*.openid"):
        path.unlink()
    monkeypatch.setattr("services.accounts.tokens.make_folder", refuse)
    monkeypatch.setattr("services.accounts.tokens.KeyRing._read", lambda ring: ring._keys.clear())
    assert (await house.app.http.get("/.well-known/openid-configuration")).status_code == 404
    assert (await house.app.http.get("/oauth/keys")).status_code == 404
    found = (await house.app.http.get("/.well-known/oauth-authorization-server")).json()
    assert "openid" not in found["scopes_supported"]
