from turnledger.v1 import common_pb2 as _common_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class PowerGridCommand(_message.Message):
    __slots__ = ("nominate_plant", "pass_nomination", "place_bid", "pass_bid", "scrap_plant", "buy_resources", "finish_buying", "connect_city", "finish_building", "run_plants", "sell_uranium", "decline_uranium_sale", "choose_region", "bar_city", "name_city", "pass_naming")
    class NominatePlant(_message.Message):
        __slots__ = ("plant", "bid")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        BID_FIELD_NUMBER: _ClassVar[int]
        plant: str
        bid: int
        def __init__(self, plant: _Optional[str] = ..., bid: _Optional[int] = ...) -> None: ...
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
        __slots__ = ("plant", "returned")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        RETURNED_FIELD_NUMBER: _ClassVar[int]
        plant: str
        returned: _common_pb2.Amounts
        def __init__(self, plant: _Optional[str] = ..., returned: _Optional[_Union[_common_pb2.Amounts, _Mapping]] = ...) -> None: ...
    class BuyResources(_message.Message):
        __slots__ = ("items",)
        class ItemsEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        ITEMS_FIELD_NUMBER: _ClassVar[int]
        items: _containers.ScalarMap[str, int]
        def __init__(self, items: _Optional[_Mapping[str, int]] = ...) -> None: ...
    class FinishBuying(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class ConnectCity(_message.Message):
        __slots__ = ("city", "mode")
        CITY_FIELD_NUMBER: _ClassVar[int]
        MODE_FIELD_NUMBER: _ClassVar[int]
        city: str
        mode: str
        def __init__(self, city: _Optional[str] = ..., mode: _Optional[str] = ...) -> None: ...
    class FinishBuilding(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class RunPlants(_message.Message):
        __slots__ = ("runs",)
        RUNS_FIELD_NUMBER: _ClassVar[int]
        runs: _containers.RepeatedCompositeFieldContainer[PowerGridRun]
        def __init__(self, runs: _Optional[_Iterable[_Union[PowerGridRun, _Mapping]]] = ...) -> None: ...
    class SellUranium(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class DeclineUraniumSale(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class ChooseRegion(_message.Message):
        __slots__ = ("region",)
        REGION_FIELD_NUMBER: _ClassVar[int]
        region: str
        def __init__(self, region: _Optional[str] = ...) -> None: ...
    class BarCity(_message.Message):
        __slots__ = ("city",)
        CITY_FIELD_NUMBER: _ClassVar[int]
        city: str
        def __init__(self, city: _Optional[str] = ...) -> None: ...
    class NameCity(_message.Message):
        __slots__ = ("city", "bid")
        CITY_FIELD_NUMBER: _ClassVar[int]
        BID_FIELD_NUMBER: _ClassVar[int]
        city: str
        bid: int
        def __init__(self, city: _Optional[str] = ..., bid: _Optional[int] = ...) -> None: ...
    class PassNaming(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    NOMINATE_PLANT_FIELD_NUMBER: _ClassVar[int]
    PASS_NOMINATION_FIELD_NUMBER: _ClassVar[int]
    PLACE_BID_FIELD_NUMBER: _ClassVar[int]
    PASS_BID_FIELD_NUMBER: _ClassVar[int]
    SCRAP_PLANT_FIELD_NUMBER: _ClassVar[int]
    BUY_RESOURCES_FIELD_NUMBER: _ClassVar[int]
    FINISH_BUYING_FIELD_NUMBER: _ClassVar[int]
    CONNECT_CITY_FIELD_NUMBER: _ClassVar[int]
    FINISH_BUILDING_FIELD_NUMBER: _ClassVar[int]
    RUN_PLANTS_FIELD_NUMBER: _ClassVar[int]
    SELL_URANIUM_FIELD_NUMBER: _ClassVar[int]
    DECLINE_URANIUM_SALE_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_REGION_FIELD_NUMBER: _ClassVar[int]
    BAR_CITY_FIELD_NUMBER: _ClassVar[int]
    NAME_CITY_FIELD_NUMBER: _ClassVar[int]
    PASS_NAMING_FIELD_NUMBER: _ClassVar[int]
    nominate_plant: PowerGridCommand.NominatePlant
    pass_nomination: PowerGridCommand.PassNomination
    place_bid: PowerGridCommand.PlaceBid
    pass_bid: PowerGridCommand.PassBid
    scrap_plant: PowerGridCommand.ScrapPlant
    buy_resources: PowerGridCommand.BuyResources
    finish_buying: PowerGridCommand.FinishBuying
    connect_city: PowerGridCommand.ConnectCity
    finish_building: PowerGridCommand.FinishBuilding
    run_plants: PowerGridCommand.RunPlants
    sell_uranium: PowerGridCommand.SellUranium
    decline_uranium_sale: PowerGridCommand.DeclineUraniumSale
    choose_region: PowerGridCommand.ChooseRegion
    bar_city: PowerGridCommand.BarCity
    name_city: PowerGridCommand.NameCity
    pass_naming: PowerGridCommand.PassNaming
    def __init__(self, nominate_plant: _Optional[_Union[PowerGridCommand.NominatePlant, _Mapping]] = ..., pass_nomination: _Optional[_Union[PowerGridCommand.PassNomination, _Mapping]] = ..., place_bid: _Optional[_Union[PowerGridCommand.PlaceBid, _Mapping]] = ..., pass_bid: _Optional[_Union[PowerGridCommand.PassBid, _Mapping]] = ..., scrap_plant: _Optional[_Union[PowerGridCommand.ScrapPlant, _Mapping]] = ..., buy_resources: _Optional[_Union[PowerGridCommand.BuyResources, _Mapping]] = ..., finish_buying: _Optional[_Union[PowerGridCommand.FinishBuying, _Mapping]] = ..., connect_city: _Optional[_Union[PowerGridCommand.ConnectCity, _Mapping]] = ..., finish_building: _Optional[_Union[PowerGridCommand.FinishBuilding, _Mapping]] = ..., run_plants: _Optional[_Union[PowerGridCommand.RunPlants, _Mapping]] = ..., sell_uranium: _Optional[_Union[PowerGridCommand.SellUranium, _Mapping]] = ..., decline_uranium_sale: _Optional[_Union[PowerGridCommand.DeclineUraniumSale, _Mapping]] = ..., choose_region: _Optional[_Union[PowerGridCommand.ChooseRegion, _Mapping]] = ..., bar_city: _Optional[_Union[PowerGridCommand.BarCity, _Mapping]] = ..., name_city: _Optional[_Union[PowerGridCommand.NameCity, _Mapping]] = ..., pass_naming: _Optional[_Union[PowerGridCommand.PassNaming, _Mapping]] = ...) -> None: ...

class PowerGridOrder(_message.Message):
    __slots__ = ("bid_up_to", "pass_auctions", "buy_fuel", "finish", "run_these", "run_most", "connect_for")
    class BidUpTo(_message.Message):
        __slots__ = ("plant", "most", "then_pass")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        MOST_FIELD_NUMBER: _ClassVar[int]
        THEN_PASS_FIELD_NUMBER: _ClassVar[int]
        plant: str
        most: int
        then_pass: bool
        def __init__(self, plant: _Optional[str] = ..., most: _Optional[int] = ..., then_pass: _Optional[bool] = ...) -> None: ...
    class PassAuctions(_message.Message):
        __slots__ = ("plant",)
        PLANT_FIELD_NUMBER: _ClassVar[int]
        plant: str
        def __init__(self, plant: _Optional[str] = ...) -> None: ...
    class BuyFuel(_message.Message):
        __slots__ = ("fuel", "tokens", "price_most")
        FUEL_FIELD_NUMBER: _ClassVar[int]
        TOKENS_FIELD_NUMBER: _ClassVar[int]
        PRICE_MOST_FIELD_NUMBER: _ClassVar[int]
        fuel: str
        tokens: int
        price_most: int
        def __init__(self, fuel: _Optional[str] = ..., tokens: _Optional[int] = ..., price_most: _Optional[int] = ...) -> None: ...
    class Finish(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class ConnectFor(_message.Message):
        __slots__ = ("city", "most")
        CITY_FIELD_NUMBER: _ClassVar[int]
        MOST_FIELD_NUMBER: _ClassVar[int]
        city: str
        most: int
        def __init__(self, city: _Optional[str] = ..., most: _Optional[int] = ...) -> None: ...
    class RunThese(_message.Message):
        __slots__ = ("runs",)
        RUNS_FIELD_NUMBER: _ClassVar[int]
        runs: _containers.RepeatedCompositeFieldContainer[PowerGridRun]
        def __init__(self, runs: _Optional[_Iterable[_Union[PowerGridRun, _Mapping]]] = ...) -> None: ...
    class RunMost(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    BID_UP_TO_FIELD_NUMBER: _ClassVar[int]
    PASS_AUCTIONS_FIELD_NUMBER: _ClassVar[int]
    BUY_FUEL_FIELD_NUMBER: _ClassVar[int]
    FINISH_FIELD_NUMBER: _ClassVar[int]
    RUN_THESE_FIELD_NUMBER: _ClassVar[int]
    RUN_MOST_FIELD_NUMBER: _ClassVar[int]
    CONNECT_FOR_FIELD_NUMBER: _ClassVar[int]
    bid_up_to: PowerGridOrder.BidUpTo
    pass_auctions: PowerGridOrder.PassAuctions
    buy_fuel: PowerGridOrder.BuyFuel
    finish: PowerGridOrder.Finish
    run_these: PowerGridOrder.RunThese
    run_most: PowerGridOrder.RunMost
    connect_for: PowerGridOrder.ConnectFor
    def __init__(self, bid_up_to: _Optional[_Union[PowerGridOrder.BidUpTo, _Mapping]] = ..., pass_auctions: _Optional[_Union[PowerGridOrder.PassAuctions, _Mapping]] = ..., buy_fuel: _Optional[_Union[PowerGridOrder.BuyFuel, _Mapping]] = ..., finish: _Optional[_Union[PowerGridOrder.Finish, _Mapping]] = ..., run_these: _Optional[_Union[PowerGridOrder.RunThese, _Mapping]] = ..., run_most: _Optional[_Union[PowerGridOrder.RunMost, _Mapping]] = ..., connect_for: _Optional[_Union[PowerGridOrder.ConnectFor, _Mapping]] = ...) -> None: ...

class PowerGridEvent(_message.Message):
    __slots__ = ("game_started", "round_began", "phase_began", "phase_skipped", "turn_order_determined", "plant_nominated", "nomination_passed", "bid_placed", "bid_passed", "plant_bought", "plant_scrapped", "compensation_paid", "renovation_card_removed", "plant_drawn", "plant_removed", "plant_put_under_deck", "stage3_card_drawn", "stage3_card_removed", "deck_shuffled", "stage_began", "carbon_tax_introduced", "resources_bought", "resource_buying_finished", "resource_buying_passed", "city_connected", "building_finished", "blackout_declared", "plants_run", "cities_powered", "income_paid", "uranium_sold", "uranium_sale_declined", "uranium_exported", "resources_resupplied", "game_end_triggered", "game_ended", "robot_built", "robot_drew", "region_chosen", "robot_region_drawn", "city_barred", "city_naming_began", "city_named", "naming_passed", "naming_paid", "building_ordered")
    class GameStarted(_message.Message):
        __slots__ = ("ruleset", "edition", "map", "regions", "players", "options", "cash", "resource_market", "reserve", "plant_market", "deck_size", "deck", "removed_blind", "seed", "uranium_track", "uranium_store", "renovation_pile")
        class OptionsEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: str
            def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
        class ReserveEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        RULESET_FIELD_NUMBER: _ClassVar[int]
        EDITION_FIELD_NUMBER: _ClassVar[int]
        MAP_FIELD_NUMBER: _ClassVar[int]
        REGIONS_FIELD_NUMBER: _ClassVar[int]
        PLAYERS_FIELD_NUMBER: _ClassVar[int]
        OPTIONS_FIELD_NUMBER: _ClassVar[int]
        CASH_FIELD_NUMBER: _ClassVar[int]
        RESOURCE_MARKET_FIELD_NUMBER: _ClassVar[int]
        RESERVE_FIELD_NUMBER: _ClassVar[int]
        PLANT_MARKET_FIELD_NUMBER: _ClassVar[int]
        DECK_SIZE_FIELD_NUMBER: _ClassVar[int]
        DECK_FIELD_NUMBER: _ClassVar[int]
        REMOVED_BLIND_FIELD_NUMBER: _ClassVar[int]
        SEED_FIELD_NUMBER: _ClassVar[int]
        URANIUM_TRACK_FIELD_NUMBER: _ClassVar[int]
        URANIUM_STORE_FIELD_NUMBER: _ClassVar[int]
        RENOVATION_PILE_FIELD_NUMBER: _ClassVar[int]
        ruleset: str
        edition: _containers.RepeatedScalarFieldContainer[str]
        map: str
        regions: _containers.RepeatedScalarFieldContainer[str]
        players: _containers.RepeatedCompositeFieldContainer[PowerGridPlayer]
        options: _containers.ScalarMap[str, str]
        cash: int
        resource_market: _containers.RepeatedCompositeFieldContainer[_common_pb2.MarketRow]
        reserve: _containers.ScalarMap[str, int]
        plant_market: PowerGridPlantMarket
        deck_size: int
        deck: _containers.RepeatedScalarFieldContainer[str]
        removed_blind: _containers.RepeatedScalarFieldContainer[str]
        seed: str
        uranium_track: _containers.RepeatedCompositeFieldContainer[_common_pb2.Space]
        uranium_store: int
        renovation_pile: _containers.RepeatedCompositeFieldContainer[PowerGridRenovationCard]
        def __init__(self, ruleset: _Optional[str] = ..., edition: _Optional[_Iterable[str]] = ..., map: _Optional[str] = ..., regions: _Optional[_Iterable[str]] = ..., players: _Optional[_Iterable[_Union[PowerGridPlayer, _Mapping]]] = ..., options: _Optional[_Mapping[str, str]] = ..., cash: _Optional[int] = ..., resource_market: _Optional[_Iterable[_Union[_common_pb2.MarketRow, _Mapping]]] = ..., reserve: _Optional[_Mapping[str, int]] = ..., plant_market: _Optional[_Union[PowerGridPlantMarket, _Mapping]] = ..., deck_size: _Optional[int] = ..., deck: _Optional[_Iterable[str]] = ..., removed_blind: _Optional[_Iterable[str]] = ..., seed: _Optional[str] = ..., uranium_track: _Optional[_Iterable[_Union[_common_pb2.Space, _Mapping]]] = ..., uranium_store: _Optional[int] = ..., renovation_pile: _Optional[_Iterable[_Union[PowerGridRenovationCard, _Mapping]]] = ...) -> None: ...
    class RobotBuilt(_message.Message):
        __slots__ = ("seat", "plant", "order", "fuel", "building", "power", "first_city", "ability", "cash")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        PLANT_FIELD_NUMBER: _ClassVar[int]
        ORDER_FIELD_NUMBER: _ClassVar[int]
        FUEL_FIELD_NUMBER: _ClassVar[int]
        BUILDING_FIELD_NUMBER: _ClassVar[int]
        POWER_FIELD_NUMBER: _ClassVar[int]
        FIRST_CITY_FIELD_NUMBER: _ClassVar[int]
        ABILITY_FIELD_NUMBER: _ClassVar[int]
        CASH_FIELD_NUMBER: _ClassVar[int]
        seat: int
        plant: str
        order: str
        fuel: str
        building: str
        power: str
        first_city: str
        ability: str
        cash: int
        def __init__(self, seat: _Optional[int] = ..., plant: _Optional[str] = ..., order: _Optional[str] = ..., fuel: _Optional[str] = ..., building: _Optional[str] = ..., power: _Optional[str] = ..., first_city: _Optional[str] = ..., ability: _Optional[str] = ..., cash: _Optional[int] = ...) -> None: ...
    class RegionChosen(_message.Message):
        __slots__ = ("seat", "region", "regions")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        REGION_FIELD_NUMBER: _ClassVar[int]
        REGIONS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        region: str
        regions: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, seat: _Optional[int] = ..., region: _Optional[str] = ..., regions: _Optional[_Iterable[str]] = ...) -> None: ...
    class RobotRegionDrawn(_message.Message):
        __slots__ = ("seat", "region", "cities", "asked", "until")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        REGION_FIELD_NUMBER: _ClassVar[int]
        CITIES_FIELD_NUMBER: _ClassVar[int]
        ASKED_FIELD_NUMBER: _ClassVar[int]
        UNTIL_FIELD_NUMBER: _ClassVar[int]
        seat: int
        region: str
        cities: _containers.RepeatedScalarFieldContainer[str]
        asked: _containers.RepeatedScalarFieldContainer[int]
        until: int
        def __init__(self, seat: _Optional[int] = ..., region: _Optional[str] = ..., cities: _Optional[_Iterable[str]] = ..., asked: _Optional[_Iterable[int]] = ..., until: _Optional[int] = ...) -> None: ...
    class CityNamingBegan(_message.Message):
        __slots__ = ("seat", "cities", "asked", "bids")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CITIES_FIELD_NUMBER: _ClassVar[int]
        ASKED_FIELD_NUMBER: _ClassVar[int]
        BIDS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cities: _containers.RepeatedScalarFieldContainer[str]
        asked: _containers.RepeatedScalarFieldContainer[int]
        bids: bool
        def __init__(self, seat: _Optional[int] = ..., cities: _Optional[_Iterable[str]] = ..., asked: _Optional[_Iterable[int]] = ..., bids: _Optional[bool] = ...) -> None: ...
    class CityNamed(_message.Message):
        __slots__ = ("seat", "robot", "city", "bid")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ROBOT_FIELD_NUMBER: _ClassVar[int]
        CITY_FIELD_NUMBER: _ClassVar[int]
        BID_FIELD_NUMBER: _ClassVar[int]
        seat: int
        robot: int
        city: str
        bid: int
        def __init__(self, seat: _Optional[int] = ..., robot: _Optional[int] = ..., city: _Optional[str] = ..., bid: _Optional[int] = ...) -> None: ...
    class NamingPassed(_message.Message):
        __slots__ = ("seat", "robot")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ROBOT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        robot: int
        def __init__(self, seat: _Optional[int] = ..., robot: _Optional[int] = ...) -> None: ...
    class NamingPaid(_message.Message):
        __slots__ = ("seat", "robot", "bid", "cash_after")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ROBOT_FIELD_NUMBER: _ClassVar[int]
        BID_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        robot: int
        bid: int
        cash_after: int
        def __init__(self, seat: _Optional[int] = ..., robot: _Optional[int] = ..., bid: _Optional[int] = ..., cash_after: _Optional[int] = ...) -> None: ...
    class BuildingOrdered(_message.Message):
        __slots__ = ("order",)
        ORDER_FIELD_NUMBER: _ClassVar[int]
        order: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, order: _Optional[_Iterable[int]] = ...) -> None: ...
    class CityBarred(_message.Message):
        __slots__ = ("seat", "robot", "city")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ROBOT_FIELD_NUMBER: _ClassVar[int]
        CITY_FIELD_NUMBER: _ClassVar[int]
        seat: int
        robot: int
        city: str
        def __init__(self, seat: _Optional[int] = ..., robot: _Optional[int] = ..., city: _Optional[str] = ...) -> None: ...
    class RobotDrew(_message.Message):
        __slots__ = ("seat", "region", "city")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        REGION_FIELD_NUMBER: _ClassVar[int]
        CITY_FIELD_NUMBER: _ClassVar[int]
        seat: int
        region: str
        city: str
        def __init__(self, seat: _Optional[int] = ..., region: _Optional[str] = ..., city: _Optional[str] = ...) -> None: ...
    class RoundBegan(_message.Message):
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
        order: _containers.RepeatedScalarFieldContainer[int]
        reason: str
        keys: _containers.RepeatedCompositeFieldContainer[PowerGridSortKey]
        def __init__(self, order: _Optional[_Iterable[int]] = ..., reason: _Optional[str] = ..., keys: _Optional[_Iterable[_Union[PowerGridSortKey, _Mapping]]] = ...) -> None: ...
    class PlantNominated(_message.Message):
        __slots__ = ("seat", "plant", "bid", "bidders")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        PLANT_FIELD_NUMBER: _ClassVar[int]
        BID_FIELD_NUMBER: _ClassVar[int]
        BIDDERS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        plant: str
        bid: int
        bidders: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, seat: _Optional[int] = ..., plant: _Optional[str] = ..., bid: _Optional[int] = ..., bidders: _Optional[_Iterable[int]] = ...) -> None: ...
    class NominationPassed(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class BidPlaced(_message.Message):
        __slots__ = ("seat", "plant", "amount", "outbid")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        PLANT_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_FIELD_NUMBER: _ClassVar[int]
        OUTBID_FIELD_NUMBER: _ClassVar[int]
        seat: int
        plant: str
        amount: int
        outbid: int
        def __init__(self, seat: _Optional[int] = ..., plant: _Optional[str] = ..., amount: _Optional[int] = ..., outbid: _Optional[int] = ...) -> None: ...
    class BidPassed(_message.Message):
        __slots__ = ("seat", "plant")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        PLANT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        plant: str
        def __init__(self, seat: _Optional[int] = ..., plant: _Optional[str] = ...) -> None: ...
    class PlantBought(_message.Message):
        __slots__ = ("seat", "plant", "price", "cash_after", "scrap_required", "current", "future")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        PLANT_FIELD_NUMBER: _ClassVar[int]
        PRICE_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        SCRAP_REQUIRED_FIELD_NUMBER: _ClassVar[int]
        CURRENT_FIELD_NUMBER: _ClassVar[int]
        FUTURE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        plant: str
        price: int
        cash_after: int
        scrap_required: bool
        current: _containers.RepeatedScalarFieldContainer[str]
        future: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, seat: _Optional[int] = ..., plant: _Optional[str] = ..., price: _Optional[int] = ..., cash_after: _Optional[int] = ..., scrap_required: _Optional[bool] = ..., current: _Optional[_Iterable[str]] = ..., future: _Optional[_Iterable[str]] = ...) -> None: ...
    class PlantScrapped(_message.Message):
        __slots__ = ("seat", "plant", "fuel_returned", "fuel_after", "reserve_after")
        class FuelReturnedEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class FuelAfterEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class ReserveAfterEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        SEAT_FIELD_NUMBER: _ClassVar[int]
        PLANT_FIELD_NUMBER: _ClassVar[int]
        FUEL_RETURNED_FIELD_NUMBER: _ClassVar[int]
        FUEL_AFTER_FIELD_NUMBER: _ClassVar[int]
        RESERVE_AFTER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        plant: str
        fuel_returned: _containers.ScalarMap[str, int]
        fuel_after: _containers.ScalarMap[str, int]
        reserve_after: _containers.ScalarMap[str, int]
        def __init__(self, seat: _Optional[int] = ..., plant: _Optional[str] = ..., fuel_returned: _Optional[_Mapping[str, int]] = ..., fuel_after: _Optional[_Mapping[str, int]] = ..., reserve_after: _Optional[_Mapping[str, int]] = ...) -> None: ...
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
        __slots__ = ("card", "next_card", "cards_left")
        CARD_FIELD_NUMBER: _ClassVar[int]
        NEXT_CARD_FIELD_NUMBER: _ClassVar[int]
        CARDS_LEFT_FIELD_NUMBER: _ClassVar[int]
        card: int
        next_card: PowerGridRenovationCard
        cards_left: int
        def __init__(self, card: _Optional[int] = ..., next_card: _Optional[_Union[PowerGridRenovationCard, _Mapping]] = ..., cards_left: _Optional[int] = ...) -> None: ...
    class PlantDrawn(_message.Message):
        __slots__ = ("plant", "reason", "current", "future", "deck_left")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        REASON_FIELD_NUMBER: _ClassVar[int]
        CURRENT_FIELD_NUMBER: _ClassVar[int]
        FUTURE_FIELD_NUMBER: _ClassVar[int]
        DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        plant: str
        reason: str
        current: _containers.RepeatedScalarFieldContainer[str]
        future: _containers.RepeatedScalarFieldContainer[str]
        deck_left: int
        def __init__(self, plant: _Optional[str] = ..., reason: _Optional[str] = ..., current: _Optional[_Iterable[str]] = ..., future: _Optional[_Iterable[str]] = ..., deck_left: _Optional[int] = ...) -> None: ...
    class PlantRemoved(_message.Message):
        __slots__ = ("plant", "cause", "current", "future")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        CAUSE_FIELD_NUMBER: _ClassVar[int]
        CURRENT_FIELD_NUMBER: _ClassVar[int]
        FUTURE_FIELD_NUMBER: _ClassVar[int]
        plant: str
        cause: str
        current: _containers.RepeatedScalarFieldContainer[str]
        future: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, plant: _Optional[str] = ..., cause: _Optional[str] = ..., current: _Optional[_Iterable[str]] = ..., future: _Optional[_Iterable[str]] = ...) -> None: ...
    class PlantPutUnderDeck(_message.Message):
        __slots__ = ("plant", "current", "future", "deck_left")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        CURRENT_FIELD_NUMBER: _ClassVar[int]
        FUTURE_FIELD_NUMBER: _ClassVar[int]
        DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        plant: str
        current: _containers.RepeatedScalarFieldContainer[str]
        future: _containers.RepeatedScalarFieldContainer[str]
        deck_left: int
        def __init__(self, plant: _Optional[str] = ..., current: _Optional[_Iterable[str]] = ..., future: _Optional[_Iterable[str]] = ..., deck_left: _Optional[int] = ...) -> None: ...
    class Stage3CardDrawn(_message.Message):
        __slots__ = ("during_phase", "starts_with", "in_market", "current", "future", "deck_left")
        DURING_PHASE_FIELD_NUMBER: _ClassVar[int]
        STARTS_WITH_FIELD_NUMBER: _ClassVar[int]
        IN_MARKET_FIELD_NUMBER: _ClassVar[int]
        CURRENT_FIELD_NUMBER: _ClassVar[int]
        FUTURE_FIELD_NUMBER: _ClassVar[int]
        DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        during_phase: str
        starts_with: PowerGridMoment
        in_market: bool
        current: _containers.RepeatedScalarFieldContainer[str]
        future: _containers.RepeatedScalarFieldContainer[str]
        deck_left: int
        def __init__(self, during_phase: _Optional[str] = ..., starts_with: _Optional[_Union[PowerGridMoment, _Mapping]] = ..., in_market: _Optional[bool] = ..., current: _Optional[_Iterable[str]] = ..., future: _Optional[_Iterable[str]] = ..., deck_left: _Optional[int] = ...) -> None: ...
    class Stage3CardRemoved(_message.Message):
        __slots__ = ("current", "future")
        CURRENT_FIELD_NUMBER: _ClassVar[int]
        FUTURE_FIELD_NUMBER: _ClassVar[int]
        current: _containers.RepeatedScalarFieldContainer[str]
        future: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, current: _Optional[_Iterable[str]] = ..., future: _Optional[_Iterable[str]] = ...) -> None: ...
    class DeckShuffled(_message.Message):
        __slots__ = ("deck_left", "order")
        DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
        ORDER_FIELD_NUMBER: _ClassVar[int]
        deck_left: int
        order: _containers.RepeatedScalarFieldContainer[str]
        def __init__(self, deck_left: _Optional[int] = ..., order: _Optional[_Iterable[str]] = ...) -> None: ...
    class StageBegan(_message.Message):
        __slots__ = ("stage", "from_stage", "trigger")
        STAGE_FIELD_NUMBER: _ClassVar[int]
        FROM_STAGE_FIELD_NUMBER: _ClassVar[int]
        TRIGGER_FIELD_NUMBER: _ClassVar[int]
        stage: int
        from_stage: int
        trigger: str
        def __init__(self, stage: _Optional[int] = ..., from_stage: _Optional[int] = ..., trigger: _Optional[str] = ...) -> None: ...
    class CarbonTaxIntroduced(_message.Message):
        __slots__ = ("resource_market",)
        RESOURCE_MARKET_FIELD_NUMBER: _ClassVar[int]
        resource_market: _containers.RepeatedCompositeFieldContainer[_common_pb2.MarketRow]
        def __init__(self, resource_market: _Optional[_Iterable[_Union[_common_pb2.MarketRow, _Mapping]]] = ...) -> None: ...
    class ResourcesBought(_message.Message):
        __slots__ = ("seat", "items", "unit_prices", "total", "cash_after", "fuel_after", "market_after", "turn_over", "costs")
        class ItemsEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class FuelAfterEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class CostsEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        SEAT_FIELD_NUMBER: _ClassVar[int]
        ITEMS_FIELD_NUMBER: _ClassVar[int]
        UNIT_PRICES_FIELD_NUMBER: _ClassVar[int]
        TOTAL_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        FUEL_AFTER_FIELD_NUMBER: _ClassVar[int]
        MARKET_AFTER_FIELD_NUMBER: _ClassVar[int]
        TURN_OVER_FIELD_NUMBER: _ClassVar[int]
        COSTS_FIELD_NUMBER: _ClassVar[int]
        seat: int
        items: _containers.ScalarMap[str, int]
        unit_prices: _containers.RepeatedCompositeFieldContainer[_common_pb2.UnitPrices]
        total: int
        cash_after: int
        fuel_after: _containers.ScalarMap[str, int]
        market_after: _containers.RepeatedCompositeFieldContainer[_common_pb2.MarketRow]
        turn_over: bool
        costs: _containers.ScalarMap[str, int]
        def __init__(self, seat: _Optional[int] = ..., items: _Optional[_Mapping[str, int]] = ..., unit_prices: _Optional[_Iterable[_Union[_common_pb2.UnitPrices, _Mapping]]] = ..., total: _Optional[int] = ..., cash_after: _Optional[int] = ..., fuel_after: _Optional[_Mapping[str, int]] = ..., market_after: _Optional[_Iterable[_Union[_common_pb2.MarketRow, _Mapping]]] = ..., turn_over: _Optional[bool] = ..., costs: _Optional[_Mapping[str, int]] = ...) -> None: ...
    class ResourceBuyingFinished(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class ResourceBuyingPassed(_message.Message):
        __slots__ = ("seat",)
        SEAT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        def __init__(self, seat: _Optional[int] = ...) -> None: ...
    class CityConnected(_message.Message):
        __slots__ = ("seat", "city", "mode", "starts_network", "slot", "slot_cost", "connection_cost", "path", "flat", "total", "cash_after", "network_size")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CITY_FIELD_NUMBER: _ClassVar[int]
        MODE_FIELD_NUMBER: _ClassVar[int]
        STARTS_NETWORK_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        SLOT_COST_FIELD_NUMBER: _ClassVar[int]
        CONNECTION_COST_FIELD_NUMBER: _ClassVar[int]
        PATH_FIELD_NUMBER: _ClassVar[int]
        FLAT_FIELD_NUMBER: _ClassVar[int]
        TOTAL_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        NETWORK_SIZE_FIELD_NUMBER: _ClassVar[int]
        seat: int
        city: str
        mode: str
        starts_network: int
        slot: int
        slot_cost: int
        connection_cost: int
        path: _containers.RepeatedScalarFieldContainer[str]
        flat: bool
        total: int
        cash_after: int
        network_size: int
        def __init__(self, seat: _Optional[int] = ..., city: _Optional[str] = ..., mode: _Optional[str] = ..., starts_network: _Optional[int] = ..., slot: _Optional[int] = ..., slot_cost: _Optional[int] = ..., connection_cost: _Optional[int] = ..., path: _Optional[_Iterable[str]] = ..., flat: _Optional[bool] = ..., total: _Optional[int] = ..., cash_after: _Optional[int] = ..., network_size: _Optional[int] = ...) -> None: ...
    class BuildingFinished(_message.Message):
        __slots__ = ("seat", "houses_built")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        HOUSES_BUILT_FIELD_NUMBER: _ClassVar[int]
        seat: int
        houses_built: int
        def __init__(self, seat: _Optional[int] = ..., houses_built: _Optional[int] = ...) -> None: ...
    class BlackoutDeclared(_message.Message):
        __slots__ = ("houses_built", "threshold")
        HOUSES_BUILT_FIELD_NUMBER: _ClassVar[int]
        THRESHOLD_FIELD_NUMBER: _ClassVar[int]
        houses_built: int
        threshold: int
        def __init__(self, houses_built: _Optional[int] = ..., threshold: _Optional[int] = ...) -> None: ...
    class PlantsRun(_message.Message):
        __slots__ = ("seat", "runs", "fuel_burnt", "output", "fuel_after", "reserve_after")
        class FuelBurntEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class FuelAfterEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class ReserveAfterEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        SEAT_FIELD_NUMBER: _ClassVar[int]
        RUNS_FIELD_NUMBER: _ClassVar[int]
        FUEL_BURNT_FIELD_NUMBER: _ClassVar[int]
        OUTPUT_FIELD_NUMBER: _ClassVar[int]
        FUEL_AFTER_FIELD_NUMBER: _ClassVar[int]
        RESERVE_AFTER_FIELD_NUMBER: _ClassVar[int]
        seat: int
        runs: _containers.RepeatedCompositeFieldContainer[PowerGridRun]
        fuel_burnt: _containers.ScalarMap[str, int]
        output: int
        fuel_after: _containers.ScalarMap[str, int]
        reserve_after: _containers.ScalarMap[str, int]
        def __init__(self, seat: _Optional[int] = ..., runs: _Optional[_Iterable[_Union[PowerGridRun, _Mapping]]] = ..., fuel_burnt: _Optional[_Mapping[str, int]] = ..., output: _Optional[int] = ..., fuel_after: _Optional[_Mapping[str, int]] = ..., reserve_after: _Optional[_Mapping[str, int]] = ...) -> None: ...
    class CitiesPowered(_message.Message):
        __slots__ = ("seat", "cities", "network_size", "after_last_round")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CITIES_FIELD_NUMBER: _ClassVar[int]
        NETWORK_SIZE_FIELD_NUMBER: _ClassVar[int]
        AFTER_LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cities: int
        network_size: int
        after_last_round: bool
        def __init__(self, seat: _Optional[int] = ..., cities: _Optional[int] = ..., network_size: _Optional[int] = ..., after_last_round: _Optional[bool] = ...) -> None: ...
    class IncomePaid(_message.Message):
        __slots__ = ("seat", "cities", "gross", "penalty", "net", "cash_after", "after_last_round")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        CITIES_FIELD_NUMBER: _ClassVar[int]
        GROSS_FIELD_NUMBER: _ClassVar[int]
        PENALTY_FIELD_NUMBER: _ClassVar[int]
        NET_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        AFTER_LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        cities: int
        gross: int
        penalty: int
        net: int
        cash_after: int
        after_last_round: bool
        def __init__(self, seat: _Optional[int] = ..., cities: _Optional[int] = ..., gross: _Optional[int] = ..., penalty: _Optional[int] = ..., net: _Optional[int] = ..., cash_after: _Optional[int] = ..., after_last_round: _Optional[bool] = ...) -> None: ...
    class UraniumSold(_message.Message):
        __slots__ = ("seat", "mines", "units", "price", "income", "tokens_placed", "cash_after", "track_after", "store_after", "after_last_round")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        MINES_FIELD_NUMBER: _ClassVar[int]
        UNITS_FIELD_NUMBER: _ClassVar[int]
        PRICE_FIELD_NUMBER: _ClassVar[int]
        INCOME_FIELD_NUMBER: _ClassVar[int]
        TOKENS_PLACED_FIELD_NUMBER: _ClassVar[int]
        CASH_AFTER_FIELD_NUMBER: _ClassVar[int]
        TRACK_AFTER_FIELD_NUMBER: _ClassVar[int]
        STORE_AFTER_FIELD_NUMBER: _ClassVar[int]
        AFTER_LAST_ROUND_FIELD_NUMBER: _ClassVar[int]
        seat: int
        mines: _containers.RepeatedScalarFieldContainer[str]
        units: int
        price: int
        income: int
        tokens_placed: _containers.RepeatedScalarFieldContainer[int]
        cash_after: int
        track_after: _containers.RepeatedCompositeFieldContainer[_common_pb2.Space]
        store_after: int
        after_last_round: bool
        def __init__(self, seat: _Optional[int] = ..., mines: _Optional[_Iterable[str]] = ..., units: _Optional[int] = ..., price: _Optional[int] = ..., income: _Optional[int] = ..., tokens_placed: _Optional[_Iterable[int]] = ..., cash_after: _Optional[int] = ..., track_after: _Optional[_Iterable[_Union[_common_pb2.Space, _Mapping]]] = ..., store_after: _Optional[int] = ..., after_last_round: _Optional[bool] = ...) -> None: ...
    class UraniumSaleDeclined(_message.Message):
        __slots__ = ("seat", "auto")
        SEAT_FIELD_NUMBER: _ClassVar[int]
        AUTO_FIELD_NUMBER: _ClassVar[int]
        seat: int
        auto: bool
        def __init__(self, seat: _Optional[int] = ..., auto: _Optional[bool] = ...) -> None: ...
    class UraniumExported(_message.Message):
        __slots__ = ("spaces", "count", "track_after", "store_after")
        SPACES_FIELD_NUMBER: _ClassVar[int]
        COUNT_FIELD_NUMBER: _ClassVar[int]
        TRACK_AFTER_FIELD_NUMBER: _ClassVar[int]
        STORE_AFTER_FIELD_NUMBER: _ClassVar[int]
        spaces: _containers.RepeatedScalarFieldContainer[int]
        count: int
        track_after: _containers.RepeatedCompositeFieldContainer[_common_pb2.Space]
        store_after: int
        def __init__(self, spaces: _Optional[_Iterable[int]] = ..., count: _Optional[int] = ..., track_after: _Optional[_Iterable[_Union[_common_pb2.Space, _Mapping]]] = ..., store_after: _Optional[int] = ...) -> None: ...
    class ResourcesResupplied(_message.Message):
        __slots__ = ("stage", "wanted", "placed", "market_after", "reserve_after")
        class WantedEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        class ReserveAfterEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        STAGE_FIELD_NUMBER: _ClassVar[int]
        WANTED_FIELD_NUMBER: _ClassVar[int]
        PLACED_FIELD_NUMBER: _ClassVar[int]
        MARKET_AFTER_FIELD_NUMBER: _ClassVar[int]
        RESERVE_AFTER_FIELD_NUMBER: _ClassVar[int]
        stage: int
        wanted: _containers.ScalarMap[str, int]
        placed: _containers.RepeatedCompositeFieldContainer[_common_pb2.MarketRow]
        market_after: _containers.RepeatedCompositeFieldContainer[_common_pb2.MarketRow]
        reserve_after: _containers.ScalarMap[str, int]
        def __init__(self, stage: _Optional[int] = ..., wanted: _Optional[_Mapping[str, int]] = ..., placed: _Optional[_Iterable[_Union[_common_pb2.MarketRow, _Mapping]]] = ..., market_after: _Optional[_Iterable[_Union[_common_pb2.MarketRow, _Mapping]]] = ..., reserve_after: _Optional[_Mapping[str, int]] = ...) -> None: ...
    class GameEndTriggered(_message.Message):
        __slots__ = ("players", "network_size")
        PLAYERS_FIELD_NUMBER: _ClassVar[int]
        NETWORK_SIZE_FIELD_NUMBER: _ClassVar[int]
        players: _containers.RepeatedScalarFieldContainer[int]
        network_size: int
        def __init__(self, players: _Optional[_Iterable[int]] = ..., network_size: _Optional[int] = ...) -> None: ...
    class GameEnded(_message.Message):
        __slots__ = ("ranking", "winners")
        RANKING_FIELD_NUMBER: _ClassVar[int]
        WINNERS_FIELD_NUMBER: _ClassVar[int]
        ranking: _containers.RepeatedCompositeFieldContainer[PowerGridRank]
        winners: _containers.RepeatedScalarFieldContainer[int]
        def __init__(self, ranking: _Optional[_Iterable[_Union[PowerGridRank, _Mapping]]] = ..., winners: _Optional[_Iterable[int]] = ...) -> None: ...
    GAME_STARTED_FIELD_NUMBER: _ClassVar[int]
    ROUND_BEGAN_FIELD_NUMBER: _ClassVar[int]
    PHASE_BEGAN_FIELD_NUMBER: _ClassVar[int]
    PHASE_SKIPPED_FIELD_NUMBER: _ClassVar[int]
    TURN_ORDER_DETERMINED_FIELD_NUMBER: _ClassVar[int]
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
    STAGE3_CARD_DRAWN_FIELD_NUMBER: _ClassVar[int]
    STAGE3_CARD_REMOVED_FIELD_NUMBER: _ClassVar[int]
    DECK_SHUFFLED_FIELD_NUMBER: _ClassVar[int]
    STAGE_BEGAN_FIELD_NUMBER: _ClassVar[int]
    CARBON_TAX_INTRODUCED_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_BOUGHT_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_BUYING_FINISHED_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_BUYING_PASSED_FIELD_NUMBER: _ClassVar[int]
    CITY_CONNECTED_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FINISHED_FIELD_NUMBER: _ClassVar[int]
    BLACKOUT_DECLARED_FIELD_NUMBER: _ClassVar[int]
    PLANTS_RUN_FIELD_NUMBER: _ClassVar[int]
    CITIES_POWERED_FIELD_NUMBER: _ClassVar[int]
    INCOME_PAID_FIELD_NUMBER: _ClassVar[int]
    URANIUM_SOLD_FIELD_NUMBER: _ClassVar[int]
    URANIUM_SALE_DECLINED_FIELD_NUMBER: _ClassVar[int]
    URANIUM_EXPORTED_FIELD_NUMBER: _ClassVar[int]
    RESOURCES_RESUPPLIED_FIELD_NUMBER: _ClassVar[int]
    GAME_END_TRIGGERED_FIELD_NUMBER: _ClassVar[int]
    GAME_ENDED_FIELD_NUMBER: _ClassVar[int]
    ROBOT_BUILT_FIELD_NUMBER: _ClassVar[int]
    ROBOT_DREW_FIELD_NUMBER: _ClassVar[int]
    REGION_CHOSEN_FIELD_NUMBER: _ClassVar[int]
    ROBOT_REGION_DRAWN_FIELD_NUMBER: _ClassVar[int]
    CITY_BARRED_FIELD_NUMBER: _ClassVar[int]
    CITY_NAMING_BEGAN_FIELD_NUMBER: _ClassVar[int]
    CITY_NAMED_FIELD_NUMBER: _ClassVar[int]
    NAMING_PASSED_FIELD_NUMBER: _ClassVar[int]
    NAMING_PAID_FIELD_NUMBER: _ClassVar[int]
    BUILDING_ORDERED_FIELD_NUMBER: _ClassVar[int]
    game_started: PowerGridEvent.GameStarted
    round_began: PowerGridEvent.RoundBegan
    phase_began: PowerGridEvent.PhaseBegan
    phase_skipped: PowerGridEvent.PhaseSkipped
    turn_order_determined: PowerGridEvent.TurnOrderDetermined
    plant_nominated: PowerGridEvent.PlantNominated
    nomination_passed: PowerGridEvent.NominationPassed
    bid_placed: PowerGridEvent.BidPlaced
    bid_passed: PowerGridEvent.BidPassed
    plant_bought: PowerGridEvent.PlantBought
    plant_scrapped: PowerGridEvent.PlantScrapped
    compensation_paid: PowerGridEvent.CompensationPaid
    renovation_card_removed: PowerGridEvent.RenovationCardRemoved
    plant_drawn: PowerGridEvent.PlantDrawn
    plant_removed: PowerGridEvent.PlantRemoved
    plant_put_under_deck: PowerGridEvent.PlantPutUnderDeck
    stage3_card_drawn: PowerGridEvent.Stage3CardDrawn
    stage3_card_removed: PowerGridEvent.Stage3CardRemoved
    deck_shuffled: PowerGridEvent.DeckShuffled
    stage_began: PowerGridEvent.StageBegan
    carbon_tax_introduced: PowerGridEvent.CarbonTaxIntroduced
    resources_bought: PowerGridEvent.ResourcesBought
    resource_buying_finished: PowerGridEvent.ResourceBuyingFinished
    resource_buying_passed: PowerGridEvent.ResourceBuyingPassed
    city_connected: PowerGridEvent.CityConnected
    building_finished: PowerGridEvent.BuildingFinished
    blackout_declared: PowerGridEvent.BlackoutDeclared
    plants_run: PowerGridEvent.PlantsRun
    cities_powered: PowerGridEvent.CitiesPowered
    income_paid: PowerGridEvent.IncomePaid
    uranium_sold: PowerGridEvent.UraniumSold
    uranium_sale_declined: PowerGridEvent.UraniumSaleDeclined
    uranium_exported: PowerGridEvent.UraniumExported
    resources_resupplied: PowerGridEvent.ResourcesResupplied
    game_end_triggered: PowerGridEvent.GameEndTriggered
    game_ended: PowerGridEvent.GameEnded
    robot_built: PowerGridEvent.RobotBuilt
    robot_drew: PowerGridEvent.RobotDrew
    region_chosen: PowerGridEvent.RegionChosen
    robot_region_drawn: PowerGridEvent.RobotRegionDrawn
    city_barred: PowerGridEvent.CityBarred
    city_naming_began: PowerGridEvent.CityNamingBegan
    city_named: PowerGridEvent.CityNamed
    naming_passed: PowerGridEvent.NamingPassed
    naming_paid: PowerGridEvent.NamingPaid
    building_ordered: PowerGridEvent.BuildingOrdered
    def __init__(self, game_started: _Optional[_Union[PowerGridEvent.GameStarted, _Mapping]] = ..., round_began: _Optional[_Union[PowerGridEvent.RoundBegan, _Mapping]] = ..., phase_began: _Optional[_Union[PowerGridEvent.PhaseBegan, _Mapping]] = ..., phase_skipped: _Optional[_Union[PowerGridEvent.PhaseSkipped, _Mapping]] = ..., turn_order_determined: _Optional[_Union[PowerGridEvent.TurnOrderDetermined, _Mapping]] = ..., plant_nominated: _Optional[_Union[PowerGridEvent.PlantNominated, _Mapping]] = ..., nomination_passed: _Optional[_Union[PowerGridEvent.NominationPassed, _Mapping]] = ..., bid_placed: _Optional[_Union[PowerGridEvent.BidPlaced, _Mapping]] = ..., bid_passed: _Optional[_Union[PowerGridEvent.BidPassed, _Mapping]] = ..., plant_bought: _Optional[_Union[PowerGridEvent.PlantBought, _Mapping]] = ..., plant_scrapped: _Optional[_Union[PowerGridEvent.PlantScrapped, _Mapping]] = ..., compensation_paid: _Optional[_Union[PowerGridEvent.CompensationPaid, _Mapping]] = ..., renovation_card_removed: _Optional[_Union[PowerGridEvent.RenovationCardRemoved, _Mapping]] = ..., plant_drawn: _Optional[_Union[PowerGridEvent.PlantDrawn, _Mapping]] = ..., plant_removed: _Optional[_Union[PowerGridEvent.PlantRemoved, _Mapping]] = ..., plant_put_under_deck: _Optional[_Union[PowerGridEvent.PlantPutUnderDeck, _Mapping]] = ..., stage3_card_drawn: _Optional[_Union[PowerGridEvent.Stage3CardDrawn, _Mapping]] = ..., stage3_card_removed: _Optional[_Union[PowerGridEvent.Stage3CardRemoved, _Mapping]] = ..., deck_shuffled: _Optional[_Union[PowerGridEvent.DeckShuffled, _Mapping]] = ..., stage_began: _Optional[_Union[PowerGridEvent.StageBegan, _Mapping]] = ..., carbon_tax_introduced: _Optional[_Union[PowerGridEvent.CarbonTaxIntroduced, _Mapping]] = ..., resources_bought: _Optional[_Union[PowerGridEvent.ResourcesBought, _Mapping]] = ..., resource_buying_finished: _Optional[_Union[PowerGridEvent.ResourceBuyingFinished, _Mapping]] = ..., resource_buying_passed: _Optional[_Union[PowerGridEvent.ResourceBuyingPassed, _Mapping]] = ..., city_connected: _Optional[_Union[PowerGridEvent.CityConnected, _Mapping]] = ..., building_finished: _Optional[_Union[PowerGridEvent.BuildingFinished, _Mapping]] = ..., blackout_declared: _Optional[_Union[PowerGridEvent.BlackoutDeclared, _Mapping]] = ..., plants_run: _Optional[_Union[PowerGridEvent.PlantsRun, _Mapping]] = ..., cities_powered: _Optional[_Union[PowerGridEvent.CitiesPowered, _Mapping]] = ..., income_paid: _Optional[_Union[PowerGridEvent.IncomePaid, _Mapping]] = ..., uranium_sold: _Optional[_Union[PowerGridEvent.UraniumSold, _Mapping]] = ..., uranium_sale_declined: _Optional[_Union[PowerGridEvent.UraniumSaleDeclined, _Mapping]] = ..., uranium_exported: _Optional[_Union[PowerGridEvent.UraniumExported, _Mapping]] = ..., resources_resupplied: _Optional[_Union[PowerGridEvent.ResourcesResupplied, _Mapping]] = ..., game_end_triggered: _Optional[_Union[PowerGridEvent.GameEndTriggered, _Mapping]] = ..., game_ended: _Optional[_Union[PowerGridEvent.GameEnded, _Mapping]] = ..., robot_built: _Optional[_Union[PowerGridEvent.RobotBuilt, _Mapping]] = ..., robot_drew: _Optional[_Union[PowerGridEvent.RobotDrew, _Mapping]] = ..., region_chosen: _Optional[_Union[PowerGridEvent.RegionChosen, _Mapping]] = ..., robot_region_drawn: _Optional[_Union[PowerGridEvent.RobotRegionDrawn, _Mapping]] = ..., city_barred: _Optional[_Union[PowerGridEvent.CityBarred, _Mapping]] = ..., city_naming_began: _Optional[_Union[PowerGridEvent.CityNamingBegan, _Mapping]] = ..., city_named: _Optional[_Union[PowerGridEvent.CityNamed, _Mapping]] = ..., naming_passed: _Optional[_Union[PowerGridEvent.NamingPassed, _Mapping]] = ..., naming_paid: _Optional[_Union[PowerGridEvent.NamingPaid, _Mapping]] = ..., building_ordered: _Optional[_Union[PowerGridEvent.BuildingOrdered, _Mapping]] = ...) -> None: ...

class PowerGridRun(_message.Message):
    __slots__ = ("plant", "fuel")
    class FuelEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    PLANT_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    plant: str
    fuel: _containers.ScalarMap[str, int]
    def __init__(self, plant: _Optional[str] = ..., fuel: _Optional[_Mapping[str, int]] = ...) -> None: ...

class PowerGridPlayer(_message.Message):
    __slots__ = ("seat", "colour")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    COLOUR_FIELD_NUMBER: _ClassVar[int]
    seat: int
    colour: str
    def __init__(self, seat: _Optional[int] = ..., colour: _Optional[str] = ...) -> None: ...

class PowerGridPlantMarket(_message.Message):
    __slots__ = ("current", "future")
    CURRENT_FIELD_NUMBER: _ClassVar[int]
    FUTURE_FIELD_NUMBER: _ClassVar[int]
    current: _containers.RepeatedScalarFieldContainer[str]
    future: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, current: _Optional[_Iterable[str]] = ..., future: _Optional[_Iterable[str]] = ...) -> None: ...

class PowerGridRenovationCard(_message.Message):
    __slots__ = ("card", "first", "others")
    CARD_FIELD_NUMBER: _ClassVar[int]
    FIRST_FIELD_NUMBER: _ClassVar[int]
    OTHERS_FIELD_NUMBER: _ClassVar[int]
    card: int
    first: int
    others: int
    def __init__(self, card: _Optional[int] = ..., first: _Optional[int] = ..., others: _Optional[int] = ...) -> None: ...

class PowerGridSortKey(_message.Message):
    __slots__ = ("seat", "cities", "best_plant")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    BEST_PLANT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    cities: int
    best_plant: str
    def __init__(self, seat: _Optional[int] = ..., cities: _Optional[int] = ..., best_plant: _Optional[str] = ...) -> None: ...

class PowerGridMoment(_message.Message):
    __slots__ = ("round", "phase")
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    round: int
    phase: str
    def __init__(self, round: _Optional[int] = ..., phase: _Optional[str] = ...) -> None: ...

class PowerGridRank(_message.Message):
    __slots__ = ("seat", "rank", "powered", "cash", "cities")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    RANK_FIELD_NUMBER: _ClassVar[int]
    POWERED_FIELD_NUMBER: _ClassVar[int]
    CASH_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    seat: int
    rank: int
    powered: int
    cash: int
    cities: int
    def __init__(self, seat: _Optional[int] = ..., rank: _Optional[int] = ..., powered: _Optional[int] = ..., cash: _Optional[int] = ..., cities: _Optional[int] = ...) -> None: ...

class PowerGridOption(_message.Message):
    __slots__ = ("nominate_option", "pass_nomination_option", "place_bid_option", "pass_bid_option", "scrap_plant_option", "buy_resources_option", "finish_buying_option", "connect_city_option", "finish_building_option", "run_plants_option", "sell_uranium_option", "decline_uranium_sale_option", "choose_region_option", "bar_city_option", "name_city_option", "pass_naming_option")
    class NominateOption(_message.Message):
        __slots__ = ("plant", "bid_min", "bid_max")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        BID_MIN_FIELD_NUMBER: _ClassVar[int]
        BID_MAX_FIELD_NUMBER: _ClassVar[int]
        plant: str
        bid_min: int
        bid_max: int
        def __init__(self, plant: _Optional[str] = ..., bid_min: _Optional[int] = ..., bid_max: _Optional[int] = ...) -> None: ...
    class PassNominationOption(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class PlaceBidOption(_message.Message):
        __slots__ = ("plant", "amount_min", "amount_max")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_MIN_FIELD_NUMBER: _ClassVar[int]
        AMOUNT_MAX_FIELD_NUMBER: _ClassVar[int]
        plant: str
        amount_min: int
        amount_max: int
        def __init__(self, plant: _Optional[str] = ..., amount_min: _Optional[int] = ..., amount_max: _Optional[int] = ...) -> None: ...
    class PassBidOption(_message.Message):
        __slots__ = ("plant",)
        PLANT_FIELD_NUMBER: _ClassVar[int]
        plant: str
        def __init__(self, plant: _Optional[str] = ...) -> None: ...
    class ScrapPlantOption(_message.Message):
        __slots__ = ("plant", "returns")
        PLANT_FIELD_NUMBER: _ClassVar[int]
        RETURNS_FIELD_NUMBER: _ClassVar[int]
        plant: str
        returns: _containers.RepeatedCompositeFieldContainer[_common_pb2.Amounts]
        def __init__(self, plant: _Optional[str] = ..., returns: _Optional[_Iterable[_Union[_common_pb2.Amounts, _Mapping]]] = ...) -> None: ...
    class BuyResourcesOption(_message.Message):
        __slots__ = ("prices", "cash", "stock", "storage", "tokens_max")
        class StockEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        PRICES_FIELD_NUMBER: _ClassVar[int]
        CASH_FIELD_NUMBER: _ClassVar[int]
        STOCK_FIELD_NUMBER: _ClassVar[int]
        STORAGE_FIELD_NUMBER: _ClassVar[int]
        TOKENS_MAX_FIELD_NUMBER: _ClassVar[int]
        prices: _containers.RepeatedCompositeFieldContainer[_common_pb2.UnitPrices]
        cash: int
        stock: _containers.ScalarMap[str, int]
        storage: PowerGridStorage
        tokens_max: int
        def __init__(self, prices: _Optional[_Iterable[_Union[_common_pb2.UnitPrices, _Mapping]]] = ..., cash: _Optional[int] = ..., stock: _Optional[_Mapping[str, int]] = ..., storage: _Optional[_Union[PowerGridStorage, _Mapping]] = ..., tokens_max: _Optional[int] = ...) -> None: ...
    class FinishBuyingOption(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class ConnectCityOption(_message.Message):
        __slots__ = ("city", "mode", "slot", "slot_cost", "connection_cost", "path", "flat", "total")
        CITY_FIELD_NUMBER: _ClassVar[int]
        MODE_FIELD_NUMBER: _ClassVar[int]
        SLOT_FIELD_NUMBER: _ClassVar[int]
        SLOT_COST_FIELD_NUMBER: _ClassVar[int]
        CONNECTION_COST_FIELD_NUMBER: _ClassVar[int]
        PATH_FIELD_NUMBER: _ClassVar[int]
        FLAT_FIELD_NUMBER: _ClassVar[int]
        TOTAL_FIELD_NUMBER: _ClassVar[int]
        city: str
        mode: str
        slot: int
        slot_cost: int
        connection_cost: int
        path: _containers.RepeatedScalarFieldContainer[str]
        flat: bool
        total: int
        def __init__(self, city: _Optional[str] = ..., mode: _Optional[str] = ..., slot: _Optional[int] = ..., slot_cost: _Optional[int] = ..., connection_cost: _Optional[int] = ..., path: _Optional[_Iterable[str]] = ..., flat: _Optional[bool] = ..., total: _Optional[int] = ...) -> None: ...
    class FinishBuildingOption(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class RunPlantsOption(_message.Message):
        __slots__ = ("plants", "stock", "network_size", "cities_min", "storage")
        class StockEntry(_message.Message):
            __slots__ = ("key", "value")
            KEY_FIELD_NUMBER: _ClassVar[int]
            VALUE_FIELD_NUMBER: _ClassVar[int]
            key: str
            value: int
            def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
        PLANTS_FIELD_NUMBER: _ClassVar[int]
        STOCK_FIELD_NUMBER: _ClassVar[int]
        NETWORK_SIZE_FIELD_NUMBER: _ClassVar[int]
        CITIES_MIN_FIELD_NUMBER: _ClassVar[int]
        STORAGE_FIELD_NUMBER: _ClassVar[int]
        plants: _containers.RepeatedCompositeFieldContainer[PowerGridRunnable]
        stock: _containers.ScalarMap[str, int]
        network_size: int
        cities_min: int
        storage: PowerGridStorage
        def __init__(self, plants: _Optional[_Iterable[_Union[PowerGridRunnable, _Mapping]]] = ..., stock: _Optional[_Mapping[str, int]] = ..., network_size: _Optional[int] = ..., cities_min: _Optional[int] = ..., storage: _Optional[_Union[PowerGridStorage, _Mapping]] = ...) -> None: ...
    class SellUraniumOption(_message.Message):
        __slots__ = ("mines", "units", "price")
        MINES_FIELD_NUMBER: _ClassVar[int]
        UNITS_FIELD_NUMBER: _ClassVar[int]
        PRICE_FIELD_NUMBER: _ClassVar[int]
        mines: _containers.RepeatedScalarFieldContainer[str]
        units: int
        price: int
        def __init__(self, mines: _Optional[_Iterable[str]] = ..., units: _Optional[int] = ..., price: _Optional[int] = ...) -> None: ...
    class DeclineUraniumSaleOption(_message.Message):
        __slots__ = ()
        def __init__(self) -> None: ...
    class ChooseRegionOption(_message.Message):
        __slots__ = ("region",)
        REGION_FIELD_NUMBER: _ClassVar[int]
        region: str
        def __init__(self, region: _Optional[str] = ...) -> None: ...
    class BarCityOption(_message.Message):
        __slots__ = ("robot", "region", "city")
        ROBOT_FIELD_NUMBER: _ClassVar[int]
        REGION_FIELD_NUMBER: _ClassVar[int]
        CITY_FIELD_NUMBER: _ClassVar[int]
        robot: int
        region: str
        city: str
        def __init__(self, robot: _Optional[int] = ..., region: _Optional[str] = ..., city: _Optional[str] = ...) -> None: ...
    class NameCityOption(_message.Message):
        __slots__ = ("robot", "city", "bid_min", "bid_max")
        ROBOT_FIELD_NUMBER: _ClassVar[int]
        CITY_FIELD_NUMBER: _ClassVar[int]
        BID_MIN_FIELD_NUMBER: _ClassVar[int]
        BID_MAX_FIELD_NUMBER: _ClassVar[int]
        robot: int
        city: str
        bid_min: int
        bid_max: int
        def __init__(self, robot: _Optional[int] = ..., city: _Optional[str] = ..., bid_min: _Optional[int] = ..., bid_max: _Optional[int] = ...) -> None: ...
    class PassNamingOption(_message.Message):
        __slots__ = ("robot",)
        ROBOT_FIELD_NUMBER: _ClassVar[int]
        robot: int
        def __init__(self, robot: _Optional[int] = ...) -> None: ...
    NOMINATE_OPTION_FIELD_NUMBER: _ClassVar[int]
    PASS_NOMINATION_OPTION_FIELD_NUMBER: _ClassVar[int]
    PLACE_BID_OPTION_FIELD_NUMBER: _ClassVar[int]
    PASS_BID_OPTION_FIELD_NUMBER: _ClassVar[int]
    SCRAP_PLANT_OPTION_FIELD_NUMBER: _ClassVar[int]
    BUY_RESOURCES_OPTION_FIELD_NUMBER: _ClassVar[int]
    FINISH_BUYING_OPTION_FIELD_NUMBER: _ClassVar[int]
    CONNECT_CITY_OPTION_FIELD_NUMBER: _ClassVar[int]
    FINISH_BUILDING_OPTION_FIELD_NUMBER: _ClassVar[int]
    RUN_PLANTS_OPTION_FIELD_NUMBER: _ClassVar[int]
    SELL_URANIUM_OPTION_FIELD_NUMBER: _ClassVar[int]
    DECLINE_URANIUM_SALE_OPTION_FIELD_NUMBER: _ClassVar[int]
    CHOOSE_REGION_OPTION_FIELD_NUMBER: _ClassVar[int]
    BAR_CITY_OPTION_FIELD_NUMBER: _ClassVar[int]
    NAME_CITY_OPTION_FIELD_NUMBER: _ClassVar[int]
    PASS_NAMING_OPTION_FIELD_NUMBER: _ClassVar[int]
    nominate_option: PowerGridOption.NominateOption
    pass_nomination_option: PowerGridOption.PassNominationOption
    place_bid_option: PowerGridOption.PlaceBidOption
    pass_bid_option: PowerGridOption.PassBidOption
    scrap_plant_option: PowerGridOption.ScrapPlantOption
    buy_resources_option: PowerGridOption.BuyResourcesOption
    finish_buying_option: PowerGridOption.FinishBuyingOption
    connect_city_option: PowerGridOption.ConnectCityOption
    finish_building_option: PowerGridOption.FinishBuildingOption
    run_plants_option: PowerGridOption.RunPlantsOption
    sell_uranium_option: PowerGridOption.SellUraniumOption
    decline_uranium_sale_option: PowerGridOption.DeclineUraniumSaleOption
    choose_region_option: PowerGridOption.ChooseRegionOption
    bar_city_option: PowerGridOption.BarCityOption
    name_city_option: PowerGridOption.NameCityOption
    pass_naming_option: PowerGridOption.PassNamingOption
    def __init__(self, nominate_option: _Optional[_Union[PowerGridOption.NominateOption, _Mapping]] = ..., pass_nomination_option: _Optional[_Union[PowerGridOption.PassNominationOption, _Mapping]] = ..., place_bid_option: _Optional[_Union[PowerGridOption.PlaceBidOption, _Mapping]] = ..., pass_bid_option: _Optional[_Union[PowerGridOption.PassBidOption, _Mapping]] = ..., scrap_plant_option: _Optional[_Union[PowerGridOption.ScrapPlantOption, _Mapping]] = ..., buy_resources_option: _Optional[_Union[PowerGridOption.BuyResourcesOption, _Mapping]] = ..., finish_buying_option: _Optional[_Union[PowerGridOption.FinishBuyingOption, _Mapping]] = ..., connect_city_option: _Optional[_Union[PowerGridOption.ConnectCityOption, _Mapping]] = ..., finish_building_option: _Optional[_Union[PowerGridOption.FinishBuildingOption, _Mapping]] = ..., run_plants_option: _Optional[_Union[PowerGridOption.RunPlantsOption, _Mapping]] = ..., sell_uranium_option: _Optional[_Union[PowerGridOption.SellUraniumOption, _Mapping]] = ..., decline_uranium_sale_option: _Optional[_Union[PowerGridOption.DeclineUraniumSaleOption, _Mapping]] = ..., choose_region_option: _Optional[_Union[PowerGridOption.ChooseRegionOption, _Mapping]] = ..., bar_city_option: _Optional[_Union[PowerGridOption.BarCityOption, _Mapping]] = ..., name_city_option: _Optional[_Union[PowerGridOption.NameCityOption, _Mapping]] = ..., pass_naming_option: _Optional[_Union[PowerGridOption.PassNamingOption, _Mapping]] = ...) -> None: ...

class PowerGridRunnable(_message.Message):
    __slots__ = ("plant", "powers", "burns", "kind")
    PLANT_FIELD_NUMBER: _ClassVar[int]
    POWERS_FIELD_NUMBER: _ClassVar[int]
    BURNS_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    plant: str
    powers: int
    burns: _containers.RepeatedCompositeFieldContainer[_common_pb2.Amounts]
    kind: str
    def __init__(self, plant: _Optional[str] = ..., powers: _Optional[int] = ..., burns: _Optional[_Iterable[_Union[_common_pb2.Amounts, _Mapping]]] = ..., kind: _Optional[str] = ...) -> None: ...

class PowerGridStorage(_message.Message):
    __slots__ = ("coal", "oil", "garbage", "uranium", "hybrid", "any")
    COAL_FIELD_NUMBER: _ClassVar[int]
    OIL_FIELD_NUMBER: _ClassVar[int]
    GARBAGE_FIELD_NUMBER: _ClassVar[int]
    URANIUM_FIELD_NUMBER: _ClassVar[int]
    HYBRID_FIELD_NUMBER: _ClassVar[int]
    ANY_FIELD_NUMBER: _ClassVar[int]
    coal: int
    oil: int
    garbage: int
    uranium: int
    hybrid: int
    any: int
    def __init__(self, coal: _Optional[int] = ..., oil: _Optional[int] = ..., garbage: _Optional[int] = ..., uranium: _Optional[int] = ..., hybrid: _Optional[int] = ..., any: _Optional[int] = ...) -> None: ...

class PowerGridBoard(_message.Message):
    __slots__ = ("variant", "regions", "round", "phase", "stage", "stage3_drawn", "to_act", "order", "seats", "current", "future", "deck_left", "under_deck", "removed", "removed_blind", "lot", "scrap", "resource_market", "reserve", "houses", "houses_built", "modules", "ending", "ranking", "editions")
    class ReserveEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: int
        def __init__(self, key: _Optional[str] = ..., value: _Optional[int] = ...) -> None: ...
    VARIANT_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    ROUND_FIELD_NUMBER: _ClassVar[int]
    PHASE_FIELD_NUMBER: _ClassVar[int]
    STAGE_FIELD_NUMBER: _ClassVar[int]
    STAGE3_DRAWN_FIELD_NUMBER: _ClassVar[int]
    TO_ACT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    CURRENT_FIELD_NUMBER: _ClassVar[int]
    FUTURE_FIELD_NUMBER: _ClassVar[int]
    DECK_LEFT_FIELD_NUMBER: _ClassVar[int]
    UNDER_DECK_FIELD_NUMBER: _ClassVar[int]
    REMOVED_FIELD_NUMBER: _ClassVar[int]
    REMOVED_BLIND_FIELD_NUMBER: _ClassVar[int]
    LOT_FIELD_NUMBER: _ClassVar[int]
    SCRAP_FIELD_NUMBER: _ClassVar[int]
    RESOURCE_MARKET_FIELD_NUMBER: _ClassVar[int]
    RESERVE_FIELD_NUMBER: _ClassVar[int]
    HOUSES_FIELD_NUMBER: _ClassVar[int]
    HOUSES_BUILT_FIELD_NUMBER: _ClassVar[int]
    MODULES_FIELD_NUMBER: _ClassVar[int]
    ENDING_FIELD_NUMBER: _ClassVar[int]
    RANKING_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    variant: str
    regions: _containers.RepeatedScalarFieldContainer[str]
    round: int
    phase: str
    stage: int
    stage3_drawn: bool
    to_act: _containers.RepeatedScalarFieldContainer[int]
    order: _containers.RepeatedScalarFieldContainer[int]
    seats: _containers.RepeatedCompositeFieldContainer[PowerGridSeat]
    current: _containers.RepeatedScalarFieldContainer[str]
    future: _containers.RepeatedScalarFieldContainer[str]
    deck_left: int
    under_deck: _containers.RepeatedScalarFieldContainer[str]
    removed: _containers.RepeatedScalarFieldContainer[str]
    removed_blind: int
    lot: PowerGridLot
    scrap: PowerGridScrap
    resource_market: _containers.RepeatedCompositeFieldContainer[_common_pb2.MarketRow]
    reserve: _containers.ScalarMap[str, int]
    houses: _containers.RepeatedCompositeFieldContainer[PowerGridHouses]
    houses_built: int
    modules: _containers.RepeatedCompositeFieldContainer[PowerGridModule]
    ending: bool
    ranking: _containers.RepeatedCompositeFieldContainer[PowerGridRank]
    editions: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, variant: _Optional[str] = ..., regions: _Optional[_Iterable[str]] = ..., round: _Optional[int] = ..., phase: _Optional[str] = ..., stage: _Optional[int] = ..., stage3_drawn: _Optional[bool] = ..., to_act: _Optional[_Iterable[int]] = ..., order: _Optional[_Iterable[int]] = ..., seats: _Optional[_Iterable[_Union[PowerGridSeat, _Mapping]]] = ..., current: _Optional[_Iterable[str]] = ..., future: _Optional[_Iterable[str]] = ..., deck_left: _Optional[int] = ..., under_deck: _Optional[_Iterable[str]] = ..., removed: _Optional[_Iterable[str]] = ..., removed_blind: _Optional[int] = ..., lot: _Optional[_Union[PowerGridLot, _Mapping]] = ..., scrap: _Optional[_Union[PowerGridScrap, _Mapping]] = ..., resource_market: _Optional[_Iterable[_Union[_common_pb2.MarketRow, _Mapping]]] = ..., reserve: _Optional[_Mapping[str, int]] = ..., houses: _Optional[_Iterable[_Union[PowerGridHouses, _Mapping]]] = ..., houses_built: _Optional[int] = ..., modules: _Optional[_Iterable[_Union[PowerGridModule, _Mapping]]] = ..., ending: _Optional[bool] = ..., ranking: _Optional[_Iterable[_Union[PowerGridRank, _Mapping]]] = ..., editions: _Optional[_Iterable[str]] = ...) -> None: ...

class PowerGridSeat(_message.Message):
    __slots__ = ("seat", "colour", "cash", "plants", "fuel", "cities", "networks_started", "powered")
    class FuelEntry(_message.Message):
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
    FUEL_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    NETWORKS_STARTED_FIELD_NUMBER: _ClassVar[int]
    POWERED_FIELD_NUMBER: _ClassVar[int]
    seat: int
    colour: str
    cash: int
    plants: _containers.RepeatedScalarFieldContainer[str]
    fuel: _containers.ScalarMap[str, int]
    cities: _containers.RepeatedScalarFieldContainer[str]
    networks_started: int
    powered: int
    def __init__(self, seat: _Optional[int] = ..., colour: _Optional[str] = ..., cash: _Optional[int] = ..., plants: _Optional[_Iterable[str]] = ..., fuel: _Optional[_Mapping[str, int]] = ..., cities: _Optional[_Iterable[str]] = ..., networks_started: _Optional[int] = ..., powered: _Optional[int] = ...) -> None: ...

class PowerGridLot(_message.Message):
    __slots__ = ("plant", "bid", "bidders")
    PLANT_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    BIDDERS_FIELD_NUMBER: _ClassVar[int]
    plant: str
    bid: int
    bidders: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, plant: _Optional[str] = ..., bid: _Optional[int] = ..., bidders: _Optional[_Iterable[int]] = ...) -> None: ...

class PowerGridScrap(_message.Message):
    __slots__ = ("seat", "bought")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    BOUGHT_FIELD_NUMBER: _ClassVar[int]
    seat: int
    bought: str
    def __init__(self, seat: _Optional[int] = ..., bought: _Optional[str] = ...) -> None: ...

class PowerGridRenovationPile(_message.Message):
    __slots__ = ("cards", "closings")
    CARDS_FIELD_NUMBER: _ClassVar[int]
    CLOSINGS_FIELD_NUMBER: _ClassVar[int]
    cards: _containers.RepeatedCompositeFieldContainer[PowerGridRenovationCard]
    closings: int
    def __init__(self, cards: _Optional[_Iterable[_Union[PowerGridRenovationCard, _Mapping]]] = ..., closings: _Optional[int] = ...) -> None: ...

class PowerGridUraniumTrack(_message.Message):
    __slots__ = ("spaces", "store", "decided")
    SPACES_FIELD_NUMBER: _ClassVar[int]
    STORE_FIELD_NUMBER: _ClassVar[int]
    DECIDED_FIELD_NUMBER: _ClassVar[int]
    spaces: _containers.RepeatedCompositeFieldContainer[_common_pb2.Space]
    store: int
    decided: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, spaces: _Optional[_Iterable[_Union[_common_pb2.Space, _Mapping]]] = ..., store: _Optional[int] = ..., decided: _Optional[_Iterable[int]] = ...) -> None: ...

class PowerGridRobot(_message.Message):
    __slots__ = ("seat", "plant", "order", "fuel", "building", "power", "first_city", "ability")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    PLANT_FIELD_NUMBER: _ClassVar[int]
    ORDER_FIELD_NUMBER: _ClassVar[int]
    FUEL_FIELD_NUMBER: _ClassVar[int]
    BUILDING_FIELD_NUMBER: _ClassVar[int]
    POWER_FIELD_NUMBER: _ClassVar[int]
    FIRST_CITY_FIELD_NUMBER: _ClassVar[int]
    ABILITY_FIELD_NUMBER: _ClassVar[int]
    seat: int
    plant: str
    order: str
    fuel: str
    building: str
    power: str
    first_city: str
    ability: str
    def __init__(self, seat: _Optional[int] = ..., plant: _Optional[str] = ..., order: _Optional[str] = ..., fuel: _Optional[str] = ..., building: _Optional[str] = ..., power: _Optional[str] = ..., first_city: _Optional[str] = ..., ability: _Optional[str] = ...) -> None: ...

class PowerGridRobotSeats(_message.Message):
    __slots__ = ("robots",)
    ROBOTS_FIELD_NUMBER: _ClassVar[int]
    robots: _containers.RepeatedCompositeFieldContainer[PowerGridRobot]
    def __init__(self, robots: _Optional[_Iterable[_Union[PowerGridRobot, _Mapping]]] = ...) -> None: ...

class PowerGridCityBarring(_message.Message):
    __slots__ = ("robot", "asked", "region", "cities", "until")
    ROBOT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    UNTIL_FIELD_NUMBER: _ClassVar[int]
    robot: int
    asked: _containers.RepeatedScalarFieldContainer[int]
    region: str
    cities: _containers.RepeatedScalarFieldContainer[str]
    until: int
    def __init__(self, robot: _Optional[int] = ..., asked: _Optional[_Iterable[int]] = ..., region: _Optional[str] = ..., cities: _Optional[_Iterable[str]] = ..., until: _Optional[int] = ...) -> None: ...

class PowerGridCityNaming(_message.Message):
    __slots__ = ("robot", "asked", "cities", "bids", "named", "bid", "bidder")
    ROBOT_FIELD_NUMBER: _ClassVar[int]
    ASKED_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    BIDS_FIELD_NUMBER: _ClassVar[int]
    NAMED_FIELD_NUMBER: _ClassVar[int]
    BID_FIELD_NUMBER: _ClassVar[int]
    BIDDER_FIELD_NUMBER: _ClassVar[int]
    robot: int
    asked: _containers.RepeatedScalarFieldContainer[int]
    cities: _containers.RepeatedScalarFieldContainer[str]
    bids: bool
    named: _containers.RepeatedScalarFieldContainer[str]
    bid: int
    bidder: int
    def __init__(self, robot: _Optional[int] = ..., asked: _Optional[_Iterable[int]] = ..., cities: _Optional[_Iterable[str]] = ..., bids: _Optional[bool] = ..., named: _Optional[_Iterable[str]] = ..., bid: _Optional[int] = ..., bidder: _Optional[int] = ...) -> None: ...

class PowerGridHouses(_message.Message):
    __slots__ = ("city", "seats")
    CITY_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    city: str
    seats: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, city: _Optional[str] = ..., seats: _Optional[_Iterable[int]] = ...) -> None: ...

class PowerGridModule(_message.Message):
    __slots__ = ("renovation_pile", "uranium_track", "robot_seats", "city_barring", "city_naming")
    RENOVATION_PILE_FIELD_NUMBER: _ClassVar[int]
    URANIUM_TRACK_FIELD_NUMBER: _ClassVar[int]
    ROBOT_SEATS_FIELD_NUMBER: _ClassVar[int]
    CITY_BARRING_FIELD_NUMBER: _ClassVar[int]
    CITY_NAMING_FIELD_NUMBER: _ClassVar[int]
    renovation_pile: PowerGridRenovationPile
    uranium_track: PowerGridUraniumTrack
    robot_seats: PowerGridRobotSeats
    city_barring: PowerGridCityBarring
    city_naming: PowerGridCityNaming
    def __init__(self, renovation_pile: _Optional[_Union[PowerGridRenovationPile, _Mapping]] = ..., uranium_track: _Optional[_Union[PowerGridUraniumTrack, _Mapping]] = ..., robot_seats: _Optional[_Union[PowerGridRobotSeats, _Mapping]] = ..., city_barring: _Optional[_Union[PowerGridCityBarring, _Mapping]] = ..., city_naming: _Optional[_Union[PowerGridCityNaming, _Mapping]] = ...) -> None: ...

class PowerGridData(_message.Message):
    __slots__ = ("map", "plants", "region_sets")
    MAP_FIELD_NUMBER: _ClassVar[int]
    PLANTS_FIELD_NUMBER: _ClassVar[int]
    REGION_SETS_FIELD_NUMBER: _ClassVar[int]
    map: PowerGridMap
    plants: _containers.RepeatedCompositeFieldContainer[PowerGridPlant]
    region_sets: _containers.RepeatedCompositeFieldContainer[PowerGridRegionSet]
    def __init__(self, map: _Optional[_Union[PowerGridMap, _Mapping]] = ..., plants: _Optional[_Iterable[_Union[PowerGridPlant, _Mapping]]] = ..., region_sets: _Optional[_Iterable[_Union[PowerGridRegionSet, _Mapping]]] = ...) -> None: ...

class PowerGridRegionSet(_message.Message):
    __slots__ = ("players", "value")
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    players: int
    value: str
    def __init__(self, players: _Optional[int] = ..., value: _Optional[str] = ...) -> None: ...

class PowerGridMap(_message.Message):
    __slots__ = ("id", "names", "regions", "cities", "links", "width", "height", "provenance")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    class ProvenanceEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    REGIONS_FIELD_NUMBER: _ClassVar[int]
    CITIES_FIELD_NUMBER: _ClassVar[int]
    LINKS_FIELD_NUMBER: _ClassVar[int]
    WIDTH_FIELD_NUMBER: _ClassVar[int]
    HEIGHT_FIELD_NUMBER: _ClassVar[int]
    PROVENANCE_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.ScalarMap[str, str]
    regions: _containers.RepeatedCompositeFieldContainer[PowerGridRegion]
    cities: _containers.RepeatedCompositeFieldContainer[PowerGridCity]
    links: _containers.RepeatedCompositeFieldContainer[PowerGridLink]
    width: int
    height: int
    provenance: _containers.ScalarMap[str, str]
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Mapping[str, str]] = ..., regions: _Optional[_Iterable[_Union[PowerGridRegion, _Mapping]]] = ..., cities: _Optional[_Iterable[_Union[PowerGridCity, _Mapping]]] = ..., links: _Optional[_Iterable[_Union[PowerGridLink, _Mapping]]] = ..., width: _Optional[int] = ..., height: _Optional[int] = ..., provenance: _Optional[_Mapping[str, str]] = ...) -> None: ...

class PowerGridRegion(_message.Message):
    __slots__ = ("id", "names", "neighbours")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    NEIGHBOURS_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.ScalarMap[str, str]
    neighbours: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Mapping[str, str]] = ..., neighbours: _Optional[_Iterable[str]] = ...) -> None: ...

class PowerGridCity(_message.Message):
    __slots__ = ("id", "names", "region", "slots", "x", "y")
    class NamesEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    NAMES_FIELD_NUMBER: _ClassVar[int]
    REGION_FIELD_NUMBER: _ClassVar[int]
    SLOTS_FIELD_NUMBER: _ClassVar[int]
    X_FIELD_NUMBER: _ClassVar[int]
    Y_FIELD_NUMBER: _ClassVar[int]
    id: str
    names: _containers.ScalarMap[str, str]
    region: str
    slots: _containers.RepeatedScalarFieldContainer[int]
    x: int
    y: int
    def __init__(self, id: _Optional[str] = ..., names: _Optional[_Mapping[str, str]] = ..., region: _Optional[str] = ..., slots: _Optional[_Iterable[int]] = ..., x: _Optional[int] = ..., y: _Optional[int] = ...) -> None: ...

class PowerGridLink(_message.Message):
    __slots__ = ("city_a", "city_b", "price")
    CITY_A_FIELD_NUMBER: _ClassVar[int]
    CITY_B_FIELD_NUMBER: _ClassVar[int]
    PRICE_FIELD_NUMBER: _ClassVar[int]
    city_a: str
    city_b: str
    price: int
    def __init__(self, city_a: _Optional[str] = ..., city_b: _Optional[str] = ..., price: _Optional[int] = ...) -> None: ...

class PowerGridPlant(_message.Message):
    __slots__ = ("plant", "kind", "burns", "powers", "stores", "bid_min")
    PLANT_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    BURNS_FIELD_NUMBER: _ClassVar[int]
    POWERS_FIELD_NUMBER: _ClassVar[int]
    STORES_FIELD_NUMBER: _ClassVar[int]
    BID_MIN_FIELD_NUMBER: _ClassVar[int]
    plant: str
    kind: str
    burns: int
    powers: int
    stores: int
    bid_min: int
    def __init__(self, plant: _Optional[str] = ..., kind: _Optional[str] = ..., burns: _Optional[int] = ..., powers: _Optional[int] = ..., stores: _Optional[int] = ..., bid_min: _Optional[int] = ...) -> None: ...
