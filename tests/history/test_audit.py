"""Every game of a store, verified in parallel processes and on a cluster, and again from where it stopped."""

import asyncio
import json
import os
import subprocess
import sys
from contextlib import ExitStack

import msgspec
import pytest

from domain.history.record import EventRow
from services.history.audit import NotAReport, Task, audit, dask, processes, verify_games
from support.played_games import KEYS, begun, goes_on_when_asked, played, store_with
from support.servers import wait_until

GAMES = [played(number=number) for number in range(3)]
IDS = [game.game_id for game in GAMES]


@pytest.fixture
def url(tmp_path):
    url = f"sqlite:///{tmp_path}/games.db"
    forged = GAMES[2].rows[9]
    body = forged.body.replace(b'"request_id":"', b'"request_id":"x')

    async def fill():
        rows = (*GAMES[2].rows[:9], EventRow(forged.stream_id, forged.version, forged.topic, body), *GAMES[2].rows[10:])
        async with store_with(url, GAMES[0].rows, begun(GAMES[1]), rows):
            pass

    asyncio.run(fill())
    return url


def in_this_process(tasks):
    return map(verify_games, tasks)


def check(report):
    assert (report.games, report.right) == (3, 2)
    (wrong,) = report.wrong
    assert (wrong.game_id, wrong.fault.code, wrong.fault.version) == (IDS[2], "CHAIN", 10)
    (difference,) = report.differences
    assert str(difference).startswith("card_game, rules version 2: 1 game altered by card_game.")
    assert f"CHAIN first at version 10 of {IDS[2]}: the chain breaks" in str(difference)


def test_the_wrong_one_of_three_games_is_found(url):
    check(audit(url, KEYS.published(), IDS, in_this_process))


def test_an_audit_that_was_stopped_goes_on(url, tmp_path):
    report, looked = tmp_path / "report.jsonl", []

    def watched(tasks):
        looked.extend(game_id for task in tasks for game_id in task.game_ids)
        return in_this_process(tasks)

    audit(url, KEYS.published(), IDS[:1], watched, report)
    report.write_bytes(report.read_bytes() + b'{"game_id":"torn')
    for _ in range(2):
        looked.clear()
        check(audit(url, KEYS.published(), IDS, watched, report))
        assert looked == IDS[1:], "a finished game that was proven is not looked at again"


def test_a_game_that_goes_on_and_is_signed_during_an_audit_is_right(tmp_path, monkeypatch):
    url, game = f"sqlite:///{tmp_path}/games.db", GAMES[0]

    async def begin():
        async with store_with(url, begun(game)):
            pass

    asyncio.run(begin())
    goes_on_when_asked(monkeypatch, url, game.rows[len(begun(game)) :], KEYS.signer)
    (verdict,) = verify_games(Task(url, KEYS.published(), (game.game_id,)))
    assert (verdict.fault, verdict.events) == (None, len(game.rows))


@pytest.mark.parametrize("content", [b"somebody's notes", b"\xff\xfe\n", b"{}\n"])
def test_a_file_that_is_no_report_is_left_as_it_is(url, tmp_path, content):
    report = tmp_path / "notes"
    report.write_bytes(content)
    with pytest.raises(NotAReport):
        audit(url, KEYS.published(), IDS, in_this_process, report)
    assert report.read_bytes() == content


@pytest.mark.slow
@pytest.mark.servers
def test_two_processes_find_the_same(url):
    with processes(2) as engine:
        check(audit(url, KEYS.published(), IDS, engine))


@pytest.fixture
def cluster(tmp_path):
    """The address of a scheduler with two workers, each a process of its own, and the workers."""
    file = tmp_path / "scheduler.json"
    scheduler = ("dask_scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file)
    worker = ("dask_worker", "--nthreads", "1", "--no-dashboard", "--no-nanny", "--scheduler-file", file)
    with ExitStack() as stack:

        def start(module, *options):
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.{module}", *map(str, options)],
                cwd=tmp_path,
                env=os.environ | {"PYTHONPATH": os.getcwd()},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        start(*scheduler)
        wait_until(lambda: file.exists() and file.read_text().endswith("}"), "the scheduler is ready", 120)
        workers = [start(*worker) for _ in range(2)]
        import distributed  # seconds

        with distributed.Client(json.loads(file.read_text())["address"]) as client:
            client.wait_for_workers(2, timeout=120)
        yield json.loads(file.read_text())["address"], workers


@pytest.mark.slow
@pytest.mark.servers
def test_the_workers_of_a_scheduler_audit_a_store_and_one_may_die(url, cluster, tmp_path):
    address, (first, _) = cluster
    keys = tmp_path / "keys.json"
    keys.write_bytes(msgspec.json.encode(KEYS.published()))
    run = [
        *(sys.executable, "-m", "turnledger_server", "audit", "--all", "--json", "--store", url, "--keys", str(keys)),
        *("--engine", "dask", "--scheduler", address),
    ]
    for kill in (False, True):
        if kill:
            first.kill()
            first.wait()
        done = subprocess.run(run, capture_output=True, text=True)
        found = json.loads(done.stdout)
        assert (done.returncode, found["games"], found["right"]) == (1, 3, 2), done.stderr
        assert [each["game_id"] for each in found["wrong"]] == [IDS[2]]


@pytest.mark.slow
@pytest.mark.servers
def test_a_cluster_of_two_worker_processes_finds_the_same(url):
    with dask(2) as engine:
        check(audit(url, KEYS.published(), IDS, engine))
