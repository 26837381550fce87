"""Adds the history files that are missing: `python -m tests.domain.history.golden`. One small game of each decider."""

from pathlib import Path

from domain import stored
from domain.history.file import export
from services.simulate import Plan, play_one
from tests.domain.history.book import RING, finished

FOLDER = Path(__file__).parents[2] / "golden/history"
PLANS = {
    "power_grid": Plan("power_grid/russia", 2, 1, "golden", ("greedy",)),
    "card_game": Plan("card_game", 2, 1, "golden", ("greedy",)),
    "colony61": Plan("colony61", 2, 1, "golden", ("greedy",)),
}


def main() -> None:
    for name, plan in PLANS.items():
        keep(name, play_one(plan, 0, stored.codec()).rows)
    keep("demo", finished().rows)


def keep(name, rows):
    path = FOLDER / f"{name}.jsonl"
    if not path.exists():
        path.write_bytes(export(rows, stored.codec(), RING.signer))
        print("added", path)


if __name__ == "__main__":
    main()
