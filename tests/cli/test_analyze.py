"""A game explained: each decision weighed as its seat saw it, the same on every machine."""

import json

import msgspec
import pytest
from msgspec.structs import replace
from typer.testing import CliRunner

from domain import stored
from domain.history.analysis import DEAREST, Decided, NotToBeAnalysed, analyse, dearest, mattered
from domain.history.file import export
from domain.kernel.decider import Moment
from domain.kernel.ids import Seat
from services.cli.main import app
from services.cli.player.analyze import analysis_lines
from services.operations.simulate import SimulationPlan, play_one
from tests.domain.history.book import RING

PLAN = SimulationPlan("colony61", 2, 1, "analysis", ("greedy", "planner"))
TRIES, DEALS = 4, 2


@pytest.fixture(scope="module")
def rows():
    return play_one(PLAN, 0, stored.codec(), checked=False).rows


@pytest.fixture(scope="module")
def records(rows):
    return [stored.codec().read(row) for row in rows]


@pytest.fixture(scope="module")
def analysis(records):
    return analyse(records, TRIES, DEALS)


@pytest.mark.slow
def test_every_decision_is_one_that_was_made_and_another_that_could_have_been(analysis, records):
    assert len(analysis.decisions) > 5
    for each in analysis.decisions:
        assert records[each.version - 1].envelope.command
        assert 0 <= each.chance <= each.best_chance <= 1
        assert each.best.player == each.done.player == each.seat
        assert (each.lost == 0) == (each.best == each.done)


@pytest.mark.slow
def test_chances_are_shares_of_one_win_from_round_to_round(analysis):
    rounds = [point.moment.round for point in analysis.line]
    assert rounds == sorted(rounds)
    assert len(analysis.line) > 5
    for point in analysis.line:
        assert sum(point.chances) == pytest.approx(1) or not any(point.chances)
    assert [each.seat for each in analysis.luck] == [0, 1]


def test_progress_goes_to_the_last_record(records):
    seen = []
    with pytest.raises(NotToBeAnalysed, match="not over"):
        analyse(records[:12], 2, 1, seen.append)
    assert seen == list(range(1, 13))


def test_the_three_that_cost_most_for_sure_mattered():
    costs = ((5, 0.1, 0.01), (6, 0.4, 0.3), (7, 0.2, 0.01), (8, 0.0, 0.0), (9, 0.3, 0.01), (10, 0.05, 0.01))
    assert mattered([costing(*each) for each in costs]) == (9, 7, 5)


def test_what_cost_less_than_a_hundredth_of_a_win_did_not_matter():
    assert mattered([costing(5, 0.009, 0.0), costing(6, 0.011, 0.0)]) == (6,)


def test_five_dearest_decisions_of_each_seat_are_weighed_again_the_worst_first():
    seats = {version: version % 2 for version in range(1, 15)}
    costs = [costing(version, version / 100, 0.5, seat) for version, seat in seats.items()]
    assert dearest(costs, 99) == [14, 13, 12, 11, 10, 9, 8, 7, 6, 5]
    assert dearest(costs, 3) == [14, 13, 12]
    assert dearest([costing(1, 0.009, 0.0), costing(2, 0.3, 0.5), costing(3, 0.3, 0.5)], 99) == [2, 3]


@pytest.mark.slow
def test_dearest_decisions_have_more_tries_than_others(analysis):
    again = [each for each in analysis.decisions if each.tries > TRIES // 2]
    assert again, "two moves share the tries of a decision"
    assert max(sum(each.seat == seat for each in again) for seat in (0, 1)) <= DEAREST
    assert len(again) < len(analysis.decisions)


def costing(version, lost, error, seat=0):
    return Decided(version, Seat(seat), Moment(1, "x"), None, 0.3, None, 0.3 + lost, error, 9)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "heading"), [("en", "Chances to win by version:"), ("ru", "Шансы на победу по версиям:")]
)
def test_it_is_told_in_sentences(records, analysis, lang, heading):
    costly = max(analysis.decisions, key=lambda each: each.lost)
    lines = list(analysis_lines(replace(analysis, mattered=(costly.version,)), records, lang, {}))
    assert heading in lines
    assert any(f" {costly.version}: " in line for line in lines[1:2])
    assert len(lines) == 1 + 1 + 1 + len(analysis.line) + 1 + len(analysis.luck)


@pytest.mark.slow
def test_the_terminal_says_the_same_again(rows, tmp_path, analysis):
    file = tmp_path / "game.jsonl"
    file.write_bytes(export(rows, stored.codec(), RING.signer))
    asked = ["analyze", str(file), "--tries", f"{TRIES}", "--deals", f"{DEALS}", "--json"]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0, done.output
    assert json.loads(done.stdout) == json.loads(msgspec.json.encode(analysis))
