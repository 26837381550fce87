"""Event types that have changed: what old bytes are read as, and that nothing of a game proves itself with a wrong
reading. docs/evolution.md."""

import json
from pathlib import Path

import msgspec
import pytest

from domain import catalogue
from domain.card_game.messages import FinalProductionScored
from domain.colony61.messages import IncomeResolved
from domain.history.codec import Codec
from domain.history.file import export, take_apart
from domain.history.verify import verify, verify_rows
from domain.kernel.decider import older_topics
from domain.kernel.evolution import Upcaster
from domain.power_grid.messages import ResourcesBought
from domain.table.messages import TABLE_EVENTS
from services.history.keys import published_keys
from services.operations.simulate import SimulationPlan, play_one
from tests.domain.history.book import RING
from tests.stored_lines import event_in

GOLDEN = Path(__file__).parents[1] / "golden"
KEYS = published_keys(json.loads((GOLDEN / "history/keys.json").read_text()))
CHANGED = {"power_grid": ResourcesBought, "card_game": FinalProductionScored, "colony61": IncomeResolved}


def line(known_as, **fields):
    name = known_as.partition(".")[2].partition("/")[0]
    return msgspec.json.encode({"topic": known_as, "event": {"type": name, **fields}})


def game_types(name):
    variant = next(each for each in catalogue.VARIANTS.values() if each.name.partition("/")[0] == name)
    return variant.decider({}, variant.players_min).event_types


def codec_of_today():
    return Codec({"table": TABLE_EVENTS} | {name: game_types(name) for name in CHANGED})


def golden_game(name):
    return (GOLDEN / f"history/{name}.jsonl").read_bytes()


def test_an_old_purchase_is_read_with_what_each_fuel_cost():
    bought = event_in(
        line(
            "power_grid.ResourcesBought/1",
            player=2,
            items={"coal": 3, "oil": 1, "uranium": 0},
            unit_prices={"coal": [3, 3, 4], "oil": [5], "uranium": []},
            total=15,
            cash_after=1,
            fuel_after={},
            market_after={},
        )
    )
    assert (bought.costs, bought.total, bought.turn_over) == ({"coal": 10, "oil": 5, "uranium": 0}, 15, False)


def test_an_old_final_production_is_read_with_all_victory_points():
    old = line("card_game.FinalProductionScored/1", player=1, plants=["P30"], plant_vp=11, money_vp=4, money_left=2)
    assert event_in(old) == FinalProductionScored(1, ("P30",), 11, 4, 2, 15)


def test_an_old_income_is_read_with_what_was_earned():
    nothing = {"1": 0, "5": 0, "10": 0}
    portions = [{"portion": f"mine-{n}", "modules": [], "amount": n, "cubes": nothing} for n in (4, 7)]
    told = {"effect": None, "exchange": None, "bonuses": [], "merges": [], "portions": portions, "upkeep": []}
    old = line("colony61.IncomeResolved/1", player=0, **told, lost=nothing, storage_after=nothing, by_default=False)
    assert event_in(old).earned == 11


@pytest.mark.parametrize("name", CHANGED)
def test_every_game_has_a_type_that_was_changed_and_a_file_with_its_old_schema_that_is_proven(name):
    content = golden_game(name)
    (old,) = older_topics(name, CHANGED[name])
    assert f'"topic":"{old}"'.encode() in content
    assert verify(content, codec_of_today(), KEYS).fault is None
    assert export(take_apart(content).rows, codec_of_today(), RING.signer) == content


def mutants(was):
    """The entry of an old schema, wrong in one way each, and the fault it must be found by."""
    ((field, value),) = was.adds.items()
    one_more = {"costs": lambda old: {fuel: cost + 1 for fuel, cost in value(old).items()}}
    yield Upcaster(until=1, adds={field: one_more.get(field, lambda old: value(old) + 1)}), "UPCAST"
    yield Upcaster(until=1, adds={field: lambda old: {} if field == "costs" else 0}), "UPCAST"
    yield Upcaster(until=1, adds={field: value}, down=lambda event: event | {field: 0}), "EVENT"
    yield Upcaster(until=1, adds={field: value}, down=lambda event: event | {"player": 1 - event["player"]}), "EVENT"


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("name", CHANGED)
def test_a_wrong_reading_of_old_events_is_found_by_the_proof_of_an_old_file(name, number, monkeypatch):
    changed = CHANGED[name]
    mutant, code = list(mutants(changed.older[1]))[number]
    monkeypatch.setattr(changed, "older", {1: mutant})
    fault = verify(golden_game(name), codec_of_today(), KEYS).fault
    assert fault, "the mutant lives"
    assert (fault.code, fault.topic) == (code, f"{name}.{changed.__name__}/1")
    assert f"{changed.__name__}(" not in fault.says, "events are quoted as JSON"


@pytest.mark.parametrize("name", CHANGED)
@pytest.mark.parametrize("rules_version", [1, 2])
def test_a_new_game_is_written_with_the_schemas_of_the_rules_it_began_under(name, rules_version):
    variant = "power_grid/russia" if name == "power_grid" else name
    rows = play_one(
        SimulationPlan(variant, 2, 1, "evolution", ("greedy",), rules_version=rules_version), 0, codec_of_today()
    ).rows
    stored = {row.topic for row in rows if f"{name}.{CHANGED[name].__name__}/" in row.topic}
    assert stored == {f"{name}.{CHANGED[name].__name__}/{rules_version}"}
    assert verify_rows(rows, codec_of_today()).fault is None
