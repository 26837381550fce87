"""Attacks on sign-ins in apps (RFC 9700, RFC 6819, OAuth 2.1): each is tried over real HTTP and gRPC, and fails."""

import asyncio
import json
import sqlite3
from contextlib import closing
from urllib.parse import parse_qsl, quote, unquote, urlencode

import pytest

from services.apps.apps import ASKED, Apps
from services.apps.documents import AppUnknown, ClientDocuments
from services.apps.id_tokens import IdTokens
from services.notify.guard import Guard
from services.platform.callers import HERE
from services.platform.rate_limiter import TooFast
from tests.apps.kit import REDIRECT, AppOfTest, approve, document, web_server
from turnledger import ServiceError
from turnledger.v1 import scopes_pb2


async def refused(house, query):
    """Return the reason for which both the page's reading and the approval are refused."""
    reasons = set()
    for ask in (house.ann.accounts.begin_app_sign_in, house.ann.accounts.answer_app_sign_in):
        with pytest.raises(ServiceError) as told:
            await ask(authorization_query=query)
        reasons.add(told.value.reason)
    assert len(reasons) == 1
    return reasons.pop()


async def ended(house, tokens):
    """Check that a sign-in has ended: the access token within a minute, the refresh token at once."""
    assert (await house.app.refresh(tokens["refresh_token"])).json() == {"error": "invalid_grant"}
    assert (await house.ann.accounts.list_apps()).apps == []


REDIRECT_TRICKS = (
    "https://app.example/back/",
    "https://app.example/back?next=https://evil.example",
    "https://app.example/back#fragment",
    "https://app.example/back/../steal",
    "https://app.example/%62ack",
    "https://app.example:443/back",
    "https://APP.example/back",
    "https://app.example.evil.example/back",
    "https://app.example@evil.example/back",
    "https://evil.example/back",
    "http://app.example/back",
    "javascript:alert(1)",
    "//evil.example",
    "http://127.0.0.1:80@evil.example/back",
    "http://127.0.0.1.evil.example/back",
    "http://127.0.0.1:80\\.evil.example/back",
    "http://127.0.0.1:\t8000/back",
    "http://127.0.0.1:8000/back/",
    "http://127.0.0.1:8000/other",
    "http://127.0.0.1:port/back",
    "https://127.0.0.1:8000/back",
    "http://localhost:8000/back",
    "http://[::1]:8000/back",
    "",
    None,
)


async def test_redirect_to_any_other_address_is_refused(house):
    for redirect_uri in REDIRECT_TRICKS:
        assert await refused(house, house.app.query(redirect_uri=redirect_uri)) == "APP_REQUEST_INVALID"


PKCE_DOWNGRADES = (
    {"code_challenge": None, "code_challenge_method": None},
    {"code_challenge": None},
    {"code_challenge_method": None},
    {"code_challenge_method": "plain"},
    {"code_challenge_method": "s256"},
    {"code_challenge": "short"},
)


async def test_request_without_pkce_of_s256_is_refused(house):
    for changes in PKCE_DOWNGRADES:
        assert await refused(house, house.app.query(**changes)) == "APP_REQUEST_INVALID"


async def test_code_without_its_verifier_is_worthless(house):
    code = await house.app.code_of(house.ann)
    challenge = dict(parse_qsl(house.app.query()))["code_challenge"]
    for verifier in (None, "", "x" * 43, challenge):
        answer = await house.app.exchange(code, code_verifier=verifier)
        assert (answer.status_code, "access_token" in answer.json()) == (400, False)


async def test_code_is_worthless_in_the_session_of_another_user_of_the_app(house):
    """An injected code: the attacker's browser has another verifier than the victim's."""
    attacker = AppOfTest(house.app.server, house.app.client_id)
    answer = await attacker.exchange(await house.app.code_of(house.ann))
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    await attacker.http.aclose()


async def test_code_of_one_app_is_worthless_for_another(house):
    code = await house.app.code_of(house.ann)
    answer = await house.app.exchange(code, client_id=house.other.client_id)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


async def test_code_is_bound_to_the_redirect_uri_of_its_request(house):
    code = await house.app.code_of(house.ann)
    for redirect_uri in ("http://127.0.0.1/back", None):
        answer = await house.app.exchange(code, redirect_uri=redirect_uri)
        assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


async def test_code_that_comes_twice_ends_what_was_made_of_it(house):
    code = await house.app.code_of(house.ann)
    tokens = (await house.app.exchange(code)).json()
    answer = await house.app.exchange(code)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")
    await ended(house, tokens)


async def test_of_two_exchanges_of_one_code_at_the_same_moment_at_most_one_has_tokens(house):
    code = await house.app.code_of(house.ann)
    answers = await asyncio.gather(*(house.app.exchange(code) for _ in range(4)))
    assert sum(answer.status_code == 200 for answer in answers) <= 1


async def test_refresh_token_that_comes_twice_ends_its_sign_in(house):
    first = (await house.app.exchange(await house.app.code_of(house.ann))).json()
    second = (await house.app.refresh(first["refresh_token"])).json()
    assert (await house.app.refresh(first["refresh_token"])).status_code == 400
    await ended(house, second)


async def test_refresh_token_of_one_app_is_worthless_for_another(house):
    tokens = (await house.app.exchange(await house.app.code_of(house.ann))).json()
    answer = await house.app.refresh(tokens["refresh_token"], client_id=house.other.client_id)
    assert (answer.status_code, answer.json()["error"]) == (400, "invalid_grant")


async def test_responses_name_their_issuer_against_mix_up(house):
    """RFC 9207: the app compares `iss` with the issuer that it began with."""
    metadata = (await house.app.http.get("/.well-known/oauth-authorization-server")).json()
    for approved in (True, False):
        returned = house.app.returned(await approve(house.ann, house.app.query(), approved=approved))
        assert returned["iss"] == metadata["issuer"]


async def test_other_sites_cannot_approve_in_the_place_of_the_owner(house):
    """Cross-site request forgery: nothing is approved by a visit, and the calls of the page want its own token."""
    answer = await house.app.http.get(f"/oauth/authorize?{house.app.query()}&approve=true")
    assert f"{REDIRECT}?" not in answer.headers["location"]
    answer = await house.app.http.post(f"/oauth/authorize?{house.app.query()}")
    assert answer.status_code == 404
    asked = {"authorizationQuery": house.app.query(), "approve": True}
    url = "/turnledger.v1.Accounts/AnswerAppSignIn"
    assert (await house.app.http.post(url, json=asked)).status_code == 401
    frame = await house.app.http.get("/")
    assert "frame-ancestors 'none'" in frame.headers["content-security-policy"]


async def test_app_cannot_approve_another_app_or_itself(house):
    tokens = (await house.app.exchange(await house.app.code_of(house.ann))).json()
    for method in ("Accounts/AnswerAppSignIn", "Accounts/BeginAppSignIn", "Accounts/CreatePersonalToken"):
        assert await house.app.call(tokens["access_token"], method) == 403


async def test_app_cannot_ask_for_scopes_that_no_app_may_have(house):
    for scope in ("session", "public", "games:read session", "games:everything", "", None):
        assert await refused(house, house.app.query(scope=scope)) == "APP_REQUEST_INVALID"


async def test_repeated_parameters_are_refused(house):
    twice = f"{house.app.query()}&{urlencode({'redirect_uri': 'https://evil.example/'})}"
    assert await refused(house, twice) == "APP_REQUEST_INVALID"
    code = await house.app.code_of(house.ann)
    fields = {"grant_type": "authorization_code", "code": [code, code], "client_id": house.app.client_id}
    answer = await house.app.http.post("/oauth/token", data=fields)
    assert (answer.status_code, answer.json()) == (400, {"error": "invalid_request"})


async def test_other_grants_and_bodies_are_refused(house):
    for grant in ("password", "client_credentials", "implicit", None):
        answer = await house.app.post("/oauth/token", {"grant_type": grant, "client_id": house.app.client_id})
        assert (answer.status_code, answer.json()["error"]) == (400, "unsupported_grant_type")
    assert await refused(house, house.app.query(response_type="token")) == "APP_REQUEST_INVALID"
    answer = await house.app.http.post("/oauth/token", json={"grant_type": "authorization_code"})
    assert answer.status_code == 400
    answer = await house.app.http.post("/oauth/token", data={"code": "x" * 9_000})
    assert answer.status_code == 400


DOCUMENTS = {
    "another client_id": {"client_id": "https://another.example/app"},
    "a secret": {"token_endpoint_auth_method": "client_secret_basic"},
    "no redirect": {"redirect_uris": []},
    "a redirect with a fragment": {"redirect_uris": [f"{REDIRECT}#x"]},
    "a redirect to a script": {"redirect_uris": ["javascript:alert(1)"]},
    "a redirect with a user": {"redirect_uris": ["https://app.example@evil.example/back"]},
    "a redirect with a line end": {"redirect_uris": [f"{REDIRECT}\r\nx: y"]},
    "too many redirects": {"redirect_uris": [f"{REDIRECT}/{number}" for number in range(11)]},
    "a long name": {"client_name": "x" * 101},
}


async def test_app_with_a_wrong_document_is_unknown(house):
    def answer(path):
        wrong = DOCUMENTS[unquote(path[1:])]
        return 200, {}, json.dumps(document(f"{address}{path}") | wrong).encode()

    async with web_server(answer) as address:
        for name in DOCUMENTS:
            query = house.app.query(client_id=f"{address}/{quote(name)}")
            assert await refused(house, query) == "APP_UNKNOWN", name


async def test_document_is_read_from_its_own_address_alone_and_bounded(house):
    answers = {
        "/redirect": (302, {"location": "/app"}, b""),
        "/missing": (404, {}, b"{}"),
        "/long": (200, {}, b" " * 6_000),
        "/text": (200, {}, b"hello"),
        "/deep": (200, {}, b"[" * 5_000),
    }
    asked = []

    def answer(path):
        asked.append(path)
        return answers[path]

    async with web_server(answer) as address:
        for path in answers:
            assert await refused(house, house.app.query(client_id=f"{address}{path}")) == "APP_UNKNOWN"
    assert set(asked) == set(answers)


async def test_client_id_is_a_plain_url_with_a_path(house):
    address = house.app.client_id.removesuffix("/app")
    for path in ("", "/", "/app?x=1", "/app#x", "/a/../app", "/./app", "/app?"):
        assert await refused(house, house.app.query(client_id=address + path)) == "APP_UNKNOWN"


async def test_documents_in_networks_of_the_operator_are_never_fetched():
    """Server-side request forgery: the rules of webhooks hold, whatever a name resolves to."""
    asked = []

    def answer(path):
        asked.append(path)
        return 200, {}, b"{}"

    async with web_server(answer) as address:
        port = address.rpartition(":")[2]
        inside = [(2, 1, 6, "", ("127.0.0.1", int(port)))]
        documents = ClientDocuments(Guard(resolve=lambda *_, **__: inside))
        for client_id in (f"{address}/app", f"https://127.0.0.1:{port}/app", f"https://app.example:{port}/app"):
            with pytest.raises(AppUnknown):
                await documents.get(client_id)
    assert asked == []


async def test_sign_ins_to_apps_are_limited_for_each_account():
    apps = Apps(None, None, ClientDocuments(Guard()), "https://here.example", ["games:read"], IdTokens(None, ""))
    for _ in range(ASKED):
        with pytest.raises(AppUnknown):
            await apps.read("ann", "client_id=none", HERE)
    with pytest.raises(TooFast):
        await apps.read("ann", "client_id=none", HERE)
    with pytest.raises(AppUnknown):
        await apps.read("bob", "client_id=none", HERE)


async def test_introspection_says_nothing_of_what_the_app_does_not_own(house, tmp_path):
    tokens = (await house.app.exchange(await house.app.code_of(house.ann))).json()
    ask = {"client_id": house.other.client_id, "token": tokens["access_token"]}
    assert (await house.app.post("/oauth/introspect", ask)).json() == {"active": False}
    made = await house.ann.accounts.create_personal_token(
        token_name="x", scopes=[scopes_pb2.SCOPE_GAMES_READ], lifetime={"seconds": 3_600}
    )
    for token in ("unknown", "", made.token, house.ann.connection.access_token):
        ask = {"client_id": house.app.client_id, "token": token}
        assert (await house.app.post("/oauth/introspect", ask)).json() == {"active": False}, token
    for wrong in ({"token": tokens["access_token"]}, {"client_id": house.app.client_id}):
        answer = await house.app.post("/oauth/introspect", wrong)
        assert (answer.status_code, "active" in answer.json()) == (400, False)
    with closing(sqlite3.connect(tmp_path / "store.db")) as store, store:
        store.execute("UPDATE accounts SET banned = 1")
    ask = {"client_id": house.app.client_id, "token": tokens["access_token"]}
    assert (await house.app.post("/oauth/introspect", ask)).json() == {"active": False}
