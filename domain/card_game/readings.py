"""Other readings of rules that the printed text leaves open, as options of the host; the first value is the default.

Each decision: docs/rules/card_game.md §12. A game under the default readings records nothing about them, as games from
before the options came."""

from collections.abc import Mapping

from domain.kernel.variant import OptionSpec

TRUST_TAKES = OptionSpec("trust_takes", ("after_replacement", "before_replacement"))
"""DEC-CG-16."""
BURNT_CARDS = OptionSpec("burnt_cards", ("fixed", "chosen"))
"""DEC-CG-20."""
READINGS = (TRUST_TAKES, BURNT_CARDS)


def recorded(options: Mapping[str, str]) -> dict[str, str]:
    """Return the options that a game records: readings only where they are not the default."""
    defaults = {option.name: option.values[0] for option in READINGS}
    return {name: value for name, value in options.items() if defaults.get(name) != value}
