"""The table's events as people read them: players by their names, every cause in words."""

import pytest

from domain.kernel.ids import Seat
from domain.table import messages as m
from services.texts.telling import sentence

ANN = Seat(0)
TOLD = [
    (m.SeatCleared(1, "LEFT"), "Seat 1 is empty again: the player left.", "Место 1 снова свободно: игрок ушёл."),
    (m.TableClosed("HOST"), "The table is closed: the host decided so.", "Стол закрыт: так решил хозяин стола."),
    (m.TableClosed("EXPIRED"), "The table is closed: nobody started it.", "Стол закрыт: никто не начал партию."),
    (
        m.TableClosed("OPERATOR"),
        "The table is closed: an operator decided so.",
        "Стол закрыт: так решил администратор.",
    ),
    (m.TableClosed("EMPTY"), "The table is closed: the last player left.", "Стол закрыт: ушёл последний игрок."),
    (m.TimeRanOut(ANN, "BOT"), "The time of Ann is up: a bot takes over.", "Ann: время вышло, играет бот."),
    (m.TimeRanOut(ANN, "FORFEIT"), "The time of Ann is up: the seat is lost.", "Ann: время вышло, место потеряно."),
    (m.VacationTaken(ANN, 2), "Ann goes on vacation, days: 2.", "Ann уходит в отпуск, дней: 2."),
    (m.SeatHanded(ANN, "greedy", "TIME"), "The bot greedy plays for Ann.", "Ann: играет бот Жадный."),
    (m.SeatTakenBack(ANN), "Ann takes the seat back.", "Ann снова играет."),
    (
        m.SeatResigned(ANN, "greedy", "PLAYER"),
        "Ann is out (resigned); the bot greedy plays on.",
        "Ann выбывает (партия сдана); доигрывает бот Жадный.",
    ),
    (
        m.SeatResigned(ANN, "greedy", "TIME"),
        "Ann is out (out of time); the bot greedy plays on.",
        "Ann выбывает (вышло время); доигрывает бот Жадный.",
    ),
    (m.UndoProposed(ANN, 9), "Ann asks to go back to event 9.", "Ann просит вернуться к событию 9."),
    (m.AbandonProposed(ANN), "Ann asks to abandon the game.", "Ann предлагает прекратить партию."),
    (
        m.NoRoundsProposed(ANN),
        "Ann asks to continue without rounds of the beacon.",
        "Ann предлагает играть дальше без раундов маяка.",
    ),
    (m.VoteGiven(ANN, agree=False), "Ann answers: no.", "Ann отвечает: нет."),
    (
        m.GameFinished("ABANDONED", ()),  # all agreed, or the time of all had passed
        "The game is over: it was abandoned, without a result.",
        "Партия окончена: прекращена без результата.",
    ),
]


@pytest.mark.parametrize(("event", "english", "russian"), TOLD, ids=lambda each: type(each).__name__)
def test_events_of_the_table_name_players_and_say_why(event, english, russian):
    assert sentence(event, "en", {ANN: "Ann"}.get) == english
    assert sentence(event, "ru", {ANN: "Ann"}.get) == russian
