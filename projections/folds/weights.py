"""The weight of a game for each player: by how often two players have met, and by how well known an opponent is.

These are the rules TB-RATE-04 and TB-RATE-08 of docs/rules/table.md. Both reduce the value of a second account: of one
that is met again and again, and of many that are met once.
"""

from collections.abc import Collection, Mapping, Sequence
from itertools import combinations

import msgspec
from msgspec import Struct

from projections.stores.interface import Change, Put


class Meetings(Struct, frozen=True):
    """The number of counted games that two players have ended together in a month of UTC."""

    month: str = ""
    games: int = 0


class Acquaintances(Struct, frozen=True):
    """The number of different opponents that a player has met in counted games."""

    players: int = 0


_encode = msgspec.json.Encoder(order="deterministic").encode
_meetings = msgspec.json.Decoder(Meetings).decode
_acquaintances = msgspec.json.Decoder(Acquaintances).decode


def meetings_key(pair: tuple[str, str]) -> str:
    """`pair`: in the order of their names."""
    return f"met.{pair[0]}.{pair[1]}"


def acquaintances_key(player: str) -> str:
    return f"acquaintances.{player}"


def pairs(players: Sequence[str]) -> list[tuple[str, str]]:
    """The pairs of players who met, each in the order of their names."""
    return list(combinations(sorted(players), 2))


def weight_keys(players: Sequence[str]) -> list[str]:
    """The data from which the weights of a game are computed."""
    return [*map(meetings_key, pairs(players)), *map(acquaintances_key, players)]


class Encounters:
    """Stored meetings of players and their counts, with the changes of a batch."""

    def __init__(self, stored: Mapping[str, bytes]) -> None:
        self._stored = stored
        self._met: dict[tuple[str, str], Meetings] = {}
        self._acquaintances: dict[str, Acquaintances] = {}

    def meet(self, players: Sequence[str], month: str, settled: Collection[str]) -> list[float]:
        """Counts a game, and says how much it counts for each: the mean over the opponents. `settled`: those of the
        players whose rating was not provisional before it."""
        known = {player: self._known(player).players for player in players}
        often = {pair: self._meet(pair, month) for pair in pairs(players)}
        return [_mean([_share(one, each, often, known, settled) for each in players if each != one]) for one in players]

    def changes(self) -> list[Change]:
        changes: list[Change] = [Put(meetings_key(pair), _encode(met)) for pair, met in self._met.items()]
        changes += [Put(acquaintances_key(player), _encode(each)) for player, each in self._acquaintances.items()]
        return changes

    def _known(self, player: str) -> Acquaintances:
        stored = self._stored.get(acquaintances_key(player))
        return self._acquaintances.get(player) or (_acquaintances(stored) if stored else Acquaintances())

    def _meet(self, pair: tuple[str, str], month: str) -> int:
        """Return the number of this game among the two players' games of the month."""
        stored = self._stored.get(meetings_key(pair))
        before = self._met.get(pair) or (_meetings(stored) if stored else Meetings())
        if not before.games:
            for player in pair:
                self._acquaintances[player] = Acquaintances(self._known(player).players + 1)
        self._met[pair] = Meetings(month, before.games + 1 if before.month == month else 1)
        return self._met[pair].games


def _share(
    one: str,
    opponent: str,
    often: Mapping[tuple[str, str], int],
    known: Mapping[str, int],
    settled: Collection[str],
) -> float:
    """Return the weight of a game for one opponent: the n-th game of the month counts 1/n. An opponent with a
    provisional rating counts at most the share (players it has met) / (players that this player has met), both counted
    with the present game."""
    pair = (one, opponent) if one < opponent else (opponent, one)
    certainty = 1.0 if opponent in settled else min(1.0, (1 + known[opponent]) / (1 + known[one]))
    return certainty / often[pair]


def _mean(shares: Sequence[float]) -> float:
    return sum(shares) / len(shares)
