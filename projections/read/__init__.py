"""The read side: all that the API asks of views, one part for each view. Never loads a game."""

from projections.contract import View
from projections.read.games import ShownGames
from projections.read.leaders import Leaderboards
from projections.read.lists import TableLists


class ReadSide:
    def __init__(self, boards: View, lists: View, leaders: View) -> None:
        self.games = ShownGames(boards)
        self.lists = TableLists(lists)
        self.leaders = Leaderboards(leaders, self.lists)
