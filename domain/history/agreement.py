"""How often somebody's decisions were those of `expert`, beside what others of about the same rating make likely.

Of games that were explained. A figure with its interval, and no verdict: docs/bots.md, «Fair play».
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from math import fsum, sqrt

from msgspec import Struct

from domain.history.analysis import Analysis
from domain.history.record import Recorded
from domain.table.messages import BOT_ACTOR, SERVER_ACTOR

NORMAL_95 = 1.96
"""Standard errors to each side that 95 of 100 intervals need."""
GROUPS_LEAST = 5
"""Games of one's own, and players beside them: with fewer the spread between them is not known."""


class Sample(Struct, frozen=True):
    """Decisions of one account in one game, and how many of them were those of `expert`."""

    account: str
    game_id: str
    decisions: int
    equal: int


class Share(Struct, frozen=True):
    """Of `decisions` in `groups` (games, or players) that part was those of `expert`. `error`: standard error, by how
    the groups differ; None with fewer than GROUPS_LEAST."""

    groups: int
    decisions: int
    equal: int
    error: float | None

    @property
    def share(self) -> float:
        return self.equal / self.decisions if self.decisions else 0.0


class Beyond(Struct, frozen=True):
    """What one's own share exceeds that of others by, from `low` to `high` in 95 of 100 such comparisons."""

    excess: float
    low: float
    high: float


def samples_of(analysis: Analysis, records: Sequence[Recorded]) -> list[Sample]:
    """Of the people who decided something in the game; what bots and the server did for a seat is nobody's."""
    decisions, equal = Counter[str](), Counter[str]()
    for each in analysis.decisions:
        actor = records[each.version - 1].envelope.actor
        if actor.startswith(BOT_ACTOR) or actor == SERVER_ACTOR:
            continue
        decisions[actor] += 1
        equal[actor] += each.best == each.done
    return [Sample(who, analysis.game_id, n, equal[who]) for who, n in sorted(decisions.items())]


def share_of_games(samples: Iterable[Sample]) -> Share:
    return _share([(each.decisions, each.equal) for each in samples])


def share_of_players(samples: Iterable[Sample]) -> Share:
    decisions, equal = Counter[str](), Counter[str]()
    for each in samples:
        decisions[each.account] += each.decisions
        equal[each.account] += each.equal
    return _share([(n, equal[who]) for who, n in sorted(decisions.items())])


def _share(groups: Sequence[tuple[int, int]]) -> Share:
    """A ratio of sums; its error by the groups, since decisions of one game, or of one player, are alike."""
    decisions, equal = sum(n for n, _ in groups), sum(k for _, k in groups)
    if len(groups) < GROUPS_LEAST:
        return Share(len(groups), decisions, equal, None)
    share = equal / decisions
    spread = fsum([(k - share * n) ** 2 for n, k in groups])
    return Share(len(groups), decisions, equal, sqrt(spread * len(groups) / (len(groups) - 1)) / decisions)


def beyond(own: Share, others: Share) -> Beyond | None:
    """None where too little is there to say how uncertain it is."""
    if own.error is None or others.error is None:
        return None
    excess, error = own.share - others.share, sqrt(own.error**2 + others.error**2)
    return Beyond(excess, excess - NORMAL_95 * error, excess + NORMAL_95 * error)
