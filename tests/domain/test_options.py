"""Options that a host may choose, and the refusal of all others."""

import pytest

from domain import catalogue
from domain.kernel.refused import Refused

RULE = {"power_grid": "PG-SET-01", "card_game": "CG-SET-01", "colony61": "C61-SET-01"}
VARIANTS = [name for name in catalogue.VARIANTS if name.partition("/")[0] in RULE]
SPECS = [(name, spec) for name in VARIANTS for spec in catalogue.find(name).options]
CLOSED = [(name, spec) for name, spec in SPECS if not spec.open_ended]


def refusal(variant, **options):
    with pytest.raises(Refused) as caught:
        catalogue.find(variant).decider(options, 3)
    return caught.value


def test_every_game_has_an_option_of_a_few_values():
    assert {name.partition("/")[0] for name, _ in CLOSED} == set(RULE)


@pytest.mark.rule("PG-SET-01", "CG-SET-01", "C61-SET-01", "TB-OPEN-01")
@pytest.mark.parametrize(("variant", "spec"), CLOSED, ids=lambda each: getattr(each, "name", each))
def test_an_unknown_value_of_a_known_option_is_named_beside_those_that_exist(variant, spec):
    refused = refusal(variant, **{spec.name: "robots"})
    assert (refused.code, refused.rule) == ("UNKNOWN_OPTION_VALUE", RULE[variant.partition("/")[0]])
    assert refused.facts == {"option": spec.name, "value": "robots", "known": spec.values}


@pytest.mark.rule("PG-SET-01", "CG-SET-01", "C61-SET-01", "TB-OPEN-01")
@pytest.mark.parametrize("variant", VARIANTS)
def test_an_unknown_option_is_named_beside_those_that_exist(variant):
    refused = refusal(variant, robots="on")
    assert (refused.code, refused.facts["option"]) == ("UNKNOWN_OPTION", "robots")
    assert refused.facts["known"] == tuple(spec.name for spec in catalogue.find(variant).options)
