"""Games of every released version of the rules, which every later program must prove.

`python -m tests.corpus` proves them all and says in a line for each difference what altered which of them; with `add`
it first adds games of variants and versions that have none. It changes none.
"""

import json
import lzma
import sys
from collections.abc import Iterable
from pathlib import Path

from domain import catalogue, stored
from domain.history.file import export
from domain.history.verify import Verdict, verify
from services.history.differences import differences
from services.history.keys import published_keys
from services.operations.simulate import SimulationPlan, play_one
from tests.domain.history.book import RING

GOLDEN = Path(__file__).parent / "golden"
FOLDER = GOLDEN / "corpus"
KEYS = published_keys(json.loads((GOLDEN / "history/keys.json").read_text()))
EVERYTHING = {"renovation": "on", "flow_generator": "on", "deck": "swapped"}
"""Options that are on in the second game of each variant, where it has them."""

LOST_AND_PASSED = SimulationPlan("power_grid/russia", 4, 1, "corpus", ("random", "greedy"), {}, 2)
"""RU-03 in version 2: the first in order loses an auction and passes then."""


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.xz"))


def content_of(path: Path) -> bytes:
    return lzma.decompress(path.read_bytes())


def proven(paths: Iterable[Path]) -> list[Verdict]:
    return [verify(content_of(path), stored.codec(), KEYS) for path in paths]


def names() -> dict[str, tuple[SimulationPlan, int]]:
    """The files of the corpus, each with its plan and the number of the game: for every variant and version a game of
    few greedy bots and one of many random ones, from rules version 3 on one with robots, and one that shows the change
    of the version, if these do not (version 3: random games of version 2 run plants as it forbids)."""
    found = {"power_grid-russia-rules2-2.jsonl.xz": (LOST_AND_PASSED, 8)}
    for variant in catalogue.VARIANTS.values():
        if variant.name == "demo":
            continue
        options = {spec.name: EVERYTHING[spec.name] for spec in variant.options if spec.name in EVERYTHING}
        players = max(variant.players_min, variant.players_max - 1)
        for version in variant.rules_versions:
            few = SimulationPlan(variant.name, variant.players_min, 1, "corpus", ("greedy",), {}, version)
            many = SimulationPlan(variant.name, players, 1, "corpus", ("random",), options, version)
            for number, plan in enumerate((few, many)):
                found[f"{variant.name.replace('/', '-')}-rules{version}-{number}.jsonl.xz"] = plan, 0
            if version >= 3 and variant.name.startswith("power_grid/"):
                bots = ("greedy", "robot", "random", "robot")
                robots = SimulationPlan(variant.name, 4, 1, "corpus/robots", bots, options, version)
                found[f"{variant.name.replace('/', '-')}-rules{version}-robots.jsonl.xz"] = robots, 0
    return found


def add() -> None:
    for name, (plan, number) in names().items():
        path = FOLDER / name
        if not path.exists():
            content = export(play_one(plan, number, stored.codec()).rows, stored.codec(), RING.signer)
            path.write_bytes(lzma.compress(content, preset=9 | lzma.PRESET_EXTREME))
            print("added", path)


def main() -> None:
    if sys.argv[1:] == ["add"]:
        add()
    verdicts = proven(files())
    found = differences(verdicts)
    for difference in found:
        print(difference)
    right = sum(verdict.fault is None for verdict in verdicts)
    print(f"{right} of {len(verdicts)} games of the corpus come out as they did")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
