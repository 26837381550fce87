"""Devices without a browser (RFC 8628), over real HTTP and gRPC: the way that works, and attacks on it."""

import asyncio
import sqlite3
from contextlib import closing

import pytest

from services.accounts.app_storage import CODE_LETTERS, DEVICE_S, POLL_S
from tests.apps.conftest import ISSUER
from turnledger import ServiceError, sign_in
from turnledger.v1 import scopes_pb2

GRANT = "urn:ietf:params:oauth:grant-type:device_code"


async def begin(app, scope="openid games:read"):
    answer = await app.post("/oauth/device", {"client_id": app.client_id, "scope": scope})
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    return answer.json()


async def poll(app, device, **changes):
    fields = {"grant_type": GRANT, "device_code": device["device_code"], "client_id": app.client_id}
    return await app.post("/oauth/token", fields | changes)


async def respond(ann, device, *, approve=True):
    query = f"user_code={device['user_code']}"
    return (await ann.accounts.answer_app_sign_in(authorization_query=query, approve=approve)).redirect_url


def move(tmp_path, **columns):
    """Change the stored devices, as time does."""
    with closing(sqlite3.connect(tmp_path / "store.db")) as store, store:
        store.execute(f"UPDATE app_devices SET {', '.join(f'{name} = ?' for name in columns)}", [*columns.values()])


async def test_device_is_let_in_by_the_code_that_its_player_types(house, tmp_path):
    app, ann = house.app, house.ann
    device = await begin(app)
    assert (device["verification_uri"], device["expires_in"], device["interval"]) == (f"{ISSUER}/device", 600, 5)
    left, _, right = device["user_code"].partition("-")
    assert (len(left), len(right), set(left + right) <= set(CODE_LETTERS)) == (4, 4, True)
    led = await app.http.get(device["verification_uri_complete"].removeprefix(ISSUER))
    assert led.headers["location"] == f"{ISSUER}/#/authorize?user_code={left}{right}"
    assert (await poll(app, device)).json()["error"] == "authorization_pending"
    typed = f"user_code={left.lower()} {right.lower()}"
    asked = await ann.accounts.begin_app_sign_in(authorization_query=typed)
    assert (asked.client_name, asked.redirect_host) == ("Card Stats", "")
    assert list(asked.scopes) == [scopes_pb2.SCOPE_OPENID, scopes_pb2.SCOPE_GAMES_READ]
    assert await respond(ann, device) == ""
    tokens = (await poll(app, device)).json()
    assert (tokens["scope"], tokens["token_type"]) == ("openid games:read", "Bearer")
    assert tokens["id_token"].count(".") == 2
    assert await app.call(tokens["access_token"], "Lobby/ListTables") == 200
    assert (await app.refresh(tokens["refresh_token"])).status_code == 200
    assert (await poll(app, device)).json()["error"] == "invalid_grant", "a code is good once"
    (listed,) = (await ann.accounts.list_apps()).apps
    assert (listed.client_id, listed.client_name) == (app.client_id, "Card Stats")


async def test_hasty_device_has_to_wait_longer_each_time(house, tmp_path):
    device = await begin(house.app)
    errors = [(await poll(house.app, device)).json()["error"] for _ in range(3)]
    assert errors == ["authorization_pending", "slow_down", "slow_down"]
    with closing(sqlite3.connect(tmp_path / "store.db")) as store:
        assert store.execute("SELECT interval_s FROM app_devices").fetchone() == (3 * POLL_S,)
    move(tmp_path, polled_at=0)
    assert (await poll(house.app, device)).json()["error"] == "authorization_pending"


async def test_refused_and_late_devices_get_no_tokens(house, tmp_path):
    device = await begin(house.app)
    assert await respond(house.ann, device, approve=False) == ""
    assert (await poll(house.app, device)).json()["error"] == "access_denied"
    late = await begin(house.app)
    assert await respond(house.ann, late) == ""
    move(tmp_path, expires_at=1)
    assert (await poll(house.app, late)).json()["error"] == "expired_token"
    with pytest.raises(ServiceError, match="DEVICE_CODE_UNKNOWN"):
        await respond(house.ann, late)
    assert (await house.ann.accounts.list_apps()).apps == []


async def test_code_of_a_device_is_answered_once(house):
    device = await begin(house.app)
    await respond(house.ann, device)
    async with sign_in(house.server.grpc, "Mallory") as mallory:
        with pytest.raises(ServiceError, match="DEVICE_CODE_UNKNOWN"):
            await respond(mallory, device)
    answers = await asyncio.gather(*(poll(house.app, device) for _ in range(3)))
    assert sum(answer.status_code == 200 for answer in answers) == 1


async def test_device_code_of_one_app_is_worthless_for_another(house):
    device = await begin(house.app)
    await respond(house.ann, device)
    answer = await poll(house.app, device, client_id=house.other.client_id)
    assert (answer.status_code, "access_token" in answer.json()) == (400, False)
    for code in ("unknown", "", None, device["user_code"]):
        answer = await poll(house.app, device, device_code=code)
        assert (answer.status_code, "access_token" in answer.json()) == (400, False)


async def test_wrong_codes_and_requests_are_refused(house):
    for code in ("", "BCDF-GHJK", "%00", "x" * 3_000):
        with pytest.raises(ServiceError, match="DEVICE_CODE_UNKNOWN"):
            await house.ann.accounts.begin_app_sign_in(authorization_query=f"user_code={code}")
    for changes in ({"scope": "session"}, {"scope": None}, {"client_id": None}, {"client_id": "https://x/" * 100}):
        fields = {"client_id": house.app.client_id, "scope": "games:read"} | changes
        assert (await house.app.post("/oauth/device", fields)).status_code in (400, 401), changes


async def test_player_who_was_banned_since_lets_no_device_in(house, tmp_path):
    device = await begin(house.app)
    await respond(house.ann, device)
    with closing(sqlite3.connect(tmp_path / "store.db")) as store, store:
        store.execute("UPDATE accounts SET banned = 1")
    assert (await poll(house.app, device)).json()["error"] == "invalid_grant"


async def test_signing_out_everywhere_ends_devices_that_wait(house):
    device = await begin(house.app)
    await respond(house.ann, device)
    await house.ann.accounts.revoke_tokens()
    assert (await poll(house.app, device)).json()["error"] == "invalid_grant"


def test_code_is_too_long_to_be_guessed_in_its_time():
    """Twenty letters, eight places: a thousand guesses a second against a thousand devices find one in 25,000 hours."""
    assert len(set(CODE_LETTERS)) ** 8 / (1_000 * 1_000) / DEVICE_S > 40
