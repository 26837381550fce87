"""Colony-61 told in sentences."""

from domain.colony61 import messages as m
from domain.colony61.editions import EDITIONS
from domain.colony61.income import RECYCLE, SUBSIDY
from domain.colony61.markers import BY_SUPPLY
from domain.kernel.sentences import Sentences, Text


def card_names() -> dict[str, Text]:
    """Modules by id."""
    return {row.id: Text(row.name_en, row.name_ru) for row in EDITIONS.figures(EDITIONS.current).modules}


def printed_names() -> dict[str, Text]:
    """Modules, resources and colonies by id."""
    read = EDITIONS.figures(EDITIONS.current)
    resources = {row.id: Text(row.name_en, row.name_ru) for row in read.resources}
    return card_names() | resources | {row.id: Text(row.name_en, row.name_ru) for row in read.colonies}


SENTENCES = Sentences(
    {
        m.GameStarted: Text(
            "The colony {colony} is founded[ for {players}]; capital {capital} $, {draw_left} cards in the pile.",
            "Основана колония «{colony}»[: {players}]; капитал {capital} $, карт в колоде: {draw_left}.",
        ),
        m.StartCardsDealt: Text(
            "{player} gets [{fixed}, and ]to choose from {offered_count} cards[: {offered}].",
            "{player} получает:[ {fixed};] на выбор карт {offered_count}[: {offered}].",
        ),
        m.StepOpened: Text(
            "[Step: {step}|A step opens].[ To choose: {seats}.]", "[Шаг: {step}|Начинается шаг].[ Выбирают: {seats}.]"
        ),
        m.StepClosed: Text("The step is over[: {step}].", "Шаг окончен[: {step}]."),
        m.StartChosen: Text(
            "{player} chooses start cards and cubes[: {keep}; {cubes}].",
            "{player} выбирает стартовые карты и кубики[: {keep}; {cubes}].",
        ),
        m.StartHandTaken: Text(
            "{player} starts with {hand_count} cards and {storage}[; kept: {kept}][; discarded: {discarded}].",
            "{player} начинает: карт на руке {hand_count}, на складе {storage}[; оставлено: {kept}][; сброшено: "
            "{discarded}].",
        ),
        m.TurnBegan: Text(
            "Turn {number} begins; cards each may lay: {slots}.",
            "Начинается ход {number}; каждый выкладывает карт, не больше: {slots}.",
        ),
        m.CardsLaid: Text(
            "{player} lays cards face down[: {cards}].", "{player} кладёт карты рубашкой вверх[: {cards}]."
        ),
        m.CardsRevealed: Text(
            "The cards are turned up.[ {laid:player: cards.card by_default}.]",
            "Карты открыты.[ {laid:player: cards.card by_default}.]",
        ),
        m.CardsDecided: Text(
            "{player} decides[; to build: {build}][; to recycle: {recycle}].",
            "{player} решает[; построить: {build}][; переработать: {recycle}].",
        ),
        m.BuildPaid: Text(
            "{player} pays {cubes} (cost {cost} $)[ for {cards}] and has {storage_after}.",
            "{player} платит {cubes} (цена {cost} $)[: {cards}]; остаётся {storage_after}.",
        ),
        m.ModuleBuilt: Text("{player} builds {card}.", "{player} строит: {card}."),
        m.CardRecycled: Text(
            "{player} recycles {card} (unable to pay: {forced}).",
            "{player} перерабатывает: {card} (оплатить нечем: {forced}).",
        ),
        m.MarkersMoved: Text(
            "[The markers move: {moves:resource start → end (by)}|The markers stay].",
            "Счётчики[: {moves:resource start → end (by)}| стоят].",
        ),
        m.ColonyDefeated: Text(
            "The colony is lost[: {conditions:kind resource bound}].",
            "Колония потеряна[: {conditions:kind resource bound}].",
        ),
        m.EndConditionMet: Text(
            "This is the last turn[: {conditions:kind resource bound}].",
            "Это последний ход[: {conditions:kind resource bound}].",
        ),
        m.IncomeResolved: Text(
            "{player} takes [income: {portions:portion: amount $}|no income] ([effect of recycling: {effect}]"
            "[; upkeep: {upkeep:module: amount $}]); thrown away: {lost}; in storage: {storage_after}.",
            "{player} [получает доход: {portions:portion: amount $}|не получает дохода] ([эффект переработки: {effect}]"
            "[; содержание: {upkeep:module: amount $}]); выброшено: {lost}; на складе: {storage_after}.",
        ),
        m.SupplyDrawn: Text(
            "{player} draws cards: {count}[ ({cards})]; in hand: {hand_count}.",
            "{player} добирает карт: {count}[ ({cards})]; на руке: {hand_count}.",
        ),
        m.SupplyShort: Text(
            "Pile and discards are empty; {player} lacks cards: {missing}.",
            "Колода и сброс пусты; {player} недобирает карт: {missing}.",
        ),
        m.DeckReshuffled: Text(
            "The discards become the new pile; cards: {count}.", "Сброс стал новой колодой; карт: {count}."
        ),
        m.SwapChosen: Text(
            "{player} chooses cards to give up[: {cards}].", "{player} выбирает, какие карты отдать[: {cards}]."
        ),
        m.CardsGivenUp: Text(
            "{player} gives up [{cards}|no cards]; in hand: {hand_count}.",
            "{player} [отдаёт в сброс: {cards}|ничего не отдаёт]; на руке: {hand_count}.",
        ),
        m.CardsOffered: Text(
            "{player} looks at cards ({count})[: {cards}]; to keep: {keep_count}.",
            "{player} смотрит карты ({count})[: {cards}]; оставить: {keep_count}.",
        ),
        m.KeepChosen: Text("{player} chooses what to keep[: {keep}].", "{player} выбирает, что оставить[: {keep}]."),
        m.CardsExchanged: Text(
            "{player} keeps [{kept}|what was chosen][, discards {discarded}]; in hand: {hand_count}.",
            "{player} оставляет[: {kept}| выбранное][; сбрасывает: {discarded}]; на руке: {hand_count}.",
        ),
        m.StandingDefaultsSet: Text(
            "{player} lets the server choose: income {income}, exchange {exchange}.",
            "{player} поручает выбор серверу: доход — {income}, обмен — {exchange}.",
        ),
        m.PlayerScored: Text(
            "{player} has {influence} influence (modules {modules}, by resources {by_resource}, colony card {colony}"
            "[, monopolies {monopolies:name amount}]); left {credits} $, cost of modules {module_costs} $.",
            "{player}: влияние {influence} (модули {modules}, по ресурсам {by_resource}, карта колонии {colony}"
            "[, монополии {monopolies:name amount}]); осталось {credits} $, стоимость модулей {module_costs} $.",
        ),
        m.GameEnded: Text(
            "The game ends: {reason}.[ Influence: {ranking:rank. player influence}.][ Winner: {winners}.]",
            "Конец игры: {reason}.[ Влияние: {ranking:rank. player influence}.][ Победа: {winners}.]",
        ),
    },
    printed_names()
    | {
        "START": Text("start cards", "стартовые карты"),
        "LAY": Text("laying cards", "выкладывание карт"),
        "DECIDE": Text("building or recycling", "постройка или переработка"),
        "INCOME": Text("income", "доход"),
        "SWAP": Text("giving up cards", "обмен карт"),
        "KEEP": Text("keeping cards", "выбор новых карт"),
        "PLUS_10": Text("+10 $", "+10 $"),
        "DOUBLE": Text("income doubled", "доход удвоен"),
        RECYCLE: Text("recycling", "переработка"),
        SUBSIDY: Text("subsidy", "субсидия"),
        BY_SUPPLY: Text("modules", "модули"),
        "turns": Text("turn", "ход"),
        "resource": Text("marker", "счётчик"),
        "player_modules": Text("modules of one player", "модулей у одного игрока"),
        "colony_modules": Text("modules of all players", "модулей у всех игроков"),
        "END_CONDITION": Text("the end condition is met", "выполнено условие окончания"),
        "DEFEAT": Text("the colony is lost", "колония потеряна"),
        "by_default": Text("(by default)", "(по умолчанию)"),
    },
)
