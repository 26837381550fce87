"""Fit the weights of `expert`'s forecast by self-play: `python -m bench.fitting VARIANT` prints them as JSON.

In each game every seat plays by the forecast alone. Every second seat has the weights known so far, each a step up or
down at random, and the next seat has the opposite steps. Their results are compared, so that the deal and the pace of
the game do not count, and each weight moves as far as the games are sure of its direction. The seeds are this program's
alone: strength is measured on others.
"""

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from functools import partial
from random import Random
from typing import Any, NamedTuple

import msgspec

from bench.strength import COLOURS
from domain import catalogue
from domain.card_game.expert import Search as CardGameSearch
from domain.card_game.planner import planner as card_game_planner
from domain.card_game.weights import EXPERTS as CARD_GAME
from domain.colony61.expert import Search as ColonySearch
from domain.kernel.decider import Bot, Table
from domain.kernel.dice import Dice
from domain.kernel.search import Expert, mean_of, standard_error
from domain.kernel.simulation import play

STEP = 0.15
"""Of a weight, how much it is moved up or down, where the table has no other."""
STEPS: Mapping[str, float] = {
    "view": 0.2, "choosy": 1.0, "kinds": 1.0, "rounds_more": 0.4,
}  # fmt: skip
SURE = 2.0
"""Standard errors at which a weight moves a whole step."""
LEAST = 1.0
"""Standard errors below which a weight stays."""
MOST = 1.5
"""Steps that a weight moves in a round, at most."""
KINDS = "kinds"

Values = dict[str, float]
"""Weights by name. A weight that is a mapping has an entry for each of its keys, as `kinds/mine`."""


class Learner:
    """One variant for so many players, and a way to make a bot of weights."""

    def __init__(self, variant: str, players: int) -> None:
        self.rules = catalogue.find(variant).decider({}, players)
        expert = self.rules.bots["expert"]
        assert isinstance(expert, Expert), "a game of ours"
        self.players = players
        self.search = _untyped(expert.game())
        self.start: Any = CARD_GAME if isinstance(self.search, CardGameSearch) else self.search.planner.weights

    def values(self) -> Values:
        found = {name: float(n) for name, n in msgspec.structs.asdict(self.start).items() if name != KINDS}
        if isinstance(self.search, ColonySearch):
            kinds = next(iter(self.search.rules.values())).kinds
            found |= {f"{KINDS}/{kind}": self.start.kinds.get(kind, 0.0) for kind in kinds}
        return found

    def bot(self, values: Values) -> Bot:
        plain: dict[str, Any] = {name: n for name, n in values.items() if "/" not in name}
        if len(plain) < len(values):
            plain[KINDS] = {name.split("/")[1]: n for name, n in values.items() if "/" in name}
        weights = msgspec.structs.replace(self.start, **plain)
        if isinstance(self.search, CardGameSearch):
            return partial(card_game_planner, weights=weights)
        made: Bot = type(self.search.planner)(self.search.planner.rules, weights)
        return made

    def results(self, bots: list[Bot], seed: str) -> tuple[float, ...]:
        dice = Dice.from_text(seed)
        setup = self.rules.draw_setup(Table(COLOURS[: self.players]), dice)
        *_, last = play(self.rules, setup, bots, dice.roll("bots"))
        found: tuple[float, ...] = self.search.chances(last.state)
        return found


def _untyped(search: Any) -> Any:
    """Return the search of a game, of which each has its own planner."""
    return search


def step_of(name: str, value: float) -> float:
    return STEPS.get(name.split("/")[0]) or STEP * abs(value)


class Moved(NamedTuple):
    """One weight after a round. `sure`: standard errors by which the games prefer more of it."""

    name: str
    before: float
    after: float
    sure: float


def round_of(learner: Learner, values: Values, games: int, seed: str) -> list[Moved]:
    steps = {name: step_of(name, n) for name, n in values.items()}
    slopes: dict[str, list[float]] = {name: [] for name in values}
    for number in range(games):
        chance = Random(f"{seed}/{number}")
        signs = [{name: chance.choice((-1, 1)) for name in values} for _ in range(learner.players // 2)]
        bots = [
            learner.bot({name: n + way * each[name] * steps[name] for name, n in values.items()})
            for each in signs
            for way in (1, -1)
        ]
        bots += [learner.bot(values)] * (learner.players - len(bots))
        found = learner.results(bots, f"fitting/{seed}/{number}")
        for pair, each in enumerate(signs):
            for name, sign in each.items():
                slopes[name].append(sign * (found[2 * pair] - found[2 * pair + 1]) / 2)
    return list(moved(values, steps, slopes))


def moved(values: Values, steps: Values, slopes: Mapping[str, list[float]]) -> Iterator[Moved]:
    for name, value in values.items():
        sure = mean_of(slopes[name]) / standard_error(slopes[name])
        way = max(-MOST, min(MOST, sure / SURE)) if abs(sure) >= LEAST else 0.0
        yield Moved(name, value, value + way * steps[name], sure)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=600, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    learner = Learner(given.variant, given.players)
    values = learner.values()
    for number in range(given.rounds):
        found = round_of(learner, values, given.games, f"{given.variant}/{given.seed}/{number}")
        values = {each.name: each.after for each in found}
        for each in sorted(found, key=lambda each: -abs(each.sure)):
            print(f"{each.name:28} {each.before:8.3f} {each.after:8.3f} {each.sure:+6.1f}", file=sys.stderr)
        print(f"round {number + 1}", file=sys.stderr)
        print(json.dumps(values), flush=True)


if __name__ == "__main__":
    main()
