"""Standing orders of Power Grid: what a seat may want done while its player is away (TB-ORD-03)."""

from typing import ClassVar

from domain.kernel.orders import SOMETHING_ELSE, Answer, Give, Item, ItemContext, Orders, Reason, Stop
from domain.power_grid.messages import (
    AUCTION,
    BUILDING,
    BUREAUCRACY,
    FUELS,
    RESOURCES,
    TURN_ORDER,
    Amounts,
    BuyResources,
    Card,
    PassBid,
    PlaceBid,
    PlantDrawn,
    Run,
    RunPlants,
    Stage3CardDrawn,
    StageBegan,
)
from domain.power_grid.options import (
    BuyResourcesOption,
    ConnectCityOption,
    FinishBuildingOption,
    FinishBuyingOption,
    PassBidOption,
    PassNominationOption,
    PlaceBidOption,
    RunPlantsOption,
)
from domain.power_grid.view import PowerGridBoard

PLANT_DRAWN, STAGE_BEGAN = "PLANT_DRAWN", "STAGE_BEGAN"


class BidUpTo(Item, frozen=True):
    """Raises by one whenever asked, to `most` at most. With `then_pass` it passes what goes above, else it asks."""

    phases: ClassVar = (AUCTION,)
    stops_for: ClassVar = (PLANT_DRAWN, STAGE_BEGAN)
    plant: Card
    most: int
    then_pass: bool = False

    def is_done(self, given: int) -> bool:
        return False

    def answer(self, asked: ItemContext) -> Answer:
        board: PowerGridBoard = asked.board
        if board.lot is None or board.lot.plant != self.plant:
            return SOMETHING_ELSE if self.plant in board.current + board.future else None
        for option in asked.options:
            if isinstance(option, PlaceBidOption) and option.amount_min <= self.most:
                return Give(PlaceBid(asked.seat, option.amount_min))
        if self.then_pass:
            return Give(PassBid(asked.seat))
        return Stop("MAXIMUM_REACHED", {"bid": board.lot.bid, "most": self.most})


class PassAuctions(Item, frozen=True):
    """Passes every bid for `plant`; without a plant all bids and nominations of the phase."""

    phases: ClassVar = (AUCTION,)
    stops_for: ClassVar = (PLANT_DRAWN, STAGE_BEGAN)
    ends_turn: ClassVar = True
    plant: Card | None = None

    def is_done(self, given: int) -> bool:
        return given > 0 and self.plant is not None

    def answer(self, asked: ItemContext) -> Answer:
        board: PowerGridBoard = asked.board
        if self.plant is not None and (board.lot is None or board.lot.plant != self.plant):
            return SOMETHING_ELSE if self.plant in board.current + board.future else None
        return asked.take(PassBidOption, PassNominationOption)


class BuyFuel(Item, frozen=True):
    """Buys tokens as long as each costs `price_most` or less, `tokens` in all; where one is dearer it asks."""

    phases: ClassVar = (RESOURCES,)
    stops_for: ClassVar = (STAGE_BEGAN,)
    fuel: str
    tokens: int
    price_most: int

    def problem(self) -> str:
        if self.fuel not in FUELS:
            return f"there is {', '.join(FUELS)}"
        return "" if self.tokens > 0 else "at least one token"

    def is_done(self, given: int) -> bool:
        return given >= self.tokens

    def answer(self, asked: ItemContext) -> Answer:
        option = asked.offered(BuyResourcesOption)
        prices = option.prices.get(self.fuel, ()) if option else ()
        if option is None or not prices:
            return Stop("NOT_FOR_SALE", {"resource": self.fuel})
        cheap = len([price for price in prices if price <= self.price_most])
        if cheap == 0:
            return Stop("PRICE_ABOVE", {"price": prices[0], "most": self.price_most})
        tokens = min(cheap, self.tokens - asked.given)
        if option.tokens_max is not None:
            tokens = min(tokens, option.tokens_max)
        items: Amounts = {self.fuel: tokens}
        return Give(BuyResources(asked.seat, items), tokens)


class Finish(Item, frozen=True):
    """Ends buying or building."""

    phases: ClassVar = (RESOURCES, BUILDING)
    stops_for: ClassVar = (STAGE_BEGAN,)
    ends_turn: ClassVar = True

    def answer(self, asked: ItemContext) -> Answer:
        return asked.take(FinishBuyingOption, FinishBuildingOption)


class ConnectFor(Item, frozen=True):
    """Connects the city if that costs `most` or less."""

    phases: ClassVar = (BUILDING,)
    stops_for: ClassVar = (STAGE_BEGAN,)
    city: str
    most: int

    def answer(self, asked: ItemContext) -> Answer:
        ways = [each for each in asked.options if isinstance(each, ConnectCityOption) and each.city == self.city]
        if not ways:
            return Stop("CITY_NOT_OPEN", {"city": self.city})
        cheapest = min(ways, key=lambda way: way.total)
        if cheapest.total > self.most:
            return Stop("PRICE_ABOVE", {"price": cheapest.total, "most": self.most})
        return Give(cheapest.nth(0))


class RunThese(Item, frozen=True):
    """Runs these plants on this fuel, as in a round before."""

    phases: ClassVar = (BUREAUCRACY,)
    stops_for: ClassVar = (STAGE_BEGAN,)
    ends_turn: ClassVar = True
    runs: tuple[Run, ...]

    def answer(self, asked: ItemContext) -> Answer:
        option = asked.offered(RunPlantsOption)
        return Give(RunPlants(asked.seat, self.runs)) if option else SOMETHING_ELSE


class RunMost(Item, frozen=True):
    """Powers as many cities as possible, with the fewest tokens."""

    phases: ClassVar = (BUREAUCRACY,)
    stops_for: ClassVar = (STAGE_BEGAN,)
    ends_turn: ClassVar = True

    def answer(self, asked: ItemContext) -> Answer:
        option = asked.offered(RunPlantsOption)
        return Give(option.thriftiest()) if option else SOMETHING_ELSE


ORDERS = Orders(
    items=(BidUpTo, PassAuctions, BuyFuel, Finish, ConnectFor, RunThese, RunMost),
    phases=(TURN_ORDER, AUCTION, RESOURCES, BUILDING, BUREAUCRACY),
    reasons=(Reason(PLANT_DRAWN, (PlantDrawn, Stage3CardDrawn)), Reason(STAGE_BEGAN, (StageBegan,))),
)
