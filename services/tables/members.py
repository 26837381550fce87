"""Tables and tournaments for members of a club only (CL-TABLE, CL-EVENT)."""

from domain.club.doors import asked_of, check_door, check_host
from domain.club.state import MEMBER, OFFICER, OWNER
from services.application.game_service import GameService
from services.clubs.club_storage import ClubStorage


class Members:
    """Asks at the door. Every method raises Refused and StoreUnavailable."""

    def __init__(self, games: GameService, clubs: ClubStorage) -> None:
        self._games, self._clubs = games, clubs

    async def opens(self, account: str, club: str) -> None:
        """Check the membership for a table; `club`: empty if the table has none."""
        await self._check(account, club, "CL-TABLE-01")

    async def sits_down(self, account: str, game_id: str, timeout_s: float) -> None:
        """Raises what Games.load raises, too."""
        aggregate = (await self._games.load(game_id, timeout_s=timeout_s)).loaded
        await self._check(account, asked_of(aggregate, account), "CL-TABLE-02")

    async def plays_again(self, account: str, game_id: str, timeout_s: float) -> None:
        """Check the membership for a rematch, with the terms of the finished game. Also raises the errors of
        GameService.load."""
        aggregate = (await self._games.load(game_id, timeout_s=timeout_s)).loaded
        await self._check(account, aggregate.terms.club or "", "CL-TABLE-02")

    async def enters(self, account: str, club: str) -> None:
        """Check the membership for a tournament; `club`: empty if it has none."""
        await self._check(account, club, "CL-EVENT-02")

    async def holds(self, account: str, club: str) -> None:
        """Check the membership for a tournament; `club`: empty if it has none."""
        if club:
            check_host(club, officer=await self._clubs.standing(club, account) in (OWNER, OFFICER))

    async def _check(self, account: str, club: str, rule: str) -> None:
        if club:
            check_door(club, rule, member=await self._clubs.standing(club, account) in (OWNER, OFFICER, MEMBER))
