"""Client ID Metadata Documents: an app is known by the URL of a JSON document that describes it
(draft-ietf-oauth-client-id-metadata-document). It needs no registration here."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import ip_address
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from services.notify.guard import Forbidden, Guard
from services.notify.posting import request_to
from services.platform.lazily import lazily
from services.platform.trust import trusted_roots

if TYPE_CHECKING:
    import httpx
else:
    httpx = lazily("httpx")

FETCH_S, FRESH_S = 5.0, 5 * 60
DOCUMENT_BYTES_MAX = 5 * 1024
DOCUMENTS_MAX, REDIRECTS_MAX, NAME_MAX, URI_MAX = 1_000, 10, 100, 500
_OK = 200
METADATA_PATH = "/.well-known/oauth-authorization-server"
"""The metadata of the authorization server (RFC 8414, 3)."""
TERMINAL_PATH = "/oauth/terminal.json"
"""The document of the program `turnledger` at a terminal, which every server has."""
PUBLIC = "none"
"""The method of clients without a secret (RFC 7591, 2)."""


class AppUnknown(Exception):
    """The client id leads to no valid document. `said`: why, for the developer of the app."""

    def __init__(self, said: str) -> None:
        super().__init__(said)
        self.said = said


class ClientDocument(Struct, frozen=True):
    """The parts of a document that are used here (RFC 7591, 2)."""

    client_id: str
    redirect_uris: tuple[str, ...]
    client_name: str = ""
    token_endpoint_auth_method: str = PUBLIC


def terminal_document(issuer: str) -> ClientDocument:
    """Return the document of the program `turnledger`. It comes by a code (RFC 8628) and is redirected nowhere."""
    return ClientDocument(f"{issuer}{TERMINAL_PATH}", (), "turnledger")


class ClientDocuments:
    """Reads documents, and keeps each for FRESH_S. `guard`: where a document may not be."""

    def __init__(self, guard: Guard, clock: Callable[[], float] = time.time) -> None:
        self._guard, self._clock = guard, clock
        self._kept: OrderedDict[str, tuple[ClientDocument, float]] = OrderedDict()

    async def get(self, client_id: str, asker: str = "") -> ClientDocument:
        """`asker`: the network of the caller. Raises AppUnknown, TooFast."""
        kept = self._kept.get(client_id)
        if kept and self._clock() < kept[1]:
            return kept[0]
        self._check_client_id(client_id)
        try:
            async with asyncio.timeout(FETCH_S):
                content = await self._fetch(client_id, asker)
        except (Forbidden, OSError, httpx.HTTPError, httpx.InvalidURL) as problem:  # of which TimeoutError is one
            raise AppUnknown(f"the document cannot be read: {type(problem).__name__}") from problem
        document = self._checked(client_id, content)
        self._kept[client_id] = (document, self._clock() + FRESH_S)
        if len(self._kept) > DOCUMENTS_MAX:
            self._kept.popitem(last=False)
        return document

    def _check_client_id(self, client_id: str) -> None:
        try:
            self._guard.check_url(client_id)
        except Forbidden as forbidden:
            raise AppUnknown(f"client_id is not the URL of a document: {forbidden.reason}") from forbidden
        parts = urlsplit(client_id)
        segments = parts.path.split("/")
        if len(client_id) > URI_MAX or parts.path in ("", "/") or {".", ".."} & set(segments):
            raise AppUnknown("client_id must have a path, without dot segments")
        if parts.query or "#" in client_id or "?" in client_id:
            raise AppUnknown("client_id must have neither query nor fragment")

    async def _fetch(self, url: str, asker: str) -> bytes:
        """Connect to the very address that was checked, follow no redirect, and read no more than the limit."""
        address, roots = await self._guard.address(url, asker), await asyncio.to_thread(trusted_roots)
        async with httpx.AsyncClient(timeout=FETCH_S, follow_redirects=False, trust_env=False, verify=roots) as http:
            headers = {"accept": "application/json", "accept-encoding": "identity"}
            answer = await http.send(request_to(http, "GET", url, address, headers), stream=True)
            content = b""
            if answer.status_code == _OK:
                async for part in answer.aiter_raw():
                    content += part
                    if len(content) > DOCUMENT_BYTES_MAX:
                        break
            await answer.aclose()
        if answer.status_code != _OK:
            raise AppUnknown(f"the document was answered with status {answer.status_code}")
        if len(content) > DOCUMENT_BYTES_MAX:
            raise AppUnknown(f"the document is longer than {DOCUMENT_BYTES_MAX} bytes")
        return content

    def _checked(self, client_id: str, content: bytes) -> ClientDocument:
        try:
            document = msgspec.json.decode(content, type=ClientDocument)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as wrong:
            raise AppUnknown("the document is not JSON with client_id and redirect_uris") from wrong
        if document.client_id != client_id:
            raise AppUnknown("client_id in the document is another one")
        if document.token_endpoint_auth_method != PUBLIC:
            raise AppUnknown("token_endpoint_auth_method must be none: such an app has no secret here")
        if not 1 <= len(document.redirect_uris) <= REDIRECTS_MAX or len(document.client_name) > NAME_MAX:
            raise AppUnknown(f"1 to {REDIRECTS_MAX} redirect_uris, and a client_name up to {NAME_MAX} characters")
        if not all(map(self._may_redirect_to, document.redirect_uris)):
            raise AppUnknown("redirect_uris must be https, or http at a loopback address, without fragment and user")
        return document

    def _may_redirect_to(self, uri: str) -> bool:
        try:
            parts = urlsplit(uri)
            host = parts.hostname or ""
            _ = parts.port
        except ValueError:
            return False
        safe = parts.scheme == "https" or (parts.scheme == "http" and (is_loopback(host) or self._guard.private))
        plain = uri.isascii() and uri.isprintable() and not set(uri) & set(' "<>\\^`{|}#')
        return bool(safe and host and plain and parts.username is None and len(uri) <= URI_MAX)


def without_port(uri: str) -> str:
    """Return an address at this machine without its port, which the system chooses for a program that waits there
    (RFC 8252, 7.3); others as they are."""
    try:
        parts = urlsplit(uri)
        _ = parts.port
    except ValueError:
        return uri
    host = parts.hostname or ""
    if parts.scheme != "http" or not is_loopback(host) or parts.username is not None:
        return uri
    return uri.replace(parts.netloc, f"[{host}]" if ":" in host else host, 1)


def is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
