"""Standing orders of the card game: what a seat may want done while its player is away (TB-ORD-03)."""

from typing import ClassVar

from domain.card_game.figures import FUELS
from domain.card_game.messages import LastRoundCardDrawn, PassBid, PlaceBid, PlantDrawn, Run, RunPlants
from domain.card_game.options import BidPass, Bids, BuyingEnd, NominationPass, Production, ResourcePurchase
from domain.card_game.state import AUCTION, BUREAUCRACY, RESOURCES
from domain.card_game.view import CardGameBoard
from domain.kernel.orders import SOMETHING_ELSE, Answer, Give, Item, ItemContext, Orders, Reason, Stop

PLANT_DRAWN = "PLANT_DRAWN"


def is_on_offer(board: CardGameBoard, card: str) -> bool:
    faces = (*(offered.plant for offered in board.offer), *board.outlook)
    return any(face.card == card for face in faces)


class BidUpTo(Item, frozen=True):
    """Raises by one whenever asked, to `most` at most. With `then_pass` it passes what goes above, else it asks."""

    phases: ClassVar = (AUCTION,)
    stops_for: ClassVar = (PLANT_DRAWN,)
    card: str
    most: int
    then_pass: bool = False

    def is_done(self, given: int) -> bool:
        return False

    def answer(self, asked: ItemContext) -> Answer:
        board: CardGameBoard = asked.board
        if board.lot is None or board.lot.card != self.card:
            return SOMETHING_ELSE if is_on_offer(board, self.card) else None
        for option in asked.options:
            if isinstance(option, Bids) and option.amount_min <= self.most:
                return Give(PlaceBid(asked.seat, option.amount_min))
        if self.then_pass:
            return Give(PassBid(asked.seat))
        return Stop("MAXIMUM_REACHED", {"bid": board.lot.bid, "most": self.most})


class PassAuctions(Item, frozen=True):
    """Passes every bid for `card`; without a card all bids and nominations of the phase."""

    phases: ClassVar = (AUCTION,)
    stops_for: ClassVar = (PLANT_DRAWN,)
    ends_turn: ClassVar = True
    card: str | None = None

    def is_done(self, given: int) -> bool:
        return given > 0 and self.card is not None

    def answer(self, asked: ItemContext) -> Answer:
        board: CardGameBoard = asked.board
        if self.card is not None and (board.lot is None or board.lot.card != self.card):
            return SOMETHING_ELSE if is_on_offer(board, self.card) else None
        return asked.take(BidPass, NominationPass)


class BuyFuel(Item, frozen=True):
    """Buy resource cards that cost `price_most` or less, the cheapest first and among equals the one with most units,
    `cards` in all; ask the player when no card is that cheap."""

    phases: ClassVar = (RESOURCES,)
    fuel: str
    cards: int
    price_most: int

    def problem(self) -> str:
        if self.fuel not in FUELS:
            return f"there is {', '.join(FUELS)}"
        return "" if self.cards > 0 else "at least one card"

    def is_done(self, given: int) -> bool:
        return given >= self.cards

    def answer(self, asked: ItemContext) -> Answer:
        if not asked.options:
            return SOMETHING_ELSE
        cards = [each for each in asked.options if isinstance(each, ResourcePurchase) and each.fuel == self.fuel]
        if not cards:
            return Stop("NOT_FOR_SALE", {"resource": self.fuel})
        best = min(cards, key=lambda each: (each.price, -each.units_kept, each.card))
        if best.price > self.price_most:
            return Stop("PRICE_ABOVE", {"price": best.price, "most": self.price_most})
        return Give(best.nth(0))


class Finish(Item, frozen=True):
    """Ends buying."""

    phases: ClassVar = (RESOURCES,)
    ends_turn: ClassVar = True

    def answer(self, asked: ItemContext) -> Answer:
        return asked.take(BuyingEnd)


class RunThese(Item, frozen=True):
    """Runs these plants on this fuel, as in a round before."""

    phases: ClassVar = (BUREAUCRACY,)
    ends_turn: ClassVar = True
    runs: tuple[Run, ...]

    def answer(self, asked: ItemContext) -> Answer:
        option = asked.offered(Production)
        return Give(RunPlants(asked.seat, self.runs)) if option else SOMETHING_ELSE


class RunMost(Item, frozen=True):
    """Runs what earns most; of equal plans the one with the fewest plants."""

    phases: ClassVar = (BUREAUCRACY,)
    ends_turn: ClassVar = True

    def answer(self, asked: ItemContext) -> Answer:
        option = asked.offered(Production)
        if option is None:
            return SOMETHING_ELSE
        best = max(option.plans, key=lambda plan: (plan.profit, -len(plan.runs)))
        return Give(RunPlants(asked.seat, best.runs))


ORDERS = Orders(
    items=(BidUpTo, PassAuctions, BuyFuel, Finish, RunThese, RunMost),
    phases=(AUCTION, RESOURCES, BUREAUCRACY),
    reasons=(Reason(PLANT_DRAWN, (PlantDrawn, LastRoundCardDrawn)),),
)
