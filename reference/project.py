"""The release's data in pyproject.toml."""

import tomllib

from reference.raised import ROOT
from services.platform.program import semver

VERSION: str = semver(tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"])
