"""Tournaments that a server holds, from the terminal: as processes, against a real server."""

import asyncio
import csv
import io
import json
import os
import sys

import pytest

from services.main import running
from tests.api.conftest import settings
from tests.api.test_tournaments import entered, played
from turnledger import sign_in

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(600)]


@pytest.fixture
def terminal(tmp_path):
    """`turnledger cup …`: exit status and all that was printed."""

    async def run(*arguments):
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "turnledger_server", *arguments,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
            env=os.environ | {"XDG_CONFIG_HOME": str(tmp_path / "config"), "LANG": "en"},
        )  # fmt: skip
        printed, _ = await process.communicate()
        return process.returncode, printed.decode()

    return run


@pytest.fixture
def cup(terminal):
    """What a command that goes well printed."""

    async def run(*arguments):
        status, printed = await terminal("cup", *arguments)
        assert status == 0, printed
        return printed

    return run


OPEN = ("open", "card_game", "--title", "Cup", "--seats", "2", "--unrated")
SWISS = (*OPEN, "--form", "swiss", "--rounds", "1")


async def test_a_tournament_is_opened_entered_watched_and_proven_from_the_terminal(tmp_path, terminal, cup):
    there = tmp_path / "there"
    async with running(settings(tmp_path)) as server, sign_in(server.grpc, "Bob") as bob:
        at = ("--server", server.grpc)
        event_id = (await cup(*SWISS, "--name", "Eve", *at)).strip()
        assert await cup("enter", event_id, "--name", "Ann", *at) == "Ann: has a place\n"
        status, printed = await terminal("cup", "enter", event_id, "--name", "Ann", "--lang", "ru", *at)
        assert (status, printed.strip().endswith("(ALREADY_ENTERED)")) == (1, True)
        await entered(event_id, bob)
        listed = [
            json.loads(line)
            for line in (await cup("list", "--mine", "--json", "--name", "Ann", *at)).split("\n")
            if line
        ]
        assert [(each["eventId"], each["players"]) for each in listed] == [(event_id, 2)]
        watching = asyncio.create_task(cup("watch", event_id, "--json", "--name", "Zoe", *at))
        assert "is being played" in await cup("start", event_id, "--name", "Eve", *at)
        (pairing,) = await played(bob, event_id, 1)
        own = json.loads(await cup("show", event_id, "--json", "--name", "Ann", *at))
        assert [each["gameId"] for each in own["myPairings"]] == [pairing.game_id]
        await bob.game(pairing.game_id).resign()
        heard = [json.loads(line) for line in (await watching).splitlines()]
        assert heard[-1]["status"] == "TOURNAMENT_STATUS_ENDED"
        versions = [each["version"] for each in heard]
        assert versions == sorted(set(versions))
        rows = list(csv.DictReader(io.StringIO(await cup("standings", event_id, "--csv", "--name", "Ann", *at))))
        assert [(row["rank"], row["name"]) for row in rows] == [("1", "Ann"), ("2", "Bob")]
        assert "Стол 1, card_game: " in await cup("pairings", event_id, "--lang", "ru", "--name", "Ann", *at)
        await cup("export", event_id, "--to", str(there), "--name", "Ann", *at)
    files = sorted(str(path) for path in there.glob("*.jsonl"))
    status, printed = await terminal("verify", *files, "--keys", str(there / "keys.json"))
    assert (status, len(files), printed.count("right ")) == (0, 2, 2)


async def test_officials_lead_a_tournament_from_the_terminal(tmp_path, terminal, cup):
    async with (
        running(settings(tmp_path)) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
        sign_in(server.grpc, "Cid") as cid,
    ):
        eve = ("--name", "Eve", "--server", server.grpc)
        event_id = (await cup(*OPEN, "--points", "3-1", *eve)).strip()
        status, printed = await terminal("cup", "start", event_id, *eve)
        assert (status, "(TOO_FEW_ENTRANTS)" in printed) == (1, True)
        await entered(event_id, ann, bob, cid)
        entrants = list(csv.DictReader(io.StringIO(await cup("entrants", event_id, "--csv", *eve))))
        assert [(each["number"], each["name"]) for each in entrants] == [("0", "Ann"), ("1", "Bob"), ("2", "Cid")]
        await cup("start", event_id, *eve)
        await played(ann, event_id, 1)
        assert "is paused" in await cup("pause", event_id, "--reason", "supper", *eve)
        await cup("correct", event_id, "1", "0:9", "1:4", "--reason", "as both say", *eve)
        await cup("annul", event_id, "2", "--reason", "a mistake of ours", *eve)
        await cup("disqualify", event_id, "2", "--reason", "two accounts", *eve)
        status, printed = await terminal("cup", "correct", event_id, "9", "0", "1", "--reason", "no such", *eve)
        assert (status, "(UNKNOWN_TABLE)" in printed) == (1, True)
        told = [json.loads(line) for line in (await cup("pairings", event_id, "--json", *eve)).splitlines()]
        assert [each["status"] for each in told[:2]] == ["PAIRING_STATUS_PLAYED", "PAIRING_STATUS_ANNULLED"]
        rows = [json.loads(line) for line in (await cup("standings", event_id, "--json", *eve)).splitlines()]
        assert [row["entrant"]["player"]["displayName"] for row in rows if row["rank"] == 0] == ["Cid"]
        assert "is over" in await cup("cancel", event_id, "--reason", "rain", *eve)
        account = bob.account.account_id
        status, printed = await terminal("cup", "replace", event_id, "2", account, "--reason", "so", *eve)
        assert (status, "(EVENT_OVER)" in printed) == (1, True)
