import hmac
from collections import Counter
from hashlib import sha256

from domain.kernel.dice import Dice, Roll, commitment, game_seed

SEED = bytes(range(32))


def test_the_first_words_are_the_hmac_of_label_and_counter():
    block = hmac.new(SEED, b"deck\0" + bytes(8), sha256).digest()
    roll = Roll(SEED, "deck")
    words = [roll.below(1 << 64) for _ in range(4)]
    assert b"".join(word.to_bytes(8) for word in words) == block


def test_a_draw_depends_on_seed_and_label_only():
    dice = Dice(SEED)
    dice.roll("anything").shuffle(range(100))
    assert dice.roll("deck").shuffle("abcdefgh") == Dice(SEED).roll("deck").shuffle("abcdefgh")
    assert dice.roll("deck").shuffle("abcdefgh") != dice.roll("seats").shuffle("abcdefgh")


def test_a_shuffle_never_changes_its_order():
    assert Roll(SEED, "deck").shuffle(tuple("abcdefgh")) == tuple("ghbcfaed")


def test_each_order_is_equally_likely():
    roll = Roll(SEED, "fair")
    seen = Counter(roll.shuffle("abc") for _ in range(6000))
    assert len(seen) == 6
    assert all(850 < times < 1150 for times in seen.values())


def test_words_that_would_favour_small_numbers_are_skipped():
    bound = (1 << 63) + 1  # every second word is out of the fair range
    block = iter(hmac.new(SEED, b"x\0" + n.to_bytes(8), sha256).digest() for n in range(99))
    words = (int.from_bytes(b[i : i + 8]) for b in block for i in range(0, 32, 8))
    roll = Roll(SEED, "x")
    assert [roll.below(bound) for _ in range(10)] == [w for w in (next(words) for _ in range(60)) if w < bound][:10]


def test_every_seat_changes_the_seed_and_no_boundary_can_be_shifted():
    seeds = {game_seed(b"s", "g", nonces) for nonces in ([b"a", b"b"], [b"ab", b""], [b"", b"ab"], [b"b", b"a"])}
    assert len(seeds) == 4
    assert all(len(seed) == 32 for seed in seeds)


def test_the_commitment_is_the_hash_of_the_secret():
    assert commitment(b"secret") == "2bb80d537b1da3e38bd30361aa855686bde0eacd7162fef6a25fe97bf527a25b"
