"""The read side: all that the API asks of views, one part for each kind of question. Never loads a game."""

from collections.abc import Mapping

from projections.folds.boards import Boards
from projections.folds.leaders import Leaders
from projections.folds.lists import Lists
from projections.read.clubs import ClubLadders
from projections.read.games import BoardQueries
from projections.read.leaders import Leaderboards
from projections.read.lists import TableLists
from projections.read.spread import Spread
from projections.read.statistics import Statistics
from projections.stores.interface import View


class Queries:
    """`views`: by the names of their projections. `boards`: where games are spread over several logs."""

    def __init__(self, views: Mapping[str, View], boards: Spread | None = None) -> None:
        self.games = BoardQueries(boards or Spread([views[Boards.name]]))
        self.lists = TableLists(views[Lists.name])
        self.leaders = Leaderboards(views[Leaders.name], self.lists)
        self.statistics = Statistics(views[Leaders.name])
        self.clubs = ClubLadders(views[Leaders.name])
