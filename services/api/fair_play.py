"""Show operators how often an account's decisions agreed with `expert`, compared with players of about its rating."""

import asyncio
from collections.abc import Iterable, Sequence

from domain.history.agreement import Beyond, Sample, beyond, samples_of, share_of_games, share_of_players
from domain.history.analysis import read_analysis
from domain.history.codec import Codec
from domain.history.record import EventRow
from domain.history.replay import aggregate_after
from projections.folds.ratings import POINTS_A_UNIT, Rating
from projections.read.leaders import Leaderboards
from projections.read.lists import TableLists
from services.history.kept_analyses import KeptAnalyses
from services.store.interface import EventStore
from turnledger.v1 import operators_pb2

NEAR_POINTS = 160
"""Players whose ratings lie no further apart are compared."""
OWN_MAX, OTHERS_MAX = 100, 400
"""Explained games that are read: of the account's last finished ones, and of all players'."""
REMEMBERED = 10_000
_PAGE = 50
_PERMILLE = 1_000


class FairPlay:
    """Cached results of stored explanations. An explained game does not change."""

    def __init__(
        self, store: EventStore, codec: Codec, kept: KeptAnalyses, lists: TableLists, leaders: Leaderboards
    ) -> None:
        self._store, self._codec, self._kept, self._lists, self._leaders = store, codec, kept, lists, leaders
        self._known: dict[str, tuple[str, list[Sample]]] = {}

    async def of(self, account: str, variant: str) -> operators_pb2.CompareWithExpertResponse:
        """Raises StoreUnavailable, ViewUnavailable."""
        explained = [*await self._last_games(account, variant), *await self._kept.games(OTHERS_MAX)]
        samples = [each for game_id in dict.fromkeys(explained) for each in await self._samples(game_id, variant)]
        own = share_of_games(each for each in samples if each.account == account)
        rating = (await self._leaders.most_played(account, variant)).rating
        near = await self._near(account, variant, rating, {each.account for each in samples})
        others = share_of_players(each for each in samples if each.account in near)
        answer = operators_pb2.CompareWithExpertResponse(
            games=own.groups,
            decisions=own.decisions,
            share_permille=_permille(own.share),
            players=others.groups,
            others_decisions=others.decisions,
            others_share_permille=_permille(others.share),
        )
        found = beyond(own, others)
        if found:
            answer.beyond.CopyFrom(_beyond(found))
        return answer

    async def _last_games(self, account: str, variant: str) -> list[str]:
        found: list[str] = []
        after = ""
        for _ in range(OWN_MAX // _PAGE):
            page = await self._lists.played(account, after, _PAGE)
            found += [each.game_id for each in page.items if each.variant == variant]
            after = page.next
            if not after:
                break
        return found

    async def _samples(self, game_id: str, variant: str) -> Sequence[Sample]:
        if game_id not in self._known:
            content = await self._kept.whatever_of(game_id)
            if content is None:
                return ()
            rows = await self._store.load(game_id)
            if len(self._known) >= REMEMBERED:
                self._known.clear()
            self._known[game_id] = await asyncio.to_thread(self._counted, content, rows)
        played, samples = self._known[game_id]
        return samples if played == variant else ()

    def _counted(self, content: bytes, rows: Sequence[EventRow]) -> tuple[str, list[Sample]]:
        records = [self._codec.read(row) for row in rows]
        aggregate = aggregate_after(records)
        assert aggregate.rules, "what was explained has begun"
        return aggregate.opened.variant, samples_of(read_analysis(content, aggregate.rules), records)

    async def _near(self, account: str, variant: str, rating: Rating, accounts: Iterable[str]) -> set[str]:
        near = set[str]()
        for other in sorted(accounts):
            record = await self._leaders.most_played(other, variant)
            apart = POINTS_A_UNIT * abs(record.rating.mean - rating.mean)
            if other != account and record.games and apart <= NEAR_POINTS:
                near.add(other)
        return near


def _beyond(found: Beyond) -> operators_pb2.BeyondExpected:
    return operators_pb2.BeyondExpected(
        excess_permille=_permille(found.excess), low_permille=_permille(found.low), high_permille=_permille(found.high)
    )


def _permille(share: float) -> int:
    return round(_PERMILLE * share)
