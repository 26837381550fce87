"""Lists continue by tokens of their own; many boards, commands or steps of a table come in one call."""

from datetime import UTC, datetime
from uuid import uuid4

import grpc
import httpx
import pytest

from domain.table.clock import Clock, SeatClock
from domain.table.messages import Terms
from services.api.catalogue import CONTRACT
from services.api.gate.page_tokens import PageTokens
from services.api.messages.convert import ContractGap, Converter, MalformedMessage
from services.platform.program import release
from tests.api.api_kit import RUSSIA, next_to_act, refused, two_at_a_table
from turnledger import open_session
from turnledger.v1 import catalogue_pb2, common_pb2, play_pb2

Code = grpc.StatusCode


async def played(player, variant="card_game", upto=60):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), variant)
    version = 0
    while version < upto:
        mine, options = await next_to_act(*games)
        version = (await mine.submit(options.options[0 if variant == "colony61" else -1].first)).version
    await games[0].board(min_version=version)
    return games, version


# Tokens.


def test_a_token_is_good_for_the_list_that_gave_it_under_the_same_filters():
    tokens = PageTokens("ListTables", 1, RUSSIA)
    token = tokens.issue("17")
    assert tokens.position(token) == 17
    assert "17" not in token
    for others in (PageTokens("ListTables", 2, RUSSIA), PageTokens("ListTables", 1, ""), PageTokens("ListEvents", 1)):
        with pytest.raises(MalformedMessage):
            others.position(token)


@pytest.mark.parametrize("token", ["17", "x", "é", "A" * 40, "AAAAAAAA", "=", "\0"])
def test_what_no_list_has_given_is_refused(token):
    with pytest.raises(MalformedMessage):
        PageTokens("ListTables").place(token)


async def test_a_page_of_another_filter_is_refused(player):
    ann = await player("Ann")
    for _ in range(3):
        game = await ann.create_table(RUSSIA)
    await game.board(min_version=1)
    page = await ann.lobby.list_tables(variant=RUSSIA, page_size=2)
    assert len((await ann.lobby.list_tables(variant=RUSSIA, page_token=page.next_page_token)).tables) == 1
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await ann.lobby.list_tables(page_token=page.next_page_token)


async def test_a_chat_is_read_from_its_end_in_pages(player):
    game = await (await player("Ann")).create_table(RUSSIA)
    for number in range(1, 6):
        await game.say(str(number))
    pages = game._services.chat.list_messages
    first = await pages(game_id=game.game_id, newest_first=True, page_size=2)
    assert ([each.text for each in first.messages], bool(first.next_page_token)) == (["5", "4"], True)
    told = [each.text async for each in pages(game_id=game.game_id, newest_first=True, page_size=2)]
    assert told == ["5", "4", "3", "2", "1"]
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
        await pages(game_id=game.game_id, page_token=first.next_page_token)


async def test_events_of_a_range_and_no_others_are_listed(player):
    (game, _), version = await played(player, upto=30)
    events = game._services.history.list_events
    found = [each.version async for each in events(game_id=game.game_id, from_version=5, to_version=12, page_size=3)]
    assert found == list(range(5, 13))
    rest = [each.version async for each in events(game_id=game.game_id, from_version=version - 1)]
    assert rest == [version - 1, version]
    assert not (await events(game_id=game.game_id, from_version=9, to_version=8)).events


# Many at once.


@pytest.mark.parametrize("variant", ["card_game", "colony61"])
async def test_boards_come_many_at_a_time_each_as_it_was_shown_then(player, variant):
    (hers, his), version = await played(player, variant)
    for game in (hers, his, (await player("Eve")).game(hers.game_id)):
        listed = [each async for each in game._services.views.list_boards(game_id=game.game_id, page_size=25)]
        assert [each.version for each in listed] == sorted({each.version for each in listed})
        assert listed[-1].version == version
        for shown in listed[:: max(1, len(listed) // 4)]:
            assert shown == await game.board(version=shown.version)
    plain = [each async for each in hers._services.views.list_boards(game_id=hers.game_id, as_spectator=True)]
    assert not any(each.HasField("seat") or each.board.colony61.HasField("own") for each in plain)


async def test_boards_are_bounded_in_number_bytes_and_range(player, monkeypatch):
    (game, _), version = await played(player)
    boards = game._services.views.list_boards
    page = await boards(game_id=game.game_id, page_size=3, from_version=10, to_version=version - 5)
    assert len(page.snapshots) == 3
    assert page.snapshots[0].version >= 10
    everything = [each.version async for each in boards(game_id=game.game_id, to_version=version - 5)]
    assert max(everything) <= version - 5
    monkeypatch.setattr("services.api.past_boards.BOARDS_BYTES", 3_000)
    small = await boards(game_id=game.game_id)
    assert small.ByteSize() < 3_000 + max(each.ByteSize() for each in small.snapshots) + 100
    assert small.next_page_token
    again = [each.version async for each in boards(game_id=game.game_id, to_version=version - 5)]
    assert again == everything


@pytest.fixture
def few_looks(monkeypatch):
    """Twenty looks into the past for an account, and no more come."""
    monkeypatch.setattr("services.api.grpc_server.PAST_PER_S", 0.001)
    monkeypatch.setattr("services.api.grpc_server.PAST", 20)


@pytest.mark.parametrize(("page_size", "upto", "pages"), [(20, 60, 7), (1_000, 60, 3)])
async def test_ten_boards_cost_a_look_into_the_past(few_looks, player, page_size, upto, pages):
    (game, _), _ = await played(player, upto=upto)
    for _ in range(pages):
        await game._services.views.list_boards(game_id=game.game_id, page_size=page_size)
    async with refused(Code.RESOURCE_EXHAUSTED, "TOO_FAST"):
        await game._services.views.list_boards(game_id=game.game_id, page_size=page_size)


@pytest.mark.parametrize("variant", [RUSSIA, "card_game", "colony61"])
async def test_the_numbers_of_a_choice_are_spelt_out_with_what_they_would_do(player, variant):
    games = await two_at_a_table(await player("Ann"), await player("Bob"), variant)
    mine, options = await next_to_act(*games)
    asked = {"game_id": mine.game_id, "expected_version": options.version, "option": 0}
    commands = mine._services.play.list_commands
    page = await commands(**asked, page_size=3)
    assert page.commands[0].command == options.options[0].first
    assert [each.number for each in page.commands] == list(range(min(3, options.options[0].count)))
    assert all(each.says for each in page.commands)
    one = (await commands(**asked, from_number=options.options[0].count - 1)).commands
    assert [each.number for each in one] == [options.options[0].count - 1]
    trial = await mine.submit(one[0].command, validate_only=True, parts={"words": True})
    assert one[0].says == " ".join(event.says for event in trial.events)
    waiting = next(game for game in games if game is not mine)
    if variant != "colony61":
        async with refused(Code.FAILED_PRECONDITION, "NOT_YOUR_TURN"):
            await waiting._services.play.list_commands(**asked)
    for forgotten in ("expected_version", "option"):
        async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
            await commands(**{name: value for name, value in asked.items() if name != forgotten})


async def test_a_whole_option_is_spelt_out_page_by_page(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(*games)
    listed = mine._services.play.list_commands(
        game_id=mine.game_id, expected_version=options.version, option=0, page_size=7
    )
    assert [each.number async for each in listed] == list(range(options.options[0].count))


async def test_a_server_says_what_it_is_to_who_has_no_token(server, player):
    found = await (await player("Ann")).catalogue.get_server()
    assert (found.version, found.contract, list(found.features)) == (release(), CONTRACT, ["FIXED_SETUPS", "PUZZLES"])
    async with grpc.aio.insecure_channel(server.grpc) as channel:
        ask = channel.unary_unary(
            "/turnledger.v1.Catalogue/GetServer", response_deserializer=catalogue_pb2.GetServerResponse.FromString
        )
        again = await ask(b"")
    found.ClearField("server_time")
    again.ClearField("server_time")
    assert again == found


async def test_who_is_muted_is_listed_until_it_is_not(player):
    ann, bob = await player("Ann"), await player("Bob")
    await ann.chat.mute(account_id=bob.account.account_id)
    assert [(each.account_id, each.display_name) async for each in ann.chat.list_muted()] == [
        (bob.account.account_id, "Bob")
    ]
    assert [each async for each in bob.chat.list_muted()] == []
    await ann.chat.unmute(account_id=bob.account.account_id)
    assert [each async for each in ann.chat.list_muted()] == []


# One call.


async def test_a_table_with_bots_is_opened_and_begun_in_one_call_that_can_be_repeated(player):
    ann = await player("Ann")
    wanted = {
        "request_id": str(uuid4()), "variant": "card_game", "seats": 4, "join": True, "colour": "green",
        "nonce": "ab" * 8, "bots": ["greedy", "random", "greedy"], "start": True,
    }  # fmt: skip
    table = (await ann.lobby.create_table(**wanted)).table
    assert [(each.display_name, each.bot) for each in table.occupants] == [
        ("Ann", ""), ("greedy", "greedy"), ("random", "random"), ("greedy", "greedy")
    ]  # fmt: skip
    assert (table.occupants[0].colour, table.HasField("moment")) == ("green", True)
    assert (await ann.lobby.create_table(**wanted)).table.game_id == table.game_id


@pytest.mark.parametrize(
    ("field", "wrong"),
    [("bots", {"bots": ["greedy"] * 3}), ("bots[0]", {"bots": ["nobody"]}), ("join", {"join": False, "colour": "red"})],
)
async def test_bots_that_cannot_sit_there_are_refused_before_there_is_a_table(player, field, wrong):
    ann = await player("Ann")
    async with refused(Code.INVALID_ARGUMENT, "MALFORMED") as found:
        await ann.lobby.create_table(variant="card_game", seats=2, **({"join": True} | wrong))
    assert found[0].facts["field"] == field
    assert [each async for each in ann.my_games()] == []


async def test_a_table_that_is_not_as_the_host_saw_it_is_not_started(player):
    ann, bob = await player("Ann"), await player("Bob")
    game = await ann.create_table("card_game", seats=3, join=True)
    await game.add_bot("greedy")
    await bob.game(game.game_id).join()
    seen = (await game.table()).version
    await bob.game(game.game_id).leave()
    async with refused(Code.ABORTED, "VERSION_CONFLICT"):
        await game.start(expected_version=seen)
    assert (await game.start(expected_version=(await game.table()).version)).HasField("moment")


async def test_a_aggregate_takes_what_is_said_about_the_seat_too(player):
    game, _ = await two_at_a_table(await player("Ann"), await player("Bob"))
    request = play_pb2.ActRequest(game_id=game.game_id, request_id=str(uuid4()), hand_seat={"bot": "random"})
    async with open_session(game.connection) as session:
        answer = await session.act(request)
        assert answer.events[0].table.seat_handed.bot == "random"
        async with refused(Code.INVALID_ARGUMENT, "MALFORMED"):
            await session.act(play_pb2.ActRequest(game_id=game.game_id, request_id="17", resign={}))


async def test_what_changes_nothing_can_be_asked_by_get_and_what_changes_something_cannot(server):
    async with httpx.AsyncClient(verify=False, base_url=f"http://{server.http}", timeout=60) as client:
        query = {"connect": "v1", "encoding": "json", "message": "{}"}
        found = await client.get("/turnledger.v1.Catalogue/GetServer", params=query)
        assert (found.status_code, found.json()["version"]) == (200, release())
        assert (await client.get("/turnledger.v1.Accounts/SignInAsGuest", params=query)).status_code == 405


async def test_a_refusal_has_its_figures_as_numbers_too(player):
    games = await two_at_a_table(await player("Ann"), await player("Bob"))
    mine, options = await next_to_act(*games)
    move = options.options[0].first
    move.power_grid.nominate_plant.bid = 9999
    async with refused(Code.FAILED_PRECONDITION, "BID_EXCEEDS_CASH") as found:
        await mine.submit(move)
    assert found[0].figures["cash"] == 50
    assert found[0].facts["cash"] == "50"


# Stored names and the contract's names differ.


def test_times_are_times_and_closed_sets_are_enums_however_they_are_stored():
    clocks = Converter(SeatClock, common_pb2.SeatClock)
    stored = SeatClock(bank_ms=1_500, vacation_days=2, vacation_until_ms=0, deadline_ms=1_800_000_000_250)
    told = clocks.to_message(stored)
    assert told.deadline_time.ToDatetime(UTC) == datetime(2027, 1, 15, 8, 0, 0, 250_000, UTC)
    assert (told.bank.ToMilliseconds(), told.HasField("vacation_until_time")) == (1_500, False)
    assert clocks.to_struct(told) == stored
    terms = Converter(Terms, common_pb2.Terms)
    for word in ("DEFAULT", "BOT", "FORFEIT"):
        message = terms.to_message(Terms(Clock(move_s=60, on_timeout=word)))
        assert common_pb2.TimeoutAction.Name(message.clock.on_timeout) == f"TIMEOUT_ACTION_{word}"
        assert terms.to_struct(message).clock.on_timeout == word
    unknown = common_pb2.Terms(clock=common_pb2.Clock(move_s=60))
    unknown.clock.on_timeout = 9
    with pytest.raises(MalformedMessage):
        terms.to_struct(unknown)


def test_a_field_that_only_one_side_has_is_found_whatever_it_is_called():
    with pytest.raises(ContractGap, match="invited_account_ids"):
        Converter(Terms, common_pb2.Clock)
