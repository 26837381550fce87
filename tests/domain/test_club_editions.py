"""docs/editions.md as an owner of the box follows it: own values are played with, and a bad file is never loaded.

Each case runs in a process whose package `domain` is a copy, with a file more in its data folder.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from domain import catalogue
from tests.kit import first_editions

ROOT = Path(__file__).parents[2]
PLAYED = """
import json, os, sys
from pathlib import Path
import domain
from domain import catalogue
from domain.kernel.decider import Table
from domain.kernel.dice import Dice
from domain.kernel.simulation import play
from domain.kernel.refused import Refused
from domain.kernel.variant import Edition
folder = Path(domain.__path__[0])
assert str(folder) == sys.argv[1], folder

def game(variant, editions):
    rules = catalogue.find(variant).decider({}, 2, editions)
    setup = rules.draw_setup(Table(("red", "blue")), Dice.from_text("club"))
    turns = list(play(rules, setup, [rules.bots["greedy"]] * 2, Dice.from_text("club").roll("bots")))
    assert rules.outcome(turns[-1].state)
    began = catalogue.find(variant).editions() if editions is None else editions
    return [[edition.id, list(edition.reconstructed)] for edition in began]

for title, variant, name, text, pinned in json.load(sys.stdin):
    file = folder / title / "data" / f"{name}.json"
    before = file.read_bytes() if file.exists() else None
    file.write_bytes(text.encode("utf-8", "surrogateescape"))
    if not os.fork():
        try:
            began = pinned and tuple(Edition(each, sha256, tuple(marks)) for each, sha256, marks in pinned)
            answer = game(variant, began)
        except Refused as refused:
            answer = {"code": refused.code, "rule": refused.rule, **refused.facts}
        print(json.dumps(answer), flush=True)
        os._exit(0)
    assert os.wait()[1] == 0
    file.unlink() if before is None else file.write_bytes(before)
"""
TITLES = {
    "power_grid": ("power_grid/russia", "base-2", "PG-SET-01"),
    "card_game": ("card_game", "2019-1", "CG-SET-01"),
    "colony61": ("colony61", "colony61-1", "C61-SET-01"),
}
"""A variant of each game, its newest file with reconstructed values, and the rule of its editions."""


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    folder = tmp_path_factory.mktemp("installed") / "domain"
    shutil.copytree(ROOT / "domain", folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def answers(package, *cases):
    """The answer to each case: (title, name of the file, its text, editions of a game that began before or None)."""
    told = [[title, TITLES[title][0], name, text, pinned] for title, name, text, pinned in cases]
    done = subprocess.run(
        [sys.executable, "-P", "-c", PLAYED, str(package)],
        input=json.dumps(told),
        env=os.environ | {"PYTHONPATH": str(package.parent)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def newest(title):
    return json.loads((ROOT / "domain" / title / "data" / f"{TITLES[title][1]}.json").read_text())


def own_values(title, number=1001):
    """The newest file as a club corrects it: the next id, another value, and its mark."""
    raw = newest(title)
    raw["id"] = raw["id"][: -len(raw["id"].replace("/", "-").rpartition("-")[2])] + str(number)
    if title == "power_grid":
        raw["renovation"][0]["first"] += 1
        raw["provenance"]["renovation"] = {"mark": "printed", "source": "own copy, card 1"}
    elif title == "card_game":
        raw["plants"][1]["profit"] += 1
        raw["plants"][1]["printed"] = ["number", "fuel", "need", "profit", "size"]
    else:
        guessed = next(row for row in raw["modules"] if row["status"] == "reconstructed")
        guessed.update(cost=guessed["cost"] + 1, status="printed")
    return raw


def name_of(title, number):
    return f"{TITLES[title][1].rpartition('-')[0]}-{number}"


def pinned(title):
    return [[edition.id, edition.sha256, list(edition.reconstructed)] for edition in first_editions(TITLES[title][0])]


@pytest.mark.parametrize("title", TITLES)
def test_a_club_plays_with_its_own_values_and_older_games_continue(package, title):
    raw = own_values(title)
    text, name = json.dumps(raw), name_of(title, 1001)
    new, old = answers(package, (title, name, text, None), (title, name, text, pinned(title)))
    assert raw["id"] in [edition for edition, _ in new]
    assert [edition for edition, _ in old] == [each[0] for each in pinned(title)]
    left = dict(map(tuple, new))[raw["id"]]
    listed = {edition.id: edition.reconstructed for edition in catalogue.find(TITLES[title][0]).editions()}
    before = listed[newest(title)["id"]]
    assert len(left) == len(before) - 1
    assert set(left) < set(before)


def changed(title, change):
    raw = own_values(title)
    change(raw)
    return json.dumps(raw)


BROKEN = {
    "a missing value": {
        "power_grid": (lambda raw: raw.pop("payments"), "`payments` is missing"),
        "card_game": (lambda raw: raw["plants"][0].pop("profit"), "plants[0]: Object missing required field `profit`"),
        "colony61": (lambda raw: raw["modules"][0].pop("cost"), "modules[0]: Object missing required field `cost`"),
    },
    "a wrong type": {
        "power_grid": (lambda raw: raw.update(starting_money="50"), "starting_money: Expected `int`, got `str`"),
        "card_game": (lambda raw: raw["plants"][0].update(need=1.5), "plants[0]: Expected `int`, got `float`"),
        "colony61": (lambda raw: raw["modules"][0].update(cost=None), "modules[0]: Expected `int`, got `null`"),
    },
    "a negative number": {
        "power_grid": (lambda raw: raw["payments"].__setitem__(0, -10), "payments[0]: -10 is not a number from 0"),
        "card_game": (lambda raw: raw["tables"].update(start_money=-1), "tables.start_money: -1 is not a number"),
        "colony61": (lambda raw: raw["modules"][0].update(influence=-1), "influence at least 0"),
    },
    "a number too large": {
        "power_grid": (lambda raw: raw.update(starting_money=10**19), "starting_money: 10000000000000000000 is not"),
        "card_game": (lambda raw: raw["plants"][0].update(profit=10**7), "plants.0.profit: 10000000 is not a number"),
        "colony61": (lambda raw: raw["modules"][0].update(cost=10**7), "modules.0.cost: 10000000 is not a number"),
    },
    "an unknown key": {
        "power_grid": (lambda raw: raw.update(bridges=2), "bridges: is not a part of this kind of file"),
        "card_game": (lambda raw: raw["plants"][0].update(colour="red"), "Object contains unknown field `colour`"),
        "colony61": (lambda raw: raw.update(maps=[]), "Object contains unknown field `maps`"),
    },
    "an id of another number": {
        "power_grid": (lambda raw: raw.update(id="power_grid/base/2"), "must be called base-2.json"),
        "card_game": (lambda raw: raw.update(id="2019-1"), "must be called 2019-1.json"),
        "colony61": (lambda raw: raw.update(id="colony61-1"), "must be called colony61-1.json"),
    },
}


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("flaw", BROKEN)
def test_a_file_with_a_problem_is_never_loaded(package, title, flaw):
    change, problem = BROKEN[flaw][title]
    (said,) = answers(package, (title, name_of(title, 1001), changed(title, change), None))
    assert (said["code"], said["rule"]) == ("EDITION_INVALID", TITLES[title][2])
    assert said["edition"] == name_of(title, 1001)
    assert any(problem in each for each in said["problems"]), said["problems"]


@pytest.mark.parametrize("title", TITLES)
def test_files_that_are_not_data_are_refused(package, title):
    name, good = name_of(title, 1001), json.dumps(own_values(title))
    cases = {
        "{": "",
        "[" * 100_000: "",
        good.replace("a", "\udcff"): "",
        good + " " * 1_000_000: f"has {len(good) + 1_000_000} bytes, 1000000 are the most",
    }
    for said, problem in zip(
        answers(package, *[(title, name, text, None) for text in cases]), cases.values(), strict=True
    ):
        assert (said["code"], said["rule"], said["edition"]) == ("EDITION_INVALID", TITLES[title][2], name)
        assert len(said["problems"]) == 1
        assert problem in said["problems"][0]


@pytest.mark.parametrize("title", TITLES)
def test_a_file_with_another_kind_of_name_is_refused(package, title):
    for name in ("copy of mine", "mine-02"):
        (said,) = answers(package, (title, name, json.dumps(own_values(title)), None))
        assert (said["code"], said["rule"], said["edition"]) == ("EDITION_INVALID", TITLES[title][2], name)
        assert said["problems"] == ["file: must be called NAME-NUMBER.json"]


@pytest.mark.parametrize("title", TITLES)
def test_an_altered_file_is_refused_by_the_games_that_began_with_it(package, title):
    name = {"power_grid": "base-1", "card_game": "2019-1", "colony61": "colony61-1"}[title]
    file = ROOT / "domain" / title / "data" / f"{name}.json"
    altered = file.read_text() + "\n"
    new, old = answers(package, (title, name, altered, None), (title, name, altered, pinned(title)))
    assert isinstance(new, list)
    editions = [each[0] for each in pinned(title)]
    assert old == {"code": "UNKNOWN_EDITION", "rule": TITLES[title][2], "editions": editions, "altered": editions[:1]}


def test_a_map_whose_deck_names_a_plant_that_the_base_lacks_is_refused(package):
    text = changed("power_grid", lambda raw: raw["plants"][0].update(number=1000))
    (said,) = answers(package, ("power_grid", "base-1001", text, None))
    assert said == {
        "code": "EDITION_INVALID",
        "rule": "PG-SET-01",
        "edition": "power_grid/russia/1",
        "problems": ["deck: power_grid/base/1001 has no plant 3", "deck_swapped: power_grid/base/1001 has no plant 3"],
    }


def test_a_server_does_not_start_with_a_bad_file(package, tmp_path):
    file = package / "card_game/data/2019-1001.json"
    file.write_text(changed("card_game", BROKEN["a missing value"]["card_game"][0]))
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "turnledger_server", "serve", "--store", f"sqlite:///{tmp_path}/games.db"],
            env=os.environ | {"PYTHONPATH": f"{package.parent}:{ROOT}"},
            capture_output=True,
            text=True,
            timeout=60,
        )
    finally:
        file.unlink()
    assert done.returncode == 2
    assert "2019-1001" in done.stderr
    assert "missing required field `profit`" in done.stderr
    assert "(EDITION_INVALID)" in done.stderr
