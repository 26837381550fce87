"""The data that the Python client stores, and its use after a restart."""

import stat
from contextlib import aclosing

import grpc
import pytest

from tests.api.api_kit import two_at_a_table
from turnledger import FileStore, MemoryStore, ServiceError, new_request_id, sign_in
from turnledger.pending import Pending
from turnledger.v1 import accounts_pb2, chat_pb2, lobby_pb2, play_pb2
from turnledger.v1.play_pb2 import Choice

GAME = "6f1c2c1e-7d6e-4a53-9a2f-1f5f4a1f7c11"


@pytest.fixture(params=["memory", "file"])
def store(request, tmp_path):
    return MemoryStore() if request.param == "memory" else FileStore(tmp_path / "kept")


def test_a_store_has_what_was_put_last_until_it_is_deleted(store):
    store.put("a/2", b"first")
    store.put("a/2", b"second")
    store.put("a/1", b"")
    store.put("b", b"other")
    assert (store.get("a/2"), store.get("a/1"), store.get("c")) == (b"second", b"", None)
    assert store.names("a/") == ["a/1", "a/2"]
    store.delete("a/2")
    store.delete("a/2")
    assert (store.get("a/2"), store.names("")) == (None, ["a/1", "b"])


def test_a_file_store_is_found_again_and_nobody_else_reads_it(tmp_path):
    FileStore(tmp_path / "kept").put("tokens", b"secret")
    assert FileStore(tmp_path / "kept").get("tokens") == b"secret"
    files = [tmp_path / "kept", *(tmp_path / "kept").iterdir()]
    assert [stat.S_IMODE(each.stat().st_mode) & 0o077 for each in files] == [0, 0]


@pytest.mark.parametrize(
    ("method", "request_"),
    [
        ("Accounts/ChangePassword", accounts_pb2.ChangePasswordRequest(request_id="id", password="a password")),
        ("Play/Submit", play_pb2.SubmitRequest(request_id="id", validate_only=True)),
        ("Lobby/GetTable", lobby_pb2.GetTableRequest(game_id=GAME)),
    ],
)
def test_what_holds_a_password_or_changes_nothing_is_not_stored(method, request_):
    store = MemoryStore()
    assert Pending(store).keep(method, request_) == ""
    assert store.names("") == []


@pytest.mark.parametrize(
    ("code", "reason", "stays"),
    [
        (grpc.StatusCode.UNAVAILABLE, "", True),
        (grpc.StatusCode.UNAVAILABLE, "STORE_AWAY", True),
        (grpc.StatusCode.DEADLINE_EXCEEDED, "TOO_LATE", True),
        (grpc.StatusCode.INTERNAL, "", True),
        (grpc.StatusCode.INTERNAL, "INTERNAL", False),
        (grpc.StatusCode.UNAUTHENTICATED, "TOKEN_INVALID", True),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_FAST", True),
        (grpc.StatusCode.RESOURCE_EXHAUSTED, "", False),
        (grpc.StatusCode.ABORTED, "VERSION_CONFLICT", False),
        (grpc.StatusCode.FAILED_PRECONDITION, "BID_NOT_HIGHER", False),
    ],
    ids=str,
)
def test_what_nobody_judged_stays_stored(code, reason, stays):
    assert ServiceError(code, reason, "", {}).stays_open is stays


async def test_a_program_goes_on_as_the_same_account_with_its_chance(server, tmp_path):
    async with sign_in(server.grpc, "Ann", store=FileStore(tmp_path / "ann")) as ann:
        game = await ann.create_table("card_game", seats=2, join=True)
        kept = ann.chances.of[game.game_id]
    async with sign_in(server.grpc, store=FileStore(tmp_path / "ann")) as again:
        assert again.account == ann.account
        assert again.chances.of == {game.game_id: kept}
        assert kept.nonce


async def test_what_was_not_answered_is_sent_again_in_order_and_happens_once(server):
    store = MemoryStore()
    async with sign_in(server.grpc, "Ann", store=store) as ann:
        game = await ann.create_table("card_game", seats=2, join=True)
        assert store.names("request/") == []
        said = [
            chat_pb2.SendMessageRequest(game_id=game.game_id, text=text, request_id=new_request_id())
            for text in ("one", "two", "")
        ]
        for each in said:
            ann.connection.pending.keep("Chat/SendMessage", each)
        await ann.connection.ask("Chat/SendMessage", said[0], chat_pb2.SendMessageResponse)  # the answer is lost
    async with sign_in(server.grpc, store=store) as again:
        told = await again.resume()
        assert [(each.method, each.request) for each in told] == [("Chat/SendMessage", each) for each in said]
        assert [each.response.message.text for each in told[:2]] == ["one", "two"]
        assert (told[2].response, told[2].refused.code) == (None, grpc.StatusCode.INVALID_ARGUMENT)
        assert [each.text async for each in again.game(game.game_id).messages()] == ["one", "two"]
        assert (await again.resume(), store.names("request/")) == ([], [])


async def test_the_first_refusal_empties_the_queue_of_its_game(player):
    ann, bob = await player("Ann"), await player("Bob")
    hers, his = await two_at_a_table(ann, bob)
    me, acting = (ann, hers) if (await hers.options()).options else (bob, his)
    options = await acting.options()
    me.queue.add(acting.game_id, options.options[0].first, options.version)
    for number in (0, 1):  # of the board that the first will change
        me.queue.add(acting.game_id, Choice(option=0, number=number), options.version)
    assert len(me.queue.waiting(acting.game_id)) == 3
    (flushed,) = await me.queue.flush()
    assert (flushed.game_id, len(flushed.done), flushed.refused.reason) == (acting.game_id, 1, "VERSION_CONFLICT")
    assert [each.choice.number for each in flushed.dropped] == [0, 1]
    assert (await me.queue.flush(), me.queue.waiting(acting.game_id)) == ([], [])


async def test_what_finds_no_answer_waits_on(server):
    store = MemoryStore()
    async with sign_in(server.grpc, "Ann", store=store) as ann:
        request_id = ann.queue.add(GAME, Choice(option=0, number=0), 7)
        ann.connection.use(accounts_pb2.Tokens(access_token="nonsense", refresh_token="nonsense"))
        (flushed,) = await ann.queue.flush()
        assert flushed.waits.code == grpc.StatusCode.UNAUTHENTICATED
        assert [each.request_id for each in ann.queue.waiting(GAME)] == [request_id]
        assert store.names("request/") == []


async def test_a_choice_is_spelt_out_with_its_sentence(player):
    hers, his = await two_at_a_table(await player("Ann"), await player("Bob"))
    acting = hers if (await hers.options()).options else his
    options = await acting.options()
    spelt = await acting.spell(Choice(option=0, number=0), options.version)
    assert (spelt.number, spelt.command) == (0, options.options[0].first)
    assert spelt.says
    everything = [each async for each in acting.commands(0, options.version)]
    assert everything[0] == spelt
    assert len(everything) == options.options[0].count
    async with aclosing(acting.my_turns()) as turns:
        assert await (await anext(turns)).spell(0) == spelt


async def test_my_turns_continue_after_a_server_was_away_for_longer_than_a_call_waits(player, monkeypatch):
    hers, his = await two_at_a_table(await player("Ann"), await player("Bob"))
    acting = hers if (await hers.options()).options else his
    left, read = [2], acting.board

    async def board(**asked):
        """Fail as the call does after its minute, twice."""
        if left[0]:
            left[0] -= 1
            raise ServiceError(grpc.StatusCode.UNAVAILABLE, "", "the server does not answer", {})
        return await read(**asked)

    monkeypatch.setattr(acting, "board", board)
    async with aclosing(acting.my_turns()) as turns:
        first = await anext(turns)
        again = await anext(turns)  # nothing was chosen, so the board is read again
    assert (left, again.version) == ([0], first.version)


async def test_boards_grow_to_the_end_of_the_game(player):
    hers, his = await two_at_a_table(await player("Ann"), await player("Bob"))
    versions, states = [], []
    async with aclosing(hers.boards()) as boards:
        async for board in boards:
            if not versions:
                await his.resign()
            versions.append(board.version)
            states.append(board.status)
    assert versions == sorted(set(versions))
    assert states[-1] == lobby_pb2.TABLE_STATUS_FINISHED
