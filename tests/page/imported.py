"""What a server imports and makes before it serves anybody, for tests/page/forked.py."""

import gc
from importlib import import_module

from domain import stored
from services.platform.trust import trusted_roots

_LATE = ("anyio._backends._asyncio", "httpcore", "typer._adapters", "uvloop")
"""What others import when it is first wanted."""

for _name in ("turnledger_server.__main__", "services.cli.serve", *_LATE):
    import_module(_name)
stored.codec(), trusted_roots()
gc.collect()
gc.freeze()  # forks share it
