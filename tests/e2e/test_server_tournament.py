"""Tournaments that a server holds, from the terminal: as processes, against a real server."""

import asyncio
import csv
import io
import json
import os

import pytest

from services.main import running
from support.forked import turnledger
from tests.api.conftest import settings
from tests.api.test_tournaments import entered, played
from turnledger import sign_in

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]


@pytest.fixture
def terminal(tmp_path):
    """`turnledger tournament …`: exit status and all that was printed."""

    async def run(*arguments):
        environment = os.environ | {"XDG_CONFIG_HOME": str(tmp_path / "config"), "LANG": "en"}
        done = await asyncio.to_thread(turnledger, *arguments, environment=environment)
        return done.returncode, done.stdout + done.stderr

    return run


@pytest.fixture
def tournament(terminal):
    """Run a command that must succeed, and return its output."""

    async def run(*arguments):
        status, printed = await terminal("tournament", *arguments)
        assert status == 0, printed
        return printed

    return run


OPEN = ("open", "card_game", "--title", "Cup", "--seats", "2", "--unrated")
SWISS = (*OPEN, "--form", "swiss", "--rounds", "1")


async def test_a_tournament_is_opened_entered_watched_and_proven_from_the_terminal(tmp_path, terminal, tournament):
    there = tmp_path / "there"
    async with running(settings(tmp_path)) as server, sign_in(server.grpc, "Bob") as bob:
        at = ("--server", server.grpc)
        tournament_id = json.loads(await tournament(*SWISS, "--json", "--name", "Eve", *at))["tournamentId"]
        assert await tournament("enter", tournament_id, "--name", "Ann", *at) == "Ann: has a place\n"
        status, printed = await terminal("tournament", "enter", tournament_id, "--name", "Ann", "--lang", "ru", *at)
        assert (status, printed.strip().endswith("(ALREADY_ENTERED)")) == (1, True)
        await entered(tournament_id, bob)
        listed = [
            json.loads(line)
            for line in (await tournament("list", "--mine", "--json", "--name", "Ann", *at)).split("\n")
            if line
        ]
        assert [(each["eventId"], each["players"]) for each in listed] == [(tournament_id, 2)]
        watching = asyncio.create_task(tournament("watch", tournament_id, "--json", "--name", "Zoe", *at))
        assert "is being played" in await tournament("start", tournament_id, "--name", "Eve", *at)
        (pairing,) = await played(bob, tournament_id, 1)
        own = json.loads(await tournament("show", tournament_id, "--json", "--name", "Ann", *at))
        assert [each["gameId"] for each in own["myPairings"]] == [pairing.game_id]
        await bob.game(pairing.game_id).resign()
        heard = [json.loads(line) for line in (await watching).splitlines()]
        assert heard[-1]["status"] == "TOURNAMENT_STATUS_ENDED"
        versions = [each["version"] for each in heard]
        assert versions == sorted(set(versions))
        rows = list(
            csv.DictReader(io.StringIO(await tournament("standings", tournament_id, "--csv", "--name", "Ann", *at)))
        )
        assert [(row["rank"], row["name"]) for row in rows] == [("1", "Ann"), ("2", "Bob")]
        assert "Стол 1, card_game: " in await tournament(
            "pairings", tournament_id, "--lang", "ru", "--name", "Ann", *at
        )
        told = await tournament("crosstable", tournament_id, "--json", "--name", "Ann", *at)
        table = [json.loads(line) for line in told.splitlines()]
        assert [row["name"] for row in table] == ["Ann", "Bob"]
        assert [[each is None for each in row["points"]] for row in table] == [[True, False], [False, True]]
        exported = await tournament("export", tournament_id, "--to", str(there), "--json", "--name", "Ann", *at)
        assert json.loads(exported) == {"games": 1, "folder": str(there), "keys": str(there / "keys.json")}
    files = sorted(str(path) for path in there.glob("*.jsonl"))
    status, printed = await terminal("verify", *files, "--keys", str(there / "keys.json"))
    assert (status, len(files), printed.count("right ")) == (0, 2, 2)


async def test_officials_lead_a_tournament_from_the_terminal(tmp_path, terminal, tournament):
    async with (
        running(settings(tmp_path)) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
        sign_in(server.grpc, "Cid") as cid,
    ):
        eve = ("--name", "Eve", "--server", server.grpc)
        tournament_id = (await tournament(*OPEN, "--points", "3-1", *eve)).strip()
        status, printed = await terminal("tournament", "start", tournament_id, *eve)
        assert (status, "(TOO_FEW_ENTRANTS)" in printed) == (1, True)
        await entered(tournament_id, ann, bob, cid)
        entrants = list(csv.DictReader(io.StringIO(await tournament("entrants", tournament_id, "--csv", *eve))))
        assert [(each["number"], each["name"]) for each in entrants] == [("0", "Ann"), ("1", "Bob"), ("2", "Cid")]
        await tournament("start", tournament_id, *eve)
        await played(ann, tournament_id, 1)
        paused = await tournament("pause", tournament_id, "--reason", "supper", "--json", *eve)
        assert json.loads(paused)["paused"] is True
        assert "is paused" in await tournament(
            "correct", tournament_id, "1", "0:9", "1:4", "--reason", "as both say", *eve
        )
        await tournament("annul", tournament_id, "2", "--reason", "a mistake of ours", *eve)
        await tournament("disqualify", tournament_id, "2", "--reason", "two accounts", *eve)
        status, printed = await terminal(
            "tournament", "correct", tournament_id, "9", "0", "1", "--reason", "no such", *eve
        )
        assert (status, "(UNKNOWN_TABLE)" in printed) == (1, True)
        told = [json.loads(line) for line in (await tournament("pairings", tournament_id, "--json", *eve)).splitlines()]
        assert [each["status"] for each in told[:2]] == ["PAIRING_STATUS_PLAYED", "PAIRING_STATUS_ANNULLED"]
        rows = [
            json.loads(line) for line in (await tournament("standings", tournament_id, "--json", *eve)).splitlines()
        ]
        assert [row["entrant"]["player"]["displayName"] for row in rows if row["rank"] == 0] == ["Cid"]
        assert "is over" in await tournament("cancel", tournament_id, "--reason", "rain", *eve)
        account = bob.account.account_id
        status, printed = await terminal("tournament", "replace", tournament_id, "2", account, "--reason", "so", *eve)
        assert (status, "(EVENT_OVER)" in printed) == (1, True)
