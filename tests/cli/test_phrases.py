"""Typed phrases of a turn, and their commands."""

import re

import pytest
from msgspec.structs import replace

from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice, Roll
from domain.kernel.simulation import play
from domain.power_grid import messages as pg
from services.api.messages import contract
from services.cli.player import phrases
from services.cli.player.person import Person
from services.cli.player.phrases.lines import Names, Unclear, understood
from services.cli.reader import Reader
from services.texts import telling
from turnledger.v1 import power_grid_pb2

VARIANTS = ["power_grid/russia", "card_game", "colony61"]
FIGURES = power_grid_pb2.PowerGridPlant(plant="13", kind="eco", powers=1)


def english(english):
    return english


def turns(variant, language="en", **options):
    """The seats that are to act in a game of bots, and the lines of their options."""
    rules = catalogue.find(variant).decider(options, 2)
    by = Reader(language, ("Ann", "Bob"), rules.name, {"13": FIGURES})
    setup = rules.draw_setup(Table(("red", "blue")), Dice.from_text("a test"))
    for turn in play(rules, setup, [rules.bots["greedy"]] * 2, Roll(b"chance", "bots")):
        for seat in rules.to_act(turn.state):
            options = rules.options(turn.state, seat)
            messages = [contract.game(rules.name).option_message(option) for option in options]
            yield rules, turn.state, seat, phrases.lines(messages, by)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("language", ["en", "ru"])
def test_every_option_is_a_sentence_and_no_dump(variant, language):
    said = {f"{line.verbs[0]} {line.says}" for *_, lines in turns(variant, language) for line in lines}
    assert said
    letters = "[а-я]" if language == "ru" else "[a-z]"
    for line in said:
        assert re.match(letters, line), line
        assert not re.search(r"[{}\[\]]|\w+=|_|None", line), line
        assert language == "ru" or not re.search("[а-я]", line), line


def of_a_kind(line, other):
    """Return whether only the number distinguishes the lines, for example of two oil cards of two barrels."""
    return (line.verbs, line.about) == (other.verbs, other.about)


@pytest.mark.slow
@pytest.mark.parametrize("variant", VARIANTS)
def test_a_line_named_by_its_verb_and_what_it_is_about_is_that_line(variant):
    checked = 0
    for rules, state, seat, lines in turns(variant):
        for number, line in enumerate(lines, 1):
            typed = f"{line.verbs[-1]} {line.about[0] if line.about else ''}"
            for words in (typed, f"#{number}"):
                try:
                    found, command = understood(lines, words, english)
                except Unclear:
                    continue  # it wants an amount, or names, too
                assert found is line or (words == typed and of_a_kind(found, line))
                spoken = contract.game(rules.name)
                assert rules.judge(state, spoken.of_seat(seat).command(spoken.command_message(command)))[0]
                checked += 1
    assert checked > 100


def lines_of(*options, language="en", game="power_grid"):
    spoken = contract.game(game)
    by = Reader(language, ("Ann", "Bob"), game, {"13": FIGURES})
    return phrases.lines([spoken.option_message(option) for option in options], by)


def building(*cities):
    from domain.power_grid.options import ConnectCityOption, FinishBuildingOption

    of = [ConnectCityOption(0, city, "EXTEND", 10, 10, 4, (city,), False, 14) for city in cities]
    return lines_of(*of, FinishBuildingOption(0))


def typed(lines, words):
    return understood(lines, words, english)[1]


def unclear(lines, words):
    with pytest.raises(Unclear) as caught:
        understood(lines, words, english)
    return str(caught.value)


def test_a_city_goes_by_its_name_in_any_language_or_the_beginning_of_it():
    lines = building("moscow", "murmansk")
    for words in ("city Moscow", "ci mos", "город Москва", "city москва", "#1"):
        assert typed(lines, words) == pg.ConnectCity(0, "moscow", "EXTEND")
    assert lines[0].says == "Moscow for 14 (place 10, connection 4)"


def test_what_may_mean_several_things_is_asked_for():
    lines = building("moscow", "murmansk")
    assert unclear(lines, "city m") == "m may be Moscow or Murmansk"
    assert unclear(lines, "city Rome") == "nothing here is called rome; there are: Moscow, Murmansk".replace(
        "rome", "Rome"
    )
    assert unclear(lines, "city") == "which one? Moscow, Murmansk"
    assert unclear(lines, "bid 5") == "bid is nothing to do now; there are: city, done"
    assert unclear(lines, "#9") == "there is no line #9"
    assert unclear(lines, "city Moscow 5") == "5 is too much here"


def test_a_number_is_an_amount_and_never_the_number_of_a_line():
    from domain.power_grid.options import NominateOption, PassBidOption, PlaceBidOption

    lines = lines_of(PlaceBidOption(0, 13, 9, 21), PassBidOption(0, 13))
    assert lines[0].says == "9–21 for 13 (wind → 1)"
    assert typed(lines, "9") == typed(lines, "bid 9") == typed(lines, "ставка 9") == pg.PlaceBid(0, 9)
    assert unclear(lines, "5") == unclear(lines, "bid 5") == "a number from 9 to 21"
    lines = lines_of(NominateOption(0, 3, 3, 50), NominateOption(0, 13, 13, 50))
    assert typed(lines, "auction 13 15") == pg.NominatePlant(0, 13, 15)
    assert typed(lines, "auction 13") == pg.NominatePlant(0, 13, 13)
    assert unclear(lines, "2") == "2 alone is not clear: say what it is for (auction …), or #2 for line 2"
    assert unclear(lines, "auction 1") == "nothing here is called 1; there are: 3, 13"


def test_a_seat_without_a_name_is_its_number():
    by = Reader("en", ("Ann", "Bob"), "card_game", {})
    assert [by.seat(seat) for seat in (0, 1, 2)] == ["Ann", "Bob", "2"]


def test_resources_that_a_demolition_throws_away_are_named():
    from domain.card_game.options import Demolition

    lines = lines_of(Demolition(0, "P07", 7, ({"coal": 2}, {})), game="card_game")
    assert unclear(lines, "close") == "which way? Say its number too:\n    1 2 coal\n    2 nothing thrown away"


def test_cubes_are_counted_by_their_values():
    from domain.colony61.cubes import Cubes
    from services.cli.player.phrases import colony61

    assert colony61._cubes(Cubes(3, 2, 1), Reader("en", (), "colony61", {})) == "23 $ (1×10, 2×5, 3×1)"


def test_fuel_is_bought_by_amounts_and_names_and_has_its_price_first():
    from domain.power_grid.fuel import Storage
    from domain.power_grid.options import BuyResourcesOption

    stock = dict.fromkeys(pg.FUELS, 0)
    option = BuyResourcesOption(0, {"coal": (1, 1, 2), "oil": (3, 3)}, 12, stock, Storage(coal=4, oil=4), None)
    (line,) = lines = lines_of(option)
    for words in ("buy 2 coal 1 oil", "buy coal 2, oil", "купить 2 уголь мазут 1", "buy oil coal coal"):
        assert typed(lines, words) == pg.BuyResources(0, {"coal": 2, "oil": 1})
    assert line.price(pg.BuyResources(0, {"coal": 2, "oil": 1})) == "2 coal, 1 oil for 5; 7 left"
    assert unclear(lines, "buy 4 coal") == "coal: from 1 to 3"
    assert unclear(lines, "buy 1 gas") == "gas: which fuel? coal, oil"
    assert unclear(lines, "buy") == "how many of what? 1 coal, 2 oil"


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("storage", "cash", "prices"),
    [
        ({"oil": 4}, 30, {"coal": (), "oil": (3, 3, 4), "garbage": (), "uranium": ()}),
        ({"oil": 1}, 30, {"oil": (3,)}),
        ({"hybrid": 1}, 30, {"coal": (2,), "oil": (3,)}),
        ({"coal": 4, "uranium": 2}, 3, {"coal": (1, 1, 1), "uranium": (3,)}),
        (dict.fromkeys(pg.FUELS, 4), 40, dict.fromkeys(pg.FUELS, (1, 1, 2, 2))),
    ],
)  # fmt: skip
def test_the_fuel_that_is_offered_as_an_example_can_be_bought(language, storage, cash, prices):
    from domain.power_grid.fuel import Storage
    from domain.power_grid.options import BuyResourcesOption

    option = BuyResourcesOption(0, prices, cash, dict.fromkeys(pg.FUELS, 0), Storage(**storage), None)
    lines = lines_of(option, language=language)
    legal = [option.nth(number) for number in range(option.count())]
    for example in (lines[0].says.partition("…")[0], unclear(lines, "buy").partition("? ")[2]):
        assert typed(lines, f"buy {example}") in legal


def test_of_resource_cards_alike_the_cheapest_is_meant():
    from domain.card_game.options import ResourcePurchase

    cheap, dear = (ResourcePurchase(0, card, "gas", column, column, 3, 3) for card, column in (("G1", 2), ("G2", 5)))
    lines = lines_of(cheap, dear, game="card_game")
    lines = [line._replace(about=("3 gas",)) for line in lines]  # their ids are of no printed card
    assert understood(lines, "buy 3 gas", english)[0] is lines[0]
    assert understood(lines, "#2", english)[0] is lines[1]


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ru"])
def test_a_drafted_game_is_played_by_phrases(language):
    chosen = 0
    for rules, state, seat, lines in turns("power_grid/germany", language, regions="drafted"):
        for line in lines:
            assert re.match("[а-я]" if language == "ru" else "[a-z]", line.verbs[0]), line
        if len(state.regions) < 3:
            line = lines[-1]
            _, command = understood(lines, f"{line.verbs[0]} {line.about[0]}", english)
            assert isinstance(command, pg.ChooseRegion)
            assert rules.judge(state, replace(command, player=seat))
            chosen += 1
    assert chosen == 3


def test_cards_to_burn_are_chosen_by_the_number_of_their_way():
    from domain.card_game.fuel import FuelCard, Plan
    from domain.card_game.messages import Run, RunPlants, ScrapPlant
    from domain.card_game.options import Demolition, Production

    runs = (Run("P04", {"coal": 1}),)
    stock = (FuelCard("R02", "coal", 2), FuelCard("R05", "coal", 3))
    options = Production(0, (Plan((), 0), Plan(runs, 5)), stock), Demolition(0, "P02", 3, ({"coal": 1},), stock)
    lines = lines_of(*options, game="card_game")
    assert typed(lines, "run") == RunPlants(0, runs)
    assert typed(lines, "run #2") == RunPlants(0, runs, {"R05": 1})
    assert typed(lines, "close #1") == ScrapPlant(0, "P02", {"coal": 1}, {"R02": 1})
    assert unclear(lines, "run #").splitlines()[1:] == ["    1 2 coal: 1/2", "    2 3 coal: 1/3"]
    assert unclear(lines, "run #3") == unclear(lines, "run #")
    lines = lines_of(Production(0, (Plan(runs, 5),)), game="card_game")
    assert unclear(lines, "run #1") == "a fixed order says which cards are burnt"


def test_of_cards_alike_the_first_is_meant():
    hand = Names({"mine-2": ("Mine 2",), "mine-5": ("Mine 5",), "mint-1": ("Mint 1",)})
    assert hand.several("mine, mine", english) == ("mine-2", "mine-5")
    assert hand.several("Mine 5", english) == ("mine-5",)
    with pytest.raises(Unclear, match="min may be Mine 2 or Mine 5 or Mint 1"):
        hand.several("min", english)
    with pytest.raises(Unclear, match="there are: Mine 5, Mint 1"):
        hand.several("mine 2, factory", english)


def test_a_game_without_phrases_of_its_own_is_played_by_numbers():
    from support.demo import Choose, ChooseOption

    line = phrases.plain(ChooseOption(0, 3), Reader("en", (), "demo"))
    assert line.read("2") == Choose(0, 2)
    with pytest.raises(Unclear, match="which way"):
        line.read("")


@pytest.mark.parametrize(
    ("code", "game", "told"),
    [
        ("START", "colony61", "start cards"),
        ("START", "power_grid", "START"),
        ("moscow", "power_grid", "Moscow"),
        ("moscow", "card_game", "moscow"),
        ("red", "colony61", "red"),
        ("red", "", "red"),
        ("INCOME", "card_game", "by income"),
        ("INCOME", "colony61", "income"),
    ],
)
def test_words_of_one_game_are_none_of_another(code, game, told):
    assert telling.word(code, "en", game) == told


@pytest.mark.parametrize(("language", "others"), [("en", ["bid", "city", "Moscow"]), ("ru", ["ставка", "город"])])
def test_what_can_be_typed_is_not_explained_in_the_words_of_another_game(capsys, language, others):
    person = Person(language)
    person.sit(Reader(language, ("Ann", "Bob"), "colony61"))
    person._help([])
    explained = capsys.readouterr().out
    assert "#3" in explained
    assert not [word for word in others if word in explained]
