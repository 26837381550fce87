"""The contract of every event store, on SQLite and on PostgreSQL."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from hashlib import sha512

import psycopg
import pytest

from domain.history.record import EventRow, LogRow
from services.store import open_store
from services.store import queue as queue_module
from services.store.interface import EventStore, QueueFull, RecordedRequest, Request, StoreUnavailable, VersionConflict
from services.store.queue import AppendQueue
from support.servers import wait_until

T_S = 10.0


def rows(game_id: str, first: int, *bodies: bytes) -> list[EventRow]:
    return [EventRow(game_id, first + place, "demo.Said/1", body) for place, body in enumerate(bodies or (b"{}",))]


@pytest.fixture
async def store(store_url) -> AsyncIterator[EventStore]:
    opened = open_store(store_url)
    yield opened
    await opened.close()


@pytest.fixture
async def other(store, store_url) -> AsyncIterator[EventStore]:
    """The same store as another process sees it."""
    opened = open_store(store_url)
    yield opened
    await opened.close()


async def whole_log(store: EventStore) -> list[LogRow]:
    found: list[LogRow] = []
    while page := await store.read_log(found[-1].position if found else 0, 500):
        found += page
    return found


async def test_a_stream_is_what_was_appended_byte_for_byte_and_in_order(store):
    body = bytes(range(256)) + "Энергосеть".encode() + b"\\x00\\'\""
    await store.append(rows("g", 1, b"first", body), T_S)
    await store.append(rows("g", 3, b""), T_S)
    assert await store.load("g") == rows("g", 1, b"first", body, b"")
    assert await store.load("g", after=2) == rows("g", 3, b"")
    assert await store.load("g", after=1, limit=1) == rows("g", 2, body)


async def test_an_unknown_game_has_no_rows(store):
    assert await store.load("nobody") == []
    assert await store.log_head() == 0
    assert await store.read_log(0, 10) == []


async def test_nothing_appended_is_nothing_stored(store):
    await store.append([], T_S)
    assert await store.log_head() == 0


async def test_the_log_has_the_commands_whole_and_games_in_their_order(store):
    commands = [rows(f"g{game}", first, b"a", b"b") for first in (1, 3) for game in range(20)]
    for command in commands[:20], commands[20:]:
        await asyncio.gather(*(store.append(each, T_S) for each in command))
    log = await whole_log(store)
    assert [entry.row for entry in log] == [row for command in commands for row in command]
    assert [entry.position for entry in log] == sorted({entry.position for entry in log})
    assert log[-1].position == await store.log_head()
    assert await store.read_log(log[4].position, 3) == log[5:8]


async def test_of_the_log_what_became_of_tables_is_read_apart(store):
    topics = ("GameOpened/1", "PlayerSeated/2", "ClocksSet/1", "GameFinished/1")
    table = [EventRow("g", version, f"table.{topic}", b"{}") for version, topic in enumerate(topics, 1)]
    others = [
        EventRow("h", version, topic, b"{}") for version, topic in enumerate(("tables.Laid/1", "demo.table.Said/1"), 1)
    ]
    for command in table[:2], others, table[2:]:
        await store.append(command, T_S)
    found = await store.read_tables(0, 10)
    assert [entry.row for entry in found] == [table[0], table[1], table[3]]
    assert [entry for entry in await whole_log(store) if entry in found] == found
    assert await store.read_tables(found[0].position, 1) == found[1:2]


async def test_rows_are_found_at_their_positions(store):
    for game in range(5):
        await store.append(rows(f"g{game}", 1, b"a", b"b"), T_S)
    log = await whole_log(store)
    assert await store.rows_at([log[7].position, log[2].position]) == [log[2], log[7]]
    assert await store.rows_at([log[-1].position + 1]) == []
    assert await store.rows_at([]) == []


async def test_the_second_command_at_a_version_is_refused_whole(store):
    await store.append(rows("g", 1, b"mine"), T_S)
    with pytest.raises(VersionConflict) as taken:
        await store.append(rows("g", 1, b"other", b"more"), T_S)
    assert (taken.value.game_id, taken.value.version) == ("g", 1)
    assert await store.load("g") == rows("g", 1, b"mine")


async def test_a_command_that_overlaps_the_head_is_refused_whole(store):
    await store.append(rows("g", 1, b"1", b"2"), T_S)
    with pytest.raises(VersionConflict):
        await store.append(rows("g", 2, b"two", b"3"), T_S)
    assert await store.load("g") == rows("g", 1, b"1", b"2")


async def test_a_history_never_gets_a_gap(store):
    await store.append(rows("g", 1), T_S)
    for command in rows("g", 3), rows("new", 2):
        with pytest.raises(VersionConflict):
            await store.append(command, T_S)
    assert len(await whole_log(store)) == 1


async def test_a_conflict_does_not_fail_its_neighbours_in_the_batch(store):
    await store.append(rows("b", 1, b"before"), T_S)
    answers = await asyncio.gather(
        *(store.append(rows(game, 1, b"now", b"too"), T_S) for game in "abc"), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [type(None), VersionConflict, type(None)]
    assert [entry.row.stream_id for entry in await whole_log(store)] == ["b", "a", "a", "c", "c"]


async def test_commands_of_one_game_at_once_are_stored_in_their_order(store):
    await asyncio.gather(*(store.append(rows("g", 1 + 2 * turn, b"a%d" % turn, b"b"), T_S) for turn in range(10)))
    assert [row.version for row in await store.load("g")] == list(range(1, 21))


async def test_of_two_commands_at_one_version_at_once_one_wins(store, other):
    for turn in range(1, 21):
        answers = await asyncio.gather(
            store.append(rows("g", turn, b"here"), T_S),
            other.append(rows("g", turn, b"there"), T_S),
            return_exceptions=True,
        )
        assert {type(answer) for answer in answers} == {type(None), VersionConflict}
    assert [row.version for row in await other.load("g")] == list(range(1, 21))


async def test_the_same_bytes_again_are_our_own_and_succeed(store, other):
    command = rows("g", 1, b"one", b"two")
    await store.append(command, T_S)
    await other.append(rows("g", 3, b"three"), T_S)
    await store.append(command, T_S)
    assert len(await store.load("g")) == 3


@pytest.mark.parametrize(
    "almost",
    [rows("g", 1, b"one", b"TWO"), rows("g", 1, b"one", b"two", b"three"), [EventRow("g", 1, "demo.Sung/1", b"one")]],
    ids=["another body", "one row more", "another topic"],
)
async def test_almost_the_same_bytes_are_a_conflict(store, almost):
    await store.append(rows("g", 1, b"one", b"two"), T_S)
    with pytest.raises(VersionConflict):
        await store.append(almost, T_S)
    assert await store.load("g") == rows("g", 1, b"one", b"two")


async def test_rows_of_two_games_or_with_a_gap_are_no_command(store):
    for wrong in (rows("a", 1) + rows("b", 2), rows("a", 1) + rows("a", 3)):
        with pytest.raises(AssertionError):
            await store.append(wrong, T_S)


async def test_a_bad_command_does_not_fail_its_neighbours(store):
    bad = [EventRow("bad", 1, "no\0zero\ud800", b"")]  # a text that neither store can hold
    answers = await asyncio.gather(
        *(store.append(each, T_S) for each in (rows("a", 1), bad, rows("c", 1))), return_exceptions=True
    )
    assert [answers[0], answers[2]] == [None, None]
    assert isinstance(answers[1], Exception)
    assert not isinstance(answers[1], StoreUnavailable)
    assert {entry.row.stream_id for entry in await whole_log(store)} == {"a", "c"}


@pytest.mark.servers
async def test_what_no_index_takes_fails_alone_and_at_once(postgres_store_url):
    opened = open_store(postgres_store_url)
    long = sha512(b"an id").hexdigest() + "".join(sha512(b"%d" % n).hexdigest() for n in range(70))
    bad, *good = await asyncio.gather(
        *(opened.append(rows(game, 1), 2.0) for game in (long, "a", "b")), return_exceptions=True
    )
    assert isinstance(bad, psycopg.errors.ProgramLimitExceeded)
    assert good == [None, None]
    assert [entry.row.stream_id for entry in await whole_log(opened)] == ["a", "b"]
    await opened.close()


async def test_a_waiter_wakes_when_another_process_appends(store, other):
    woken = asyncio.create_task(store.wait(0, T_S))
    await other.append(rows("g", 1), T_S)
    await woken
    assert await store.log_head() > 0


async def test_who_waits_for_what_is_there_already_need_not_wait(store, other):
    await other.append(rows("g", 1), T_S)
    await asyncio.wait_for(store.wait(0, T_S), T_S / 2)


async def test_waiting_ends_with_its_time(store):
    await asyncio.wait_for(store.wait(0, 0.01), T_S)


async def test_readers_need_not_look_while_no_row_was_announced(postgres_store_url):
    """A connection that listens announces each row; without one, readers look for themselves."""
    store = open_store(postgres_store_url)
    assert await store.wait(0, 0.0)
    async with asyncio.timeout(T_S):
        while await store.wait(0, 0.01):
            await asyncio.sleep(0)
        woken = asyncio.create_task(store.wait(0, T_S))
        await store.append(rows("g", 1), T_S)
        assert await woken
    await store.close()


async def test_readers_that_are_further_than_the_log_look_again():
    """A server that took over may lack the last rows: no row is announced, and still there is something to see."""
    head = queue_module.Head()
    head.is_announced = True
    head.found_at(10)
    assert not await head.wait(10, 0.0)
    head.found_at(7)
    assert await head.wait(10, 0.0)
    assert not await head.wait(7, 0.0)


async def test_one_leads_and_the_next_takes_over(store, other):
    order: list[str] = []
    second_waits = asyncio.Event()

    async def second() -> None:
        second_waits.set()
        async with other.lead("boards"):
            order.append("second")

    async with store.lead("boards"):
        task = asyncio.create_task(second())
        await second_waits.wait()
        async with store.lead("another role"):
            order.append("first")
    await asyncio.wait_for(task, T_S)
    assert order == ["first", "second"]


async def test_two_of_one_process_lead_one_after_the_other(store):
    order: list[str] = []

    async def second() -> None:
        async with store.lead("boards"):
            order.append("second")

    async with store.lead("boards"):
        task = asyncio.create_task(second())
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(asyncio.shield(task), 0.5)
        order.append("first")
    await asyncio.wait_for(task, T_S)
    assert order == ["first", "second"]


async def test_who_stops_waiting_for_the_lead_does_not_get_it(store, other):
    async with store.lead("boards"):
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.05), other.lead("boards"):
                raise AssertionError("two lead")
    async with asyncio.timeout(T_S), store.lead("boards"):
        pass


async def test_after_closing_nothing_is_taken_and_what_was_sent_is_stored(store, store_url):
    closing = open_store(store_url)
    sent = [asyncio.create_task(closing.append(rows(f"g{number}", 1), T_S)) for number in range(30)]
    await asyncio.sleep(0)  # each has its place in the queue
    await closing.close()
    await asyncio.gather(*sent)
    with pytest.raises(StoreUnavailable) as away:
        await closing.append(rows("late", 1), T_S)
    assert not away.value.ambiguous
    assert len(await whole_log(store)) == 30


ASKED = Request("ann", "r1", b"abc")
DIGEST = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
"""Of `abc`: FIPS 180-2, appendix B.1."""


async def test_what_made_nothing_happen_is_remembered_for_every_process(store, other):
    await store.append(rows("g", 1, b"1", b"2"), T_S)
    await store.record_request("g", 2, ASKED, T_S)
    for each in store, other:
        assert await each.recorded_requests("g", "ann") == {"r1": RecordedRequest(2, DIGEST)}
        assert await each.recorded_requests("g", "bob") == await each.recorded_requests("h", "ann") == {}
    assert len(await whole_log(store)) == 2


async def test_nothing_happens_at_the_newest_version_only(store, other):
    await store.append(rows("g", 1, b"1", b"2"), T_S)
    for version in (1, 3):
        with pytest.raises(VersionConflict):
            await other.record_request("g", version, ASKED, T_S)
    with pytest.raises(VersionConflict):
        await other.record_request("nobody", 1, ASKED, T_S)
    assert await other.recorded_requests("g", "ann") == {}


async def test_a_request_that_was_acknowledged_stores_no_rows_in_any_process(store, other):
    await store.append(rows("g", 1), T_S)
    await store.record_request("g", 1, ASKED, T_S)
    for each in store, other:
        with pytest.raises(VersionConflict):
            await each.append(rows("g", 2, b"late"), T_S, ASKED)
    await other.append(rows("g", 2, b"another's"), T_S, Request("bob", "r1", b"abc"))
    await store.append(rows("h", 1), T_S, ASKED)
    assert [len(await store.load(game)) for game in ("g", "h")] == [2, 1]


async def test_what_is_acknowledged_again_is_so_already_and_otherwise_taken(store, other):
    await store.append(rows("g", 1), T_S)
    await store.record_request("g", 1, ASKED, T_S)
    await other.append(rows("g", 2), T_S)
    await other.record_request("g", 1, ASKED, T_S)
    with pytest.raises(VersionConflict):
        await store.record_request("g", 2, ASKED, T_S)
    with pytest.raises(VersionConflict):
        await store.record_request("g", 1, Request("ann", "r1", b"another"), T_S)
    assert await store.recorded_requests("g", "ann") == {"r1": RecordedRequest(1, DIGEST)}


async def test_rows_and_acknowledgements_share_a_batch_and_fail_alone(store):
    for game in "abc":
        await store.append(rows(game, 1), T_S)
    await store.record_request("a", 1, ASKED, T_S)
    answers = await asyncio.gather(
        store.append(rows("a", 2), T_S, ASKED),
        store.append(rows("b", 2), T_S, ASKED),
        store.record_request("c", 1, ASKED, T_S),
        store.record_request("d", 1, ASKED, T_S),
        return_exceptions=True,
    )
    assert [type(answer) for answer in answers] == [VersionConflict, type(None), type(None), VersionConflict]
    assert [len(await store.load(game)) for game in "abcd"] == [1, 2, 1, 0]


class StuckWriter:
    """A store that takes a batch and does not answer until it is let go."""

    def __init__(self) -> None:
        self.go, self.asked, self.batches = asyncio.Event(), asyncio.Event(), []

    async def connect(self) -> None:
        """Do nothing: the store is already open."""

    async def write(self, commands):
        self.batches.append([command.game_id for command in commands])
        self.asked.set()
        await self.go.wait()
        return ()


async def test_a_full_queue_refuses_at_once_and_says_when_to_come_back():
    queue = AppendQueue(writer := StuckWriter(), rows_waiting_max=4)
    first = asyncio.create_task(queue.append(rows("first", 1), T_S))
    await writer.asked.wait()
    waiting = [asyncio.create_task(queue.append(rows(f"g{number}", 1, b"1", b"2"), T_S)) for number in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(QueueFull) as full:
        await queue.append(rows("more", 1), T_S)
    assert 0 < full.value.retry_after_s <= 5
    writer.go.set()
    await asyncio.gather(first, *waiting)
    await queue.append(rows("more", 1), T_S)
    assert writer.batches == [["first"], ["g0", "g1"], ["more"]]


async def test_what_comes_just_after_another_games_batch_waits_for_company(monkeypatch):
    monkeypatch.setattr(queue_module, "LINGER_S", 0.2)
    queue = AppendQueue(writer := StuckWriter())
    writer.go.set()
    await queue.append(rows("a", 1), T_S)
    one = asyncio.create_task(queue.append(rows("b", 1), T_S))
    for _ in range(20):  # turns of the loop in which b alone would have been written
        await asyncio.sleep(0)
    await asyncio.gather(one, queue.append(rows("c", 1), T_S))
    assert writer.batches == [["a"], ["b", "c"]]


async def test_a_game_that_plays_alone_does_not_wait_for_company(monkeypatch):
    monkeypatch.setattr(queue_module, "LINGER_S", T_S)
    queue = AppendQueue(writer := StuckWriter())
    writer.go.set()
    async with asyncio.timeout(T_S / 2):
        for version in range(1, 5):
            await queue.append(rows("g", version), T_S)
    assert writer.batches == [["g"]] * 4


async def test_a_crowd_does_not_wait_for_company(monkeypatch):
    monkeypatch.setattr(queue_module, "LINGER_S", T_S)
    queue = AppendQueue(writer := StuckWriter())
    writer.go.set()
    games = [f"g{number}" for number in range(queue_module.COMPANY_ENOUGH)]
    async with asyncio.timeout(T_S / 2):
        await queue.append(rows("first", 1), T_S)
        await asyncio.gather(*(queue.append(rows(game, 1), T_S) for game in games))
    assert writer.batches == [["first"], games]


async def test_who_gives_up_while_waiting_was_never_sent_and_frees_its_place():
    queue = AppendQueue(writer := StuckWriter(), rows_waiting_max=1)
    first = asyncio.create_task(queue.append(rows("first", 1), T_S))
    await writer.asked.wait()
    for turn in range(3):
        with pytest.raises(StoreUnavailable) as away:
            await queue.append(rows(f"impatient{turn}", 1), 0.01)
        assert not away.value.ambiguous
    writer.go.set()
    await first
    await queue.append(rows("last", 1), T_S)
    assert writer.batches == [["first"], ["last"]]


async def test_who_gives_up_after_the_rows_were_sent_is_told_that_nobody_knows():
    queue = AppendQueue(writer := StuckWriter())
    with pytest.raises(StoreUnavailable) as away:
        await queue.append(rows("g", 1), 0.01)
    assert away.value.ambiguous
    writer.go.set()
    await queue.append(rows("next", 1), T_S)
    with suppress(asyncio.CancelledError):
        await queue.close()


@pytest.mark.servers
async def test_appending_to_postgres_never_reads_the_whole_table(postgres_store_url):
    """Plans are made while the table is empty, and kept: the first ones must do for a million rows."""

    def counted() -> tuple[int, int]:
        with psycopg.connect(postgres_store_url) as connection:
            return connection.execute(
                "SELECT seq_scan, n_tup_ins FROM pg_stat_user_tables WHERE relname = 'stored_events'"
            ).fetchone()

    scans_before, _ = counted()
    for _ in range(2):  # the second one knows no head
        store = open_store(postgres_store_url)
        for turn in range(1, 21):
            commands = [rows(f"g{game}", turn, b"a") for game in range(10)] + [rows("lost", turn + 1)]
            await asyncio.gather(*(store.append(each, T_S) for each in commands), return_exceptions=True)
        await store.close()
    await asyncio.to_thread(wait_until, lambda: counted()[1] >= 200, "PostgreSQL does not count")
    assert counted()[0] == scans_before


@pytest.mark.servers
async def test_postgres_finds_what_became_of_tables_without_looking_at_all_moves(postgres_store_url):
    store = open_store(postgres_store_url)
    await store.append([EventRow("g", 1, "table.GameOpened/1", b"{}")], T_S)
    await store.append(rows("g", 2, *[b"{}"] * 2_000), T_S)
    with psycopg.connect(postgres_store_url, autocommit=True) as connection:
        connection.execute("ANALYZE stored_events")
        assert [entry.row.version for entry in await store.read_tables(0, 1_000)] == [1]
        await store.close()

        def looked_up() -> bool:
            (scans,) = connection.execute(
                "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'stored_events_tables_idx'"
            ).fetchone()
            return scans == 1

        await asyncio.to_thread(wait_until, looked_up, "the index of tables is not used")
