"""Arenas: quick games one after the other over a span of time, with free players paired as they come (EV-ARENA)."""

from collections.abc import Mapping, Sequence

from domain.kernel.decision import Decision
from domain.kernel.refused import Refused
from domain.table.messages import SERVER_ACTOR
from domain.tournament.messages import CloseArena, Pairing, RoundPaired, SpanEnded
from domain.tournament.seating import sat_so_far, seated
from domain.tournament.standings import tally
from domain.tournament.state import ANNULLED, IN, RUNNING, Tournament

TABLES_MAX = 10_000
"""The most games of one arena: its history has to be read whole."""
MINUTE_MS = 60_000
Last = Mapping[int, tuple[int, frozenset[int]]]
"""The last table that a player played at, and its players."""


def close(decided: Decision[None, Tournament], _: CloseArena, actor: str, now_ms: int) -> None:
    """EV-ARENA-05: said by the server, once the span is over."""
    if actor != SERVER_ACTOR:
        raise Refused("NOT_THE_SERVER", "EV-ARENA-05")
    if not 0 < decided.state.ends_ms <= now_ms:
        raise Refused("SPAN_NOT_OVER", "EV-ARENA-05")
    if not decided.state.closed:
        decided.record(SpanEnded())


def end_span(decided: Decision[None, Tournament], now_ms: int) -> None:
    """Any command after the end time ends the arena, so no pairing follows it (EV-ARENA-05)."""
    tournament = decided.state
    if tournament.status == RUNNING and 0 < tournament.ends_ms <= now_ms and not tournament.closed:
        decided.record(SpanEnded())


def next_tables(tournament: Tournament) -> RoundPaired | None:
    """Return whole tables of free players, or None (EV-ARENA-03, EV-ARENA-04)."""
    terms, number, first = tournament.terms, tournament.round + 1, len(tournament.games) + 1
    playing = {entrant for table in tournament.waits_for for entrant in tournament.games[table].pairing.seats}
    free = [entrant for entrant in tournament.those(IN) if entrant not in playing]
    if len(free) < terms.seats:
        return None
    last, tallies = _last_games(tournament), tally(tournament)
    points = {entrant: tallies[entrant].points for entrant in free}
    drawn = tournament.dice.roll(f"pairing {number}").shuffle(free)
    order = sorted(drawn, key=lambda entrant: last[entrant][0] if entrant in last else 0)
    pods: list[list[int]] = []
    while len(order) >= terms.seats and first + len(pods) <= TABLES_MAX:
        pod = _with_companions(order, terms.seats, last, points)
        if _met_just_now(pod, last) and (playing or pods):
            break
        pods.append(pod)
        order = [entrant for entrant in order if entrant not in pod]
    if not pods:
        return None
    sat = sat_so_far([game.pairing.seats for game in tournament.games.values()], terms.seats)
    roll = tournament.dice.roll(f"seats {number}")
    pairings = [
        Pairing(table, 0, terms.variants[(table - 1) % len(terms.variants)], seated(roll.shuffle(pod), sat))
        for table, pod in enumerate(pods, first)
    ]
    return RoundPaired(number, tuple(pairings), ())


def _last_games(tournament: Tournament) -> Last:
    found: dict[int, tuple[int, frozenset[int]]] = {}
    for table, game in tournament.games.items():
        if game.status != ANNULLED:
            together = frozenset(game.pairing.seats)
            found |= dict.fromkeys(game.pairing.seats, (table, together))
    return found


def _with_companions(order: Sequence[int], seats: int, last: Last, points: Mapping[int, int]) -> list[int]:
    """The first of the order, and one after the other who met fewest of them in its last game or theirs, then who has
    about as many points."""
    pod = [order[0]]
    while len(pod) < seats:
        others = [entrant for entrant in order if entrant not in pod]
        pod.append(min(others, key=lambda each: (_meetings(each, pod, last), abs(points[each] - points[pod[0]]))))
    return pod


def _meetings(entrant: int, pod: Sequence[int], last: Last) -> int:
    """Return with how many of them the player shared its last game, or they theirs."""
    nobody = (0, frozenset[int]())
    mine = last.get(entrant, nobody)[1]
    return sum(other in mine or entrant in last.get(other, nobody)[1] for other in pod)


def _met_just_now(pod: Sequence[int], last: Last) -> bool:
    """Return whether all of them come from the same table."""
    return len({last[entrant][0] if entrant in last else -entrant - 1 for entrant in pod}) == 1
