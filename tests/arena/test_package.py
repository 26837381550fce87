"""The package of the arena: its wheel needs no other package of ours, and the examples of its documents run."""

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROGRAMS = [
    (page, number, program)
    for page in ("docs/arena.md", "clients/env/README.md")
    for number, program in enumerate(re.findall(r"^```python\n(.*?)^```", (ROOT / page).read_text(), re.M | re.S))
]


@pytest.mark.slow
@pytest.mark.parametrize(("page", "number", "program"), PROGRAMS, ids=[f"{page}-{n}" for page, n, _ in PROGRAMS])
def test_the_examples_of_a_document_run(page, number, program, tmp_path):
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout


def built(target, where, folder):
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=where, check=True, capture_output=True)


@pytest.mark.slow
def test_the_wheel_holds_the_rules_and_needs_no_other_package_of_ours(tmp_path):
    built("sdist", ROOT / "clients/env", tmp_path)
    (packed,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(packed) as archive:
        archive.extractall(tmp_path, filter="data")
    built("wheel", tmp_path / packed.name.removesuffix(".tar.gz"), tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    assert {path.name for path in (tmp_path / "site").iterdir() if path.suffix != ".dist-info"} == {"turnledger_env"}
    program = (
        "import sys; sys.path = [each for each in sys.path if each != sys.argv[1]];"
        "from turnledger_env import ArenaEnv; env = ArenaEnv('colony61', 3); env.reset(seed=1);"
        "ours = {'domain', 'services', 'projections', 'turnledger', 'turnledger_server'} & set(sys.modules);"
        "print(env.game.seat, type(env.variant.rules).__module__, ours or 'alone')"
    )
    done = subprocess.run(
        [sys.executable, "-P", "-c", program, str(ROOT / "clients/env")],
        cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path / "site")}, capture_output=True, text=True,
    )  # fmt: skip
    assert done.stdout.split() == ["0", "turnledger_env.domain.colony61.game", "alone"], done.stderr
