"""Agreement with `expert`: counts, shares and intervals worked out by hand."""

from types import SimpleNamespace

import pytest

from domain.history.agreement import Sample, beyond, samples_of, share_of_games, share_of_players


def decided(version, done, best):
    return SimpleNamespace(version=version, done=done, best=best)


def test_decisions_count_for_the_people_who_made_them_and_not_for_bots_or_the_server():
    actors = ("ann", "bob", "bot:greedy", "ann", "server", "ann")
    records = [SimpleNamespace(envelope=SimpleNamespace(actor=actor)) for actor in actors]
    decisions = (decided(1, 7, 7), decided(2, 7, 8), decided(3, 1, 1), decided(4, 2, 3), decided(5, 4, 4))
    found = samples_of(SimpleNamespace(game_id="g", decisions=decisions), records)
    assert found == [Sample("ann", "g", 2, 1), Sample("bob", "g", 1, 0)]


def games(*shares, account="ann"):
    return [Sample(account, f"g{number}", 10, equal) for number, equal in enumerate(shares)]


def test_the_error_of_a_share_is_that_of_whole_games():
    """Five games of ten decisions, 4 5 6 5 5 equal: half; deviations -1 0 1 0 0; sqrt(2 * 5/4) / 50 = 0.0316."""
    found = share_of_games(games(4, 5, 6, 5, 5))
    assert (found.groups, found.decisions, found.equal, found.share) == (5, 50, 25, 0.5)
    assert found.error == pytest.approx(0.0316, abs=0.0001)


def test_all_games_of_a_player_are_one_group_beside_the_others():
    others = [each for who in "abcde" for each in games(3, 3, account=who)]
    found = share_of_players(others)
    assert (found.groups, found.decisions, found.equal, found.error) == (5, 100, 30, 0.0)


def test_what_is_beyond_has_an_interval_of_both_errors():
    """0.5 compared with 0.3: 0.2, and 1.96 * 0.0316 = 0.062 to each side."""
    others = [each for who in "abcde" for each in games(3, 3, account=who)]
    found = beyond(share_of_games(games(4, 5, 6, 5, 5)), share_of_players(others))
    assert found.excess == pytest.approx(0.2)
    assert (found.low, found.high) == (pytest.approx(0.138, abs=0.0005), pytest.approx(0.262, abs=0.0005))


@pytest.mark.parametrize(("own", "players"), [((4, 5, 6, 5), "abcde"), ((4, 5, 6, 5, 5), "abcd"), ((), "")])
def test_nothing_is_said_of_too_little(own, players):
    others = [each for who in players for each in games(3, 3, account=who)]
    assert beyond(share_of_games(games(*own)), share_of_players(others)) is None
