"""A small OpenID provider for tests: a process of its own, real HTTP, real keys. It accepts any typed name.

It behaves like real ones where ours depends on it: exact redirect URIs, PKCE with S256 only, codes that work once, a
client with a secret. `python -m tests.issuer PORT REDIRECT_URL`.
"""

import html
import secrets
import sys
import time
import urllib.request
from base64 import b64decode, urlsafe_b64encode
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlencode

import uvicorn
from joserfc import jwt
from joserfc.jwk import KeySet, RSAKey
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

from support.servers import Server

CLIENT, SECRET, NAME = "turnledger-page", "a secret/with: 100%25 signs", "Example ID"
ROOT = Path(__file__).parents[1]


class OpenIdProvider(Server):
    """`redirect_url`: the one that is registered."""

    def __init__(self, redirect_url: str) -> None:
        super().__init__()
        self.redirect_url = redirect_url

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def command(self) -> Sequence[str | Path]:
        return ["env", f"PYTHONPATH={ROOT}", sys.executable, "-m", "tests.issuer", str(self.port), self.redirect_url]

    def answers(self) -> bool:
        with suppress(OSError), urllib.request.urlopen(f"{self.url}/keys", timeout=1) as answer:
            return bool(answer.status == 200)
        return False

    def settings(self) -> dict[str, str]:
        """The settings of a server that uses it for sign-in."""
        secret = self.folder / "client-secret"
        secret.write_text(SECRET + "\n")
        return {
            "OIDC_ISSUER": self.url,
            "OIDC_KEYS": f"{self.url}/keys",
            "OIDC_CLIENT": CLIENT,
            "OIDC_NAME": NAME,
            "OIDC_SECRET": str(secret),
        }


class _Provider:
    def __init__(self, url: str, redirect_url: str) -> None:
        self.url, self.redirect_url = url, redirect_url
        self.key = RSAKey.generate_key(2048, {"kid": "one", "use": "sig"})
        self.codes: dict[str, dict[str, str]] = {}

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/.well-known/openid-configuration", self.configuration),
                Route("/keys", self.keys),
                Route("/authorize", self.authorize),
                Route("/allow", self.allow),
                Route("/token", self.token, methods=["POST"]),
            ]
        )

    async def configuration(self, _: Request) -> Response:
        places = {"authorization_endpoint": "authorize", "token_endpoint": "token", "jwks_uri": "keys"}
        return JSONResponse({"issuer": self.url} | {name: f"{self.url}/{place}" for name, place in places.items()})

    async def keys(self, _: Request) -> Response:
        return JSONResponse(KeySet([self.key]).as_dict(private=False))

    async def authorize(self, request: Request) -> Response:
        asked = request.query_params
        right = {"response_type": "code", "client_id": CLIENT, "redirect_uri": self.redirect_url}
        right |= {"code_challenge_method": "S256"}
        wrong = [name for name, value in right.items() if asked.get(name) != value]
        wrong += [name for name in ("state", "nonce", "code_challenge") if not asked.get(name)]
        wrong += [] if "openid" in asked.get("scope", "").split() else ["scope"]
        if wrong:
            return HTMLResponse(f"wrong: {html.escape(', '.join(wrong))}", 400)
        hidden = "".join(
            f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">'
            for name, value in asked.items()
        )
        return HTMLResponse(
            f'<!doctype html><link rel="icon" href="data:,"><title>Sign in</title><form action="/allow">{hidden}'
            '<label>Who are you? <input name="who"></label><button>Let me in</button>'
            '<button name="denied" value="1">No</button></form>'
        )

    async def allow(self, request: Request) -> Response:
        asked = dict(request.query_params)
        back = {"state": asked["state"], "iss": self.url}
        if asked.get("denied"):
            return RedirectResponse(f"{self.redirect_url}?{urlencode(back | {'error': 'access_denied'})}", 303)
        code = secrets.token_urlsafe(300)
        self.codes[code] = asked
        return RedirectResponse(f"{self.redirect_url}?{urlencode(back | {'code': code})}", 303)

    async def token(self, request: Request) -> Response:
        given = {name: values[0] for name, values in parse_qs((await request.body()).decode()).items()}
        name, _, secret = b64decode(request.headers.get("authorization", " ").split()[-1]).decode().partition(":")
        if (unquote(name), unquote(secret)) != (CLIENT, SECRET):
            return JSONResponse({"error": "invalid_client"}, 401)
        asked = self.codes.pop(given.get("code", ""), None)
        challenge = urlsafe_b64encode(sha256(given.get("code_verifier", "").encode()).digest()).decode().rstrip("=")
        if not asked or challenge != asked["code_challenge"] or given.get("redirect_uri") != self.redirect_url:
            return JSONResponse({"error": "invalid_grant"}, 400)
        now = int(time.time())
        claims = {"iss": self.url, "sub": f"sub-{asked['who']}", "aud": CLIENT, "iat": now, "exp": now + 300}
        claims |= {"nonce": asked["nonce"], "preferred_username": asked["who"]}
        token = jwt.encode({"alg": "RS256", "kid": "one"}, claims, self.key, algorithms=["RS256"])
        return JSONResponse({"id_token": token, "access_token": "opaque", "token_type": "Bearer"})


def main(port: str, redirect_url: str) -> None:
    app = _Provider(f"http://127.0.0.1:{port}", redirect_url).app()
    uvicorn.run(app, host="127.0.0.1", port=int(port), log_level="warning")


if __name__ == "__main__":
    main(*sys.argv[1:])
