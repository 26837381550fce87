"""A server loads at its start the modules that its settings need, and no others."""

import subprocess
import sys

UNUSED = {
    *("httpx._client", "webauthn.registration", "OpenSSL", "pyasn1", "opentelemetry.sdk"),
    *("dask", "pyarrow", "matplotlib", "services.history.dataset", "services.operations.backup"),
    *("redis", "psycopg"),
}
"""Modules of channels, ways to sign in, stores and tools that a server without their settings does not use."""
LOADED = "import sys, services.cli.operator.serve; print(*sys.modules)"


def test_a_starting_server_loads_no_module_of_what_is_not_set():
    python = subprocess.run([sys.executable, "-c", LOADED], check=True, capture_output=True, text=True)
    loaded = set(python.stdout.split())
    assert "services.api.grpc_server" in loaded
    assert not loaded & UNUSED
