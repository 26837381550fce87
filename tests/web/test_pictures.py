"""Pictures of boards as SVG: what they show, and what no picture shows."""

import re
from pathlib import Path
from xml.etree import ElementTree

import msgspec
import pytest

from domain import catalogue
from domain.kernel.dice import Dice
from services.web.pictures import picture_of
from services.web.pictures.canvas import COLOURS, SHAPES, Frame, SeatLook
from tests.domain.test_redeal import GAMES, states

LOOKS = (Path(__file__).parents[2] / "clients/web/looks.js").read_text()
SVG = "{http://www.w3.org/2000/svg}"


def frame(players, language="en", called="Player {}"):
    seats = tuple(SeatLook(called.format(seat), colour) for seat, colour in enumerate(list(COLOURS)[:players]))
    return Frame("A game", "Round 1", seats, language)


def picture(name, rules, state, players, viewer=None, **more):
    board = msgspec.json.encode(rules.view(state, viewer))
    return picture_of(name.partition("/")[0], board, frame(players, **more))


def words(svg):
    return [each.text for each in ElementTree.fromstring(svg).iter(f"{SVG}text")]


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_pictures_of_two_worlds_that_the_public_cannot_distinguish_are_the_same(name, players):
    rules, moments = states(name, players, "pictures", 6)
    for state in moments:
        shown = picture(name, rules, state, players)
        other = rules.redeal(state, None, Dice.from_text("another world"))
        assert picture(name, rules, other, players) == shown
        assert picture(name, rules, state, players, viewer=0) == shown, "private fields of a board are not drawn"


@pytest.mark.parametrize(("name", "players"), GAMES)
def test_every_variant_has_a_picture_with_its_players_in_two_languages(name, players):
    if name not in catalogue.VARIANTS or name == "demo":
        return
    rules, moments = states(name, players, "pictures", 2)
    for state in moments:
        for language in ("en", "ru"):
            found = words(picture(name, rules, state, players, language=language))
            assert {f"Player {seat}" for seat in range(players)} <= {each.lstrip("0123456789. ") for each in found}


def test_power_grid_has_its_cities_houses_money_and_market():
    rules, moments = states("power_grid/germany", 2, "pictures", 30)
    state = max(moments, key=lambda each: sum(len(holding.cities) for holding in each.holdings))
    svg = picture("power_grid/germany", rules, state, 2)
    found = words(svg)
    assert {str(holding.cash) for holding in state.holdings} <= set(found)
    assert {"coal", "oil", "garbage", "uranium"} <= set(found)
    assert len(re.findall(r"Berlin|Hamburg|München|Köln|Dresden|Erfurt|Stuttgart|Kiel", svg)) > 0
    houses = sum(len(seats) for seats in state.houses.values())
    assert houses > 0
    assert svg.count(COLOURS["red"]) + svg.count(COLOURS["blue"]) == houses + 4  # and a mark and a house a player


def test_names_with_markup_and_control_characters_stay_text():
    rules, moments = states("card_game", 2, "pictures", 1)
    svg = picture("card_game", rules, moments[0], 2, called='<a>"&\x00\x1b]]>{}')
    assert "<a>" not in svg
    assert {'<a>"&  ]]>0', '<a>"&  ]]>1'} <= set(words(svg))


def test_seats_look_as_in_the_page():
    by_name = dict(re.findall(r'(\w+): "(M[^"]+)"', LOOKS))
    shapes = dict(re.findall(r'(\w+): "(\w+)"', re.search(r"const SHAPES = \{(.*?)\};", LOOKS)[1]))
    assert {colour: by_name[shape] for colour, shape in shapes.items()} == SHAPES
    assert dict(re.findall(r'(\w+): "(#\w{6})"', LOOKS)) == COLOURS
