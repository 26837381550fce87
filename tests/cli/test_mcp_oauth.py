"""`turnledger mcp` with tokens of the game server, over real HTTP: the SDK's own OAuth client, scopes, and attacks."""

import asyncio
import os
import secrets
import sqlite3
import subprocess
import sys
from contextlib import AsyncExitStack, aclosing, asynccontextmanager, closing, suppress

import httpx
import httpx2
import pytest
from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientInformationFull, OAuthClientMetadata, OAuthToken

from services.cli.agent import protected_server
from services.cli.agent.agent_players import Players
from services.cli.agent.issued_tokens import IssuedTokens, IssuerRefused
from services.cli.agent.mcp_server import BODY_BYTES_MAX, SCOPES
from services.cli.agent.protected_server import ProtectedAddress, serve_protected
from support.servers import free_port
from tests.api.conftest import settings
from tests.apps.conftest import open_house
from tests.apps.kit import REDIRECT, approve
from turnledger import ServiceError, sign_in
from turnledger.v1 import scopes_pb2

ALL = "games:read games:play tables:manage"
HEADERS = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
INITIALIZE = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}


@asynccontextmanager
async def house_of(tmp_path):
    """Run a game server that issues tokens for an MCP server at a free port, with Ann and two apps."""
    api, mcp = (f"127.0.0.1:{free_port()}" for _ in range(2))
    url = f"http://{mcp}/mcp"
    here = settings(tmp_path, http=api, public_url=f"http://{api}", mcp_url=url, webhooks_private=True)
    async with open_house(here) as house:
        house.url, house.issuer = url, f"http://{api}"
        yield house


@pytest.fixture
async def agents(tmp_path, monkeypatch):
    """The same, with the MCP server at `agents.url`."""
    monkeypatch.setattr("services.apps.apps.ASKED", 1_000)  # a test asks for many tokens
    async with house_of(tmp_path) as house, served(house):
        yield house


@asynccontextmanager
async def served(house, port=None):
    """Run the MCP server until the block ends, behind a proxy on this machine."""
    tokens, players = IssuedTokens(house.issuer, house.url), Players(house.server.grpc, "en")
    listening = asyncio.Event()
    await tokens.begin()
    at = ProtectedAddress(house.issuer, house.url, "127.0.0.1", port or httpx.URL(house.url).port, ("127.0.0.1",))
    serving = asyncio.create_task(serve_protected(at, tokens, players, lambda _: listening.set()))
    try:
        await asyncio.wait({serving, ready := asyncio.create_task(listening.wait())}, return_when="FIRST_COMPLETED")
        ready.cancel()
        yield
    finally:
        serving.cancel()
        with suppress(asyncio.CancelledError):
            await serving
        await players.close()
        await tokens.close()


async def tokens_of(house, player=None, scope=ALL, app=None, **changes):
    """Let a player approve an app for the MCP server, and return its tokens."""
    app = app or house.app
    code = await app.code_of(player or house.ann, scope=scope, **({"resource": house.url} | changes))
    answer = await app.exchange(code)
    assert answer.status_code == 200, answer.text
    return answer.json()


@asynccontextmanager
async def model(url, token):
    """Yield an MCP client that sends a token, and reconnects for nothing else."""
    async with (
        httpx2.AsyncClient(headers={"authorization": f"Bearer {token}"}) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):
        yield client


async def ask(client, tool, **arguments):
    answer = await client.call_tool(tool, arguments)
    assert not answer.is_error, answer.content
    return answer.structured_content


async def post(url, token, body=INITIALIZE, **headers):
    sent = HEADERS | ({"authorization": f"Bearer {token}"} if token else {}) | headers
    async with httpx.AsyncClient(trust_env=False, timeout=60) as http:
        return await http.post(url, json=body, headers=sent)


def calls(tool):
    return INITIALIZE | {"method": "tools/call", "params": {"name": tool, "arguments": {}}}


class Storage:
    """The stored state of the SDK's OAuth client. `client_id`: of its document."""

    def __init__(self, client_id):
        self.client = OAuthClientInformationFull(
            client_id=client_id, redirect_uris=[REDIRECT], token_endpoint_auth_method="none"
        )
        self.tokens = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


def oauth_client(house, storage, asked):
    """Return the SDK's client, whose player approves what it asks for. `asked`: gets the parameters."""

    async def lead(url):
        asked.append(dict(httpx.URL(url).params))

    async def come_back():
        returned = house.app.returned(await approve(house.ann, str(httpx.QueryParams(asked[-1]))))
        return AuthorizationCodeResult(**returned)

    metadata = OAuthClientMetadata(redirect_uris=[REDIRECT], token_endpoint_auth_method="none")
    return OAuthClientProvider(house.url, metadata, storage, redirect_handler=lead, callback_handler=come_back)


async def test_oauth_client_of_the_sdk_signs_in_by_itself_and_plays(agents):
    asked, storage = [], Storage(agents.app.client_id)
    async with (
        httpx2.AsyncClient(auth=oauth_client(agents, storage, asked)) as http,
        Client(streamable_http_client(agents.url, http_client=http)) as model,
    ):
        table = await ask(model, "open_table", variant="card_game", bots=["greedy"])
        assert [place["name"] for place in table["places"] if place["you"]] == ["Ann"]
        shown = await ask(model, "my_options", game_id=table["game_id"], wait_s=50)
        command = {"game_id": table["game_id"], "version": shown["version"], "option": 0, "number": 0}
        assert (await ask(model, "give_command", **command))["version"] > shown["version"]
    assert [(each["resource"], each["scope"]) for each in asked] == [(agents.url, ALL)]
    (listed,) = (await agents.ann.accounts.list_apps()).apps
    assert listed.client_name == "Card Stats"


async def test_oauth_client_of_the_sdk_asks_for_a_scope_that_a_tool_lacks(agents):
    asked, storage = [], Storage(agents.app.client_id)
    await storage.set_tokens(OAuthToken.model_validate(await tokens_of(agents, scope="games:read")))
    async with (
        httpx2.AsyncClient(auth=oauth_client(agents, storage, asked)) as http,
        Client(streamable_http_client(agents.url, http_client=http)) as model,
    ):
        await ask(model, "list_tables", status="open")
        assert asked == []
        await ask(model, "open_table", variant="card_game", bots=["greedy"])
    assert [each["scope"] for each in asked] == ["games:read tables:manage"]


async def test_metadata_leads_from_the_endpoint_to_the_issuer_and_its_scopes(agents):
    refused = await post(agents.url, "")
    metadata_url = agents.url.replace("/mcp", "/.well-known/oauth-protected-resource/mcp")
    assert refused.status_code == 401
    assert refused.headers["www-authenticate"].startswith("Bearer ")
    assert f'resource_metadata="{metadata_url}"' in refused.headers["www-authenticate"]
    async with httpx.AsyncClient(trust_env=False) as http:
        found = (await http.get(metadata_url)).json()
    assert (found["resource"], found["authorization_servers"]) == (agents.url, [agents.issuer])
    assert (found["scopes_supported"], found["bearer_methods_supported"]) == (ALL.split(), ["header"])
    issuer = (await agents.app.http.get("/.well-known/oauth-authorization-server")).json()
    assert issuer["protected_resources"] == [agents.url]


@pytest.mark.slow
async def test_tools_need_just_the_scopes_that_their_challenge_names(agents):
    for tool, wanted in SCOPES.items():
        rich = await tokens_of(agents, scope=" ".join(wanted))
        others = sorted({*ALL.split(), "clubs:manage"} - {*wanted})
        poor = (await tokens_of(agents, scope=" ".join(others), app=agents.other))["access_token"]
        async with model(agents.url, rich["access_token"]) as client:
            await ask(client, tool, **await arguments_of(agents, tool))
        refused = await post(agents.url, poor, calls(tool))
        challenge = refused.headers["www-authenticate"]
        assert refused.status_code == 403, tool
        assert 'error="insufficient_scope"' in challenge
        assert f'scope="{" ".join(wanted)}"' in challenge
        assert "resource_metadata=" in challenge
        assert (await post(agents.url, poor)).status_code == 200, "the token is valid for what needs no scope"


async def arguments_of(house, tool):
    """Return arguments with which a tool of Ann succeeds."""
    if tool == "list_tables":
        return {}
    if tool == "open_table":
        return {"variant": "card_game", "bots": ["greedy"]}
    if tool == "join_table":
        async with sign_in(house.server.grpc, "Bob") as bob:
            return {"game_id": (await bob.create_table("card_game", seats=2)).game_id}
    game = await house.ann.create_table("card_game", seats=2, join=True, bots=["greedy"], start=True)
    async with aclosing(game.my_turns()) as turns:
        turn = await anext(turns)
    version = {"game_id": game.game_id, "version": turn.version}
    given = {"option": 0, "number": 0}
    return {
        "my_options": {"game_id": game.game_id},
        "list_commands": version | {"option": 0},
        "give_command": version | given,
        "look_back": {"game_id": game.game_id},
    }.get(tool, version)


async def test_two_callers_at_the_same_time_play_as_themselves(agents):
    async with AsyncExitStack() as stack:
        bob = await stack.enter_async_context(sign_in(agents.server.grpc, "Bob"))
        tokens = [(await tokens_of(agents, player))["access_token"] for player in (agents.ann, bob)]
        models = [await stack.enter_async_context(model(agents.url, token)) for token in tokens]
        tables = await asyncio.gather(
            *(ask(each, "open_table", variant="card_game", bots=["greedy"]) for each in models * 3)
        )
        names = [place["name"] for table in tables for place in table["places"] if place["you"]]
        assert names == ["Ann", "Bob"] * 3
        mine = [{table["game_id"] for table in tables[start::2]} for start in (0, 1)]
        for client, games in zip(models, mine, strict=True):
            listed = {}
            while {*listed} != games:
                listed = {each["game_id"] for each in (await ask(client, "list_tables"))["tables"]}


async def test_tokens_that_were_not_issued_for_this_address_are_refused(agents):
    of_api = (await tokens_of(agents, resource=None))["access_token"]
    named = (await tokens_of(agents, resource=agents.issuer))["access_token"]
    assert await agents.app.call(of_api, "Lobby/ListTables") == 200, "they are good for the API"
    assert await agents.app.call(named, "Lobby/ListTables") == 200
    personal = await agents.ann.accounts.create_personal_token(
        token_name="x", scopes=[scopes_pb2.SCOPE_GAMES_READ], lifetime={"seconds": 3_600}
    )
    right = await tokens_of(agents)
    wrong = [of_api, named, personal.token, agents.ann.connection.access_token, right["refresh_token"]]
    for token in [*wrong, "x", f"tla_{'x' * 43}", f"tla_{'x' * 7_000}"]:
        assert (await post(agents.url, token)).status_code == 401, token
        asked = {"token": token, "client_id": agents.url}
        assert (await agents.app.post("/oauth/introspect", asked)).json() == {"active": False}, token
    assert (await post(agents.url, right["access_token"])).status_code == 200


async def test_token_of_one_mcp_server_is_refused_by_another(agents):
    """The other has the same issuer, which issues tokens for the first alone."""
    other = agents.url.replace("/mcp", "/other")
    with pytest.raises(IssuerRefused, match="TURNLEDGER_MCP_URL"):
        await IssuedTokens(agents.issuer, other).begin()
    token = (await tokens_of(agents))["access_token"]
    asked = {"token": token, "client_id": other}
    assert (await agents.app.post("/oauth/introspect", asked)).json() == {"active": False}
    asked = {"token": token, "client_id": agents.url}
    said = (await agents.app.post("/oauth/introspect", asked)).json()
    assert (said["active"], said["aud"], said["sub"]) == (True, agents.url, agents.ann.account.account_id)


async def test_resources_that_the_server_does_not_know_get_no_tokens(agents):
    for resource in ("https://evil.example/mcp", f"{agents.url}/", agents.url.replace("/mcp", "/MCP")):
        with pytest.raises(ServiceError, match="APP_REQUEST_INVALID"):
            await approve(agents.ann, agents.app.query(resource=resource))
        device = {"client_id": agents.app.client_id, "scope": "games:read", "resource": resource}
        assert (await agents.app.post("/oauth/device", device)).json() == {"error": "invalid_target"}
    code = await agents.app.code_of(agents.ann, scope=ALL)
    for resource in (agents.url, "https://evil.example/mcp"):
        answer = await agents.app.exchange(code, resource=resource)
        assert (answer.status_code, answer.json()) == (400, {"error": "invalid_target"}), "a code widens to nothing"
    assert (await agents.app.exchange(code)).status_code == 200


async def test_refreshed_tokens_are_for_the_same_resource(agents):
    first = await tokens_of(agents)
    wide = await agents.app.refresh(first["refresh_token"], resource=agents.issuer)
    assert wide.json() == {"error": "invalid_target"}
    second = (await agents.app.refresh(first["refresh_token"], resource=agents.url)).json()
    begun = await post(agents.url, second["access_token"])
    assert (begun.status_code, "mcp-session-id" in begun.headers) == (200, False), "a session would keep its token"
    assert (await post(agents.url, first["access_token"])).status_code == 401, "a refresh ends the token before it"


async def test_device_gets_tokens_for_the_resource_that_it_names(agents):
    fields = {"client_id": agents.app.client_id, "scope": ALL, "resource": agents.url}
    device = (await agents.app.post("/oauth/device", fields)).json()
    await approve(agents.ann, f"user_code={device['user_code']}")
    kind = "urn:ietf:params:oauth:grant-type:device_code"
    asked = {"grant_type": kind, "device_code": device["device_code"], "client_id": agents.app.client_id}
    token = (await agents.app.post("/oauth/token", asked)).json()["access_token"]
    assert (await post(agents.url, token)).status_code == 200


async def test_expired_tokens_are_refused(agents, tmp_path):
    token = (await tokens_of(agents))["access_token"]
    with closing(sqlite3.connect(tmp_path / "store.db")) as store, store:
        store.execute("UPDATE app_grants SET access_expires_at = 1")
    assert (await post(agents.url, token)).status_code == 401


async def test_revoked_tokens_are_refused(agents):
    tokens = await tokens_of(agents)
    fields = {"token": tokens["refresh_token"], "client_id": agents.app.client_id}
    assert (await agents.app.post("/oauth/revoke", fields)).status_code == 200
    assert (await post(agents.url, tokens["access_token"])).status_code == 401


async def test_address_that_guesses_tokens_has_to_wait_and_others_do_not(agents, monkeypatch):
    monkeypatch.setattr(protected_server, "WRONG", 3)
    monkeypatch.setattr(protected_server, "WRONG_PER_S", 0.001)  # none comes back, however slow the machine is
    right = (await tokens_of(agents))["access_token"]
    url = f"http://127.0.0.1:{(port := free_port())}/mcp"
    async with served(agents, port):
        assert (await post(url, right, **{"x-forwarded-for": "203.0.113.9"})).status_code == 200
        statuses = set[int]()
        while 429 not in statuses:
            guess = f"tla_{secrets.token_urlsafe(32)}"
            statuses.add((await post(url, guess, **{"x-forwarded-for": "203.0.113.9"})).status_code)
        assert statuses == {401, 429}
        for address in ("203.0.113.9", "198.51.100.7"):
            assert (await post(url, right, **{"x-forwarded-for": address})).status_code == 200


async def test_requests_of_other_hosts_and_sites_and_large_ones_are_refused(agents):
    token = (await tokens_of(agents))["access_token"]
    assert (await post(agents.url, token, host="evil.example")).status_code == 421
    assert (await post(agents.url, token, origin="http://evil.example")).status_code == 403
    large = INITIALIZE | {"more": "x" * BODY_BYTES_MAX}
    assert (await post(agents.url, token, large)).status_code == 413


async def test_callers_are_asked_to_wait_while_the_game_server_is_unavailable(tmp_path):
    async with AsyncExitStack() as stack:
        async with house_of(tmp_path) as house:
            await stack.enter_async_context(served(house))
            token = (await tokens_of(house))["access_token"]
        answer = await post(house.url, token)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")


@pytest.mark.servers
@pytest.mark.slow
@pytest.mark.timeout(900)
async def test_command_serves_callers_and_reports_what_is_missing(tmp_path):
    async with house_of(tmp_path) as house:
        at = house.url.removeprefix("http://").removesuffix("/mcp")
        command = [sys.executable, "-m", "turnledger_server", "mcp", "--http", at, "--server", house.server.grpc]
        set_up = os.environ | {"TURNLEDGER_PUBLIC_URL": house.issuer, "TURNLEDGER_MCP_URL": house.url}
        process = await asyncio.create_subprocess_exec(*command, env=set_up, stdout=subprocess.PIPE)
        try:
            assert (await process.stdout.readline()).decode().strip() == house.url
            assert (await post(house.url, (await tokens_of(house))["access_token"])).status_code == 200
        finally:
            process.terminate()
            await process.wait()
        for wrong, code, says in (
            ({"TURNLEDGER_PUBLIC_URL": ""}, 2, "TURNLEDGER_MCP_URL needs TURNLEDGER_PUBLIC_URL"),
            ({"TURNLEDGER_PUBLIC_URL": f"http://localhost:{free_port()}"}, 1, "cannot be read: ConnectError"),
        ):
            process = await asyncio.create_subprocess_exec(*command, env=set_up | wrong, stderr=subprocess.PIPE)
            _, reported = await process.communicate()
            assert (process.returncode, says in reported.decode()) == (code, True), reported
