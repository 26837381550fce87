"""What a map must have beside its figures and its layer: a chapter of rules, and tests that hold it.

Tests of all maps go by `MAPS`: where positions, the referee or golden games of a new one are missing, they fail.
"""

import re
from pathlib import Path

import pytest

from domain import catalogue
from tests.domain.power_grid.positions import MAPS, REGIONS
from tests.domain.power_grid.referee_plants import MARKET_IN_STAGE_3

RULES = (Path(__file__).parents[3] / "docs/rules/power_grid.md").read_text()
CHAPTERS = dict(re.findall(r"^## \d+\. (.+)\n((?:(?!## ).*\n)*)", RULES, re.MULTILINE))


@pytest.mark.parametrize("map_name", MAPS)
def test_every_map_has_a_chapter_of_rules_and_a_file_of_tests_that_names_them(map_name):
    own = set(re.findall(r"^#### ([A-Z]+-\d+) ", CHAPTERS.get(map_name.title(), ""), re.MULTILINE))
    assert own, "docs/rules/power_grid.md has no chapter of it"
    tests = Path(__file__).parent / f"test_{map_name}.py"
    assert tests.exists()
    assert own & set(re.findall(r'"([A-Z]+-\d+)"', tests.read_text()))


def test_every_map_is_a_variant_has_positions_and_comes_before_the_referee():
    assert {f"power_grid/{name}" for name in MAPS} == {name for name in catalogue.VARIANTS if "power_grid/" in name}
    assert set(REGIONS) == set(MARKET_IN_STAGE_3) == set(MAPS)
