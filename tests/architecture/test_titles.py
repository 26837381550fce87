"""Requirements on a title of the catalogue that no import can check."""

import tomllib
from pathlib import Path

from domain import catalogue

ROOT = Path(__file__).parents[2]
TITLES = [name for name, title in catalogue.TITLES.items() if type(title.variants[0]).__module__.startswith("domain.")]


def test_the_linter_keeps_every_title_apart_from_the_others_and_in_its_layer():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    independent = [contract["modules"] for contract in contracts if contract["type"] == "independence"]
    (apart,) = [modules for modules in independent if modules[0].startswith("domain.")]
    assert sorted(apart) == sorted(f"domain.{name}" for name in TITLES)
    layered = [layer for contract in contracts if contract["type"] == "layers" for layer in contract["layers"]]
    games = [layer for layer in layered if layer.startswith("domain.") and "|" in layer]
    assert [sorted(layer.split(" | ")) for layer in games] == [sorted(apart)]


def test_every_title_has_its_rules_in_words_and_its_golden_games():
    assert len(TITLES) >= 3
    for name in TITLES:
        assert (ROOT / f"docs/rules/{name}.md").exists()
        assert (ROOT / f"tests/domain/{name}/golden.py").exists()


def test_files_that_every_game_has_are_called_alike():
    for name in TITLES:
        files = {path.name for path in (ROOT / "domain" / name).glob("*.py")}
        assert {"messages.py", "evolve.py", "rules.py", "game.py", "options.py", "view.py"} <= files
        assert {"editions.py", "variant.py", "versions.py", "state.py"} <= files
