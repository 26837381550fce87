"""Forced moves: the server plays them at tables that want it (TB-ORD-07)."""

from contextlib import suppress

from domain.table.forced import forced_request, only_command
from domain.table.messages import CommandsUndone, PlayForced
from services.application.command_errors import ExpectedVersionMismatch
from services.application.game_service import GameService


class Forced:
    def __init__(self, games: GameService) -> None:
        self._games = games

    async def play(self, game_id: str) -> None:
        """TB-ORD-07: what seats cannot but do, one after the other. Not where something was just taken back."""
        while True:
            aggregate = (await self._games.load(game_id)).loaded
            seat = next((seat for seat in aggregate.to_act if only_command(aggregate, seat)), None)
            if seat is None or await self._was_undone(game_id, aggregate.version):
                return
            account = aggregate.occupants[seat].account
            number = forced_request(aggregate, seat)
            with suppress(ExpectedVersionMismatch):  # another process was faster
                await self._games.execute(
                    game_id, PlayForced(seat), actor=account, request_id=number, expected_version=aggregate.version
                )

    async def _was_undone(self, game_id: str, version: int) -> bool:
        """Return whether the last event is an undo; at most its clocks follow it."""
        parts = self._games.records(game_id, max(0, version - 2))
        return any([isinstance(each.event, CommandsUndone) async for part in parts for each in part])
