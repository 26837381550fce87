"""The log in both stores: appended entries are stored, proven, and never appended twice."""

import pytest

from services.store import open_sql
from services.store.interface import StoreUnavailable
from services.store.schema import migrate
from services.tlog.checkpoints import signed
from services.tlog.leaves import keys_leaf
from services.tlog.notes import Tree
from services.tlog.proofs import check_proof
from services.tlog.tlog_storage import LogStorage, ReadUpTo
from tests.tlog.tlog_kit import LOG, ORIGIN, leaves, mth, policy


@pytest.fixture
async def sql(store_url):
    migrate(store_url)
    opened = open_sql(store_url)
    yield opened
    await opened.close()


@pytest.fixture
def storage(sql):
    return LogStorage(sql)


async def test_a_log_is_found_again_as_it_was_left(storage):
    some = [("game-1", leaf) for _, leaf in leaves(600)]
    opening = type(some[0][1])("open", some[0][1].game, 1, "ab" * 32)
    some[300] = ("game-2", opening)
    assert await storage.read_up_to() == ReadUpTo()
    await storage.append(some[:299], ReadUpTo(5, 6, "cd"))
    await storage.append(some[299:], ReadUpTo(7, 8, "ef"))
    assert await storage.read_up_to() == ReadUpTo(7, 8, "ef")
    lines = [leaf.line.encode() for _, leaf in some]
    assert await storage.size() == 600
    assert await storage.root(600) == mth(lines)
    assert await storage.root(300) == mth(lines[:300])
    assert await storage.entries(2, 88) == lines[512:]
    assert await storage.newest() is None
    for size, seen in ((300, True), (301, False), (600, True)):
        note = signed(Tree(ORIGIN, size, mth(lines[:size])), LOG)
        await storage.keep(size, note, seen=seen)
    await storage.keep(600, note, seen=True)
    assert await storage.newest(seen=True) == note
    marks = await storage.proofs("game-1")
    assert {mark.leaf for mark in marks} == {leaf.line for _, leaf in some[-200:]}, "the newest 200 marks"
    assert check_proof(marks[0].proof, marks[0].leaf.encode(), policy(quorum="none")).size == 600
    (proof,) = await storage.proofs("game-2")
    assert check_proof(proof.proof, opening.line.encode(), policy(quorum="none")).size == 600
    assert await storage.proofs("game-3") == []


async def test_who_appends_to_another_log_than_there_is_changes_nothing(storage):
    await storage.append(leaves(3), ReadUpTo(1, 1, "aa"))

    async def behind():
        return 1, leaves(1)[0][1].line

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage, "_end", behind)
        with pytest.raises(StoreUnavailable):
            await storage.append(leaves(3, "another"), ReadUpTo(2, 2, "bb"))
    assert (await storage.size(), await storage.read_up_to()) == (3, ReadUpTo(1, 1, "aa"))
    assert await storage.root(3) == mth([leaf.line.encode() for _, leaf in leaves(3)])


async def test_leaves_of_events_that_are_read_a_second_time_are_left_out(storage):
    """With several logs, events get new positions where another log has lost its end."""
    await storage.append(leaves(1500), ReadUpTo(1, 1, "aa"))
    await storage.append([*leaves(1500), *leaves(2, "another")], ReadUpTo(2, 2, "bb"))
    assert (await storage.size(), await storage.read_up_to()) == (1502, ReadUpTo(2, 2, "bb"))
    lines = [leaf.line.encode() for _, leaf in [*leaves(1500), *leaves(2, "another")]]
    assert await storage.root(1502) == mth(lines)


async def test_a_key_set_that_returns_is_logged_again(storage):
    first, second = (("", keys_leaf({"keys": [name]})) for name in "ab")
    for read, leaf in enumerate((first, second, first)):
        await storage.append([leaf], ReadUpTo(read, read, leaf[1].link))
    assert await storage.entries(0, 3) == [leaf.line.encode() for _, leaf in (first, second, first)]


async def test_leaves_are_not_appended_behind_leaves_that_the_store_has_just_lost(storage, sql):
    """A failover in between: the next leaf would leave a gap, and tiles that have the lost one."""
    await storage.append(leaves(3), ReadUpTo(1, 1, "aa"))
    tiles = storage.tiles

    async def losing(ids):
        found = await tiles(ids)
        await sql.run("DELETE FROM log_leaves WHERE leaf_index = 2")
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage, "tiles", losing)
        with pytest.raises(StoreUnavailable):
            await storage.append(leaves(3, "another"), ReadUpTo(2, 2, "bb"))
    assert (await storage.size(), await storage.read_up_to()) == (2, ReadUpTo(1, 1, "aa"))


async def test_a_leaf_that_is_given_twice_is_appended_once(storage):
    (leaf,) = leaves(1)
    await storage.append([leaf, leaf], ReadUpTo(5, 1, "aa"))
    assert await storage.size() == 1


async def test_leaves_are_not_appended_after_a_position_that_the_store_has_lost(storage, sql):
    await storage.append(leaves(3), ReadUpTo(5, 1, "aa"))
    read = await storage.read_up_to()
    await sql.run("UPDATE log_position SET tables_position = 4")
    with pytest.raises(StoreUnavailable):
        await storage.append(leaves(1, "another"), ReadUpTo(6, 1, "aa"), after=read)
    await storage.append(leaves(1, "another"), ReadUpTo(6, 1, "aa"), after=await storage.read_up_to())
    assert (await storage.size(), await storage.read_up_to()) == (4, ReadUpTo(6, 1, "aa"))


async def lose_the_last_leaf(sql, size):
    """Let a failover lose the last leaf, with what was written of the tiles."""
    await sql.run("DELETE FROM log_leaves WHERE leaf_index = ?", (size - 1,))
    await sql.run("UPDATE log_tiles SET hashes = substr(hashes, 1, ?)", (32 * (size - 1),))


@pytest.mark.parametrize("then", ["nothing", "another"])
async def test_a_checkpoint_of_leaves_that_the_store_has_lost_is_not_kept(storage, sql, then):
    await storage.append(leaves(3), ReadUpTo(1, 1, "aa"))
    note = signed(Tree(ORIGIN, 3, await storage.root(3)), LOG)
    await lose_the_last_leaf(sql, 3)
    if then == "another":
        await storage.append(leaves(1, "another"), ReadUpTo(2, 2, "bb"))
    with pytest.raises(StoreUnavailable):
        await storage.keep(3, note, seen=True)
    assert await storage.newest() is None


async def test_a_checkpoint_is_not_kept_where_the_store_loses_its_leaves_at_that_moment(storage, sql):
    await storage.append(leaves(3), ReadUpTo(1, 1, "aa"))
    note, tiles = signed(Tree(ORIGIN, 3, await storage.root(3)), LOG), storage.tiles

    async def losing(ids):
        found = await tiles(ids)
        await lose_the_last_leaf(sql, 3)
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(storage, "tiles", losing)
        with pytest.raises(StoreUnavailable):
            await storage.keep(3, note, seen=True)
    assert await storage.newest() is None


async def test_the_root_of_leaves_that_the_store_has_lost_is_unavailable(storage, sql):
    await storage.append(leaves(3), ReadUpTo(1, 1, "aa"))
    await lose_the_last_leaf(sql, 3)
    with pytest.raises(StoreUnavailable):
        await storage.root(3)
    await sql.run("DELETE FROM log_tiles")
    with pytest.raises(StoreUnavailable):
        await storage.root(3)
