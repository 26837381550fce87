"""The doctor on real stores, healthy and ill."""

import ast
import os
import re
import sqlite3
from contextlib import closing
from pathlib import Path
from uuid import uuid4

import pytest

from domain.history.codec import Codec
from domain.table.messages import TABLE_EVENTS, AddBot, OpenTable, StartGame
from projections.stores.memory_view import MemoryView
from services.application.aggregate_snapshots import AggregateSnapshots, this_program
from services.application.game_service import GameService
from services.cli.operator import doctor as cli_doctor
from services.operations import backup, doctor, placements
from services.operations.doctor import (
    check_chains,
    check_phones,
    check_roles,
    check_schema,
    check_server,
    check_snapshots,
    check_view,
)
from services.store import open_sql, open_store
from services.store.postgres_requirements import DatabaseServer
from services.store.schema import migrate
from support import demo

demo.register()
CODEC = Codec({"table": TABLE_EVENTS, "demo": demo.Demo.event_types})


@pytest.fixture
def path(tmp_path):
    return tmp_path / "events.db"


@pytest.fixture
async def store(path):
    opened = open_store(f"sqlite:///{path}")
    yield opened
    await opened.close()


async def begin_a_game(store):
    games = GameService(store, CODEC)
    game_id = (await games.open_table(OpenTable("demo", 2), actor="ann", request_id=str(uuid4()))).game_id
    for command in (AddBot("random"), AddBot("random"), StartGame()):
        await games.execute(game_id, command, actor="ann", request_id=str(uuid4()))
    return game_id


def test_a_migrated_store_is_well_and_others_are_told_what_to_do(path):
    url = f"sqlite:///{path}"
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 1")
    assert check_schema(url).remedy == "Run `turnledger migrate`."
    path.unlink()
    migrate(url)
    assert check_schema(url).state == "ok"
    with closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA user_version = 99")
    assert "newer program" in check_schema(url).remedy


def test_a_file_with_overwritten_pages_is_damaged(path):
    url = f"sqlite:///{path}"
    migrate(url)
    with closing(sqlite3.connect(path, isolation_level=None)) as file:
        file.executemany(
            "INSERT INTO stored_events (originator_id, originator_version, topic, state) VALUES (?, ?, 'a', ?)",
            [(f"game {number}", 1, b"x" * 1000) for number in range(200)],
        )
        (page_bytes,) = file.execute("PRAGMA page_size").fetchone()
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert check_schema(url).state == "ok"
    with path.open("r+b") as file:
        file.seek(-40 * page_bytes, os.SEEK_END)
        file.write(b"\xa5" * 2 * page_bytes)
    found = check_schema(url)
    assert (found.state, found.check) == ("fail", "store")
    assert "damaged" in found.said


def test_a_store_that_does_not_answer_is_a_finding_not_a_crash():
    found = check_schema("postgresql://nobody@127.0.0.1:1/none?connect_timeout=1")
    assert (found.state, found.check) == ("fail", "store")


async def test_intact_chains_are_counted_and_a_changed_row_is_named(store, path):
    await begin_a_game(store)
    game_id = await begin_a_game(store)
    assert (await check_chains(store, CODEC, 0)).said == "2 games intact"
    with closing(sqlite3.connect(path)) as file:
        file.execute(
            "UPDATE stored_events SET state = CAST(replace(state, 'random', 'greedy') AS BLOB)"
            " WHERE originator_id = ? AND originator_version = 3",
            (game_id,),
        )
        file.commit()
    found = await check_chains(store, CODEC, 0)
    assert found.state == "fail"
    assert f"{game_id} at version 3" in found.said
    assert (await check_chains(store, CODEC, 1)).said.startswith("1 of 1")


async def test_the_newest_games_are_read_from_the_end_of_the_log_as_far_back_as_needed(store, monkeypatch):
    ids, read, real = [await begin_a_game(store) for _ in range(6)], [], store.hot.read_log

    async def read_log(after, limit):
        read.append(after)
        return await real(after, limit)

    monkeypatch.setattr(store.hot, "read_log", read_log)
    monkeypatch.setattr(doctor, "NEWEST_BACK", 5)
    head = await store.log_head()
    assert head == 30, "five events each"
    for wanted, starts in ((1, [25]), (3, [25, 10]), (6, [25, 10, 0]), (0, [0])):
        read.clear()
        assert (await check_chains(store, CODEC, wanted)).said == f"{wanted or 6} games intact"
        assert [each for each in read if each != head] == starts
    assert await doctor.newest_games(store.hot, 2) == ids[-2:]


async def test_a_view_may_be_behind_the_log_but_not_ahead_of_it(store):
    await begin_a_game(store)
    view = MemoryView("boards")
    found = await check_view("boards", view, store)
    assert (found.state, found.said) == ("ok", "5 events behind")
    generation = await view.live()
    await generation.write(0, 99, {})
    assert (await check_view("boards", view, store)).state == "fail"


@pytest.mark.slow
async def test_a_view_far_behind_is_a_failure_where_nobody_follows(store, monkeypatch):
    monkeypatch.setattr(doctor, "LAG_WARN", 4)
    await begin_a_game(store)
    view = MemoryView("boards")
    found = await check_view("boards", view, store)
    assert (found.state, "role follower" in found.remedy) == ("fail", True)
    async with store.lead(view.id):
        assert (await check_view("boards", view, store)).state == "warn"


@pytest.mark.slow
async def test_work_that_nobody_does_for_all_is_named(store):
    async with store.lead("bots"):
        found = await check_roles(store, ("bots", "deadlines"))
        assert (found.state, found.said) == ("warn", "nobody does deadlines")
        async with store.lead("deadlines"):
            assert (await check_roles(store, ("bots", "deadlines"))).state == "ok"


@pytest.mark.parametrize("change", ["topic = 'nonsense/1'", "state = x'00'"])
async def test_a_game_whose_opening_cannot_be_read_is_named(store, path, change):
    game_id = await begin_a_game(store)
    with closing(sqlite3.connect(path)) as file:
        file.execute(f"UPDATE stored_events SET {change} WHERE originator_version = 1")
        file.commit()
    assert f"{game_id} at version 1" in (await check_chains(store, CODEC, 0)).said


async def test_snapshots_are_counted_and_those_of_another_program_named(path):
    url = f"sqlite:///{path}"
    migrate(url)
    rows = [("a", 250, this_program()), ("a", 500, this_program()), ("b", 250, "another")]
    with closing(sqlite3.connect(path)) as file:
        file.executemany("INSERT INTO snapshots VALUES (?, ?, 0, '', ?, x'', x'')", rows)
        file.commit()
    sql = open_sql(url)
    snapshots = AggregateSnapshots(sql)
    assert (await check_snapshots(snapshots)).said == "3, of which 2 were made by this very program and count"
    assert await snapshots.forget() == 3
    assert (await check_snapshots(snapshots)).said == "0, all made by this very program"
    await sql.close()


HEALTHY = {
    **{"shares_sessions": False, "is_replica": False, "takes_writes": True, "may_append": True},
    **{"account": "turnledger", "encoding": "UTF8", "fsync": True},
}


def findings():
    """Yield the check, the state and the number of figures of each finding in the source."""
    sources = (doctor.__file__, placements.__file__, backup.__file__, cli_doctor.__file__)
    for node in (each for path in sources for each in ast.walk(ast.parse(Path(path).read_text()))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding":
            check = node.args[0].values[0] if isinstance(node.args[0], ast.JoinedStr) else node.args[0]
            yield check.value.strip(), node.args[1].value, len(node.args)


def test_whatever_is_wrong_has_a_remedy_and_a_section_of_the_runbook():
    runbook = Path("docs/runbook.md").read_text()
    wrong = [each for each in findings() if each[1] != "ok"]
    assert {given for _, state, given in findings() if state == "ok"} == {3}, "no advice where nothing is to be done"
    assert len(wrong) >= 14
    for check, state, given in wrong:
        section = doctor.Finding(check, state, "").section
        assert (check, given) == (check, 4), "says what to do"
        assert len(runbook.partition(f"\n## {section}\n")[2].partition("\n## ")[0]) > 150
    there = re.findall(r"^## (Doctor: .+)$", runbook, re.MULTILINE)
    assert sorted(there) == sorted({doctor.Finding(check, state, "").section for check, state, _ in wrong})


def test_a_section_is_named_where_something_is_to_be_done():
    assert doctor.Finding("view boards", "fail", "").section == "Doctor: views"
    assert doctor.Finding("view boards", "ok", "").section == ""


@pytest.mark.slow
async def test_the_role_of_a_process_is_named_that_does_what_nobody_does(store):
    found = await check_roles(store, ("bots", "checkpoints"))
    assert "TURNLEDGER_ROLES=bots,api." in found.remedy


def test_an_account_that_only_reads_is_well():
    reader = DatabaseServer(**HEALTHY | {"may_append": False, "account": "ann"})
    found = check_server(reader)
    assert (found.state, found.remedy, "may only read" in found.said) == ("ok", "", True)
    assert check_server(DatabaseServer(**HEALTHY)).remedy == ""
    for wrong in ({"fsync": False}, {"takes_writes": False}, {"shares_sessions": True}, {"encoding": "LATIN1"}):
        assert check_server(DatabaseServer(**HEALTHY | wrong)).remedy


def test_the_doctor_looks_whether_the_keys_for_apps_can_be_used():
    assert check_phones((), "").state == "ok"
    assert "org.example of Apple" in check_phones(["org.example of Apple"], "").said
    assert (check_phones((), "fcm: none").state, check_phones((), "fcm: none").section) == ("fail", "Doctor: phones")
