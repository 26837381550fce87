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


class Words:
    def __init__(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    async def sentences(
        self, events: Sequence[Event | None], sitting: Sequence[Sitting], language: str
    ) -> Sequence[str]:
        """One an event, empty for one that stays hidden. `sitting`: who sits there now; `language`: `en` or `ru`."""
        names = await self._names(sitting, language)
        known = [event and await self._with_names(event) for event in events]
        return [telling.sentence(event, language, lambda seat: _name(names, seat)) if event else "" for event in known]

    async def _names(self, sitting: Sequence[Sitting], language: str) -> Sequence[str]:
        """Where two have the same name (bots of one kind), with the colour."""
        plain = [await self._sign_in.name(each.account) if each.account else each.bot for each in sitting]
        return [
            f"{name} ({telling.word(each.colour, language)})" if plain.count(name) > 1 else name
            for name, each in zip(plain, sitting, strict=True)
        ]

    async def _with_names(self, event: Event) -> Event:
        """With display names in place of account ids; none for accounts that are gone."""
        accounts = {name: getattr(event, name, "") for name in _ACCOUNTS}
        names = {name: await self._sign_in.name(each) for name, each in accounts.items() if is_account_id(each)}
        return replace(event, **names) if names else event


def _name(names: Sequence[str], seat: Seat) -> str:
    return names[seat] if seat < len(names) else str(seat)
