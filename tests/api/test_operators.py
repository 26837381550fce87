"""What operators may do, over the wire; that nobody else may is in test_authority.py."""

from contextlib import AsyncExitStack, aclosing

import grpc
import pytest

from services.main import running
from services.settings import BadSettings
from tests.api.conftest import settings
from tests.api.kit import RUSSIA, accounts_made, refused, two_at_a_table
from turnledger import sign_in
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
    found = [each async for each in olga.operators.list_reports(page_size=1)]
    assert [each.text for each in found] == ["insults me", "plays too slowly"]
    for _ in range(2):
        await olga.operators.settle_report(number=report.number)
    assert [each.text async for each in olga.operators.list_reports()] == ["plays too slowly"]
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
    await olga.operators.unmute_account(account_id=bob.account.account_id)
    await his.say("sorry")
    assert [each.text async for each in game.messages()] == ["boo", "sorry"]


async def test_what_is_no_account_cannot_be_an_operator(tmp_path):
    with pytest.raises(BadSettings, match="Olga"):
        async with running(settings(tmp_path, operators=("Olga",))):
            pass
