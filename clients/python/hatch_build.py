"""Put the folder `turnledger` into the wheel: it is next to this file in a source distribution, and at the top of a
checkout, where the server imports it too."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Package(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "standard":
            here = Path(self.root)
            (found, *_) = [
                folder for folder in (here / "turnledger", here.parents[1] / "turnledger") if folder.is_dir()
            ]
            build_data["force_include"][str(found)] = "turnledger"
