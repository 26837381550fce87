"""The table's part of the contract: requests as they come in, on a real store."""

import asyncio
from datetime import UTC
from uuid import uuid4

import pytest

from domain import stored
from domain.kernel.refused import Refused
from services.accounts.account import UnknownAccount
from services.accounts.attempt_limiter import AttemptLimiter
from services.accounts.challenge_limits import ChallengeLimits
from services.api.chat import Chat
from services.api.gate.gate import Call
from services.api.gate.stopping import Stopping
from services.api.lobby import Lobby
from services.api.messages.convert import MalformedMessage
from services.api.messages.snapshots import ShownGames
from services.api.messages.tables import terms
from services.api.messages.words import Words
from services.api.order_messages import OrdersOfSeats
from services.api.play import Play
from services.application.game_service import GameService
from services.chat.chat import TableChat as Talk
from services.chat.chat_storage import ChatStorage
from services.clubs.club_storage import ClubStorage
from services.notify.notice_storage import NoticeStorage
from services.platform.history_quota import HistoryQuota
from services.roles.expert_process import ExpertProcess
from services.roles.matchmaking import Matchmaking
from services.roles.orders.desk import StandingOrderService
from services.roles.orders.order_storage import OrderStorage
from services.tables.budgets import Budgets
from services.tables.members import Members
from services.tables.open_tables import always_room
from turnledger.v1 import chat_pb2, common_pb2, lobby_pb2, play_pb2

CLOCK = common_pb2.Clock(move_s=60, on_timeout="TIMEOUT_ACTION_DEFAULT")


@pytest.fixture
def games(store, clock):
    return GameService(store, stored.codec(), clock)


@pytest.fixture
def lobby(games, store, unfinished, sign_in, sql):
    meeting, members = Matchmaking(games, store, [unfinished]), Members(games, ClubStorage(sql))
    challenges = ChallengeLimits(sign_in, AttemptLimiter(sql), 1_000, 100)
    budgets = Budgets(games, 400)
    return Lobby(games, meeting, None, sign_in, always_room, challenges, members, budgets, fixed_setups=False)


@pytest.fixture
def play(games, sign_in, sql):
    orders = OrdersOfSeats(StandingOrderService(games, OrderStorage(sql, stored.orders_codec())))
    return Play(games, HistoryQuota(1_000, 1_000), Words(sign_in), orders, ExpertProcess(), ShownGames())


def call(account):
    return Call(account, asyncio.get_running_loop().time() + 10)


def ids(game_id=""):
    return {"request_id": str(uuid4())} | ({"game_id": game_id} if game_id else {})


async def opened(lobby, **fields):
    request = lobby_pb2.CreateTableRequest(**ids(), variant="card_game", seats=3, join=True, **fields)
    return (await lobby.create_table(request, call("ann"))).table


async def joined(lobby, game_id, account, **fields):
    return (await lobby.join_table(lobby_pb2.JoinTableRequest(**ids(game_id), **fields), call(account))).table


async def begun(lobby, **fields):
    game_id = (await opened(lobby, **fields)).game_id
    await joined(lobby, game_id, "bob")
    await joined(lobby, game_id, "cy")
    return (await lobby.start_game(lobby_pb2.StartGameRequest(**ids(game_id)), call("ann"))).table


async def act(play, game_id, account, **action):
    answer = await play.act(play_pb2.ActRequest(**ids(game_id), **action), call(account))
    return play_pb2.ActResponse.FromString(answer.SerializeToString())


@pytest.mark.rule("TB-OPEN-01")
@pytest.mark.parametrize(
    ("refused", "reason"),
    [
        ({"nonce": "no digits"}, "MALFORMED_COMMAND"),
        ({"colour": "pink"}, "UNKNOWN_COLOUR"),
        ({"start": True}, "TOO_FEW"),
    ],
)
async def test_a_table_whose_host_cannot_sit_down_or_start_is_not_opened(lobby, store, refused, reason):
    with pytest.raises(Refused, match=reason):
        await opened(lobby, **refused)
    assert await store.log_head() == 0


@pytest.mark.rule("TB-INVITE-01")
async def test_the_host_gets_the_invite_code_and_who_has_it_sits_down(lobby):
    table = await opened(lobby, private=True)
    with pytest.raises(Refused, match="INVITE_NEEDED"):
        await joined(lobby, table.game_id, "bob")
    asked = lobby_pb2.GetInviteRequest(game_id=table.game_id)
    with pytest.raises(Refused, match="NOT_THE_HOST"):
        await lobby.get_invite(asked, call("bob"))
    invite = (await lobby.get_invite(asked, call("ann"))).invite
    table = await joined(lobby, table.game_id, "bob", invite=f" {invite.lower()} ")  # as people type
    assert [each.account_id for each in table.occupants] == ["ann", "bob"]


@pytest.mark.rule("TB-OPEN-02", "TB-READY-01", "TB-SEAT-05", "TB-SEAT-06")
async def test_a_table_shows_its_terms_and_who_is_ready_sits_where_in_which_colour(lobby):
    terms = common_pb2.Terms(clock=CLOCK, ready_check=True, stand_in="greedy")
    table = await opened(lobby, terms=terms)
    both_names = common_pb2.Clock(move_s=60, move={"seconds": 60}, bank={}, increment={})
    terms.clock.MergeFrom(both_names)
    assert table.terms == terms
    game_id = table.game_id
    await joined(lobby, game_id, "bob")
    ready = lobby_pb2.SetReadyRequest(**ids(game_id), ready=True)
    colour = lobby_pb2.ChooseColourRequest(**ids(game_id), seat=1, colour="black")
    order = lobby_pb2.ArrangeSeatsRequest(**ids(game_id), order=[1, 0])
    await lobby.set_ready(ready, call("bob"))
    await lobby.choose_colour(colour, call("bob"))
    table = (await lobby.arrange_seats(order, call("ann"))).table
    assert [(each.account_id, each.colour, each.ready) for each in table.occupants] == [
        ("bob", "black", True),
        ("ann", "red", False),
    ]
    with pytest.raises(MalformedMessage, match="rematch_of_game_id"):
        await opened(lobby, terms=common_pb2.Terms(rematch_of_game_id=game_id))


def test_a_clock_that_does_not_say_what_happens_at_its_end_plays_default_actions():
    assert terms(common_pb2.Terms(clock=common_pb2.Clock(move_s=60))).clock.on_timeout == "DEFAULT"


@pytest.mark.rule("TB-QUICK-04")
async def test_a_quick_match_may_ask_how_players_end_their_games(lobby):
    asked = common_pb2.LeastFinished(percent=80, games=5)
    request = lobby_pb2.QuickMatchRequest(**ids(), variant="card_game", seats=2, least_finished=asked)
    assert (await lobby.quick_match(request, call("ann"))).table.terms.least_finished == asked


@pytest.mark.rule("TB-QUICK-02")
async def test_a_quick_match_starts_when_it_is_full(lobby):
    wanted = {"variant": "card_game", "seats": 2, "clock": CLOCK}
    for account, status in (("ann", lobby_pb2.TABLE_STATUS_OPEN), ("bob", lobby_pb2.TABLE_STATUS_RUNNING)):
        request = lobby_pb2.QuickMatchRequest(**ids(), **wanted)
        table = (await lobby.quick_match(request, call(account))).table
        assert table.status == status
    assert [clock.HasField("deadline_time") for clock in table.clocks].count(True) == len(table.to_act)


@pytest.mark.rule("TB-LEAVE-01", "TB-LEAVE-02", "TB-LEAVE-03", "TB-REMATCH-01")
async def test_players_leave_a_game_and_meet_again_over_the_wire(lobby, play):
    game_id = (await begun(lobby)).game_id
    answer = await act(play, game_id, "cy", hand_seat={"bot": "random"})
    assert answer.events[0].table.seat_handed.bot == "random"
    await act(play, game_id, "bob", resign={})
    table = (await lobby.get_table(lobby_pb2.GetTableRequest(game_id=game_id), call("eve"))).table
    assert [(each.bot, each.resigned) for each in table.occupants] == [("", False), ("greedy", True), ("random", False)]
    assert not (await act(play, game_id, "bob", resign={})).events
    await act(play, game_id, "cy", take_seat_back={})
    await act(play, game_id, "ann", propose_abandon={})
    table = (await lobby.get_table(lobby_pb2.GetTableRequest(game_id=game_id), call("eve"))).table
    assert (list(table.proposal.agreed), table.proposal.WhichOneof("proposed")) == ([0], "abandon")
    answer = await act(play, game_id, "cy", vote={"agree": True})
    assert answer.events[1].table.game_finished.reason == "ABANDONED"
    again = (await lobby.rematch(lobby_pb2.RematchRequest(**ids(game_id)), call("bob"))).table
    assert again.terms.rematch_of_game_id == game_id
    assert (
        await lobby.get_table(lobby_pb2.GetTableRequest(game_id=game_id), call("eve"))
    ).table.outcome.reason == "ABANDONED"


@pytest.mark.rule("TB-UNDO-01", "TB-UNDO-02")
async def test_what_cannot_be_taken_back_is_refused_with_the_reason(lobby, play):
    game_id = (await begun(lobby)).game_id
    with pytest.raises(Refused, match="UNDO_TOO_FAR"):
        await act(play, game_id, "ann", undo={"commands": 1})
    with pytest.raises(Refused, match="NOT_A_PLAYER"):
        await act(play, game_id, "eve", propose_undo={"commands": 1})
    with pytest.raises(MalformedMessage):
        await act(play, game_id, "ann")


@pytest.mark.rule("TB-CHAT-01", "TB-CHAT-03")
async def test_talk_names_who_said_what_and_when(sql, sign_in, games, clock, lobby):
    servicer = Chat(Talk(games, ChatStorage(sql), clock), sign_in, Stopping(), games, NoticeStorage(sql))
    ann, _ = await sign_in.as_guest("Ann")
    request = lobby_pb2.CreateTableRequest(**ids(), variant="card_game", seats=2)
    game_id = (await lobby.create_table(request, call(ann.account_id))).table.game_id
    said = chat_pb2.SendMessageRequest(**ids(game_id), text="Hello")
    message = (await servicer.send_message(said, call(ann.account_id))).message
    assert (message.number, message.player.display_name, message.text, message.create_time.ToDatetime(UTC)) == (
        1,
        "Ann",
        "Hello",
        clock(),
    )
    listed = await servicer.list_messages(chat_pb2.ListMessagesRequest(game_id=game_id), call(ann.account_id))
    assert list(listed.messages) == [message]
    with pytest.raises(UnknownAccount):
        await servicer.mute(chat_pb2.MuteRequest(account_id="nobody"), call(ann.account_id))
    await servicer.mute(chat_pb2.MuteRequest(account_id=ann.account_id), call("bob"))
    await servicer.unmute(chat_pb2.UnmuteRequest(account_id=ann.account_id), call("bob"))


async def guests(games, lobby, game_id, account):
    """The guests at a table: as the rules know them, and as the table shows them."""
    table = (await lobby.get_table(lobby_pb2.GetTableRequest(game_id=game_id), call(account))).table
    said = [each.account_id for each in table.occupants if each.guest]
    occupants = (await games.load(game_id)).loaded.occupants
    assert [each.account for each in occupants if each.guest] == said
    return said


@pytest.mark.rule("TB-RATE-07")
async def test_the_table_says_who_sits_down_as_a_guest_by_whatever_way(games, lobby, play, sign_in):
    guest, ann, bob = [(await sign_in.as_guest(name))[0].account_id for name in ("", "Ann", "Bob")]
    await sign_in.upgrade(ann, "Ann", "a long password")
    await sign_in.upgrade(bob, "Bob", "a long password")
    request = lobby_pb2.CreateTableRequest(**ids(), variant="card_game", seats=2, join=True)
    made = (await lobby.create_table(request, call(guest))).table
    assert await guests(games, lobby, made.game_id, guest) == [guest]
    named = (await lobby.create_table(replaced(request), call(ann))).table
    await joined(lobby, named.game_id, guest)
    assert await guests(games, lobby, named.game_id, ann) == [guest]
    quick = lobby_pb2.QuickMatchRequest(**ids(), variant="card_game", seats=3)
    waiting = (await lobby.quick_match(quick, call(bob))).table
    assert (await lobby.quick_match(replaced(quick), call(guest))).table.game_id == waiting.game_id
    assert await guests(games, lobby, waiting.game_id, bob) == [guest]
    await lobby.start_game(lobby_pb2.StartGameRequest(**ids(named.game_id)), call(ann))
    await act(play, named.game_id, ann, resign={})
    for account, there in ((guest, [guest]), (ann, [guest])):
        again = (await lobby.rematch(lobby_pb2.RematchRequest(**ids(named.game_id)), call(account))).table
        assert await guests(games, lobby, again.game_id, account) == there


@pytest.mark.rule("TB-RATE-07")
async def test_a_guest_who_gets_a_name_has_the_first_answer_to_what_was_asked_before(games, lobby, sign_in):
    guest = (await sign_in.as_guest(""))[0].account_id
    game_id = (await opened(lobby)).game_id
    request = lobby_pb2.JoinTableRequest(**ids(game_id))
    first = (await lobby.join_table(request, call(guest))).table
    await sign_in.upgrade(guest, "Named", "a long password")
    assert (await lobby.join_table(request, call(guest))).table.version == first.version
    assert guest in await guests(games, lobby, game_id, guest), "it sat down without a name"


def replaced(request):
    """The same again, as another request."""
    again = type(request).FromString(request.SerializeToString())
    again.request_id = str(uuid4())
    return again
