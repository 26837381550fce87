"""Every rating can be computed again from the exported files: a second computation finds the same."""

from datetime import timedelta

import pytest

from domain import stored
from domain.history.file import export
from domain.kernel.dice import Dice
from domain.table.messages import SERVER_ACTOR, OpenTable, Resign, StartGame, TakeSeat, TimeOut
from projections.folds.leaders import Leaders
from projections.folds.player_records import Leaderboard, read_record, record_key
from projections.folds.ratings import Rating, rate
from projections.read.leaders import Leaderboards
from projections.read.lists import TableLists
from projections.stores.memory_view import MemoryView
from services.application.game_service import GameService
from services.history.export import Exporter
from services.history.seals import Seals
from services.store import open_sql, open_store
from support import demo
from support.histories import CODEC, NOON, Game, ListLog
from support.played_games import KEYS
from tests.projections.projection_kit import caught_up
from tests.projections.second_ratings import moved, ratings
from tests.projections.test_leaders import FORFEITS, KINDS, seated
from tests.table_services.services_kit import FakeClock


def a_season_of_every_kind(log):
    """Games of two and three, live and slow, with bots and without, two months long, and one that is not rated."""
    players = ("ann", "bob", "cy", "dan", "eve")
    for number in range(42):
        chosen = [players[(number + step * (1 + number % 2)) % 5] for step in range(2 + number % 2)]
        if number % 5 == 4:
            chosen[-1] = "bot:greedy"
        choices = [(number * 7 + place) % 3 + 1 for place in range(2 * len(chosen))]
        terms, _ = KINDS[number % len(KINDS)]
        game = Game(log, f"g{number}", NOON + timedelta(days=1.5 * number))
        game.open(chosen[0], seats=len(chosen), terms=terms).seat(*chosen).start().choose(*choices[: len(chosen)])
        if number % 4 == 3:
            game.execute(Resign(), chosen[number % 2])
        if not game.aggregate.outcome:
            game.choose(*choices[len(chosen) :])
    seated(log, "unrated", "ann", "bob", rated=False).choose(3, 1, 2, 2)
    seated(log, "third", "ann", "bob", "cy", terms=FORFEITS, at=NOON + timedelta(days=70)).choose(2, 1, 3)
    late(log, "late-level", 75, 0, 1, choices=(3, 1, 3))
    late(log, "late-between", 80, 2, 0, choices=(1, 3, 2))
    for day in (200, 201, 420, 1_500):  # after months without a game
        seated(log, f"day-{day}", "ann", "bob", "cy", at=NOON + timedelta(days=day)).choose(3, 2, 1, 1, 3, 1)


def late(log, name, day, *seats, choices):
    """A game of three, in which the time of two ends at the same moment after the first round."""
    game = seated(log, name, "ann", "bob", "cy", terms=FORFEITS, at=NOON + timedelta(days=day)).choose(*choices)
    (stays,) = {0, 1, 2} - set(seats)
    game.move(stays, demo.Choose(stays, 1))
    game.at += timedelta(days=1)
    for seat in seats:
        game.execute(TimeOut(seat), SERVER_ACTOR)
    return game


async def agree(files, view):
    """Compare each player's rating on every board, and on all-time boards after each game."""
    found, generation = ratings(files), await view.live()
    leaders = Leaderboards(view, TableLists(MemoryView("lists")))
    for (bots, slow, variant, season), of in found.items():
        board = Leaderboard(variant, season, bots, not slow)
        stored = {player: (await generation.get("", record_key(board, player)))[0] for player in of}
        here = {player: read_record(each) for player, each in stored.items()}
        assert {player: near(each.rating) for player, each in here.items()} == {
            player: pytest.approx(went[-1], abs=0.0005) for player, went in of.items()
        }, board
        assert {player: each.games for player, each in here.items()} == {each: len(went) for each, went in of.items()}
        for player, went in of.items() if not season else ():
            page = await leaders.history(player, variant, bots=bots, live=not slow, limit=100)
            assert [near(each.rating) for each in reversed(page.games)] == [
                pytest.approx(each, abs=0.0005) for each in went
            ], (board, player)
    return found


def near(rating):
    return (rating.mean, rating.doubt)


class Played:
    """A rated game of three at the service, which bots play until a player leaves."""

    def __init__(self, games, clock, variant, number):
        self.games, self.clock, self.variant, self.number = games, clock, variant, number
        self.given, self.game_id = 0, ""

    async def begun(self, *players, terms=None):
        command = OpenTable(self.variant, len(players), terms=terms)
        self.game_id = (await self.games.open_table(command, actor=players[0], request_id=self._request())).game_id
        for player in players:
            await self.execute(TakeSeat(), player)
        await self.execute(StartGame(), players[0])

    async def execute(self, command, actor):
        self.clock.jump_s(1)
        await self.games.execute(self.game_id, command, actor=actor, request_id=self._request())

    async def play(self, commands):
        for _ in range(commands):
            if to_act := (await self.aggregate()).to_act:
                await self.move(to_act[0])

    async def move(self, seat):
        game = await self.aggregate()
        roll = Dice.from_text(f"{self.variant}/{self.given}").roll("bots")
        command = game.rules.bots["greedy"](
            game.rules.view(game.play, seat), game.rules.options(game.play, seat), seat, roll
        )
        await self.execute(command, game.occupants[seat].actor)

    async def waits_for_nobody_but(self, seat):
        while (to_act := (await self.aggregate()).to_act) not in ((), (seat,)):
            await self.move(next(each for each in to_act if each != seat))

    async def aggregate(self):
        return (await self.games.load(self.game_id)).loaded

    def _request(self):
        self.given += 1
        return f"{self.variant}/{self.number}/{self.given}"


async def left_by_two(games, clock, variant, number):
    """One resigns, another lets the time run out; unless the cards end the game before."""
    game, players = Played(games, clock, variant, number), ["ann", "bob", "cy"]
    await game.begun(*players[number:], *players[:number], terms=FORFEITS)
    await game.play(60 + 25 * number)
    first, second = number, (number + 1) % 3
    if not (await game.aggregate()).outcome:
        await game.execute(Resign(), (await game.aggregate()).occupants[first].account)
    await game.play(10)
    await game.waits_for_nobody_but(second)
    clock.jump_s(700)
    if not (await game.aggregate()).outcome:
        await game.execute(TimeOut(second), SERVER_ACTOR)
    return game.game_id


@pytest.mark.slow
@pytest.mark.rule("TB-RATE-10")
async def test_a_second_computation_finds_the_ratings_of_real_games_that_players_left(tmp_path):
    clock, url = FakeClock(), f"sqlite:///{tmp_path}/events.db"
    store, sql = open_store(url), open_sql(url)
    games = GameService(store, stored.codec(), clock)
    variants = ("power_grid/russia", "card_game", "colony61")
    left = [await left_by_two(games, clock, variant, number) for variant in variants for number in range(3)]
    exporter, view = Exporter(store, stored.codec(), KEYS, Seals(sql)), MemoryView("leaders")
    files = [await exporter.export(game_id) for game_id in left]
    await caught_up(store, [(Leaders(), await view.live())], codec=stored.codec())
    found = await agree(files, view)
    assert {board[2] for board in found} == {"", *variants}
    assert {len(went) for went in found[False, False, "", ""].values()} == {9}
    await store.close()
    await sql.close()


@pytest.mark.rule("TB-RATE-02", "TB-RATE-04", "TB-RATE-08", "TB-RATE-09", "TB-RATE-11", "TB-RATE-12")
async def test_a_second_computation_finds_every_rating_in_the_exported_files_alone():
    log, view = ListLog(), MemoryView("leaders")
    a_season_of_every_kind(log)
    await caught_up(log, [(Leaders(), await view.live())])
    found = await agree(reversed([export(rows, CODEC, KEYS.signer) for rows in log.streams.values()]), view)
    assert {board[:2] for board in found} == {(bots, slow) for bots in (False, True) for slow in (False, True)}
    assert set(found[False, True, "", ""]) == set(found[False, False, "", ""]) == {"ann", "bob", "cy", "dan", "eve"}
    assert {board[3] for board in found} >= {"", "2026-11", "2026-12", "2027-01", "2027-06", "2028-01", "2030-12"}


def test_the_published_parameters_move_ratings_as_the_library_does():
    ratings = [(25.0, 8.333333), (31.5, 3.2), (18.25, 6.75), (27.0, 1.1)]
    for ranks in ([1, 2, 3, 4], [2, 1, 2, 4], [1, 1, 1, 1], [4, 3, 1, 1]):
        weights = [1, 0.5, 0.25, 0.75]
        here = [(each.mean, each.doubt) for each in rate([Rating(*each) for each in ratings], ranks, weights)]
        for one, other in zip(here, moved(ratings, ranks, weights), strict=True):
            assert one == pytest.approx(other, abs=0.00001)
