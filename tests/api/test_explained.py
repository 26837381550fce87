"""Games explained over real gRPC."""

import asyncio
import json
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from uuid import uuid4

import grpc
import pytest
from typer.testing import CliRunner

from services.api import explained
from services.cli.main import app
from services.main import running
from tests.api.api_kit import call, choice, next_to_act, refused, submission, two_at_a_table
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import history_pb2, play_pb2

pytestmark = pytest.mark.servers

Code = grpc.StatusCode
QUICK = {"analysis_tries": 2}
ENDLESS = {"analysis_tries": 400}
REQUEST, RESPONSE = history_pb2.AnalyzeGameRequest, history_pb2.AnalyzeGameResponse


async def over(ann, bob, turns=10):
    """A game that Ann gave up after so many moves."""
    games = await two_at_a_table(ann, bob)
    for _ in range(turns):
        game, options = await next_to_act(*games)
        chosen = submission(game.game_id, choice=choice(), expected_version=options.version)
        await game.connection.call("Play/Submit", chosen, play_pb2.SubmitResponse)
    resign = play_pb2.ActRequest(request_id=str(uuid4()), game_id=games[0].game_id, resign={})
    await call(ann, "Play/Act", resign, play_pb2.ActResponse)
    return games[0]


async def messages_of(client, game):
    """All messages of the stream."""
    async with aclosing(
        client.connection.stream("History/AnalyzeGame", REQUEST(game_id=game.game_id), RESPONSE)
    ) as all_:
        return [each async for each in all_]


@pytest.fixture
def served(tmp_path):
    """Runs a server with these settings, in the same folder each time, and gives what signs players in there."""

    @asynccontextmanager
    async def serve(**more):
        async with AsyncExitStack() as clients, running(settings(tmp_path, **more)) as started:

            async def enter(name):
                return await clients.enter_async_context(sign_in(started.grpc, name))

            enter.grpc = started.grpc
            yield enter

    return serve


async def test_a_game_that_is_over_is_explained_and_the_next_who_asks_is_told_at_once_also_after_a_restart(served):
    async with served(**QUICK) as enter:
        ann, bob = await enter("Ann"), await enter("Bob")
        game = await over(ann, bob)
        last = (await game.table()).version
        *progress, answer = await messages_of(ann, game)
        assert all(0 <= each.progress.version <= each.progress.last_version == last for each in progress)
        first = answer.analysis
        assert (first.tries, first.line[0].round, len(first.luck)) == (2, 1, 2)
        assert sum(first.line[0].chances_permille) in (999, 1000, 1001)
        assert [each.version for each in first.decisions] == sorted({each.version for each in first.decisions})
        for each in first.decisions:
            assert each.done.HasField("power_grid")
            assert 0 <= each.chance_permille <= each.best_chance_permille <= 1000
            assert each.done_says
            assert each.HasField("best") == bool(each.best_says)
    async with served(**QUICK) as enter:
        eve = await enter("Eve")
        (again,) = await messages_of(eve, game)
        assert [each.chance_permille for each in again.analysis.decisions] == [
            each.chance_permille for each in first.decisions
        ]
        assert await eve.game(game.game_id).analysis() == again.analysis


async def test_a_game_that_runs_is_not_explained_nor_one_that_is_too_long(served, monkeypatch):
    async with served(**QUICK) as enter:
        ann, bob = await enter("Ann"), await enter("Bob")
        game, _ = await two_at_a_table(ann, bob)
        async with refused(Code.FAILED_PRECONDITION, "GAME_NOT_OVER"):
            await messages_of(bob, game)
        ended = await over(ann, bob, turns=0)
        monkeypatch.setattr(explained, "EVENTS_MAX", (await ended.table()).version - 1)
        async with refused(Code.FAILED_PRECONDITION, "GAME_TOO_LONG") as found:
            await messages_of(bob, ended)
        assert found[0].says == "This game is too long to be explained."


async def test_a_server_may_explain_none(served):
    async with served(analyses=0) as enter:
        ann, bob = await enter("Ann"), await enter("Bob")
        async with refused(Code.FAILED_PRECONDITION, "NO_ANALYSIS"):
            await messages_of(ann, await over(ann, bob, turns=0))


async def test_an_account_begins_only_so_many_and_reads_what_is_there_all_the_while(served, monkeypatch):
    monkeypatch.setattr(explained, "BEGUN", 1)
    async with served(**QUICK) as enter:
        ann, bob = await enter("Ann"), await enter("Bob")
        one, other = await over(ann, bob, turns=1), await over(ann, bob, turns=1)
        assert (await messages_of(ann, one))[-1].HasField("analysis")
        async with refused(Code.RESOURCE_EXHAUSTED, "TOO_FAST"):
            await messages_of(ann, other)
        assert (await messages_of(ann, one))[-1].HasField("analysis")
        assert (await messages_of(bob, other))[-1].HasField("analysis")


async def test_who_waits_is_told_how_far_it_is_and_that_the_server_stops(served):
    async with served(**ENDLESS) as enter:
        ann, bob = await enter("Ann"), await enter("Bob")
        game, other = await over(ann, bob), await over(ann, bob, turns=1)
        begun = asyncio.Event()
        waiting = asyncio.create_task(game.analysis(lambda version, last: begun.set()))
        await begun.wait()
        async with refused(Code.RESOURCE_EXHAUSTED, "ANALYSIS_UNDER_WAY"):
            await messages_of(ann, other)
    with pytest.raises(ServiceError) as stopped:
        await waiting
    assert (stopped.value.code, stopped.value.reason) == (Code.UNAVAILABLE, "SERVER_STOPS")


async def test_the_terminal_has_a_server_explain_a_game_and_prints_it_or_why_it_cannot(served, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    async with served(**QUICK) as enter:
        ann, bob = await enter("Ann"), await enter("Bob")
        game, (running_game, _) = await over(ann, bob), await two_at_a_table(ann, bob)

        async def analyze(game_id, *more):
            words = ["analyze", game_id, "--server", enter.grpc, *more]
            return await asyncio.to_thread(CliRunner().invoke, app, words)

        found = await game.analysis()
        printed = await analyze(game.game_id, "--lang", "ru")
        lines = printed.stdout.splitlines()
        assert lines[1 + len(found.mattered)] == "Шансы на победу по версиям:"
        ann_s = f"  Ann: {found.luck[0].as_dealt_permille / 1000:.0%} с этими картами"
        assert [line.startswith(ann_s) for line in lines[-2:]] == [True, False]
        as_json = json.loads((await analyze(game.game_id, "--json")).stdout)
        assert [each["version"] for each in as_json["decisions"]] == [each.version for each in found.decisions]
        refusal = await analyze(running_game.game_id)
        assert (refusal.exit_code, "GAME_NOT_OVER" in refusal.stderr) == (1, True)
        assert (await analyze(game.game_id, "--tries", "4")).exit_code == 2
