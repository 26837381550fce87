"""A game that is over is what it was to every call: in the views, when it has left them, and in the archive."""

import asyncio
from contextlib import aclosing, asynccontextmanager
from uuid import uuid4

import grpc
import pytest

from services.application.game_service import GameService
from services.main import running
from services.operations.archiver import Gone
from services.projection_runner import evicted_games
from services.projection_runner.evicted_games import EvictedGames
from services.store import open_store
from support.played_games import begun, played
from tests.api.api_kit import RUSSIA, accounts_made, call, choice, next_to_act, refused
from tests.api.conftest import settings
from tests.archive.archive_kit import CODEC, archive, opened
from tests.stores import new_sqlite
from turnledger import ServiceError, sign_in
from turnledger.v1 import common_pb2, lobby_pb2, views_pb2

Code = grpc.StatusCode
PARTS = {"board": True, "options": True}
VERSION = 130
"""The versions of the game at a resignation: a watch has more than a page of it."""


class Two:
    """Ann and Bob, as the same accounts at any server over the same store, and an operator."""

    def __init__(self, folder, accounts):
        self.folder, self._accounts = folder, accounts

    @asynccontextmanager
    async def at_a_server(self, **more):
        ann, bob, olga = self._accounts
        async with (
            running(settings(self.folder, operators=(olga[0],), **more)) as server,
            sign_in(server.grpc, tokens=ann[1]) as ann,
            sign_in(server.grpc, tokens=bob[1]) as bob,
            sign_in(server.grpc, tokens=olga[1]) as olga,
        ):
            yield ann, bob, olga


@pytest.fixture
async def two(tmp_path):
    return Two(tmp_path, await accounts_made(tmp_path, 3))


async def finished(ann, bob, upto=VERSION):
    """The id of a game with hints that Bob resigned, and its last version."""
    table = await ann.lobby.create_table(
        request_id=str(uuid4()),
        variant=RUSSIA,
        seats=2,
        unrated=True,
        join=True,
        seed="a test",
        terms=common_pb2.Terms(hints=3),
    )
    games = [each.game(table.table.game_id) for each in (ann, bob)]
    await games[1].join()
    await games[0].start()
    version = 0
    while version < upto:
        game, options = await next_to_act(*games)
        version = (await game.submit(choice(), expected_version=options.version)).version
    await games[1].resign()
    over = await games[0].table()
    assert over.status == lobby_pb2.TABLE_STATUS_FINISHED
    return over.game_id, over.version


async def watched(client, game_id, after, upto):
    """The messages of a watch up to the end."""
    stream, found = client.views.watch_game(game_id=game_id, after_version=after, parts=PARTS), []
    async with aclosing(stream) as messages:
        async for message in messages:
            found.append(message)
            if message.version >= upto:
                break
    return found


async def everything(client, game_id, upto):
    """A client's answers about the game, by every method."""
    views = client.views
    return {
        "board": await views.get_board(game_id=game_id, parts=PARTS, min_version=upto),
        "public board": await views.get_board(game_id=game_id, parts=PARTS, as_spectator=True),
        "board before": await views.get_board(game_id=game_id, version=upto // 2),
        "all boards": [each async for each in views.list_boards(game_id=game_id, page_size=300)],
        "watches": [await watched(client, game_id, after, upto) for after in (0, upto - 3, upto)],
        "table": await client.lobby.get_table(game_id=game_id),
        "events": [each async for each in client.history.list_events(game_id=game_id)],
        "finished": [each async for each in client.my_games(finished=True)],
        "lobby": [each async for each in client.tables(status=lobby_pb2.TABLE_STATUS_FINISHED)],
        "chat": [each async for each in client.chat.list_messages(game_id=game_id)],
        "profile": await views.get_player(account_id=client.account.account_id),
    }


async def listed(client):
    """Return once a list has the finished game: a server that has just started may still be filling its lists."""
    async with asyncio.timeout(30):
        while not [each async for each in client.my_games(finished=True)]:
            await asyncio.sleep(0.02)


async def read_all(clients, game_id, upto):
    for client in clients:
        await listed(client)
    return [await everything(client, game_id, upto) for client in clients]


def differing(told, before):
    return {name for mine, then in zip(told, before, strict=True) for name in mine if mine[name] != then[name]}


async def refusals(client, game_id):
    """The answers of a finished game to callers that would continue it."""
    found = []
    for asking in (
        client.game(game_id).hint(),
        client.game(game_id).resign(),
        client.game(game_id).submit(choice()),
        client.views.get_board(game_id=game_id, version=10_000),
    ):
        with pytest.raises(ServiceError) as caught:
            await asking
        found.append((caught.value.code, caught.value.reason))
    return found


async def archived(folder):
    url = f"sqlite:///{folder / 'store.db'}"
    async with opened(url, folder / "archive") as (store, sql):
        return [type(each) for each in await archive(url, store, sql)]


@pytest.mark.slow
async def test_a_finished_game_is_told_the_same_from_the_views_the_store_and_the_archive(two):
    async with two.at_a_server() as (ann, bob, _):
        over = await finished(ann, bob)
        await ann.chat.send_message(game_id=over[0], text="well played")
        shown, no = await read_all((ann, bob), *over), await refusals(ann, over[0])
        assert [snapshot.version for snapshot in shown[0]["all boards"]][-1] == over[1]
        assert [len(each) for each in shown[0]["watches"]] == [3, 2, 1]
    async with two.at_a_server(views_keep_h=0) as (ann, bob, _):
        assert differing(await read_all((ann, bob), *over), shown) == set()
        assert await refusals(ann, over[0]) == no
    assert await archived(two.folder) == [Gone]
    async with two.at_a_server(views_keep_h=0, archive=str(two.folder / "archive")) as (ann, bob, _):
        assert differing(await read_all((ann, bob), *over), shown) == set()
        assert await refusals(ann, over[0]) == no


@pytest.mark.slow
async def test_around_an_archived_game_people_talk_report_play_again_branch_and_go(two):
    async with two.at_a_server() as (ann, bob, _):
        game_id, _ = await finished(ann, bob)
    assert await archived(two.folder) == [Gone]
    async with two.at_a_server(views_keep_h=0, archive=str(two.folder / "archive")) as (ann, bob, olga):
        said = (await ann.chat.send_message(game_id=game_id, text="a fine game")).message
        assert [each.text async for each in bob.chat.list_messages(game_id=game_id)] == ["a fine game"]
        about = {"game_id": game_id, "account_id": ann.account.account_id}
        await bob.chat.report(**about, number=said.number, text="insults me")
        (report,) = [each async for each in olga.operators.list_reports()]
        assert (report.text, report.message) == ("insults me", said)
        assert (report.facts.seat, report.facts.rank, report.facts.resigned) == (0, 1, False)
        again = await ann.game(game_id).rematch()
        assert (await bob.game(game_id).rematch()).game_id == again.game_id
        assert [each.account_id for each in (await again.table()).occupants] == [
            each.account.account_id for each in (ann, bob)
        ]
        branch = await ann.history.branch_game(request_id=str(uuid4()), game_id=game_id, version=VERSION // 2)
        assert [each.game_id async for each in bob.history.list_branches(game_id=game_id)] == [branch.table.game_id]
        await bob.accounts.delete_me(display_name=bob.account.display_name)
        table = (await ann.lobby.get_table(game_id=game_id)).table
        assert [each.display_name for each in table.occupants] == [ann.account.display_name, ""]
        assert (await ann.views.get_board(game_id=game_id, parts=PARTS)).snapshot.version == table.version


@pytest.mark.slow
async def test_a_game_that_has_left_the_views_costs_a_look_until_the_process_has_it(two, monkeypatch):
    monkeypatch.setattr("services.api.grpc_server.PAST_PER_S", 0.001)
    monkeypatch.setattr("services.api.grpc_server.PAST", 1)
    async with two.at_a_server() as (ann, bob, _):
        ids = [(await finished(ann, bob, upto=4))[0] for _ in range(2)]
    async with two.at_a_server(views_keep_h=0) as (ann, bob, _):
        for _ in range(3):
            assert (await ann.game(ids[0]).board()).status == lobby_pb2.TABLE_STATUS_FINISHED
        board = views_pb2.GetBoardRequest(game_id=ids[1])
        async with refused(Code.RESOURCE_EXHAUSTED, "TOO_FAST"):
            await call(ann, "Views/GetBoard", board, views_pb2.GetBoardResponse)
        assert (await bob.game(ids[1]).board()).status == lobby_pb2.TABLE_STATUS_FINISHED


async def test_a_crowd_has_a_left_game_folded_once_and_what_is_kept_of_them_is_bounded(tmp_path, monkeypatch):
    store, folded, fold = open_store(new_sqlite(tmp_path / "store.db")), [], evicted_games._folded

    def counted(records):
        folded.append(records[0].stream_id)
        return fold(records)

    monkeypatch.setattr(evicted_games, "_folded", counted)
    over, on = played("card_game", 2).rows, begun(played("card_game", 3))
    for rows in (over, on):
        await store.append(rows, 10.0)
    games = GameService(store, CODEC)
    keeping, forgetful = EvictedGames(games), EvictedGames(games, kept_bytes=0)
    crowd = await asyncio.gather(*(keeping(over[0].stream_id) for _ in range(20)))
    assert (len({id(each) for each in crowd}), folded) == (1, [over[0].stream_id])
    assert await crowd[0].get(over[0].stream_id, "version") == [b"%d" % len(over)]
    assert not await keeping.is_to_fold(over[0].stream_id)
    assert [await keeping(game_id) for game_id in (on[0].stream_id, "unknown")] == [None, None]
    for _ in range(2):
        assert await (await forgetful(over[0].stream_id)).dump([f"{over[0].stream_id}:board"]) != [b""]
    assert (len(folded), forgetful._held, await forgetful.is_to_fold(over[0].stream_id)) == (3, 0, True)
    await store.close()
