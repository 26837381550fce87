"""Completion requirements: tables whose host asks how players end their games (TB-REL-01)."""

from msgspec import UnsetType

from domain.kernel.refused import Refused
from domain.table.aggregate import Aggregate
from domain.table.messages import LeastFinished

GAMES_COUNTED = 20
"""The last finished games of an account, of whatever kind."""


def check_least_finished(asked: LeastFinished) -> None:
    """Check the requirement as a term of a table."""
    if not 1 <= asked.percent <= 100 or not 0 <= asked.games <= GAMES_COUNTED:
        raise Refused(
            "MALFORMED_COMMAND", "TB-REL-01", field="least_finished", percent_max=100, games_max=GAMES_COUNTED
        )


def asked_of(aggregate: Aggregate, account: str) -> LeastFinished | None:
    """Return the requirement for an account that wants to take a seat. There is none for the host, for accounts that
    the host invited by name and for players who already have a seat."""
    terms = aggregate.terms
    if account == aggregate.opened.host or account in terms.invited or aggregate.seat_of(account) is not None:
        return None
    return terms.least_finished or None


def asks_as_much(table: LeastFinished | UnsetType, wanted: LeastFinished | UnsetType) -> bool:
    """Return whether all accounts that may take a seat meet a requirement of at least this much (TB-QUICK-04)."""
    if not wanted:
        return True
    return bool(table and table.percent >= wanted.percent and table.games >= wanted.games)


def check_reliable(asked: LeastFinished, games: int, finished: int) -> None:
    """`games`: how many of the last GAMES_COUNTED there are; `finished`: played to their end."""
    if not is_reliable(asked, games, finished):
        raise Refused(
            "TOO_FEW_FINISHED",
            "TB-REL-01",
            games=games,
            finished=finished,
            games_min=asked.games,
            percent_min=asked.percent,
        )


def is_reliable(asked: LeastFinished, games: int, finished: int) -> bool:
    return games >= asked.games and finished * 100 >= asked.percent * games
