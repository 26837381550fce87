"""Lists of changes: what changed after a position of the log, in order, each game once, as it is now."""

import pytest

from domain.table.messages import ChooseColour, ClearSeat, CloseTable, DeclineInvitation, HandSeat, Terms
from projections.folds.lists import changed_mine_key, changed_tables_key
from support.histories import Game
from tests.projections.projection_kit import Service


@pytest.fixture
def service():
    return Service()


def ids_and_versions(changed):
    return [(each.table.game_id, each.table.version) for each in changed]


async def test_public_tables_come_in_the_order_of_their_last_change(service):
    first, second = Game(service.log, "g1").open("ann"), Game(service.log, "g2").open("bob")
    first.seat("ann")
    read = await service.catch_up()
    changed = await read.lists.changed_tables("", 0)
    assert ids_and_versions(changed) == [("g2", 1), ("g1", 2)]
    assert [each.position for each in changed] == [2, 3]
    second.seat("cy")
    await service.catch_up()
    assert ids_and_versions(await read.lists.changed_tables("", 3)) == [("g2", 2)]
    assert ids_and_versions(await read.lists.changed_tables("demo", 2, limit=1)) == [("g1", 2)]
    assert ids_and_versions(await read.lists.changed_tables("another", 0)) == []


async def test_a_private_table_never_shows(service):
    Game(service.log, "g").open("ann", private=True).seat("ann", "bob").start()
    read = await service.catch_up()
    assert await read.lists.changed_tables("", 0) == ()
    assert ids_and_versions(await read.lists.changed_mine("ann", 0)) == [("g", 5)]


async def test_moves_do_not_change_the_lobby_but_the_end_does(service):
    game = Game(service.log, "g").open("ann").seat("ann", "bob").start()
    read = await service.catch_up()
    upto = await read.lists.upto()
    game.choose(3)
    await service.catch_up()
    assert await read.lists.changed_tables("", upto) == ()
    game.play()
    await service.catch_up()
    assert [each.table.status for each in await read.lists.changed_tables("", upto)] == ["FINISHED"]


async def test_a_closed_table_is_told_so_that_it_leaves_every_list(service):
    game = Game(service.log, "g").open("ann")
    read = await service.catch_up()
    upto = await read.lists.upto()
    game.execute(CloseTable(), "ann")
    await service.catch_up()
    assert [each.table.status for each in await read.lists.changed_tables("", upto)] == ["CLOSED"]


async def test_an_account_hears_of_its_turns_and_of_nobody_elses(service):
    game = Game(service.log, "g").open("ann").seat("ann", "bob").start()
    read = await service.catch_up()
    upto = await read.lists.upto()
    game.choose(3)  # seat 0, ann, has chosen; bob still must
    await service.catch_up()
    assert ids_and_versions(await read.lists.changed_mine("ann", upto)) == [("g", 6)]
    assert await read.lists.changed_mine("bob", upto) == ()


async def test_a_seat_handed_to_a_bot_waits_for_its_account_no_more(service):
    game = Game(service.log, "g").open("ann").seat("ann", "bob").start()
    read = await service.catch_up()
    upto = await read.lists.upto()
    game.execute(HandSeat("random"), "ann")
    await service.catch_up()
    assert ids_and_versions(await read.lists.changed_mine("ann", upto)) == [("g", 6)]


async def test_who_is_sent_away_from_a_table_hears_it(service):
    game = Game(service.log, "g").open("ann").seat("ann", "bob")
    read = await service.catch_up()
    upto = await read.lists.upto()
    game.execute(ClearSeat(1), "ann")
    game.execute(ChooseColour(0, "blue"), "ann")
    await service.catch_up()
    (sent_away,), (hosting,) = await read.lists.changed_mine("bob", upto), await read.lists.changed_mine("ann", upto)
    assert len(sent_away.table.sitters) == 1
    assert sent_away.position < hosting.position


async def test_players_hear_of_a_rematch_until_they_sit_down_or_it_closes(service):
    terms = Terms(starts_when_full=True, invited=("ann", "bob", "cy"), rematch_of="g")
    table = Game(service.log, "again").open("ann", seats=3, private=True, terms=terms).seat("ann")
    read = await service.catch_up()
    for account, waiting in (("ann", 0), ("bob", 1), ("cy", 1), ("eve", 0)):
        assert len((await read.lists.rematches(account)).items) == waiting
    (offered,) = await read.lists.changed_mine("bob", 0)
    assert (offered.table.game_id, offered.table.terms.rematch_of) == ("again", "g")
    table.seat("bob")
    await service.catch_up()
    assert (await read.lists.rematches("bob")).items == ()
    assert len((await read.lists.rematches("cy")).items) == 1
    assert [each.table.game_id for each in await read.lists.changed_mine("cy", offered.position)] == ["again"]
    table.execute(CloseTable(), "ann")
    await service.catch_up()
    assert (await read.lists.rematches("cy")).items == ()


async def test_other_private_tables_are_not_offered_to_those_they_invite(service):
    Game(service.log, "g").open("ann", private=True, terms=Terms(invited=("bob",))).seat("ann")
    read = await service.catch_up()
    assert (await read.lists.rematches("bob")).items == ()
    assert await read.lists.changed_mine("bob", 0) == ()


async def test_invited_account_finds_the_table_until_it_sits_or_declines(service):
    game = Game(service.log, "g").open("ann", terms=Terms(invited=("bob", "cy", "dee")), seats=3).seat("ann")

    async def challenged():
        read = await service.catch_up()
        return [who for who in ("bob", "cy", "dee") if (await read.lists.challenges(who)).items]

    assert await challenged() == ["bob", "cy", "dee"]
    game.seat("bob", programs=["bob"])
    assert await challenged() == ["cy", "dee"]
    game.execute(DeclineInvitation("LATER"), "cy")
    assert await challenged() == ["dee"]
    game.start()
    assert await challenged() == []


async def test_waiting_ends_with_the_next_change_of_the_list_that_is_waited_for(service):
    Game(service.log, "g").open("ann").seat("ann", "bob")
    read = await service.catch_up()
    assert await read.lists.wait_for_change(changed_mine_key("bob"), 0, 5)
    assert not await read.lists.wait_for_change(changed_mine_key("cy"), 0, 0)
    assert not await read.lists.wait_for_change(changed_tables_key("demo"), await read.lists.upto(), 0)


async def test_a_table_that_changes_between_two_reads_comes_once_in_its_new_place(service):
    """The list is read, the table moves on, the table is read: it belongs to its new place, and only there."""
    game = Game(service.log, "g1").open("ann")
    Game(service.log, "g2").open("bob")
    read = await service.catch_up()
    _, lists = service.views[1]
    generation = await lists.live()
    above, looked = generation.above, []

    async def meddled(key, score, limit):
        found = await above(key, score, limit)
        if not looked:
            looked.append(key)
            game.seat("ann")
            await service.catch_up()
        return found

    generation.above = meddled
    assert ids_and_versions(await read.lists.changed_tables("", 0)) == [("g2", 1)]
    assert ids_and_versions(await read.lists.changed_tables("", 2)) == [("g1", 2)]
