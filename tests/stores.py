"""New stores in one SQLite file: to make the tables takes longer than most tests, to copy them does not."""

from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from services.store.schema import migrate


def new_sqlite(path: Path) -> str:
    """Return the URL of a store without events; of the existing one, if there is one."""
    if not path.exists():
        path.write_bytes(_without_events())
    return f"sqlite:///{path}"


@cache
def _without_events() -> bytes:
    with TemporaryDirectory() as folder:
        path = Path(folder, "store.db")
        migrate(f"sqlite:///{path}")
        return path.read_bytes()
