"""The training run of `expert`: how games move weights, and that its bots have the weights that they are made of."""

import pytest

from bench.fitting import Learner, moved, round_of
from domain.colony61.weights import EXPERTS


def test_weights_move_towards_what_games_prefer_and_stay_where_games_do_not_tell():
    values = {"better": 1.0, "worse": 1.0, "unclear": 1.0, "much better": 1.0}
    steps = dict.fromkeys(values, 0.1)
    slopes = {
        "better": [1.0, 3.0, 0.5, 1.5],  # mean 1.5, its error 0.54: 2.78 errors, 1.39 steps
        "worse": [-1.0, -3.0, -0.5, -1.5],
        "unclear": [1.0, -1.0, 1.0, -0.5],
        "much better": [1.0, 1.1, 0.9, 1.0],
    }
    found = {each.name: each for each in moved(values, steps, slopes)}
    assert found["better"].after == pytest.approx(1.139, abs=0.001)
    assert found["worse"].after == pytest.approx(0.861, abs=0.001)
    assert found["unclear"].after == 1.0
    assert found["much better"].after == pytest.approx(1.15)


def test_bots_have_the_weights_that_they_are_made_of():
    learner = Learner("colony61", 2)
    values = learner.values()
    assert (values["view"], values["kinds/mine"], values["kinds/spaceport"]) == (EXPERTS.view, EXPERTS.kinds["mine"], 0)
    weights = learner.bot(values | {"view": 0.25, "kinds/spaceport": 2.0}).weights
    assert (weights.view, weights.kinds["spaceport"], weights.kinds["mine"]) == (0.25, 2.0, EXPERTS.kinds["mine"])
    assert weights.dear == EXPERTS.dear


def test_rounds_of_one_seed_are_the_same_and_of_another_are_not():
    learner = Learner("card_game", 2)
    one, again, other = (round_of(learner, learner.values(), 2, seed) for seed in ("a", "a", "b"))
    assert one == again != other
    assert {each.name for each in one} == set(learner.values())
