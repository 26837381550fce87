"""A league from the command line, as docs/tournaments.md shows it, against a real server."""

import csv
import io
import json
import re

import pytest

from services.cli.player.tournament_file import at
from services.main import running
from tests.api.conftest import settings
from tests.e2e.test_terminal import turnledger
from turnledger import sign_in

pytestmark = [pytest.mark.servers, pytest.mark.slow, pytest.mark.timeout(1200)]


async def test_an_organiser_runs_a_league_from_its_opening_to_its_proof(tmp_path):
    cup, there = str(tmp_path / "cup"), tmp_path / "there"
    kept = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "TURNLEDGER_KEYS": str(tmp_path / "own")}

    async def tournament(*arguments):
        status, printed = await turnledger("tournament", "file", *arguments, **kept)
        assert status == 0, printed
        return printed

    async with (
        running(settings(tmp_path)) as server,
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
        sign_in(server.grpc, "Cid") as cid,
    ):
        players = {each.account.account_id: each for each in (ann, bob, cid)}
        await tournament(
            "create", cup, "card_game", "--title", "Cup", "--seats", "2", "--points", "3-1", "--move-hours", "24",
            "--server", server.grpc, "--name", "Eve",
        )  # fmt: skip
        first, *others = players
        assert (await tournament("enter", cup, first)).split() == ["PlayerEntered"]
        assert json.loads(await tournament("enter", cup, *others, "--json")) == {"events": ["PlayerEntered"] * 2}
        started = json.loads(await tournament("start", cup, "--json"))
        assert [(each["variant"], len(each["accounts"])) for each in started["pairings"]] == [("card_game", 2)] * 3
        waiting = await tournament("play", cup)
        for game_id, account, other in re.findall(r": (\S+) waits for (\S+), (\S+)", waiting):
            for each in (account, other):
                await players[each].game(game_id).join()
        playing = await tournament("play", cup)
        for game_id in re.findall(r": (\S+) is played", playing):
            seated = (await ann.game(game_id).table()).occupants
            await players[seated[1].account_id].game(game_id).resign()
        last = json.loads(await tournament("play", cup, "--json"))
        assert (len(last["steps"]), last["ended"]) == (3, True)
        rows = list(csv.DictReader(io.StringIO(await tournament("standings", cup, "--csv"))))
        assert {row["account"] for row in rows} == set(players)
        assert [(row["rank"], row["points"]) for row in rows] == [("1", "480")] * 3
        await tournament("export", cup, "--to", str(there))
        season = (
            "card_game",
            "--title",
            "Next",
            "--seats",
            "2",
            "--after",
            cup,
            "--server",
            server.grpc,
            "--name",
            "Eve",
        )
        await tournament("create", str(tmp_path / "next"), *season, "--server", server.grpc, "--name", "Eve")
        with at(tmp_path / "next") as following:
            assert set(following.tournament.terms.ladder) == set(players)
    files = sorted(str(path) for path in there.glob("*.jsonl"))
    status, printed = await turnledger("verify", *files, "--keys", str(there / "keys.json"), **kept)
    assert (status, len(files), printed.count("right ")) == (0, 4, 4)
    assert "league, ended, 8 commands" in printed
