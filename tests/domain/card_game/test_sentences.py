"""What an event says is what happened: sentences beside the events that they tell."""

import re

import pytest

from domain.card_game.messages import (
    CardUnits,
    LeftoverCardsPlaced,
    ResourceCardsChanged,
    ResourceDeckReshuffled,
    TrustResourcesDiscarded,
)
from domain.telling import sentence
from tests.domain.card_game.test_every_table import game

CHANGED = ResourceCardsChanged(0, (CardUnits("R02", 1),), ("R22",), ("S1",))


@pytest.mark.parametrize(
    ("event", "english", "russian"),
    [
        (
            CHANGED,
            "ann's fuel cards: turned down R02 (1); discarded R22; returned to the leftover pile S1.",
            "Карты топлива (ann): повёрнуты R02 (1); сброшены R22; возвращены в стопку остаточных S1.",
        ),
        (
            ResourceDeckReshuffled(2, (), ()),
            "Reshuffle 2: the discard pile becomes the fuel deck.",
            "Перемешивание 2: стопка сброса становится колодой топлива.",
        ),
        (
            TrustResourcesDiscarded(("R10",), ("S3",)),
            "The trust company discards R10; returned to the leftover pile: S3.",
            "Трастовая компания сбрасывает R10; возвращены в стопку остаточных: S3.",
        ),
    ],
)
def test_a_sentence_says_what_the_event_holds(event, english, russian):
    assert sentence(event, "en", {0: "ann"}.get) == english
    assert sentence(event, "ru", {0: "ann"}.get) == russian


def test_oil_is_called_as_the_printed_rules_call_it():
    placed = LeftoverCardsPlaced("oil", ("S5",), 0, 0)
    assert sentence(placed, "ru", {0: "ann"}.get) == "Выложены карты остаточных ресурсов (мазут): S5."


def test_no_code_is_left_in_the_sentences_of_a_game():
    _, turns = game(2, "on", "random", "told")
    told = [sentence(event, "ru", "seat {}".format) for turn in turns for event in turn.events]
    assert [each for each in told if re.search("[A-Z]{2}", each)] == []
