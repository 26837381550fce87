"""The log follows the events: each line once, whatever fails between, seen by witnesses that are awake and honest."""

import httpx
import pytest
from msgspec.structs import replace
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route

from domain.history.codec import link_of
from domain.history.file import export, take_apart
from domain.history.record import LogRow
from domain.table.messages import Begin, CloseTable
from services.store.interface import StoreUnavailable
from services.tlog.asking import Witnesses
from services.tlog.checkpoints import read_checkpoint, signed, tree_of
from services.tlog.held_files import HeldFiles
from services.tlog.leaves import game_digest, keys_leaf, leaf_of
from services.tlog.merkle import leaf_hash
from services.tlog.monitor import BadLog, Seen, watch
from services.tlog.notes import COSIGNED_ED25519, Signer, Tree
from services.tlog.pages import log_routes
from services.tlog.proofs import check_proof, seen_before
from services.tlog.role import LogWriter
from services.tlog.tlog_storage import LogStorage, ReadUpTo
from services.tlog.witness import Refusal
from tests.beacon import a_beacon
from tests.beacon import signed as round_signed
from tests.domain.history.book import CODEC as BOOK_CODEC
from tests.domain.history.book import RING, finished, running
from tests.tlog.tlog_kit import (
    LOG,
    ORIGIN,
    W1,
    W2,
    W3,
    a_log,
    a_witness,
    checkpoint,
    leaves,
    mth,
    policy,
    served,
    witness_at,
)
from turnledger.merkle import WrongProof

KEYS = {"keys": []}


def writer(store, storage, trusted=None):
    witnesses = Witnesses(trusted or policy(quorum="none"))
    return LogWriter(store, storage, LOG, witnesses, lambda: KEYS)


async def lines(storage):
    return [entry.decode() for entry in await storage.entries(0, 256)]


async def entry(store, game_id, number):
    """Return the line to log for the event with that version."""
    (row,) = await store.load(game_id, number - 1, 1)
    return leaf_of(row).line


async def test_an_opening_a_start_and_an_end_are_logged_once_and_other_events_as_a_mark(store, tables, tmp_path):
    game_id = await tables.begun("ann", "bob")
    closed = await tables.open("cy")
    await tables.execute(closed, "cy", CloseTable())
    async with a_log(tmp_path) as storage:
        await writer(store, storage).step()
        logged = await lines(storage)
        began = 4
        assert logged[:4] == [
            await entry(store, game_id, 1),
            await entry(store, game_id, began),
            await entry(store, closed, 1),
            await entry(store, closed, 2),
        ]
        version = (await tables.games.load(game_id)).version
        kinds = [line.split(" ") for line in logged]
        assert [(kind[0], kind[2]) for kind in kinds[:5]] == [
            ("open", "1"), ("start", "4"), ("open", "1"), ("end", "2"), ("mark", str(version)),
        ]  # fmt: skip
        assert {kind[1] for kind in kinds[:2]} == {game_digest(game_id)}
        assert logged[5:] == [keys_leaf(KEYS).line]
        for _ in range(3):
            await writer(store, storage).step()
        assert await lines(storage) == logged


async def test_with_a_beacon_the_start_is_logged_and_its_beginning_is_no_second_one(store, tables, tmp_path):
    game_id = await tables.begun("ann", "bob", beacon=a_beacon())
    number = (await tables.aggregate(game_id)).starting.round
    async with a_log(tmp_path) as storage:
        first = writer(store, storage)
        await first.step()
        await tables.execute(game_id, "ann", Begin(number, round_signed(number)))
        await writer(store, storage).step()  # another process, which has not seen the start
        assert [line.split(" ")[0] for line in await lines(storage)] == ["open", "start", "keys", "mark"]
        assert (await lines(storage))[1] == await entry(store, game_id, 4)


@pytest.mark.parametrize("crash", ["before", "after"])
async def test_a_crash_between_event_and_leaf_is_made_up_and_nothing_is_logged_twice(
    store,
    tables,
    tmp_path,
    monkeypatch,
    crash,
):
    async with a_log(tmp_path) as storage:
        await writer(store, storage).step()
        game_id = await tables.begun("ann", "bob")
        real = LogStorage.append

        async def crashing(self, *given, **named):
            if crash == "after":
                await real(self, *given, **named)
            raise ConnectionError("killed")

        with monkeypatch.context() as patch:
            patch.setattr(LogStorage, "append", crashing)
            with pytest.raises(ConnectionError):
                await writer(store, storage).step()
        await writer(store, storage).step()
        logged = await lines(storage)
        assert logged[1:3] == [await entry(store, game_id, 1), await entry(store, game_id, 4)]
        assert len(set(logged)) == len(logged)
        note = await storage.newest(seen=True)
        assert tree_of(note).root == mth([line.encode() for line in logged])


async def test_nothing_is_logged_of_events_that_a_failover_loses_before(store, tables, tmp_path):
    """They are lost after they were read: the events in their positions have to be read."""
    await tables.open("ann")
    read = store.read_tables

    async def with_a_lost_one(after, limit):
        rows = await read(after, limit)
        lost = rows and LogRow(rows[-1].position, replace(rows[-1].row, stream_id=rows[-1].row.stream_id[::-1]))
        return [*rows[:-1], lost] if rows else []

    async with a_log(tmp_path) as storage:
        store.read_tables = with_a_lost_one
        with pytest.raises(StoreUnavailable, match="the log has changed"):
            await writer(store, storage).step()
        store.read_tables = read
        await writer(store, storage).step()
        assert [each.split(" ")[0] for each in await lines(storage)] == ["open", "keys"]


async def test_of_two_who_append_at_once_one_is_told(tmp_path):
    async with a_log(tmp_path) as storage:
        await storage.append(leaves(1), ReadUpTo())

        async def behind():
            return 0, ""

        storage._end = behind
        with pytest.raises(StoreUnavailable, match="another process has appended"):
            await storage.append(leaves(2, "other"), ReadUpTo())


def log_app(storage):
    return Starlette(routes=[Mount("/log", routes=log_routes(storage, lambda _: None))])


async def test_witnesses_see_each_tree_once_and_their_quorum_proves_a_leaf(store, tables, tmp_path):
    async with (
        a_log(tmp_path) as storage,
        witness_at(tmp_path / "1", W1) as one,
        witness_at(tmp_path / "2", W2) as two,
        witness_at(tmp_path / "3", W3) as three,
    ):
        trusted = policy(one, two, three)
        first = writer(store, storage, trusted)
        game_id = await tables.begun("ann", "bob")
        await first.step()
        await tables.open("cy")
        await first.step()
        other = writer(store, storage, trusted)  # who knows of no witness how far it is
        await tables.open("dan")
        await other.step()
        note = await storage.newest(seen=True)
        assert trusted.cosigned(note, tree_of(note)).keys() == {"w1", "w2", "w3"}
        proofs = await storage.proofs(game_id)
        assert [proof.leaf.split(" ")[0] for proof in proofs] == ["open", "start", "mark"]
        for proof in proofs[:2]:
            logged = check_proof(proof.proof, proof.leaf.encode(), trusted)
            assert logged.size == 4, "as it was seen first, not last"
            assert seen_before(logged, trusted, 4_000_000_000)
            forged = proof.proof.replace(f"— {W1.key.name}", "— nobody")
            with pytest.raises(WrongProof, match="only w2, w3 saw it"):
                check_proof(forged, proof.leaf.encode(), policy(quorum="3"))
            with pytest.raises(WrongProof, match="32 bytes"):
                check_proof(proof.proof.replace("\n\n", "\nAAAA\n\n", 1), proof.leaf.encode(), trusted)


async def lying(request):
    """A witness that cosigns whatever it is asked for, with another key than its own."""
    note, tree = read_checkpoint((await request.body()).partition(b"\n\n")[2])
    false = Signer(W3.key.name, COSIGNED_ED25519, b"\x77" * 32)
    return PlainTextResponse(false.cosign(note.text, tree, 1_700_000_000).line)


async def test_a_witness_that_lies_or_sleeps_counts_for_nothing_and_is_not_waited_for(store, tables, tmp_path):
    liar = Starlette(routes=[Route("/add-checkpoint", lying, methods=["POST"])])
    await tables.open("ann")
    async with a_log(tmp_path) as storage, witness_at(tmp_path / "1", W1) as one, served(liar) as false:
        alone = writer(store, storage, policy(one, "http://127.0.0.1:1", false))
        await alone.step()
        assert await storage.newest(seen=True) is None
        note = await storage.newest()
        assert policy().cosigned(note, tree_of(note)).keys() == {"w1"}
        async with witness_at(tmp_path / "2", W2) as two:
            await writer(store, storage, policy(one, two, false)).step()
        note = await storage.newest(seen=True)
        assert policy().cosigned(note, tree_of(note)).keys() == {"w1", "w2"}


async def test_a_log_that_shrinks_or_is_rewritten_gets_no_cosignature_and_its_monitor_says_so(store, tables, tmp_path):
    async with witness_at(tmp_path / "1", W1) as one:
        trusted = policy(one, quorum="any")
        async with (
            a_log(tmp_path) as storage,
            served(log_app(storage)) as url,
            httpx.AsyncClient(verify=False, timeout=60) as http,
        ):
            await tables.begun("ann", "bob")
            await writer(store, storage, trusted).step()
            before = (await watch(http, f"{url}/log", trusted)).seen
        for name, others in (("shorter", leaves(1)), ("other", leaves(9, "rewritten"))):
            async with (
                a_log(tmp_path / name) as storage,
                served(log_app(storage)) as url,
                httpx.AsyncClient(verify=False, timeout=60) as http,
            ):
                await storage.append(others, ReadUpTo())
                forked = LogWriter(store, storage, LOG, Witnesses(trusted), lambda: KEYS)
                await forked.publish()
                assert await storage.newest(seen=True) is None
                await storage.keep(len(others), await storage.newest(), seen=True)  # served all the same
                with pytest.raises(BadLog, match="only no witness saw"):
                    await watch(http, f"{url}/log", trusted)
                with pytest.raises(BadLog, match="shrunk" if name == "shorter" else "rewritten"):
                    await watch(http, f"{url}/log", policy(quorum="none"), before)


async def test_two_histories_shown_to_two_clients_get_no_quorum_for_both(tmp_path):
    """The operator has the log's key and two trees; the witnesses are honest, but one may be the operator's own."""
    ours, theirs = [b"open a", b"start a 1"], [b"open a", b"start a 2"]
    witnesses = [a_witness(tmp_path / str(number), each) for number, each in enumerate((W1, W2, W3))]

    def submission(shown):
        return b"old 0\n\n" + checkpoint(shown).content

    for each in witnesses[:2]:
        await each.add_checkpoint(submission(ours))
    assert await witnesses[2].add_checkpoint(submission(theirs))
    refusals = []
    for each in witnesses[:2]:
        with pytest.raises(Refusal) as refused:
            await each.add_checkpoint(submission(theirs))
        refusals.append((refused.value.status, refused.value.size))
        with pytest.raises(Refusal) as refused:
            await each.add_checkpoint(b"old 2\n\n" + checkpoint(theirs).content)
        refusals.append((refused.value.status, refused.value.size))
    assert refusals == [(409, 2), (422, None)] * 2


async def test_a_monitor_finds_two_entries_of_one_version_in_a_tree_that_all_witnesses_saw(tmp_path):
    game, other = game_digest("g"), game_digest("h")
    a, b, c = "aa" * 32, "bb" * 32, "cc" * 32
    entries = [
        f"open {game} 1 {a}", f"mark {game} 7 {b}", f"open {other} 1 {a}", f"mark {game} 7 {b}", f"keys {a}",
        f"mark {game} 7 {c}", f"start {game} 9 {a}", f"start {game} 12 {b}", f"mark {game} 9 {a}", "words of later",
    ]  # fmt: skip
    async with (
        a_log(tmp_path) as storage,
        served(log_app(storage)) as url,
        httpx.AsyncClient(verify=False, timeout=60) as http,
    ):

        class Line:
            def __init__(self, line):
                self.line = line

        await storage.append([("", Line(each)) for each in entries], ReadUpTo())
        root = await storage.root(len(entries))
        assert root == mth([each.encode() for each in entries])
        await storage.keep(len(entries), signed(Tree(ORIGIN, len(entries), root), LOG), seen=True)
        found = await watch(http, f"{url}/log", policy(quorum="none"))
        assert [(each.first_index, each.index) for each in found.doubled] == [(1, 5), (6, 7)]
        assert (found.games, found.starts, found.seen.size) == (2, 1, 10)
        again = await watch(http, f"{url}/log", policy(quorum="none"), found.seen)
        assert again.seen == found.seen
        with pytest.raises(BadLog, match="rewritten"):
            await watch(http, f"{url}/log", policy(quorum="none"), Seen(ORIGIN, 4, leaf_hash(b"").hex()))


async def test_marks_are_among_the_proofs_once_a_quorum_has_seen_them(store, tables, tmp_path):
    game_id = await tables.begun("ann", "bob")
    async with a_log(tmp_path) as storage:
        await writer(store, storage).step()
        proofs = await storage.proofs(game_id)
        assert [each.leaf.split(" ")[0] for each in proofs] == ["open", "start", "mark"]
        for each in proofs:
            check_proof(each.proof, each.leaf.encode(), policy(quorum="none"))


async def test_a_monitor_holds_every_entry_of_a_game_to_its_file(tmp_path):
    book, closed = finished(), running()
    game, own = game_digest(book.game_id), [link_of(row) for row in book.rows]
    entries = [
        f"open {game} 1 {own[0]}", f"mark {game} 5 {own[4]}", f"mark {game} 6 {'ab' * 32}",
        f"end {game} {len(own)} {own[-1]}", f"mark {game} {len(own) + 1} {'cd' * 32}",
    ]  # fmt: skip
    held = HeldFiles()
    for number, line in enumerate(entries):
        HeldFiles().hold(number, line)
    held.add("a file", take_apart(export(book.rows, BOOK_CODEC, RING.signer)))
    for number, line in enumerate(entries):
        held.hold(number, line)
    assert [(each.file, each.index) for each in held.contradictions] == [("a file", 2), ("a file", 4)]
    alone = HeldFiles()
    alone.add("unlogged", take_apart(export(closed.rows, BOOK_CODEC, RING.signer)))
    assert [(each.file, each.index) for each in alone.contradictions] == [("unlogged", -1)]


async def test_tiles_are_served_as_specified(tmp_path):
    async with (
        a_log(tmp_path) as storage,
        served(log_app(storage)) as url,
        httpx.AsyncClient(verify=False, timeout=60) as http,
    ):
        await storage.append(leaves(300), ReadUpTo())

        async def got(path):
            return await http.get(f"{url}/log/{path}")

        full, part = await got("tile/0/000"), await got("tile/0/001.p/44")
        assert (len(full.content), len(part.content)) == (8192, 44 * 32)
        assert full.headers["cache-control"].endswith("immutable")
        assert len((await got("tile/1/000.p/1")).content) == 32
        assert full.content[:32] == leaf_hash(leaves(1)[0][1].line.encode())
        assert (await got("tile/0/000.p/7")).content == full.content[: 7 * 32]
        for path in (
            "0/001",
            "0/001.p/45",
            "0/00",
            "00/000",
            "0/x001/000",
            "9/000",
            "entries/001",
            "0/000.p/0",
            "a/000",
            "0/x999/" + "x999/" * 3 + "999",
            "0/" + "x999/" * 6 + "999",
            "0/" + "x999/" * 200 + "999",
            "entries/" + "x999/" * 6 + "999",
            "99/" + "x999/" * 4 + "999",
        ):
            assert (await got(f"tile/{path}")).status_code == 404, path
        assert (await got("checkpoint")).status_code == 404
        entries = (await got("tile/entries/001.p/44")).content
        first = leaves(257)[256][1].line.encode()
        assert entries.startswith(len(first).to_bytes(2, "big") + first)
