"""An app of a test: its document on a small web server, and its side of a sign-in."""

import asyncio
import json
import secrets
from base64 import urlsafe_b64encode
from contextlib import asynccontextmanager
from hashlib import sha256
from urllib.parse import parse_qsl, urlencode, urlsplit

import httpx

REDIRECT = "https://app.example/back"


def document(client_id, **more):
    return {
        "client_id": client_id,
        "client_name": "Card Stats",
        "redirect_uris": [REDIRECT, "http://127.0.0.1/back"],
    } | more


@asynccontextmanager
async def web_server(answer):
    """Serve `answer(path) -> (status, headers, body)` on a free port; yields the address."""

    async def serve(reader, writer):
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        status, headers, body = answer(head.split()[1])
        lines = [f"HTTP/1.1 {status} x", f"content-length: {len(body)}", "connection: close"]
        lines += [f"{name}: {value}" for name, value in headers.items()]
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


@asynccontextmanager
async def documents(**more):
    """Serve a document below any path; yields the address of the server."""
    address = ""

    def answer(path):
        return 200, {"content-type": "application/json"}, json.dumps(document(address + path, **more)).encode()

    async with web_server(answer) as found:
        address = found
        yield address


class AppOfTest:
    """`client_id`: of the app. `server`: the HTTP address of Turnledger."""

    def __init__(self, server, client_id, redirect_uri=REDIRECT):
        self.server, self.client_id, self.redirect_uri = server, client_id, redirect_uri
        self.verifier, self.state = secrets.token_urlsafe(32), secrets.token_urlsafe(8)
        self.http = httpx.AsyncClient(base_url=server, trust_env=False, timeout=60)

    def query(self, **changes):
        """Return the query of a request, without empty fields."""
        challenge = urlsafe_b64encode(sha256(self.verifier.encode()).digest()).decode().rstrip("=")
        fields = {
            "response_type": "code",
            "client_id": self.client_id,
            "redirect_uri": self.redirect_uri,
            "scope": "games:read account:read",
            "state": self.state,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        return urlencode({name: value for name, value in (fields | changes).items() if value is not None})

    async def code_of(self, ann, **changes):
        """Let Ann approve, and return the code."""
        return self.returned(await approve(ann, self.query(**changes)))["code"]

    def returned(self, url):
        assert url.startswith(f"{self.redirect_uri}?")
        return dict(parse_qsl(urlsplit(url).query))

    async def exchange(self, code, **changes):
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self.redirect_uri,
            "client_id": self.client_id,
            "code_verifier": self.verifier,
        }
        return await self.post("/oauth/token", fields | changes)

    async def refresh(self, token, **changes):
        fields = {"grant_type": "refresh_token", "refresh_token": token, "client_id": self.client_id}
        return await self.post("/oauth/token", fields | changes)

    async def post(self, path, fields):
        return await self.http.post(path, data={name: value for name, value in fields.items() if value is not None})

    async def answer(self, token, method="Accounts/GetMe"):
        """Return the answer to a call of the API over HTTP."""
        headers = {"authorization": f"Bearer {token}"}
        return await self.http.post(f"/turnledger.v1.{method}", json={}, headers=headers)

    async def call(self, token, method="Accounts/GetMe"):
        """Return the status of a call of the API over HTTP."""
        return (await self.answer(token, method)).status_code


async def approve(ann, query, *, approved=True):
    answer = await ann.accounts.answer_app_sign_in(authorization_query=query, approve=approved)
    return answer.redirect_url
