"""Views of games where these are spread over several logs: one a log, each followed for by itself."""

from collections.abc import Awaitable, Callable, Sequence

from projections.stores.interface import View

NumberOf = Callable[[str], Awaitable[int]]
"""Return which log holds a game, by its number. May raise the store's StoreUnavailable."""


class Spread:
    """`number_of`: is not asked where there is one view."""

    def __init__(self, views: Sequence[View], number_of: NumberOf | None = None) -> None:
        self._views, self._number_of = views, number_of

    async def of(self, game_id: str) -> View:
        """The view that the game is in, if there is such a game."""
        if self._number_of is None:
            return self._views[0]
        return self._views[await self._number_of(game_id)]
