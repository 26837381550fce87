"""A web app in which players sign in with their Turnledger account and play the card game against a bot.

`python examples/web_app.py http://localhost:8080 8090`: the address of the server, as its operator named it
(TURNLEDGER_PUBLIC_URL), and the port of this app. Needs `authlib`, `httpx`, `starlette` and `uvicorn`.
"""

import html
import json
import secrets
import sys
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs
from uuid import uuid4

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
    token = token_of(request)
    if token is None:
        return HTMLResponse('<h1>My games</h1><p><a href="/sign-in">Sign in with Turnledger</a>')
    account = (await ask(token, "Accounts/GetMe"))["account"]
    games = (await ask(token, "Views/ListMyGames"))["games"]
    links = "".join(f'<li><a href="/game/{each["gameId"]}">{html.escape(each["variant"])}</a>' for each in games)
    play = '<form method="post" action="/play"><button>Play against a bot</button></form>'
    return HTMLResponse(f"<h1>{html.escape(account['displayName'])}</h1>{play}<p>{len(games)} games<ul>{links}</ul>")


async def play(_: Request, token: str) -> Response:
    """Start a game that is not rated."""
    table = {"variant": "card_game", "seats": 2, "join": True, "bots": ["greedy"], "start": True, "unrated": True}
    made = await ask(token, "Lobby/CreateTable", requestId=str(uuid4()), **table)
    return RedirectResponse(f"/game/{made['table']['gameId']}", 303)


async def game(request: Request, token: str) -> Response:
    """Show what the player may do now, a button each."""
    now = await ask(token, "Play/ListOptions", gameId=request.path_params["game_id"])
    if not now.get("toAct"):
        return HTMLResponse('<h1>The game is over</h1><p><a href="/">My games</a>')
    if not now.get("options"):
        return HTMLResponse("<h1>The bot moves</h1>", headers={"refresh": "1"})
    buttons = "".join(
        f'<button name="option" value="{place}">{html.escape(words(option["first"]))}</button> '
        for place, option in enumerate(now["options"])
    )
    version = f'<input type="hidden" name="version" value="{now["version"]}">'
    return HTMLResponse(f'<h1>Your move</h1><form method="post">{version}{buttons}</form>')


async def move(request: Request, token: str) -> Response:
    """Submit what was pressed: the first command of an option."""
    game_id = request.path_params["game_id"]
    pressed = {name: int(values[0]) for name, values in parse_qs((await request.body()).decode()).items()}
    choice = {"option": pressed["option"], "number": 0}
    what = {"gameId": game_id, "expectedVersion": pressed["version"], "choice": choice}
    await ask(token, "Play/Submit", requestId=str(uuid4()), **what)
    return RedirectResponse(f"/game/{game_id}", 303)


def words(command: dict[str, Any]) -> str:
    """`{"cardGame": {"bid": {"amount": 4}}}`: bid amount 4."""
    (move,) = command.values()
    return json.dumps(move).translate(str.maketrans("", "", '{}":')).replace("[]", "")


def token_of(request: Request) -> str | None:
    return sessions.get(request.cookies.get(COOKIE, ""), {}).get("token")


def signed_in(answer: Callable[[Request, str], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Answer with the token of the player. A browser without one is led to the first page."""

    async def answer_player(request: Request) -> Response:
        token = token_of(request)
        return RedirectResponse("/", 303) if token is None else await answer(request, token)

    return answer_player


def oauth() -> AsyncOAuth2Client:
    return AsyncOAuth2Client(
        CLIENT_ID,
        redirect_uri=REDIRECT,
        scope="account:read games:read games:play tables:manage",
        code_challenge_method="S256",
        token_endpoint_auth_method="none",  # noqa: S106  # the name of a method
    )


async def metadata() -> dict[str, str]:
    async with httpx.AsyncClient() as http:
        found: dict[str, str] = (await http.get(f"{SERVER}/.well-known/oauth-authorization-server")).json()
    if found["issuer"] != SERVER:
        raise RuntimeError(f"{SERVER} says that it is {found['issuer']}")
    return found


async def ask(token: str, method: str, **request: Any) -> dict[str, Any]:
    async with httpx.AsyncClient(headers={"authorization": f"Bearer {token}"}) as http:
        answer = await http.post(f"{SERVER}/turnledger.v1.{method}", json=request)
    answer.raise_for_status()
    answered: dict[str, Any] = answer.json()
    return answered


routes = [
    Route("/", home),
    Route("/app.json", document),
    Route("/sign-in", sign_in),
    Route("/back", back),
    Route("/play", signed_in(play), methods=["POST"]),
    Route("/game/{game_id}", signed_in(game)),
    Route("/game/{game_id}", signed_in(move), methods=["POST"]),
]

if __name__ == "__main__":
    uvicorn.run(Starlette(routes=routes), host="127.0.0.1", port=PORT, log_level="warning")
