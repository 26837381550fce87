"""A release is refused without its entry in the changelog."""

import importlib.util
import json
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.version import Version

from tests.connect_conformance.official import runner

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
        ("## [Unreleased]\n\n## [1.2.0] - 2026-12-01\n\nContract 3.\n\n- Much.\n", []),
        ("## [Unreleased]\n- More.\n\n## [1.2.0] - 2026-12-01\nContract 3.\n- Much.\n", ["released already"]),
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


@pytest.mark.parametrize(
    ("part", "line"),
    [
        (
            {"name": "okio-jvm", "group": "com.squareup.okio", "licenses": [{"license": {"id": "Apache-2.0"}}]},
            "Apache-2.0",
        ),
        (
            {"name": "annotations", "licenses": [{"license": {"name": "The Apache Software License, Version 2.0"}}]},
            "2.0",
        ),
        ({"name": "connect", "evidence": {"licenses": [{"license": {"id": "BSD-3-Clause"}}]}}, "BSD-3-Clause"),
        ({"name": "noble", "licenses": [{"expression": "MIT OR CC0-1.0"}]}, "MIT OR CC0-1.0"),
    ],
)
def test_a_bill_says_the_licence_of_each_part(part, line):
    told = release.licence_of({"version": "1", "purl": "pkg:maven/x", **part})
    assert told.endswith(line)
    assert told.startswith("/".join(filter(None, (part.get("group"), part["name"]))))


def test_a_package_of_this_repository_says_its_licence_itself():
    part = {"name": "turnledger-client", "version": "0.1.0"}
    assert release.licence_of(part) == "turnledger-client 0.1.0: Apache-2.0"


@pytest.mark.parametrize(
    "licences", [[], [{"license": {"id": "AGPL-3.0-only"}}], [{"license": {"name": "Commercial"}}]]
)
def test_a_part_under_no_permissive_licence_is_refused(licences):
    with pytest.raises(SystemExit, match="some is under"):
        release.licence_of({"name": "some", "version": "1", "purl": "pkg:npm/some@1", "licenses": licences})


def test_the_server_asks_for_the_client_that_lies_beside_it():
    server, client = (
        tomllib.loads((release.PYTHON_KITS[name] / "pyproject.toml").read_text())
        for name in ("turnledger", "turnledger-client")
    )
    (asked,) = (each for each in server["project"]["dependencies"] if each.startswith("turnledger-client"))
    taken, version = Requirement(asked).specifier, Version(client["project"]["version"])
    assert taken.contains(version)
    assert not taken.contains(f"{version.major}.{version.minor + 1}")
    assert not taken.contains("0.1.0")


def test_after_a_release_every_package_has_a_development_version():
    """Else the released number could be built again from any later commit."""
    changelog = (ROOT / "CHANGELOG.md").read_text()
    released = [Version(each) for each in re.findall(r"^## \[(\d.*?)\]", changelog, re.M)]
    version = Version(release.version())
    assert version.is_devrelease or "released already" not in " ".join(release.not_ready(str(version), changelog, 1))
    assert version > max(released) or not version.is_devrelease
    assert release.of_the_packages(release.semver(str(version)), release.versions())[version.is_devrelease :] == []


def test_a_development_version_is_not_released():
    assert release.semver("1.2.0.dev3") == "1.2.0-dev.3"
    assert release.of_the_packages("1.2.0", {"kotlin": "1.2.0"}) == []
    found = {"typescript": "1.2.0-dev.3", "kotlin": "1.1.0"}
    development, kotlin = release.of_the_packages("1.2.0-dev.3", found)
    assert ("development version" in development, "kotlin has version 1.1.0" in kotlin) == (True, True)


def test_a_bill_that_does_not_name_its_package_is_refused():
    named = {"metadata": {"component": {"name": "github.com/turnledger/turnledger-go", "version": "v1.2.0"}}}
    assert release.of_the_bill("go.cdx.json", named) == []
    del named["metadata"]["component"]["version"]
    (trouble,) = release.of_the_bill("go.cdx.json", named)
    assert "version of its package" in trouble


def test_what_is_made_beside_the_sources_is_not_in_the_server_s_package():
    built = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["sdist"]
    ignoring = [*ROOT.glob("clients/*/.gitignore"), ROOT / "tests/connect_conformance/official/.gitignore"]
    made = [
        f"/{path.parent.relative_to(ROOT).as_posix()}/{line.strip('/')}"
        for path in ignoring
        for line in path.read_text().split()
        if line.endswith("/")
    ]
    assert len(made) > 5
    assert [each for each in made if not any(fnmatch(each, out) for out in built["exclude"])] == []


@pytest.mark.parametrize("path", sorted((ROOT / ".github/workflows").iterdir()), ids=lambda path: path.name)
def test_a_workflow_pins_what_it_runs(path):
    workflow = yaml.safe_load(path.read_text())
    assert workflow["permissions"] == {"contents": "read"}
    used = [step["uses"] for job in workflow["jobs"].values() for step in job["steps"] if "uses" in step]
    assert used
    assert all(len(each.partition("@")[2]) == 40 for each in used), used


def test_what_the_official_clients_met_stands_in_the_report():
    row = {"client": "connect-go 1", "protocol": "Connect", "packing": "JSON", "case": "unary", "wrong": ""}
    told = runner.table([row, {**row, "packing": "protobuf", "wrong": "nobody answered"}])
    assert told.endswith("| connect-go 1 | Connect | JSON, protobuf: **failed** |\n")


def test_the_release_gives_rights_to_jobs_that_run_nothing_of_ours():
    workflow = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())
    trusted = {name: job for name, job in workflow["jobs"].items() if "write" in job.get("permissions", {}).values()}
    assert set(trusted) == {"attest", "publish", "publish-npm", "release", "image"}
    for job in trusted.values():
        assert not any("checkout" in step.get("uses", "") for step in job["steps"])
        runs = [step["run"] for step in job["steps"] if "run" in step]
        assert all(run.startswith(("npm publish ", "gh release ", "docker ", "tar ")) for run in runs), runs


def test_the_release_has_every_package_and_the_image():
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]
    packed, released = [step["run"] for step in jobs["release"]["steps"] if "run" in step]
    built = {kit.parent.name for kit in ROOT.glob("clients/*/kit.json") if "release" in json.loads(kit.read_text())}
    for folder in built - {"swift"} | set(release.PYTHON_KITS):  # Swift's is left out where its tools are missing
        assert f"-C dist/{folder} ." in packed or f" dist/{folder}/*" in released, folder
    image = " ".join(step["run"] for step in jobs["image"]["steps"] if "run" in step)
    saved = "dist/turnledger-image.tar.gz"
    assert f"docker load -i {saved}" in image
    assert saved in " ".join(step.get("run", "") for step in jobs["build"]["steps"])


def test_the_notes_of_a_release_are_its_part_of_the_changelog():
    changelog = "## [Unreleased]\n- No.\n\n## [1.2.0] - 2026-12-01\n\n- Much.\n\n## [1.1.0] - 2026-11-30\n- Old.\n"
    assert release.part_of("1.2.0", changelog).strip() == "- Much."
    assert release.part_of("1.3.0", changelog) == ""


def test_every_package_that_is_built_is_attested():
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text())["jobs"]
    built = {kit.parent.name for kit in ROOT.glob("clients/*/kit.json") if "release" in json.loads(kit.read_text())}
    (attested,) = [step["with"]["subject-path"] for step in jobs["attest"]["steps"] if "attest-build" in step["uses"]]
    folders = {line.split("/")[1] for line in attested.split() if line.count("/") > 1}
    assert folders == built | set(release.PYTHON_KITS)
    assert "dist/*.json" in attested.split()


def test_gradle_is_sent_to_metadata_where_they_are_built():
    pom = (ROOT / "clients/kotlin/pom.xml").read_text()
    assert "  <!-- do_not_remove: published-with-gradle-metadata -->\n  <modelVersion>" in pom
    assert "<goal>gmm</goal>" in pom
