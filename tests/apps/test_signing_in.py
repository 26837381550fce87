"""Signing in to an app of others, over real HTTP and gRPC: the way that works, and how a sign-in ends."""

import time

from tests.api.conftest import settings
from tests.apps.conftest import ISSUER, open_house
from tests.apps.kit import AppOfTest, approve
from turnledger import sign_in
from turnledger.v1 import scopes_pb2


async def test_app_signs_in_calls_and_refreshes_with_the_scopes_that_were_approved(house):
    app, ann = house.app, house.ann
    asked = await ann.accounts.begin_app_sign_in(authorization_query=app.query())
    assert (asked.client_id, asked.client_name, asked.redirect_host) == (app.client_id, "Card Stats", "app.example")
    assert list(asked.scopes) == [scopes_pb2.SCOPE_GAMES_READ, scopes_pb2.SCOPE_ACCOUNT_READ]
    returned = app.returned(await approve(ann, app.query()))
    assert (returned["state"], returned["iss"], set(returned)) == (app.state, ISSUER, {"code", "state", "iss"})
    answer = await app.exchange(returned["code"])
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    tokens = answer.json()
    assert (tokens["token_type"], tokens["expires_in"], tokens["scope"]) == ("Bearer", 3600, "games:read account:read")
    assert await app.call(tokens["access_token"]) == 200
    assert await app.call(tokens["access_token"], "Lobby/ListTables") == 200
    assert await app.call(tokens["access_token"], "Lobby/QuickMatch") == 403
    assert await app.call(tokens["access_token"], "Accounts/DeleteMe") == 403
    following = (await app.refresh(tokens["refresh_token"])).json()
    assert following["scope"] == tokens["scope"]
    assert await app.call(following["access_token"]) == 200


async def test_program_of_this_machine_comes_back_to_any_port_that_it_asked_for(house):
    app = AppOfTest(f"http://{house.server.http}", house.app.client_id, "http://127.0.0.1:51004/back")
    code = await app.code_of(house.ann)
    other = await app.exchange(code, redirect_uri="http://127.0.0.1:51005/back")
    assert other.json()["error"] == "invalid_grant", "the code is bound to the port of its request"
    assert (await app.exchange(code)).status_code == 200
    await app.http.aclose()


async def test_denied_app_is_told_with_the_state_and_the_issuer(house):
    returned = house.app.returned(await approve(house.ann, house.app.query(), approved=False))
    assert (returned["error"], returned["state"], returned["iss"]) == ("access_denied", house.app.state, ISSUER)
    assert "code" not in returned
    assert (await house.ann.accounts.list_apps()).apps == []


async def test_metadata_names_the_endpoints_and_what_they_take(house):
    found = (await house.app.http.get("/.well-known/oauth-authorization-server")).json()
    assert found["issuer"] == ISSUER
    assert found["token_endpoint"] == f"{ISSUER}/oauth/token"
    assert found["code_challenge_methods_supported"] == ["S256"]
    assert found["authorization_response_iss_parameter_supported"] is True
    assert found["client_id_metadata_document_supported"] is True
    assert "games:play" in found["scopes_supported"]
    assert not {"public", "session"} & set(found["scopes_supported"])


async def test_browser_is_led_to_the_page_that_asks(house):
    answer = await house.app.http.get(f"/oauth/authorize?{house.app.query()}")
    assert answer.status_code == 303
    assert answer.headers["location"] == f"{ISSUER}/#/authorize?{house.app.query()}"
    assert "set-cookie" not in answer.headers
    assert (await house.app.http.get(f"/oauth/authorize?state={'x' * 5_000}")).status_code == 400


async def test_apps_are_listed_and_revoked_by_their_owner(house):
    tokens = (await house.app.exchange(await house.app.code_of(house.ann))).json()
    assert await house.app.call(tokens["access_token"]) == 200
    (listed,) = (await house.ann.accounts.list_apps()).apps
    assert (listed.client_id, listed.client_name) == (house.app.client_id, "Card Stats")
    assert listed.HasField("use_time")
    await house.ann.accounts.revoke_app(app_id=listed.app_id)
    assert (await house.ann.accounts.list_apps()).apps == []
    assert await house.app.call(tokens["access_token"]) == 401
    assert (await house.app.refresh(tokens["refresh_token"])).json() == {"error": "invalid_grant"}


async def test_app_ends_its_own_sign_in_alone_by_revocation(house):
    app, other = house.app, house.other
    tokens = (await app.exchange(await app.code_of(house.ann))).json()
    fields = {"token": tokens["refresh_token"]}
    assert (await app.post("/oauth/revoke", fields | {"client_id": other.client_id})).status_code == 400
    assert (await app.post("/oauth/revoke", {"token": "unknown", "client_id": app.client_id})).status_code == 200
    assert await app.call(tokens["access_token"]) == 200
    assert (await app.post("/oauth/revoke", fields | {"client_id": app.client_id})).status_code == 200
    assert await app.call(tokens["access_token"]) == 401


async def test_signing_out_everywhere_ends_apps_too(house):
    tokens = (await house.app.exchange(await house.app.code_of(house.ann))).json()
    assert await house.app.call(tokens["access_token"]) == 200
    await house.ann.accounts.revoke_tokens()
    assert await house.app.call(tokens["access_token"]) == 401
    assert (await house.app.refresh(tokens["refresh_token"])).status_code == 400


async def about(app, token, **changes):
    answer = await app.post("/oauth/introspect", {"token": token, "client_id": app.client_id} | changes)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    return answer.json()


async def test_app_asks_about_its_own_tokens(house):
    app = house.app
    tokens = (await app.exchange(await app.code_of(house.ann))).json()
    found = await about(app, tokens["access_token"])
    assert 0 < found.pop("exp") - time.time() <= tokens["expires_in"]
    expected = {"active": True, "iss": ISSUER, "client_id": app.client_id, "scope": "games:read account:read"}
    assert found == expected | {"token_type": "Bearer"}
    found = await about(app, tokens["refresh_token"])
    assert found.pop("exp") - time.time() > 80 * 24 * 60 * 60
    assert found == expected, "a refresh token has no type of access token"
    following = (await app.refresh(tokens["refresh_token"])).json()
    assert await about(app, tokens["access_token"]) == {"active": False}
    assert (await about(app, following["access_token"]))["active"]


async def test_introspection_names_the_account_with_the_scope_openid_alone(house):
    tokens = (await house.app.exchange(await house.app.code_of(house.ann, scope="openid games:read"))).json()
    assert (await about(house.app, tokens["access_token"]))["sub"] == house.ann.account.account_id


async def test_calls_of_an_app_are_limited_for_all_its_players_and_other_apps_are_not_held_up(tmp_path):
    limited = settings(tmp_path, public_url=ISSUER, webhooks_private=True, app_calls_per_min=60)
    async with open_house(limited) as house, sign_in(house.server.grpc, "Bob") as bob:
        app, other = house.app, house.other
        of_ann, of_bob = [(await app.exchange(await app.code_of(each))).json() for each in (house.ann, bob)]
        others = (await other.exchange(await other.code_of(bob))).json()
        began = time.monotonic()
        statuses = [await app.call(of_ann["access_token"]) for _ in range(60)]
        while (answer := await app.answer(of_bob["access_token"])).status_code == 200:
            statuses.append(answer.status_code)
        assert answer.status_code == 429
        assert "APP_TOO_FAST" in answer.text
        assert set(statuses) == {200}
        assert 60 <= len(statuses) <= 61 + time.monotonic() - began, "a minute's calls, and one a second"
        assert await other.call(others["access_token"]) == 200
        assert (await bob.accounts.get_me()).account.display_name == "Bob", "not limited outside of the app"
