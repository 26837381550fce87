"""Queries for figures of a club's tables. Every method raises ViewUnavailable."""

from projections.folds.club_figures import ClubFigures, figures_key, read_figures
from projections.stores.interface import SHARED, View


class ClubLadders:
    def __init__(self, leaders: View) -> None:
        self._leaders = leaders

    async def figures(self, club: str) -> ClubFigures:
        """Empty where nothing was played."""
        (stored,) = await (await self._leaders.live()).get(SHARED, figures_key(club))
        return read_figures(stored)
