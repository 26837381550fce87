"""Games of bots on a server of a browser's test, made over plain HTTP."""

import json
import urllib.request
import uuid
from typing import Any

from support.browser import Service
from support.servers import wait_until

PLAY_S = 120


class Caller:
    """An account, a new guest's if no token is given."""

    def __init__(self, service: Service, token: str = "") -> None:
        self.url, self._token = service.url, token
        self._token = token or self.call("Accounts/SignInAsGuest", displayName="")["tokens"]["accessToken"]

    def call(self, method: str, **message: Any) -> dict[str, Any]:
        headers = {"content-type": "application/json"}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        asked = urllib.request.Request(f"{self.url}/turnledger.v1.{method}", json.dumps(message).encode(), headers)
        with urllib.request.urlopen(asked, timeout=PLAY_S) as answer:
            return dict(json.load(answer))

    def explanation(self, game: str) -> dict[str, Any]:
        """Read the end of AnalyzeGame, by the envelopes of Connect's streams."""
        asked = json.dumps({"gameId": game}).encode()
        request = urllib.request.Request(
            f"{self.url}/turnledger.v1.History/AnalyzeGame",
            b"\0" + len(asked).to_bytes(4) + asked,
            {"content-type": "application/connect+json", "authorization": f"Bearer {self._token}"},
        )
        told = {}
        with urllib.request.urlopen(request, timeout=PLAY_S) as answer:
            while (header := answer.read(5)) and not header[0]:
                told = json.loads(answer.read(int.from_bytes(header[1:])))
        return dict(told["analysis"])

    def begun(self, variant: str) -> str:
        """A game of this account and a bot."""
        table = {"variant": variant, "seats": 2, "join": True, "bots": ["greedy"], "start": True}
        made = self.call("Lobby/CreateTable", requestId=str(uuid.uuid4()), **table)
        return str(made["table"]["gameId"])

    def move(self, game: str) -> None:
        """Does the first thing that is legal."""
        at = self.call("Play/ListOptions", gameId=game)
        choice = {"option": 0, "number": 0}
        self.call("Play/Submit", requestId=str(uuid.uuid4()), gameId=game, expectedVersion=at["version"], choice=choice)

    def resigned(self, variant: str) -> None:
        """A game against a bot that this account gives up after a move."""
        game = self.begun(variant)
        self.move(game)
        self.call("Play/Act", requestId=str(uuid.uuid4()), gameId=game, resign={})

    def finished(self, variant: str, bots: int, first: str = "greedy") -> str:
        """A game of greedy bots, but for the first, that is over: its id."""
        table = {"variant": variant, "seats": bots, "bots": [first, *["greedy"] * (bots - 1)], "start": True}
        made = self.call("Lobby/CreateTable", requestId=str(uuid.uuid4()), **table)
        game = str(made["table"]["gameId"])
        over = "TABLE_STATUS_FINISHED"
        wait_until(lambda: self.call("Lobby/GetTable", gameId=game)["table"]["status"] == over, "game", PLAY_S)
        return game
