"""The versions of the rules, and what each changed. A game keeps the one it began with: docs/evolution.md.

Version 2 reads RU-03 otherwise (DEC-PG-04): the pass of the first in order counts also after an auction that it lost.
A bid says whom it outbids. Its games are written with the newer schemas of messages.py.

In version 3 fuel is stored on plants (PG-FUEL-11, DEC-PG-54): a plan is legal where all fuel can be arranged so that
each running plant holds what it burns. Before, any plant burnt any fuel of its owner. A robot draws its city among six
(RB-10, DEC-PG-53): where a region has more for it, the last player bars cities. Before, it drew among all. The tiles of
the base edition are used (RB-02).
"""

from collections.abc import Mapping

from domain.power_grid.rules import Answers, WhenFirstPlayerPasses

SIX_COLOURS = 6
"""Houses of six colours are drawn for the cities of a region."""
VERSIONS: Mapping[int, Answers] = {
    1: Answers(
        first_pass=WhenFirstPlayerPasses(first_decision_only=True),
        names_outbid=False,
        fuel_on_plants=False,
        robots_draw_among=None,
    ),
    2: Answers(first_pass=WhenFirstPlayerPasses(), names_outbid=True, fuel_on_plants=False, robots_draw_among=None),
    3: Answers(
        first_pass=WhenFirstPlayerPasses(), names_outbid=True, fuel_on_plants=True, robots_draw_among=SIX_COLOURS
    ),
}
