"""Adds the history files that are missing: `python -m tests.domain.history.golden`. One small game of each decider, and
of each schema of its boards what was shown of it."""

import json
from hashlib import sha256
from pathlib import Path

from domain import catalogue, stored
from domain.history.file import export, take_apart
from domain.history.replay import advance
from domain.kernel.decider import digest
from domain.table.messages import OpenTable, Terms
from services.operations.simulate import SimulationPlan, play_one
from tests.devices import Device
from tests.domain.history.book import RING, Book, chosen, finished, seated
from tests.domain.history.draw_books import finished_early, some_draws

FOLDER = Path(__file__).parents[2] / "golden/history"
BOARDS = FOLDER / "boards.json"
PLANS = {
    name: SimulationPlan(title.variants[0].name, 2, 1, "golden", ("greedy",))
    for name, title in catalogue.TITLES.items()
    if name != "demo"
}


def main() -> None:
    for name, plan in PLANS.items():
        keep(name, play_one(plan, 0, stored.codec()).rows)
    keep("demo", finished().rows)
    keep("signed", signed().rows)
    keep("draws/power_grid", some_draws("power_grid/russia").rows)
    keep("draws/card_game", some_draws("card_game").rows)
    keep("draws/finished", finished_early("card_game").rows)
    kept = json.loads(BOARDS.read_text()) if BOARDS.exists() else {}
    for path in sorted(FOLDER.glob("*.jsonl")):
        name, shown = shown_of(path)
        kept.setdefault(name, shown)
    BOARDS.write_text(json.dumps(kept, indent=1) + "\n")


def signed():
    """A game whose players' devices signed everything, as its table demands."""
    book = Book(OpenTable("demo", 2, terms=Terms(signed=True)), devices={each: Device(each) for each in ("ann", "bob")})
    return book.execute(*seated(*book.devices.values()), *chosen(3, 1), *chosen(2, 1))


def shown_of(path):
    """The file's name with the schema of its boards, and the SHA-256 over the boards of all its viewers after every
    command."""
    codec, aggregate, every, schema = stored.codec(), None, sha256(), 0
    for record in map(codec.read, take_apart(path.read_bytes()).rows):
        if aggregate and aggregate.rules and record.envelope.command:  # the command before is whole
            for viewer in (None, *range(len(aggregate.occupants))):
                board = aggregate.rules.view(aggregate.play, viewer)
                schema = board.schema
                every.update(digest(board.digested()).encode())
        aggregate = advance(aggregate, record)
    return f"{path.stem}/{schema}", every.hexdigest()


def keep(name, rows):
    path = FOLDER / f"{name}.jsonl"
    if not path.exists():
        path.write_bytes(export(rows, stored.codec(), RING.signer))
        print("added", path)


if __name__ == "__main__":
    main()
