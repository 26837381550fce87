"""Errors of clubs, in addition to those of games (services/application/command_errors.py)."""


class UnknownClub(Exception):
    """No such club."""

    def __init__(self, club_id: str) -> None:
        super().__init__(club_id)
        self.club_id = club_id
