"""What happened in sentences for people, with the names of those who sit at the table."""

from collections.abc import Sequence

from msgspec.structs import replace

from domain import telling
from domain.kernel.decider import Event
from domain.kernel.ids import Seat
from services.accounts.account import is_account_id
from services.accounts.sign_in import SignIn
from services.api.tables import Sitting

_ACCOUNTS = ("account", "host")
"""Fields of the table's events that hold an account."""
GONE = "GONE"
"""A word for who deleted the account."""


class Words:
    def __init__(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    async def sentences(
        self, events: Sequence[Event | None], sitting: Sequence[Sitting], language: str
    ) -> Sequence[str]:
        """One an event, empty for one that stays hidden. `sitting`: who sits there now; `language`: `en` or `ru`, empty
        where nobody wants sentences."""
        if not language:
            return [""] * len(events)
        plain = [await self._sign_in.name(each.account) if each.account else each.bot for each in sitting]
        names = telling.told_apart(plain, [each.colour for each in sitting], language)
        known = [event and await self._with_names(event) for event in events]
        return [telling.sentence(event, language, lambda seat: _name(names, seat)) if event else "" for event in known]

    async def _with_names(self, event: Event) -> Event:
        """With display names in place of account ids."""
        accounts = {name: getattr(event, name, "") for name in _ACCOUNTS}
        names = {name: await self._sign_in.name(each) or GONE for name, each in accounts.items() if is_account_id(each)}
        return replace(event, **names) if names else event


def _name(names: Sequence[str], seat: Seat) -> str:
    return names[seat] if seat < len(names) else str(seat)
