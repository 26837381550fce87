"""The codec of everything this program can store: the table's events and those of every game in the catalogue."""

from functools import cache

from domain import catalogue
from domain.history.codec import Codec
from domain.table.messages import TABLE_EVENTS


@cache
def codec() -> Codec:
    deciders = [variant.decider({}, variant.players_min) for variant in catalogue.VARIANTS.values()]
    return Codec({"table": TABLE_EVENTS} | {decider.name: decider.event_types for decider in deciders})
