"""Other readings of rules that the printed text leaves open, as options of the host; the first value is the default.

Each decision: docs/rules/colony61.md §15. A game under the default readings records nothing about them, as games from
before the options came."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import asdict

from domain.kernel.variant import OptionSpec

UNPAYABLE_CARDS = OptionSpec("unpayable_cards", ("not_laid", "recycled"))
"""DEC-C61-04."""
PAY_TOGETHER = OptionSpec("pay_together", ("from_next_turn", "at_once"))
"""DEC-C61-06."""
PICTOGRAMS = OptionSpec("pictograms", ("every_arrival", "once", "given_back"))
"""DEC-C61-08."""
DOUBLING = OptionSpec("doubling", ("with_bonuses", "without_bonuses"))
"""DEC-C61-12."""
READINGS = (UNPAYABLE_CARDS, PAY_TOGETHER, PICTOGRAMS, DOUBLING)


class Readings(Struct, frozen=True):
    """The readings that a table plays under: a field for each option."""

    unpayable_cards: str = UNPAYABLE_CARDS.values[0]
    pay_together: str = PAY_TOGETHER.values[0]
    pictograms: str = PICTOGRAMS.values[0]
    doubling: str = DOUBLING.values[0]

    @classmethod
    def of(cls, options: Mapping[str, str]) -> "Readings":
        return cls(*[options[option.name] for option in READINGS])

    def recorded(self) -> dict[str, str]:
        """Return the readings that a game records: those that are not the default."""
        return {name: value for name, value in asdict(self).items() if value != getattr(AS_PRINTED, name)}


AS_PRINTED = Readings()
