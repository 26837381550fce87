"""The modules and objects that a server imports and makes before it serves, for support/forked.py."""

import gc
from importlib import import_module

from domain import stored
from services.platform.trust import trusted_roots

_LATE = (
    *("anyio._backends._asyncio", "encodings.idna", "httpcore", "pydantic.plugin._loader", "rich._emoji_codes"),
    *("services.store.archive.file", "services.store.sqlite_backend", "typer._adapters", "uvicorn.lifespan.off"),
    "uvloop",
)
"""Modules that are otherwise imported on first use."""

for _name in ("turnledger_server.__main__", "services.cli.operator.serve", *_LATE):
    import_module(_name)
stored.codec(), trusted_roots(), trusted_roots(environment=True)
gc.collect()
gc.freeze()  # forks share it
