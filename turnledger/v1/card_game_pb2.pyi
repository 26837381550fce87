from turnledger.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CardGameCommand(_message.Message):
    __slots__ = ("nominate_plant", "pass_nomination", "place_bid", "pass_bid", "scrap_plant", "buy_resource_card", "finish_buying", "run_plants")
    class NominatePlant(_message.Message):
        __slots__ = ("card", "bid")
        CARD_FIELD_NUMBER: _ClassVar[int]
        BID_FIELD_NUMBER: _ClassVar[int]
        card: str
        bid: int
        def __init__(self, card: _Optional[str] = ..., bid: _Optional[int] = ...) -> None: ...
    class PassNomination(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class PlaceBid(_message.Message):
        __slots__ = ("amount",)
        AMOUNT_FIELD_NUMBER: _ClassVar[int]
        amount: int
        def __init__(self, amount: _Optional[int] = ...) -> None: ...
    class PassBid(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class ScrapPlant(_message.Message):
        __slots__ = ("card", "discarded", "cards")
        CARD_FIELD_NUMBER: _ClassVar[int]
        DISCARDED_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        card: str
        discarded: _common_pb2.Amounts
        cards: _common_pb2.Amounts
        def __init__(self, card: _Optional[str] = ..., discarded: _Optional[_Union[_common_pb2.Amounts, _Mapping]] = ..., cards: _Optional[_Union[_common_pb2.Amounts, _Mapping]] = ...) -> None: ...
    class BuyResourceCard(_message.Message):
        __slots__ = ("card",)
        CARD_FIELD_NUMBER: _ClassVar[int]
        card: str
        def __init__(self, card: _Optional[str] = ...) -> None: ...
    class FinishBuying(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class RunPlants(_message.Message):
        __slots__ = ("runs", "cards")
        RUNS_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        runs: _containers.RepeatedCompositeFieldContainer[CardGameRun]
        cards: _common_pb2.Amounts
        def __init__(self, runs: _Optional[_Iterable[_Union[CardGameRun, _Mapping]]] = ..., cards: _Optional[_Union[_common_pb2.Amounts, _Mapping]] = ...) -> None: ...
    NOMINATE_PLANT_FIELD_NUMBER: _ClassVar[int]
    PASS_NOMINATION_FIELD_NUMBER: _ClassVar[int]
    PLACE_BID_FIELD_NUMBER: _ClassVar[int]
    PASS_BID_FIELD_NUMBER: _ClassVar[int]
    SCRAP_PLANT_FIELD_NUMBER: _ClassVar[int]
    BUY_RESOURCE_CARD_FIELD_NUMBER: _ClassVar[int]
    FINISH_BUYING_FIELD_NUMBER: _ClassVar[int]
    RUN_PLANTS_FIELD_NUMBER: _ClassVar[int]
    nominate_plant: CardGameCommand.NominatePlant
    pass_nomination: CardGameCommand.PassNomination
    place_bid: CardGameCommand.PlaceBid
    pass_bid: CardGameCommand.PassBid
    scrap_plant: CardGameCommand.ScrapPlant
    buy_resource_card: CardGameCommand.BuyResourceCard
    finish_buying: CardGameCommand.FinishBuying
    run_plants: CardGameCommand.RunPlants
    def __init__(self, nominate_plant: _Optional[_Union[CardGameCommand.NominatePlant, _Mapping]] = ..., pass_nomination: _Optional[_Union[CardGameCommand.PassNomination, _Mapping]] = ..., place_bid: _Optional[_Union[CardGameCommand.PlaceBid, _Mapping]] = ..., pass_bid: _Optional[_Union[CardGameCommand.PassBid, _Mapping]] = ..., scrap_plant: _Optional[_Union[CardGameCommand.ScrapPlant, _Mapping]] = ..., buy_resource_card: _Optional[_Union[CardGameCommand.BuyResourceCard, _Mapping]] = ..., finish_buying: _Optional[_Union[CardGameCommand.FinishBuying, _Mapping]] = ..., run_plants: _Optional[_Union[CardGameCommand.RunPlants, _Mapping]] = ...) -> None: ...

class CardGameOption(_message.Message):
    __slots__ = ("nominations", "nomination_pass", "bids", "bid_pass", "demolition", "resource_purchase", "buying_end", "production")
    class Nominations(_message.Message):
        __slots__ = ("card", "number", "bid_min", "bid_max")
        CARD_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        BID_MIN_FIELD_NUMBER: _ClassVar[int]
        BID_MAX_FIELD_NUMBER: _ClassVar[int]
        card: str
        number: int
        bid_min: int
        bid_max: int
        def __init__(self, card: _Optional[str] = ..., number: _Optional[int] = ..., bid_min: _Optional[int] = ..., bid_max: _Optional[int] = ...) -> None: ...
    class NominationPass(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Bids(_message.Message):
        __slots__ = ("card", "amount_min", "amount_max")
        CARD_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_MIN_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_MAX_FIELD_NUMBER: _ClassVar[int]
        card: str
        amount_min: int
        amount_max: int
        def __init__(self, card: _Optional[str] = ..., amount_min: _Optional[int] = ..., amount_max: _Optional[int] = ...) -> None: ...
    class BidPass(_message.Message):
        __slots__ = ("card",)
        CARD_FIELD_NUMBER: _ClassVar[int]
        card: str
        def __init__(self, card: _Optional[str] = ...) -> None: ...
    class Demolition(_message.Message):
        __slots__ = ("card", "number", "discards", "stock")
        CARD_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        DISCARDS_FIELD_NUMBER: _ClassVar[int]
        STOCK_FIELD_NUMBER: _ClassVar[int]
        card: str
        number: int
        discards: _containers.RepeatedCompositeFieldContainer[_common_pb2.Amounts]
        stock: _containers.RepeatedCompositeFieldContainer[CardGameFuelCard]
        def __init__(self, card: _Optional[str] = ..., number: _Optional[int] = ..., discards: _Optional[_Iterable[_Union[_common_pb2.Amounts, _Mapping]]] = ..., stock: _Optional[_Iterable[_Union[CardGameFuelCard, _Mapping]]] = ...) -> None: ...
    class ResourcePurchase(_message.Message):
        __slots__ = ("card", "fuel", "column", "price", "units", "units_kept")
        CARD_FIELD_NUMBER: _ClassVar[int]
        FUEL_FIELD_NUMBER: _ClassVar[int]
        COLUMN_FIELD_NUMBER: _ClassVar[int]
        PRICE_FIELD_NUMBER: _ClassVar[int]
        UNITS_FIELD_NUMBER: _ClassVar[int]
        UNITS_KEPT_FIELD_NUMBER: _ClassVar[int]
        card: str
        fuel: str
        column: int
        price: int
        units: int
        units_kept: int
        def __init__(self, card: _Optional[str] = ..., fuel: _Optional[str] = ..., column: _Optional[int] = ..., price: _Optional[int] = ..., units: _Optional[int] = ..., units_kept: _Optional[int] = ...) -> None: ...
    class BuyingEnd(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class Production(_message.Message):
        __slots__ = ("plans", "stock")
        PLANS_FIELD_NUMBER: _ClassVar[int]
        STOCK_FIELD_NUMBER: _ClassVar[int]
        plans: _containers.RepeatedCompositeFieldContainer[CardGamePlan]
        stock: _containers.RepeatedCompositeFieldContainer[CardGameFuelCard]
        def __init__(self, plans: _Optional[_Iterable[_Union[CardGamePlan, _Mapping]]] = ..., stock: _Optional[_Iterable[_Union[CardGameFuelCard, _Mapping]]] = ...) -> None: ...
    NOMINATIONS_FIELD_NUMBER: _ClassVar[int]
    NOMINATION_PASS_FIELD_NUMBER: _ClassVar[int]
    BIDS_FIELD_NUMBER: _ClassVar[int]
    BID_PASS_FIELD_NUMBER: _ClassVar[int]
    DEMOLITION_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_PURCHASE_FIELD_NUMBER: _ClassVar[int]
    BUYING_END_FIELD_NUMBER: _ClassVar[int]
    PRODUCTION_FIELD_NUMBER: _ClassVar[int]
    nominations: CardGameOption.Nominations
    nomination_pass: CardGameOption.NominationPass
    bids: CardGameOption.Bids
    bid_pass: CardGameOption.BidPass
    demolition: CardGameOption.Demolition
    resource_purchase: CardGameOption.ResourcePurchase
    buying_end: CardGameOption.BuyingEnd
    production: CardGameOption.Production
    def __init__(self, nominations: _Optional[_Union[CardGameOption.Nominations, _Mapping]] = ..., nomination_pass: _Optional[_Union[CardGameOption.NominationPass, _Mapping]] = ..., bids: _Optional[_Union[CardGameOption.Bids, _Mapping]] = ..., bid_pass: _Optional[_Union[CardGameOption.BidPass, _Mapping]] = ..., demolition: _Optional[_Union[CardGameOption.Demolition, _Mapping]] = ..., resource_purchase: _Optional[_Union[CardGameOption.ResourcePurchase, _Mapping]] = ..., buying_end: _Optional[_Union[CardGameOption.BuyingEnd, _Mapping]] = ..., production: _Optional[_Union[CardGameOption.Production, _Mapping]] = ...) -> None: ...

class CardGameOrder(_message.Message):
    __slots__ = ("bid_up_to", "pass_auctions", "buy_fuel", "finish", "run_these", "run_most")
    class BidUpTo(_message.Message):
        __slots__ = ("card", "most", "then_pass")
        CARD_FIELD_NUMBER: _ClassVar[int]
        MOST_FIELD_NUMBER: _ClassVar[int]
        THEN_PASS_FIELD_NUMBER: _ClassVar[int]
        card: str
        most: int
        then_pass: bool
        def __init__(self, card: _Optional[str] = ..., most: _Optional[int] = ..., then_pass: _Optional[bool] = ...) -> None: ...
    class PassAuctions(_message.Message):
        __slots__ = ("card",)
        CARD_FIELD_NUMBER: _ClassVar[int]
        card: str
        def __init__(self, card: _Optional[str] = ...) -> None: ...
    class BuyFuel(_message.Message):
        __slots__ = ("fuel", "cards", "price_most")
        FUEL_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        PRICE_MOST_FIELD_NUMBER: _ClassVar[int]
        fuel: str
        cards: int
        price_most: int
        def __init__(self, fuel: _Optional[str] = ..., cards: _Optional[int] = ..., price_most: _Optional[int] = ...) -> None: ...
    class Finish(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class RunThese(_message.Message):
        __slots__ = ("runs",)
        RUNS_FIELD_NUMBER: _ClassVar[int]
        runs: _containers.RepeatedCompositeFieldContainer[CardGameRun]
        def __init__(self, runs: _Optional[_Iterable[_Union[CardGameRun, _Mapping]]] = ...) -> None: ...
    class RunMost(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    BID_UP_TO_FIELD_NUMBER: _ClassVar[int]
    PASS_AUCTIONS_FIELD_NUMBER: _ClassVar[int]
    BUY_FUEL_FIELD_NUMBER: _ClassVar[int]
    FINISH_FIELD_NUMBER: _ClassVar[int]
    RUN_THESE_FIELD_NUMBER: _ClassVar[int]
    RUN_MOST_FIELD_NUMBER: _ClassVar[int]
    bid_up_to: CardGameOrder.BidUpTo
    pass_auctions: CardGameOrder.PassAuctions
    buy_fuel: CardGameOrder.BuyFuel
    finish: CardGameOrder.Finish
    run_these: CardGameOrder.RunThese
    run_most: CardGameOrder.RunMost
    def __init__(self, bid_up_to: _Optional[_Union[CardGameOrder.BidUpTo, _Mapping]] = ..., pass_auctions: _Optional[_Union[CardGameOrder.PassAuctions, _Mapping]] = ..., buy_fuel: _Optional[_Union[CardGameOrder.BuyFuel, _Mapping]] = ..., finish: _Optional[_Union[CardGameOrder.Finish, _Mapping]] = ..., run_these: _Optional[_Union[CardGameOrder.RunThese, _Mapping]] = ..., run_most: _Optional[_Union[CardGameOrder.RunMost, _Mapping]] = ...) -> None: ...

class CardGameEvent(_message.Message):
    __slots__ = ("game_started", "round_began", "last_round_began", "phase_began", "phase_skipped", "turn_order_determined", "discount_placed", "discount_removed", "plant_nominated", "nomination_passed", "bid_placed", "bid_passed", "plant_bought", "plant_scrapped", "compensation_paid", "renovation_card_removed", "plant_drawn", "plant_removed", "plant_put_under_deck", "last_round_card_drawn", "last_round_card_removed", "deck_shuffled", "resource_card_bought", "leftover_cards_placed", "resource_buying_finished", "resource_cards_changed", "plants_run", "income_paid", "resource_market_shifted", "resource_cards_dealt", "resource_deck_reshuffled", "trust_plant_taken", "trust_plant_removed", "trust_resources_taken", "trust_resources_discarded", "final_production_scored", "game_ended")
    class GameStarted(_message.Message):
        __slots__ = ("ruleset", "edition", "players", "options", "cash", "plant_market", "deck_size", "top_back", "resource_columns", "leftover_pile", "discard_pile", "resource_deck_size", "trust", "renovation_pile", "deck", "resource_deck", "removed_blind", "seed")
        class OptionsEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: str
            def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
        RULESET_FIELD_NUMBER: _ClassVar[int]
        EDITION_FIELD_NUMBER: _ClassVar[int]
        PLAYERS_FIELD_NUMBER: _ClassVar[int]
        OPTIONS_FIELD_NUMBER: _ClassVar[int]
        CASH_FIELD_NUMBER: _ClassVar[int]
        PLANT_MARKET_FIELD_NUMBER: _ClassVar[int]
        DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
        TOP_BACK_FIELD_NUMBER: _ClassVar[int]
        RESOURCE_COLUMNS_FIELD_NUMBER: _ClassVar[int]
        LEFTOVER_PILE_FIELD_NUMBER: _ClassVar[int]
        DISCARD_PILE_FIELD_NUMBER: _ClassVar[int]
        RESOURCE_DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
        TRUST_FIELD_NUMBER: _ClassVar[int]
        RENOVATION_PILE_FIELD_NUMBER: _ClassVar[int]
        DECK_FIELD_NUMBER: _ClassVar[int]
        RESOURCE_DECK_FIELD_NUMBER: _ClassVar[int]
        REMOVED_BLIND_FIELD_NUMBER: _ClassVar[int]
        SEED_FIELD_NUMBER: _ClassVar[int]
        ruleset: str
        edition: str
        players: _containers.RepeatedScalarFieldContainer[str]
        options: _containers.ScalarMap[str, str]
        cash: int
        plant_market: CardGamePlantMarket
        deck_size: int
        top_back: str
        resource_columns: _containers.RepeatedCompositeFieldContainer[CardGameRow]
        leftover_pile: _containers.RepeatedScalarFieldContainer[str]
        discard_pile: _containers.RepeatedScalarFieldContainer[str]
        resource_deck_size: int
        trust: bool
        renovation_pile: _containers.RepeatedScalarFieldContainer[int]
        deck: _containers.RepeatedScalarFieldContainer[str]
        resource_deck: _containers.RepeatedScalarFieldContainer[str]
        removed_blind: _containers.RepeatedScalarFieldContainer[str]
        seed: str
        def __init__(self, ruleset: _Optional[str] = ..., edition: _Optional[str] = ..., players: _Optional[_Iterable[str]] = ..., options: _Optional[_Mapping[str, str]] = ..., cash: _Optional[int] = ..., plant_market: _Optional[_Union[CardGamePlantMarket, _Mapping]] = ..., deck_size: _Optional[int] = ..., top_back: _Optional[str] = ..., resource_columns: _Optional[_Iterable[_Union[CardGameRow, _Mapping]]] = ..., leftover_pile: _Optional[_Iterable[str]] = ..., discard_pile: _Optional[_Iterable[str]] = ..., resource_deck_size: _Optional[int] = ..., trust: _Optional[bool] = ..., renovation_pile: _Optional[_Iterable[int]] = ..., deck: _Optional[_Iterable[str]] = ..., resource_deck: _Optional[_Iterable[str]] = ..., removed_blind: _Optional[_Iterable[str]] = ..., seed: _Optional[str] = ...) -> None: ...
    class RoundBegan(_message.Message):
        __slots__ = ("number",)
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        number: int
        def __init__(self, number: _Optional[int] = ...) -> None: ...
    class LastRoundBegan(_message.Message):
        __slots__ = ("number",)
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        number: int
        def __init__(self, number: _Optional[int] = ...) -> None: ...
    class PhaseBegan(_message.Message):
        __slots__ = ("name",)
        NAME_FIELD_NUMBER: _ClassVar[int]
        name: str
        def __init__(self, name: _Optional[str] = ...) -> None: ...
    class PhaseSkipped(_message.Message):
        __slots__ = ("reason",)
        REASON_FIELD_NUMBER: _ClassVar[int]
        reason: str
        def __init__(self, reason: _Optional[str] = ...) -> None: ...
    class TurnOrderDetermined(_message.Message):
        __slots__ = ("order", "reason", "keys")
        ORDER_FIELD_NUMBER: _ClassVar[int]
        REASON_FIELD_NUMBER: _ClassVar[int]
        KEYS_FIELD_NUMBER: _ClassVar[int]
        order: _containers.RepeatedScalarFieldContainer[str]
        reason: str
        keys: _containers.RepeatedCompositeFieldContainer[CardGameOrderKey]
        def __init__(self, order: _Optional[_Iterable[str]] = ..., reason: _Optional[str] = ..., keys: _Optional[_Iterable[_Union[CardGameOrderKey, _Mapping]]] = ...) -> None: ...
    class DiscountPlaced(_message.Message):
        __slots__ = ("card",)
        CARD_FIELD_NUMBER: _ClassVar[int]
        card: str
        def __init__(self, card: _Optional[str] = ...) -> None: ...
    class DiscountRemoved(_message.Message):
        __slots__ = ("card", "cause")
        CARD_FIELD_NUMBER: _ClassVar[int]
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        card: str
        cause: str
        def __init__(self, card: _Optional[str] = ..., cause: _Optional[str] = ...) -> None: ...
    class PlantNominated(_message.Message):
        __slots__ = ("seat", "card", "number", "bid")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        BID_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        number: int
        bid: int
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., number: _Optional[int] = ..., bid: _Optional[int] = ...) -> None: ...
    class NominationPassed(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class BidPlaced(_message.Message):
        __slots__ = ("seat", "card", "amount")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        amount: int
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., amount: _Optional[int] = ...) -> None: ...
    class BidPassed(_message.Message):
        __slots__ = ("seat", "card")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ...) -> None: ...
    class PlantBought(_message.Message):
        __slots__ = ("seat", "card", "number", "price", "cash_after", "scrap_required", "offer", "outlook")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        PRICE_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        SCRAP_REQUIRED_FIELD_NUMBER: _ClassVar[int]
        OFFER_FIELD_NUMBER: _ClassVar[int]
        OUTLOOK_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        number: int
        price: int
        cash_after: int
        scrap_required: bool
        offer: _containers.RepeatedScalarFieldContainer[str]
        outlook: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., number: _Optional[int] = ..., price: _Optional[int] = ..., cash_after: _Optional[int] = ..., scrap_required: _Optional[bool] = ..., offer: _Optional[_Iterable[str]] = ..., outlook: _Optional[_Iterable[str]] = ...) -> None: ...
    class PlantScrapped(_message.Message):
        __slots__ = ("seat", "card", "fuel_discarded")
        class FuelDiscardedEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        FUEL_DISCARDED_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        fuel_discarded: _containers.ScalarMap[str, int]
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., fuel_discarded: _Optional[_Mapping[str, int]] = ...) -> None: ...
    class CompensationPaid(_message.Message):
        __slots__ = ("seat", "card", "kind", "amount", "cash_after")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        KIND_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: int
        kind: str
        amount: int
        cash_after: int
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[int] = ..., kind: _Optional[str] = ..., amount: _Optional[int] = ..., cash_after: _Optional[int] = ...) -> None: ...
    class RenovationCardRemoved(_message.Message):
        __slots__ = ("card", "next_card")
        CARD_FIELD_NUMBER: _ClassVar[int]
        NEXT_CARD_FIELD_NUMBER: _ClassVar[int]
        card: int
        next_card: int
        def __init__(self, card: _Optional[int] = ..., next_card: _Optional[int] = ...) -> None: ...
    class PlantDrawn(_message.Message):
        __slots__ = ("card", "number", "reason", "placed", "offer", "outlook", "deck_left", "top_back")
        CARD_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        REASON_FIELD_NUMBER: _ClassVar[int]
        PLACED_FIELD_NUMBER: _ClassVar[int]
        OFFER_FIELD_NUMBER: _ClassVar[int]
        OUTLOOK_FIELD_NUMBER: _ClassVar[int]
        DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        TOP_BACK_FIELD_NUMBER: _ClassVar[int]
        card: str
        number: int
        reason: str
        placed: bool
        offer: _containers.RepeatedScalarFieldContainer[str]
        outlook: _containers.RepeatedScalarFieldContainer[str]
        deck_left: int
        top_back: str
        def __init__(self, card: _Optional[str] = ..., number: _Optional[int] = ..., reason: _Optional[str] = ..., placed: _Optional[bool] = ..., offer: _Optional[_Iterable[str]] = ..., outlook: _Optional[_Iterable[str]] = ..., deck_left: _Optional[int] = ..., top_back: _Optional[str] = ...) -> None: ...
    class PlantRemoved(_message.Message):
        __slots__ = ("card", "cause", "offer", "outlook")
        CARD_FIELD_NUMBER: _ClassVar[int]
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        OFFER_FIELD_NUMBER: _ClassVar[int]
        OUTLOOK_FIELD_NUMBER: _ClassVar[int]
        card: str
        cause: str
        offer: _containers.RepeatedScalarFieldContainer[str]
        outlook: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, card: _Optional[str] = ..., cause: _Optional[str] = ..., offer: _Optional[_Iterable[str]] = ..., outlook: _Optional[_Iterable[str]] = ...) -> None: ...
    class PlantPutUnderDeck(_message.Message):
        __slots__ = ("card", "offer", "outlook", "deck_left", "top_back")
        CARD_FIELD_NUMBER: _ClassVar[int]
        OFFER_FIELD_NUMBER: _ClassVar[int]
        OUTLOOK_FIELD_NUMBER: _ClassVar[int]
        DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        TOP_BACK_FIELD_NUMBER: _ClassVar[int]
        card: str
        offer: _containers.RepeatedScalarFieldContainer[str]
        outlook: _containers.RepeatedScalarFieldContainer[str]
        deck_left: int
        top_back: str
        def __init__(self, card: _Optional[str] = ..., offer: _Optional[_Iterable[str]] = ..., outlook: _Optional[_Iterable[str]] = ..., deck_left: _Optional[int] = ..., top_back: _Optional[str] = ...) -> None: ...
    class LastRoundCardDrawn(_message.Message):
        __slots__ = ("during_phase", "offer", "outlook", "deck_left")
        DURING_PHASE_FIELD_NUMBER: _ClassVar[int]
        OFFER_FIELD_NUMBER: _ClassVar[int]
        OUTLOOK_FIELD_NUMBER: _ClassVar[int]
        DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        during_phase: str
        offer: _containers.RepeatedScalarFieldContainer[str]
        outlook: _containers.RepeatedScalarFieldContainer[str]
        deck_left: int
        def __init__(self, during_phase: _Optional[str] = ..., offer: _Optional[_Iterable[str]] = ..., outlook: _Optional[_Iterable[str]] = ..., deck_left: _Optional[int] = ...) -> None: ...
    class LastRoundCardRemoved(_message.Message):
        __slots__ = ("offer", "outlook")
        OFFER_FIELD_NUMBER: _ClassVar[int]
        OUTLOOK_FIELD_NUMBER: _ClassVar[int]
        offer: _containers.RepeatedScalarFieldContainer[str]
        outlook: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, offer: _Optional[_Iterable[str]] = ..., outlook: _Optional[_Iterable[str]] = ...) -> None: ...
    class DeckShuffled(_message.Message):
        __slots__ = ("deck_left", "top_back", "order")
        DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        TOP_BACK_FIELD_NUMBER: _ClassVar[int]
        ORDER_FIELD_NUMBER: _ClassVar[int]
        deck_left: int
        top_back: str
        order: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, deck_left: _Optional[int] = ..., top_back: _Optional[str] = ..., order: _Optional[_Iterable[str]] = ...) -> None: ...
    class ResourceCardBought(_message.Message):
        __slots__ = ("seat", "card", "fuel", "column", "price", "units_kept", "cash_after")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARD_FIELD_NUMBER: _ClassVar[int]
        FUEL_FIELD_NUMBER: _ClassVar[int]
        COLUMN_FIELD_NUMBER: _ClassVar[int]
        PRICE_FIELD_NUMBER: _ClassVar[int]
        UNITS_KEPT_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        card: str
        fuel: str
        column: int
        price: int
        units_kept: int
        cash_after: int
        def __init__(self, seat: _Optional[int] = ..., card: _Optional[str] = ..., fuel: _Optional[str] = ..., column: _Optional[int] = ..., price: _Optional[int] = ..., units_kept: _Optional[int] = ..., cash_after: _Optional[int] = ...) -> None: ...
    class LeftoverCardsPlaced(_message.Message):
        __slots__ = ("fuel", "cards", "missing", "by")
        FUEL_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        MISSING_FIELD_NUMBER: _ClassVar[int]
        BY_FIELD_NUMBER: _ClassVar[int]
        fuel: str
        cards: _containers.RepeatedScalarFieldContainer[str]
        missing: int
        by: str
        def __init__(self, fuel: _Optional[str] = ..., cards: _Optional[_Iterable[str]] = ..., missing: _Optional[int] = ..., by: _Optional[str] = ...) -> None: ...
    class ResourceBuyingFinished(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class ResourceCardsChanged(_message.Message):
        __slots__ = ("seat", "cards", "discarded", "leftovers_returned")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CARDS_FIELD_NUMBER: _ClassVar[int]
        DISCARDED_FIELD_NUMBER: _ClassVar[int]
        LEFTOVERS_RETURNED_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cards: _containers.RepeatedCompositeFieldContainer[CardGameCardUnits]
        discarded: _containers.RepeatedScalarFieldContainer[str]
        leftovers_returned: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, seat: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[CardGameCardUnits, _Mapping]]] = ..., discarded: _Optional[_Iterable[str]] = ..., leftovers_returned: _Optional[_Iterable[str]] = ...) -> None: ...
    class PlantsRun(_message.Message):
        __slots__ = ("seat", "runs", "fuel_burnt")
        class FuelBurntEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        SEAT_FIELD_NUMBER: _ClassVar[int]
        RUNS_FIELD_NUMBER: _ClassVar[int]
        FUEL_BURNT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        runs: _containers.RepeatedCompositeFieldContainer[CardGameRun]
        fuel_burnt: _containers.ScalarMap[str, int]
        def __init__(self, seat: _Optional[int] = ..., runs: _Optional[_Iterable[_Union[CardGameRun, _Mapping]]] = ..., fuel_burnt: _Optional[_Mapping[str, int]] = ...) -> None: ...
    class IncomePaid(_message.Message):
        __slots__ = ("seat", "amount", "guaranteed", "cash_after")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_FIELD_NUMBER: _ClassVar[int]
        GUARANTEED_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        amount: int
        guaranteed: bool
        cash_after: int
        def __init__(self, seat: _Optional[int] = ..., amount: _Optional[int] = ..., guaranteed: _Optional[bool] = ..., cash_after: _Optional[int] = ...) -> None: ...
    class ResourceMarketShifted(_message.Message):
        __slots__ = ("moves",)
        MOVES_FIELD_NUMBER: _ClassVar[int]
        moves: _containers.RepeatedCompositeFieldContainer[CardGameMove]
        def __init__(self, moves: _Optional[_Iterable[_Union[CardGameMove, _Mapping]]] = ...) -> None: ...
    class ResourceCardsDealt(_message.Message):
        __slots__ = ("cards", "resource_deck_left")
        CARDS_FIELD_NUMBER: _ClassVar[int]
        RESOURCE_DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        cards: _containers.RepeatedCompositeFieldContainer[CardGameCardColumn]
        resource_deck_left: int
        def __init__(self, cards: _Optional[_Iterable[_Union[CardGameCardColumn, _Mapping]]] = ..., resource_deck_left: _Optional[int] = ...) -> None: ...
    class ResourceDeckReshuffled(_message.Message):
        __slots__ = ("count", "discard_pile", "order")
        COUNT_FIELD_NUMBER: _ClassVar[int]
        DISCARD_PILE_FIELD_NUMBER: _ClassVar[int]
        ORDER_FIELD_NUMBER: _ClassVar[int]
        count: int
        discard_pile: _containers.RepeatedScalarFieldContainer[str]
        order: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, count: _Optional[int] = ..., discard_pile: _Optional[_Iterable[str]] = ..., order: _Optional[_Iterable[str]] = ...) -> None: ...
    class TrustPlantTaken(_message.Message):
        __slots__ = ("card", "number", "offer", "outlook")
        CARD_FIELD_NUMBER: _ClassVar[int]
        NUMBER_FIELD_NUMBER: _ClassVar[int]
        OFFER_FIELD_NUMBER: _ClassVar[int]
        OUTLOOK_FIELD_NUMBER: _ClassVar[int]
        card: str
        number: int
        offer: _containers.RepeatedScalarFieldContainer[str]
        outlook: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, card: _Optional[str] = ..., number: _Optional[int] = ..., offer: _Optional[_Iterable[str]] = ..., outlook: _Optional[_Iterable[str]] = ...) -> None: ...
    class TrustPlantRemoved(_message.Message):
        __slots__ = ("card",)
        CARD_FIELD_NUMBER: _ClassVar[int]
        card: str
        def __init__(self, card: _Optional[str] = ...) -> None: ...
    class TrustResourcesTaken(_message.Message):
        __slots__ = ("cards",)
        CARDS_FIELD_NUMBER: _ClassVar[int]
        cards: _containers.RepeatedCompositeFieldContainer[CardGameCardTaken]
        def __init__(self, cards: _Optional[_Iterable[_Union[CardGameCardTaken, _Mapping]]] = ...) -> None: ...
    class TrustResourcesDiscarded(_message.Message):
        __slots__ = ("cards", "leftovers_returned")
        CARDS_FIELD_NUMBER: _ClassVar[int]
        LEFTOVERS_RETURNED_FIELD_NUMBER: _ClassVar[int]
        cards: _containers.RepeatedScalarFieldContainer[str]
        leftovers_returned: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, cards: _Optional[_Iterable[str]] = ..., leftovers_returned: _Optional[_Iterable[str]] = ...) -> None: ...
    class FinalProductionScored(_message.Message):
        __slots__ = ("seat", "plants", "plant_vp", "money_vp", "money_left", "vp")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        PLANTS_FIELD_NUMBER: _ClassVar[int]
        PLANT_VP_FIELD_NUMBER: _ClassVar[int]
        MONEY_VP_FIELD_NUMBER: _ClassVar[int]
        MONEY_LEFT_FIELD_NUMBER: _ClassVar[int]
        VP_FIELD_NUMBER: _ClassVar[int]
        seat: int
        plants: _containers.RepeatedScalarFieldContainer[str]
        plant_vp: int
        money_vp: int
        money_left: int
        vp: int
        def __init__(self, seat: _Optional[int] = ..., plants: _Optional[_Iterable[str]] = ..., plant_vp: _Optional[int] = ..., money_vp: _Optional[int] = ..., money_left: _Optional[int] = ..., vp: _Optional[int] = ...) -> None: ...
    class GameEnded(_message.Message):
        __slots__ = ("ranking", "winners")
        RANKING_FIELD_NUMBER: _ClassVar[int]
        WINNERS_FIELD_NUMBER: _ClassVar[int]
        ranking: _containers.RepeatedCompositeFieldContainer[CardGameRanked]
        winners: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, ranking: _Optional[_Iterable[_Union[CardGameRanked, _Mapping]]] = ..., winners: _Optional[_Iterable[int]] = ...) -> None: ...
    GAME_STARTED_FIELD_NUMBER: _ClassVar[int]
    ROUND_BEGAN_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_BEGAN_FIELD_NUMBER: _ClassVar[int]
    PHASE_BEGAN_FIELD_NUMBER: _ClassVar[int]
    PHASE_SKIPPED_FIELD_NUMBER: _ClassVar[int]
    TURN_ORDER_DETERMINED_FIELD_NUMBER: _ClassVar[int]
    DISCOUNT_PLACED_FIELD_NUMBER: _ClassVar[int]
    DISCOUNT_REMOVED_FIELD_NUMBER: _ClassVar[int]
    PLANT_NOMINATED_FIELD_NUMBER: _ClassVar[int]
    NOMINATION_PASSED_FIELD_NUMBER: _ClassVar[int]
    BID_PLACED_FIELD_NUMBER: _ClassVar[int]
    BID_PASSED_FIELD_NUMBER: _ClassVar[int]
    PLANT_BOUGHT_FIELD_NUMBER: _ClassVar[int]
    PLANT_SCRAPPED_FIELD_NUMBER: _ClassVar[int]
    COMPENSATION_PAID_FIELD_NUMBER: _ClassVar[int]
    RENOVATION_CARD_REMOVED_FIELD_NUMBER: _ClassVar[int]
    PLANT_DRAWN_FIELD_NUMBER: _ClassVar[int]
    PLANT_REMOVED_FIELD_NUMBER: _ClassVar[int]
    PLANT_PUT_UNDER_DECK_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_CARD_DRAWN_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_CARD_REMOVED_FIELD_NUMBER: _ClassVar[int]
    DECK_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_CARD_BOUGHT_FIELD_NUMBER: _ClassVar[int]
    LEFTOVER_CARDS_PLACED_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_BUYING_FINISHED_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_CARDS_CHANGED_FIELD_NUMBER: _ClassVar[int]
    PLANTS_RUN_FIELD_NUMBER: _ClassVar[int]
    INCOME_PAID_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_MARKET_SHIFTED_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_CARDS_DEALT_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_DECK_RESHUFFLED_FIELD_NUMBER: _ClassVar[int]
    TRUST_PLANT_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TRUST_PLANT_REMOVED_FIELD_NUMBER: _ClassVar[int]
    TRUST_RESOURCES_TAKEN_FIELD_NUMBER: _ClassVar[int]
    TRUST_RESOURCES_DISCARDED_FIELD_NUMBER: _ClassVar[int]
    FINAL_PRODUCTION_SCORED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    game_started: CardGameEvent.GameStarted
    round_began: CardGameEvent.RoundBegan
    last_round_began: CardGameEvent.LastRoundBegan
    phase_began: CardGameEvent.PhaseBegan
    phase_skipped: CardGameEvent.PhaseSkipped
    turn_order_determined: CardGameEvent.TurnOrderDetermined
    discount_placed: CardGameEvent.DiscountPlaced
    discount_removed: CardGameEvent.DiscountRemoved
    plant_nominated: CardGameEvent.PlantNominated
    nomination_passed: CardGameEvent.NominationPassed
    bid_placed: CardGameEvent.BidPlaced
    bid_passed: CardGameEvent.BidPassed
    plant_bought: CardGameEvent.PlantBought
    plant_scrapped: CardGameEvent.PlantScrapped
    compensation_paid: CardGameEvent.CompensationPaid
    renovation_card_removed: CardGameEvent.RenovationCardRemoved
    plant_drawn: CardGameEvent.PlantDrawn
    plant_removed: CardGameEvent.PlantRemoved
    plant_put_under_deck: CardGameEvent.PlantPutUnderDeck
    last_round_card_drawn: CardGameEvent.LastRoundCardDrawn
    last_round_card_removed: CardGameEvent.LastRoundCardRemoved
    deck_shuffled: CardGameEvent.DeckShuffled
    resource_card_bought: CardGameEvent.ResourceCardBought
    leftover_cards_placed: CardGameEvent.LeftoverCardsPlaced
    resource_buying_finished: CardGameEvent.ResourceBuyingFinished
    resource_cards_changed: CardGameEvent.ResourceCardsChanged
    plants_run: CardGameEvent.PlantsRun
    income_paid: CardGameEvent.IncomePaid
    resource_market_shifted: CardGameEvent.ResourceMarketShifted
    resource_cards_dealt: CardGameEvent.ResourceCardsDealt
    resource_deck_reshuffled: CardGameEvent.ResourceDeckReshuffled
    trust_plant_taken: CardGameEvent.TrustPlantTaken
    trust_plant_removed: CardGameEvent.TrustPlantRemoved
    trust_resources_taken: CardGameEvent.TrustResourcesTaken
    trust_resources_discarded: CardGameEvent.TrustResourcesDiscarded
    final_production_scored: CardGameEvent.FinalProductionScored
    game_ended: CardGameEvent.GameEnded
    def __init__(self, game_started: _Optional[_Union[CardGameEvent.GameStarted, _Mapping]] = ..., round_began: _Optional[_Union[CardGameEvent.RoundBegan, _Mapping]] = ..., last_round_began: _Optional[_Union[CardGameEvent.LastRoundBegan, _Mapping]] = ..., phase_began: _Optional[_Union[CardGameEvent.PhaseBegan, _Mapping]] = ..., phase_skipped: _Optional[_Union[CardGameEvent.PhaseSkipped, _Mapping]] = ..., turn_order_determined: _Optional[_Union[CardGameEvent.TurnOrderDetermined, _Mapping]] = ..., discount_placed: _Optional[_Union[CardGameEvent.DiscountPlaced, _Mapping]] = ..., discount_removed: _Optional[_Union[CardGameEvent.DiscountRemoved, _Mapping]] = ..., plant_nominated: _Optional[_Union[CardGameEvent.PlantNominated, _Mapping]] = ..., nomination_passed: _Optional[_Union[CardGameEvent.NominationPassed, _Mapping]] = ..., bid_placed: _Optional[_Union[CardGameEvent.BidPlaced, _Mapping]] = ..., bid_passed: _Optional[_Union[CardGameEvent.BidPassed, _Mapping]] = ..., plant_bought: _Optional[_Union[CardGameEvent.PlantBought, _Mapping]] = ..., plant_scrapped: _Optional[_Union[CardGameEvent.PlantScrapped, _Mapping]] = ..., compensation_paid: _Optional[_Union[CardGameEvent.CompensationPaid, _Mapping]] = ..., renovation_card_removed: _Optional[_Union[CardGameEvent.RenovationCardRemoved, _Mapping]] = ..., plant_drawn: _Optional[_Union[CardGameEvent.PlantDrawn, _Mapping]] = ..., plant_removed: _Optional[_Union[CardGameEvent.PlantRemoved, _Mapping]] = ..., plant_put_under_deck: _Optional[_Union[CardGameEvent.PlantPutUnderDeck, _Mapping]] = ..., last_round_card_drawn: _Optional[_Union[CardGameEvent.LastRoundCardDrawn, _Mapping]] = ..., last_round_card_removed: _Optional[_Union[CardGameEvent.LastRoundCardRemoved, _Mapping]] = ..., deck_shuffled: _Optional[_Union[CardGameEvent.DeckShuffled, _Mapping]] = ..., resource_card_bought: _Optional[_Union[CardGameEvent.ResourceCardBought, _Mapping]] = ..., leftover_cards_placed: _Optional[_Union[CardGameEvent.LeftoverCardsPlaced, _Mapping]] = ..., resource_buying_finished: _Optional[_Union[CardGameEvent.ResourceBuyingFinished, _Mapping]] = ..., resource_cards_changed: _Optional[_Union[CardGameEvent.ResourceCardsChanged, _Mapping]] = ..., plants_run: _Optional[_Union[CardGameEvent.PlantsRun, _Mapping]] = ..., income_paid: _Optional[_Union[CardGameEvent.IncomePaid, _Mapping]] = ..., resource_market_shifted: _Optional[_Union[CardGameEvent.ResourceMarketShifted, _Mapping]] = ..., resource_cards_dealt: _Optional[_Union[CardGameEvent.ResourceCardsDealt, _Mapping]] = ..., resource_deck_reshuffled: _Optional[_Union[CardGameEvent.ResourceDeckReshuffled, _Mapping]] = ..., trust_plant_taken: _Optional[_Union[CardGameEvent.TrustPlantTaken, _Mapping]] = ..., trust_plant_removed: _Optional[_Union[CardGameEvent.TrustPlantRemoved, _Mapping]] = ..., trust_resources_taken: _Optional[_Union[CardGameEvent.TrustResourcesTaken, _Mapping]] = ..., trust_resources_discarded: _Optional[_Union[CardGameEvent.TrustResourcesDiscarded, _Mapping]] = ..., final_production_scored: _Optional[_Union[CardGameEvent.FinalProductionScored, _Mapping]] = ..., game_ended: _Optional[_Union[CardGameEvent.GameEnded, _Mapping]] = ...) -> None: ...

class CardGameBoard(_message.Message):
    __slots__ = ("edition", "round", "phase", "last_round", "to_act", "row", "waiting", "offer", "outlook", "last_round_card", "discount", "deck_size", "top_back", "under_last_round_card", "plants_out", "lot", "bought", "passed", "scrap", "columns", "leftover_pile", "discard_pile", "resource_deck_size", "reshuffles", "players", "trust", "compensations", "ranking")
    EDITION_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    ROW_FIELD_NUMBER: _ClassVar[int]
    WAITING_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    OUTLOOK_FIELD_NUMBER: _ClassVar[int]
    LAST_ROUND_CARD_FIELD_NUMBER: _ClassVar[int]
    DISCOUNT_FIELD_NUMBER: _ClassVar[int]
    DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    TOP_BACK_FIELD_NUMBER: _ClassVar[int]
    UNDER_LAST_ROUND_CARD_FIELD_NUMBER: _ClassVar[int]
    PLANTS_OUT_FIELD_NUMBER: _ClassVar[int]
    LOT_FIELD_NUMBER: _ClassVar[int]
    BOUGHT_FIELD_NUMBER: _ClassVar[int]
    PASSED_FIELD_NUMBER: _ClassVar[int]
    SCRAP_FIELD_NUMBER: _ClassVar[int]
    COLUMNS_FIELD_NUMBER: _ClassVar[int]
    LEFTOVER_PILE_FIELD_NUMBER: _ClassVar[int]
    DISCARD_PILE_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
    RESHUFFLES_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    COMPENSATIONS_FIELD_NUMBER: _ClassVar[int]
    RANKING_FIELD_NUMBER: _ClassVar[int]
    edition: str
    round: int
    phase: str
    last_round: bool
    to_act: _containers.RepeatedScalarFieldContainer[int]
    row: _containers.RepeatedScalarFieldContainer[str]
    waiting: _containers.RepeatedScalarFieldContainer[str]
    offer: _containers.RepeatedCompositeFieldContainer[CardGameOfferedPlant]
    outlook: _containers.RepeatedCompositeFieldContainer[CardGamePlantFace]
    last_round_card: str
    discount: str
    deck_size: int
    top_back: str
    under_last_round_card: _containers.RepeatedCompositeFieldContainer[CardGamePlantFace]
    plants_out: _containers.RepeatedScalarFieldContainer[str]
    lot: CardGameLot
    bought: _containers.RepeatedScalarFieldContainer[int]
    passed: _containers.RepeatedScalarFieldContainer[int]
    scrap: int
    columns: _containers.RepeatedCompositeFieldContainer[CardGameColumn]
    leftover_pile: _containers.RepeatedScalarFieldContainer[str]
    discard_pile: _containers.RepeatedCompositeFieldContainer[CardGameFuelCard]
    resource_deck_size: int
    reshuffles: int
    players: _containers.RepeatedCompositeFieldContainer[CardGameOwner]
    trust: CardGameTrustBoard
    compensations: CardGameCompensations
    ranking: _containers.RepeatedCompositeFieldContainer[CardGameRanked]
    def __init__(self, edition: _Optional[str] = ..., round: _Optional[int] = ..., phase: _Optional[str] = ..., last_round: _Optional[bool] = ..., to_act: _Optional[_Iterable[int]] = ..., row: _Optional[_Iterable[str]] = ..., waiting: _Optional[_Iterable[str]] = ..., offer: _Optional[_Iterable[_Union[CardGameOfferedPlant, _Mapping]]] = ..., outlook: _Optional[_Iterable[_Union[CardGamePlantFace, _Mapping]]] = ..., last_round_card: _Optional[str] = ..., discount: _Optional[str] = ..., deck_size: _Optional[int] = ..., top_back: _Optional[str] = ..., under_last_round_card: _Optional[_Iterable[_Union[CardGamePlantFace, _Mapping]]] = ..., plants_out: _Optional[_Iterable[str]] = ..., lot: _Optional[_Union[CardGameLot, _Mapping]] = ..., bought: _Optional[_Iterable[int]] = ..., passed: _Optional[_Iterable[int]] = ..., scrap: _Optional[int] = ..., columns: _Optional[_Iterable[_Union[CardGameColumn, _Mapping]]] = ..., leftover_pile: _Optional[_Iterable[str]] = ..., discard_pile: _Optional[_Iterable[_Union[CardGameFuelCard, _Mapping]]] = ..., resource_deck_size: _Optional[int] = ..., reshuffles: _Optional[int] = ..., players: _Optional[_Iterable[_Union[CardGameOwner, _Mapping]]] = ..., trust: _Optional[_Union[CardGameTrustBoard, _Mapping]] = ..., compensations: _Optional[_Union[CardGameCompensations, _Mapping]] = ..., ranking: _Optional[_Iterable[_Union[CardGameRanked, _Mapping]]] = ...) -> None: ...

class CardGameRun(_message.Message):
    __slots__ = ("card", "fuel")
    class FuelEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    CARD_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    card: str
    fuel: _containers.ScalarMap[str, int]
    def __init__(self, card: _Optional[str] = ..., fuel: _Optional[_Mapping[str, int]] = ...) -> None: ...

class CardGameCardUnits(_message.Message):
    __slots__ = ("card", "units_left")
    CARD_FIELD_NUMBER: _ClassVar[int]
    UNITS_LEFT_FIELD_NUMBER: _ClassVar[int]
    card: str
    units_left: int
    def __init__(self, card: _Optional[str] = ..., units_left: _Optional[int] = ...) -> None: ...

class CardGameCardColumn(_message.Message):
    __slots__ = ("card", "column")
    CARD_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    card: str
    column: int
    def __init__(self, card: _Optional[str] = ..., column: _Optional[int] = ...) -> None: ...

class CardGameMove(_message.Message):
    __slots__ = ("card", "from_column", "to_column")
    CARD_FIELD_NUMBER: _ClassVar[int]
    FROM_COLUMN_FIELD_NUMBER: _ClassVar[int]
    TO_COLUMN_FIELD_NUMBER: _ClassVar[int]
    card: str
    from_column: int
    to_column: int
    def __init__(self, card: _Optional[str] = ..., from_column: _Optional[int] = ..., to_column: _Optional[int] = ...) -> None: ...

class CardGameCardTaken(_message.Message):
    __slots__ = ("card", "fuel", "column", "units_kept")
    CARD_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    UNITS_KEPT_FIELD_NUMBER: _ClassVar[int]
    card: str
    fuel: str
    column: int
    units_kept: int
    def __init__(self, card: _Optional[str] = ..., fuel: _Optional[str] = ..., column: _Optional[int] = ..., units_kept: _Optional[int] = ...) -> None: ...

class CardGameOrderKey(_message.Message):
    __slots__ = ("seat", "income", "best_plant")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    INCOME_FIELD_NUMBER: _ClassVar[int]
    BEST_PLANT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    income: int
    best_plant: int
    def __init__(self, seat: _Optional[int] = ..., income: _Optional[int] = ..., best_plant: _Optional[int] = ...) -> None: ...

class CardGameRanked(_message.Message):
    __slots__ = ("seat", "rank", "vp", "money_left", "best_plant")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    VP_FIELD_NUMBER: _ClassVar[int]
    MONEY_LEFT_FIELD_NUMBER: _ClassVar[int]
    BEST_PLANT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    rank: int
    vp: int
    money_left: int
    best_plant: int
    def __init__(self, seat: _Optional[int] = ..., rank: _Optional[int] = ..., vp: _Optional[int] = ..., money_left: _Optional[int] = ..., best_plant: _Optional[int] = ...) -> None: ...

class CardGamePlantMarket(_message.Message):
    __slots__ = ("offer", "outlook")
    OFFER_FIELD_NUMBER: _ClassVar[int]
    OUTLOOK_FIELD_NUMBER: _ClassVar[int]
    offer: _containers.RepeatedScalarFieldContainer[str]
    outlook: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, offer: _Optional[_Iterable[str]] = ..., outlook: _Optional[_Iterable[str]] = ...) -> None: ...

class CardGamePlan(_message.Message):
    __slots__ = ("runs", "profit")
    RUNS_FIELD_NUMBER: _ClassVar[int]
    PROFIT_FIELD_NUMBER: _ClassVar[int]
    runs: _containers.RepeatedCompositeFieldContainer[CardGameRun]
    profit: int
    def __init__(self, runs: _Optional[_Iterable[_Union[CardGameRun, _Mapping]]] = ..., profit: _Optional[int] = ...) -> None: ...

class CardGamePlantFace(_message.Message):
    __slots__ = ("card", "number", "fuel", "need", "profit")
    CARD_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    PROFIT_FIELD_NUMBER: _ClassVar[int]
    card: str
    number: int
    fuel: str
    need: int
    profit: int
    def __init__(self, card: _Optional[str] = ..., number: _Optional[int] = ..., fuel: _Optional[str] = ..., need: _Optional[int] = ..., profit: _Optional[int] = ...) -> None: ...

class CardGameOfferedPlant(_message.Message):
    __slots__ = ("plant", "bid_min")
    PLANT_FIELD_NUMBER: _ClassVar[int]
    BID_MIN_FIELD_NUMBER: _ClassVar[int]
    plant: CardGamePlantFace
    bid_min: int
    def __init__(self, plant: _Optional[_Union[CardGamePlantFace, _Mapping]] = ..., bid_min: _Optional[int] = ...) -> None: ...

class CardGameFuelCard(_message.Message):
    __slots__ = ("card", "fuel", "units")
    CARD_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    UNITS_FIELD_NUMBER: _ClassVar[int]
    card: str
    fuel: str
    units: int
    def __init__(self, card: _Optional[str] = ..., fuel: _Optional[str] = ..., units: _Optional[int] = ...) -> None: ...

class CardGameColumn(_message.Message):
    __slots__ = ("price", "cards")
    PRICE_FIELD_NUMBER: _ClassVar[int]
    CARDS_FIELD_NUMBER: _ClassVar[int]
    price: int
    cards: _containers.RepeatedCompositeFieldContainer[CardGameFuelCard]
    def __init__(self, price: _Optional[int] = ..., cards: _Optional[_Iterable[_Union[CardGameFuelCard, _Mapping]]] = ...) -> None: ...

class CardGameOwner(_message.Message):
    __slots__ = ("seat", "colour", "cash", "plants", "stock", "fuel", "room", "income")
    class FuelEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    class RoomEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    CASH_FIELD_NUMBER: _ClassVar[int]
    PLANTS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    ROOM_FIELD_NUMBER: _ClassVar[int]
    INCOME_FIELD_NUMBER: _ClassVar[int]
    seat: int
    colour: str
    cash: int
    plants: _containers.RepeatedCompositeFieldContainer[CardGamePlantFace]
    stock: _containers.RepeatedCompositeFieldContainer[CardGameFuelCard]
    fuel: _containers.ScalarMap[str, int]
    room: _containers.ScalarMap[str, int]
    income: int
    def __init__(self, seat: _Optional[int] = ..., colour: _Optional[str] = ..., cash: _Optional[int] = ..., plants: _Optional[_Iterable[_Union[CardGamePlantFace, _Mapping]]] = ..., stock: _Optional[_Iterable[_Union[CardGameFuelCard, _Mapping]]] = ..., fuel: _Optional[_Mapping[str, int]] = ..., room: _Optional[_Mapping[str, int]] = ..., income: _Optional[int] = ...) -> None: ...

class CardGameTrustBoard(_message.Message):
    __slots__ = ("plants", "stock")
    PLANTS_FIELD_NUMBER: _ClassVar[int]
    STOCK_FIELD_NUMBER: _ClassVar[int]
    plants: _containers.RepeatedCompositeFieldContainer[CardGamePlantFace]
    stock: _containers.RepeatedCompositeFieldContainer[CardGameFuelCard]
    def __init__(self, plants: _Optional[_Iterable[_Union[CardGamePlantFace, _Mapping]]] = ..., stock: _Optional[_Iterable[_Union[CardGameFuelCard, _Mapping]]] = ...) -> None: ...

class CardGameCompensations(_message.Message):
    __slots__ = ("card", "first", "later", "cards_left")
    CARD_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LATER_FIELD_NUMBER: _ClassVar[int]
    CARDS_LEFT_FIELD_NUMBER: _ClassVar[int]
    card: int
    first: int
    later: int
    cards_left: int
    def __init__(self, card: _Optional[int] = ..., first: _Optional[int] = ..., later: _Optional[int] = ..., cards_left: _Optional[int] = ...) -> None: ...

class CardGameLot(_message.Message):
    __slots__ = ("card", "bid", "bidders")
    CARD_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    BIDDERS_FIELD_NUMBER: _ClassVar[int]
    card: str
    bid: int
    bidders: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, card: _Optional[str] = ..., bid: _Optional[int] = ..., bidders: _Optional[_Iterable[int]] = ...) -> None: ...

class CardGameRow(_message.Message):
    __slots__ = ("cards",)
    CARDS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, cards: _Optional[_Iterable[str]] = ...) -> None: ...

class CardGameData(_message.Message):
    __slots__ = ("tables", "plants", "standard", "leftover", "plus", "plus_plus", "renovation")
    TABLES_FIELD_NUMBER: _ClassVar[int]
    PLANTS_FIELD_NUMBER: _ClassVar[int]
    STANDARD_FIELD_NUMBER: _ClassVar[int]
    LEFTOVER_FIELD_NUMBER: _ClassVar[int]
    PLUS_FIELD_NUMBER: _ClassVar[int]
    PLUS_PLUS_FIELD_NUMBER: _ClassVar[int]
    RENOVATION_FIELD_NUMBER: _ClassVar[int]
    tables: CardGameTables
    plants: _containers.RepeatedCompositeFieldContainer[CardGamePlantCard]
    standard: _containers.RepeatedCompositeFieldContainer[CardGameResourceCard]
    leftover: _containers.RepeatedCompositeFieldContainer[CardGameResourceCard]
    plus: _containers.RepeatedCompositeFieldContainer[CardGameResourceCard]
    plus_plus: _containers.RepeatedCompositeFieldContainer[CardGameResourceCard]
    renovation: _containers.RepeatedCompositeFieldContainer[CardGameRenovationCard]
    def __init__(self, tables: _Optional[_Union[CardGameTables, _Mapping]] = ..., plants: _Optional[_Iterable[_Union[CardGamePlantCard, _Mapping]]] = ..., standard: _Optional[_Iterable[_Union[CardGameResourceCard, _Mapping]]] = ..., leftover: _Optional[_Iterable[_Union[CardGameResourceCard, _Mapping]]] = ..., plus: _Optional[_Iterable[_Union[CardGameResourceCard, _Mapping]]] = ..., plus_plus: _Optional[_Iterable[_Union[CardGameResourceCard, _Mapping]]] = ..., renovation: _Optional[_Iterable[_Union[CardGameRenovationCard, _Mapping]]] = ...) -> None: ...

class CardGameTables(_message.Message):
    __slots__ = ("start_money", "plants_max", "storage_multiplier", "discount_bid_min", "guaranteed_income", "elektro_per_vp", "prices", "offer", "outlook", "players")
    START_MONEY_FIELD_NUMBER: _ClassVar[int]
    PLANTS_MAX_FIELD_NUMBER: _ClassVar[int]
    STORAGE_MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    DISCOUNT_BID_MIN_FIELD_NUMBER: _ClassVar[int]
    GUARANTEED_INCOME_FIELD_NUMBER: _ClassVar[int]
    ELEKTRO_PER_VP_FIELD_NUMBER: _ClassVar[int]
    PRICES_FIELD_NUMBER: _ClassVar[int]
    OFFER_FIELD_NUMBER: _ClassVar[int]
    OUTLOOK_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    start_money: int
    plants_max: int
    storage_multiplier: int
    discount_bid_min: int
    guaranteed_income: int
    elektro_per_vp: int
    prices: _containers.RepeatedScalarFieldContainer[int]
    offer: int
    outlook: int
    players: _containers.RepeatedCompositeFieldContainer[CardGamePlayersRow]
    def __init__(self, start_money: _Optional[int] = ..., plants_max: _Optional[int] = ..., storage_multiplier: _Optional[int] = ..., discount_bid_min: _Optional[int] = ..., guaranteed_income: _Optional[int] = ..., elektro_per_vp: _Optional[int] = ..., prices: _Optional[_Iterable[int]] = ..., offer: _Optional[int] = ..., outlook: _Optional[int] = ..., players: _Optional[_Iterable[_Union[CardGamePlayersRow, _Mapping]]] = ...) -> None: ...

class CardGamePlayersRow(_message.Message):
    __slots__ = ("players", "removed_small", "removed_large", "column", "marks", "trust")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    REMOVED_SMALL_FIELD_NUMBER: _ClassVar[int]
    REMOVED_LARGE_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    MARKS_FIELD_NUMBER: _ClassVar[int]
    TRUST_FIELD_NUMBER: _ClassVar[int]
    players: int
    removed_small: int
    removed_large: int
    column: int
    marks: _containers.RepeatedScalarFieldContainer[str]
    trust: bool
    def __init__(self, players: _Optional[int] = ..., removed_small: _Optional[int] = ..., removed_large: _Optional[int] = ..., column: _Optional[int] = ..., marks: _Optional[_Iterable[str]] = ..., trust: _Optional[bool] = ...) -> None: ...

class CardGamePlantCard(_message.Message):
    __slots__ = ("id", "number", "fuel", "need", "profit", "size")
    ID_FIELD_NUMBER: _ClassVar[int]
    NUMBER_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    NEED_FIELD_NUMBER: _ClassVar[int]
    PROFIT_FIELD_NUMBER: _ClassVar[int]
    SIZE_FIELD_NUMBER: _ClassVar[int]
    id: str
    number: int
    fuel: str
    need: int
    profit: int
    size: str
    def __init__(self, id: _Optional[str] = ..., number: _Optional[int] = ..., fuel: _Optional[str] = ..., need: _Optional[int] = ..., profit: _Optional[int] = ..., size: _Optional[str] = ...) -> None: ...

class CardGameResourceCard(_message.Message):
    __slots__ = ("id", "fuel", "amount", "players")
    ID_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    AMOUNT_FIELD_NUMBER: _ClassVar[int]
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    id: str
    fuel: str
    amount: int
    players: str
    def __init__(self, id: _Optional[str] = ..., fuel: _Optional[str] = ..., amount: _Optional[int] = ..., players: _Optional[str] = ...) -> None: ...

class CardGameRenovationCard(_message.Message):
    __slots__ = ("card", "first", "later")
    CARD_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    LATER_FIELD_NUMBER: _ClassVar[int]
    card: int
    first: int
    later: int
    def __init__(self, card: _Optional[int] = ..., first: _Optional[int] = ..., later: _Optional[int] = ...) -> None: ...
