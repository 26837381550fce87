"""Sentences of events say what happened: they are compared with their events."""

import re

import pytest

from domain.card_game.messages import (
    BidPlaced,
    CardTaken,
    CardUnits,
    LeftoverCardsPlaced,
    Move,
    ResourceCardsChanged,
    ResourceDeckReshuffled,
    ResourceMarketShifted,
    TrustResourcesDiscarded,
    TrustResourcesTaken,
)
from services.texts.telling import sentence
from tests.domain.card_game.test_every_table import game

CHANGED = ResourceCardsChanged(0, (CardUnits("R02", 1),), ("R22",), ("S1",))


@pytest.mark.parametrize(
    ("event", "english", "russian"),
    [
        (
            CHANGED,
            "ann's fuel cards: turned down 2 coal (1); discarded 1 uranium; returned to the leftover pile 1 coal.",
            "Карты топлива (ann): повёрнуты уголь 2 (1); сброшены уран 1; возвращены в стопку остаточных уголь 1.",
        ),
        (
            BidPlaced(0, "P34", 25),
            "ann bids 25 for 23 (hybrid).",
            "ann ставит 25 за 23 (гибридная).",
        ),
        (
            ResourceDeckReshuffled(2, (), ()),
            "Reshuffle 2: the discard pile becomes the fuel deck.",
            "Перемешивание 2: стопка сброса становится колодой топлива.",
        ),
        (
            TrustResourcesTaken((CardTaken("R20", "oil", 2, 2), CardTaken("S5", "oil", 1, 1))),
            "The trust company takes fuel: 2 oil (2); 1 oil (1).",
            "Трастовая компания забирает топливо: мазут 2 (2); мазут 1 (1).",
        ),
        (
            ResourceMarketShifted((Move("R01", 3, 2), Move("S7", 4, 3))),
            "Fuel cards become cheaper: 1 coal 3 → 2; 1 uranium 4 → 3.",
            "Топливо дешевеет: уголь 1 3 → 2; уран 1 4 → 3.",
        ),
        (
            TrustResourcesDiscarded(("R10",), ("S3",)),
            "The trust company discards 1 gas; returned to the leftover pile: 1 gas.",
            "Трастовая компания сбрасывает газ 1; возвращены в стопку остаточных: газ 1.",
        ),
    ],
)
def test_a_sentence_says_what_the_event_holds_as_it_is_printed_on_the_cards(event, english, russian):
    assert sentence(event, "en", {0: "ann"}.get) == english
    assert sentence(event, "ru", {0: "ann"}.get) == russian


def test_oil_is_called_as_the_printed_rules_call_it():
    placed = LeftoverCardsPlaced("oil", ("S5",), 0, 0)
    assert sentence(placed, "ru", {0: "ann"}.get) == "Выложены карты остаточных ресурсов (мазут): мазут 1."


def test_no_code_is_left_in_the_sentences_of_a_game():
    _, turns = game(2, "on", "random", "told")
    told = [sentence(event, "ru", "seat {}".format) for turn in turns for event in turn.events]
    assert [each for each in told if re.search("[A-Z]{2}", each)] == []
