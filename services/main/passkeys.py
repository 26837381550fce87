"""The relying party of passkeys, as the settings name it."""

import re
from ipaddress import ip_address
from urllib.parse import urlsplit

from services.accounts.passkeys import Party
from services.settings import BadSettings, Settings

_APP = re.compile("android:apk-key-hash:[A-Za-z0-9_-]{43}")
"""An app of Android's, by the SHA-256 of its certificate."""


def party_of(settings: Settings) -> Party | None:
    """None if no relying party is configured: a domain over https, or localhost. Raises BadSettings."""
    named = bool(settings.passkey_id or settings.passkey_origins)
    party_id = (settings.passkey_id or urlsplit(settings.public_url).hostname or "").lower()
    origins = settings.passkey_origins or ((settings.public_url.lower(),) if settings.public_url else ())
    wrong = [each for each in origins if not _is_of(each, party_id)]
    if party_id and origins and not wrong and not _is_address(party_id):
        return Party(party_id, origins)
    if named:
        shown = ", ".join(wrong or origins) or "no origin"
        raise BadSettings(
            "TURNLEDGER_PASSKEY_ID, TURNLEDGER_PASSKEY_ORIGINS:"
            f" {party_id or 'no domain'}, and {shown}: a domain, and https:// with it"
            " or a name below it (docs/settings.md)"
        )
    return None


def _is_of(origin: str, party_id: str) -> bool:
    """Return whether a browser or an app from that origin may present passkeys of this domain."""
    if _APP.fullmatch(origin):
        return True
    parts = urlsplit(origin)
    host = parts.hostname or ""
    bare = origin == f"{parts.scheme}://{parts.netloc}" and parts.username is None
    is_safe = parts.scheme == "https" or (parts.scheme == "http" and host == "localhost")
    return bare and is_safe and bool(party_id) and (host == party_id or host.endswith(f".{party_id}"))


def _is_address(party_id: str) -> bool:
    try:
        ip_address(party_id)
    except ValueError:
        return False
    return True
