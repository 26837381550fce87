"""Commands of one game with the signature of this device: tried first, looked at, signed, given."""

import re
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from google.protobuf.message import Message

from turnledger.device import Device, DeviceMismatch
from turnledger.errors import ServiceError
from turnledger.methods import new_request_id
from turnledger.says import says_the_same
from turnledger.services import Services
from turnledger.v1 import lobby_pb2, play_pb2
from turnledger.v1.games_pb2 import Command

TRIES_MAX = 30
"""A signature is over the newest link; where others are faster it is made again."""
_LINK = re.compile(r"[0-9a-f]{64}")
AnswerT = TypeVar("AnswerT", play_pb2.SubmitResponse, play_pb2.ActResponse)


class Signing:
    """Signing in one game. A table that does not know this device's key gets commands unsigned."""

    def __init__(self, services: Services, game_id: str) -> None:
        self._services, self._game_id = services, game_id
        self._account = ""
        self._seat: int | None = None
        self._asked_of = ""
        self._last = play_pb2.ToSign()

    async def seat(self) -> int | None:
        """Return one's own seat, if this device signs for it. Keys do not change once the game has begun."""
        device = self._services.device
        if device is None:
            return None
        if self._asked_of != device.public_key:
            self._account = self._account or (await self._services.accounts.get_me()).account.account_id
            table = (await self._services.lobby.get_table(game_id=self._game_id)).table
            self._seat = _seat_of(table, self._account, device)
            self._asked_of = device.public_key if table.status == lobby_pb2.TABLE_STATUS_RUNNING else ""
        return self._seat

    async def submit(self, shown: int, command: Command, **fields: Any) -> play_pb2.SubmitResponse:
        """`shown`: the greatest version that this client knows of. Raises DeviceMismatch."""
        seat, device = await self.seat(), self._services.device
        if seat is None or device is None:
            return await self._services.play.submit(command=command, **fields)
        same = self._services.is_same or _is_same

        def is_sent(stored: str) -> bool:
            return same(stored, command, seat)

        return await self._signed(self._services.play.submit, device, shown, is_sent, {"command": command, **fields})

    async def act(self, shown: int, **fields: Any) -> play_pb2.ActResponse:
        """The same."""
        seat, device = await self.seat(), self._services.device
        if seat is None or device is None:
            return await self._services.play.act(**fields)
        sent = play_pb2.ActRequest(**fields)

        def is_sent(stored: str) -> bool:
            return says_the_same(stored, sent, None)

        return await self._signed(self._services.play.act, device, shown, is_sent, fields)

    async def _signed(
        self,
        give: Callable[..., Coroutine[Any, Any, AnswerT]],
        device: Device,
        shown: int,
        is_sent: Callable[[str], bool],
        fields: dict[str, Any],
    ) -> AnswerT:
        request_id = fields.get("request_id") or new_request_id()
        fields = {**fields, "request_id": request_id}
        for left in reversed(range(TRIES_MAX)):
            trial = await give(**{**fields, "parts": None, "validate_only": True})
            if not trial.HasField("to_sign"):  # it was answered before, and is answered the same again
                return await give(**fields)
            self._check(trial.to_sign, shown, is_sent)
            signature = device.sign(self._game_id, self._account, request_id, trial.to_sign)
            try:
                return await give(**fields, device=signature)
            except ServiceError as error:
                if error.reason != "VERSION_CONFLICT" or fields.get("expected_version") is not None or not left:
                    raise
        raise AssertionError("the last try answers or raises")

    def _check(self, to_sign: play_pb2.ToSign, shown: int, is_sent: Callable[[str], bool]) -> None:
        """Raises DeviceMismatch."""
        last, newest = self._last, max(shown, self._last.version)
        if not _LINK.fullmatch(to_sign.chain):
            raise DeviceMismatch("no link of a chain")
        if to_sign.version < newest:
            raise DeviceMismatch(f"version {to_sign.version} is to be signed, but {newest} was there")
        if to_sign.version == last.version and to_sign.chain != last.chain:
            raise DeviceMismatch(f"version {last.version} had another link before: there are two histories")
        if not is_sent(to_sign.command):
            raise DeviceMismatch(f"not what was sent: {to_sign.command:.200}")
        self._last = to_sign


def _seat_of(table: lobby_pb2.Table, account: str, device: Device) -> int | None:
    for seat, each in enumerate(table.occupants):
        if each.account_id == account and device.public_key in each.device_keys:
            return seat
    return None


def _is_same(stored: str, sent: Command, seat: int) -> bool:
    game = sent.WhichOneof("game")
    told: Message | None = getattr(sent, game) if game else None
    return told is not None and says_the_same(stored, told, seat)
