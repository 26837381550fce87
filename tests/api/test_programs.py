"""Accounts of programs: how they are made, where they play, and how they answer challenges."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from grpc import StatusCode

from services.accounts.program_storage import PROGRAMS_MAX
from services.main import running
from tests.api.api_kit import RUSSIA, accounts_made, refused
from tests.api.conftest import settings
from turnledger import sign_in
from turnledger.v1 import accounts_pb2, programs_pb2

HOME = "https://example.org/deep"
DENIED, STATE = StatusCode.PERMISSION_DENIED, StatusCode.FAILED_PRECONDITION
EXHAUSTED = StatusCode.RESOURCE_EXHAUSTED
DAY_S = 86_400
pytestmark = pytest.mark.usefixtures("quick_passwords")


@pytest.fixture
async def ann(player):
    """An owner: an account with a name."""
    ann = await player("Ann")
    await ann.accounts.upgrade_me(display_name="Ann", password="correct horse")
    return ann


@pytest.fixture
async def deep(server, ann):
    """Ann's program, signed in with its token."""
    made = await ann.programs.create_program(display_name="Deep Grid", home_page=HOME)
    async with program_of(server, made.token) as deep:
        yield deep


def program_of(server, token):
    return sign_in(server.grpc, tokens=accounts_pb2.Tokens(access_token=token))


async def challenge(player, deep, **terms):
    """A table of the player that invites the program."""
    terms = {"invited_account_ids": [deep.account.account_id]} | terms
    return await player.create_table(RUSSIA, seats=2, join=True, private=True, terms=terms)


async def test_owner_makes_a_program_that_is_marked_wherever_it_is_shown(ann, deep):
    assert deep.account.program
    assert not ann.account.program
    (listed,) = [each async for each in ann.programs.list_programs()]
    assert (listed.player.display_name, listed.player.program, listed.home_page) == ("Deep Grid", True, HOME)
    assert (listed.owner.display_name, listed.owner.program) == ("Ann", False)
    assert (await ann.views.get_player(account_id=deep.account.account_id)).player.program
    (found,) = (await ann.people.find_players(name="Deep")).players
    assert found.program
    game = await challenge(ann, deep)
    table = await deep.game(game.game_id).join()
    assert [each.program for each in table.occupants] == [False, True]
    history = [each.table async for each in deep.history.list_events(game_id=game.game_id)]
    seated = [each.player_seated for each in history if each.HasField("player_seated")]
    assert [each.HasField("program") for each in seated] == [False, True]


async def test_program_sits_down_only_where_it_is_invited(ann, deep):
    game = await ann.create_table(RUSSIA, seats=2, join=True)
    async with refused(DENIED, "PROGRAM_NOT_INVITED"):
        await deep.game(game.game_id).join()
    async with refused(DENIED, "PROGRAM_NOT_INVITED"):
        await deep.quick_match(RUSSIA, 2)
    assert [each.game_id async for each in ann.tables()] == [game.game_id]
    own = await deep.create_table(RUSSIA, seats=2, join=True)
    assert (await own.table()).occupants[0].program


@pytest.mark.rule("TB-PROG-01")
async def test_quick_match_seats_no_player_at_a_table_of_a_program(ann, deep):
    terms = {"starts_when_full": True}
    own = await deep.create_table(RUSSIA, seats=2, join=True, terms=terms)
    assert (await ann.quick_match(RUSSIA, 2)).game_id != own.game_id


async def test_challenged_program_accepts_or_declines_with_a_reason(ann, deep):
    accepted, declined = await challenge(ann, deep), await challenge(ann, deep)
    await wait_for_challenges(deep, accepted, declined)
    await deep.game(accepted.game_id).join()
    for _ in range(2):
        await deep.programs.decline_challenge(
            game_id=declined.game_id, reason=programs_pb2.DECLINE_REASON_CLOCK, request_id=REQUEST
        )
    events = [each async for each in ann.history.list_events(game_id=declined.game_id)]
    last = events[-1].table.invitation_declined
    assert (last.account_id, last.reason) == (deep.account.account_id, "CLOCK")
    await wait_for_challenges(deep)


async def wait_for_challenges(deep, *games):
    """Wait until the program finds exactly these challenges: the lists follow the log."""
    async with asyncio.timeout(30):
        while {each.game_id async for each in deep.programs.list_challenges()} != {each.game_id for each in games}:
            await deep.views.list_my_games()


REQUEST = "7d9c5f0e-7c1d-4c38-9df3-0a3f2b9a7e11"


async def test_people_do_not_decline_and_strangers_are_not_invited(ann, deep, player):
    bob = await player("Bob")
    game = await challenge(ann, deep)
    async with refused(STATE, "NOT_A_PROGRAM"):
        await bob.programs.decline_challenge(game_id=game.game_id)
    other = await ann.create_table(RUSSIA, seats=2)
    async with refused(DENIED, "NOT_INVITED"):
        await deep.programs.decline_challenge(game_id=other.game_id)


async def test_guests_and_owners_of_five_programs_make_none(ann, player):
    bob = await player("Bob")
    async with refused(STATE, "NAME_NEEDED"):
        await bob.programs.create_program(display_name="Rough", home_page=HOME)
    for number in range(PROGRAMS_MAX):
        await ann.programs.create_program(display_name=f"Grid {number}", home_page=HOME)
    async with refused(STATE, "PROGRAMS_FULL"):
        await ann.programs.create_program(display_name="Grid 9", home_page=HOME)
    pages = ann.programs.list_programs(owner_account_id=ann.account.account_id, page_size=2)
    listed = [each.player.display_name async for each in pages]
    assert sorted(listed) == [f"Grid {number}" for number in range(PROGRAMS_MAX)]
    assert [each async for each in ann.programs.list_programs(owner_account_id=bob.account.account_id)] == []


@pytest.mark.parametrize(
    "url",
    [
        "",
        "http://example.org",
        "https://",
        "https://a@example.org",
        "https://exa mple.org",
        "https://[",
        "javascript:1",
    ],
)
async def test_home_page_must_be_an_https_address(ann, url):
    async with refused(StatusCode.INVALID_ARGUMENT, "MALFORMED"):
        await ann.programs.create_program(display_name="Deep Grid", home_page=url)


async def test_program_with_a_name_that_is_taken_is_not_made(ann):
    async with refused(StatusCode.ALREADY_EXISTS, "NAME_TAKEN"):
        await ann.programs.create_program(display_name="Ann", home_page=HOME)
    assert [each async for each in ann.programs.list_programs()] == []


async def test_new_token_ends_the_one_before_and_other_accounts_get_none(server, ann, deep, player):
    bob = await player("Bob")
    about = {"account_id": deep.account.account_id}
    for attempt in (bob.programs.create_program_token, bob.programs.delete_program):
        async with refused(StatusCode.NOT_FOUND, "UNKNOWN_ACCOUNT"):
            await attempt(**about)
    token = (await ann.programs.create_program_token(**about)).token
    async with refused(StatusCode.UNAUTHENTICATED, "TOKEN_INVALID"):
        await deep.accounts.get_me()
    async with program_of(server, token) as again:
        assert again.account.account_id == deep.account.account_id


async def test_token_of_a_program_has_its_scopes_and_no_others(deep):
    async with refused(DENIED, "SIGN_IN_NEEDED"):
        await deep.programs.create_program(display_name="Deeper", home_page=HOME)
    async with refused(DENIED, "SCOPE_MISSING") as error:
        await deep.chat.send_message(game_id="g", text="hello")
    assert error[0].facts["scope"] == "chat:write"


async def test_program_leaves_with_its_owner(ann, deep):
    await ann.accounts.delete_me(display_name="Ann", password="correct horse")
    async with refused(StatusCode.UNAUTHENTICATED, "TOKEN_INVALID"):
        await deep.accounts.get_me()


async def test_ban_of_the_owner_ends_the_tokens_of_its_programs(tmp_path):
    ((operator, tokens),) = await accounts_made(tmp_path, 1)
    async with (
        running(settings(tmp_path, operators=(operator,))) as server,
        sign_in(server.grpc, tokens=tokens) as olga,
        owner(server) as (ann, token),
        program_of(server, token) as deep,
    ):
        await olga.operators.ban_account(account_id=ann.account.account_id, text="a test")
        async with refused(StatusCode.UNAUTHENTICATED, "TOKEN_INVALID"):
            await deep.accounts.get_me()


async def test_challenges_to_a_program_are_counted_for_each_challenger_and_for_all(tmp_path):
    limits = {"challenges_per_challenger": 2, "challenges_per_program": 3}
    async with (
        running(settings(tmp_path, **limits)) as server,
        owner(server) as (ann, token),
        program_of(server, token) as deep,
        sign_in(server.grpc, "Bob") as bob,
        sign_in(server.grpc, "Eve") as eve,
    ):
        terms = {"invited_account_ids": [deep.account.account_id, eve.account.account_id]}
        opening = {"variant": RUSSIA, "seats": 2, "private": True, "terms": terms, "request_id": REQUEST}
        first = await bob.lobby.create_table(**opening)
        assert await bob.lobby.create_table(**opening) == first, "a repeated request is not a second challenge"
        await challenge(bob, deep)
        async with refused(EXHAUSTED, "TOO_MANY_CHALLENGES") as error:
            await challenge(bob, deep)
        assert error[0].facts["open_max"] == "2"
        assert error[0].retry_after_s == pytest.approx(DAY_S / 2, abs=60)
        await challenge(bob, eve)
        await challenge(eve, deep)
        async with refused(EXHAUSTED, "PROGRAM_CHALLENGES_FULL") as error:
            await challenge(eve, deep)
        assert error[0].facts["open_max"] == "3"
        for _ in range(4):
            await challenge(ann, deep)


async def test_challenge_that_arrives_twice_at_the_same_moment_counts_once(tmp_path):
    async with (
        running(settings(tmp_path, challenges_per_challenger=1)) as server,
        owner(server) as (_, token),
        program_of(server, token) as deep,
        sign_in(server.grpc, "Bob") as bob,
    ):
        terms = {"invited_account_ids": [deep.account.account_id]}
        opening = {"variant": RUSSIA, "seats": 2, "private": True, "terms": terms, "request_id": REQUEST}
        one, same = await asyncio.gather(*(bob.lobby.create_table(**opening) for _ in range(2)))
        assert one.table.game_id == same.table.game_id
        async with refused(EXHAUSTED, "TOO_MANY_CHALLENGES"):
            await challenge(bob, deep)


async def test_refused_challenge_to_several_programs_counts_for_none(tmp_path):
    async with (
        running(settings(tmp_path, challenges_per_challenger=1)) as server,
        owner(server) as (ann, token),
        program_of(server, token) as deep,
        sign_in(server.grpc, "Bob") as bob,
    ):
        made = await ann.programs.create_program(display_name="Wide Grid", home_page=HOME)
        async with program_of(server, made.token) as wide:
            await challenge(bob, deep)
            both = [wide.account.account_id, deep.account.account_id]
            async with refused(EXHAUSTED, "TOO_MANY_CHALLENGES"):
                await challenge(bob, deep, invited_account_ids=both)
            await challenge(bob, wide)


async def test_program_has_a_limit_of_open_tables_of_its_own(tmp_path):
    async with (
        running(settings(tmp_path, tables_per_program=1)) as server,
        owner(server) as (ann, token),
        program_of(server, token) as deep,
    ):
        own = await deep.create_table(RUSSIA, seats=2, join=True)
        asked = await challenge(ann, deep)
        await wait_for_challenges(deep, asked)
        async with refused(EXHAUSTED, "TOO_MANY_TABLES") as error:
            await deep.game(asked.game_id).join()
        assert error[0].facts["open_max"] == "1"
        await challenge(ann, deep)
        assert own.game_id != asked.game_id


@asynccontextmanager
async def owner(server):
    async with sign_in(server.grpc, "Ann") as ann:
        await ann.accounts.upgrade_me(display_name="Ann", password="correct horse")
        made = await ann.programs.create_program(display_name="Deep Grid", home_page=HOME)
        yield ann, made.token


async def test_programs_do_not_enter_tournaments(ann, deep):
    terms = {"name": "Cup", "form": "TOURNAMENT_FORM_SWISS", "variants": ["card_game"], "seats": 2, "rounds": 1}
    cup = (await ann.tournaments.create_tournament(terms=terms)).tournament
    async with refused(DENIED, "PROGRAMS_DO_NOT_ENTER"):
        await deep.tournaments.enter_tournament(tournament_id=cup.tournament_id)
