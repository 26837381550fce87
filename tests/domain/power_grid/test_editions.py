"""Editions: every published file is sound, and the check names every mistake with its line."""

import json
import time
from hashlib import sha256

import pytest

from domain import catalogue
from domain.power_grid import editions
from domain.power_grid.checks import problems
from domain.power_grid.editions import DATA
from domain.power_grid.figures import MapEdition
from tests.domain.power_grid.positions import MAPS

FILES = sorted(DATA.glob("*.json"))
PRINTED_AND_NOT = {
    "power_grid/russia/1": {"cities", "connections", "regions", "region_adjacency", "resupply", "deck_swapped"},
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_published_file_is_sound(path):
    assert problems(path.read_bytes()) == ()


def changed(name, **swaps):
    """The text of a file with the first occurrence of each text swapped, as an owner would edit it."""
    text = (DATA / name).read_text()
    for old, new in swaps.values():
        assert old in text
        text = text.replace(old, new, 1)
    return text.encode()


def test_every_mistake_is_named_with_its_line():
    text = changed(
        "russia-1.json",
        region=('"region": "green", "x": 336', '"region": "grey", "x": 336'),
        cost=('"b": "arkhangelsk", "cost": 15', '"b": "atlantis", "cost": 15'),
        tokens=('"start": 18', '"start": 99'),
        top=('"offer_size": 3', '"offer_size": 4'),
    )
    lines = text.decode().splitlines()
    found = problems(text)
    assert len(found) >= 4
    for problem, part in (
        ("there is no region grey", "murmansk"), ("there is no city atlantis", "atlantis"),
        ("must be from 0 to 24", '"start": 99'),
    ):  # fmt: skip
        (hit,) = [each for each in found if each.message == problem]
        assert part in lines[hit.line - 1], hit
    assert [problem.line for problem in found] == sorted(problem.line for problem in found)


def test_mistakes_of_shape_do_not_hide_each_other():
    text = changed(
        "russia-1.json",
        x=('"x": 336', '"x": "far"'),
        cost=('"cost": 15', '"cost": 1.5'),
        extra=('"networks_max": 1', '"networks_max": 1, "bridges": 2'),
    )
    found = {problem.where: problem.message for problem in problems(text)}
    assert "cities[0]" in found
    assert "connections[0]" in found
    assert "bridges" in found


@pytest.mark.parametrize(("text", "message"), [
    (b"\xff", "UTF-8"), (b"{", "JSON"), (b"[]", "must be"), (b'{"kind": "map"}', "missing"),
    (b'{"kind": "cake"}', "must be"),
])  # fmt: skip
def test_what_is_no_edition_at_all_is_said_so(text, message):
    assert message in problems(text)[0].message


def test_mistakes_in_the_base_tables_are_found():
    text = changed(
        "base-1.json",
        payments=("[10, 22, 33", "[10, 32, 33, 31"),
        plant=('{"number": 4,', '{"number": 3,'),
        eco=('"kind": "eco", "burns": 0', '"kind": "eco", "burns": 1'),
        mark=('"payments": {"mark"', '"payment": {"mark"'),
    )
    messages = " / ".join(str(problem) for problem in problems(text))
    for part in (
        "31 comes after 33",
        "number 3 is there 2 times",
        "eco burns 1",
        "has no provenance",
        "does not exist",
    ):
        assert part in messages


@pytest.mark.rule("DEC-PG-52", "DEC-PG-36", "DEC-PG-40")
def test_what_was_not_read_off_a_print_is_marked_reconstructed():
    for variant in MAPS:
        base, board = catalogue.find(f"power_grid/{variant}").editions()
        assert "renovation" in base.reconstructed
        assert {"connections", "resupply"} <= set(board.reconstructed)
        assert len(board.sha256) == 64
    assert (
        set(catalogue.find("power_grid/russia").editions()[1].reconstructed) == PRINTED_AND_NOT["power_grid/russia/1"]
    )
    assert "uranium_track" in catalogue.find("power_grid/australia").editions()[1].reconstructed
    assert "fuels" in catalogue.find("power_grid/india").editions()[1].reconstructed


def test_a_published_file_is_named_after_its_id_and_its_newest_number_counts():
    for found in editions.published():
        path, number = editions.serial(found)
        assert (DATA / f"{path.removeprefix('power_grid/')}-{number}.json").read_bytes() == found.data
    numbers = [editions.serial(found)[1] for found in editions.published() if found.map == "russia"]
    assert editions.current("russia")[1].id == f"power_grid/russia/{max(numbers)}"


@pytest.mark.parametrize(
    ("name", "first_bytes"),
    [
        ("base", "3bbd09b01cf3402198bdbe6bb2cf9b7098e5796b206751e77ae629b310a723fa"),
        ("russia", "27a0489d38a68e24eca61971f16443600b99bc617cbce42de0d591729d1dbbc5"),
        ("japan", "d06ad57aba8db39befb63c82194e39be64590ba3fcea91cda6e86cc253be0d97"),
        ("india", "1ba94e5d2da5058e6febb6845fe16f3eca100e7c42c55a0949d7c04b7435d603"),
        ("australia", "d94ae2573b42913efeec4fdb2ed5125d73885686322d664a44310acef5d747b0"),
    ],
)
def test_a_published_file_keeps_its_bytes(name, first_bytes):
    assert sha256((DATA / f"{name}-1.json").read_bytes()).hexdigest() == first_bytes


def test_all_pairs_of_a_map_are_worked_out_once():
    one = catalogue.find("power_grid/russia").decider({}, 2).rules.atlas
    other = catalogue.find("power_grid/russia").decider({"flow_generator": "on"}, 5).rules.atlas
    regions = ("red", "yellow", "purple")
    assert one.area(regions) is other.area(regions)


def test_a_catalogue_entry_loads_in_no_time():
    """Measured in full by `make bench`; here only that nothing slow has crept in (wanted: under 50 ms)."""
    data = (DATA / "russia-1.json").read_bytes()
    started = time.process_time()
    json.loads(data)
    editions.load(data + b"\n", MapEdition)
    assert time.process_time() - started < 0.5
