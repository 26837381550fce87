"""The certificate of a process: both ports use it, or none."""

import ssl
from pathlib import Path

import grpc
from msgspec import Struct

from services.settings import BadSettings, Settings


class Tls(Struct, frozen=True):
    """PEM files. With `client_ca` every client must present a certificate."""

    certificate: Path
    key: Path
    client_ca: Path | None

    def grpc_credentials(self) -> grpc.ServerCredentials:
        pair = (self.key.read_bytes(), self.certificate.read_bytes())
        client_ca = self.client_ca.read_bytes() if self.client_ca else None
        return grpc.ssl_server_credentials([pair], client_ca, require_client_auth=client_ca is not None)


def tls_of(settings: Settings) -> Tls | None:
    """Return the certificate; None without one. Raises BadSettings for files that are not a certificate and its
    key."""
    if not settings.tls_certificate and not settings.tls_key:
        if settings.tls_client_ca:
            raise BadSettings("TURNLEDGER_TLS_CERTIFICATE and TURNLEDGER_TLS_KEY go with TURNLEDGER_TLS_CLIENT_CA")
        return None
    if not settings.tls_certificate or not settings.tls_key:
        raise BadSettings("TURNLEDGER_TLS_KEY goes with TURNLEDGER_TLS_CERTIFICATE: set both or none")
    tls = Tls(settings.tls_certificate, settings.tls_key, settings.tls_client_ca)
    _require_usable(tls)
    return tls


def _require_usable(tls: Tls) -> None:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(tls.certificate, tls.key, _no_password)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        raise BadSettings(
            f"TURNLEDGER_TLS_CERTIFICATE {tls.certificate}, TURNLEDGER_TLS_KEY {tls.key}: not the PEM files of a"
            f" certificate and its unencrypted key: {error}"
        ) from error
    if tls.client_ca is None:
        return
    try:
        context.load_verify_locations(tls.client_ca)
    except (OSError, ValueError) as error:
        raise BadSettings(
            f"TURNLEDGER_TLS_CLIENT_CA {tls.client_ca}: not a PEM file of certificates: {error}"
        ) from error


def _no_password() -> str:
    raise ValueError("the key is encrypted")
