"""The standing of a game when a player leaves, read a second time from its events: by the figures after a game about
cities and money, the profit of all plants and money, influence. It shares no rule and no board with the games."""

from tests.domain.card_game.referee_cards import profit
from tests.domain.colony61.referee.ending import score_of
from tests.domain.colony61.referee.game import follow
from tests.domain.colony61.referee.table import Table


class OfDemo:
    """The totals in its events; also of titles that tests make."""

    def __init__(self, players):
        self._totals = (0,) * players

    def follow(self, event):
        self._totals = getattr(event, "totals", self._totals)

    def worth(self):
        return self._totals


class OfPowerGrid:
    """Cities, then money."""

    def __init__(self, players):
        self._cities, self._cash = [0] * players, [0] * players

    def follow(self, event):
        if type(event).__name__ == "GameStarted":
            self._cash = [event.cash] * len(self._cash)
        if hasattr(event, "cash_after"):
            self._cash[event.player] = event.cash_after
        if type(event).__name__ == "CityConnected":
            self._cities[event.player] += 1

    def worth(self):
        return tuple(zip(self._cities, self._cash, strict=True))


class OfCardGame:
    """The profit of all plants, then money."""

    def __init__(self, players):
        self._plants, self._cash = [[] for _ in range(players)], [0] * players

    def follow(self, event):
        name = type(event).__name__
        if name == "GameStarted":
            self._cash = [event.cash] * len(self._cash)
        if hasattr(event, "cash_after"):
            self._cash[event.player] = event.cash_after
        if name == "PlantBought":
            self._plants[event.player].append(event.card)
        if name == "PlantScrapped":
            self._plants[event.player].remove(event.card)

    def worth(self):
        return tuple(zip(map(profit, self._plants), self._cash, strict=True))


class OfColony:
    """Influence, as the referee of that game counts it."""

    def __init__(self, players):
        self._players, self._table = players, None

    def follow(self, event):
        if type(event).__name__ == "GameStarted":
            self._table = Table(event.colony, self._players)
        if self._table and type(event).__module__.startswith("domain.colony61"):
            follow(self._table, event)

    def worth(self):
        table, estates = self._table, self._table.estates()
        return tuple(score_of(table.colony, table.markers, estates, seat)["influence"] for seat in range(self._players))


STANDING = {"demo": OfDemo, "power_grid": OfPowerGrid, "card_game": OfCardGame, "colony61": OfColony}
"""By the game of a variant: the part before its slash."""
