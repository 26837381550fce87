"""Sentences about events for people, with the names of the players at the table."""

from collections.abc import Sequence

from domain.kernel.ids import Seat
from domain.kernel.messages import Event
from services.accounts.account import is_account_id
from services.accounts.sign_in import SignIn
from services.api.messages.tables import Sitting
from services.texts import telling


class Words:
    def __init__(self, sign_in: SignIn) -> None:
        self._sign_in = sign_in

    async def sentences(
        self, events: Sequence[Event | None], sitting: Sequence[Sitting], language: str
    ) -> Sequence[str]:
        """Return one sentence per event, empty for one that stays hidden. `sitting`: the current players; `language`:
        `en` or `ru`, empty if no sentences are requested."""
        if not language:
            return [""] * len(events)
        plain = [
            await self._name(each.account, language) if each.account else telling.word(each.bot, language)
            for each in sitting
        ]
        names = telling.told_apart(plain, [each.colour for each in sitting], language)
        known = [event and await self._with_names(event) for event in events]
        return [telling.sentence(event, language, lambda seat: _name(names, seat)) if event else "" for event in known]

    async def _name(self, account: str, language: str) -> str:
        return await self._sign_in.name(account) or telling.word(telling.GONE, language)

    async def _with_names(self, event: Event) -> Event:
        """Replace account ids by display names."""
        accounts = filter(is_account_id, telling.accounts_of(event))
        return telling.with_names(event, {each: await self._sign_in.name(each) or telling.GONE for each in accounts})


def _name(names: Sequence[str], seat: Seat) -> str:
    return names[seat] if seat < len(names) else str(seat)
