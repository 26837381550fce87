"""Leaderboards and statistics over the wire: whose lines are shown, and what is said of them."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from domain.table.clock import Clock
from domain.table.messages import Terms
from services.accounts.account import UnknownAccount
from services.accounts.account_storage import AccountStorage
from services.accounts.sign_in import SignIn
from services.accounts.tokens import Issuer, KeyRing
from services.api.gate.gate import Call
from services.api.gate.stopping import Stopping
from services.api.messages.convert import MalformedMessage
from services.api.messages.snapshots import ShownGames
from services.api.views import Views
from services.application.game_service import GameService
from services.platform.history_quota import HistoryQuota
from services.store import open_sql, open_store
from support.histories import CODEC, NOON, Game, league
from tests.projections.projection_kit import Service
from turnledger.v1 import views_pb2
from turnledger.v1.notifications_pb2 import GAME_PACE_LIVE, GAME_PACE_SLOW


@pytest.fixture
async def sign_in(tmp_path):
    url = f"sqlite:///{tmp_path}/store.db"
    store, sql = open_store(url), open_sql(url)
    yield SignIn(AccountStorage(sql), Issuer(KeyRing(tmp_path / "keys")))
    await sql.close()
    await store.close()


async def views_and_call(sign_in, service, today=NOON):
    views = Views(
        GameService(service.log, CODEC),
        await service.catch_up(),
        sign_in,
        Stopping(),
        HistoryQuota(10, 10),
        ShownGames(),
        None,  # it answers no WatchPublic
        lambda: today,
    )
    return views, Call("anybody", asyncio.get_running_loop().time() + 10)


async def ask(sign_in, service, today=NOON, **fields):
    views, call = await views_and_call(sign_in, service, today)
    return list((await views.get_leaderboard(views_pb2.GetLeaderboardRequest(**fields), call)).rows)


@pytest.mark.rule("TB-RATE-05")
async def test_a_line_says_how_certain_its_rating_is_and_that_of_a_deleted_account_is_not_shown(sign_in):
    service = Service()
    ids = [(await sign_in.as_guest(f"Player {number:02}"))[0].account_id for number in range(13)]
    league(service.log, *ids)
    before = await ask(sign_in, service)
    assert {(row.record.provisional, row.record.with_bots) for row in before} == {(False, False)}
    assert all(200 < row.record.deviation <= 260 for row in before)
    gone = before[2]
    await sign_in.delete(gone.player.account_id)
    after = await ask(sign_in, service)
    assert [row.rank for row in after] == [1, 2, *range(4, len(before) + 1)]
    assert [row.player.account_id for row in after] == [row.player.account_id for row in before if row != gone]
    neighbours = await ask(sign_in, service, around_account_id=before[3].player.account_id, page_size=1)
    assert [row.rank for row in neighbours] == [4, 5]


@pytest.mark.rule("TB-RATE-02")
async def test_bots_are_listed_by_their_names_among_those_who_play_with_them(sign_in):
    service = Service()
    ids = [(await sign_in.as_guest(f"Player {number:02}"))[0].account_id for number in range(12)]
    league(service.log, ids[0], "bot:greedy", *ids[1:])
    rows = await ask(sign_in, service, around_account_id="bot:greedy", page_size=5)
    assert [(row.player.account_id, row.player.display_name) for row in rows] == [("bot:greedy", "bot:greedy")]
    assert [row.record.with_bots for row in await ask(sign_in, service, bots=True)] == [True]


@pytest.mark.rule("TB-PROG-04")
async def test_only_programs_are_on_the_leaderboard_of_programs(sign_in):
    service = Service()
    ids = [(await sign_in.as_guest(f"Player {number:02}"))[0].account_id for number in range(12)]
    league(service.log, ids[0], "bot:greedy", *ids[1:], programs=[ids[0]])
    assert len(await ask(sign_in, service, bots=True)) == 2
    (row,) = await ask(sign_in, service, programs=True)
    assert (row.rank, row.player.account_id, row.record.with_bots) == (1, ids[0], True)
    assert await ask(sign_in, service, programs=True, around_account_id="bot:greedy") == []


@pytest.mark.rule("TB-RATE-09")
async def test_live_games_have_leaderboards_and_records_of_their_own(sign_in):
    service = Service()
    ids = [(await sign_in.as_guest(f"Player {number:02}"))[0].account_id for number in range(12)]
    league(service.log, *ids, terms=Terms(clock=Clock(move_s=120)))
    assert await ask(sign_in, service) == await ask(sign_in, service, pace=GAME_PACE_SLOW) == []
    rows = await ask(sign_in, service, pace=GAME_PACE_LIVE)
    assert {row.record.pace for row in rows} == {GAME_PACE_LIVE}
    around = await ask(sign_in, service, pace=GAME_PACE_LIVE, around_account_id=rows[0].player.account_id, page_size=1)
    assert around == rows[:2]
    Game(service.log, "slow").open(ids[0]).seat(*ids[:2]).start().choose(3, 1, 3, 1)
    views, call = await views_and_call(sign_in, service)
    profile = await views.get_player(views_pb2.GetPlayerRequest(account_id=ids[0]), call)
    assert [(each.variant, each.pace, each.games) for each in profile.records] == [
        ("", GAME_PACE_SLOW, 1), ("demo", GAME_PACE_SLOW, 1), ("", GAME_PACE_LIVE, 11), ("demo", GAME_PACE_LIVE, 11),
    ]  # fmt: skip


async def test_a_rating_has_a_history_in_pages_that_anybody_may_see(sign_in):
    service = Service()
    ann, bob = [(await sign_in.as_guest(name))[0].account_id for name in ("Ann", "Bob")]
    for number in range(3):
        Game(service.log, f"g{number}").open(ann).seat(ann, bob).start().choose(3, 1, 3, 1)
    views, call = await views_and_call(sign_in, service)
    request = views_pb2.ListRatingsRequest(account_id=ann, page_size=2)
    first = await views.list_ratings(request, call)
    assert [each.game_id for each in first.games] == ["g2", "g1"]
    request.page_token = first.next_page_token
    second = await views.list_ratings(request, call)
    (game,) = second.games
    assert (game.game_id, game.rating, game.deviation, game.provisional) == ("g0", 1138, 323, True)
    assert game.end_time.ToDatetime(tzinfo=UTC) == NOON + timedelta(seconds=8)
    assert game.ended_at == game.end_time
    assert not second.next_page_token
    request.pace = GAME_PACE_LIVE
    with pytest.raises(MalformedMessage):
        await views.list_ratings(request, call)
    with pytest.raises(UnknownAccount):
        await views.list_ratings(views_pb2.ListRatingsRequest(account_id="nobody"), call)


@pytest.mark.rule("TB-RATE-12")
async def test_who_has_not_played_for_long_is_less_certain_and_then_on_no_leaderboard_of_all_time(sign_in):
    service = Service()
    ids = [(await sign_in.as_guest(f"Player {number:02}"))[0].account_id for number in range(12)]
    league(service.log, *ids)
    before = await ask(sign_in, service)
    assert before == await ask(sign_in, service, datetime(2026, 12, 31, 23, tzinfo=UTC)), "no whole month yet"
    later, away = datetime(2027, 1, 1, tzinfo=UTC), datetime(2027, 12, 1, tzinfo=UTC)
    rows = await ask(sign_in, service, later)
    assert rows
    for row in rows:
        known = next(each for each in before if each.player == row.player)
        assert (row.rank, row.value, row.record.rating) == (known.rank, known.value, known.record.rating)
        assert row.record.deviation**2 - known.record.deviation**2 == pytest.approx(40**2, abs=520)
    assert await ask(sign_in, service, away) == []
    assert await ask(sign_in, service, away, around_account_id=before[0].player.account_id) == []
    assert len(await ask(sign_in, service, away, season="2026-11")) == len(before), "a season stays as it was"
    views, call = await views_and_call(sign_in, service, away)
    profile = await views.get_player(views_pb2.GetPlayerRequest(account_id=before[0].player.account_id), call)
    assert {(each.rating, each.provisional) for each in profile.records} == {(before[0].record.rating, True)}


async def test_statistics_name_no_account_and_add_nothing_for_private_games(sign_in):
    service = Service()
    ann, bob = [(await sign_in.as_guest(name))[0].account_id for name in ("Ann", "Bob")]
    Game(service.log, "g0").open(ann).seat(ann, bob, guests=[bob]).start().choose(3, 1, 3, 1)
    Game(service.log, "g1").open(ann).seat(ann, "bot:greedy").start().choose(3, 1, 3, 1)

    async def statistics(**fields):
        views, call = await views_and_call(sign_in, service)
        return await views.get_statistics(views_pb2.GetStatisticsRequest(**fields), call)

    people, bots = await statistics(variant="demo"), await statistics(variant="demo", bots=True)
    ((table,), (month,)) = people.tables, people.months
    assert (table.seats, table.games, list(table.wins)) == (2, 1, [1, 0])
    assert table.best_score in (60, 61)
    assert table.lead in (39, 40, 41)
    assert (month.month, month.games) == ("2026-11", 1)
    assert [getattr(each, "from").ToTimedelta().total_seconds() / 3600 for each in people.durations] == [
        0, 0.5, 1, 2, 6, 24, 72, 168,
    ]  # fmt: skip
    assert [each.games for each in people.durations] == [1, 0, 0, 0, 0, 0, 0, 0]
    assert [(each.bot, each.seats, each.wins) for each in bots.strategies] == [("", 1, 1), ("greedy", 1, 0)]
    assert not {ann, bob} & set(str(people).split('"'))
    assert people == await statistics()
    Game(service.log, "g2").open(ann, private=True).seat(ann, bob).start().choose(3, 1, 3, 1)
    assert await statistics(variant="demo") == people
    assert not (await statistics(variant="no such variant")).tables


async def test_profile_has_the_games_of_the_last_twelve_months(sign_in):
    service = Service()
    ann, bob = [(await sign_in.as_guest(name))[0].account_id for name in ("Ann", "Bob")]
    for number, players in enumerate(((ann, bob), (bob, ann), (ann, "bot:greedy"))):
        Game(service.log, f"g{number}").open(ann).seat(*players).start().choose(3, 1, 3, 1)
    views, call = await views_and_call(sign_in, service, datetime(2027, 1, 31, tzinfo=UTC))
    profile = await views.get_player(views_pb2.GetPlayerRequest(account_id=ann), call)
    assert [each.month for each in profile.months] == [
        *(f"2026-{month:02}" for month in range(2, 13)), "2027-01",
    ]  # fmt: skip
    assert {each.month: (each.games, each.wins) for each in profile.months if each.games} == {"2026-11": (3, 2)}
