"""Requests that have to be refused: malformed, out of bounds, repeated with another content, and of strangers.

The reasons are listed by hand, from docs/errors.md and docs/rules/table.md.
"""

import asyncio
import json
from collections.abc import Awaitable
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import grpc
from google.protobuf.duration_pb2 import Duration
from google.protobuf.struct_pb2 import Struct as AnyStruct

from tests.simulation.channel import Channel
from turnledger import new_request_id
from turnledger.errors import ServiceError, service_error
from turnledger.v1 import common_pb2, lobby_pb2, play_pb2
from turnledger.v1.snapshot_pb2 import Parts

if TYPE_CHECKING:
    from tests.simulation.world import World

Act = play_pb2.ActRequest
LONG, MANY, FAR = 100_000, 10_000, 999
SHOWN_S = 1.0
"""After this time lists have what was answered."""
UNKNOWN = "01234567-89ab-4cde-8f01-23456789abcd"
LESSON = Path(__file__).parents[2] / "domain/card_game/lessons/card_game.json"
METHOD = "/turnledger.v1.Lobby/GetTable"


class Strangers:
    """A host, a player and a stranger, who ask for what they may not have."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._host, self._player, self._stranger = (world.player() for _ in range(3))

    async def run(self) -> None:
        people = (self._host, self._player, self._stranger)
        try:
            for each in people:
                await each.sign_in()
            await self._ask_without_token()
            await self._ask_for_nothing()
            await self._open_wrongly()
            await self._open_lesson()
            await self._sit_and_play()
            await self._leave()
        finally:
            for each in people:
                await each.close()
        self._world.reach("strangers were refused")

    async def _refused(self, what: str, answer: Awaitable[Any], reason: str) -> None:
        try:
            await answer
        except ServiceError as error:
            found = error.reason or error.code.name
        except grpc.aio.AioRpcError as error:
            found = service_error(error).reason or error.code().name
        else:
            found = "no refusal"
        if found != reason:
            self._world.faults.append(f"{what}: {found} instead of {reason}")

    async def _ask_without_token(self) -> None:
        channel = Channel(self._world.balancer, lambda *_: None)
        request = lobby_pb2.GetTableRequest(game_id=UNKNOWN)

        def call(path: str, **headers: str) -> Awaitable[Any]:
            send: Any = channel.unary_unary(path, lobby_pb2.GetTableRequest.SerializeToString, bytes)
            return send(request, metadata=tuple(headers.items()), timeout=5.0)

        await self._refused("no token", call(METHOD), "TOKEN_MISSING")
        await self._refused("an invalid token", call(METHOD, authorization="Bearer x"), "TOKEN_INVALID")
        await self._refused("another scheme", call(METHOD, authorization="Basic x"), "TOKEN_MISSING")
        await self._refused("an unknown method", call("/turnledger.v1.Lobby/Nothing"), "UNIMPLEMENTED")
        await self._refused("a session", call("/turnledger.v1.Play/Session"), "UNIMPLEMENTED")
        await self._refused("an unknown service", call("/turnledger.v1.Nothing/GetTable"), "UNIMPLEMENTED")
        await channel.close()

    async def _ask_for_nothing(self) -> None:
        lobby, views, play = self._stranger.client.lobby, self._stranger.client.views, self._stranger.client.play
        features = (await self._stranger.client.catalogue.get_server()).features
        push_key = (await self._stranger.client.notifications.get_push_key()).public_key
        if list(features) != ["PUZZLES"] or push_key:
            self._world.faults.append(f"a server with no other settings has {features} and the key {push_key}")
        await self._refused("an unknown table", lobby.get_table(game_id=UNKNOWN), "UNKNOWN_GAME")
        await self._refused("an id that is invalid", lobby.get_table(game_id="x"), "MALFORMED")
        await self._refused("an unknown board", views.get_board(game_id=UNKNOWN), "UNKNOWN_GAME")
        await self._refused("an old unknown board", views.get_board(game_id=UNKNOWN, version=1), "UNKNOWN_GAME")
        await self._refused(
            "a move in an unknown game", play.submit(game_id=UNKNOWN, choice=_choice(0, 0)), "UNKNOWN_GAME"
        )
        await self._refused("options of an unknown game", play.list_options(game_id=UNKNOWN), "UNKNOWN_GAME")
        await self._refused("a start of an unknown game", lobby.start_game(game_id=UNKNOWN), "UNKNOWN_GAME")
        await self._refused(
            "a watch of an unknown game", self._first(views.watch_game(game_id=UNKNOWN)), "UNKNOWN_GAME"
        )

    async def _leave(self) -> None:
        leaving = self._stranger.client
        await self._refused("a deletion by another name", leaving.accounts.delete_me(display_name="x"), "NAME_DIFFERS")
        await leaving.accounts.delete_me(display_name=leaving.account.display_name)

    async def _first(self, stream: Any) -> Any:
        async with aclosing(stream) as messages:
            return await anext(messages)

    async def _open_wrongly(self) -> None:
        def opened(**wanted: Any) -> Awaitable[Any]:
            return self._host.client.lobby.create_table(**({"variant": "demo", "seats": 2} | wanted))

        clock = common_pb2.Clock(move=Duration(seconds=-5))
        setup = AnyStruct()
        setup.update({"x": {"y": [-1, "z" * LONG]}})
        cases: list[tuple[str, dict[str, Any]]] = [
            ("MALFORMED", {"bots": ["random"] * 3}),
            ("MALFORMED", {"bots": ["nothing"]}),
            ("MALFORMED", {"nonce": "c0ffee"}),
            ("MALFORMED", {"colour": "red"}),
            ("MALFORMED", {"variant": "d" * LONG}),
            ("MALFORMED", {"variant": "d\0"}),
            ("MALFORMED", {"seats": -1}),
            ("MALFORMED", {"bots": ["random"] * MANY}),
            ("MALFORMED", {"options": {"d\0": "x"}}),
            ("MALFORMED", {"request_id": "x"}),
            ("UNKNOWN_VARIANT", {"variant": "nothing"}),
            ("PLAYER_COUNT_INVALID", {"seats": 9}),
            ("UNKNOWN_OPTION", {"options": {"nothing": "x"}}),
            ("FIXED_SETUP_NOT_ALLOWED", {"seed": "luck", "unrated": True}),
            ("FIXED_SETUP_NOT_ALLOWED", {"setup": setup, "unrated": True}),
            ("CLOCK_INVALID", {"terms": common_pb2.Terms(clock=clock)}),
        ]
        for reason, wanted in cases:
            await self._refused(f"a table with {str(wanted)[:80]}", opened(**wanted), reason)

    async def _open_lesson(self) -> None:
        """Open the only table with a given seed that is allowed: it is private."""
        lobby, seats = self._stranger.client.lobby, 2
        seed = json.loads(LESSON.read_text())["seed"]
        wanted = {"variant": LESSON.stem, "seats": seats, "seed": seed, "unrated": True, "private": True}
        public = lobby.create_table(**wanted | {"bots": ["random"], "private": False})
        await self._refused("a public lesson", public, "FIXED_SETUP_NOT_ALLOWED")
        await self._refused("a lesson for two", lobby.create_table(**wanted), "FIXED_SETUP_NOT_ALLOWED")
        created = await lobby.create_table(bots=["random"], **wanted)
        at = {"game_id": created.table.game_id}
        uninvited = self._player.client.lobby
        await self._refused("a seat without an invite", uninvited.join_table(**at), "INVITE_NEEDED")
        await self._refused("a wrong invite", uninvited.join_table(invite="x", **at), "INVITE_NEEDED")
        await self._refused("an invite for others", uninvited.get_invite(**at), "NOT_THE_HOST")
        invite = (await lobby.get_invite(**at)).invite
        joined = await uninvited.join_table(invite=f" {invite.lower()} ", **at)
        if joined.seat != 1:
            self._world.faults.append(f"an invited player was seated as {joined}")
        await uninvited.leave_table(**at)
        await lobby.close_table(**at)
        await asyncio.sleep(SHOWN_S)
        await self._refused("a seat at a closed table", uninvited.join_table(invite=invite, **at), "TABLE_CLOSED")

    async def _sit_and_play(self) -> None:
        host, player, stranger = self._host.client, self._player.client, self._stranger.client
        invites = common_pb2.Terms(invited_account_ids=[self._player.account_id])
        for _ in range(2):  # people may be invited again, unlike programs
            invited = await host.lobby.create_table(variant="demo", seats=2, terms=invites)
            await host.lobby.close_table(game_id=invited.table.game_id)
            await asyncio.sleep(SHOWN_S)
        number = new_request_id()
        created = await host.lobby.create_table(variant="demo", seats=2, join=True, request_id=number)
        game_id = created.table.game_id
        again = host.lobby.create_table(variant="demo", seats=3, join=True, request_id=number)
        await self._refused("another table by the same request", again, "REQUEST_ID_REUSED")
        at = {"game_id": game_id}
        await self._refused("a start of a stranger", stranger.lobby.start_game(**at), "NOT_THE_HOST")
        await self._refused("a bot of a stranger", stranger.lobby.add_bot(bot="random", **at), "NOT_THE_HOST")
        await self._refused("a close of a stranger", stranger.lobby.close_table(**at), "NOT_THE_HOST")
        await self._refused("a stranger who leaves", stranger.lobby.leave_table(**at), "NOT_SEATED")
        await self._refused("an unknown bot", host.lobby.add_bot(bot="nothing", **at), "UNKNOWN_BOT")
        await self._refused("a second seat", host.lobby.join_table(**at), "ALREADY_SEATED")
        await self._refused("a start with one player", host.lobby.start_game(**at), "TOO_FEW_PLAYERS")
        await self._refused("a move before the start", host.play.submit(choice=_choice(0, 0), **at), "GAME_NOT_STARTED")
        await asyncio.sleep(SHOWN_S)
        before = await host.play.list_options(**at)
        shown = (await host.views.get_board(parts=Parts(board=True, options=True), **at)).snapshot
        if before.options or shown.options.options or shown.HasField("board"):
            self._world.faults.append(f"before the start there are the options {before}, and {shown}")
        await self._refused("a seat that is not named", host.lobby.clear_seat(**at), "MALFORMED")
        joined = await player.lobby.join_table(**at)
        sitting = [(each.account_id, each.guest) for each in joined.table.occupants]
        if joined.seat != 1 or sitting != [(each.account_id, True) for each in (self._host, self._player)]:
            self._world.faults.append(f"the second player was seated as {joined}")
        await self._refused("a third seat", stranger.lobby.join_table(**at), "TABLE_FULL")
        await host.lobby.start_game(**at)
        await self._refused("a second start", host.lobby.start_game(**at), "GAME_ALREADY_STARTED")
        await self._refused("a seat after the start", stranger.lobby.join_table(**at), "GAME_ALREADY_STARTED")
        version = await self._move_wrongly(at)
        await self._look_wrongly(at)
        if (resigned := await host.play.act(resign=Act.Resign(), **at)).HasField("snapshot"):
            self._world.faults.append(f"an answer has a snapshot that was not asked for: {resigned}")
        await self._refused("a move after the end", player.play.act(resign=Act.Resign(), **at), "GAME_OVER")
        late = player.play.submit(choice=_choice(0, 0), expected_version=version, **at)
        await self._refused("a choice after the end", late, "GAME_OVER")

    async def _move_wrongly(self, at: dict[str, str]) -> int:
        """Return the version of the game, which stays."""
        host, stranger = self._host.client, self._stranger.client
        options = await host.play.list_options(**at)
        now = {**at, "expected_version": options.version}
        await self._refused("a move of a stranger", stranger.play.submit(choice=_choice(0, 0), **now), "NOT_A_PLAYER")
        await self._refused("options of a stranger", stranger.play.list_options(**at), "NOT_A_PLAYER")
        await self._refused("no move", host.play.submit(**now), "MALFORMED")
        await self._refused("no option", host.play.submit(choice=play_pb2.Choice(number=0), **now), "MALFORMED")
        await self._refused("no number", host.play.submit(choice=play_pb2.Choice(option=0), **now), "MALFORMED")
        await self._refused("no version", host.play.submit(choice=_choice(0, 0), **at), "MALFORMED")
        await self._refused("a far option", host.play.submit(choice=_choice(FAR, 0), **now), "MALFORMED")
        await self._refused("a far number", host.play.submit(choice=_choice(0, FAR), **now), "MALFORMED")
        far = {**at, "expected_version": FAR}
        await self._refused("a far version", host.play.submit(choice=_choice(0, 0), **far), "VERSION_CONFLICT")
        early = {**at, "expected_version": 1}
        await self._refused(
            "a version before the start", host.play.submit(choice=_choice(0, 0), **early), "VERSION_CONFLICT"
        )
        await self._refused("no action", host.play.act(**at), "MALFORMED")
        await self._refused("no vote", host.play.act(vote=Act.Vote(), **at), "MALFORMED")
        await self._refused("a vote on nothing", host.play.act(vote=Act.Vote(agree=True), **at), "NO_PROPOSAL")
        await self._refused("a stranger who resigns", stranger.play.act(resign=Act.Resign(), **at), "NOT_A_PLAYER")
        tried = await host.play.submit(choice=_choice(0, 0), validate_only=True, **now)
        if (
            not tried.events
            or not tried.HasField("to_sign")
            or tried.HasField("snapshot")
            or (await host.play.list_options(**at)) != options
        ):
            self._world.faults.append(f"a trial of a move changed something, or was answered by {tried}")
        return int(options.version)

    async def _look_wrongly(self, at: dict[str, str]) -> None:
        views = self._stranger.client.views
        await self._refused("a far board", views.get_board(version=FAR, **at), "UNKNOWN_VERSION")
        for version in (1, 2, 3):
            board = await views.get_board(version=version, **at)
            if board.snapshot.version != version:
                self._world.faults.append(f"the board at version {version} is {board}")
        found = [each.version async for each in views.list_boards(from_version=1, to_version=3, page_size=2, **at)]
        if found != [1, 2, 3]:
            self._world.faults.append(f"the first three boards have the versions {found}")
        await asyncio.sleep(SHOWN_S)
        own = self._host.client.views.list_my_games(page_size=1)
        if (mine := [(each.table.game_id, each.my_turn, each.seat) async for each in own]) != [
            (at["game_id"], True, 0)
        ]:
            self._world.faults.append(f"the games of the host are {mine}")
        if strange := [each.table.game_id async for each in views.list_my_games()]:
            self._world.faults.append(f"the stranger has the games {strange}")
        await self._refused(
            "a watch from far", self._first(views.watch_game(after_version=FAR, **at)), "UNKNOWN_VERSION"
        )


def _choice(option: int, number: int) -> play_pb2.Choice:
    return play_pb2.Choice(option=option, number=number)
