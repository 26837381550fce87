"""Views that ask only for the ends of games find the same as from all events."""

from collections import Counter
from datetime import timedelta

import msgspec
import pytest

from domain import stored
from domain.history.file import take_apart
from domain.history.replay import advance
from domain.table.messages import TABLE_EVENTS, GameFinished, Resign
from projections.folds.ends import HEEDED, Ends, is_heeded
from projections.folds.leaders import Leaders
from projections.folds.transitions import BadEvent
from projections.stores.memory_view import MemoryView
from services.projection_runner.rebuild import digest
from support.histories import CODEC, NOON, Game, ListLog, a_busy_evening, played
from tests import corpus
from tests.projections.projection_kit import caught_up
from tests.projections.test_second_ratings import a_season_of_every_kind


def everything(log):
    a_season_of_every_kind(log)
    a_busy_evening(log)
    Game(log, "club", NOON + timedelta(days=3)).open("ann").seat("ann", "bob").start().choose(3, 1, 3, 1)


class AllEvents(Leaders):
    ends_only = False


async def written(log, projection, batch=4_000):
    generation = await MemoryView("leaders").live()
    await caught_up(log, [(projection, generation)], batch)
    return await digest(generation)


@pytest.mark.parametrize("batch", [40, 4_000])
async def test_leaderboards_of_the_ends_are_those_of_all_events(batch):
    log = ListLog()
    everything(log)
    assert await written(log, Leaders(), batch) == await written(log, AllEvents(), batch)


@pytest.mark.parametrize("cut", [25, 60])
async def test_who_goes_on_in_the_middle_of_games_or_has_no_room_for_them_reads_their_streams(cut, monkeypatch):
    monkeypatch.setattr("projections.folds.ends.OUTLINES_MAX", 2)
    log, some = ListLog(), ListLog()
    everything(log)
    generation = await MemoryView("leaders").live()
    some.streams = log.streams
    for upto in range(cut, len(log.rows) + cut, cut):
        some.rows = [each for each in log.rows[:upto] if each.position <= len(log.rows)]
        await caught_up(some, [(Leaders(), generation)])
    assert await digest(generation) == await written(log, AllEvents())


class CountedLog(ListLog):
    """A log that lists the streams that were loaded."""

    def __init__(self):
        super().__init__()
        self.loaded = []

    async def load(self, game_id, after=0):
        self.loaded.append(game_id)
        return await super().load(game_id, after)


async def test_the_game_that_moved_least_recently_is_forgotten_and_its_stream_is_loaded_at_its_end(monkeypatch):
    monkeypatch.setattr("projections.folds.ends.OUTLINES_MAX", 2)
    log = CountedLog()
    games = {name: Game(log, name).open("ann").seat("ann", "bob").start() for name in ("g1", "g2", "g3")}
    ends = Ends(log, CODEC.read)
    assert await ends.transitions(log.rows) == []
    for name in ("g3", "g2", "g1"):
        seen = len(log.rows)
        games[name].choose(3, 1, 3, 1)
        (found,) = await ends.transitions(log.rows[seen:])
        assert found.record.stream_id == name
    assert log.loaded == ["g1"]


async def test_rows_that_are_read_again_give_the_same_ends():
    log = ListLog()
    played(log, "g", "ann", "bob")
    game = Game(log, "left").open("ann").seat("ann", "bob").start().choose(3)
    game.execute(Resign(), "bob")
    ends = Ends(log, CODEC.read)
    for half in (log.rows[:9], log.rows, log.rows[9:], log.rows):
        found = await ends.transitions(half)
    assert [each.record.stream_id for each in found] == ["g", "left"]
    assert [type(each.record.event) for each in found] == [GameFinished, GameFinished]


async def test_an_event_of_the_table_that_nobody_knows_stops_the_leaderboards():
    log = ListLog()
    played(log, "g", "ann", "bob")
    row = log.rows[3].row
    log.append([msgspec.structs.replace(row, stream_id="h", version=1, topic="table.SeatSold/1")])
    with pytest.raises(BadEvent, match="SeatSold"):
        await Ends(log, CODEC.read).transitions(log.rows)


def counted(aggregate):
    """All of a game that leaderboards are made of (projections/folds/leaders.py, club_figures.py, finishers.py)."""
    sitters = [(each.account, each.guest, each.bot if not each.account else "") for each in aggregate.occupants]
    return aggregate.opened, sitters, aggregate.resigned, aggregate.lost_at, aggregate.not_behind


def streams():
    """Every golden game, and tables of every kind."""
    log = ListLog()
    everything(log)
    yield from ((CODEC, rows) for rows in log.streams.values())
    for path in corpus.files():
        yield stored.codec(), take_apart(corpus.content_of(path)).rows


def test_no_event_that_is_passed_over_changes_what_is_counted():
    """But before the start, which repeats the seats."""
    passed = Counter()
    for codec, rows in streams():
        aggregate = None
        for row in rows:
            record, before = codec.read(row), aggregate
            aggregate = advance(aggregate, record)
            if not is_heeded(row.topic) and before.rules:
                passed[row.topic] += 1
                assert counted(aggregate) == counted(before), row.topic
    assert len(passed) > 60


def test_every_event_of_the_table_is_heeded_or_known_to_be_passed_over():
    for kind in TABLE_EVENTS:
        assert all(is_heeded(each) == (kind in HEEDED) for each in CODEC.topics(kind)), kind
    assert not is_heeded("power_grid.BidPlaced/1")
    assert is_heeded("table.SeatSold/1")
