"""Uranium is mined and sold to the track, which only shows the price (AU-03, AU-05, AU-11, AU-12, AU-14)."""

from dataclasses import dataclass

from domain.kernel.ids import Seat
from domain.kernel.messages import Option
from domain.kernel.refused import Refused
from domain.power_grid.messages import (
    BUREAUCRACY,
    Card,
    DeclineUraniumSale,
    SellUranium,
    Space,
    UraniumExported,
    UraniumSaleDeclined,
    UraniumSold,
)  # fmt: skip
from domain.power_grid.modules.uranium_track import UraniumTrack
from domain.power_grid.options import DeclineUraniumSaleOption, SellUraniumOption
from domain.power_grid.rules import Decision, Ruleset
from domain.power_grid.state import State


@dataclass(frozen=True)
class UraniumSale:
    """`exports`: tokens that leave the track each round in stages 1, 2, 3."""

    exports: tuple[int, int, int]

    def next_seller(self, rules: Ruleset, state: State) -> Seat | None:
        if not selling(state):
            return None
        decided = track_of(state).decided
        for seat in reversed(state.order):
            if seat not in decided and mines(rules, state, seat):
                return seat
        return None

    def skip_those_without_choice(self, decision: Decision) -> None:
        """A full track leaves nothing to decide."""
        if empty_spaces(track_of(decision.state)):
            return
        while (seat := self.next_seller(decision.rules, decision.state)) is not None:
            decision.record(UraniumSaleDeclined(seat, auto=True))

    def close(self, decision: Decision) -> None:
        """The export: cheapest tokens first."""
        track, most = track_of(decision.state), self.exports[decision.state.stage - 1]
        leaving = [place for place, space in enumerate(track.spaces) if space.n][:most]
        after = with_tokens(track.spaces, leaving, 0)
        prices = tuple([track.spaces[place].price for place in leaving])
        decision.record(UraniumExported(prices, len(leaving), after, track.store + len(leaving)))


def selling(state: State) -> bool:
    """After the income of phase 5, and after the final powering."""
    return not state.waiting and (state.ending or state.phase == BUREAUCRACY)


def track_of(state: State) -> UraniumTrack:
    (track,) = [part for part in state.modules if isinstance(part, UraniumTrack)]
    return track


def mines(rules: Ruleset, state: State, seat: Seat) -> tuple[Card, ...]:
    return rules.fleet(state.holdings[seat].plants).mines


def empty_spaces(track: UraniumTrack) -> list[int]:
    """Places of the empty spaces, dearest first."""
    return [place for place in range(len(track.spaces) - 1, -1, -1) if not track.spaces[place].n]


def with_tokens(spaces: tuple[Space, ...], places: list[int], n: int) -> tuple[Space, ...]:
    after = list(spaces)
    for place in places:
        after[place] = Space(spaces[place].price, n)
    return tuple(after)


def check_seller(rules: Ruleset, state: State, player: Seat) -> None:
    seller = rules.sale.next_seller(rules, state)
    if seller is None:
        raise Refused("WRONG_PHASE", "AU-11", phase=state.phase, needed=BUREAUCRACY, step="uranium_sale")
    if player == seller:
        return
    if not mines(rules, state, player):
        raise Refused("NO_URANIUM_MINES", "AU-11")
    if player in track_of(state).decided:
        raise Refused("ALREADY_DECIDED_URANIUM", "AU-11")
    raise Refused("NOT_YOUR_TURN", "AU-11", to_act=seller)


def sell(decision: Decision, command: SellUranium) -> None:
    rules, state, player = decision.rules, decision.state, command.player
    check_seller(rules, state, player)
    track, owned = track_of(state), mines(rules, state, player)
    places = empty_spaces(track)[: len(owned)]
    price, units = track.spaces[places[0]].price, sum([rules.cards[mine].units for mine in owned])
    decision.record(
        UraniumSold(
            player=player,
            mines=owned,
            units=units,
            price=price,
            income=units * price,
            tokens_placed=tuple([track.spaces[place].price for place in places]),
            cash_after=state.holdings[player].cash + units * price,
            track_after=with_tokens(track.spaces, places, 1),
            store_after=track.store - len(places),
            final=state.ending,
        )
    )
    rules.sale.skip_those_without_choice(decision)


def decline(decision: Decision, command: DeclineUraniumSale) -> None:
    check_seller(decision.rules, decision.state, command.player)
    decision.record(UraniumSaleDeclined(command.player, auto=False))


def options(rules: Ruleset, state: State, seat: Seat) -> tuple[Option, ...]:
    track, owned = track_of(state), mines(rules, state, seat)
    units = sum(rules.cards[mine].units for mine in owned)
    price = track.spaces[empty_spaces(track)[0]].price
    return (SellUraniumOption(seat, owned, units, price), DeclineUraniumSaleOption(seat))
