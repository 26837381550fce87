"""Histories over real gRPC."""

import asyncio
import gzip
import json
from uuid import uuid4

import grpc
import pytest
from typer.testing import CliRunner

from domain import stored
from domain.history.verify import verify
from services.api.history import PROOFS
from services.cli.main import app
from services.history.keys import published_keys
from tests.api.api_kit import call, choice, next_to_act, refused, submission, two_at_a_table
from turnledger.v1 import common_pb2, history_pb2, lobby_pb2, play_pb2

Code = grpc.StatusCode


async def ask(client, method, **fields):
    request, response = (getattr(history_pb2, f"{method}{part}") for part in ("Request", "Response"))
    return await call(client, f"History/{method}", request(**fields), response)


async def played(ann, bob, turns=12):
    """A running game of the two, and both sides of it."""
    games = await two_at_a_table(ann, bob)
    for _ in range(turns):
        game, options = await next_to_act(*games)
        chosen = submission(game.game_id, choice=choice(), expected_version=options.version)
        await game.connection.call("Play/Submit", chosen, play_pb2.SubmitResponse)
    return games


async def test_a_player_branches_an_own_game_and_a_guest_may_not(player):
    ann, bob, eve = await player("Ann"), await player("Bob"), await player("Eve")
    game, _ = await played(ann, bob)
    wanted = {"game_id": game.game_id, "version": 10}
    made = await ask(ann, "BranchGame", request_id=str(uuid4()), **wanted)
    assert (made.table.rated, made.table.seats) == (False, 2)
    listed = await ask(eve, "ListBranches", game_id=game.game_id)
    assert [(each.game_id, each.kind) for each in listed.branches] == [
        (made.table.game_id, common_pb2.LINEAGE_KIND_BRANCH)
    ]
    async with refused(Code.PERMISSION_DENIED, "NOT_A_PLAYER"):
        await ask(eve, "BranchGame", request_id=str(uuid4()), **wanted)
    async with refused(Code.OUT_OF_RANGE, "UNKNOWN_VERSION"):
        await ask(ann, "BranchGame", request_id=str(uuid4()), game_id=game.game_id, version=10_000)


async def test_a_running_game_is_proven_and_exported_as_its_viewer_may_see_it(player):
    ann, bob = await player("Ann"), await player("Bob")
    game, _ = await played(ann, bob)
    answer = await ask(bob, "VerifyGame", game_id=game.game_id)
    assert (answer.right, answer.HasField("fault")) == (True, False)
    keys = published_keys(json.loads((await ask(bob, "ListSigningKeys")).key_set))
    content = b"".join([part async for part in game.export()])
    verdict = verify(content, stored.codec(), keys)
    assert (verdict.fault, verdict.viewer, verdict.events) == (None, "seat 0", answer.events)


async def test_who_has_too_much_verified_waits_and_nobody_else_does(player):
    ann, bob = await player("Ann"), await player("Bob")
    game, _ = await played(ann, bob)
    for _ in range(PROOFS):
        await ask(ann, "VerifyGame", game_id=game.game_id)
    async with refused(Code.RESOURCE_EXHAUSTED, "TOO_FAST") as found:
        for _ in range(PROOFS):  # more than come back in the seconds that this takes
            await ask(ann, "VerifyGame", game_id=game.game_id)
    assert found[0].retry_after_s > 0
    assert (await ask(bob, "VerifyGame", game_id=game.game_id)).right


@pytest.mark.parametrize("pack", [bytes, gzip.compress], ids=["plain", "gzip"])
async def test_the_file_of_a_finished_game_is_taken_in(player, pack):
    ann, bob = await player("Ann"), await player("Bob")
    game, _ = await played(ann, bob)
    resign = play_pb2.ActRequest(request_id=str(uuid4()), game_id=game.game_id, resign={})
    await call(ann, "Play/Act", resign, play_pb2.ActResponse)
    content = b"".join([part async for part in game.export()])
    taken_in = await ask(bob, "ImportGame", request_id=str(uuid4()), content=pack(content))
    assert (taken_in.table.game_id, taken_in.table.status) == (game.game_id, lobby_pb2.TABLE_STATUS_FINISHED)


async def test_a_game_that_is_over_is_told_in_figures_and_one_that_runs_is_not(player):
    ann, bob = await player("Ann"), await player("Bob")
    game, _ = await played(ann, bob, turns=1)
    async with refused(Code.FAILED_PRECONDITION, "GAME_NOT_OVER"):
        await game.figures()
    resign = play_pb2.ActRequest(request_id=str(uuid4()), game_id=game.game_id, resign={})
    await call(ann, "Play/Act", resign, play_pb2.ActResponse)
    told = await game.figures()
    assert [(each.name, each.says, each.sum) for each in told.figures if each.name in ("MONEY", "EARNED")] == [
        ("MONEY", "Money", False),
        ("EARNED", "Income", True),
    ]
    assert {len(row.values) for row in told.rounds} == {len(told.figures)}
    assert told.leads[0].seats


async def test_a_file_that_proves_nothing_is_refused_with_what_is_wrong(player):
    ann = await player("Ann")
    async with refused(Code.INVALID_ARGUMENT, "WRONG_FILE") as found:
        await ask(ann, "ImportGame", request_id=str(uuid4()), content=b"{}\n")
    assert found[0].facts["code"] == "MALFORMED"
    for token in ("1" * 50, "\N{ARABIC-INDIC DIGIT THREE}", "-1"):
        async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
            await ask(ann, "ListEvents", game_id=str(uuid4()), page_token=token)
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await ask(ann, "ListEvents", game_id=str(uuid4()), page_size=-1)


async def test_the_terminal_asks_a_server_who_could_know_a_fact_as_the_player_who_plays_there(
    server, player, tmp_path, monkeypatch
):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    ann, bob = await player("Ann"), await player("Bob")
    game, _ = await two_at_a_table(ann, bob)

    async def knew(fact, *more):
        words = ["history", game.game_id, "--knew", fact, "--server", server.grpc, *more]
        return await asyncio.to_thread(CliRunner().invoke, app, words)

    told = await knew("2.account_id")
    assert told.stdout.splitlines() == [f"{who}: from version 2 on" for who in ("everybody", "0 Ann", "1 Bob")]
    assert json.loads((await knew("1.variant", "--json")).stdout)[0] == {"viewer": None, "from_version": 1}
    hidden = await knew("1.secret")
    assert (hidden.exit_code, "FACT_HIDDEN" in hidden.stderr) == (1, True)
    assert [each.from_version for each in (await game.knew(2, "account_id")).knowers] == [2, 2, 2]
