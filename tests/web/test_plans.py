"""The page's plans for running plants are those that the rules offer."""

import json
import subprocess

import msgspec
import pytest

from domain.power_grid.options import RunPlantsOption
from tests.kit import decider, whole_game
from tests.web.second import ROOT, node


def offers():
    """Options of games of random players: on the newest rules, and on those before fuel was stored on plants."""
    for map_name, version in (("russia", 3), ("japan", 3), ("india", 3), ("japan", 2)):
        options = {"flow_generator": "on"}
        rules = decider(f"power_grid/{map_name}", 4, options, rules_version=version)
        for turn in whole_game(rules, 4, "random", f"plans/{map_name}/{version}"):
            for seat in rules.to_act(turn.state):
                yield from (offer for offer in rules.options(turn.state, seat) if isinstance(offer, RunPlantsOption))


def as_asked(offer):
    plain = msgspec.to_builtins(offer)
    plants = [
        {**each, "plant": str(each["plant"]), "burns": [{"amounts": burnt} for burnt in each["burns"]]}
        for each in plain["plants"]
    ]
    return {**plain, "plants": plants, "networkSize": plain["network_size"]}


def as_set(plans):
    return sorted(sorted((str(plant), sorted(fuel.items())) for plant, fuel in plan) for plan in plans)


@pytest.mark.rule("PG-FUEL-11")
def test_the_page_lists_the_plans_that_the_rules_offer():
    program = node()
    if program is None:
        pytest.skip("NODE IS NOT THERE")
    asked = [offer for offer in offers() if offer.plants]
    lines = "\n".join(json.dumps(as_asked(offer)) for offer in asked)
    command = [program, "--no-warnings", str(ROOT / "tests/web/plans_node.mjs")]
    said = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(said) == len(asked) > 100
    for offer, line in zip(asked, said, strict=True):
        plans, best = json.loads(line)
        every = msgspec.structs.replace(offer, cities_min=0)
        ours = as_set([[(run.plant, run.fuel) for run in plan] for plan in every.plans()])
        assert as_set([[(run["plant"], run["fuel"]) for run in plan] for plan in plans]) == ours
        assert powered(offer, [run["plant"] for run in best]) == powered(
            offer, [str(run.plant) for run in every.thriftiest().runs]
        )


def powered(offer, plants):
    powers = {str(each.plant): each.powers for each in offer.plants}
    return min(offer.network_size, sum(powers[plant] for plant in plants))
