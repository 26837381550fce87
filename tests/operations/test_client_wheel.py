"""The client's wheel alone: in an environment that has what it says it needs, and nothing else."""

import asyncio
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from services.main import running
from tests.api.conftest import settings

ROOT = Path(__file__).parents[2]
KIT = ROOT / "clients/python"
SIZE_MAX = 300_000
PROGRAM = re.search(r"```python\n(.*?)```", (KIT / "README.md").read_text(), re.DOTALL)[1]
ISOLATED = "import sys; sys.path.insert(0, sys.argv.pop(1)); "
pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """Built from the source distribution, as a packager does."""
    folder = tmp_path_factory.mktemp("client")
    build(KIT, folder, "sdist")
    (packed,) = folder.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(folder, filter="data")
    build(folder / packed.name.removesuffix(".tar.gz"), folder, "wheel")
    (built,) = folder.glob("*.whl")
    return built


def build(where, folder, target):
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", folder]
    subprocess.run(command, cwd=where, check=True, capture_output=True)


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory):
    """The wheel's files, and links to those of the packages that it says it needs."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
        (metadata,) = [name for name in archive.namelist() if name.endswith("METADATA")]
        wanted = re.findall(r"^Requires-Dist: (.*)$", archive.read(metadata).decode(), re.MULTILINE)
    for name in needed(wanted, set()):
        for file in distribution(name).files:
            if ".." not in file.parts and "__pycache__" not in file.parts:
                (folder / file).parent.mkdir(parents=True, exist_ok=True)
                (folder / file).symlink_to(file.locate())
    return folder


def needed(requirements, seen):
    for each in map(Requirement, requirements):
        if each.name not in seen and (each.marker is None or each.marker.evaluate({"extra": ""})):
            assert each.specifier.contains(distribution(each.name).version), each
            seen.add(each.name)
            needed(distribution(each.name).requires or (), seen)
    return seen


def command(site, program, *arguments):
    return [sys.executable, "-I", "-S", "-c", ISOLATED + program, str(site), *arguments]


def test_it_has_the_package_its_types_and_licence_and_is_small(wheel):
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    tracked = subprocess.run(["git", "ls-files", "turnledger"], cwd=ROOT, check=True, capture_output=True, text=True)
    info = {name for name in names if ".dist-info/" in name}
    assert names - info == set(tracked.stdout.split())
    assert "turnledger/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in info)
    assert (KIT / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()
    assert 100_000 < wheel.stat().st_size < SIZE_MAX


def test_every_module_is_imported_with_grpcio_and_protobuf_alone(site):
    packages = {path.name for path in site.iterdir() if path.suffix != ".dist-info"}
    assert packages <= {"turnledger", "grpc", "google", "typing_extensions.py"}
    done = subprocess.run(
        command(
            site,
            "import importlib, pkgutil, turnledger\n"
            "found = [each.name for each in pkgutil.walk_packages(turnledger.__path__, 'turnledger.')]\n"
            "[importlib.import_module(name) for name in found]\n"
            "print(len(found), turnledger.__file__)",
        ),
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert int(done.stdout.split()[0]) > 40
    assert str(site) in done.stdout


@pytest.mark.servers
async def test_the_program_of_its_readme_plays_a_game_to_its_end(site, tmp_path):
    async with running(settings(tmp_path)) as server:
        program = PROGRAM.replace("127.0.0.1:50051", server.grpc) + "\nprint('over')\n"
        told = await asyncio.create_subprocess_exec(
            *command(site, f"exec({program!r})"), stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
        )
        out, err = await told.communicate()
    assert (told.returncode, out) == (0, b"over\n"), err.decode()


def test_programs_that_use_it_are_typed(wheel, tmp_path):
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    wrong = "\n\nasync def wrong() -> None:\n    async with sign_in(1) as me:\n        me.nonsense\n"
    typed = PROGRAM.replace("main(address=", "main(address: str = ").replace('1"):', '1") -> None:')
    (tmp_path / "program.py").write_text(typed + wrong)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-site-packages", "--ignore-missing-imports",
         "--follow-imports=silent", f"--cache-dir={tmp_path / 'cache'}", "program.py"],
        cwd=tmp_path, env=os.environ | {"MYPYPATH": str(tmp_path / "site")}, capture_output=True, text=True,
    )  # fmt: skip
    assert sorted(re.findall(r"^program.py:.*\[([a-z-]+)\]$", done.stdout, re.MULTILINE)) == [
        "arg-type",
        "attr-defined",
    ], done.stdout
