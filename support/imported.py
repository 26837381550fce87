"""The modules and objects that a server imports and makes before it serves, for support/forked.py."""

import gc
from importlib import import_module

from domain import catalogue, stored
from services.api import catalogue as variants
from services.api.messages import contract
from services.application import aggregate_snapshots
from services.platform import confusables
from services.platform.program import program_of
from services.platform.trust import trusted_roots
from services.projection_runner import view_snapshots
from services.texts.catalogues import LANGUAGES
from services.texts.said import page_texts
from services.web.app import PAGE
from services.web.scripts import delivered

_LATE = (
    *("anyio._backends._asyncio", "encodings.idna", "httpcore", "pydantic.plugin._loader", "rich._emoji_codes"),
    *("services.store.archive.file", "services.store.sqlite_backend", "typer._adapters", "uvicorn.lifespan.off"),
    "uvloop",
)
"""Modules that are otherwise imported on first use."""


def _fill_caches() -> None:
    """Make what each server makes once, on first use: 0.3 to 0.6 s of a processor for one that shows a game."""
    stored.codec()
    trusted_roots()
    trusted_roots(environment=True)
    aggregate_snapshots.this_program()
    program_of(*view_snapshots._FOLDERS)
    confusables._confusables()
    for title in catalogue.TITLES:
        contract.game(title)
    for variant in catalogue.VARIANTS:
        variants._game_data(variant, ())
    for language in LANGUAGES:
        page_texts(language)
    for script in PAGE.rglob("*.js"):
        delivered(script, script.stat().st_mtime_ns)


for _name in ("turnledger_server.__main__", "services.cli.operator.serve", *_LATE):
    import_module(_name)
_fill_caches()
gc.collect()
gc.freeze()  # forks share it
