"""Every top-level entry and every room of the packages has its line in docs/architecture.md."""

import re
import subprocess
from graphlib import TopologicalSorter
from pathlib import Path

import grimp

from domain import catalogue

ROOT = Path(__file__).parents[2]
PACKAGES = ("domain", "projections", "services")


def lines_of_tables() -> set[str]:
    """Return what the first columns of the tables name, in backticks."""
    text = (ROOT / "docs/architecture.md").read_text()
    house = text[text.index("## The house") :]
    rows = re.findall(r"^\| (`[^|]+`) \| [^|]+ \|$", house, re.MULTILINE)
    return {name.rstrip("/") for row in rows for name in re.findall(r"`([^`]+)`", row)}


def tracked() -> list[Path]:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [Path(line) for line in listed.stdout.splitlines()]


def test_every_top_level_entry_has_a_line():
    assert {path.parts[0] for path in tracked()} - lines_of_tables() == set()


def test_every_room_has_a_line():
    rooms = {"/".join(path.parts[:2]) for path in tracked() if path.parts[0] in PACKAGES and path.name != "__init__.py"}
    rooms |= {"/".join(path.parts[:2]) for path in tracked() if path.parts[0] in PACKAGES and len(path.parts) > 2}
    assert rooms - lines_of_tables() == set()


def test_every_line_names_something_that_exists():
    names = {name for name in lines_of_tables() if name.split("/")[0] in PACKAGES and "<" not in name}
    assert {name for name in names if not (ROOT / name).exists()} == set()


def test_benches_do_not_import_tests():
    programs = [ROOT / path for path in tracked() if path.parts[0] in {"bench", "support"} and path.suffix == ".py"]
    importing = [path.name for path in programs if re.search(r"^\s*from tests\b", path.read_text(), re.MULTILINE)]
    assert len(programs) > 20
    assert importing == []


# The three games have the same modules on the common base of the kernel; table, tournament and club are the aggregates.
GAMES = {path.name for path in (ROOT / "domain").iterdir() if path.name in catalogue.TITLES}
PARALLEL = [{*GAMES, "kernel"}, {"table", "tournament", "club"}]
OF_A_GAME = {f"{game}.py" for game in GAMES}
NAMED_BY_TOOLS = {"__init__.py", "__main__.py", "conftest.py", "hatch_build.py"}
NAMED_LIKE_THE_SUBJECT = {"tests", "bench", "examples", "support"}  # bench/archive.py measures the archive


def room(path: Path) -> str:
    """Return the room of a file. Parallel packages of the domain count as one."""
    for packages in PARALLEL:
        if path.parts[0] == "domain" and path.parts[1] in packages:
            return f"domain/{min(packages)}"
    return "/".join(path.parent.parts[:2])


def test_no_file_name_occurs_in_three_rooms():
    rooms: dict[str, set[str]] = {}
    for path in tracked():
        if path.suffix == ".py" and path.parts[0] not in NAMED_LIKE_THE_SUBJECT:
            rooms.setdefault(path.name, set()).add(room(path))
    assert len(rooms["messages.py"]) == 2
    repeated = {name: places for name, places in rooms.items() if len(places) > 2}
    assert {name: repeated[name] for name in repeated.keys() - OF_A_GAME - NAMED_BY_TOOLS} == {}


def test_the_api_has_at_most_five_floors_and_eighty_arrows():
    """Counts the files and rooms of services/api; an arrow is an import between two of them."""
    graph = grimp.build_graph("services")
    inside = graph.find_children("services.api")
    imports = {
        each: {to for to in inside - {each} if graph.direct_import_exists(importer=each, imported=to, as_packages=True)}
        for each in inside
    }
    floors: dict[str, int] = {}
    for each in TopologicalSorter(imports).static_order():
        floors[each] = 1 + max((floors[to] for to in imports[each]), default=0)
    assert 3 < max(floors.values()) <= 5, floors
    assert 50 < sum(map(len, imports.values())) <= 80
