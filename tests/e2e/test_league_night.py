"""A league night by the how-to of docs/tournaments.md, and fifty tables from a file by the example."""

import asyncio
import json
import os
import re
import shlex
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from services.main import running
from tests.api.conftest import settings
from tests.api.test_tournaments import entered, pairings, played, status_is
from tests.e2e.test_server_tournament import terminal, tournament  # noqa: F401
from turnledger import sign_in
from turnledger.v1 import tournaments_pb2 as pb

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]
ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/tournaments.md").read_text().split("### Your own pairings")[1].split("### After a crash")[0]
NAMES = ("Ann", "Bob", "Cid", "Dan")
ENDED = pb.TOURNAMENT_STATUS_ENDED


def block(language):
    return re.search(rf"```{language}\n(.*?)```", GUIDE, re.DOTALL)[1]


async def players_of(stack, server):
    return [await stack.enter_async_context(sign_in(server.grpc, name)) for name in NAMES]


async def test_the_how_to_runs_from_the_sheet_to_the_proof(tmp_path, terminal, tournament):  # noqa: F811
    sheet = tmp_path / "tables.csv"
    sheet.write_text(block("csv"))
    opening, start, tables, reseat, annul, close = [
        shlex.split(line, comments=True)[2:] for line in block("sh").replace("\\\n", "").splitlines()
    ]
    async with running(settings(tmp_path)) as server, AsyncExitStack() as stack:
        players = await players_of(stack, server)
        ids = {"HOST:PORT": server.grpc, "tables.csv": str(sheet)}

        async def run(line, *more):
            accounts = iter([players[0].account.account_id, players[2].account.account_id])
            words = [next(accounts) if word == "ACCOUNT" else ids.get(word, word) for word in line]
            return await tournament(*words, *more)

        ids["TOURNAMENT"] = (await run(opening)).strip()
        await entered(ids["TOURNAMENT"], *players)
        await run(start)
        first = [json.loads(line) for line in (await run(tables, "--json")).splitlines()]
        assert [(each["name"], each["given"]) for each in first] == [("Window", True), ("Door", True)]
        again = [json.loads(line) for line in (await run(tables, "--json")).splitlines()]
        assert [each["table"] for each in again] == [1, 2]
        ann, _, cid, _ = players
        games = {each.table: each.game_id for each in await played(ann, ids["TOURNAMENT"], 1)}
        await run(reseat)
        await run(annul)
        await run(close)
        again = await played(ann, ids["TOURNAMENT"], 1)
        assert [(each.name, each.table) for each in again] == [("Window", 1), ("Door", 2), ("Door", 3)]
        assert again[2].game_id not in games.values()
        own = {"renovation": "on", "burnt_cards": "chosen"}
        assert (dict(again[2].options), again[2].clock.move.seconds) == (own, 172_800)
        assert not again[0].HasField("clock")
        await cid.game(again[2].game_id).resign()
        await status_is(ann, ids["TOURNAMENT"], ENDED)
        there = tmp_path / "there"
        await tournament("export", ids["TOURNAMENT"], "--to", str(there), "--name", "Eve", "--server", server.grpc)
    files = sorted(str(path) for path in there.glob("*.jsonl"))
    status, printed = await terminal("verify", *files, "--keys", str(there / "keys.json"))
    assert (status, printed.count("right ")) == (0, 2)
    stored = (there / f"{ids['TOURNAMENT']}.jsonl").read_text()
    assert ('"topic":"event.TablesGiven/1"' in stored, "event.RoundPaired" in stored) == (True, False)


async def test_fifty_tables_of_a_file_are_played_and_their_results_come_back(tmp_path, tournament, terminal):  # noqa: F811
    async with running(settings(tmp_path)) as server, AsyncExitStack() as stack:
        players = await players_of(stack, server)
        at = ("--server", server.grpc, "--name", "Eve")
        opened = ("open", "card_game", "--form", "given", "--seats", "2", "--unrated", "--title", "Night")
        tournament_id = (await tournament(*opened, *at)).strip()
        await entered(tournament_id, *players)
        await tournament("start", tournament_id, *at)
        scopes = [word for scope in ("tournaments:run", "games:read", "account:read") for word in ("--scope", scope)]
        status, made = await terminal("personal-token", "new", "night", *scopes, "--json", *at)
        assert status == 0, made
        accounts = [each.account.account_id for each in players]
        lines = [f"Table {number},{accounts[number % 4]},{accounts[(number + 1) % 4]}" for number in range(50)]
        sheet = tmp_path / "fifty.csv"
        sheet.write_text("\n".join(["name,first,second", *lines]))
        program = await asyncio.create_subprocess_exec(
            sys.executable, ROOT / "examples/league_night.py", server.grpc, tournament_id, sheet, "https://play.example/",
            stdout=asyncio.subprocess.PIPE, env=os.environ | {"TURNLEDGER_TOKEN": json.loads(made)["token"]},
        )  # fmt: skip
        tables = []
        while len(tables) < 50:
            await asyncio.wait_for(program.stdout.readline(), 300)  # the link of a table that is open
            tables = [each for each in await pairings(players[0], tournament_id) if each.game_id]
        by_account = {each.account.account_id: each for each in players}
        for each in await played(players[0], tournament_id, 1):
            await by_account[each.seats[1].entrant.player.account_id].game(each.game_id).resign()
        rest, _ = await asyncio.wait_for(program.communicate(), 300)
    assert program.returncode == 0
    assert rest.decode().count("\t1. ") == 50
