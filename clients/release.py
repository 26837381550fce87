"""`make release`: builds into dist/ what a release is made of, and refuses what is not ready. Publishes nothing.

Of the version that pyproject.toml says: it must not be a development version, and every package must have it;
CHANGELOG.md must have it (`## [0.1.0] - 2026-12-01`) with something below, and in that part the number of the contract
(`Contract 1.`); everything must be committed, and no other commit may have its tag. `--rehearse` builds all the same
and says what it would refuse.

A kit of another language has in its `kit.json` what makes its package: `release`, commands that are run in its folder
and write what users get of `{version}`, as SemVer writes it, into the folder `{dist}`."""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

from clients.build import kits, missing
from services.api.catalogue import CONTRACT
from services.platform.program import semver

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PYTHON_KITS = {"turnledger": ROOT, "turnledger-client": ROOT / "clients/python", "turnledger-env": ROOT / "clients/env"}
SIZES_MAX = {
    "turnledger-": 12_000_000,
    "turnledger_client-": 300_000,
    "turnledger_env-": 2_000_000,
    "turnledger-client-": 8_000_000,  # of Kotlin
    "v": 2_000_000,  # of Go
}
"""Bytes, by how a file's name begins."""
STEP_S = 1800
PYTHONS = "pkg:pypi/"
_PERMISSIVE = re.compile(r"Apache|MIT|BSD|ISC|PSF|Python Software|MPL|LGPL|Unlicense|0BSD|CC0|Zlib|HPND", re.IGNORECASE)


def main() -> None:
    troubles = not_ready(version(), (ROOT / "CHANGELOG.md").read_text(), CONTRACT) + of_the_tree(f"v{version()}")
    troubles += of_the_packages(semver(version()), versions())
    if troubles and "--rehearse" not in sys.argv:
        raise SystemExit("refused:\n" + "\n".join(f"- {each}" for each in troubles))
    shutil.rmtree(DIST, ignore_errors=True)
    built = [path for name, kit in PYTHON_KITS.items() for path in _built(name, kit)]
    for name in PYTHON_KITS:
        built += [_bill_of_materials(name)]
    packed, left_out = _other_kits(semver(version()))
    built += packed
    troubles += [
        trouble for path in built if path.name.endswith(".cdx.json") for trouble in of_the_bill(path.name, _read(path))
    ]
    built += [_licences(built), _notes(version())]
    troubles += too_large({path.name: path.stat().st_size for path in built})
    _sums(built)
    for path in built:
        print(f"{path.stat().st_size:>10,}  {path.relative_to(ROOT)}")
    print("not built here: " + (", ".join(left_out) or "nothing"))
    if troubles:
        raise SystemExit("a release would be refused:\n" + "\n".join(f"- {each}" for each in troubles))


def version() -> str:
    return str(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])


def versions() -> dict[str, str]:
    """Return the version of each client package, by its folder in clients/, as SemVer writes it."""
    pom = (ROOT / "clients/kotlin/pom.xml").read_text()
    return {
        "python": semver(tomllib.loads((ROOT / "clients/python/pyproject.toml").read_text())["project"]["version"]),
        "env": semver(tomllib.loads((ROOT / "clients/env/pyproject.toml").read_text())["project"]["version"]),
        "typescript": _read(ROOT / "clients/typescript/package.json")["version"],
        "kotlin": re.findall(r"^  <version>(.*)</version>", pom, re.M)[0].replace("-SNAPSHOT", "-dev.0"),
    }


def of_the_packages(wanted: str, found: dict[str, str]) -> list[str]:
    """Return which packages do not have the wanted version, and whether it is a development version. `found`: versions
    by package."""
    return [
        *([f"{wanted} is a development version: a release has a number of its own"] if "-dev." in wanted else []),
        *(f"clients/{name} has version {each}, not {wanted}" for name, each in found.items() if each != wanted),
    ]


def of_the_bill(name: str, bill: dict[str, Any]) -> list[str]:
    """Return which of name and version a bill lacks of its own package."""
    package = bill["metadata"].get("component", {})
    return [
        f"{name} does not say the {field} of its package" for field in ("name", "version") if not package.get(field)
    ]


def part_of(version: str, changelog: str) -> str:
    """Return the text that the changelog has for a version, empty if it has none."""
    part = re.search(rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    return part[1] if part else ""


def not_ready(version: str, changelog: str, contract: int) -> list[str]:
    """Return the entries that the changelog lacks."""
    part = part_of(version, changelog)
    if not part:
        return [f"CHANGELOG.md has no part `## [{version}] - DATE`"]
    lacks = [] if re.search(r"^- \S", part, re.M) else [f"CHANGELOG.md says nothing of {version}"]
    newer = re.search(r"^## \[Unreleased\]\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    if newer and re.search(r"^- \S", newer[1], re.M):
        lacks.append(
            f"CHANGELOG.md has lines under [Unreleased]: {version} is released already, the next number is due"
        )
    if f"Contract {contract}." not in part:
        lacks.append(f"CHANGELOG.md does not say `Contract {contract}.` of {version}")
    return lacks


def of_the_tree(tag: str) -> list[str]:
    changed = _run("git", "status", "--porcelain")
    elsewhere = _run("git", "tag", "--list", tag) and tag not in _run("git", "tag", "--points-at", "HEAD").split()
    return [
        *(["something is not committed"] if changed else []),
        *([f"there is a tag {tag} of another commit: a release is made once"] if elsewhere else []),
    ]


def too_large(sizes: dict[str, int]) -> list[str]:
    """`sizes`: bytes by name."""
    return [
        f"{name} has {size:,} bytes, {most:,} at most"
        for name, size in sizes.items()
        for start, most in SIZES_MAX.items()
        if name.startswith(start) and size > most
    ]


def _built(name: str, kit: Path) -> list[Path]:
    folder = DIST / name
    _run(sys.executable, "-m", "hatchling", "build", "-d", str(folder), cwd=kit)
    return sorted(folder.iterdir())


def _bill_of_materials(name: str) -> Path:
    """CycloneDX, from the lock file."""
    out = DIST / f"{name}.cdx.json"
    asked = ("--frozen", "--no-default-groups", "--all-extras", "--package", name, "--format", "cyclonedx1.5")
    uv = Path(sys.executable).with_name("uv")
    _run(str(uv), "export", "--quiet", "--preview-features", "sbom-export", *asked, "--output-file", str(out))
    return out


def _licences(built: list[Path]) -> Path:
    """Write the licences of all packages in the bills. Refuses a package without one, or with one that cannot be
    combined with ours."""
    bills = [_read(path) for path in built if path.name.endswith(".cdx.json")]
    lines = {licence_of(part) for bill in bills for part in bill.get("components", ())}
    out = DIST / "LICENCES.txt"
    out.write_text("\n".join(sorted(lines)) + "\n")
    return out


def _notes(version: str) -> Path:
    """Write the release notes: the changelog's part about this version."""
    out = DIST / "NOTES.md"
    out.write_text(part_of(version, (ROOT / "CHANGELOG.md").read_text()).strip() + "\n")
    return out


def licence_of(part: dict[str, Any]) -> str:
    """A line on a component of a bill. Of Python's, which say none there, the installed package says it. Raises
    SystemExit for one that may not be combined with ours, and for a package without a named licence."""
    name = "/".join(filter(None, (part.get("group"), part["name"])))
    told = [each.get("expression") or _named(each["license"]) for each in part.get("licenses", ())]
    found = [each["license"] for each in part.get("evidence", {}).get("licenses", ())]
    licence = ", ".join(told or map(_named, found))
    is_python = part.get("purl", PYTHONS).startswith(PYTHONS)  # uv's bill lacks licences of this repository
    if not licence and is_python:
        try:
            licence = _licence(name)
        except ModuleNotFoundError:
            return f"{name} {part['version']}: not installed on this machine"
    if not _PERMISSIVE.search(licence):
        raise SystemExit(f"{name} is under {licence or 'no licence'}")
    return f"{name} {part['version']}: {licence}"


def _named(licence: dict[str, str]) -> str:
    return licence.get("id") or licence.get("name") or licence["url"]


def _licence(name: str) -> str:
    """Return the licence of an installed Python package. Raises ModuleNotFoundError."""
    about = distribution(name).metadata
    classified = [each.rpartition(" :: ")[2] for each in about.get_all("Classifier", ()) if each.startswith("License")]
    said = (about.get("License-Expression") or ", ".join(classified) or about.get("License") or "").strip()
    return said.partition("\n")[0]


def _sums(built: list[Path]) -> None:
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(DIST)}" for path in built]
    (DIST / "SHA256SUMS").write_text("\n".join(lines) + "\n")


def _other_kits(version: str) -> tuple[list[Path], list[str]]:
    """The packages of other languages; and which are left out here, with why."""
    packed: list[Path] = []
    left_out = []
    for kit in kits():
        steps = json.loads((kit / "kit.json").read_text()).get("release")
        if absent := missing(kit) or ([] if steps else ["package but its sources"]):
            left_out.append(f"{kit.name} (there is no {', no '.join(absent)})")
            continue
        dist = DIST / kit.name
        dist.mkdir(parents=True)
        for step in steps:
            command = [part.format(dist=dist, version=version) for part in step]
            subprocess.run(command, cwd=kit, check=True, timeout=STEP_S, stdout=sys.stderr)  # noqa: S603
        packed += sorted(path for path in dist.rglob("*") if path.is_file())
    return packed, left_out


def _read(path: Path) -> Any:
    return json.loads(path.read_text())


def _run(*command: str, cwd: Path = ROOT) -> str:
    return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout  # noqa: S603


if __name__ == "__main__":
    main()
