"""Players that know a seat's board and options, nothing else."""

from collections.abc import Mapping

from domain.colony61.expert import TRIES, Search
from domain.colony61.messages import KeepCards
from domain.colony61.options import AcceptDefault, KeepOption, LayOption, StandingOption, SwapOption
from domain.colony61.planner import Planner
from domain.colony61.rules import Rules
from domain.colony61.view import ColonyBoard
from domain.colony61.weights import EXPERTS
from domain.kernel import search
from domain.kernel.decider import Bot
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from domain.kernel.messages import Command, Option
from domain.kernel.simulation import random_bot

SETTINGS_RARITY = 50
"""The chance that a random player changes its standing defaults; it is small, or games would mostly play themselves."""


def random(board: ColonyBoard, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Command:
    settings = roll.below(SETTINGS_RARITY) == 0
    return random_bot(
        board, tuple(each for each in options if isinstance(each, StandingOption) == settings), seat, roll
    )


def greedy(board: ColonyBoard, options: tuple[Option, ...], seat: Seat, roll: Roll) -> Command:
    """Builds as much value a turn as it can pay for, looks for dearer cards, leaves cubes to the default."""
    assert board.own is not None
    cost, money = board.own.cost, board.corporations[seat].storage.value

    def worth(cards: tuple[str, ...]) -> tuple[int, int]:
        return sum(cost[card] for card in cards if cost[card] <= money), -len(cards)

    for option in options:
        match option:
            case LayOption(sets=sets) if max(worth(cards) for cards in sets)[0]:
                return option.nth(max(range(option.count()), key=lambda index: worth(sets[index])))
            case SwapOption(cards=cards) if min(cost[card] for card in cards) * 2 < money:
                cheapest = min(range(len(cards)), key=lambda place: cost[cards[place]])
                return option.nth(1 + cheapest)
            case KeepOption() as keeping:
                dearest = sorted(keeping.cards, key=lambda card: -cost[card])[: keeping.keep]
                return KeepCards(seat, keeping.turn, tuple(sorted(dearest)))
    return next(option for option in options if isinstance(option, AcceptDefault)).nth(0)


TRY_MS = 50
"""The cost of one try of `expert` (bench/tries.py)."""


def bots(rules: Mapping[str, Rules], game: search.Rules) -> Mapping[str, Bot]:
    """`rules`: by colony card. The last bot stands in where the table names no other (TB-OPEN-02)."""
    planner = Planner(rules)
    prior = Planner(rules, EXPERTS)
    expert = search.Expert(lambda: Search(rules, game, prior), TRIES, TRY_MS)
    return {"random": random, "planner": planner, "expert": expert, "greedy": greedy}


NUMBERS: Mapping[str, int] = {"random": 1, "planner": 1, "expert": 3, "greedy": 1}
