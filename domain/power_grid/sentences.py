"""Power Grid told in sentences."""

from domain.kernel.sentences import Sentences, Text
from domain.power_grid import messages as m
from domain.power_grid.editions import current, pinned
from domain.power_grid.maps import LAYERS


def place_names() -> dict[str, Text]:
    """Maps, regions and cities by id."""
    boards = [pinned(name, current(name))[1] for name in LAYERS]
    names = {board.map: Text(board.name.en, board.name.ru) for board in boards}
    for board in boards:
        names |= {region.id: Text(region.en, region.ru) for region in board.regions}
        names |= {city.id: Text(city.en, city.ru) for city in board.cities}
    return names


SENTENCES = Sentences(
    {
        m.GameStarted: Text(
            "Set-up on {map}, [regions {regions}: ]{cash} each, [on offer {plant_market}, ]{deck_size} "
            "cards in the deck.",
            "Подготовка: {map}[, {regions}]; у каждого {cash}, [на рынке {plant_market}, ]в колоде карт: {deck_size}.",
        ),
        m.RoundBegan: Text("Round {number} begins.", "Начинается раунд {number}."),
        m.PhaseBegan: Text("Phase: {name}.", "Фаза: {name}."),
        m.PhaseSkipped: Text("A phase is skipped: {reason}.", "Фаза пропускается: {reason}."),
        m.TurnOrderDetermined: Text("Turn order ({reason})[: {order}].", "Порядок хода ({reason})[: {order}]."),
        m.PlantNominated: Text(
            "{player} puts plant {plant} up for {bid}[; to bid: {bidders}].",
            "{player} выставляет станцию {plant} за {bid}[; торгуются: {bidders}].",
        ),
        m.NominationPassed: Text("{player} buys no plant this round.", "{player} не покупает станцию в этом раунде."),
        m.BidPlaced: Text("{player} bids {amount} for plant {plant}.", "{player} ставит {amount} за станцию {plant}."),
        m.BidPassed: Text("{player} drops out of the auction for {plant}.", "{player} выходит из торгов за {plant}."),
        m.PlantBought: Text(
            "{player} buys plant {plant} for {price} and has {cash_after} left.",
            "{player} покупает станцию {plant} за {price}, остаётся {cash_after}.",
        ),
        m.PlantScrapped: Text(
            "{player} closes plant {plant}[; fuel returned: {fuel_returned}].",
            "{player} закрывает станцию {plant}[; возвращено топливо: {fuel_returned}].",
        ),
        m.CompensationPaid: Text(
            "{player} gets {amount} for the closing and has {cash_after}.",
            "{player} получает за закрытие {amount}, теперь {cash_after}.",
        ),
        m.RenovationCardRemoved: Text(
            "Renovation card {card} is used up, {cards_left} left.",
            "Карта реновации {card} отыграна, осталось {cards_left}.",
        ),
        m.PlantDrawn: Text(
            "Plant {plant} is drawn ({reason})[; on offer {current}][, later {future}].",
            "Из колоды выходит станция {plant} ({reason})[; на рынке {current}][, потом {future}].",
        ),
        m.PlantRemoved: Text(
            "Plant {plant} leaves the game ({cause})[; on offer {current}].",
            "Станция {plant} выходит из игры ({cause})[; на рынке {current}].",
        ),
        m.PlantPutUnderDeck: Text("Plant {plant} goes under the deck.", "Станция {plant} уходит под колоду."),
        m.Stage3CardDrawn: Text(
            "The stage 3 card is drawn during {during_phase}.", "В фазе «{during_phase}» выходит карта третьего этапа."
        ),
        m.Stage3CardRemoved: Text("The stage 3 card is removed.", "Карта третьего этапа убрана."),
        m.DeckShuffled: Text("The deck is shuffled ({deck_left} cards).", "Колода перетасована (карт: {deck_left})."),
        m.StageBegan: Text("Stage {stage} begins ({trigger}).", "Начинается этап {stage} ({trigger})."),
        m.CarbonTaxIntroduced: Text("The carbon tax is in force.", "Вводится налог на CO2."),
        m.ResourcesBought: Text(
            "{player} buys [{items}|nothing] for {total} and has {cash_after} left.",
            "{player} покупает [{items}|ничего] за {total}, остаётся {cash_after}.",
        ),
        m.ResourceBuyingFinished: Text("{player} buys no more fuel.", "{player} больше не покупает топливо."),
        m.ResourceBuyingPassed: Text("{player} buys no more fuel.", "{player} больше не покупает топливо."),
        m.CityConnected: Text(
            "{player} builds in {city} for {total} (connection {connection_cost}, place {slot_cost}): network of "
            "{network_size}, {cash_after} left.",
            "{player} строит в городе {city} за {total} (соединение {connection_cost}, подключение {slot_cost}): сеть "
            "{network_size}, остаётся {cash_after}.",
        ),
        m.BuildingFinished: Text(
            "{player} has built ({houses_built} houses).", "{player} заканчивает стройку (домов: {houses_built})."
        ),
        m.BlackoutDeclared: Text(
            "Blackout: {houses_built} houses were built, {threshold} would have been safe.",
            "Энергетический сбой: построено домов {houses_built}, безопасно было {threshold}.",
        ),
        m.PlantsRun: Text(
            "{player} runs plants for {output} cities[ and burns {fuel_burnt}].",
            "{player} запускает станции на {output} городов[, сожжено: {fuel_burnt}].",
        ),
        m.CitiesPowered: Text(
            "{player} powers {cities} of {network_size} cities.",
            "{player} снабжает {cities} из {network_size} городов.",
        ),
        m.IncomePaid: Text(
            "{player} earns {net} ({gross} less {penalty}) and has {cash_after}.",
            "{player} получает {net} ({gross} минус {penalty}), теперь {cash_after}.",
        ),
        m.UraniumSold: Text(
            "{player} sells {units} uranium at {price} for {income} and has {cash_after}.",
            "{player} продаёт уран: {units} по {price}, всего {income}, теперь {cash_after}.",
        ),
        m.UraniumSaleDeclined: Text("{player} sells no uranium.", "{player} не продаёт уран."),
        m.UraniumExported: Text("{count} uranium is exported.", "Вывезено урана: {count}."),
        m.ResourcesResupplied: Text(
            "The fuel market is filled up as in stage {stage}.", "Рынок топлива пополнен по этапу {stage}."
        ),
        m.GameEndTriggered: Text(
            "[{players}: a|A] network of {network_size} ends the game this round.",
            "[{players}: сеть|Сеть] из {network_size} городов, это последний раунд.",
        ),
        m.GameEnded: Text("The game ends.[ First: {winners}.]", "Конец игры.[ Победа: {winners}.]"),
    },
    place_names()
    | {
        "coal": Text("coal", "уголь"),
        "oil": Text("oil", "мазут"),
        "garbage": Text("garbage", "вторсырьё"),
        "uranium": Text("uranium", "уран"),
        "hybrid": Text("coal or oil", "уголь или мазут"),
        "eco": Text("wind", "ветер"),
        "fusion": Text("fusion", "синтез"),
        "any": Text("any fuel", "любое топливо"),
        m.FLOW_GENERATOR: Text("the flow generator", "потоковый генератор"),
        m.STAGE_3: Text("the stage 3 card", "карта третьего этапа"),
        "current": Text("now", "сейчас"),
        "future": Text("later", "потом"),
        m.TURN_ORDER: Text("turn order", "порядок хода"),
        m.AUCTION: Text("auction", "аукцион"),
        m.RESOURCES: Text("buying fuel", "закупка топлива"),
        m.BUILDING: Text("building", "строительство"),
        m.BUREAUCRACY: Text("bureaucracy", "бюрократия"),
        "LOT": Text("by lot", "по жребию"),
        "ROUND_START": Text("for the round", "на раунд"),
        "FIRST_ROUND_REDO": Text("again in the first round", "заново в первом раунде"),
        "NETWORK_SIZE": Text("size of a network", "размер сети"),
        "STAGE_3_CARD": Text("stage 3 card", "карта третьего этапа"),
        "NO_PLANTS": Text("no plant is left", "станций не осталось"),
        "SALE": Text("a plant was sold", "станция продана"),
        "NO_SALE": Text("nobody bought", "никто не купил"),
        "OBSOLETE": Text("too small by now", "устарела"),
        "FIRST_PLAYER_PASS": Text("the first player passed", "первый игрок спасовал"),
        "BUREAUCRACY": Text("bureaucracy", "бюрократия"),
        "STAGE_2": Text("stage 2", "второй этап"),
        "STAGE_3": Text("stage 3", "третий этап"),
        "STAGE_3_BUREAUCRACY": Text("stage 3", "третий этап"),
        "FLOW_GENERATOR": Text("the flow generator", "потоковый генератор"),
    },
)
