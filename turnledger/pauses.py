"""Pauses before a failed call is tried again: full jitter, so that clients that lost a server together do not come back
together (https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/)."""

from typing import NamedTuple

_DOUBLED_MAX = 20
_LATER_MAX = 0.1
"""The most that is added to the pause that the server asks for, as a fraction of it."""


class Pauses(NamedTuple):
    """`first_s`: the first pause at most; each next one is twice as long, up to `max_s`."""

    first_s: float = 0.2
    max_s: float = 30.0

    def after(self, pauses: int, retry_after_s: float | None, random: float) -> float:
        """Seconds, after so many pauses. `retry_after_s`: what the server asked for; `random`: from 0 to 1."""
        most: float = self.first_s * 2 ** min(pauses, _DOUBLED_MAX)
        scattered = random * min(self.max_s, most)
        return retry_after_s + min(scattered, _LATER_MAX * retry_after_s) if retry_after_s else scattered


PAUSES = Pauses()
"""Those of all connections."""
