"""The cost of tables that state the number of tries of `expert` (TB-BOT-02)."""

from domain import catalogue
from domain.table.messages import Terms
from domain.table.tries import check_allowed, expert_of
from services.application.game_service import GameService
from services.platform.callers import Caller
from services.platform.history_quota import HistoryQuota
from services.tables.open_tables import is_open

TRIES, TRIES_PER_S = 1_000, 1_000 / 3600
"""Beyond the usual, of the tables that an account opens: at once, and as many again in an hour. A game of four experts
keeps a core busy for some seconds for each try."""


class Budgets:
    """`most`: tries that a table may state here."""

    def __init__(self, games: GameService, most: int) -> None:
        self._games, self._most = games, most
        self._stated = HistoryQuota(TRIES_PER_S, TRIES)

    async def opens(self, game_id: str, variant: str, terms: Terms, account: str, caller: Caller) -> None:
        """Charge the account before the table is opened; a repeated request, whose table exists, costs nothing. Raises
        Refused, TooFast."""
        if terms.tries and not await is_open(self._games, game_id):
            self._take(variant, terms, account, caller)

    async def plays_again(self, game_id: str, account: str, caller: Caller, timeout_s: float) -> None:
        """Charge the account before a rematch, whose table has the terms of the game. Raises Refused, TooFast and the
        errors of GameService.load."""
        opened = (await self._games.load(game_id, timeout_s=timeout_s)).loaded.opened
        if opened.terms:
            self._take(opened.variant, opened.terms, account, caller)

    def _take(self, variant: str, terms: Terms, account: str, caller: Caller) -> None:
        check_allowed(terms, self._most)
        found = catalogue.find(variant)
        expert = expert_of(found.decider({}, found.players_min))
        if terms.tries and expert and terms.tries > expert.tries:
            self._stated.take(account, caller, cost=terms.tries - expert.tries)
