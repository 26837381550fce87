"""Power Grid in the arena: every map, for seats that people could play. Seats that play by tiles are not offered."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import chain

from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.power_grid.game import PowerGrid
from domain.power_grid.messages import FUELS, PHASES, STAGE_3, BuyResources
from domain.power_grid.modules.renovation_pile import RenovationPile
from domain.power_grid.modules.uranium_track import UraniumTrack
from domain.power_grid.options import (
    BuyResourcesOption,
    ChooseRegionOption,
    ConnectCityOption,
    DeclineUraniumSaleOption,
    FinishBuildingOption,
    FinishBuyingOption,
    NominateOption,
    PassBidOption,
    PassNominationOption,
    PlaceBidOption,
    RunPlantsOption,
    ScrapPlantOption,
    SellUraniumOption,
)  # fmt: skip
from domain.power_grid.view import PowerGridBoard
from turnledger_env.games import rows
from turnledger_env.menu import Amount, Choice, Menu, Number, Step, Vocabulary, Words
from turnledger_env.sheet import LARGEST, Array, Cells, Names

PLAIN = ("pass_nomination", "pass_bid", "finish_buying", "finish_building", "sell_uranium", "decline_uranium")
KEPT = 2_048
"""Parts of boards that are written once while they stay as they are."""


class PowerGridArena:
    """One map and its options. A purchase is of one fuel at a time: several make any purchase."""

    def __init__(self, rules: PowerGrid, players: int) -> None:
        self.rules, self.players = rules.rules, players
        board = self.rules.atlas.board
        self.cards = Names([*self.rules.cards, STAGE_3])
        self.cities = Names([city.id for city in board.cities])
        self.regions = Names([region.id for region in board.regions])
        self.spaces = {fuel: len(self.rules.market.get(fuel, ())) for fuel in FUELS}
        self._network = lru_cache(maxsize=KEPT)(self._cities)
        self._houses = lru_cache(maxsize=KEPT)(self._built)
        self.piles = Names([card.card for card in self.rules.renovation_pile])
        plants = [card for card in self.cards.names if card != STAGE_3]
        self.vocabulary = Vocabulary(
            *PLAIN,
            *(f"{verb}:{card}" for verb in ("nominate", "close", "run") for card in plants),
            *(f"buy:{fuel}:{n}" for fuel in FUELS for n in range(1, self.rules.tokens.get(fuel, 0) + 1)),
            *(f"{mode}:{city}" for mode in ("start", "extend") for city in self.cities.names),
            *(f"region:{region}" for region in self.regions.names),
        )

    # ---- actions -------------------------------------------------------------------------------------------------

    def menu(self, options: tuple[Option, ...]) -> Menu:
        if len(options) == 1 and isinstance(options[0], RunPlantsOption):
            return self._plans(options[0])
        return Choice(dict(chain.from_iterable(map(self._steps, options))))

    def _steps(self, option: Option) -> Iterator[tuple[int, Callable[[], Step]]]:
        number = self.vocabulary.number
        match option:
            case NominateOption():
                yield number[f"nominate:{option.plant}"], lambda: Amount(option.count(), option.nth)
            case PlaceBidOption():
                bids = Amount(option.count(), option.nth)
                for action in bids.legal():
                    yield action, lambda action=action: bids.take(action)  # type: ignore[misc]
            case ScrapPlantOption():
                yield number[f"close:{option.plant}"], lambda: Number(option.count(), option.nth)
            case BuyResourcesOption():
                yield from self._purchases(option)
            case ConnectCityOption():
                yield number[f"{option.mode.lower()}:{option.city}"], lambda: option.nth(0)
            case ChooseRegionOption():
                yield number[f"region:{option.region}"], lambda: option.nth(0)
            case _:
                yield number[NAMES[type(option)]], lambda: option.nth(0)

    def _purchases(self, option: BuyResourcesOption) -> Iterator[tuple[int, Callable[[], Step]]]:
        for fuel, prices in option.prices.items():
            first = self.vocabulary.number[f"buy:{fuel}:1"]
            for n in range(1, len(prices) + 1):
                yield first + n - 1, lambda fuel=fuel, n=n: BuyResources(option.player, {fuel: n})  # type: ignore[misc]

    def _plans(self, option: RunPlantsOption) -> Menu:
        """A plan is spelt plant by plant; a plant that can burn several mixes is followed by the number of the mix."""
        number = self.vocabulary.number
        mixes = {plant.plant: plant.burns for plant in option.plants}
        spelt: list[tuple[list[int], Callable[[], Step]]] = []
        for index, runs in enumerate(option.plans()):
            word: list[int] = []
            for run in runs:
                word.append(number[f"run:{run.plant}"])
                if len(mixes[run.plant]) > 1:
                    word.append(number[f"digit:{mixes[run.plant].index(run.fuel)}"])
            spelt.append((word, lambda index=index: option.nth(index)))  # type: ignore[misc]
        return Words(spelt)

    # ---- observations --------------------------------------------------------------------------------------------

    def arrays(self) -> list[Array]:
        players, cards, cities = self.players, len(self.cards), len(self.cities)
        return [
            Array("phase", (len(PHASES),)),
            Array("round", (1,), LARGEST),
            Array("stage", (1,), 3),
            Array("stage_3_drawn", (1,)),
            Array("ending", (1,)),
            Array("regions", (len(self.regions),)),
            Array("to_act", (players,)),
            Array("order", (players,), players),
            Array("cash", (players,), LARGEST),
            Array("plants", (players, cards)),
            Array("fuel", (players, len(FUELS)), LARGEST),
            Array("cities", (players, cities), cities),
            Array("networks_started", (players,), LARGEST),
            Array("powered", (players,), LARGEST),
            Array("current", (cards,)),
            Array("future", (cards,)),
            Array("deck_left", (1,), LARGEST),
            Array("under_deck", (cards,), cards),
            Array("removed", (cards,)),
            Array("removed_blind", (1,), LARGEST),
            Array("lot", (cards,)),
            Array("lot_bid", (1,), LARGEST),
            Array("lot_bidders", (players,), players),
            Array("scrap_player", (players,)),
            Array("scrap_bought", (cards,)),
            Array("market", (sum(self.spaces.values()),), LARGEST),
            Array("reserve", (len(FUELS),), LARGEST),
            Array("houses", (cities, players), LARGEST),
            Array("houses_built", (1,), LARGEST),
            Array("rank", (players,), players),
            *self._module_arrays(),
        ]

    def _module_arrays(self) -> Iterator[Array]:
        if self.piles.names:
            yield Array("renovation_pile", (len(self.piles),), len(self.piles))
            yield Array("renovation_closings", (1,), LARGEST)
        if self.rules.uranium_track:
            yield Array("uranium_track", (len(self.rules.uranium_track),), LARGEST)
            yield Array("uranium_store", (1,), LARGEST)
            yield Array("uranium_decided", (self.players,))

    def cells(self, at: dict[str, int], board: PowerGridBoard, seat: Seat) -> Cells:
        cells: Cells = {}
        self._course(cells, at, board, seat)
        self._holdings(cells, at, board, seat)
        self._auction(cells, at, board, seat)
        self._supply(cells, at, board, seat)
        for part in board.modules:
            if isinstance(part, RenovationPile):
                rows.ranked(cells, at["renovation_pile"], [self.piles.place[card.card] for card in part.cards])
                rows.number(cells, at["renovation_closings"], part.closings)
            elif isinstance(part, UraniumTrack):
                rows.numbers(cells, at["uranium_track"], [space.n for space in part.spaces])
                rows.number(cells, at["uranium_store"], part.store)
                rows.flags(cells, at["uranium_decided"], rows.turned(part.decided, seat, self.players))
        return cells

    def _course(self, cells: Cells, at: dict[str, int], board: PowerGridBoard, seat: Seat) -> None:
        cells[at["phase"] + PHASES.index(board.phase)] = 1
        rows.number(cells, at["round"], board.round)
        rows.number(cells, at["stage"], board.stage)
        rows.number(cells, at["stage_3_drawn"], int(board.stage_3_drawn))
        rows.number(cells, at["ending"], int(board.ending))
        rows.named(cells, at["regions"], self.regions.place, board.regions)
        rows.flags(cells, at["to_act"], rows.turned(board.to_act, seat, self.players))
        rows.ranked(cells, at["order"], rows.turned(board.order, seat, self.players))
        for rank in board.ranking:
            cells[at["rank"] + (rank.player - seat) % self.players] = rank.rank

    def _holdings(self, cells: Cells, at: dict[str, int], board: PowerGridBoard, seat: Seat) -> None:
        cards, cities = len(self.cards), len(self.cities)
        for owner in board.seats:
            row = (owner.player - seat) % self.players
            rows.number(cells, at["cash"] + row, owner.cash)
            rows.named(cells, at["plants"] + row * cards, self.cards.place, owner.plants)
            rows.numbers(cells, at["fuel"] + row * len(FUELS), [owner.fuel.get(fuel, 0) for fuel in FUELS])
            cells.update(self._network(owner.cities, at["cities"] + row * cities))
            rows.number(cells, at["networks_started"] + row, owner.networks_started)
            rows.number(cells, at["powered"] + row, owner.powered)
        cells.update(self._houses(tuple(board.houses.items()), seat, at["houses"]))
        rows.number(cells, at["houses_built"], board.houses_built)

    def _cities(self, cities: tuple[str, ...], first: int) -> Cells:
        cells: Cells = {}
        rows.ranked(cells, first, [self.cities.place[city] for city in cities])
        return cells

    def _built(self, houses: tuple[tuple[str, tuple[Seat, ...]], ...], seat: Seat, first: int) -> Cells:
        cells: Cells = {}
        for city, owners in houses:
            row = first + self.cities.place[city] * self.players
            rows.ranked(cells, row, rows.turned(owners, seat, self.players))
        return cells

    def _auction(self, cells: Cells, at: dict[str, int], board: PowerGridBoard, seat: Seat) -> None:
        place = self.cards.place
        rows.named(cells, at["current"], place, board.current)
        rows.named(cells, at["future"], place, board.future)
        rows.number(cells, at["deck_left"], board.deck_left)
        rows.ranked(cells, at["under_deck"], [place[card] for card in board.under_deck])
        rows.named(cells, at["removed"], place, board.removed)
        rows.number(cells, at["removed_blind"], board.removed_blind)
        if board.lot:
            cells[at["lot"] + place[board.lot.plant]] = 1
            rows.number(cells, at["lot_bid"], board.lot.bid)
            rows.ranked(cells, at["lot_bidders"], rows.turned(board.lot.bidders, seat, self.players))
        if board.scrap:
            cells[at["scrap_player"] + (board.scrap.player - seat) % self.players] = 1
            cells[at["scrap_bought"] + place[board.scrap.bought]] = 1

    def _supply(self, cells: Cells, at: dict[str, int], board: PowerGridBoard, seat: Seat) -> None:
        first = at["market"]
        for fuel in FUELS:
            rows.numbers(cells, first, [space.n for space in board.resource_market.get(fuel, ())])
            first += self.spaces[fuel]
        rows.numbers(cells, at["reserve"], [board.reserve.get(fuel, 0) for fuel in FUELS])


NAMES: dict[type[Option], str] = {
    PassNominationOption: "pass_nomination",
    PassBidOption: "pass_bid",
    FinishBuyingOption: "finish_buying",
    FinishBuildingOption: "finish_building",
    SellUraniumOption: "sell_uranium",
    DeclineUraniumSaleOption: "decline_uranium",
}
