"""What can go wrong between a caller and a tournament, besides what can with games (services/application/errors.py)."""


class UnknownTournament(Exception):
    """No such tournament."""

    def __init__(self, event_id: str) -> None:
        super().__init__(event_id)
        self.event_id = event_id
