"""The vectors printed in docs/dice.md (made with openssl) are what our dice throw."""

import json
import re
from pathlib import Path

import pytest

from domain.kernel.beacon import QUICKNET, is_signed
from domain.kernel.dice import Dice, Roll, beacon_seed, commitment, draw_seed, game_seed

PAGE = (Path(__file__).parents[3] / "docs/dice.md").read_text()
(BLOCK,) = re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL)
VECTORS = json.loads(BLOCK)


def vectors(kind):
    return pytest.mark.parametrize("vector", VECTORS[kind])


def roll(vector):
    return Roll(bytes.fromhex(vector["seed"]), vector["label"])


@pytest.mark.rule("TB-DICE-01")
@vectors("commitment")
def test_a_commitment_is_the_printed_one(vector):
    assert commitment(bytes.fromhex(vector["secret"])) == vector["is"]


@pytest.mark.rule("TB-DICE-02")
@vectors("seed")
def test_the_seed_of_a_game_is_the_printed_one(vector):
    nonces = [bytes.fromhex(nonce) for nonce in vector["nonces"]]
    assert game_seed(bytes.fromhex(vector["secret"]), vector["game"], nonces).hex() == vector["is"]


@pytest.mark.rule("TB-BEACON-03")
@vectors("seed with a beacon")
def test_the_seed_with_a_beacon_is_the_printed_one(vector):
    assert is_signed(QUICKNET, vector["round"], vector["signature"])
    nonces = [bytes.fromhex(nonce) for nonce in vector["nonces"]]
    secret, chain, signature = (bytes.fromhex(vector[name]) for name in ("secret", "chain", "signature"))
    assert vector["chain"] == QUICKNET.chain
    assert beacon_seed(secret, vector["game"], nonces, chain, vector["round"], signature).hex() == vector["is"]


@pytest.mark.rule("TB-DRAW-03")
@vectors("seed of a draw")
def test_the_seed_of_a_draw_is_the_printed_one(vector):
    seed, signature = bytes.fromhex(vector["seed"]), bytes.fromhex(vector["signature"])
    assert draw_seed(seed, vector["round"], signature).hex() == vector["is"]


@pytest.mark.rule("TB-DICE-04")
@vectors("seed of text")
def test_the_seed_of_a_text_is_the_printed_one(vector):
    assert Dice.from_text(vector["text"]).seed.hex() == vector["is"]


@vectors("words")
def test_the_words_of_a_label_are_the_printed_ones(vector):
    fresh = roll(vector)
    assert [f"{fresh.below(1 << 64):016x}" for _ in vector["are"]] == vector["are"]


@vectors("below")
def test_numbers_below_a_bound_are_the_printed_ones(vector):
    fresh = roll(vector)
    assert [fresh.below(int(vector["bound"])) for _ in vector["are"]] == [int(number) for number in vector["are"]]


@vectors("shuffle")
def test_a_shuffle_gives_the_printed_order(vector):
    assert list(roll(vector).shuffle(range(vector["of"]))) == vector["is"]
