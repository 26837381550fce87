"""`turnledger sign-in` and `sign-out` at a terminal, with a real server: codes, renewal, what is stored, and ends."""

import asyncio
import json
import os
import re
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing

import pytest
import typer
from msgspec.structs import replace

from services.cli.credentials import StoredCredentials, folder
from services.cli.player import sign_in as sign_in_command
from services.cli.remote import as_before
from services.cli.terminal_app import SignInFailed, TerminalApp
from support.servers import free_port
from tests.api.conftest import settings
from tests.apps.conftest import open_house
from tests.apps.kit import approve
from turnledger import ServiceError

SCOPES = ("account:read", "games:read")


@pytest.fixture
async def house(tmp_path, monkeypatch):
    """A server whose public URL leads to it, Ann, and an empty folder for what terminals store."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    address = f"127.0.0.1:{free_port()}"
    async with open_house(settings(tmp_path, http=address, public_url=f"http://{address}")) as house:
        house.url = f"http://{address}"
        yield house


async def sign_in_as(house, player=None, scopes=SCOPES):
    """Sign this terminal in, as the command does, with a player who approves at once."""
    player = player or house.ann
    async with TerminalApp(house.url) as app:
        code = await app.begin(scopes)
        await approve(player, f"user_code={code.user_code}")
        tokens = await app.wait(code, pause=_at_once)
    stored = StoredCredentials(house.server.grpc, player.account.display_name)
    stored.issuer = house.url
    stored.keep(tokens)
    return tokens


async def _at_once(_):
    """Wait for nothing."""


def expire(tmp_path):
    """End all access tokens, as time does."""
    with closing(sqlite3.connect(tmp_path / "store.db")) as store, store:
        store.execute("UPDATE app_grants SET access_expires_at = 1")


async def run(*arguments):
    """Start the program, and return its process."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "turnledger_server", *arguments),
        env=os.environ | {"LANG": "en"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_player_signs_in_by_a_code_lists_games_and_signs_out(house, monkeypatch):
    for module in ("services.apps.apps", "services.accounts.app_storage"):
        monkeypatch.setattr(f"{module}.POLL_S", 1)
    at = ("--server", house.server.grpc)
    signing = await run("sign-in", house.url, *at)
    shown = (await signing.stdout.readline()).decode()
    page = f"{house.url}/device"
    code = re.fullmatch(rf"Open {page} and type (\S+) \(or open {page}\?user_code=\1\)\.\n", shown)
    await approve(house.ann, f"user_code={code[1]}")
    said, problem = await signing.communicate()
    assert (signing.returncode, problem) == (0, b"")
    assert said.decode().endswith(f"Signed in as Ann on {house.server.grpc}.\n")
    (listed,) = (await house.ann.accounts.list_apps()).apps
    assert listed.client_name == "turnledger"
    (file,) = folder().glob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    game = await house.ann.create_table("card_game", seats=2, join=True)
    listing = await run("table", "show", game.game_id, *at, "--json")
    said, problem = await listing.communicate()
    assert (listing.returncode, json.loads(said)["gameId"]) == (0, game.game_id), problem
    ending = await run("sign-out", *at)
    assert await ending.communicate() == (f"Signed Ann out on {house.server.grpc}.\n".encode(), b"")
    assert (await house.ann.accounts.list_apps()).apps == []
    assert StoredCredentials(house.server.grpc).tokens() is None


async def test_terminal_waits_longer_when_the_server_wants_it(house, monkeypatch):
    for module in ("services.apps.apps", "services.accounts.app_storage"):
        monkeypatch.setattr(f"{module}.POLL_S", 60)  # so that the second question is too soon on a slow machine as well
    pauses = []

    async def pause(seconds):
        pauses.append(seconds)
        if len(pauses) == 3:
            await approve(house.ann, f"user_code={code.user_code}")

    async with TerminalApp(house.url) as app:
        code = await app.begin(SCOPES)
        tokens = await app.wait(code, pause)
    assert pauses == [60, 60, 65], "the second question came at once, so the third waits longer"
    assert tokens.refresh_token.startswith("tlr_")


@pytest.mark.parametrize(
    ("columns", "says"), [("is_denied = 1, account_id = 'x'", "refused"), ("expires_at = 1", "expired")]
)
async def test_refused_and_late_codes_sign_no_player_in(house, tmp_path, columns, says):
    async with TerminalApp(house.url) as app:
        code = await app.begin(SCOPES)
        with closing(sqlite3.connect(tmp_path / "store.db")) as store, store:
            store.execute(f"UPDATE app_devices SET {columns}")
        with pytest.raises(SignInFailed, match=says):
            await app.wait(code, _at_once)


async def test_terminal_asks_no_longer_than_a_code_is_good_for(house):
    pauses = []

    async def pause(seconds):
        pauses.append(seconds)

    async with TerminalApp(house.url) as app:
        code = replace(await app.begin(SCOPES), expires_s=30)
        with pytest.raises(SignInFailed, match="expired"):
            await app.wait(code, pause)
    assert 30 < sum(pauses) <= 30 + pauses[-1]


async def test_commands_renew_the_tokens_and_store_the_new_pair(house, tmp_path):
    first = await sign_in_as(house)
    expire(tmp_path)
    for _ in range(2):
        async with as_before(house.server.grpc) as (me, stored):
            assert me.account.account_id == house.ann.account.account_id
    second = stored.tokens()
    assert second.refresh_token != first.refresh_token
    assert StoredCredentials(house.server.grpc).issuer == house.url
    (file,) = folder().glob("*.json")
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


async def test_commands_at_the_same_time_exchange_the_refresh_token_once(house, tmp_path):
    await sign_in_as(house)
    expire(tmp_path)

    async def name():
        async with as_before(house.server.grpc) as (me, _):
            return (await me.accounts.get_me()).account.display_name

    assert await asyncio.gather(*(name() for _ in range(4))) == ["Ann"] * 4
    assert len((await house.ann.accounts.list_apps()).apps) == 1, "a token that came twice would end the sign-in"


async def test_renamed_player_stays_signed_in_under_the_new_name_alone(house, tmp_path):
    await sign_in_as(house)
    await house.ann.rename("Anna")
    async with as_before(house.server.grpc):
        pass
    expire(tmp_path)
    async with as_before(house.server.grpc) as (me, _):
        assert me.account.display_name == "Anna"
    assert StoredCredentials(house.server.grpc, "Ann").tokens() is None


async def test_ended_sign_in_is_reported_and_stays_without_a_guest(house, capsys):
    await sign_in_as(house)
    (listed,) = (await house.ann.accounts.list_apps()).apps
    await house.ann.accounts.revoke_app(app_id=listed.app_id)
    for _ in range(2):
        with pytest.raises(typer.Exit):
            async with as_before(house.server.grpc):
                pass
        assert f"the sign-in of Ann on {house.server.grpc} has ended" in capsys.readouterr().err


async def test_call_beyond_the_scopes_of_a_terminal_names_the_scope(house):
    await sign_in_as(house)
    async with as_before(house.server.grpc) as (me, _):
        with pytest.raises(ServiceError, match="SCOPE_MISSING") as refused:
            await me.create_table("card_game", seats=2)
    assert refused.value.facts["scope"] == "tables:manage"


async def test_program_of_the_server_is_redirected_nowhere(house):
    document = (await house.app.http.get("/oauth/terminal.json")).json()
    assert (document["client_id"], document["redirect_uris"]) == (f"{house.url}/oauth/terminal.json", [])
    for redirect_uri in (f"{house.url}/device", "http://127.0.0.1/back", None):
        with pytest.raises(ServiceError, match="APP_REQUEST_INVALID"):
            await approve(house.ann, house.app.query(client_id=document["client_id"], redirect_uri=redirect_uri))


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://example.org", "neither https"),
        ("ftp://127.0.0.1", "neither https"),
        ("http://127.0.0.1:1", "cannot be reached"),
        ("http://localhost:{port}", "not the public URL"),
    ],
)
async def test_terminal_signs_in_only_at_the_public_url_of_a_server(house, url, says):
    async with TerminalApp(url.format(port=house.url.rpartition(":")[2])) as app:
        with pytest.raises(SignInFailed, match=says):
            await app.begin(SCOPES)


async def test_tokens_that_the_game_server_does_not_know_are_revoked_and_not_stored(house, tmp_path, monkeypatch):
    monkeypatch.setattr(TerminalApp, "wait", _approved_by(house.ann))
    async with open_house(settings(_folder(tmp_path / "other"))) as other:
        with pytest.raises(ServiceError, match="TOKEN_INVALID"):
            await sign_in_command._sign_in(house.url, other.server.grpc, SCOPES, "en", as_json=True)
    assert (await house.ann.accounts.list_apps()).apps == []
    assert not folder().exists()


def _folder(path):
    path.mkdir()
    return path


def _approved_by(player, wait=TerminalApp.wait):
    async def approved(app, code):
        await approve(player, f"user_code={code.user_code}")
        return await wait(app, code, _at_once)

    return approved


@pytest.mark.servers
@pytest.mark.slow
async def test_sign_out_reports_a_server_that_cannot_be_reached_and_stays_signed_in(house, monkeypatch):
    tokens = await sign_in_as(house)
    stored = StoredCredentials(house.server.grpc)
    stored.issuer = f"http://127.0.0.1:{free_port()}"
    stored.keep(tokens)
    ending = await run("sign-out", "--server", house.server.grpc)
    _, said = await ending.communicate()
    assert (ending.returncode, "still signed in" in said.decode()) == (1, True)
    assert StoredCredentials(house.server.grpc).tokens() == tokens


@pytest.mark.servers
@pytest.mark.slow
async def test_sign_out_keeps_a_guest_whose_account_would_be_lost(house):
    async with as_before(house.server.grpc, "Bob"):
        pass
    ending = await run("sign-out", "--server", house.server.grpc)
    _, said = await ending.communicate()
    assert (ending.returncode, "was not signed in" in said.decode()) == (1, True)
    assert StoredCredentials(house.server.grpc).tokens() is not None
