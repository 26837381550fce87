"""A lesson: a first game at a fixed seed, with a reason for each move.

Its file is in the folder `lessons` of its game's package. Texts are in English; the game's catalogues translate them.
"""

from typing import Any

from msgspec import Struct


class Step(Struct, frozen=True, forbid_unknown_fields=True):
    """One question of the lesson's player. `version`: that of the game when it is asked; a game in which all choose at
    once asks once in a `phase` of a `round`. `press`: the buttons of the page. `command`: the one that is wanted, as
    the contract spells it in JSON. `rule`: the rule that a wrong turn shows."""

    round: int
    phase: str
    version: int
    says: str
    rule: str
    press: tuple[str, ...]
    command: dict[str, Any]


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """`bot`: the strategy of all other seats. `words`: explanations of the words that the texts mark (`*shown|word*`).
    `end`: what is said after the last step."""

    variant: str
    players: int
    bot: str
    seed: str
    end: str
    words: dict[str, str]
    steps: tuple[Step, ...]
