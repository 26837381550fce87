"""The games in OpenSpiel: its own tests, chance nodes, and what a player's strings and arrays hold."""

import random
from hashlib import sha256
from pathlib import Path

import pyspiel
import pytest

from domain.kernel.dice import Dice
from turnledger_env import openspiel
from turnledger_env.chance_nodes import undrawn_again
from turnledger_env.episode import EpisodeKey, episode

PLAYTHROUGHS = Path(__file__).with_name("playthroughs")
PLAYED = {
    "power_grid.txt": "turnledger(variant=power_grid/australia,players=2,options=regions:drafted)",
    "card_game.txt": "turnledger(variant=card_game,players=3)",
    "colony61.txt": "turnledger(variant=colony61,players=2)",
}
SEED = 41


def summary(game, actions=()):
    """OpenSpiel's playthrough of a game, as a line for each state: what was done, and the digest of all that OpenSpiel
    says about the state before."""
    from open_spiel.python.algorithms.generate_playthrough import playthrough  # SciPy: seconds

    lines = [game]
    for part in playthrough(game, list(actions), seed=SEED).split("\n# State ")[1:]:
        said, _, done = part.partition("\n# Apply action ")
        name, _, action = done.strip().partition("\naction: ")
        lines.append(f"{action or 'end'} {sha256(said.encode()).hexdigest()[:12]} {name}".rstrip())
    return lines


@pytest.mark.parametrize("name", PLAYED)
def test_a_recorded_playthrough_of_openspiel_is_the_same_today(name):
    """After a wanted change: `python -m tests.arena.test_openspiel`."""
    recorded = (PLAYTHROUGHS / name).read_text().splitlines()
    actions = [int(line.split()[0]) for line in recorded[1:-1]]
    assert summary(recorded[0], actions) == recorded


@pytest.mark.parametrize(
    "parameters",
    [
        {"variant": "power_grid/india", "players": 2},
        {"variant": "card_game", "players": 3, "options": "renovation:on;burnt_cards:chosen"},
        {"variant": "colony61", "players": 2, "deals": 7},
        {"variant": "card_game", "players": 2, "chance": "deal"},
    ],
    ids=lambda parameters: "-".join(str(value) for value in parameters.values()),
)
def test_a_game_passes_the_random_simulation_of_openspiel(parameters):
    pyspiel.random_sim_test(pyspiel.load_game("turnledger", parameters), num_sims=1, serialize=True, verbose=False)


def test_information_states_hold_what_a_player_knows_and_no_more():
    game = pyspiel.load_game("turnledger", {"variant": "colony61", "players": 3, "deals": 3})
    state = game.new_initial_state()
    state.apply_action(1)
    hands = [state.play.board(seat).own.offer for seat in range(3)]
    for seat in range(3):
        known = state.information_state_string(seat)
        assert all(card in known for card in hands[seat])
        assert not any(f'"{card}"' in known for other in range(3) if other != seat for card in hands[other])
    assert len({state.information_state_string(seat) for seat in range(3)}) == 3


def test_an_observer_of_openspiel_writes_the_arrays_of_the_arena():
    game = pyspiel.load_game("turnledger", {"variant": "card_game", "players": 3, "deals": 3})
    observer, state = game.make_py_observer(), game.new_initial_state()
    observer.set_from(state, 0)
    assert not observer.tensor.any()
    state.apply_action(2)
    observer.set_from(state, 0)
    assert observer.dict["cash"].tolist() == [owner.cash for owner in state.play.board(0).players]
    assert openspiel.ArenaObserver.string_from(observer, state, 0) == state.play.text(0)


# ---- chance nodes ----------------------------------------------------------------------------------------------------


def until_drawn(variant, draws, **parameters):
    """Play random actions up to the chance node of a later draw."""
    game = pyspiel.load_game("turnledger", {"variant": variant, "players": 3, **parameters})
    state, draw = game.new_initial_state(), random.Random(6)
    state.apply_action(0)
    while draws and not state.is_terminal():
        if state.is_chance_node() and (draws := draws - 1) == 0:
            break
        outcomes = [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else None
        state.apply_action(draw.choice(outcomes or state.legal_actions()))
    assert state.is_chance_node()
    return state


@pytest.mark.parametrize("variant", ["power_grid/russia", "card_game", "colony61"])
def test_a_draw_is_a_chance_node_whose_outcomes_differ_in_what_is_drawn_only(variant):
    state = until_drawn(variant, 2)
    before = [state.information_state_string(seat) for seat in range(3)]
    assert sum(chance for _, chance in state.chance_outcomes()) == pytest.approx(1)
    after = [state.child(outcome) for outcome in range(40)]
    strings = [[each.information_state_string(seat) for seat in range(3)] for each in after]
    assert all(new.startswith(old) for each in strings for old, new in zip(before, each, strict=True))
    assert len({tuple(each) for each in strings}) > 5
    assert all(each.play.history() == [*state.play.history(), state.play.waiting] for each in after)


def test_every_card_that_may_come_is_an_outcome_about_as_often_as_any_other():
    state = until_drawn("power_grid/russia", 2)
    unknown = {*state.play.state.deck, *state.play.state.removed_blind} - {"stage_3"}
    tops = [state.child(outcome).play.last.events for outcome in range(1000)]
    drawn = [str(next(event for event in events if event.reveals)) for events in tops]
    counts = [drawn.count(text) for text in set(drawn)]
    assert len(counts) >= len(unknown) - 5
    assert max(counts) < 3 * 1000 / len(counts)


def test_hidden_order_shows_neither_in_strings_nor_in_actions():
    """Deals that differ only below the drawn cards look alike to all players."""
    state = until_drawn("power_grid/russia", 1)
    seen = {}
    for outcome in range(300):
        child = state.child(outcome)
        strings = tuple(child.information_state_string(seat) for seat in range(3))
        seen.setdefault(strings, []).append(child)
    assert len(seen) < 100, "most outcomes differ in hidden cards only"
    for alike in seen.values():
        assert len({tuple(each.legal_actions()) for each in alike}) == 1
        assert len({tuple(each.observation_string(seat) for seat in range(3)) for each in alike}) == 1


def test_a_draw_of_colony61_shuffles_the_pile_and_leaves_the_hands_as_they_are():
    play = until_drawn("colony61", 3).play
    again = undrawn_again(play.variant.rules, play.state, Dice.from_text("again"))
    assert again.corporations == play.state.corporations
    assert again.draw != play.state.draw
    assert sorted(again.draw) == sorted(play.state.draw)


def test_with_the_deal_as_its_only_chance_a_game_can_be_written_as_a_history():
    game = pyspiel.load_game("turnledger", {"variant": "card_game", "players": 3, "chance": "deal"})
    state, draw, nodes = game.new_initial_state(), random.Random(2), 0
    while not state.is_terminal():
        nodes += state.is_chance_node()
        state.apply_action(draw.choice(state.legal_actions()))
    assert nodes == 1
    assert episode(state.play, EpisodeKey.fresh())


def test_another_kind_of_chance_is_refused():
    with pytest.raises(ValueError, match="chance is 'draws' or 'deal'"):
        openspiel.ArenaGame({"chance": "none"})


@pytest.mark.parametrize("private", [pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER])
def test_public_or_private_information_alone_is_not_offered(private):
    public = private == pyspiel.PrivateInfoType.NONE
    kind = pyspiel.IIGObservationType(public_info=public, perfect_recall=False, private_info=private)
    game = pyspiel.load_game("turnledger", {"variant": "card_game", "players": 3})
    observer = game.make_py_observer(kind)
    assert (observer.tensor, observer.string_from(until_drawn("card_game", 1), 0)) == (None, None)


if __name__ == "__main__":
    PLAYTHROUGHS.mkdir(exist_ok=True)
    for name, game in PLAYED.items():
        (PLAYTHROUGHS / name).write_text("\n".join(summary(game)) + "\n")
