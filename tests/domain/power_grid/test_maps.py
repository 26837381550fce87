"""Requirements on a map besides its figures and its layer: a chapter of rules, and tests of it.

Tests of all maps use `MAPS`: if positions, the referee or golden games of a new one are missing, they fail.
"""

import re
from pathlib import Path

import pytest

from domain import catalogue
from domain.power_grid.editions import current, pinned
from tests.domain.power_grid.positions import MAPS, REGIONS
from tests.domain.power_grid.referee_plants import MARKET_IN_STAGE_3

RULES = (Path(__file__).parents[3] / "docs/rules/power_grid.md").read_text()
CHAPTERS = {
    title.lower(): text for title, text in re.findall(r"^## \d+\. (.+)\n((?:(?!## ).*\n)*)", RULES, re.MULTILINE)
}


@pytest.mark.parametrize("map_name", MAPS)
def test_every_map_has_a_chapter_of_rules_and_a_file_of_tests_that_names_them(map_name):
    own = set(re.findall(r"^#### ([A-Z]+-\d+) ", CHAPTERS.get(map_name, ""), re.MULTILINE))
    assert own, "docs/rules/power_grid.md has no chapter of it"
    tests = Path(__file__).parent / f"test_{map_name}.py"
    assert tests.exists()
    assert own & set(re.findall(r'"([A-Z]+-\d+)"', tests.read_text()))


def test_every_map_is_a_variant_has_positions_and_comes_before_the_referee():
    assert {f"power_grid/{name}" for name in MAPS} == {name for name in catalogue.VARIANTS if "power_grid/" in name}
    assert set(REGIONS) == set(MARKET_IN_STAGE_3) == set(MAPS)


@pytest.mark.parametrize("map_name", MAPS)
def test_the_page_has_a_colour_for_every_region(map_name):
    styles = (Path(__file__).parents[3] / "clients/web/games/games.css").read_text()
    board = pinned(map_name, current(map_name))[1]
    assert [region.id for region in board.regions if f".g-region-{region.id} " not in styles] == []
