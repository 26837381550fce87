"""The edition: what is printed, what is reconstructed, and a file that is wrong."""

from hashlib import sha256

import msgspec
import pytest

from domain.card_game.checks import problems
from domain.card_game.editions import EDITIONS, load
from domain.catalogue import find
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
from tests.kit import Refusal

GOOD = msgspec.json.decode(EDITIONS.content("2019-1"))


def changed(**sections):
    return msgspec.json.encode({**GOOD, **sections})


def with_plant(place, **fields):
    plants = [dict(plant) for plant in GOOD["plants"]]
    plants[place] |= fields
    return changed(plants=plants)


def test_every_published_edition_is_without_problems_and_keeps_its_bytes():
    assert [problems(EDITIONS.content(edition)) for edition in EDITIONS.ids] == [()] * len(EDITIONS.ids)
    first = sha256(EDITIONS.content("2019-1")).hexdigest()
    assert first == "8220efe048c59442e773698489919b5345678fbd0c7acf1bc796dc34233bbfdb"


def test_unknown_edition_is_refused_with_the_known_ones():
    with pytest.raises(Refused) as refused:
        EDITIONS.content("1999-1")
    assert Refusal.of(refused.value) == Refusal("UNKNOWN_EDITION", edition="1999-1", known=EDITIONS.ids)


@pytest.mark.rule("CG-PLT-01")
def test_the_plants_that_the_rules_explain_are_as_printed():
    # Explanation of the plant cards: 7 hybrid 3 for 8, 8 ecological for 6, 12 coal 3 for 9.
    plants = load("2019-1").plants.values()
    printed = {(plant.number, plant.fuel, plant.need, plant.profit) for plant in plants if "profit" in plant.printed}
    assert printed == {(7, "hybrid", 3, 8), (8, "eco", 0, 6), (12, "coal", 3, 9)}
    assert {plant.fuel for plant in plants} == {"coal", "gas", "oil", "uranium", "hybrid", "eco"}


def test_what_was_not_read_off_a_print_is_said_card_by_card():
    (edition,) = find("card_game").editions()
    assert "plants/P01: number, fuel, need, profit, size" in edition.reconstructed
    assert "plants/P18: size" in edition.reconstructed
    assert "standard/R02: players" in edition.reconstructed
    assert "renovation/2: first, later" in edition.reconstructed
    assert not any(part.startswith(("leftover/", "renovation/1:")) for part in edition.reconstructed)


def test_the_numbers_of_cards_are_the_printed_ones():
    figures = load("2019-1").figures
    assert (len(figures.plants), len(figures.standard), len(figures.leftover)) == (42, 36, 7)
    assert (len(figures.plus), len(figures.plus_plus), len(figures.renovation)) == (4, 4, 5)


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"{", "file: "),
        (b"[]", "file: not an object"),
        (msgspec.json.encode({"id": "x"}), "file: Object missing required field"),
        (with_plant(3, number="four"), "plants[3]: Expected `int`, got `str` - at `$.number`"),
        (with_plant(3, colour="red"), "plants[3]: Object contains unknown field `colour`"),
        (with_plant(3, fuel="wood"), "plants[3] P04: unknown fuel 'wood'"),
        (with_plant(3, need=0), "plants[3] P04: need 0 does not fit coal"),
        (with_plant(3, profit=0), "plants[3] P04: number and profit are at least 1"),
        (with_plant(3, size="large"), "plants: 13 small and 29 large are printed"),
        (with_plant(3, size="huge"), "plants[3] P04: size is small or large"),
        (with_plant(3, id="P05"), "P05: the id stands twice or is reserved"),
        (with_plant(3, id="LAST"), "LAST: the id stands twice or is reserved"),
        (with_plant(3, printed=["name"]), "plants[3] P04: printed names no field 'name'"),
        (changed(standard=GOOD["standard"][1:]), "standard: the printed counts are"),
        (changed(standard=[{**GOOD["standard"][0], "amount": 4}, *GOOD["standard"][1:]]), "standard[0] R01: amount 4"),
        (changed(leftover=[{**GOOD["leftover"][0], "amount": 2}, *GOOD["leftover"][1:]]), "leftover[0] S1: amount 2"),
        (changed(plus=[{**GOOD["plus"][0], "players": "2-6"}, *GOOD["plus"][1:]]), "plus[0] A1: players '2-6'"),
        (changed(plus_plus=GOOD["plus_plus"][1:]), "plus_plus: 4 cards are printed"),
        (changed(renovation=GOOD["renovation"][::-1]), "renovation: cards 1 to 5 in this order"),
        (changed(renovation=[{**GOOD["renovation"][0], "later": 2}, *GOOD["renovation"][1:]]), "renovation[0]: sums"),
        (changed(tables={**GOOD["tables"], "prices": [1, 2, 3]}), "tables.prices: the price cards are"),
        (changed(tables={**GOOD["tables"], "offer": 0}), "tables.offer: at least 1"),
        (changed(tables={**GOOD["tables"], "players": []}), "tables.players: one row each for 2 to 6 players"),
        (changed(tables={}), "tables: Object missing required field"),
    ],
)
def test_every_problem_of_a_file_is_named_with_its_place(raw, found):
    assert any(problem.startswith(found) for problem in problems(raw)), problems(raw)


def test_several_problems_are_named_at_once():
    plants = [{**GOOD["plants"][0], "number": "x"}, {**GOOD["plants"][1], "need": "y"}, *GOOD["plants"][2:]]
    assert [problem.split(":")[0] for problem in problems(changed(plants=plants))] == ["plants[0]", "plants[1]"]


@pytest.mark.parametrize(
    ("edition", "said"),
    [
        (Edition("1066-1", "0" * 64), {"edition": "1066-1", "known": ("2019-1",)}),
        (Edition("2019-1", "0" * 64), {"editions": ("2019-1",), "altered": ("2019-1",)}),
    ],
)
def test_an_edition_that_was_never_published_is_refused(edition, said):
    with pytest.raises(Refused) as refused:
        find("card_game").decider({}, 2, (edition,))
    assert Refusal.of(refused.value) == Refusal("UNKNOWN_EDITION", **said)


def test_the_same_arguments_give_the_same_decider():
    variant = find("card_game")
    assert variant.decider({}, 3) is variant.decider({"renovation": "off"}, 3, variant.editions())
    assert variant.decider({"renovation": "on"}, 3) is not variant.decider({}, 3)
