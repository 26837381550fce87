"""A finished game in figures, held to what its boards and its money say."""

import pytest
from msgspec.structs import replace

from domain.history.game_figures import figures_of
from domain.history.replay import aggregate_after
from domain.table.messages import CommandsUndone
from tests.domain.history.test_knew import golden

PAID = ("PAID_FOR_PLANTS", "PAID_FOR_FUEL", "PAID_FOR_CITIES")


def total(figures, seat, *names):
    """Sum a seat's figures over all rounds."""
    places = [figures.names.index(name) for name in names if name in figures.names]
    return sum(row.values[place] for row in figures.rounds for place in places if row.seat == seat)


def last(figures, seat, name):
    return [row.values[figures.names.index(name)] for row in figures.rounds if row.seat == seat][-1]


def test_all_that_a_seat_earned_less_all_that_it_paid_is_the_money_that_it_has():
    records = golden("power_grid")
    figures, end = figures_of(records), aggregate_after(records)
    begun = next(place for place, record in enumerate(records) if type(record.event).__name__ == "GameStarted")
    start = aggregate_after(records[: begun + 1]).play
    for seat, holding in enumerate(end.play.holdings):
        assert total(figures, seat, "EARNED") > 0
        assert last(figures, seat, "MONEY") == holding.cash
        assert start.holdings[seat].cash + total(figures, seat, "EARNED") - total(figures, seat, *PAID) == holding.cash
        assert last(figures, seat, "CITIES") == len(holding.cities)


@pytest.mark.parametrize("name", ["power_grid", "card_game", "colony61"])
def test_every_round_has_every_seat_with_every_figure_and_the_last_lead_is_that_of_the_last_board(name):
    records = golden(name)
    figures, end = figures_of(records), aggregate_after(records)
    seats = len(end.occupants)
    assert [row.seat for row in figures.rounds] == list(range(seats)) * (len(figures.rounds) // seats)
    assert {len(row.values) for row in figures.rounds} == {len(figures.names)}
    assert 0 < figures.standing < len(figures.names)
    counting = end.rules.counting
    worth = [tuple(counting.stands[each](end.rules, end.play, seat) for each in counting.lead) for seat in range(seats)]
    assert figures.leads[-1].seats == tuple(seat for seat in range(seats) if worth[seat] == max(worth))
    assert all(one.seats != other.seats for one, other in zip(figures.leads, figures.leads[1:], strict=False))


def test_what_was_taken_back_counts_nowhere():
    records = golden("power_grid")
    places = [place for place, record in enumerate(records) if type(record.event).__name__ == "ResourcesBought"]
    place = next(each for each in places if aggregate_after(records[: each + 1]).undo_points)
    bought, then = records[place], records[: place + 1]
    before = aggregate_after(then).undo_points[-1].version
    undone = replace(
        bought, version=bought.version + 1, event=CommandsUndone(place=bought.event.player, to_version=before)
    )
    assert figures_of([*then, undone]).rounds == figures_of(records[:before]).rounds != figures_of(then).rounds
