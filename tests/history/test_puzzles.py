"""Puzzles: found by the role in a stored game, shown without what the seat could not know, answered once."""

import asyncio
from datetime import UTC, date, datetime, timedelta

import msgspec
import pytest
from msgspec.structs import replace

from domain import stored
from domain.history.puzzle import is_public, puzzle_of, read_puzzle
from domain.history.replay import aggregate_after
from domain.kernel.dice import Dice
from domain.table.messages import Lineage, Position
from services.api.messages.words import Words
from services.api.puzzles import Puzzles
from services.history.imports import Imports
from services.history.puzzle_finder import Extent
from services.history.puzzle_search import STOCK_DAYS, PuzzleSearch
from services.history.puzzle_storage import PuzzleStorage, StoredPuzzle
from services.main import running
from services.operations.simulate import SimulationPlan, play_one
from services.store import open_sql, open_store
from services.store.schema import migrate
from tests.api.conftest import settings
from tests.stores import new_sqlite
from turnledger import ServiceError, sign_in

pytestmark = pytest.mark.servers

CHEAP = Extent(worlds=4, sketch=3, decisions=20)
PLAN = SimulationPlan("colony61", 2, 1, "puzzles", ("greedy", "random"))
FRUITFUL, FRUITLESS = 5, 2
"""Numbers of games of the plan with a puzzle, and without one, within that extent; a new expert may change them."""
TODAY = date(2026, 11, 28)


def clock():
    return datetime.combine(TODAY, datetime.min.time(), UTC)


def rows_of(number):
    return play_one(PLAN, number, stored.codec(), checked=False).rows


@pytest.fixture(scope="module")
def rows():
    return rows_of(FRUITFUL)


@pytest.fixture(scope="module")
def records(rows):
    return [stored.codec().read(row) for row in rows]


@pytest.fixture(scope="module")
def puzzle(records):
    return puzzle_of(records, CHEAP.worlds, CHEAP.sketch, CHEAP.decisions)


@pytest.fixture(params=["sqlite", "postgres"])
async def url(request, tmp_path):
    if request.param == "postgres":
        url = request.getfixturevalue("postgres_url")
        await asyncio.to_thread(migrate, url)
        return url
    return new_sqlite(tmp_path / "store.db")


@pytest.fixture
async def parts(url):
    """The store and its tables."""
    store, sql = open_store(url), open_sql(url)
    yield store, sql
    await store.close()
    await sql.close()


def search(parts, budget_s=300.0):
    store, sql = parts
    return PuzzleSearch(store, PuzzleStorage(sql), Imports(sql).among, budget_s, clock=clock, extent=CHEAP)


async def keep(store, rows):
    await store.append(rows, 30.0)


# ---- a puzzle of a game ----------------------------------------------------------------------------------------------


def test_best_move_of_a_puzzle_leads_every_other_move_clearly(puzzle):
    best = puzzle.moves[puzzle.best]
    others = [each for each in puzzle.moves if each != best]
    assert others
    assert best.error == 0
    assert all(best.chance - each.chance >= 0.05 for each in others)
    assert all(best.chance - each.chance > 2 * each.error for each in others)


def test_puzzle_is_at_a_decision_of_its_seat_with_the_move_of_the_game(puzzle, records):
    before = aggregate_after(records[: puzzle.version])
    assert puzzle.seat in before.to_act
    assert puzzle.moves[puzzle.done].command.player == puzzle.seat
    assert records[puzzle.version].envelope.command


def test_search_of_the_same_game_finds_the_same_puzzle_again(puzzle, records):
    again = puzzle_of(records, CHEAP.worlds, CHEAP.sketch, CHEAP.decisions)
    assert again == puzzle
    rules = aggregate_after(records).rules
    assert read_puzzle(msgspec.json.encode(puzzle), rules) == puzzle
    assert (puzzle.rules_version, puzzle.bot_number) == (rules.rules_version, rules.bot_numbers["expert"])


async def test_puzzle_is_the_same_in_a_world_that_its_seat_cannot_tell_apart(puzzle, records):
    before = aggregate_after(records[: puzzle.version])
    plays = [before.rules.redeal(before.play, puzzle.seat, Dice.from_text(world)) for world in ("one", "another")]
    assert plays[0] != plays[1]
    stored_puzzle = StoredPuzzle(1, TODAY.isoformat(), puzzle.game_id, "", 25.0, 8.3, 0)
    shown = Puzzles(None, None, Words(None), None)
    messages = [await shown.message(stored_puzzle, replace(before, play=each), puzzle, "en") for each in plays]
    assert messages[0] == messages[1]
    assert all(each.says for each in messages[0].choices)
    assert len({each.says for each in messages[0].choices}) == len(puzzle.moves)


def test_private_tables_and_branches_give_no_puzzle(records):
    opened, *others = records
    assert is_public(records)
    assert not is_public([replace(opened, event=replace(opened.event, private=True)), *others])
    position = Position({}, (), (), Lineage("BRANCH", opened.stream_id, 5, "0" * 64))
    assert not is_public([replace(opened, event=replace(opened.event, position=position)), *others])


# ---- the role --------------------------------------------------------------------------------------------------------


async def test_role_finds_a_puzzle_and_looks_at_no_game_twice(parts, rows, puzzle):
    store, sql = parts
    for each in (rows_of(FRUITLESS), rows):
        await keep(store, each)
    while await search(parts).step():
        pass
    found = await PuzzleStorage(sql).find(0, TODAY)
    assert (found.number, found.day, found.game_id) == (1, TODAY.isoformat(), puzzle.game_id)
    assert read_puzzle(found.body, aggregate_after([stored.codec().read(row) for row in rows]).rules) == puzzle
    state = await PuzzleStorage(sql).search_state()
    assert state.spent_ms > 0
    assert not await search(parts).step()
    assert await PuzzleStorage(sql).search_state() == state


async def test_role_stops_when_the_budget_of_the_day_is_spent(parts, rows):
    store, sql = parts
    await keep(store, rows)
    brief = search(parts, budget_s=0.01)
    assert await brief.step()
    assert (await PuzzleStorage(sql).search_state()).spent_ms >= 10
    assert not await brief.step()
    assert await PuzzleStorage(sql).find(0, TODAY) is None


async def test_role_leaves_imported_games_and_a_full_stock_alone(parts, rows):
    store, sql = parts
    await keep(store, rows)
    storage = PuzzleStorage(sql)
    await Imports(sql).keep(rows[0].stream_id, "key")
    while await search(parts).step():
        pass
    assert await storage.find(0, TODAY) is None
    for number in range(STOCK_DAYS):
        assert await storage.add(b"{}", f"game {number}", TODAY) == number + 1
    assert not await search(parts).step()
    assert await storage.days_ahead(TODAY) == STOCK_DAYS
    assert (await storage.find(0, TODAY)).number == 1
    assert (await storage.find(0, TODAY + timedelta(days=2))).number == 3
    assert await storage.find(3, TODAY) is None


# ---- answers ---------------------------------------------------------------------------------------------------------


async def test_answers_at_the_same_moment_are_all_counted_once(parts):
    storage = PuzzleStorage(parts[1])
    await storage.add(b"{}", "a game", TODAY)

    def answer(account, choice):
        return storage.answer(account, 1, choice, 0, is_best=choice == 0)

    found = await asyncio.gather(*(answer(f"player {n // 2}", n % 2) for n in range(8)))
    assert (await storage.find(1, TODAY)).answers == 4
    assert all(one == other for one, other in zip(found[::2], found[1::2], strict=True))
    assert [(await storage.standing(f"player {n}")).answers for n in range(4)] == [1] * 4


@pytest.fixture
async def server(tmp_path, rows):
    """A server with one puzzle."""
    at = settings(tmp_path)
    store, sql = open_store(at.store), open_sql(at.store)
    await keep(store, rows)
    found = PuzzleSearch(store, PuzzleStorage(sql), Imports(sql).among, 300.0, extent=CHEAP)
    while await found.step():
        pass
    await store.close()
    await sql.close()
    async with running(at) as server:
        yield server


async def reason(asking):
    with pytest.raises(ServiceError) as refused:
        await asking
    return refused.value.reason


async def test_answer_reveals_the_game_and_moves_the_rating_once(server, puzzle):
    worse = next(n for n in range(len(puzzle.moves)) if n != puzzle.best)
    async with sign_in(server.grpc, "Ann") as ann, sign_in(server.grpc, "Bob") as bob:
        shown = await ann.puzzles.get_puzzle()
        assert not shown.HasField("solution")
        assert puzzle.game_id.encode() not in shown.SerializeToString()
        assert shown.puzzle.snapshot.seat == puzzle.seat
        assert all(each.command.WhichOneof("game") == "colony61" for each in shown.puzzle.choices)
        right = await ann.puzzles.answer_puzzle(number=1, choice=puzzle.best)
        wrong = await bob.puzzles.answer_puzzle(number=1, choice=worse)
        assert wrong.standing.points < shown.standing.points == 1000 < right.standing.points
        assert (right.solution.best, right.solution.game_id) == (puzzle.best, puzzle.game_id)
        assert right.solution.version == puzzle.version
        assert [each.chance_permille for each in right.solution.figures] == [
            round(1000 * each.chance) for each in puzzle.moves
        ]
        again = await bob.puzzles.answer_puzzle(number=1, choice=puzzle.best)
        assert again == wrong
        later = await bob.puzzles.get_puzzle(number=1)
        assert (later.solution, later.puzzle.answers) == (wrong.solution, 2)


async def test_puzzles_that_do_not_exist_and_bad_choices_are_refused(server, puzzle):
    async with sign_in(server.grpc, "Ann") as ann:
        assert "PUZZLES" in (await ann.catalogue.get_server()).features
        assert await reason(ann.puzzles.get_puzzle(number=2)) == "NO_PUZZLE"
        for fields in ({}, {"choice": len(puzzle.moves)}):
            assert await reason(ann.puzzles.answer_puzzle(number=1, **fields)) == "MALFORMED"
        assert not (await ann.puzzles.get_puzzle()).HasField("solution")


async def test_deleted_account_leaves_no_answers(server, tmp_path, puzzle):
    async with sign_in(server.grpc, "Ann") as ann:
        await ann.puzzles.answer_puzzle(number=1, choice=puzzle.best)
        account = ann.account.account_id
        await ann.accounts.delete_me(display_name=ann.account.display_name)
    sql = open_sql(f"sqlite:///{tmp_path}/store.db")
    assert await PuzzleStorage(sql).answer_of(account, 1) is None
    await sql.close()
