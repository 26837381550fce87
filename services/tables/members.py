"""Tables and tournaments for members of a club only (CL-TABLE, CL-EVENT)."""

from domain.club.doors import asked_of, check_door, check_host
from domain.club.state import MEMBER, OFFICER, OWNER
from services.application.games import Games
from services.clubs.storage import ClubStorage


class Members:
    """Asks at the door. Every method raises Refused and StoreAway."""

    def __init__(self, games: Games, clubs: ClubStorage) -> None:
        self._games, self._clubs = games, clubs

    async def opens(self, account: str, club: str) -> None:
        """A table; `club`: empty where it is nobody's."""
        await self._check(account, club, "CL-TABLE-01")

    async def sits_down(self, account: str, game_id: str, timeout_s: float) -> None:
        """Raises what Games.load raises, too."""
        aggregate = (await self._games.load(game_id, timeout_s=timeout_s)).loaded
        await self._check(account, asked_of(aggregate, account), "CL-TABLE-02")

    async def plays_again(self, account: str, game_id: str, timeout_s: float) -> None:
        """With those of a game that is over. Raises what Games.load raises, too."""
        aggregate = (await self._games.load(game_id, timeout_s=timeout_s)).loaded
        await self._check(account, aggregate.terms.club or "", "CL-TABLE-02")

    async def enters(self, account: str, club: str) -> None:
        """A tournament; `club`: empty where it is nobody's."""
        await self._check(account, club, "CL-EVENT-02")

    async def holds(self, account: str, club: str) -> None:
        """A tournament; `club`: empty where it is nobody's."""
        if club:
            check_host(club, officer=await self._clubs.standing(club, account) in (OWNER, OFFICER))

    async def _check(self, account: str, club: str, rule: str) -> None:
        if club:
            check_door(club, rule, member=await self._clubs.standing(club, account) in (OWNER, OFFICER, MEMBER))
