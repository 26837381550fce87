"""The operator's own issuer (OpenID Connect), as the settings name it."""

from services.accounts.code_flow import Client, CodeFlow
from services.accounts.oidc import OidcIssuer
from services.settings import BadSettings, Settings


def issuer_of(settings: Settings) -> OidcIssuer | None:
    """Raises BadSettings."""
    if not settings.oidc_issuer:
        if settings.oidc_client:
            raise BadSettings("TURNLEDGER_OIDC_ISSUER goes with TURNLEDGER_OIDC_CLIENT")
        return None
    if not settings.oidc_keys or not (settings.oidc_audience or settings.oidc_client):
        raise BadSettings(
            "TURNLEDGER_OIDC_KEYS, and TURNLEDGER_OIDC_AUDIENCE or TURNLEDGER_OIDC_CLIENT, go with"
            " TURNLEDGER_OIDC_ISSUER"
        )
    return OidcIssuer(settings.oidc_issuer, settings.oidc_audience, settings.oidc_keys)


def code_flow_of(settings: Settings, oidc: OidcIssuer | None) -> CodeFlow | None:
    """Raises BadSettings."""
    if oidc is None or not settings.oidc_client:
        return None
    name = settings.oidc_name or settings.oidc_issuer.removeprefix("https://")
    return CodeFlow(oidc, Client(settings.oidc_client, name, secret_of(settings)))


def secret_of(settings: Settings) -> str:
    """Return our client secret, "" without one. Raises BadSettings."""
    try:
        return settings.oidc_secret.read_text().strip() if settings.oidc_secret else ""
    except (OSError, UnicodeDecodeError) as error:
        raise BadSettings(f"TURNLEDGER_OIDC_SECRET: {settings.oidc_secret} cannot be read: {error}") from error
