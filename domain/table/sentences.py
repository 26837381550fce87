"""The table's events in sentences."""

from domain.kernel.sentences import Sentences, Text
from domain.table import messages as m

SENTENCES = Sentences(
    {
        m.GameOpened: Text(
            "{host} opens a table for {variant} with {seats} seats; the server is bound to {commitment}.",
            "{host} открывает стол: {variant}, мест {seats}; сервер связан обязательством {commitment}.",
        ),
        m.PlayerSeated: Text("{account} sits down ({colour}).", "{account} садится за стол ({colour})."),
        m.BotSeated: Text("The bot {bot} sits down ({colour}).", "За стол садится бот {bot} ({colour})."),
        m.SeatCleared: Text("Seat {place} is empty again: {cause}.", "Место {place} снова свободно: {cause}."),
        m.SeatsArranged: Text("The seats are arranged anew[: {order}].", "Места переставлены[: {order}]."),
        m.ColourChosen: Text("Seat {place} is {colour} now.", "Место {place}: теперь {colour}."),
        m.ReadinessChanged: Text("Seat {place} is ready: {ready}.", "Место {place} готово: {ready}."),
        m.ClocksSet: Text("The clocks are set.", "Часы переставлены."),
        m.TimeRanOut: Text("The time of {place} is up: {consequence}.", "{place}: время вышло, {consequence}."),
        m.VacationTaken: Text("{place} goes on vacation, days: {days}.", "{place} уходит в отпуск, дней: {days}."),
        m.SeatHanded: Text("The bot {bot} plays for {place}.", "{place}: играет бот {bot}."),
        m.SeatTakenBack: Text("{place} takes the seat back.", "{place} снова играет."),
        m.SeatResigned: Text(
            "{place} is out ({cause}); the bot {bot} plays on.", "{place} выбывает ({cause}); доигрывает бот {bot}."
        ),
        m.CommandsUndone: Text(
            "What happened after event {to_version} is taken back.", "Отменено всё после события {to_version}."
        ),
        m.UndoProposed: Text(
            "{place} asks to go back to event {to_version}.", "{place} просит вернуться к событию {to_version}."
        ),
        m.AbandonProposed: Text("{place} asks to abandon the game.", "{place} предлагает прекратить партию."),
        m.VoteGiven: Text("{place} answers: {agree}.", "{place} отвечает: {agree}."),
        m.TableClosed: Text("The table is closed: {cause}.", "Стол закрыт: {cause}."),
        m.GameBegan: Text(
            "The game begins under rules {rules_version}.", "Партия начинается по правилам {rules_version}."
        ),
        m.GameFinished: Text("The game is over: {reason}.", "Партия окончена: {reason}."),
        m.SecretRevealed: Text(
            "The server reveals its secret {secret}[ and the nonces {nonces}].",
            "Сервер раскрывает секрет {secret}[ и числа игроков {nonces}].",
        ),
    },
    {
        "LEFT": Text("the player left", "игрок ушёл"),
        "REMOVED": Text("the host asked for it", "так решил хозяин стола"),
        "HOST": Text("the host decided so", "так решил хозяин стола"),
        "EXPIRED": Text("nobody started it", "никто не начал партию"),
        "OPERATOR": Text("an operator decided so", "так решил администратор"),
        "EMPTY": Text("the last player left", "ушёл последний игрок"),
        "PLAYER": Text("resigned", "партия сдана"),
        "TIME": Text("out of time", "вышло время"),
        "DEFAULT": Text("the default is played", "делается ход по умолчанию"),
        "BOT": Text("a bot takes over", "играет бот"),
        "FORFEIT": Text("the seat is lost", "место потеряно"),
        "RESIGNED": Text("the others are out", "остальные выбыли"),
        "ABANDONED": Text("it was abandoned, without a result", "прекращена без результата"),
        "STOPPED": Text("an operator stopped it", "её остановил администратор"),
        "TOO_LONG": Text("it went on for too long, without a result", "слишком затянулась, без результата"),
        "red": Text("red", "красный"),
        "blue": Text("blue", "синий"),
        "green": Text("green", "зелёный"),
        "yellow": Text("yellow", "жёлтый"),
        "black": Text("black", "чёрный"),
        "purple": Text("purple", "фиолетовый"),
        "GONE": Text("somebody who is gone", "кто-то, кого уже нет,"),
        "server": Text("the server", "сервер"),
        "END_CONDITION": Text("the end condition is met", "выполнено условие окончания"),
        "DEFEAT": Text("the colony is lost", "колония погибла"),
        "NETWORK_SIZE_REACHED": Text("a network is large enough", "сеть достигла нужного размера"),
        "LAST_ROUND_PLAYED": Text("the last round was played", "сыгран последний раунд"),
    },
)
