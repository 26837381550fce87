"""Positions written by hand. Parts that are not named are filled so that every invariant holds, which is checked."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from domain.power_grid import market as spaces_of
from domain.power_grid.maps import LAYERS
from domain.power_grid.messages import AUCTION, BUREAUCRACY, FUELS, STAGE_3, Card, Space
from domain.power_grid.state import Holding
from tests.kit import Game, begun

MAPS = tuple(LAYERS)
"""Every map there is: tests of all maps go by this list, so that a new one comes before them by itself."""

REGIONS = {
    "russia": ("red", "yellow", "purple", "green", "brown"),
    "japan": ("green", "purple", "yellow", "red", "brown"),
    "india": ("orange", "pink", "red", "yellow", "green"),
    "germany": ("brown", "green", "yellow", "red", "cyan"),
    "usa": ("green", "brown", "yellow", "red", "purple"),
    "australia": ("pink", "brown", "red", "yellow", "green"),
}
REGIONS_BY_PLAYERS = {2: 3, 3: 3, 4: 4, 5: 5, 6: 5}


def power_grid(
    map_name: str, players: int = 3, seed: str = "kit", rules_version: int | None = None, **options: str
) -> Game:
    """A game of the first round, in regions that these tests know."""
    regions = ",".join(REGIONS[map_name][: REGIONS_BY_PLAYERS[players]])
    return begun(f"power_grid/{map_name}", players, {"regions": regions, **options}, seed, rules_version)


def russia(players: int = 3, seed: str = "kit", rules_version: int | None = None, **options: str) -> Game:
    return power_grid("russia", players, seed, rules_version, **options)


def position(
    game: Game,
    phase: str = AUCTION,
    *,
    round: int = 2,  # noqa: A002 - the rulebook's word
    stage: int = 1,
    stage_3_drawn: bool | None = None,
    order: Sequence[int] | None = None,
    waiting: Sequence[int] | None = None,
    cash: Mapping[int, int] | None = None,
    plants: Mapping[int, Sequence[Card]] | None = None,
    fuel: Mapping[int, Mapping[str, int]] | None = None,
    cities: Mapping[int, Sequence[str]] | None = None,
    networks: Mapping[int, int] | None = None,
    market: Sequence[Card] | None = None,
    deck: Sequence[Card] | None = None,
    tokens: Mapping[str, Mapping[int, int]] | None = None,
    **changes: Any,
) -> Game:
    """The game in another position. Dicts are by seat; what they leave out stays empty (cash: 50). `market`: both
    offers; `deck`: top card first, or what is left in rising order; `tokens`: on the market, by price."""
    rules, old = game.decider.rules, game.state
    seats = range(len(old.holdings))
    drawn = stage == 3 if stage_3_drawn is None else stage_3_drawn
    holdings = tuple(
        Holding(
            cash=(cash or {}).get(seat, 50),
            fuel={name: (fuel or {}).get(seat, {}).get(name, 0) for name in FUELS},
            plants=tuple((plants or {}).get(seat, ())),
            cities=tuple((cities or {}).get(seat, ())),
            networks_started=(networks or {}).get(seat, 1 if (cities or {}).get(seat) else 0),
        )
        for seat in seats
    )
    owned = [card for holding in holdings for card in holding.plants]
    offer = [card for card in market or old.current + old.future if card not in owned]
    rest = [card for card in rules.cards if card not in owned and card not in offer]
    pile = [*rest, *([] if drawn else [STAGE_3])] if deck is None else list(deck)
    ranked = sorted(offer, key=lambda card: rules.cards[card].rank3 if card in rules.cards else 10**6)
    split = len(ranked) if drawn and STAGE_3 not in ranked else rules.offer_size
    turns = tuple(order if order is not None else seats)
    houses: dict[str, tuple[int, ...]] = {}
    for seat, holding in enumerate(holdings):
        for city in holding.cities:
            houses[city] = (*houses.get(city, ()), seat)
    on_market = {name: lying(spaces, (tokens or {}).get(name)) for name, spaces in old.market.items()}
    held = {name: sum(holding.fuel[name] for holding in holdings) for name in FUELS}
    supply = {name: rules.reserve[name] + spaces_of.tokens(rules.market.get(name, ())) for name in FUELS}
    for name, spaces in on_market.items():
        excess = held[name] + spaces_of.tokens(spaces) - supply[name]
        if excess > 0:
            on_market[name] = spaces_of.bought(spaces, excess)[0]
    state = replace(
        old,
        phase=phase,
        round=round,
        stage=stage,
        stage_3_drawn=drawn,
        order=turns,
        waiting=tuple(waiting if waiting is not None else turns if phase in (AUCTION, BUREAUCRACY) else turns[::-1]),
        buyers=(),
        holdings=holdings,
        current=tuple(ranked[:split]),
        future=tuple(ranked[split:]),
        deck=tuple(pile),
        removed=tuple(card for card in rest if card not in pile),
        removed_blind=(),
        houses=houses,
        market=on_market,
        reserve={name: supply[name] - held[name] - spaces_of.tokens(on_market.get(name, ())) for name in FUELS},
        bank=rules.starting_money * len(holdings) - sum(holding.cash for holding in holdings),
        **changes,
    )
    broken = game.decider.broken_invariants(state)
    assert not broken, broken
    return Game(game.decider, state)


def lying(spaces: Sequence[Space], by_price: Mapping[int, int] | None) -> tuple[Space, ...]:
    if by_price is None:
        return tuple(spaces)
    assert not set(by_price) - {space.price for space in spaces}
    return tuple(Space(space.price, by_price.get(space.price, 0)) for space in spaces)


def priced(spaces: Sequence[Space]) -> dict[int, int]:
    """Tokens by price, empty spaces left out."""
    return {space.price: space.n for space in spaces if space.n}
