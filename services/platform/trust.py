"""Certificate authorities that outgoing calls trust."""

import os
import ssl
from functools import cache
from typing import TYPE_CHECKING

from services.platform.lazily import lazily

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")


_NAMED = ("SSL_CERT_FILE", "SSL_CERT_DIR")


def trusted_roots(*, environment: bool = False) -> ssl.SSLContext:
    """The TLS context of all clients of this process: reading the authorities takes 20 ms, as long as starting the rest
    of a server. The authorities of `certifi`; with `environment`, those that it names instead, if it names any."""
    return _read(environment=environment and any(map(os.environ.get, _NAMED)))


@cache
def _read(*, environment: bool) -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=environment)
