"""An auction of plants at the prompt, as Power Grid and the card game have it: `auction 4 21`, `bid 22`, `pass`."""

from typing import Protocol

from domain.kernel.messages import Command
from services.cli.player.phrases.lines import Line, amount, nothing_more
from services.cli.reader import Reader


class Numbered(Protocol):
    """An option whose commands are counted from 0."""

    def nth(self, number: int) -> Command: ...


class Bids(Numbered, Protocol):
    @property
    def amount_min(self) -> int: ...
    @property
    def amount_max(self) -> int: ...


class Nominations(Numbered, Protocol):
    @property
    def bid_min(self) -> int: ...
    @property
    def bid_max(self) -> int: ...


def nomination(option: Nominations, card: str, says: str, by: Reader) -> Line:
    read = amount(option.bid_min, option.bid_max, lambda bid: option.nth(bid - option.bid_min), by.say, default=True)
    return Line(by.verbs("auction"), by.names(card), says, read)


def bids(option: Bids, plant: str, by: Reader) -> Line:
    says = by.say("{least}–{most} for {plant}").format(least=option.amount_min, most=option.amount_max, plant=plant)
    read = amount(option.amount_min, option.amount_max, lambda n: option.nth(n - option.amount_min), by.say)
    return Line(by.verbs("bid"), (), says, read, amounts=True)


def buying_none(option: Numbered, by: Reader) -> Line:
    return Line(by.verbs("pass"), (), by.say("buy no plant this round"), nothing_more(option.nth(0), by.say))


def leaving(option: Numbered, plant: str, by: Reader) -> Line:
    says = by.say("drop out of the auction for {plant}").format(plant=plant)
    return Line(by.verbs("pass"), (), says, nothing_more(option.nth(0), by.say))
