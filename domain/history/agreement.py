"""How often a player's decisions were those of `expert`, compared with other players of about the same rating.

It counts explained games. It gives a figure with its interval, and no verdict: docs/bots.md, “Fair play”.
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
"""The least number of own games, and of players to compare with. With fewer, the spread between them is unknown."""


class Sample(Struct, frozen=True):
    """Decisions of one account in one game, and how many of them were those of `expert`."""

    account: str
    game_id: str
    decisions: int
    equal: int


class Share(Struct, frozen=True):
    """The share of `decisions` in `groups` (games or players) that agreed with `expert`. `error`: standard error, by
    the differences between groups; None with fewer than GROUPS_LEAST."""

    groups: int
    decisions: int
    equal: int
    error: float | None

    @property
    def share(self) -> float:
        return self.equal / self.decisions if self.decisions else 0.0


class Beyond(Struct, frozen=True):
    """The difference between the player's share and that of others: between `low` and `high` in 95 of 100 such
    comparisons."""

    excess: float
    low: float
    high: float


def samples_of(analysis: Analysis, records: Sequence[Recorded]) -> list[Sample]:
    """Return the decisions of people in the game. Decisions that bots or the server made for a seat are left out."""
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
    """Return the standard error, or None where there are too few groups."""
    if own.error is None or others.error is None:
        return None
    excess, error = own.share - others.share, sqrt(own.error**2 + others.error**2)
    return Beyond(excess, excess - NORMAL_95 * error, excess + NORMAL_95 * error)
