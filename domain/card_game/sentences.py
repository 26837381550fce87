"""The card game told in sentences."""

from domain.card_game import messages as m
from domain.card_game.editions import EDITIONS, load
from domain.kernel.sentences import Sentences, Text

_FUELS = {
    "coal": Text("coal", "уголь"),
    "oil": Text("oil", "мазут"),
    "gas": Text("gas", "газ"),
    "uranium": Text("uranium", "уран"),
    "eco": Text("ecological", "экологичная"),
    "hybrid": Text("hybrid", "гибридная"),
}


def card_names() -> dict[str, Text]:
    """What is printed on them: plants by number and fuel, resource cards by amount and fuel. Their ids mean nothing."""
    cards = load(EDITIONS.current)
    names = {}
    for plant in cards.plants.values():
        fuel = _FUELS[plant.fuel]
        names[plant.id] = Text(f"{plant.number} ({fuel.en})", f"{plant.number} ({fuel.ru})")
    for card in cards.resources.values():
        fuel = _FUELS[card.fuel]
        names[card.id] = Text(f"{card.amount} {fuel.en}", f"{fuel.ru} {card.amount}")
    return names


SENTENCES = Sentences(
    {
        m.GameStarted: Text(
            "Set-up: {cash} each, [on offer {plant_market}, ]{deck_size} plants in the deck.",
            "Подготовка: у каждого {cash}, [на рынке {plant_market}, ]станций в колоде: {deck_size}.",
        ),
        m.RoundBegan: Text("Round {number} begins.", "Начинается раунд {number}."),
        m.LastRoundBegan: Text("The last round ({number}) begins.", "Начинается последний раунд ({number})."),
        m.PhaseBegan: Text("Phase: {name}.", "Фаза: {name}."),
        m.PhaseSkipped: Text("A phase is skipped: {reason}.", "Фаза пропускается: {reason}."),
        m.TurnOrderDetermined: Text("Turn order ({reason})[: {order}].", "Порядок хода ({reason})[: {order}]."),
        m.DiscountPlaced: Text("The discount lies on {card}.", "Скидка лежит на карте {card}."),
        m.DiscountRemoved: Text(
            "The discount on {card} is gone ({cause}).", "Скидки на карту {card} больше нет ({cause})."
        ),
        m.PlantNominated: Text(
            "{player} puts plant {card} up for {bid}.", "{player} выставляет станцию {card} за {bid}."
        ),
        m.NominationPassed: Text("{player} buys no plant this round.", "{player} не покупает станцию в этом раунде."),
        m.BidPlaced: Text("{player} bids {amount} for {card}.", "{player} ставит {amount} за {card}."),
        m.BidPassed: Text("{player} drops out of the auction for {card}.", "{player} выходит из торгов за {card}."),
        m.PlantBought: Text(
            "{player} buys {card} for {price} and has {cash_after} left.",
            "{player} покупает {card} за {price}, остаётся {cash_after}.",
        ),
        m.PlantScrapped: Text(
            "{player} demolishes {card}[; fuel discarded: {fuel_discarded}].",
            "{player} сносит {card}[; сброшено топливо: {fuel_discarded}].",
        ),
        m.CompensationPaid: Text(
            "{player} gets {amount} for the demolition and has {cash_after}.",
            "{player} получает за снос {amount}, теперь {cash_after}.",
        ),
        m.RenovationCardRemoved: Text(
            "Renovation card {card} is used up[, next is {next_card}].",
            "Карта реновации {card} отыграна[, следующая {next_card}].",
        ),
        m.PlantDrawn: Text(
            "Plant {card} is drawn ({reason})[; on offer {offer}][, later {outlook}].",
            "Из колоды выходит {card} ({reason})[; на рынке {offer}][, потом {outlook}].",
        ),
        m.PlantRemoved: Text("Plant {card} leaves the game ({cause}).", "Станция {card} выходит из игры ({cause})."),
        m.PlantPutUnderDeck: Text("Plant {card} goes under the deck.", "Станция {card} уходит под колоду."),
        m.LastRoundCardDrawn: Text(
            "The last-round card is drawn during {during_phase}.",
            "В фазе «{during_phase}» выходит карта последнего раунда.",
        ),
        m.LastRoundCardRemoved: Text("The last-round card is removed.", "Карта последнего раунда убрана."),
        m.DeckShuffled: Text("The deck is shuffled ({deck_left} cards).", "Колода перетасована (карт: {deck_left})."),
        m.ResourceCardBought: Text(
            "{player} buys {card} ({units_kept} × {fuel}) for {price} and has {cash_after} left.",
            "{player} покупает {card} ({units_kept} × {fuel}) за {price}, остаётся {cash_after}.",
        ),
        m.LeftoverCardsPlaced: Text(
            "[Leftover {fuel} cards are laid: {cards}|No leftover {fuel} cards are laid].",
            "[Выложены карты остаточных ресурсов ({fuel}): {cards}|Карт остаточных ресурсов не выложено ({fuel})].",
        ),
        m.ResourceBuyingFinished: Text("{player} buys no more fuel.", "{player} больше не покупает топливо."),
        m.ResourceCardsChanged: Text(
            "{player}'s fuel cards:[ turned down {cards}][; discarded {discarded}][; returned to the leftover pile "
            "{leftovers_returned}].",
            "Карты топлива ({player}):[ повёрнуты {cards}][; сброшены {discarded}][; возвращены в стопку остаточных "
            "{leftovers_returned}].",
        ),
        m.PlantsRun: Text(
            "{player} runs plants[ and burns {fuel_burnt}].", "{player} запускает станции[, сожжено: {fuel_burnt}]."
        ),
        m.IncomePaid: Text(
            "{player} earns {amount} and has {cash_after}.", "{player} получает {amount}, теперь {cash_after}."
        ),
        m.ResourceMarketShifted: Text(
            "Fuel cards become cheaper[: {moves:card from_ → to}].", "Топливо дешевеет[: {moves:card from_ → to}]."
        ),
        m.ResourceCardsDealt: Text(
            "New fuel cards: [{cards}|none]; {resource_deck_left} left.",
            "Новые карты топлива: [{cards}|нет]; осталось {resource_deck_left}.",
        ),
        m.ResourceDeckReshuffled: Text(
            "Reshuffle {count}: the discard pile becomes the fuel deck.",
            "Перемешивание {count}: стопка сброса становится колодой топлива.",
        ),
        m.TrustPlantTaken: Text("The trust company takes plant {card}.", "Трастовая компания забирает станцию {card}."),
        m.TrustPlantRemoved: Text("The trust company loses plant {card}.", "Трастовая компания теряет станцию {card}."),
        m.TrustResourcesTaken: Text(
            "The trust company takes [fuel: {cards:card (column)}|no fuel].",
            "Трастовая компания [забирает топливо: {cards:card (column)}|не забирает топлива].",
        ),
        m.TrustResourcesDiscarded: Text(
            "The trust company discards [{cards}|nothing][; returned to the leftover pile: {leftovers_returned}].",
            "Трастовая компания [сбрасывает {cards}|ничего не сбрасывает][; возвращены в стопку остаточных: "
            "{leftovers_returned}].",
        ),
        m.FinalProductionScored: Text(
            "{player} scores {plant_vp} for plants[ {plants}] and {money_vp} for money.",
            "{player}: {plant_vp} за станции[ {plants}] и {money_vp} за деньги.",
        ),
        m.GameEnded: Text("The game ends.[ First: {winners}.]", "Конец игры.[ Победа: {winners}.]"),
    },
    card_names()
    | _FUELS
    | {
        m.TRUST: Text("the trust company", "трастовая компания"),
        "LAST": Text("the last-round card", "карта последнего раунда"),
        "AUCTION": Text("auction", "аукцион"),
        "RESOURCES": Text("buying fuel", "закупка топлива"),
        "BUREAUCRACY": Text("bureaucracy", "бюрократия"),
        "LOT": Text("by lot", "по жребию"),
        "INCOME": Text("by income", "по доходу"),
        "FIRST_ROUND_REDO": Text("again in the first round", "заново в первом раунде"),
        "NO_PLANTS": Text("no plant is left", "станций не осталось"),
        "SALE": Text("a plant was sold", "станция продана"),
        "SOLD": Text("the plant was sold", "станция продана"),
        "UNSOLD": Text("nobody bought it", "никто не купил"),
        "LOWER_CARD": Text("a smaller plant came", "вышла станция меньше"),
        "UPDATE": Text("the market is renewed", "обновление рынка"),
        "BELOW_DISCOUNT": Text("smaller than the discounted one", "меньше станции со скидкой"),
        "DISCOUNT_UNSOLD": Text("nobody bought it at a discount", "никто не купил со скидкой"),
        "RESOURCE_RESHUFFLE": Text("the fuel deck was shuffled", "перетасована колода топлива"),
        "LAST_ROUND": Text("last round", "последний раунд"),
        "LAST_ROUND_UPDATE": Text("last round", "последний раунд"),
        "offer": Text("now", "сейчас"),
        "outlook": Text("later", "потом"),
    },
)
