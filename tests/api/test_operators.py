"""Operators' actions over the wire; authority.tsv holds that other callers are refused."""

import time
from contextlib import AsyncExitStack, aclosing

import grpc
import pytest

from services.main import running
from services.settings import BadSettings, from_environment
from tests.api.api_kit import RUSSIA, accounts_made, refused, two_at_a_table
from tests.api.conftest import settings
from turnledger import ServiceError, sign_in
from turnledger.v1 import lobby_pb2

PERMISSION_DENIED = grpc.StatusCode.PERMISSION_DENIED


@pytest.fixture
async def people(tmp_path):
    """The operator Olga, and the players Ann and Bob."""
    ((account, tokens),) = await accounts_made(tmp_path, 1)
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(settings(tmp_path, operators=(account,))))
        olga = await stack.enter_async_context(sign_in(server.grpc, tokens=tokens))
        players = [await stack.enter_async_context(sign_in(server.grpc, name)) for name in ("Ann", "Bob")]
        yield olga, *players


async def test_an_operator_finds_a_stuck_private_game_and_stops_it_and_its_history_still_verifies(people):
    olga, ann, bob = people
    game = await ann.create_table(RUSSIA, seats=2, join=True, private=True)
    await bob.game(game.game_id).join(invite=await game.invite())
    await game.start()
    async with aclosing(bob.watch_me(from_start=True)) as changes:
        await anext(changes)  # the lists know the game
    tables = [each async for each in olga.operators.list_account_tables(account_id=bob.account.account_id)]
    assert [(each.game_id, each.private) for each in tables] == [(game.game_id, True)]
    stopped = (await olga.operators.stop_table(game_id=game.game_id)).table
    assert (stopped.status, stopped.outcome.reason) == (lobby_pb2.TABLE_STATUS_FINISHED, "STOPPED")
    assert list(stopped.outcome.standings) == []
    file = b"".join([part async for part in game.export()])
    assert f'"operator:{olga.account.account_id}"'.encode() in file, "the history says who it was"
    assert (await game.verify()).right
    profile = await ann.views.get_player(account_id=ann.account.account_id)
    assert [record.games for record in profile.records] in ([], [0]), "nobody is rated for it"


async def test_an_account_is_told_that_it_is_an_operator(people):
    olga, ann, _ = people
    told = [(await each.accounts.get_me()).account.operator for each in (olga, ann)]
    assert told == [True, False]
    renamed = await olga.accounts.update_me(account={"display_name": "Olga"})
    assert renamed.account.operator


async def test_an_operator_reads_reports_page_by_page_and_settles_them(people):
    olga, ann, bob = people
    game, _ = await two_at_a_table(ann, bob)
    said = (await ann.chat.send_message(game_id=game.game_id, text="you fool")).message
    whom = {"game_id": game.game_id, "account_id": ann.account.account_id}
    await bob.chat.report(**whom, number=said.number, text="insults me")
    await bob.chat.report(**whom, text="plays too slowly")
    first = await olga.operators.list_reports(page_size=1)
    (report,) = first.reports
    assert (report.reporter.display_name, report.about.display_name, report.text) == ("Bob", "Ann", "insults me")
    assert report.message == said
    facts = report.facts
    assert (facts.seat, facts.resigned, facts.timed_out, facts.bot_plays, facts.rank) == (0, False, False, False, 0)
    found = [each async for each in olga.operators.list_reports(page_size=1)]
    assert [each.text for each in found] == ["insults me", "plays too slowly"]
    for _ in range(2):
        await olga.operators.settle_report(number=report.number)
    assert [each.text async for each in olga.operators.list_reports()] == ["plays too slowly"]
    await game.resign()
    async with aclosing(bob.watch_me(from_start=True)) as changes:
        async for told in changes:
            if any(each.table.status == lobby_pb2.TABLE_STATUS_FINISHED for each in told.games):
                break
    (later,) = [each async for each in olga.operators.list_reports()]
    facts = later.facts
    assert (facts.resigned, facts.rank, facts.reliability.games, facts.reliability.left) == (True, 2, 1, 1)
    async with refused(grpc.StatusCode.NOT_FOUND, "UNKNOWN_ACCOUNT"):
        await bob.chat.report(game_id=game.game_id, account_id="a" * 26, text="who?")


async def test_stopping_again_with_the_same_request_changes_nothing(people):
    olga, ann, bob = people
    game, _ = await two_at_a_table(ann, bob)
    request_id = "a0000000-0000-4000-8000-000000000001"
    first = await olga.operators.stop_table(game_id=game.game_id, request_id=request_id)
    assert await olga.operators.stop_table(game_id=game.game_id, request_id=request_id) == first
    async with refused(grpc.StatusCode.FAILED_PRECONDITION, "GAME_OVER"):
        await olga.operators.stop_table(game_id=game.game_id)


async def test_an_operator_who_plays_is_a_player_like_any_other(people):
    olga, ann, _ = people
    game, hers = await two_at_a_table(ann, olga)
    async with refused(PERMISSION_DENIED, "OPERATOR_SITS_HERE"):
        await olga.operators.stop_table(game_id=game.game_id)
    assert (await hers.board()).seat == 1
    table = await ann.create_table(RUSSIA, private=True)
    async with refused(PERMISSION_DENIED, "INVITE_NEEDED"):
        await olga.game(table.game_id).join()


async def test_an_operator_sees_no_more_of_a_running_game_than_the_public(people):
    olga, ann, bob = people
    game, _ = await two_at_a_table(ann, bob, "colony61")
    seen = await olga.game(game.game_id).board()
    assert not seen.HasField("seat")
    assert seen == await game.board(as_spectator=True)


async def test_an_operator_reads_a_chat_and_mutes_in_it(people):
    olga, ann, bob = people
    game, his = await two_at_a_table(ann, bob)
    await his.say("boo")
    await olga.operators.mute_account(account_id=bob.account.account_id)
    assert [each async for each in game.messages()] == []
    async with refused(PERMISSION_DENIED, "MUTED"):
        await his.say("boo again")
    said = [each.text async for each in olga.operators.list_table_messages(game_id=game.game_id)]
    assert said == ["boo"]
    assert (await olga.operators.list_account_actions(account_id=bob.account.account_id)).muted
    assert not (await olga.operators.list_account_actions(account_id=ann.account.account_id)).muted
    await olga.operators.unmute_account(account_id=bob.account.account_id)
    assert not (await olga.operators.list_account_actions(account_id=bob.account.account_id)).muted
    await his.say("sorry")
    assert [each.text async for each in game.messages()] == ["boo", "sorry"]


async def test_an_operator_renames_and_bans_an_account_and_lifts_the_ban(people):
    olga, ann, bob = people
    rude = bob.account.account_id
    await olga.operators.rename_account(account_id=rude, display_name="Polite", text="insults")
    assert (await ann.views.get_player(account_id=rude)).player.display_name == "Polite"
    await olga.operators.ban_account(account_id=rude, text="cheats")
    async with refused(grpc.StatusCode.UNAUTHENTICATED, "BANNED"):
        await bob.views.get_player(account_id=rude)
    listed = await olga.operators.list_account_actions(account_id=rude, page_size=1)
    assert (listed.banned, [(each.action, each.text) for each in listed.actions]) == (True, [("BANNED", "cheats")])
    await olga.operators.lift_ban(account_id=rude, text="did not")
    found = [each async for each in olga.operators.list_account_actions(account_id=rude, page_size=1)]
    assert [(each.action, each.operator_id) for each in found] == [
        (action, olga.account.account_id) for action in ("BAN_LIFTED", "BANNED", "RENAMED")
    ]
    for wrong in ({"text": " "}, {"account_id": "nobody", "text": "why"}):
        with pytest.raises(ServiceError, match=r"MALFORMED|UNKNOWN_ACCOUNT"):
            await olga.operators.ban_account(**{"account_id": rude} | wrong)


async def test_who_is_banned_is_put_out_of_every_table_and_the_others_play_on(people):
    olga, ann, bob = people
    game, _ = await two_at_a_table(ann, bob)
    table, own = await ann.create_table(RUSSIA, seats=3, join=True), await bob.create_table(RUSSIA, seats=3)
    await bob.game(table.game_id).join()
    await olga.operators.ban_account(account_id=bob.account.account_id, text="cheats")
    assert [each.account_id for each in (await table.table()).occupants] == [ann.account.account_id]
    assert (await ann.game(own.game_id).table()).status == lobby_pb2.TABLE_STATUS_CLOSED
    over = await game.table()
    assert (over.status, over.outcome.reason) == (lobby_pb2.TABLE_STATUS_FINISHED, "RESIGNED")
    assert [each.won for each in over.outcome.standings] == [True, False]
    assert (await game.verify()).right
    told = [each.table.seat_resigned.cause async for each in game.events() if each.table.HasField("seat_resigned")]
    assert told == ["OPERATOR"]


async def test_everybody_is_told_of_works_until_they_are_over_or_taken_back(people):
    olga, ann, _ = people
    now = int(time.time())
    works = {"start_time": {"seconds": now}, "end_time": {"seconds": now + 3_600}, "texts": {"en": "A new disk."}}
    assert not (await ann.catalogue.get_server()).HasField("maintenance")
    await olga.operators.set_maintenance(maintenance=works)
    told = (await ann.catalogue.get_server()).maintenance
    assert (told.start_time.seconds, told.end_time.seconds, dict(told.texts)) == (now, now + 3_600, works["texts"])
    wrong = (
        {"texts": {}},
        {"texts": {"ru": "Новый диск."}},
        {"texts": {"en": " "}},
        {"end_time": {"seconds": now - 1}},
        {"start_time": {"seconds": now + 3_600}},
        {"start_time": {"seconds": -1}},
        {"end_time": {"seconds": 1 << 40}},
    )
    for each in wrong:
        async with refused(grpc.StatusCode.INVALID_ARGUMENT, "MALFORMED"):
            await olga.operators.set_maintenance(maintenance=works | each)
    await olga.operators.clear_maintenance()
    assert not (await ann.catalogue.get_server()).HasField("maintenance")


def test_operators_are_ids_of_accounts():
    with pytest.raises(BadSettings, match="Olga"):
        from_environment({"TURNLEDGER_OPERATORS": "Olga"})
