"""The behaviour of each bot has a number, which games pin: a bot that plays differently without a new number fails
here.

`python -m tests.domain.test_bot_numbers` adds the digests that are missing; it changes none.

`tests/golden/bots.json` holds, by variant, bot, its number and the rules version, the digest of its moves in games of
its own. Lines of the newest number may be rewritten until it is released; those of older numbers are never changed.
"""

import json
from hashlib import sha256
from itertools import islice
from pathlib import Path

import pytest

from domain import catalogue
from domain.history.codec import canonical_command
from domain.kernel.decider import OnlyFromTheStart, Table
from domain.kernel.dice import Dice
from domain.kernel.search import Expert
from domain.kernel.simulation import play
from tests.kit import COLOURS, decider

GOLDEN = Path(__file__).parents[1] / "golden/bots.json"
NUMBERS = json.loads(GOLDEN.read_text())
SEATS, MOVES = (2, 3, 4), 400
BOTS = [
    (name, bot)
    for name in NUMBERS
    for bot, plays in catalogue.find(name).decider({}, 3).bots.items()
    if not isinstance(plays, OnlyFromTheStart)  # what those do are rules
]


EXPERT_TRIES, EXPERT_EVERY = 6, 37
"""It tries its moves out, which takes long: fewer tries than in games, and few moments of a game of greedy ones."""


def moves(variant, bot, rules_version):
    """The digest of its first moves at all seats of games on the first data."""
    if bot == "expert":
        return moves_of_the_expert(variant, rules_version)
    found = sha256()
    for seats in SEATS:
        rules = decider(variant, seats, rules_version=rules_version)
        dice = Dice.from_text(f"{variant} {bot}")
        setup = rules.draw_setup(Table(COLOURS[:seats]), dice)
        for turn in islice(play(rules, setup, [rules.bots[bot]] * seats, dice.roll("bots")), 1, MOVES):
            found.update(canonical_command(turn.command) + b"\n")
    return found.hexdigest()


def moves_of_the_expert(variant, rules_version):
    rules = decider(variant, 3, rules_version=rules_version)
    expert = rules.bots["expert"]
    found = sha256(f"{expert.tries}\n".encode())
    dice = Dice.from_text(f"{variant} expert")
    setup = rules.draw_setup(Table(COLOURS[:3]), dice)
    turns = play(rules, setup, [rules.bots["greedy"]] * 3, dice.roll("bots"))
    for number, turn in enumerate(islice(turns, 0, None, EXPERT_EVERY)):
        for seat in rules.to_act(turn.state)[:1]:
            asked = rules.view(turn.state, seat), rules.options(turn.state, seat), seat, dice.roll(f"expert/{number}")
            found.update(canonical_command(Expert(expert.game, EXPERT_TRIES)(*asked)) + b"\n")
    return found.hexdigest()


def is_ours(variant):
    """Other tests add games of their own to the catalogue."""
    return type(variant).__module__.startswith("domain.")


@pytest.mark.parametrize(("variant", "bot"), BOTS)
def test_a_bot_plays_as_it_did_under_its_number(variant, bot):
    """If this fails on purpose, follow docs/evolution.md, “A bot plays otherwise”."""
    found = catalogue.find(variant)
    number = found.decider({}, 3).bot_numbers[bot]
    known = NUMBERS[variant][bot]
    assert list(known) == [str(each) for each in range(1, number + 1)]
    assert known[str(number)] == {str(version): moves(variant, bot, version) for version in found.rules_versions}


def test_every_bot_has_a_number_and_nothing_else_has():
    ours = {name: variant for name, variant in catalogue.VARIANTS.items() if is_ours(variant)}
    assert set(ours) == set(NUMBERS)
    for variant in ours.values():
        rules = variant.decider({}, 3)
        assert list(rules.bots) == list(rules.bot_numbers)
        assert min(rules.bot_numbers.values()) >= 1


def main():
    for name, variant in catalogue.VARIANTS.items():
        rules = variant.decider({}, 3)
        for bot, number in rules.bot_numbers.items():
            if isinstance(rules.bots[bot], OnlyFromTheStart):
                continue
            known = NUMBERS.setdefault(name, {}).setdefault(bot, {}).setdefault(str(number), {})
            for version in variant.rules_versions:
                if str(version) not in known:
                    known[str(version)] = moves(name, bot, version)
    GOLDEN.write_text(json.dumps(NUMBERS, indent=1) + "\n")


if __name__ == "__main__":
    main()
