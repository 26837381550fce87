"""The strength of the bots: `python -m bench.strength` lets one of them play against others, prints JSON and a table.

One seat's bot sits among others of one kind, in each game at the next seat, on a set-up of its own. The seeds are this
program's alone: bots are tuned on others. A share of wins is printed with chance and its standard deviation; the rating
is how many points of Elo above the others explain that share, where each of n players wins as its strength is to all.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from math import log, log10, sqrt
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Column
from rich.table import Table as Rows

from domain import catalogue
from domain.kernel.decider import AnyDecider, Bot, Outcome, Table
from domain.kernel.dice import Dice
from domain.kernel.search import Expert
from domain.kernel.simulation import play

COLOURS = ("red", "blue", "green", "yellow", "black", "purple")
DEFEAT = "DEFEAT"
ELO = 400
WIDTH = 100


class Strength(NamedTuple):
    """`share`: of games won, a shared win in parts. `score`, `scores`: mean of the bot and of the others. `saved`:
    share of games that did not end in a common defeat. `ms`: of a whole game, all its bots and rules."""

    variant: str
    players: int
    bot: str
    others: str
    games: int
    share: float
    deviation: float
    rating: float | None
    rating_deviation: float | None
    score: float
    scores: float
    saved: float
    ms: float


def outcome(rules: AnyDecider, bots: list[Bot], seed: str) -> Outcome:
    dice = Dice.from_text(seed)
    setup = rules.draw_setup(Table(COLOURS[: len(bots)]), dice)
    *_, last = play(rules, setup, bots, dice.roll("bots"))
    found = rules.outcome(last.state)
    assert found, "the game is over"
    return found


def rating(share: float, games: int, players: int) -> tuple[float | None, float | None]:
    """Above the others, and its standard deviation; None where all games were won or lost."""
    if not 0 < share < 1:
        return None, None
    deviation = sqrt(share * (1 - share) / games)
    return ELO * log10(share * (players - 1) / (1 - share)), ELO / log(10) * deviation / (share * (1 - share))


def within(bot: Bot, tries: int | None) -> Bot:
    """With so many tries a move, where it makes any."""
    return bot.within(tries) if isinstance(bot, Expert) and tries is not None else bot


def measured(variant: str, players: int, bot: str, others: str, games: int, tries: int | None = None) -> Strength:
    rules = catalogue.find(variant).decider({}, players)
    one, other = within(rules.bots[bot], tries), rules.bots[others]
    won = score = scores = 0.0
    saved, started = 0, process_time()
    for number in range(games):
        place = number % players
        seated = [one if seat == place else other for seat in range(players)]
        found = outcome(rules, seated, f"strength/{variant}/{players}/{number}")
        winners = [each.player for each in found.standings if each.won]
        won += 1 / len(winners) if place in winners else 0
        saved += found.reason != DEFEAT
        score += sum(each.score for each in found.standings if each.player == place)
        scores += sum(each.score for each in found.standings if each.player != place) / (players - 1)
    share, ms = won / games, 1000 * (process_time() - started) / games
    deviation = sqrt(share * (1 - share) / games)
    return Strength(
        variant, players, bot, others, games, share, deviation, *rating(share, games, players),
        score / games, scores / games, saved / games, ms,
    )  # fmt: skip


def measure(
    variants: list[str], players: int, bot: str, others: str, games: int, tries: int | None
) -> Iterator[Strength]:
    for name in variants:
        variant = catalogue.find(name)
        if variant.players_min <= players <= variant.players_max:
            yield measured(name, players, bot, others, games, tries)


def table(found: list[Strength]) -> Rows:
    titles = ("variant", "seats", "won", "chance", "Elo", "score", "theirs", "saved", "ms")
    rows = Rows(*(Column(title, no_wrap=True) for title in titles), box=None)
    for each in found:
        above = "" if each.rating is None else f"{each.rating:+.0f} ± {each.rating_deviation:.0f}"
        rows.add_row(
            each.variant, str(each.players), f"{each.share:.0%} ± {each.deviation:.0%}", f"{1 / each.players:.0%}",
            above, f"{each.score:.1f}", f"{each.scores:.1f}", f"{each.saved:.0%}", f"{each.ms:.0f}",
        )  # fmt: skip
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", action="append", help="name of a variant; all if not given")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bot", default="planner")
    parser.add_argument("--others", default="greedy", help="who sits at all other seats")
    parser.add_argument("--games", type=int, default=20, help="of each variant")
    parser.add_argument("--tries", type=int, help="of `expert` for a move, where another number than usual")
    given = parser.parse_args()
    variants = given.variant or list(catalogue.VARIANTS)
    found = list(measure(variants, given.players, given.bot, given.others, given.games, given.tries))
    json.dump([each._asdict() for each in found], sys.stdout)
    Console(stderr=True, width=WIDTH).print(table(found))


if __name__ == "__main__":
    main()
