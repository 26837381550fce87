"""Set-up (CG-SET) and the start of a game."""

import pytest
from msgspec.structs import replace

from domain.card_game.figures import LAST
from domain.card_game.messages import DiscountPlaced, GameStarted, PhaseBegan, RoundBegan, TurnOrderDetermined
from domain.catalogue import find
from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.refused import Refused
from tests.domain.card_game.tables import begun, decider, drawn, started
from tests.kit import COLOURS, Refusal, refusing

ALL_COUNTS = pytest.mark.parametrize("players", [2, 3, 4, 5, 6])


def refusal_of(action):
    with pytest.raises(Refused) as refused:
        action()
    return Refusal.of(refused.value)


@pytest.mark.rule("CG-SET-01")
@pytest.mark.parametrize("players", [1, 7])
def test_two_to_six_players_take_part(players):
    assert refusal_of(lambda: find("card_game").decider({}, players)) == Refusal(
        "PLAYER_COUNT_INVALID", players=players
    )


@pytest.mark.rule("CG-SET-01")
def test_a_table_has_as_many_seats_as_its_rules_are_for():
    assert refusal_of(lambda: decider(3).draw_setup(Table(COLOURS[:4]), Dice.from_text(""))) == Refusal(
        "PLAYER_COUNT_INVALID", players=4, expected=3
    )


@pytest.mark.rule("CG-SET-01")
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (
            {"renovation": "twice"},
            Refusal("UNKNOWN_OPTION_VALUE", option="renovation", value="twice", known=("off", "on")),
        ),
        (
            {"flow_generator": "on"},
            Refusal("UNKNOWN_OPTION", option="flow_generator", known=("renovation", "trust_takes", "burnt_cards")),
        ),
    ],
)
def test_options_and_values_that_do_not_exist_are_refused(options, said):
    assert refusal_of(lambda: find("card_game").decider(options, 3)) == said


@pytest.mark.rule("CG-SET-01", "DEC-CG-30")
def test_seats_are_told_apart_by_their_colours_in_seat_order():
    assert started(3).events[0].players == ("red", "blue", "green")
    twins = Table(("red", "red", "green"))
    assert refusal_of(lambda: decider(3).draw_setup(twins, Dice.from_text(""))) == Refusal(
        "DUPLICATE_PLAYER", colours=("red", "red", "green")
    )


@pytest.mark.rule("CG-SET-01")
def test_the_order_row_is_drawn_by_lot():
    rows = {drawn(3, text=f"lot {number}")[1].row for number in range(60)}
    assert rows == {(0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)}
    game = started(3, row=(2, 0, 1))
    assert game.events_of(TurnOrderDetermined) == [TurnOrderDetermined((2, 0, 1), "LOT", ())]


@pytest.mark.rule("CG-SET-02")
@ALL_COUNTS
def test_every_player_starts_with_12_elektro(players):
    assert [player.cash for player in started(players).state.players] == [12] * players


@pytest.mark.rule("CG-SET-03")
@ALL_COUNTS
def test_eight_small_plants_lie_in_two_rows_of_four_in_ascending_order(players):
    rules, setup = drawn(players)
    numbers = [rules.rules.cards.number[card] for card in (*setup.offer, *setup.outlook)]
    assert (len(setup.offer), len(setup.outlook)) == (4, 4)
    assert numbers == sorted(numbers)
    assert all(rules.rules.cards.plants[card].size == "small" for card in (*setup.offer, *setup.outlook))


@pytest.mark.rule("CG-SET-04")
def test_the_token_lies_on_the_cheapest_plant_when_the_first_auctions_begin():
    game = started(3)
    assert [type(event) for event in game.events] == [
        GameStarted,
        TurnOrderDetermined,
        RoundBegan,
        PhaseBegan,
        DiscountPlaced,
    ]
    assert game.events_of(DiscountPlaced)[0].card == game.state.plants.offer[0]


@pytest.mark.rule("CG-SET-05")
def test_a_plant_turned_up_later_lies_right_of_every_equal_number():
    # P05, P06 and P07 all have number 5; the order they were turned up in is kept.
    _, setup = drawn(3)
    market = [card for card in (*setup.offer, *setup.outlook) if card in {"P05", "P06", "P07"}]
    small = Dice.from_text("any").roll("small plants").shuffle(decider(3).rules.cards.small())
    assert market == [card for card in small[:8] if card in {"P05", "P06", "P07"}]


@pytest.mark.rule("CG-SET-06", "CG-SET-07", "CG-SET-09", "EX-CG-16", "DEC-CG-26")
@pytest.mark.parametrize(
    ("players", "small", "large", "column", "deck"),
    [(2, 1, 5, 4, 28), (3, 2, 6, 4, 26), (4, 1, 3, 5, 30), (5, 0, 0, 6, 34), (6, 0, 0, 6, 34)],
)
def test_the_number_of_players_sets_blind_removals_columns_and_deck(players, small, large, column, deck):
    rules, setup = drawn(players)
    sizes = [rules.rules.cards.plants[card].size for card in setup.removed_blind]
    assert (sizes.count("small"), sizes.count("large")) == (small, large)
    assert [len(cards) for cards in setup.columns] == [column] * 3
    # The printed counts leave the last-round card out, `deck_size` counts it.
    assert len(setup.deck) == deck + 1
    assert begun(rules, setup).events[0].deck_size == deck + 1


@pytest.mark.rule("CG-SET-07")
@ALL_COUNTS
def test_a_small_plant_tops_the_deck_and_the_last_round_card_is_its_bottom(players):
    rules, setup = drawn(players)
    assert rules.rules.cards.plants[setup.deck[0]].size == "small"
    assert setup.deck[-1] == LAST
    assert begun(rules, setup).events[0].top_back == "SMALL"


@pytest.mark.rule("CG-SET-08")
@pytest.mark.parametrize(("players", "cards"), [(2, 24), (3, 24), (4, 30), (5, 36), (6, 36)])
def test_the_corner_marks_choose_the_standard_cards(players, cards):
    rules, setup = drawn(players)
    used = [card for column in setup.columns for card in column] + list(setup.resource_deck)
    marks = {card.players for card in rules.rules.cards.figures.standard if card.id in used}
    assert len(used) == len(set(used)) == cards
    assert marks == {"2-6"} | ({"4-6"} if players >= 4 else set()) | ({"5-6"} if players >= 5 else set())


@pytest.mark.rule("CG-SET-09")
def test_the_first_column_starts_empty_and_others_are_shown_by_type_then_amount_then_id():
    rules, setup = drawn(2)
    chosen = (("R22", "R05", "R02", "R01"), setup.columns[1], setup.columns[2])
    pool = [*(card for column in setup.columns for card in column), *setup.resource_deck]
    rest = [card for card in pool if card not in chosen[0]]
    columns = (chosen[0], tuple(rest[:4]), tuple(rest[4:8]))
    game = begun(rules, replace(setup, columns=columns, resource_deck=tuple(rest[8:])))
    board = rules.view(game.state, None)
    assert board.columns[0].cards == ()
    # coal 1, coal 2, coal 3, uranium 1
    assert [card.card for card in board.columns[1].cards] == ["R01", "R02", "R05", "R22"]


@pytest.mark.rule("CG-SET-10")
def test_seven_leftover_cards_lie_face_up():
    game = started(2)
    fuels = [game.rules.rules.cards.leftover[card] for card in game.events[0].leftover_pile]
    assert sorted(fuels) == ["coal", "coal", "gas", "gas", "oil", "oil", "uranium"]


@pytest.mark.rule("CG-SET-11")
def test_the_discard_pile_starts_with_one_plus_card_of_each_type():
    game = started(2)
    cards = game.rules.rules.cards
    assert [cards.resources[card].fuel for card in game.events[0].discard_pile] == ["coal", "gas", "oil", "uranium"]
    assert game.events[0].discard_pile == tuple(card.id for card in cards.figures.plus)


@pytest.mark.rule("CG2-01", "CG2-02", "EX-CG-17")
def test_the_trust_company_stands_between_two_players_and_has_no_money():
    game = started(2)
    assert game.events[0].trust
    assert game.events_of(TurnOrderDetermined)[0].order in {(0, "TRUST", 1), (1, "TRUST", 0)}
    assert [player.cash for player in game.state.players] == [12, 12]
    assert [len(column) for column in game.state.fuel.columns] == [0, 4, 4, 4]
    assert not started(3).events[0].trust


@pytest.mark.rule("RN-CG-01")
def test_renovation_lays_out_five_cards_with_the_first_on_top():
    assert started(3, "on").events[0].renovation_pile == (1, 2, 3, 4, 5)
    assert started(3).events[0].renovation_pile == ()
    first = started(3, "on").rules.rules.cards.figures.renovation[0]
    assert (first.first, first.later) == (1, 0)


def swapped(setup, one, other):
    """The set-up with two plants in each other's place."""
    turned = {one: other, other: one}
    fields = {name: getattr(setup, name) for name in ("offer", "outlook", "deck", "removed_blind")}
    return {name: tuple(turned.get(card, card) for card in row) for name, row in fields.items()}


FAULTS = {
    "a seat twice": ("row", lambda setup: {"row": (0, 0)}),
    "the trust in a wrong place": ("row", lambda setup: {"row": ("TRUST", *setup.table.seats)}),
    "a plant twice": ("plants", lambda setup: {"offer": (setup.offer[0], *setup.offer[:3])}),
    "a plant missing": ("plants", lambda setup: {"removed_blind": ()}),
    "a row not ascending": ("market", lambda setup: {"offer": setup.offer[::-1]}),
    "a large plant in the market": ("market", lambda setup: swapped(setup, setup.outlook[3], "P30")),
    "the last-round card in the market": ("plants", lambda setup: swapped(setup, setup.outlook[3], LAST)),
    "another card below the last-round card": ("deck", lambda setup: swapped(setup, setup.deck[-2], LAST)),
    "a large plant on the deck": ("deck", lambda setup: swapped(setup, setup.deck[0], "P30")),
    "a small plant too many removed": ("deck", lambda setup: swapped(setup, setup.deck[0], setup.removed_blind[-1])),
    "columns of uneven length": (
        "columns",
        lambda setup: {"columns": (setup.columns[0] + setup.columns[1][:1], setup.columns[1][1:], setup.columns[2])},
    ),
    "a resource card missing": ("resource_deck", lambda setup: {"resource_deck": setup.resource_deck[1:]}),
    "a short seed": ("seed", lambda setup: {"seed": "1234"}),
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("players", [2, 4])
def test_a_set_up_that_no_shuffle_gives_is_refused(players, fault):
    rules, setup = drawn(players)
    place, change = FAULTS[fault]
    with refusing("MALFORMED_COMMAND", fault=place):
        rules.begin(replace(setup, **change(setup)))


def test_the_same_dice_give_the_same_set_up_and_the_first_event_holds_it_whole():
    rules, setup = drawn(4)
    assert drawn(4)[1] == setup
    first = begun(rules, setup).events[0]
    assert (first.deck, first.resource_deck, first.removed_blind) == (
        setup.deck,
        setup.resource_deck,
        setup.removed_blind,
    )
    assert bytes.fromhex(first.seed) == Dice.from_text("any").seed
