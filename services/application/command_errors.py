"""Errors between a caller and a game, in addition to refusals by the rules (domain/kernel/refused.py) and failures of
the store (services/store/interface.py)."""


class UnknownGame(Exception):
    """No such game."""

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.game_id = game_id


class ExpectedVersionMismatch(Exception):
    """The caller decided on a version that is no longer the newest. Read again, decide again."""

    def __init__(self, game_id: str, expected: int, current: int) -> None:
        super().__init__(game_id, expected, current)
        self.game_id, self.expected, self.current = game_id, expected, current


class UnknownVersion(Exception):
    """The game has no such version (yet). `is_replaced`: it has another event there than the caller, because a server
    that took over lost the caller's."""

    def __init__(self, game_id: str, version: int, current: int, *, is_replaced: bool = False) -> None:
        super().__init__(game_id, version, current)
        self.game_id, self.version, self.current, self.is_replaced = game_id, version, current, is_replaced


class RequestReused(Exception):
    """The request id was used before, for another command. Nothing happened."""

    def __init__(self, game_id: str, request_id: str) -> None:
        super().__init__(game_id, request_id)
        self.game_id, self.request_id = game_id, request_id


class Contended(Exception):
    """Other processes were faster every time. Nothing happened; the caller may try again."""

    def __init__(self, game_id: str, tries: int) -> None:
        super().__init__(game_id, tries)
        self.game_id, self.tries = game_id, tries
