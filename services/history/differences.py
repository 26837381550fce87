"""Compares two sets of verdicts: which games a change of the rules altered, one line per difference."""

from collections import defaultdict
from collections.abc import Iterable

from msgspec import Struct

from domain.history.verify import Verdict

SAID_MAX = 160


class Difference(Struct, frozen=True):
    """Games of one variant and rules version that come out otherwise in one way: `event`, the type of the event that
    differs, and `rules`, what it follows from. `first_version`: the earliest version in any of them, of `example`."""

    variant: str
    rules_version: int | None
    code: str
    rules: str
    event: str
    games: int
    first_version: int
    example: str
    says: str

    def __str__(self) -> str:
        games = "1 game" if self.games == 1 else f"{self.games} games"
        played = f"{self.variant or 'unknown variant'}, rules version {self.rules_version or '?'}"
        return (
            f"{played}: {games} altered by {self.event or 'the file'} ({self.rules}), {self.code} first at version"
            f" {self.first_version} of {self.example}: {self.says[:SAID_MAX]}"
        )


def differences(verdicts: Iterable[Verdict]) -> tuple[Difference, ...]:
    """Those with a fault, by what differs; most games first."""
    alike = defaultdict(list)
    for verdict in verdicts:
        if fault := verdict.fault:
            event = fault.topic.rpartition("/")[0]
            alike[verdict.variant, verdict.rules_version, fault.code, fault.rule, event].append((fault, verdict))
    found = []
    for (variant, version, code, rules, event), cases in alike.items():
        fault, first = min(cases, key=lambda case: (case[0].version, case[1].game_id))
        example = first.game_id or "a file"
        found.append(Difference(variant, version, code, rules, event, len(cases), fault.version, example, fault.says))
    return tuple(sorted(found, key=lambda each: (-each.games, each.variant, each.event, each.code)))
