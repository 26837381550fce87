"""Tables over real gRPC."""

from uuid import uuid4

import grpc

from services.main import running
from tests.api.api_kit import RUSSIA, call, refused, two_at_a_table
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import lobby_pb2

Code = grpc.StatusCode


async def test_a_table_from_its_opening_to_its_start(player):
    ann, bob = await player("Ann"), await player("Bob")
    game = await ann.create_table(RUSSIA, seats=3, options={"renovation": "on"})
    assert list((await game.table()).occupants) == []
    await game.join("green")
    table = await bob.game(game.game_id).join()
    assert [(each.display_name, each.colour) for each in table.occupants] == [("Ann", "green"), ("Bob", "red")]
    table = await game.add_bot("greedy")
    assert (table.occupants[2].bot, table.occupants[2].display_name) == ("greedy", "greedy")
    table = await game.start()
    assert table.status == lobby_pb2.TABLE_STATUS_RUNNING
    assert dict(table.options) == {"renovation": "on"}


async def test_a_repeated_request_opens_one_table(player):
    ann = await player("Ann")
    request = lobby_pb2.CreateTableRequest(request_id=str(uuid4()), variant=RUSSIA, join=True)
    first, second = [await call(ann, "Lobby/CreateTable", request, lobby_pb2.CreateTableResponse) for _ in range(2)]
    assert (first, len(first.table.occupants)) == (second, 1)


async def test_only_the_host_seats_bots_removes_players_starts_and_closes(player):
    ann, bob = await player("Ann"), await player("Bob")
    hosted = await ann.create_table(RUSSIA, join=True)
    game = bob.game(hosted.game_id)
    await game.join()
    async with refused(Code.PERMISSION_DENIED, "NOT_THE_HOST"):
        await game.add_bot("greedy")
    async with refused(Code.PERMISSION_DENIED, "NOT_THE_HOST"):
        await game.start()
    clear = lobby_pb2.ClearSeatRequest(request_id=str(uuid4()), game_id=game.game_id, seat=0)
    async with refused(Code.PERMISSION_DENIED, "NOT_THE_HOST"):
        await call(bob, "Lobby/ClearSeat", clear, lobby_pb2.ClearSeatResponse)
    close = lobby_pb2.CloseTableRequest(request_id=str(uuid4()), game_id=game.game_id)
    async with refused(Code.PERMISSION_DENIED, "NOT_THE_HOST"):
        await call(bob, "Lobby/CloseTable", close, lobby_pb2.CloseTableResponse)
    closed = await call(ann, "Lobby/CloseTable", close, lobby_pb2.CloseTableResponse)
    assert closed.table.status == lobby_pb2.TABLE_STATUS_CLOSED


async def test_whom_the_host_asked_to_go_is_not_let_in_again(player):
    ann, bob = await player("Ann"), await player("Bob")
    hosted = await ann.create_table(RUSSIA, join=True)
    game = bob.game(hosted.game_id)
    await game.join()
    clear = lobby_pb2.ClearSeatRequest(request_id=str(uuid4()), game_id=game.game_id, seat=1)
    await call(ann, "Lobby/ClearSeat", clear, lobby_pb2.ClearSeatResponse)
    async with refused(Code.PERMISSION_DENIED, "REMOVED_BY_HOST"):
        await game.join()


async def test_a_host_who_names_the_version_asks_nobody_else_to_go(player):
    ann, bob, cy = await player("Ann"), await player("Bob"), await player("Cy")
    game = await ann.create_table(RUSSIA, seats=3, join=True)
    await bob.game(game.game_id).join()
    seen = await cy.game(game.game_id).join()
    await bob.game(game.game_id).leave()
    async with refused(Code.ABORTED, "VERSION_CONFLICT"):
        await game.clear_seat(1, expected_version=seen.version)
    table = await game.table()
    assert [each.display_name for each in table.occupants] == ["Ann", "Cy"]
    assert len((await game.clear_seat(1, expected_version=table.version)).occupants) == 1


async def test_a_player_who_leaves_makes_room(player):
    ann, bob = await player("Ann"), await player("Bob")
    game = await ann.create_table(RUSSIA, seats=2, join=True)
    await bob.game(game.game_id).join()
    await game.leave()
    assert [each.display_name for each in (await game.table()).occupants] == ["Bob"]


async def test_bad_variants_options_and_counts_name_what_is_wrong(player):
    ann = await player("Ann")
    async with refused(Code.INVALID_ARGUMENT, "UNKNOWN_VARIANT") as found:
        await ann.create_table("chess")
    assert RUSSIA in found[0].facts["known"]
    async with refused(Code.INVALID_ARGUMENT, "UNKNOWN_OPTION"):
        await ann.create_table(RUSSIA, options={"dragons": "on"})
    async with refused(Code.INVALID_ARGUMENT, "UNKNOWN_OPTION_VALUE") as found:
        await ann.create_table(RUSSIA, options={"renovation": "twice"})
    assert found[0].facts == {"rule": "PG-SET-01", "option": "renovation", "value": "twice", "known": '["off","on"]'}
    assert found[0].says == "This option does not have this value: renovation = twice. It has: off, on."
    async with refused(Code.INVALID_ARGUMENT, "PLAYER_COUNT_INVALID"):
        await ann.create_table(RUSSIA, seats=9)


async def test_public_tables_are_listed_page_by_page_and_private_ones_are_not(player):
    ann = await player("Ann")
    games = [await ann.create_table(RUSSIA) for _ in range(3)]
    await ann.create_table(RUSSIA, private=True)
    newest = (await ann.create_table("card_game")).game_id
    await ann.game(newest).board(min_version=1)
    seen, token = [], ""
    while True:
        request = lobby_pb2.ListTablesRequest(page_size=2, page_token=token, variant=RUSSIA)
        page = await call(ann, "Lobby/ListTables", request, lobby_pb2.ListTablesResponse)
        assert len(page.tables) <= 2
        seen += [table.game_id for table in page.tables]
        if not (token := page.next_page_token):
            break
    assert seen == [game.game_id for game in reversed(games)]


async def test_my_games_begin_with_those_that_wait_for_me(player):
    ann, bob = await player("Ann"), await player("Bob")
    game, _ = await two_at_a_table(ann, bob)
    still_open = await bob.create_table(RUSSIA, join=True)
    await game.board(min_version=(await game.table()).version)
    await still_open.board(min_version=2)
    (to_act,) = (await game.table()).to_act
    mine = [each async for each in (ann, bob)[to_act].my_games()]
    assert (mine[0].table.game_id, mine[0].my_turn, mine[0].seat) == (game.game_id, True, to_act)
    assert [each.my_turn for each in mine[1:]] == [False] * (len(mine) - 1)


async def test_a_given_seed_needs_an_unrated_table_and_an_operator_who_allows_it(player, tmp_path):
    async with refused(Code.FAILED_PRECONDITION, "SEED_NEEDS_UNRATED"):
        await (await player("Ann")).create_table(RUSSIA, seed="x")
    (tmp_path / "strict").mkdir()
    async with (
        running(settings(tmp_path / "strict", fixed_setups=False)) as server,
        sign_in(server.grpc) as ann,
        refused(Code.PERMISSION_DENIED, "FIXED_SETUP_NOT_ALLOWED"),
    ):
        await ann.create_table(RUSSIA, unrated=True, seed="x")
