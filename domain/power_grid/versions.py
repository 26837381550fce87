"""The versions of the rules, and what each changed. A game keeps the one it began with: docs/evolution.md.

Version 2 reads RU-03 otherwise (DEC-PG-04): the pass of the first in order counts also after an auction that it lost.
A bid says whom it outbids. Its games are written with the newer schemas of messages.py.
"""

from collections.abc import Mapping

from domain.power_grid.rules import Answers, WhenFirstPlayerPasses

VERSIONS: Mapping[int, Answers] = {
    1: Answers(first_pass=WhenFirstPlayerPasses(first_decision_only=True), names_outbid=False),
    2: Answers(first_pass=WhenFirstPlayerPasses(), names_outbid=True),
}
