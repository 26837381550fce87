"""Colony-61 told in sentences."""

from domain.colony61 import messages as m
from domain.colony61.data import CURRENT, figures
from domain.history.sentences import Sentences, Text


def printed_names() -> dict[str, Text]:
    """Modules, resources and colonies by id."""
    read = figures(CURRENT)
    modules = {row.id: Text(row.name_en, row.name_ru) for row in read.modules}
    resources = {row.id: Text(row.name_en, row.name_ru) for row in read.resources}
    return modules | resources | {row.id: Text(row.name_en, row.name_ru) for row in read.colonies}


SENTENCES = Sentences(
    {
        m.GameStarted: Text(
            "The colony {colony} is founded for {players}; capital {capital}, {draw_left} cards in the pile.",
            "Основана колония {colony}: {players}; капитал {capital}, карт в колоде: {draw_left}.",
        ),
        m.StartCardsDealt: Text(
            "{player} is dealt {offered_count} cards to choose from: {offered}.",
            "{player} получает на выбор карт: {offered_count} ({offered}).",
        ),
        m.StepOpened: Text("All choose: {seats}.", "Выбирают: {seats}."),
        m.StepClosed: Text("All have chosen.", "Все выбрали."),
        m.StartChosen: Text(
            "{player} chooses what to start with: {keep}, {cubes}.", "{player} выбирает начало: {keep}, {cubes}."
        ),
        m.StartHandTaken: Text(
            "{player} starts with {hand_count} cards and {storage}.",
            "{player} начинает: карт {hand_count}, денег {storage}.",
        ),
        m.TurnBegan: Text(
            "Turn {number} begins, {slots} cards each.", "Начинается ход {number}, карт у каждого: {slots}."
        ),
        m.CardsLaid: Text("{player} lays cards face down: {cards}.", "{player} кладёт карты рубашкой вверх: {cards}."),
        m.CardsRevealed: Text("The cards are revealed: {laid}.", "Карты открыты: {laid}."),
        m.CardsDecided: Text(
            "{player} decides: builds {build}, recycles {recycle}.",
            "{player} решает: строит {build}, перерабатывает {recycle}.",
        ),
        m.BuildPaid: Text(
            "{player} pays {cubes} for {cards} (cost {cost}) and has {storage_after}.",
            "{player} платит {cubes} за {cards} (цена {cost}), остаётся {storage_after}.",
        ),
        m.ModuleBuilt: Text("{player} builds {card}.", "{player} строит {card}."),
        m.CardRecycled: Text(
            "{player} recycles {card} (forced: {forced}).", "{player} перерабатывает {card} (вынужденно: {forced})."
        ),
        m.MarkersMoved: Text("The colony's markers move: {markers}.", "Счётчики колонии: {markers}."),
        m.ColonyDefeated: Text("The colony is lost: {conditions}.", "Колония погибла: {conditions}."),
        m.EndConditionMet: Text("The game will end: {conditions}.", "Выполнено условие окончания: {conditions}."),
        m.IncomeResolved: Text(
            "{player} takes income and has {storage_after}; lost: {lost}.",
            "{player} получает доход, теперь {storage_after}; потеряно: {lost}.",
        ),
        m.SupplyDrawn: Text(
            "{player} draws {count} cards ({cards}) and holds {hand_count}.",
            "{player} берёт карт: {count} ({cards}), на руке {hand_count}.",
        ),
        m.SupplyShort: Text(
            "The pile is short by {missing} for {player}.", "{player}: в колоде не хватило карт: {missing}."
        ),
        m.DeckReshuffled: Text(
            "The discards become the new pile ({count} cards).", "Сброс стал новой колодой (карт: {count})."
        ),
        m.SwapChosen: Text("{player} chooses cards to swap: {cards}.", "{player} выбирает карты для обмена: {cards}."),
        m.CardsGivenUp: Text("{player} gives up {cards}.", "{player} отдаёт {cards}."),
        m.CardsOffered: Text(
            "{player} is offered {count} cards, {keep_count} to keep: {cards}.",
            "{player} получает на выбор карт: {count}, оставить {keep_count}: {cards}.",
        ),
        m.KeepChosen: Text("{player} chooses what to keep: {keep}.", "{player} выбирает, что оставить: {keep}."),
        m.CardsExchanged: Text(
            "{player} keeps {kept} and discards {discarded}.", "{player} оставляет {kept}, сбрасывает {discarded}."
        ),
        m.StandingDefaultsSet: Text(
            "{player} lets the server choose: income {income}, exchange {exchange}.",
            "{player} поручает серверу: доход {income}, обмен {exchange}.",
        ),
        m.PlayerScored: Text(
            "{player} has {influence} influence: modules {modules}, resources {by_resource}, colony {colony}.",
            "{player}: влияние {influence}, из него модули {modules}, ресурсы {by_resource}, колония {colony}.",
        ),
        m.GameEnded: Text("The game ends. First: {winners}.", "Конец игры. Победа: {winners}."),
    },
    printed_names()
    | {
        "turns": Text("turns", "число ходов"),
        "resource": Text("resource", "ресурс"),
        "player_modules": Text("modules of a player", "модули игрока"),
        "player": Text("player", "игрок"),
        "cards": Text("cards", "карты"),
        "by_default": Text("by default", "по умолчанию"),
    },
)
