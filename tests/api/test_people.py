"""People over the wire: finding them, blocking them, notices about them, their completion rates."""

import json

import pytest

from services.main import running
from tests.api.api_kit import RUSSIA
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import lobby_pb2

DAYS = {"clock": {"move_s": 0}}


@pytest.fixture
async def server(tmp_path):
    async with running(settings(tmp_path, calls_per_s=10_000)) as started:
        yield started


@pytest.mark.slow
async def test_people_find_follow_block_and_note(server):
    async with sign_in(server.grpc, "Ann") as ann, sign_in(server.grpc, "Bob") as bob:
        me, him = ann.account.account_id, bob.account.account_id
        await bob.accounts.upgrade_me(display_name="Bobby", password="correct horse")
        for name, players in (("BO", ["Bobby"]), ("Ann", [])):
            answer = await ann.people.find_players(name=name)
            assert [each.display_name for each in answer.players] == players, "guests are not found"
        with pytest.raises(ServiceError, match="MALFORMED"):
            await ann.people.find_players(name=" b ")
        assert [(await each.people.get_listed()).listed for each in (ann, bob)] == [False, True], "she is a guest"
        await bob.people.set_listed(listed=False)
        assert not (await bob.people.get_listed()).listed
        assert not (await ann.people.find_players(name="bo")).players
        await ann.people.follow(account_id=him)
        assert [each.display_name async for each in ann.people.list_followed()] == ["Bobby"]
        for wrong in (me, "nobody", "a" * 26):
            with pytest.raises(ServiceError, match=r"MALFORMED|UNKNOWN_ACCOUNT"):
                await ann.people.block(account_id=wrong)
        await ann.people.block(account_id=him)
        assert [each.account_id async for each in ann.people.list_blocked()] == [him]
        assert [each.account_id async for each in ann.chat.list_muted()] == [him]
        assert [each async for each in bob.people.list_blocked()] == []
        game = (await ann.lobby.quick_match(variant=RUSSIA, seats=2)).table.game_id
        assert (await bob.lobby.quick_match(variant=RUSSIA, seats=2)).table.game_id != game
        await ann.people.unblock(account_id=him)
        assert [each async for each in ann.chat.list_muted()] == []
        await ann.people.set_game_note(game_id=game, note="Bobby hoards coal")
        assert (await ann.people.get_game_note(game_id=game)).note == "Bobby hoards coal"
        assert (await bob.people.get_game_note(game_id=game)).note == ""


@pytest.mark.slow
async def test_a_profile_says_how_games_ended_and_lists_them_all(server):
    async with (
        sign_in(server.grpc, "Ann") as ann,
        sign_in(server.grpc, "Bob") as bob,
        sign_in(server.grpc, "Eve") as eve,
    ):
        him = bob.account.account_id
        games = []
        for private in (False, True):
            game = await ann.create_table("card_game", seats=2, join=True, private=private)
            invite = (await ann.lobby.get_invite(game_id=game.game_id)).invite if private else ""
            await bob.lobby.join_table(game_id=game.game_id, invite=invite)
            await game.start()
            await bob.play.act(game_id=game.game_id, resign={})
            games.append(game.game_id)
        last = await ann.views.get_board(game_id=games[1], min_version=1)
        assert last.snapshot.version
        finished = set()
        async for message in ann.watch_me(from_start=True):
            finished |= {
                each.table.game_id for each in message.games if each.table.status == lobby_pb2.TABLE_STATUS_FINISHED
            }
            if finished == set(games):
                break
        listed = [table.game_id async for table in eve.views.list_player_games(account_id=him)]
        assert listed == [games[0]], "not what was played at a private table"
        reliable = {
            account: (await eve.views.get_player(account_id=account)).reliability
            for account in (him, ann.account.account_id, eve.account.account_id)
        }
        assert [(each.games, each.finished, each.left) for each in reliable.values()] == [
            (2, 0, 2),
            (2, 2, 0),
            (0, 0, 0),
        ]
        (companion,) = (await ann.people.list_played_with()).companions
        assert (companion.player.display_name, companion.games, companion.last_game_id) == ("Bob", 2, games[1])
        assert not (await eve.people.list_played_with()).companions
        lines = b"".join([part.content async for part in ann.accounts.export_me()]).splitlines()
        assert [each["game_id"] for each in map(json.loads, lines) if each["kind"] == "game"] == games[::-1]
        picky = await ann.create_table(
            "card_game", seats=3, join=True, terms={"least_finished": {"percent": 50, "games": 1}}
        )
        with pytest.raises(ServiceError, match="TOO_FEW_FINISHED") as refused:
            await bob.lobby.join_table(game_id=picky.game_id)
        asked = {"games": 2, "finished": 0, "games_min": 1, "percent_min": 50}
        assert refused.value.figures == asked
        assert (await eve.lobby.get_table(game_id=picky.game_id)).table.terms.least_finished.percent == 50
        with pytest.raises(ServiceError, match="TOO_FEW_FINISHED"):
            await eve.lobby.join_table(game_id=picky.game_id)
        by_name = {"least_finished": {"percent": 50, "games": 1}, "invited_account_ids": [him]}
        named = await ann.create_table("card_game", seats=2, join=True, terms=by_name)
        assert (await bob.lobby.join_table(game_id=named.game_id)).seat == 1
