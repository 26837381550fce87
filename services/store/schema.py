"""The tables of a store by its URL: `turnledger migrate` makes them, and a store refuses tables of another number."""

from services.store.backends import backend


def is_there(url: str) -> bool:
    """Return whether a store can exist there."""
    return backend(url).is_there()


def migrate(url: str) -> int:
    """See Backend.migrate."""
    return backend(url).migrate()


def schema_version(url: str) -> int:
    """See Backend.schema_version."""
    return backend(url).schema_version()


def require_fit(url: str, *, writes: bool = True) -> None:
    """See Backend.require_fit."""
    backend(url).require_fit(writes=writes)
