"""Games of every released version of the rules: proven by every later program, which says what it plays otherwise."""

import pytest
from msgspec.structs import replace

from domain import catalogue, stored
from domain.history.file import export, take_apart
from domain.kernel.refused import Refused
from domain.power_grid import variant as variants
from domain.power_grid.rules import WhenFirstPlayerPasses
from services.history.differences import differences
from tests.corpus import KEYS, content_of, files, names, proven, verify
from tests.domain.history.book import RING


def test_every_variant_has_games_of_every_version_of_its_rules():
    assert {path.name for path in files()} == set(names())


@pytest.mark.rule("TB-START-02")
def test_a_map_is_asked_for_no_games_of_rules_from_before_it_came(monkeypatch):
    young = replace(catalogue.find("power_grid/japan"), rules_from=2)
    assert young.rules_versions == tuple(sorted(variants.VERSIONS.keys() - {1}))
    with pytest.raises(Refused, match=r"UNKNOWN_RULES_VERSION .*rules_version=1, known=\(2"):
        young.decider({}, 3, rules_version=1)
    before = set(names())
    monkeypatch.setitem(catalogue.VARIANTS, young.name, young)
    assert before - set(names()) == {f"power_grid-japan-rules1-{number}.jsonl.xz" for number in (0, 1)}


@pytest.mark.slow
@pytest.mark.parametrize("path", files(), ids=lambda path: path.name.partition(".")[0])
def test_a_game_of_a_released_version_is_proven_and_exported_the_same_today(path):
    content = content_of(path)
    verdict = verify(content, stored.codec(), KEYS)
    assert (verdict.fault, verdict.status) == (None, "FINISHED")
    assert f"-rules{verdict.rules_version}-" in path.name
    assert export(take_apart(content).rows, stored.codec(), RING.signer) == content


@pytest.fixture
def altered(monkeypatch):
    """Changes an answer of version 2, as a release does that forgets to make a version 3."""

    def alter(**answers):
        monkeypatch.setitem(variants.VERSIONS, 2, variants.replace(variants.VERSIONS[2], **answers))
        variants.compose.cache_clear()

    yield alter
    monkeypatch.undo()
    variants.compose.cache_clear()


def of(*parts):
    return [path for path in files() if any(part in path.name for part in parts)]


def test_a_rule_that_changed_without_a_version_is_named_with_the_games_it_alters(altered):
    altered(first_pass=WhenFirstPlayerPasses(first_decision_only=True))
    (found,) = differences(proven(of("russia-rules1-0", "russia-rules2-2")))
    assert (found.variant, found.rules_version, found.games, found.first_version) == ("power_grid/russia", 2, 1, 218)
    assert str(found).startswith(
        "power_grid/russia, rules version 2: 1 game altered by power_grid.PlantRemoved (PG-AUC-15, RU-03, "
    )
    assert "EVENT first at version 218 of sim-" in str(found)


@pytest.mark.rule("PG-FUEL-11", "DEC-PG-54")
def test_games_of_version_2_show_plants_that_ran_on_fuel_stored_elsewhere(altered):
    altered(fuel_on_plants=True)
    (found,) = differences(proven(of("japan-rules2-1", "japan-rules3-1")))
    assert (found.variant, found.rules_version, found.games) == ("power_grid/japan", 2, 1)
    assert "power_grid.PlantsRun (PG-FUEL-11), REFUSED first at version 589" in str(found)
    assert "FUEL_ON_OTHER_PLANT" in str(found)


def test_one_change_that_alters_several_games_is_one_difference_a_variant(altered):
    altered(names_outbid=False)
    japan, russia = differences(proven(of("japan-rules2-0", "russia-rules2-0", "russia-rules2-2", "japan-rules1-0")))[
        ::-1
    ]
    assert [(each.variant, each.games) for each in (russia, japan)] == [
        ("power_grid/russia", 2),
        ("power_grid/japan", 1),
    ]
    assert {each.event for each in (russia, japan)} == {"power_grid.BidPlaced"}
    assert "power_grid/russia, rules version 2: 2 games altered by power_grid.BidPlaced (PG-AUC-05), EVENT" in str(
        russia
    )
    assert "\n" not in str(russia)
