"""A release is refused without its entry in the changelog."""

import importlib.util
import json
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
SPEC = importlib.util.spec_from_file_location("release", ROOT / "clients/release.py")
release = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(release)


@pytest.mark.parametrize(
    ("changelog", "lacks"),
    [
        ("## [Unreleased]\n- Much.\n", ["CHANGELOG.md has no part `## [1.2.0] - DATE`"]),
        ("## [1.2.0]\n- Much. Contract 3.\n", ["CHANGELOG.md has no part `## [1.2.0] - DATE`"]),
        ("## [1.2.0] - 2026-12-01\nContract 3.\n\n## [1.1.0] - 2026-11-30\n- Much.\n", ["says nothing of 1.2.0"]),
        ("## [1.2.0] - 2026-12-01\n- Much.\n\n## [1.1.0] - 2026-11-30\nContract 3.\n", ["`Contract 3.` of 1.2.0"]),
        ("## [1.2.0] - 2026-12-01\n\nContract 3.\n\n- Much.\n", []),
    ],
)
def test_the_changelog_must_tell_of_the_version_and_its_contract(changelog, lacks):
    told = release.not_ready("1.2.0", changelog, 3)
    assert len(told) == len(lacks)
    assert all(part in each for part, each in zip(lacks, told, strict=True))


def test_what_is_too_large_is_named():
    assert release.too_large({"turnledger_client-1.whl": 300_000, "turnledger-1.whl": 12_000_000}) == []
    (told,) = release.too_large({"turnledger_client-1.whl": 300_001})
    assert "turnledger_client-1.whl" in told


def test_the_server_asks_for_the_client_that_lies_beside_it():
    server, client = (tomllib.loads((kit / "pyproject.toml").read_text()) for kit in release.PYTHON_KITS.values())
    major_minor = client["project"]["version"].rpartition(".")[0]
    assert f"turnledger-client ~={major_minor}.0" in server["project"]["dependencies"]


def test_the_workflow_pins_what_it_runs_and_gives_rights_to_one_job_alone():
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
    assert workflow["permissions"] == {"contents": "read"}
    used = [step["uses"] for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step]
    assert all(len(each.partition("@")[2]) == 40 for each in used), used
    rights = {name: job.get("permissions") for name, job in workflow["jobs"].items()}
    assert [name for name, given in rights.items() if given and "id-token" in json.dumps(given)] == ["publish"]
    assert not any("run" in step for step in workflow["jobs"]["publish"]["steps"])
