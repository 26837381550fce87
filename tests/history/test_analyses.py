"""Games are explained by processes that end with those who wait for them, so many at once."""

import asyncio
from contextlib import ExitStack

import pytest

from domain import stored
from domain.history.analysis import DEALS, NUMBER, alternatives, analyse, read_analysis
from domain.history.replay import aggregate_after
from services.history import analyses as module
from services.history.analyses import WAITING_MAX, Analyses, Broken, NothingToExplain
from services.history.kept_analyses import AnalysisInputs, KeptAnalyses
from services.operations.simulate import SimulationPlan, play_one
from services.platform.rate_limiter import TooMany
from services.store import open_sql
from services.store.schema import migrate
from tests.stores import new_sqlite

pytestmark = pytest.mark.servers

TRIES = 2
ENDLESS = 400
"""Takes the game below minutes: none of these tests waits for it."""


@pytest.fixture(scope="module")
def rows():
    plan = SimulationPlan("colony61", 2, 1, "analyses", ("greedy", "planner"))
    return play_one(plan, 0, stored.codec(), checked=False).rows


@pytest.fixture(scope="module")
def rules(rows):
    return aggregate_after([stored.codec().read(row) for row in rows]).rules


@pytest.fixture(params=["sqlite", "postgres"])
async def storage(request, tmp_path):
    url = new_sqlite(tmp_path / "games.db")
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        await asyncio.to_thread(migrate, url)
    sql = open_sql(url)
    yield KeptAnalyses(sql)
    await sql.close()


@pytest.fixture
async def explaining(storage):
    """Makes Analyses, whose processes end before the test does."""
    made = []

    def make(**settings):
        made.append(Analyses(storage, **settings))
        return made[-1]

    yield make
    for each in made:
        await each.close()


async def until_it_works(job):
    async with asyncio.timeout(60):
        while not job.version:
            assert not job.task.done()
            await asyncio.sleep(0.01)


async def test_a_game_is_explained_once_for_everybody(explaining, rows, rules):
    analyses, game_id = explaining(tries=TRIES), rows[0].stream_id
    made = analyses.inputs_for(rules)
    assert made == AnalysisInputs(NUMBER, rules.bot_numbers["expert"], TRIES, DEALS)
    assert await analyses.find_stored(game_id, made) is None
    with analyses.wait_for(game_id, made, rows, "ann") as job:
        content = await job.task
    assert job.version == len(rows)
    records = [stored.codec().read(row) for row in rows]
    assert read_analysis(content, rules) == analyse(records, TRIES, DEALS)
    after_a_restart = explaining(tries=TRIES)
    assert await after_a_restart.find_stored(game_id, made) == content


async def test_one_that_was_made_otherwise_is_made_anew(storage):
    made = AnalysisInputs(1, 1, 12, 20)
    await storage.keep("game", made, b"old")
    for other in (
        AnalysisInputs(2, 1, 12, 20),
        AnalysisInputs(1, 2, 12, 20),
        AnalysisInputs(1, 1, 24, 20),
        AnalysisInputs(1, 1, 12, 40),
    ):
        assert await storage.of("game", other) is None
        await storage.keep("game", other, b"new")
        assert (await storage.of("game", made), await storage.of("game", other)) == (None, b"new")
        await storage.keep("game", made, b"old")
    assert await storage.of("another", made) is None


@pytest.fixture
def processes(monkeypatch):
    """The processes that explain games, in the order in which they began."""
    all_begun, begin = [], asyncio.create_subprocess_exec

    async def begun(*command, **settings):
        all_begun.append(await begin(*command, **settings))
        return all_begun[-1]

    monkeypatch.setattr(module.asyncio, "create_subprocess_exec", begun)
    return all_begun


async def test_game_is_explained_although_its_process_was_killed_once(explaining, rows, rules, processes):
    analyses = explaining(tries=TRIES)
    made = analyses.inputs_for(rules)
    with analyses.wait_for("one", made, rows, "ann") as job:
        await until_it_works(job)
        processes[0].kill()
        content = await job.task
    assert len(processes) == 2
    assert await analyses.find_stored("one", made) == content


async def test_game_is_not_explained_when_its_process_is_killed_twice(explaining, rows, rules, processes):
    analyses = explaining(tries=ENDLESS)
    with analyses.wait_for("one", analyses.inputs_for(rules), rows, "ann") as job:
        await until_it_works(job)
        processes[0].kill()
        async with asyncio.timeout(60):
            while len(processes) < 2:
                await asyncio.sleep(0.01)
        processes[1].kill()
        with pytest.raises(Broken, match="ended with -9"):
            await job.task


async def test_it_ends_with_the_last_who_waits_and_the_next_game_has_its_place(explaining, rows, rules, processes):
    analyses = explaining(tries=ENDLESS)
    made = analyses.inputs_for(rules)
    with analyses.wait_for("one", made, rows, "ann") as job:
        with analyses.wait_for("one", made, rows, "bob") as same, analyses.wait_for("one", made, rows, "bob"):
            assert same is job
        await until_it_works(job)
    with pytest.raises(asyncio.CancelledError):
        await job.task
    assert [each.returncode for each in processes] == [-9]
    with analyses.wait_for("two", made, rows, "ann") as another:
        await until_it_works(another)


async def test_an_account_has_one_game_explained_at_a_time_and_a_server_so_many(explaining, rows, rules):
    analyses = explaining(tries=ENDLESS)
    made = analyses.inputs_for(rules)
    with ExitStack() as waiting:
        jobs = [
            waiting.enter_context(analyses.wait_for(f"game {number}", made, rows, f"account {number}"))
            for number in range(1 + WAITING_MAX)
        ]
        with pytest.raises(TooMany, match="ANALYSIS_UNDER_WAY"), analyses.wait_for("game 1", made, rows, "account 0"):
            pass
        with pytest.raises(TooMany, match="ANALYSES_BUSY"), analyses.wait_for("another", made, rows, "ann"):
            pass
        await until_it_works(jobs[0])
        assert [job.version for job in jobs[1:]] == [0] * WAITING_MAX
    with analyses.wait_for("another", made, rows, "account 0"):
        pass


async def test_a_game_that_is_not_over_and_one_that_nobody_can_read_end_their_processes(explaining, rows, rules):
    analyses = explaining(tries=TRIES)
    made = analyses.inputs_for(rules)
    with analyses.wait_for("one", made, rows[:12], "ann") as job, pytest.raises(NothingToExplain, match="not over"):
        await job.task
    with analyses.wait_for("two", made, (), "ann") as job, pytest.raises(Broken, match="ended with 1"):
        await job.task


def test_where_nothing_is_explained_no_game_is(rules):
    assert Analyses(None, processes=0).inputs_for(rules) is None


@pytest.mark.slow
def test_what_the_expert_would_have_done_is_told_as_an_event_of_its_seat(rows, rules):
    records = [stored.codec().read(row) for row in rows]
    found = analyse(records, 8, 1)
    other = [each for each in found.decisions if each.best != each.done]
    assert other
    instead = alternatives(records, found.decisions)
    assert list(instead) == [each.version for each in other]
    assert {instead[each.version].player == each.seat for each in other} == {True}
