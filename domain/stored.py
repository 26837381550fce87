"""The codecs of everything this program can store: the table's events and those of every title, orders,
tournaments, clubs."""

from collections.abc import Iterable
from functools import cache

from domain import catalogue
from domain.club.messages import EVENTS as CLUB_EVENTS
from domain.history.codec import Codec
from domain.kernel.title import Title
from domain.table.messages import ORDER_EVENTS, TABLE_EVENTS
from domain.tournament.messages import EVENTS


def codec() -> Codec:
    return _codec(tuple(catalogue.TITLES))


@cache
def _codec(titles: tuple[str, ...]) -> Codec:
    return codec_of([catalogue.TITLES[name] for name in titles])


def codec_of(titles: Iterable[Title]) -> Codec:
    """Return a codec of the table's events and those of these titles."""
    first = {each.name: each.variants[0] for each in titles}
    deciders = {name: variant.decider({}, variant.players_min) for name, variant in first.items()}
    return Codec({"table": TABLE_EVENTS} | {name: decider.event_types for name, decider in deciders.items()})


@cache
def orders_codec() -> Codec:
    """Of the private streams of seats (domain/table/standing_orders.py)."""
    return Codec({"orders": ORDER_EVENTS})


@cache
def tournament_codec() -> Codec:
    """Of the streams of tournaments (domain/tournament)."""
    return Codec({"event": EVENTS})


@cache
def club_codec() -> Codec:
    """Of the streams of clubs (domain/club)."""
    return Codec({"club": CLUB_EVENTS})
