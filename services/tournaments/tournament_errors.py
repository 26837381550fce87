"""Errors of tournaments, in addition to those of games (services/application/command_errors.py)."""


class UnknownTournament(Exception):
    """No such tournament."""

    def __init__(self, tournament_id: str) -> None:
        super().__init__(tournament_id)
        self.tournament_id = tournament_id
