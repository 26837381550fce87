"""The referee's table: the printed figures, and each seat's cash, plants, fuel and cities."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path

from domain.power_grid.messages import FLOW_GENERATOR, FUELS, STAGE_3

DATA = Path(__file__).parents[3] / "domain/power_grid/data"
BURNABLE = {
    "coal": {"coal"},
    "oil": {"oil"},
    "garbage": {"garbage"},
    "uranium": {"uranium"},
    "hybrid": {"coal", "oil"},
    "eco": set(),
    "fusion": set(),
    FLOW_GENERATOR: set(FUELS),
}
"""PG-FUEL-04, PG-FUEL-05, PG-FLOW-02."""


class Dispute(AssertionError):
    """An event says something else than the printed rules."""


def same(what, said, expected):
    if said != expected:
        raise Dispute(f"{what}: the event says {said}, the referee {expected}")


def demand(holds, what):
    if not holds:
        raise Dispute(f"it should hold that {what}")


def subsets(things):
    return [chosen for size in range(len(things) + 1) for chosen in combinations(things, size)]


SETS_OF_FUELS = subsets(FUELS)


class Plant:
    """`need` is printed: it rules what is stored. `burns` is what a run takes on this map (IN-06)."""

    def __init__(self, figures, kind, rank, board):
        self.fuels, self.rank, self.is_mine = BURNABLE[kind], rank, rank in board.get("mines", ())
        self.need, self.powers = figures["burns"], figures["powers"]
        self.burns = self.need + (board.get("garbage_extra", 0) if kind == "garbage" else 0)
        self.bid_min = int(rank)


class Seat:
    """PG-SET-03 and PG-SET-11: some money and nothing else."""

    def __init__(self, cash):
        self.cash, self.networks = cash, 0
        self.plants, self.cities = [], []
        self.fuel = dict.fromkeys(FUELS, 0)


class Table:
    """The figures of the editions that the game names, and what the players own."""

    def __init__(self, started, rules_version):
        self.rules_version, self.options = rules_version, started.options
        files = [json.loads((DATA / file_name(edition)).read_text()) for edition in started.edition]
        self.base, self.board = sorted(files, key=lambda file: file["kind"])
        self.map, self.players = started.map, len(started.players)
        self.cards = plants_of(self.base, self.board, started.options)
        self.robots, self.robot_tiles = {}, self.board.get("robots", {})
        if rules_version >= 3:
            self.robot_tiles = self.base.get("robots", self.robot_tiles)
        self.seats = [Seat(self.base["starting_money"]) for _ in started.players]
        self.order, self.round, self.stage, self.phase = (), 0, 1, ""
        self.stage_3_drawn = False
        self.houses_this_round, self.blackout = 0, False

    def limit(self, name):
        """PG-CNT-01."""
        return self.base["by_players"][name][str(self.players)]

    def by_stage(self, figures):
        """A figure that depends on the number of players and the stage."""
        return figures[str(self.players)][self.stage - 1]

    def rank(self, card):
        """The Stage 3 card is to the right of every plant (PG-STG-06)."""
        return 1_000 if card == STAGE_3 else self.cards[card].rank

    def largest_network(self):
        return max(len(seat.cities) for seat in self.seats)

    def pay(self, player, amount, cash_after):
        """No seat's cash falls below zero (PG-GEN-03). A negative amount is an income."""
        seat = self.seats[player]
        seat.cash -= amount
        demand(seat.cash >= 0, f"seat {player} can pay {amount}")
        same("cash", cash_after, seat.cash)

    def tile(self, player, kind):
        chosen = getattr(self.robots[player], kind)
        return next(each for each in self.robot_tiles[kind] if each["id"] == chosen)

    def gives(self, player, ability):
        """RB-12."""
        robot = self.robots.get(player)
        return bool(robot and robot.ability) and self.tile(player, "ability")["gives"] == ability

    def mines(self, player):
        return [plant for plant in self.seats[player].plants if self.cards[plant].is_mine]

    def power_plants(self, player):
        """AU-05, AU-07: a mine powers nothing, stores nothing and does not count for the limit."""
        return [plant for plant in self.seats[player].plants if not self.cards[plant].is_mine]

    def check_storage(self, player):
        """PG-FUEL-03, PG-FUEL-07: no set of fuels is more than the plants that may store one of them have room for."""
        fuel = self.seats[player].fuel
        plants = [self.cards[plant] for plant in self.power_plants(player)]
        factor = self.base["storage_factor"]
        demand(min(fuel.values()) >= 0, f"seat {player} owns the fuel that it gives away")
        for chosen in SETS_OF_FUELS:
            room = sum(factor * plant.need for plant in plants if plant.fuels & set(chosen))
            demand(sum(fuel[name] for name in chosen) <= room, f"{fuel} fits on {self.seats[player].plants}")

    def can_lie(self, player, runs):
        """PG-FUEL-11: the plants that run hold what they burn, and the rest is laid out token by token."""
        rest, burns = Counter(self.seats[player].fuel), {run.plant: run.fuel for run in runs}
        for fuel in burns.values():
            rest.subtract(fuel)
        places = []
        for card in self.power_plants(player):
            plant = self.cards[card]
            room = self.base["storage_factor"] * plant.need - sum(burns.get(card, {}).values())
            places += [plant.fuels] * room
        return min(rest.values()) >= 0 and all_find_a_place(list(rest.elements()), places)

    def best_powered(self, player, network=None):
        """PG-END-03, IN-09: the most of its cities that any choice of plants could power."""
        seat = self.seats[player]
        plants = [self.cards[plant] for plant in self.power_plants(player)]
        if self.rules_version >= 3:
            outputs = [
                sum(plant.powers for plant in chosen) for chosen in subsets(plants) if self.can_run(player, chosen)
            ]
        else:
            fed = [chosen for chosen in subsets(plants) if can_be_fed(chosen, seat.fuel)]
            outputs = [sum(plant.powers for plant in chosen) for chosen in fed]
        return min(max(outputs), len(seat.cities) if network is None else network)

    def can_run(self, player, chosen):
        """PG-FUEL-11: tokens fill first the places that must be full, one for each that is burnt, then others."""
        burnt, others = [], []
        for card in self.power_plants(player):
            plant = self.cards[card]
            burns = plant.burns if plant in chosen else 0
            burnt += [plant.fuels] * burns
            others += [plant.fuels] * (self.base["storage_factor"] * plant.need - burns)
        tokens = list(Counter(self.seats[player].fuel).elements())
        lying = dict.fromkeys(range(len(burnt)))
        if not all(fill(place, burnt, tokens, lying, set()) for place in lying):
            return False
        return all_find_a_place(tokens, burnt + others, lying)


def fill(place, places, tokens, lying, tried):
    """Puts a token on a place that must be full, moving others of these places about if needed."""
    for token, fuel in enumerate(tokens):
        if fuel in places[place] and token not in tried:
            tried.add(token)
            other = next((at for at, lies in lying.items() if lies == token), None)
            if other is None or fill(other, places, tokens, lying, tried):
                lying[place] = token
                return True
    return False


def all_find_a_place(tokens, places, lying=None):
    """Return whether every token fits on a place that takes its fuel. A place that is full once stays full: a token is
    only moved to let another one in. `lying`: the token on each place at the beginning."""
    held = [None] * len(places)
    for place, token in (lying or {}).items():
        held[place] = token

    def put(token, tried):
        for place, fuels in enumerate(places):
            if tokens[token] in fuels and place not in tried:
                tried.add(place)
                if held[place] is None or put(held[place], tried):
                    held[place] = token
                    return True
        return False

    return all(token in held or put(token, set()) for token in range(len(tokens)))


def can_be_fed(plants, fuel):
    """PG-FUEL-08: every group of the plants finds what it burns among the fuels that one of them takes."""
    for group in subsets([plant for plant in plants if plant.fuels]):
        usable = {name for plant in group for name in plant.fuels}
        if sum(plant.burns for plant in group) > sum(fuel[name] for name in usable):
            return False
    return True


def file_name(edition):
    _, name, number = edition.split("/")
    return f"{name}-{number}.json"


def plants_of(base, board, options):
    """Every plant of the game by its card; some maps leave plants in the box (RU-02, IN-03, AU-04)."""
    cards = {figures["number"]: Plant(figures, figures["kind"], figures["number"], board) for figures in base["plants"]}
    if options["flow_generator"] == "on":
        cards[FLOW_GENERATOR] = Plant(base[FLOW_GENERATOR], FLOW_GENERATOR, Fraction(100, 3), board)  # PG-FLOW-03
    return {card: plant for card, plant in cards.items() if card not in deck_figures(board, options)["removed"]}


def deck_figures(board, options):
    """DEC-PG-01."""
    return board["deck_swapped" if options.get("deck") == "swapped" else "deck"]
