"""A web app in which players sign in with their Turnledger account and see their games.

`python examples/web_app.py http://localhost:8080 8090`: the address of the server, as its operator named it
(TURNLEDGER_PUBLIC_URL), and the port of this app. Needs `authlib`, `httpx`, `starlette` and `uvicorn`.
"""

import html
import secrets
import sys

import httpx
import uvicorn
from authlib.integrations.httpx_client import AsyncOAuth2Client
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

SERVER, PORT = sys.argv[1].rstrip("/"), int(sys.argv[2])
OWN = f"http://127.0.0.1:{PORT}"
CLIENT_ID, REDIRECT = f"{OWN}/app.json", f"{OWN}/back"
COOKIE = "session"
sessions: dict[str, dict[str, str]] = {}
"""By the value of the cookie: what is known of a browser."""


async def document(_: Request) -> Response:
    """Describe the app: its own address is its client id, so it needs no registration."""
    return JSONResponse({"client_id": CLIENT_ID, "client_name": "My games", "redirect_uris": [REDIRECT]})


async def sign_in(_: Request) -> Response:
    """Lead the browser to the server, and remember what must come back."""
    found = await metadata()
    verifier = secrets.token_urlsafe(48)
    url, state = oauth().create_authorization_url(found["authorization_endpoint"], code_verifier=verifier)
    session = secrets.token_urlsafe(32)
    sessions[session] = {"state": state, "verifier": verifier, "issuer": found["issuer"]}
    answer = RedirectResponse(url, 303)
    answer.set_cookie(COOKIE, session, httponly=True, samesite="lax")
    return answer


async def back(request: Request) -> Response:
    """Exchange the code of a browser that comes back from where this app sent it."""
    session = sessions.get(request.cookies.get(COOKIE, ""), {})
    came = request.query_params
    if not session or came.get("state") != session["state"] or came.get("iss") != session["issuer"]:
        return PlainTextResponse("this sign-in did not begin here", 400)
    if "code" not in came:
        return PlainTextResponse("you did not let this app in", 403)
    found = await metadata()
    tokens = await oauth().fetch_token(
        found["token_endpoint"], code=came["code"], code_verifier=session.pop("verifier")
    )
    session["token"] = tokens["access_token"]
    return RedirectResponse("/", 303)


async def home(request: Request) -> Response:
    token = sessions.get(request.cookies.get(COOKIE, ""), {}).get("token")
    if token is None:
        return HTMLResponse('<h1>My games</h1><p><a href="/sign-in">Sign in with Turnledger</a>')
    account = (await ask(token, "Accounts/GetMe"))["account"]
    games = (await ask(token, "Views/ListMyGames"))["games"]
    return HTMLResponse(f"<h1>{html.escape(account['displayName'])}</h1><p>{len(games)} games")


def oauth() -> AsyncOAuth2Client:
    return AsyncOAuth2Client(
        CLIENT_ID,
        redirect_uri=REDIRECT,
        scope="games:read account:read",
        code_challenge_method="S256",
        token_endpoint_auth_method="none",  # noqa: S106  # the name of a method
    )


async def metadata() -> dict[str, str]:
    async with httpx.AsyncClient() as http:
        found: dict[str, str] = (await http.get(f"{SERVER}/.well-known/oauth-authorization-server")).json()
    if found["issuer"] != SERVER:
        raise RuntimeError(f"{SERVER} says that it is {found['issuer']}")
    return found


async def ask(token: str, method: str) -> dict[str, object]:
    async with httpx.AsyncClient(headers={"authorization": f"Bearer {token}"}) as http:
        answer = await http.post(f"{SERVER}/turnledger.v1.{method}", json={})
    answer.raise_for_status()
    return answer.json()


routes = [Route("/", home), Route("/app.json", document), Route("/sign-in", sign_in), Route("/back", back)]

if __name__ == "__main__":
    uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=PORT, log_level="warning")
