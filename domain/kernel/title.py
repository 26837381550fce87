"""A game with all that it brings, as whatever is not a rule knows it. domain/catalogue.py lists every title once."""

from msgspec import Struct

from domain.kernel.editions import Editions
from domain.kernel.variant import Variant


class Title(Struct, frozen=True):
    """`name`: the deciders' own, with which stored topics begin and which the contract's cases are called by. Texts lie
    in the folder `texts` beside the variants, printed names in a module `names`: services/texts."""

    name: str
    variants: tuple[Variant, ...]
    editions: Editions
