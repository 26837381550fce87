"""Certificate authorities that outgoing calls trust."""

import ssl
from functools import cache

import httpx


@cache
def trusted_roots() -> ssl.SSLContext:
    """For every client of this process: to read the authorities takes 20 ms, longer than to start the rest of a server.
    Those of `certifi`, whatever the environment names."""
    return httpx.create_ssl_context(trust_env=False)
