"""Looks into the past of games: how many an account may take, an address, and all together at one game."""

from services.platform.callers import Caller, CallerLimiter
from services.platform.rate_limiter import Limiter

TOGETHER = 5
"""An address may take so many times as much as an account, and so may all who look at the same game."""


class HistoryQuota:
    """`per_s`, `burst`: of an account. A look costs what it reads: a board at a version or a page of events some
    hundred rows, however long the game is; an export or a proof all of it (services/platform/rate_limiter.py:
    cost_of_look)."""

    def __init__(self, per_s: float, burst: int) -> None:
        self._accounts = Limiter(per_s, burst)
        self._callers = CallerLimiter(TOGETHER * per_s, TOGETHER * burst)
        self._games = Limiter(TOGETHER * per_s, TOGETHER * burst)

    def take(self, account: str, caller: Caller, game_id: str = "", cost: int = 1) -> None:
        """Take one from the quota. `game_id`: empty for a game that is not stored here yet. Raises TooFast."""
        self._accounts.take(account, cost)
        self._callers.take(caller, cost)
        if game_id:
            self._games.take(game_id, cost)
