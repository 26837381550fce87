"""The tables, made by numbered scripts, one folder a kind of database. They only ever go forward and are never edited
once released."""

from importlib.resources import files

from services.store.interface import SchemaMismatch


def scripts(kind: str) -> list[str]:
    """All migrations of a kind of database, in order."""
    folder = files(__package__) / kind
    found = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".sql"))
    assert [name[:5] for name in found] == [f"{number:04}_" for number in range(1, len(found) + 1)], found
    return [(folder / name).read_text() for name in found]


def latest(kind: str) -> int:
    """The schema of this program. `kind`: sqlite or postgres."""
    return len(scripts(kind))


def refuse_newer(found: int, wanted: int) -> None:
    if found > wanted:
        raise SchemaMismatch(found, wanted)
