"""The refusal of a command that breaks a rule. No event happened, and the game is unchanged.

The domain has two kinds of failure and never mixes them: `Refused` is the player's mistake, an `AssertionError` is
ours.
"""

from collections.abc import Mapping
from typing import TypeAlias

Fact: TypeAlias = int | str | bool | tuple["Fact", ...] | Mapping[str, "Fact"] | None


class Refused(Exception):
    """A reason code of the rules catalogue, the rule that refuses, and the figures that explain it.

    `Refused("BID_BELOW_MINIMUM", "PG-AUC-04", bid=13, minimum=14)`; clients switch on `code`.
    """

    def __init__(self, code: str, rule: str, **facts: Fact) -> None:
        super().__init__(code, rule, facts)
        self.code = code
        self.rule = rule
        self.facts: dict[str, Fact] = facts

    def __str__(self) -> str:
        figures = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code} ({self.rule}{': ' if figures else ''}{figures})"
