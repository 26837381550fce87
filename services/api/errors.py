"""What only the API can refuse."""


class NotAllowed(Exception):
    """The caller may not do that. `said` is for the caller."""

    def __init__(self, reason: str, said: str) -> None:
        super().__init__(reason, said)
        self.reason, self.said = reason, said


class Draining(Exception):
    """The server stops. A stream can be resumed elsewhere from a version."""

    def __init__(self, resume_from: int) -> None:
        super().__init__(resume_from)
        self.resume_from = resume_from


class TooSlow(Exception):
    """The reader of a stream lets too much wait."""

    def __init__(self, resume_from: int) -> None:
        super().__init__(resume_from)
        self.resume_from = resume_from
