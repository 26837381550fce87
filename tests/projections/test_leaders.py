"""Leaderboards: what counts, for whom, in which season, and how players are rated."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.history.file import export, take_apart
from domain.table.aggregate import FINISHED
from domain.table.clock import Clock
from domain.table.messages import HandSeat, ProposeAbandon, Resign, Terms, Vote
from projections.folds.finishers import Finisher
from projections.folds.leaders import Leaders, after_game
from projections.folds.lists import Lists
from projections.folds.places import Leaver, places
from projections.folds.player_records import Leaderboard, Measure, Record, read_record, record_key
from projections.folds.ratings import NEW, Rating, after_idle, at_season, points, rate
from projections.stores.memory_view import MemoryView
from services.projection_runner.projector import Projector
from services.projection_runner.rebuild import digest
from support.histories import CODEC, NOON, Game, ListLog, a_busy_evening, league, played
from support.played_games import KEYS
from tests.projections.projection_kit import Service, caught_up


@pytest.fixture
def service():
    return Service()


PLAYERS = ("ann", "bob", "cy", "bot:greedy", "bot:random")
MARKS = [":mark", ":origin"]
"""The position of a generation, and the beginning of its log."""


async def records(service, variant="", season="", bots=False, live=False):
    """The accounts that have a record there, on a leaderboard or not."""
    await service.catch_up()
    generation = await service.views[2][1].live()
    found = await generation.get(
        "", *(record_key(Leaderboard(variant, season, bots, live), player) for player in PLAYERS)
    )
    return {player: read_record(each) for player, each in zip(PLAYERS, found, strict=True) if each}


def seated(log, game_id, *players, at=NOON, **fields):
    return Game(log, game_id, at).open("ann", **({"seats": len(players)} | fields)).seat(*players).start()


def test_two_new_players_move_as_the_model_of_weng_and_lin_says():
    # Weng & Lin 2011, algorithm 4, for two: c² = 2(σ² + β²) with σ² = (25/3)² + (25/300)², β = 25/6;
    # the winner gains σ²/2c, both keep σ·√(1 - σ³/4c³).
    winner, loser = rate([NEW, NEW], [1, 2], [1, 1])
    assert (winner.mean, winner.doubt) == (27.635389, 8.065901)
    assert (loser.mean, loser.doubt) == (22.364611, 8.065901)


def test_everybody_starts_at_a_thousand_points():
    assert points(NEW) == 1000


def test_equal_ranks_are_a_tie():
    first, second = rate([NEW, NEW], [1, 1], [1, 1])
    assert first == second
    assert first.mean == 25.0


def test_a_game_that_counts_half_moves_mean_and_doubt_half_as_far():
    winner, loser = rate([NEW, NEW], [1, 2], [0.5, 0])
    assert (winner.mean, winner.doubt) == (26.317695, 8.199617)  # between 25, 8.333333 and 27.635389, 8.065901
    assert loser == NEW


async def test_a_win_counts_games_wins_score_and_streak(service):
    # choices 3 and 1 in both rounds: 6 to 2, times ten, and a bonus card of 0 or 1 each
    for number in range(2):
        Game(service.log, f"g{number}").open("ann").seat("ann", "bob").start().choose(3, 1, 3, 1)
    found = await records(service)
    ann, bob = found["ann"], found["bob"]
    assert (ann.games, ann.wins, ann.streak, ann.win_rate) == (2, 2, 2, 10_000)
    assert (bob.games, bob.wins, bob.streak, bob.win_rate) == (2, 0, 0, 0)
    assert ann.best_score in (60, 61)
    assert bob.best_score in (20, 21)
    assert ann.points > 1000 > bob.points


@pytest.mark.rule("TB-RATE-01")
async def test_a_lost_game_ends_a_streak(service):
    for number, choices in enumerate(((3, 1, 3, 1), (3, 1, 3, 1), (1, 3, 1, 3))):
        Game(service.log, f"g{number}").open("ann").seat("ann", "bob").start().choose(*choices)
    found = await records(service)
    assert (found["ann"].streak, found["bob"].streak) == (0, 1)
    assert (found["ann"].wins, found["bob"].wins) == (2, 1)


async def test_unrated_unfinished_and_closed_games_do_not_count(service):
    played(service.log, "unrated", "ann", "bob", rated=False)
    Game(service.log, "unfinished").open("ann").seat("ann", "bob").start().choose(3, 1, 3)
    Game(service.log, "waiting").open("ann").seat("ann", "bob")
    assert await records(service) == {}


async def test_an_abandoned_game_does_not_count(service):
    game = Game(service.log, "g").open("ann").seat("ann", "bob").start().choose(3)
    game.execute(ProposeAbandon(), "ann").execute(Vote(True), "bob")
    assert game.aggregate.status == FINISHED
    assert await records(service) == {}


@pytest.mark.rule("TB-RATE-01")
async def test_a_game_without_a_result_counts_for_nobody_who_left_it_before(service):
    game = seated(service.log, "g", "ann", "bob", "cy").choose(3, 1, 1)
    game.execute(Resign(), "cy").execute(ProposeAbandon(), "ann").execute(Vote(True), "bob")
    assert game.aggregate.status == FINISHED
    assert await records(service) == {}


async def test_who_resigned_has_lost_whatever_the_bot_makes_of_it(service):
    game = seated(service.log, "g", "ann", "bob").choose(3)
    game.execute(Resign(), "ann")
    found = await records(service)
    assert (found["ann"].games, found["ann"].wins) == (1, 0)
    assert (found["bob"].games, found["bob"].wins) == (1, 1)


@pytest.mark.rule("TB-RATE-03")
async def test_a_game_that_a_player_resigns_before_having_moved_counts_for_nobody_else(service):
    for number in range(5):
        seated(service.log, f"g{number}", "ann", "bob").choose(3).execute(Resign(), "bob")
    assert await records(service) == {}


@pytest.mark.rule("TB-RATE-03")
async def test_others_are_rated_without_who_never_moved(service):
    game = seated(service.log, "g", "ann", "bob", "cy")
    game.execute(Resign(), "cy").choose(3, 1).play()
    found = await records(service)
    assert set(found) == {"ann", "bob"}
    assert {each.rating.doubt for each in found.values()} == {8.065901}, "as after a game of two"


@pytest.mark.rule("TB-RATE-03")
async def test_a_bot_that_plays_for_somebody_has_not_moved_for_them(service):
    game = seated(service.log, "g", "ann", "bob").execute(HandSeat(), "bob").choose(3, 1)
    game.execute(Resign(), "bob")
    assert game.aggregate.status == FINISHED
    assert await records(service) == {}


@pytest.mark.rule("TB-RATE-02")
async def test_a_game_with_a_bot_counts_on_a_list_of_its_own(service):
    for number in range(6):
        seated(service.log, f"g{number}", "ann", "bob", "bot:random").play()
    assert await records(service) == {}
    found = await records(service, bots=True)
    assert {player: record.games for player, record in found.items()} == {"ann": 6, "bob": 6, "bot:random": 6}
    profile = await (await service.catch_up()).leaders.player("ann")
    assert [(board.variant, board.bots, record.games) for board, record in profile.records] == [
        ("", True, 6), ("demo", True, 6),
    ]  # fmt: skip


@pytest.mark.rule("TB-RATE-02")
async def test_a_seat_that_is_handed_to_a_bot_stays_a_players(service):
    seated(service.log, "g", "ann", "bob").choose(3, 1).execute(HandSeat(), "bob").play()
    assert set(await records(service)) == {"ann", "bob"}


@pytest.mark.rule("TB-RATE-02")
async def test_a_bot_is_found_on_the_list_of_games_with_bots(service):
    league(service.log, "bot:greedy", *(f"p{number}" for number in range(12)))
    read = await service.catch_up()
    assert [line.player for line in await read.leaders.rank("bot:greedy")] == ["bot:greedy"]
    assert "bot:greedy" in {line.player for line in await read.leaders.leaderboard(bots=True)}
    assert "bot:greedy" not in {line.player for line in await read.leaders.leaderboard()}


@pytest.mark.rule("TB-RATE-04")
async def test_two_players_count_less_the_more_often_they_meet_in_a_month(service):
    moved = []
    for number in range(4):
        before = (await records(service)).get("ann", Record()).rating
        seated(service.log, f"g{number}", "ann", "bob").choose(3, 1, 3, 1)
        moved.append((await records(service))["ann"].rating.mean - before.mean)
    assert moved[0] == pytest.approx(2.635389)
    assert moved[1] < moved[0] / 2
    assert moved[2] < moved[0] / 3
    assert moved[3] < moved[0] / 4
    ann, bob = [(await records(service))[name].rating for name in ("ann", "bob")]
    seated(service.log, "again", "ann", "bob", at=datetime(2026, 12, 1, tzinfo=UTC)).choose(3, 1, 3, 1)
    full, _ = rate([Rating(mean, 8.333333) for mean in (ann.mean, bob.mean)], [1, 2], [1, 1])
    assert (await records(service, season="2026-12"))["ann"].rating == full, "the first of a month counts in full"


@pytest.mark.rule("TB-RATE-04")
async def test_of_several_opponents_each_counts_by_how_often_it_was_met(service):
    # ann and bob met twice, all others for the first time: 1/3 and 1, on average 2/3 for ann
    for number in range(2):
        seated(service.log, f"g{number}", "ann", "bob").choose(3, 1, 3, 1)
    seated(service.log, "g", "ann", "bob", "cy").choose(3, 2, 1, 3, 2, 1)
    found = await records(service, season="2026-11")
    met = await service.views[2][1].live()
    assert await met.get("", "met.ann.bob", "met.ann.cy") == [
        b'{"month":"2026-11","games":3}', b'{"month":"2026-11","games":1}',
    ]  # fmt: skip
    assert found["cy"].games == 1


@pytest.mark.rule("TB-RATE-04", "TB-RATE-05")
async def test_nobody_gets_onto_a_board_by_beating_one_account_all_month(service):
    for number in range(100):
        seated(service.log, f"g{number}", "ann", "bob").choose(3, 1, 3, 1)
    read = await service.catch_up()
    assert (await records(service))["ann"].points < 1467, "what five games brought before"
    for measure in Measure:
        assert await read.leaders.leaderboard(measure) == ()
    assert await read.leaders.rank("ann") == ()


def farmed(log, name, sitters, **seats):
    """A game that `farmer` wins because all others make one move and resign."""
    game = Game(log, name).open("farmer", seats=len(sitters) + 1).seat("farmer", *sitters, **seats).start()
    game.choose(3, *[1] * len(sitters))
    for each in sitters:
        game.execute(Resign(), each)
    assert game.aggregate.outcome.standings[0].player == 0
    assert len(game.aggregate.moved) == len(sitters) + 1


async def ranked(service):
    read = await service.catch_up()
    return [line.player for line in await read.leaders.leaderboard()]


@pytest.mark.rule("TB-RATE-07")
async def test_guests_who_move_once_and_resign_carry_nobody_onto_a_board(service):
    for number in range(50):
        farmed(service.log, f"g{number}", [f"guest{number}"], guests=[f"guest{number}"])
    assert await ranked(service) == []
    assert (await (await service.catch_up()).leaders.player("farmer")).records == ()


@pytest.mark.rule("TB-RATE-07")
@pytest.mark.rule("TB-PROG-02")
async def test_game_with_a_program_counts_on_the_lists_with_bots_alone(service):
    invited = Terms(invited=("cy",))
    Game(service.log, "g").open("ann", terms=invited).seat("ann", "cy", programs=["cy"]).start().play()
    assert set(await records(service, bots=True)) == {"ann", "cy"}
    assert await records(service) == {}


@pytest.mark.rule("TB-PROG-04")
async def test_programs_have_a_leaderboard_without_people_and_bots_of_the_server(service):
    league(service.log, "cy", "bot:greedy", *(f"p{number:02}" for number in range(12)), programs=["cy"])
    leaders = (await service.catch_up()).leaders
    (only,) = await leaders.leaderboard(programs=True)
    assert (only.place, only.player) == (1, "cy")
    mixed = {line.player: line for line in await leaders.leaderboard(bots=True)}
    assert set(mixed) >= {"cy", "bot:greedy"}
    assert only.record == mixed["cy"].record
    people = {line.player for line in await leaders.leaderboard()}
    assert {each[0] for each in people} == {"p"}
    assert await leaders.rank("cy", programs=True, around=5) == (only,)
    assert await leaders.rank("bot:greedy", programs=True) == ()


async def test_a_table_counts_for_nobody_whichever_of_its_seats_is_a_guests(service):
    Game(service.log, "g").open("ann", seats=3).seat("ann", "bob", "cy", guests=["cy"]).start().play()
    Game(service.log, "h").open("ann", seats=3).seat("ann", "bot:greedy", "cy", guests=["ann"]).start().play()
    assert await records(service) == await records(service, bots=True) == {}


@pytest.mark.rule("TB-RATE-08")
@pytest.mark.parametrize("seats", [1, 2])
async def test_fresh_accounts_with_names_who_move_once_and_resign_carry_nobody_onto_a_board(service, seats):
    honest = [f"p{number:02}" for number in range(12)]
    league(service.log, *honest)
    for number in range(0, 60, seats):
        farmed(service.log, f"g{number}", [f"fresh{number + each}" for each in range(seats)])
    assert set(await ranked(service)) >= set(honest[2:10])
    assert "farmer" not in await ranked(service)
    assert (await (await service.catch_up()).leaders.player("farmer")).records[0][1].points < 1500


@pytest.mark.rule("TB-RATE-08")
async def test_fresh_accounts_lift_nobody_from_the_middle_of_a_board_to_its_top(service):
    honest = ["p00", "p01", "p02", "p03", "p04", "farmer", *(f"p{number:02}" for number in range(6, 12))]
    league(service.log, *honest)
    before = await ranked(service)
    for number in range(12):
        farmed(service.log, f"g{number}", [f"fresh{number}"])
    assert before.index("farmer") > 2
    assert (await ranked(service))[:2] == before[:2]


@pytest.mark.rule("TB-RATE-08")
async def test_an_opponent_counts_by_the_players_it_has_met_of_those_one_has_met_oneself(service):
    seated(service.log, "g1", "ann", "bob").choose(3, 1, 3, 1)
    seated(service.log, "g2", "ann", "cy").choose(3, 1, 3, 1)  # ann has met one player, cy none: a half
    before = (await records(service))["ann"].rating
    full, _ = rate([Rating(27.635389, 8.065901), NEW], [1, 2], [1, 1])
    assert before.mean == pytest.approx(27.635389 + (full.mean - 27.635389) / 2, abs=1e-5)
    assert before.doubt == pytest.approx(8.065901 + (full.doubt - 8.065901) / 2, abs=1e-5)
    _, loser = rate([Rating(27.635389, 8.065901), NEW], [1, 2], [1, 1])
    assert (await records(service))["cy"].rating == loser, "ann is better known than cy: all of it"
    seated(service.log, "g3", "ann", "bob").choose(3, 1, 3, 1)  # the second of the month; ann has met two, bob one
    after = (await records(service))["ann"].rating
    bob = Rating(22.364611, 8.065901)
    full, _ = rate([before, bob], [1, 2], [1, 1])
    assert after.mean == pytest.approx(before.mean + (full.mean - before.mean) * (2 / 3) / 2, abs=1e-5)


@pytest.mark.rule("TB-RATE-08")
async def test_an_opponent_whose_rating_is_settled_counts_in_full_however_few_it_has_met(service):
    # A board of eleven who met one another; ann, who has met thirty strangers, then beats one of them.
    league(service.log, *(f"p{number:02}" for number in range(12)))
    for number in range(30):
        seated(service.log, f"g{number}", "ann", f"fresh{number}").choose(3, 1, 3, 1)
    people = await service.catch_up()
    settled = (await people.leaders.player("p05")).records[0][1].rating
    assert not settled.provisional
    before = (await records(service))["ann"].rating
    seated(service.log, "last", "ann", "p05").choose(3, 1, 3, 1)
    full, _ = rate([before, settled], [1, 2], [1, 1])
    assert (await records(service))["ann"].rating == full


@pytest.mark.rule("TB-RATE-05")
async def test_who_is_no_longer_provisional_is_on_all_boards(service):
    players = [f"p{number:02}" for number in range(12)]
    league(service.log, *players)
    read = await service.catch_up()
    for measure in Measure:
        lines = await read.leaders.leaderboard(measure)
        assert {line.player for line in lines} >= set(players[2:10])
        assert all(line.record.deviation <= 260 for line in lines)
    assert [line.player for line in await read.leaders.leaderboard()] == sorted(
        line.player for line in await read.leaders.leaderboard()
    )


@pytest.mark.rule("TB-RATE-06")
async def test_a_game_from_a_file_counts_for_nobody_here_wherever_the_log_is_cut(service):
    seated(service.log, "theirs", "ann", "bob").choose(3, 1, 3, 1)

    async def imported(game_ids):
        return {"theirs"} & set(game_ids)

    for batch in (7, 4_000):
        targets = [(projection, MemoryView(projection.name)) for projection in (Lists(), Leaders())]
        generations = [(projection, await view.live()) for projection, view in targets]
        projector = Projector(service.log, CODEC.read, generations, imported=imported)
        await projector.resume()
        while await projector.step(batch):
            pass
        (lists, leaders) = (generation for _, generation in generations)
        assert [name async for portion in leaders.names() for name in portion] == MARKS
        assert {name async for portion in lists.names() for name in portion} == {
            *MARKS,
            ":upto",
            ":table.theirs",
            ":tables.FINISHED.",
            ":tables.FINISHED.demo",
            ":changed.tables.",
            ":changed.tables.demo",
            "changed.tables.:version",
            "changed.tables.demo:version",
        }


async def test_who_holds_several_seats_counts_once_with_the_best_of_them(service):
    game = Game(service.log, "g").open("ann", seats=3).seat("ann", "bot:greedy", "bot:greedy").start()
    game.choose(2, 1, 3, 2, 1, 3)
    found = await records(service, bots=True)
    assert (found["bot:greedy"].games, found["bot:greedy"].wins) == (1, 1)
    assert (found["ann"].games, found["ann"].wins) == (1, 0)


async def test_a_game_of_one_player_against_itself_does_not_count(service):
    Game(service.log, "g").open("ann").seat("bot:greedy", "bot:greedy").start().play()
    assert await records(service, bots=True) == {}


async def test_a_game_counts_in_the_month_in_which_it_ends(service):
    last_day = datetime(2026, 11, 30, 23, 59, 57, tzinfo=UTC)
    game = Game(service.log, "g", last_day).open("ann").seat("ann", "bob").start()  # the game ends after midnight
    game.play()
    assert set(await records(service, season="2026-12")) == {"ann", "bob"}
    assert await records(service, season="2026-11") == {}
    assert set(await records(service, season="")) == {"ann", "bob"}


@pytest.mark.rule("TB-RATE-11")
async def test_a_season_begins_where_its_players_stand_with_more_doubt(service):
    seated(service.log, "g1", "ann", "bob").choose(3, 1, 3, 1)
    seated(service.log, "g2", "ann", "bob", at=datetime(2026, 12, 1, tzinfo=UTC)).choose(3, 1, 3, 1)
    ann, bob = Rating(27.635389, 8.065901), Rating(22.364611, 8.065901)
    # a doubt of √(8.065901² + 25) would be more than that of a player without games
    season, _ = rate([Rating(ann.mean, 8.333333), Rating(bob.mean, 8.333333)], [1, 2], [1, 1])
    of_all_time, _ = rate([ann, bob], [1, 2], [1, 1])
    december = (await records(service, season="2026-12"))["ann"]
    assert (december.rating, december.games) == (season, 1)
    assert (await records(service))["ann"].rating == of_all_time
    assert (await records(service, season="2026-11"))["ann"].rating == ann


@pytest.mark.rule("TB-RATE-11")
async def test_the_second_game_of_a_season_goes_on_from_the_first(service):
    december = datetime(2026, 12, 1, tzinfo=UTC)
    seated(service.log, "g1", "ann", "bob").choose(3, 1, 3, 1)
    seated(service.log, "g2", "ann", "bob", at=december).choose(3, 1, 3, 1)
    after = (await records(service, season="2026-12"))["ann"].rating
    seated(service.log, "g3", "ann", "cy", at=december).choose(3, 1, 3, 1)
    assert (await records(service, season="2026-12"))["ann"].rating.doubt < after.doubt


@pytest.mark.rule("TB-RATE-12")
async def test_each_month_without_a_game_leaves_more_doubt(service):
    seated(service.log, "g1", "ann", "bob").choose(3, 1, 3, 1)
    seated(service.log, "g2", "ann", "bob", at=datetime(2027, 3, 31, tzinfo=UTC)).choose(3, 1, 3, 1)
    # December, January and February: √(8.065901² + 3)
    first, _ = rate([Rating(27.635389, 8.249773), Rating(22.364611, 8.249773)], [1, 2], [1, 1])
    assert (await records(service))["ann"].rating == first


@pytest.mark.rule("TB-RATE-11", "TB-RATE-12")
@pytest.mark.parametrize(
    ("widened", "doubt"),
    [
        (after_idle(Rating(30.0, 4.0), -1), 4.0),
        (after_idle(Rating(30.0, 4.0), 0), 4.0),
        (after_idle(Rating(30.0, 4.0), 9), 5.0),
        (after_idle(Rating(30.0, 4.0), 12), 5.291503),
        (after_idle(Rating(30.0, 4.0), 1_000), 8.333333),
        (at_season(Rating(30.0, 4.0)), 6.403124),
        (at_season(Rating(30.0, 8.0)), 8.333333),
        (at_season(Rating(30.0, 8.4)), 8.4),
    ],
)
def test_doubt_grows_by_squares_up_to_that_of_somebody_who_has_not_played(widened, doubt):
    assert widened == Rating(30.0, doubt)


async def test_a_game_counts_in_its_variant_and_overall(service):
    played(service.log, "g", "ann", "bob")
    assert set(await records(service, variant="demo")) == set(await records(service, variant="")) == {"ann", "bob"}
    assert await records(service, variant="other") == {}


async def test_equal_players_share_a_place_and_stand_in_the_order_of_their_names(service):
    league(service.log, *(f"p{number:02}" for number in range(13)))
    lines = await (await service.catch_up()).leaders.leaderboard(Measure.GAMES)
    assert len(lines) > 8
    assert {(line.place, line.value) for line in lines} == {(1, 12)}
    assert [line.player for line in lines] == sorted(line.player for line in lines)


async def test_two_rebuilds_give_identical_bytes_however_the_log_is_cut():
    log = ListLog()
    a_busy_evening(log)
    digests = []
    for batch in (7, 11, 64, 4_000):
        generation = await MemoryView("leaders").live()
        await caught_up(log, [(Leaders(), generation)], batch)
        digests.append(await digest(generation))
    assert len(set(digests)) == 1
    assert {name async for portion in generation.names() for name in portion} >= {
        ":record.people.slow...ann",
        ":met.ann.bob",
    }


def test_a_first_game_with_a_score_below_zero_is_the_best_so_far():
    (record, _) = after_game(
        [Record(), Record()], [Finisher("ann", 1, True, -4), Finisher("bob", 2, False, -9)], [1, 1], "2026-11"
    )
    assert record.best_score == -4


@pytest.mark.rule("TB-RATE-01")
async def test_whoever_has_the_exported_files_computes_the_same_records():
    log = ListLog()
    for number in range(8):
        pair = ("ann", "bob", "cy", "dan")[number % 3 :][:2]
        seated(log, f"g{number}", *pair, at=NOON + timedelta(days=5 * number)).choose(3, 1, 2, 2)
    files = [export(rows, CODEC, KEYS.signer) for rows in log.streams.values()]
    streams = [take_apart(content).rows for content in reversed(files)]
    again = ListLog()
    for rows in sorted(streams, key=lambda rows: CODEC.read(rows[-1]).envelope.at):
        again.append(rows)
    digests = set()
    for each in log, again:
        generation = await MemoryView("leaders").live()
        await caught_up(each, [(Leaders(), generation)])
        assert await generation.get("", record_key(Leaderboard(), "dan")) != [None]
        digests.add(await digest(generation))
    assert len(digests) == 1


def timed(**clock):
    return Terms(clock=Clock(**clock))


FORFEITS = timed(move_s=600, on_timeout="FORFEIT")
LIVE, SLOW = timed(move_s=60), timed(move_s=86_400)
KINDS = (
    (timed(move_s=3_600), "slow"),
    (timed(move_s=3_599), "live"),
    (timed(bank_s=43_200, on_timeout="FORFEIT"), "slow"),
    (timed(bank_s=43_199, increment_s=3_599), "live"),
    (timed(move_s=1_800, increment_s=1_800), "slow"),
    (timed(bank_s=600, increment_s=3_600), "slow"),
    (Terms(), "slow"),
)


@pytest.mark.rule("TB-RATE-09")
@pytest.mark.parametrize(("terms", "kind"), KINDS)
async def test_the_clock_of_its_table_says_whether_a_game_is_live_or_slow(service, terms, kind):
    seated(service.log, "g", "ann", "bob", terms=terms).choose(3, 1, 3, 1)
    assert {name: set(await records(service, live=name == "live")) for name in ("live", "slow")} == {
        "live": set(),
        "slow": set(),
        kind: {"ann", "bob"},
    }


@pytest.mark.rule("TB-RATE-09")
async def test_live_and_slow_games_are_rated_apart(service):
    seated(service.log, "slow", "ann", "bob", terms=SLOW).choose(3, 1, 3, 1)
    seated(service.log, "live", "cy", "bob", terms=LIVE).choose(3, 1, 3, 1)
    slow, live = await records(service), await records(service, live=True)
    assert (slow["ann"].rating, slow["bob"].rating) == (Rating(27.635389, 8.065901), Rating(22.364611, 8.065901))
    assert live["bob"].games == 1, "his live games begin with a new rating"
    assert set(live) == {"bob", "cy"}
    profile = await (await service.catch_up()).leaders.player("bob")
    assert [(board.variant, board.live, record.games) for board, record in profile.records] == [
        ("", False, 1), ("demo", False, 1), ("", True, 1), ("demo", True, 1),
    ]  # fmt: skip


@pytest.mark.rule("TB-RATE-04", "TB-RATE-09")
async def test_how_often_two_have_met_is_counted_over_live_and_slow_games(service):
    seated(service.log, "slow", "ann", "bob", terms=SLOW).choose(3, 1, 3, 1)
    seated(service.log, "live", "ann", "bob", terms=LIVE).choose(3, 1, 3, 1)
    assert (await records(service, live=True))["ann"].rating == Rating(26.317695, 8.199617), "half of a first game"


@pytest.mark.rule("TB-RATE-09")
async def test_a_leaderboard_and_a_rank_are_of_live_games_or_of_slow_ones(service):
    league(service.log, *(f"p{number:02}" for number in range(12)), terms=LIVE)
    leaders = (await service.catch_up()).leaders
    assert await leaders.leaderboard() == await leaders.rank("p05") == ()
    assert "p05" in {line.player for line in await leaders.leaderboard(live=True)}
    assert [line.player for line in await leaders.rank("p05", live=True)] == ["p05"]


async def rated(service):
    """The players of one game of three newcomers by the places that they were rated by."""
    means = [each.mean for each in rate([NEW] * 3, [1, 2, 3], [1] * 3)]
    found = {each.rating.mean: player for player, each in (await records(service)).items()}
    assert sorted(found, reverse=True) == means, "no two shared a place"
    return [found[mean] for mean in means]


@pytest.mark.rule("TB-RATE-10")
@pytest.mark.parametrize(
    ("leaver", "by_place"),
    [
        ("ann", ["bob", "ann", "cy"]),  # led, and the winner ranks first all the same
        ("bob", ["ann", "bob", "cy"]),  # was second
        ("cy", ["ann", "bob", "cy"]),
    ],
)
async def test_who_left_is_rated_by_the_place_at_that_moment_and_the_game_is_lost(service, leaver, by_place):
    game = seated(service.log, "g", "ann", "bob", "cy").choose(3, 2, 1)
    game.execute(Resign(), leaver).choose(1, 1, 1)
    assert game.aggregate.outcome.standings[-1].player == ("ann", "bob", "cy").index(leaver), "TB-LEAVE-02"
    assert await rated(service) == by_place
    assert [(await records(service))[leaver].wins, (await records(service))[leaver].streak] == [0, 0]


@pytest.mark.rule("TB-RATE-10")
@pytest.mark.parametrize(
    ("first_round", "by_place"), [((1, 2, 2), ["bob", "cy", "ann"]), ((2, 2, 2), ["bob", "ann", "cy"])]
)
async def test_who_left_stands_behind_as_many_as_stood_level_or_better(service, first_round, by_place):
    seated(service.log, "g", "ann", "bob", "cy").choose(*first_round).execute(Resign(), "cy").choose(1, 3, 3)
    assert await rated(service) == by_place


@pytest.mark.rule("TB-RATE-03", "TB-RATE-10")
async def test_who_never_moved_stands_between_nobody(service):
    game = seated(service.log, "g", "ann", "bob", "cy").execute(HandSeat(), "ann").choose(3, 1, 1)
    game.execute(Resign(), "bob").execute(Resign(), "ann")
    assert {name: (each.games, each.wins) for name, each in (await records(service)).items()} == {
        "bob": (1, 0), "cy": (1, 1),
    }  # fmt: skip


@pytest.mark.rule("TB-RATE-10")
@pytest.mark.parametrize(
    ("stayed", "leavers", "found"),
    [
        ({0: 1, 1: 2, 2: 3}, [Leaver(3, (0, 1))], {0: 1, 1: 2, 3: 3, 2: 4}),
        ({0: 1, 1: 1, 2: 3}, [Leaver(3, (2,))], {0: 1, 1: 1, 3: 3, 2: 4}),  # behind both of those who tie
        ({0: 1, 1: 1}, [Leaver(2, ())], {0: 1, 1: 1, 2: 3}),  # all have lost, or share the victory
        ({2: 1}, [Leaver(0, (1, 2)), Leaver(1, (2,))], {2: 1, 1: 2, 0: 3}),
        ({2: 1}, [Leaver(0, (2,)), Leaver(1, (2,))], {2: 1, 0: 2, 1: 3}),
        ({2: 1}, [Leaver(0, (1, 2), 7), Leaver(1, (2,), 7)], {2: 1, 0: 2, 1: 2}),  # late together
        ({2: 1, 3: 2}, [Leaver(0, (2,), 7), Leaver(1, (2, 3), 7)], {2: 1, 0: 2, 3: 3, 1: 4}),
        ({2: 1, 3: 1}, [Leaver(0, (2, 3), 7), Leaver(1, (), 7)], {2: 1, 3: 1, 1: 3, 0: 4}),
        ({2: 1}, [Leaver(0, (1, 2), 7), Leaver(1, (2,), 8)], {2: 1, 1: 2, 0: 3}),
        ({}, [], {}),
    ],
)
def test_each_leaver_is_put_between_those_who_were_still_in(stayed, leavers, found):
    assert places(stayed, leavers) == found
