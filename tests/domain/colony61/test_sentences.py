"""Sentences of events say what happened, with every figure that people need and without codes."""

import re

import pytest

from domain.colony61.cubes import Cubes
from domain.colony61.markers import BY_SUPPLY, Move
from domain.colony61.messages import (
    CardFace,
    CardRecycled,
    CardsRevealed,
    ColonyDefeated,
    Condition,
    EndConditionMet,
    GameEnded,
    IncomeResolved,
    LaidCards,
    MarkersMoved,
    PlayerScored,
    PortionPaid,
    Rank,
    StepOpened,
    SwapChosen,
    UpkeepPaid,
)
from domain.kernel.ids import Seat
from services.texts.telling import sentence
from tests.domain.colony61.positions import decider
from tests.kit import whole_game

NAMES = {0: "ann", 1: "bob"}
A, B = Seat(0), Seat(1)


@pytest.mark.parametrize(
    ("event", "english", "russian"),
    [
        (
            StepOpened((A, B), step="LAY"),
            "Step: laying cards. To choose: ann, bob.",
            "Шаг: выкладывание карт. Выбирают: ann, bob.",
        ),
        (StepOpened((), step="KEEP"), "Step: keeping cards.", "Шаг: выбор новых карт."),
        (
            CardsRevealed(
                (
                    LaidCards(A, (CardFace("mine-2", "mine"), CardFace("warehouse-1", "warehouse")), False),
                    LaidCards(B, (CardFace("biomass-4", "biomass"),), True),
                )
            ),
            "The cards are turned up. ann: Mine 2, Warehouse 1; bob: Biomass 4 (by default).",
            "Карты открыты. ann: Шахта 2, Склад 1; bob: Биомасса 4 (по умолчанию).",
        ),
        (
            CardRecycled(A, "mine-2", "mine", forced=True),
            "ann recycles Mine 2 (unable to pay: yes).",
            "ann перерабатывает: Шахта 2 (оплатить нечем: да).",
        ),
        (
            MarkersMoved(
                {"population": 2}, (Move("population", 0, 2, BY_SUPPLY), Move("food", 1, 0, "population")), {}
            ),
            "The markers move: Population 0 → 2 (modules); Food 1 → 0 (Population).",
            "Счётчики: население 0 → 2 (модули); еда 1 → 0 (население).",
        ),
        (
            IncomeResolved(
                A,
                "PLUS_10",
                None,
                (),
                (),
                (PortionPaid("mine-1", ("mine-1",), 4, Cubes(4)), PortionPaid("RECYCLE", (), 10, Cubes(tens=1))),
                14,
                (UpkeepPaid("spaceport-2", 5, None, Cubes(3), 2),),
                Cubes(1),
                Cubes(1, 0, 1),
                False,
            ),
            "ann takes income: Mine 1: 4 $; recycling: 10 $ (effect of recycling: +10 $; upkeep: Spaceport 2: 5 $); "
            "thrown away: 1 $; in storage: 11 $.",
            "ann получает доход: Шахта 1: 4 $; переработка: 10 $ (эффект переработки: +10 $; содержание: Космодром 2: "
            "5 $); выброшено: 1 $; на складе: 11 $.",
        ),
        (
            EndConditionMet((Condition("colony_modules", 24), Condition("resource", 10, "population"))),
            "This is the last turn: modules of all players 24; marker Population 10.",
            "Это последний ход: модулей у всех игроков 24; счётчик население 10.",
        ),
        (
            ColonyDefeated((Condition("resource", -8, "electricity"),)),
            "The colony is lost: marker Electricity -8.",
            "Колония потеряна: счётчик электроэнергия -8.",
        ),
        (
            PlayerScored(A, 29, 22, 0, 2, {"water": 5}, 42, 96),
            "ann has 29 influence (modules 22, by resources 0, colony card 2, monopolies Water 5); left 42 $, cost of "
            "modules 96 $.",
            "ann: влияние 29 (модули 22, по ресурсам 0, карта колонии 2, монополии вода 5); осталось 42 $, стоимость "
            "модулей 96 $.",
        ),
        (
            GameEnded("END_CONDITION", (Rank(B, 1, 30, 5, 9), Rank(A, 2, 29, 42, 96)), (B,)),
            "The game ends: the end condition is met. Influence: 1. bob 30; 2. ann 29. Winner: bob.",
            "Конец игры: выполнено условие окончания. Влияние: 1. bob 30; 2. ann 29. Победа: bob.",
        ),
        (
            GameEnded("DEFEAT", (), ()),
            "The game ends: the colony is lost.",
            "Конец игры: колония потеряна.",
        ),
        (SwapChosen(A, None, None, None), "ann chooses cards to give up.", "ann выбирает, какие карты отдать."),
    ],
)
def test_a_sentence_says_what_the_event_holds(event, english, russian):
    assert sentence(event, "en", NAMES.get) == english
    assert sentence(event, "ru", NAMES.get) == russian


@pytest.mark.parametrize("colony", ["transit_hub", "frontier_station"])
def test_no_code_is_left_in_the_sentences_of_a_game(colony):
    turns = list(whole_game(decider(colony, 2), 2, "random", "told"))
    told = [sentence(event, "ru", "seat {}".format) for turn in turns for event in turn.events]
    assert [each for each in told if re.search("[A-Z]{2}|[a-z]_", each)] == []
