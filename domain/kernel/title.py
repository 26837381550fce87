"""A game with all that it brings, as whatever is not a rule knows it. domain/catalogue.py lists every title once."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from domain.kernel.editions import Editions
from domain.kernel.sentences import Sentences, Text
from domain.kernel.variant import Variant


class Title(Struct, frozen=True):
    """`name`: the deciders' own, with which stored topics begin and which the contract's cases are called by. `names`:
    what is printed on cards, by id, for refusals. `reasons`: refusals in words, by code and language, of a
    title whose texts do not stand in services/api/texts."""

    name: str
    variants: tuple[Variant, ...]
    editions: Editions
    sentences: Sentences
    names: Callable[[], Mapping[str, Text]] = dict
    reasons: Mapping[str, Mapping[str, str]] = {}
