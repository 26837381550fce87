"""The published figures: their hash, their provenance, and what the validator finds."""

import json
from hashlib import sha256

import pytest

from domain import catalogue
from domain.colony61.checks import problems
from domain.colony61.editions import EDITIONS
from domain.colony61.readings import READINGS
from domain.colony61.variant import VARIANT
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
from tests.kit import Refusal

FIRST = "colony61-1"
TEXT = EDITIONS.content(FIRST)
FIRST_HASH = "25813b10d87d01315236c4a023e63ff7510db09fd215c1ca877dc0d44db0e8d3"


def changed(change) -> tuple[str, ...]:
    """The problems of the edition after a change."""
    raw = json.loads(TEXT)
    change(raw)
    return problems(json.dumps(raw).encode())


def row(raw, name: str, row_id: str) -> dict:
    return next(each for each in raw[name] if each["id"] == row_id)


def test_a_published_edition_never_changes():
    assert sha256(TEXT).hexdigest() == FIRST_HASH


@pytest.mark.parametrize("name", EDITIONS.ids)
def test_every_published_edition_is_sound(name):
    assert problems(EDITIONS.content(name)) == ()
    assert EDITIONS.figures(name).id == name


def test_the_printed_counts_of_22_kinds_make_125_cards():
    """Components list of the rulebook, in its order."""
    counts = [12, 10, 7, 6, 7, 5, 6, 5, 5, 6, 5, 5, 5, 6, 5, 6, 4, 6, 4, 4, 3, 3]
    assert [kind.count for kind in EDITIONS.figures(FIRST).modules] == counts
    assert sum(counts) == 125


def test_every_row_that_was_not_read_off_a_print_is_named():
    found = EDITIONS.edition(FIRST)
    assert found.sha256 == FIRST_HASH
    assert "modules.factory (printed: name_ru, count)" in found.reconstructed
    assert "colonies.frontier_station" in found.reconstructed
    assert not any(mark.startswith(("cubes.", "view_table.0")) for mark in found.reconstructed)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda raw: row(raw, "modules", "mine").update(cost="five"),
         "modules[0]: Expected `int`, got `str` - at `$.cost`"),
        (lambda raw: row(raw, "modules", "mine").pop("cost"),
         "modules[0]: Object missing required field `cost`"),
        (lambda raw: raw.pop("types"), "types: a list is missing"),
        (lambda raw: raw.update(total_cards=124), "modules: the counts add up to 125, not to total_cards 124"),
        (lambda raw: row(raw, "modules", "mine").update(type="X"), "modules.mine: unknown type X"),
        (lambda raw: row(raw, "modules", "mine").update(supplies={"gold": 1}), "modules.mine: unknown resource gold"),
        (lambda raw: row(raw, "modules", "cyber_minecart")["effects"][0].update(module="mime"),
         "modules.cyber_minecart: unknown module mime"),
        (lambda raw: row(raw, "modules", "radar_station")["effects"][1].update(cards=3),
         "modules.radar_station: merge_same_type joins two cards"),
        (lambda raw: row(raw, "resources", "water")["prices"].pop(),
         "resources.water: 20 prices for positions -8 to 12"),
        (lambda raw: row(raw, "resources", "water").update(start=1),
         "resources.water: starts at 1, the state's modules give 0"),
        (lambda raw: row(raw, "resources", "water")["black_pictograms"].append({"at": 13, "reduces": ["gold"]}),
         "resources.water: a pictogram at 13, where no upward step arrives"),
        (lambda raw: row(raw, "resources", "water")["black_pictograms"][0].update(reduces=["water"]),
         "resources.water: the pictogram at 2 reduces its own track, or one twice"),
        (lambda raw: row(raw, "resources", "water")["black_pictograms"][1].update(reduces=["food", "food"]),
         "resources.water: the pictogram at 5 reduces its own track, or one twice"),
        (lambda raw: row(raw, "colonies", "ice_satellite").update(turn_track=11),
         "colonies.ice_satellite: no end condition for the last turn of the track, 11"),
        (lambda raw: row(raw, "colonies", "ice_satellite")["end"][0]["at_least"].pop("5"),
         "colonies.ice_satellite: levels for player counts 2, 3, 4"),
        (lambda raw: row(raw, "colonies", "ice_satellite").update(start_capital=71),
         "colonies.ice_satellite: the start capital 71 does not fit the 7 cells of level 0"),
        (lambda raw: row(raw, "colonies", "ice_satellite")["start_hand"].update(fixed=["spaceport"]),
         "colonies.ice_satellite: the fixed hands and the state need 6 of spaceport"),
        (lambda raw: raw["view_table"].pop(3), "view_table: the rows are not in order without gaps"),
        (lambda raw: raw.update(state_modules=["palace"]), "state_modules: unknown module palace"),
        (lambda raw: raw.update(state_modules=["palace", *raw["state_modules"], "hut"]),
         "state_modules: unknown module hut"),
        (lambda raw: row(raw, "colonies", "ice_satellite")["start_hand"].update(fixed=["palace"]),
         "colonies.ice_satellite: the fixed hands and the state need 5 of palace"),
    ],
)  # fmt: skip
def test_the_validator_names_a_problem_and_where_it_is(change, problem):
    assert problem in changed(change)


def test_the_validator_names_every_problem_at_once():
    def spoil(raw):
        row(raw, "modules", "mine")["cost"] = "five"
        row(raw, "modules", "greenhouse")["count"] = None
        row(raw, "resources", "food")["min"] = []

    assert len(changed(spoil)) == 3
    assert problems(b"{") == ("$: Input data was truncated",)
    assert problems(b"[]") == ("$: an edition is an object",)


# ---- the variant -------------------------------------------------------------------------------------------------


COLONIES = (
    "resettlement_planet", "mining_asteroid", "industrial_moon", "science_outpost", "ice_satellite", "transit_hub",
    "training_colony", "frontier_station",
)  # fmt: skip


def refusal_of(call) -> Refusal:
    with pytest.raises(Refused) as caught:
        call()
    return Refusal.of(caught.value)


def test_the_variant_stands_in_the_catalogue_with_its_colony_cards():
    assert catalogue.find("colony61") is VARIANT
    assert (VARIANT.players_min, VARIANT.players_max) == (2, 5)
    (option, *readings) = VARIANT.options
    assert tuple(readings) == READINGS
    assert (option.name, option.values[0], len(option.values)) == ("colony", "drawn", 9)
    assert VARIANT.editions() == (EDITIONS.edition(EDITIONS.current),)


def test_the_same_arguments_give_the_same_decider():
    assert VARIANT.decider({"colony": "drawn"}, 5) is VARIANT.decider({}, 5, VARIANT.editions())


@pytest.mark.rule("C61-SET-01")
def test_unknown_options_colonies_player_counts_and_editions_are_refused():
    assert refusal_of(lambda: VARIANT.decider({"map": "x"}, 2)) == Refusal(
        "UNKNOWN_OPTION", option="map", known=("colony", *(option.name for option in READINGS))
    )
    assert refusal_of(lambda: VARIANT.decider({"colony": "x"}, 2)) == Refusal(
        "UNKNOWN_OPTION_VALUE", option="colony", value="x", known=("drawn", *COLONIES)
    )
    assert refusal_of(lambda: VARIANT.decider({}, 6)) == Refusal("PLAYER_COUNT_INVALID", players=6, least=2, most=5)
    assert refusal_of(lambda: VARIANT.decider({}, 2, (Edition("x", ""),))) == Refusal(
        "UNKNOWN_EDITION", edition="x", known=("colony61-1",)
    )
    assert refusal_of(lambda: VARIANT.decider({}, 2, (Edition(FIRST, "0" * 64),))) == Refusal(
        "UNKNOWN_EDITION", editions=("colony61-1",), altered=("colony61-1",)
    )
