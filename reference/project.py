"""What pyproject.toml says of the release."""

import tomllib

from reference.raised import ROOT

VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
