"""The codec of everything this program can store: the table's events and those of every title in the catalogue."""

from functools import cache

from domain import catalogue
from domain.history.codec import Codec
from domain.table.messages import TABLE_EVENTS


def codec() -> Codec:
    return _codec(tuple(catalogue.TITLES))


@cache
def _codec(titles: tuple[str, ...]) -> Codec:
    first = {name: catalogue.TITLES[name].variants[0] for name in titles}
    deciders = {name: variant.decider({}, variant.players_min) for name, variant in first.items()}
    return Codec({"table": TABLE_EVENTS} | {name: decider.event_types for name, decider in deciders.items()})
