"""Power Grid, the card game, in the arena."""

from collections.abc import Callable, Iterator
from itertools import chain

from domain.card_game.figures import FUELS
from domain.card_game.game import CardGame
from domain.card_game.messages import TRUST, Place
from domain.card_game.options import (
    BidPass,
    Bids,
    BuyingEnd,
    Demolition,
    NominationPass,
    Nominations,
    Production,
    ResourcePurchase,
    choices,
)  # fmt: skip
from domain.card_game.state import AUCTION, BUREAUCRACY, RESOURCES
from domain.card_game.view import CardGameBoard
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from turnledger_env.games import rows
from turnledger_env.menu import Amount, Choice, Menu, Number, Step, Vocabulary, Words
from turnledger_env.sheet import LARGEST, Array, Cells, Names

PHASES = ("", AUCTION, RESOURCES, BUREAUCRACY)
BACKS = ("SMALL", "LARGE", "LAST_ROUND", "NONE")
LAST_ROUND_CARD = ("DECK", "MARKET", "OUT")


class CardGameArena:
    """The card game and its options."""

    def __init__(self, rules: CardGame, players: int) -> None:
        self.players, cards = players, rules.rules.cards
        self.plants = Names(list(cards.plants))
        self.resources = Names(list(cards.resources))
        self.vocabulary = Vocabulary(
            *("pass_nomination", "pass_bid", "finish_buying"),
            *(f"{verb}:{card}" for verb in ("nominate", "close", "run") for card in self.plants.names),
            *(f"buy:{card}" for card in self.resources.names),
        )

    # ---- actions -------------------------------------------------------------------------------------------------

    def menu(self, options: tuple[Option, ...]) -> Menu:
        if len(options) == 1 and isinstance(options[0], Production):
            return self._plans(options[0])
        return Choice(dict(chain.from_iterable(map(self._steps, options))))

    def _steps(self, option: Option) -> Iterator[tuple[int, Callable[[], Step]]]:
        number = self.vocabulary.number
        match option:
            case Nominations():
                yield number[f"nominate:{option.card}"], lambda: Amount(option.count(), option.nth)
            case Bids():
                bids = Amount(option.count(), option.nth)
                for action in bids.legal():
                    yield action, lambda action=action: bids.take(action)  # type: ignore[misc]
            case Demolition():
                yield number[f"close:{option.card}"], lambda: Number(option.count(), option.nth)
            case ResourcePurchase():
                yield number[f"buy:{option.card}"], lambda: option.nth(0)
            case _:
                yield number[NAMES[type(option)]], lambda: option.nth(0)

    def _plans(self, option: Production) -> Menu:
        """A plan is spelt plant by plant; where several plans run the same plants, or the owner chooses the cards, the
        number of the way follows."""
        ways: dict[tuple[int, ...], list[int]] = {}
        number, first = self.vocabulary.number, 0
        for plan in option.plans:
            word = tuple(number[f"run:{run.card}"] for run in plan.runs)
            many = choices(option.stock, plan.burnt)
            ways.setdefault(word, []).extend(range(first, first + many))
            first += many
        return Words([(word, one_of(option, indexes)) for word, indexes in ways.items()])

    # ---- observations --------------------------------------------------------------------------------------------

    def arrays(self) -> list[Array]:
        players, plants, resources = self.players, len(self.plants), len(self.resources)
        return [
            Array("phase", (len(PHASES),)),
            Array("round", (1,), LARGEST),
            Array("last_round", (1,)),
            Array("to_act", (players,)),
            Array("row", (players + 1,), players + 1),
            Array("waiting", (players + 1,), players + 1),
            Array("offer", (plants,), LARGEST),
            Array("outlook", (plants,)),
            Array("last_round_card", (len(LAST_ROUND_CARD),)),
            Array("discount", (plants,)),
            Array("deck_size", (1,), LARGEST),
            Array("top_back", (len(BACKS),)),
            Array("under_last_round_card", (plants,), plants),
            Array("plants_out", (plants,)),
            Array("lot", (plants,)),
            Array("lot_bid", (1,), LARGEST),
            Array("lot_bidders", (players,), players),
            Array("bought", (players,)),
            Array("passed", (players,)),
            Array("scrap", (players,)),
            Array("column", (resources,), 4),
            Array("leftover_pile", (resources,)),
            Array("discard_pile", (resources,)),
            Array("resource_deck_size", (1,), LARGEST),
            Array("reshuffles", (1,), LARGEST),
            Array("cash", (players,), LARGEST),
            Array("plants", (players, plants)),
            Array("stock", (players, resources), LARGEST),
            Array("fuel", (players, len(FUELS)), LARGEST),
            Array("room", (players, len(FUELS)), LARGEST),
            Array("income", (players,), LARGEST, -1),
            Array("trust_plants", (plants,), plants),
            Array("trust_stock", (resources,), LARGEST),
            Array("compensations", (4,), LARGEST),
            Array("rank", (players,), players),
        ]

    def cells(self, at: dict[str, int], board: CardGameBoard, seat: Seat) -> Cells:
        cells: Cells = {}
        self._course(cells, at, board, seat)
        self._market(cells, at, board, seat)
        self._fuel(cells, at, board)
        self._owners(cells, at, board, seat)
        return cells

    def _course(self, cells: Cells, at: dict[str, int], board: CardGameBoard, seat: Seat) -> None:
        cells[at["phase"] + PHASES.index(board.phase)] = 1
        rows.number(cells, at["round"], board.round)
        rows.number(cells, at["last_round"], int(board.last_round))
        rows.flags(cells, at["to_act"], rows.turned(board.to_act, seat, self.players))
        rows.ranked(cells, at["row"], [self._place(each, seat) for each in board.row])
        rows.ranked(cells, at["waiting"], [self._place(each, seat) for each in board.waiting])
        for rank in board.ranking:
            cells[at["rank"] + (rank.player - seat) % self.players] = rank.rank

    def _place(self, place: Place, seat: Seat) -> int:
        """A seat counted from the viewer's own; the trust company comes last."""
        return self.players if place == TRUST else (place - seat) % self.players

    def _market(self, cells: Cells, at: dict[str, int], board: CardGameBoard, seat: Seat) -> None:
        place = self.plants.place
        for offered in board.offer:
            cells[at["offer"] + place[offered.plant.card]] = offered.bid_min
        rows.named(cells, at["outlook"], place, [plant.card for plant in board.outlook])
        cells[at["last_round_card"] + LAST_ROUND_CARD.index(board.last_round_card)] = 1
        if board.discount in place:
            cells[at["discount"] + place[board.discount]] = 1
        rows.number(cells, at["deck_size"], board.deck_size)
        cells[at["top_back"] + BACKS.index(board.top_back)] = 1
        known = [place[plant.card] for plant in board.under_last_round_card]
        rows.ranked(cells, at["under_last_round_card"], known)
        rows.named(cells, at["plants_out"], place, [card for card in board.plants_out if card in place])
        if board.lot:
            cells[at["lot"] + place[board.lot.card]] = 1
            rows.number(cells, at["lot_bid"], board.lot.bid)
            rows.ranked(cells, at["lot_bidders"], rows.turned(board.lot.bidders, seat, self.players))
        rows.flags(cells, at["bought"], rows.turned(board.bought, seat, self.players))
        rows.flags(cells, at["passed"], rows.turned(board.passed, seat, self.players))
        if board.scrap is not None:
            cells[at["scrap"] + (board.scrap - seat) % self.players] = 1

    def _fuel(self, cells: Cells, at: dict[str, int], board: CardGameBoard) -> None:
        place = self.resources.place
        for column in board.columns:
            for card in column.cards:
                cells[at["column"] + place[card.card]] = column.price
        rows.named(cells, at["leftover_pile"], place, board.leftover_pile)
        rows.named(cells, at["discard_pile"], place, [card.card for card in board.discard_pile])
        rows.number(cells, at["resource_deck_size"], board.resource_deck_size)
        rows.number(cells, at["reshuffles"], board.reshuffles)
        if board.compensations:
            top = board.compensations
            rows.numbers(cells, at["compensations"], (top.card, top.first, top.later, top.cards_left))

    def _owners(self, cells: Cells, at: dict[str, int], board: CardGameBoard, seat: Seat) -> None:
        plants, resources = len(self.plants), len(self.resources)
        for owner in board.players:
            row = (owner.seat - seat) % self.players
            rows.number(cells, at["cash"] + row, owner.cash)
            held = [plant.card for plant in owner.plants]
            rows.named(cells, at["plants"] + row * plants, self.plants.place, held)
            for card in owner.stock:
                rows.number(cells, at["stock"] + row * resources + self.resources.place[card.card], card.units)
            rows.numbers(cells, at["fuel"] + row * len(FUELS), [owner.fuel[fuel] for fuel in FUELS])
            rows.numbers(cells, at["room"] + row * len(FUELS), [owner.room[fuel] for fuel in FUELS])
            rows.number(cells, at["income"] + row, -1 if owner.income is None else owner.income)
        if board.trust:
            owned = [self.plants.place[plant.card] for plant in board.trust.plants]
            rows.ranked(cells, at["trust_plants"], owned)
            for card in board.trust.stock:
                rows.number(cells, at["trust_stock"] + self.resources.place[card.card], card.units)


def one_of(option: Production, indexes: list[int]) -> Callable[[], Step]:
    """Return the step that chooses one of the ways."""

    def command(index: int) -> Command:
        return option.nth(indexes[index])

    return lambda: Number(len(indexes), command)


NAMES: dict[type[Option], str] = {
    NominationPass: "pass_nomination",
    BidPass: "pass_bid",
    BuyingEnd: "finish_buying",
}
