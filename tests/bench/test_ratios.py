"""`make bench` refuses a cost that has grown by more than a tenth since it was recorded."""

import json
from pathlib import Path

import pytest

import bench


@pytest.fixture
def recorded(monkeypatch, tmp_path):
    """Record a cost of 2 floors for the program `submit`, and run as that program."""
    file = tmp_path / "ratios.json"
    file.write_text(json.dumps({"submit": {"submit_cost_to_echo": 2.0}}))
    monkeypatch.setattr(bench, "RATIOS", file)
    monkeypatch.setattr("sys.argv", ["/somewhere/bench/submit.py"])


def test_bench_fails_when_a_cost_has_grown_by_more_than_a_tenth(recorded, capsys):
    with pytest.raises(SystemExit) as ended:
        bench.report({"submit_cost_to_echo": 2.21}, {})
    assert ended.value.code == 1
    assert "regression: submit_cost_to_echo is 2.21" in capsys.readouterr().err


@pytest.mark.parametrize("figures", [{"submit_cost_to_echo": 2.19}, {"submit_cost_to_echo": 0.5}, {}])
def test_bench_passes_when_no_cost_has_grown_by_more_than_a_tenth(recorded, figures):
    with pytest.raises(SystemExit) as ended:
        bench.report(figures, {})
    assert ended.value.code == 0


def test_every_recorded_ratio_belongs_to_a_program():
    folder = Path(bench.__file__).parent
    assert all((folder / f"{program}.py").exists() for program in json.loads(bench.RATIOS.read_text()))
