"""A game with all that it brings, as whatever is not a rule knows it. domain/catalogue.py lists every title once."""

from msgspec import Struct

from domain.kernel.editions import Editions
from domain.kernel.variant import Variant


class Title(Struct, frozen=True):
    """`name`: the name of the deciders. Stored topics begin with it, and the contract's cases use it. Texts are in the
    folder `texts` next to the variants, printed names in a module `names`: services/texts."""

    name: str
    variants: tuple[Variant, ...]
    editions: Editions
