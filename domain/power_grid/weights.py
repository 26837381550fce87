"""The values that forecasts use. `planner` has the defaults; its moves are pinned by them."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Money in Elektro."""

    cities_a_round: float = 2.2
    """The growth of the largest network, over a whole game."""
    rounds_ahead_most: float = 7.0
    uranium_price: float = 3
    final_city: float = 30
    """The value of a city powered at the end: more cash than is usually left."""
    cash_left: float = 0.3
    """The value of an Elektro left at the end: it only breaks ties, but the end may be later than expected."""
    offered_at_first: float = 1.4
    offered_a_round: float = 0.6
    offered_most: float = 6.5
    """Cities that the plants powers which can be had, by round."""
    price_a_city: float = 6.0
    """The usual cost of such a plant per city."""
    fuel_a_plant: float = 5.0
    elsewhere: int = 8
    """The expected price of another plant above its lowest bid."""
    later: float = 0.35
    """The weight of the cities after the next one."""
    city_next: float = 12.0
    city_a_round: float = 6.0
    """The value of a city beyond this round's income: at the end, and in each round until then."""
    fed_city: float = 10.0
    fed_city_at_the_end: float = 40.0
    """The value of a powered city beyond its income, because the last production decides the game."""
    city_price: int = 20
    """About, for others."""
    rich: int = 400
    """Cash that is of no use but for the last cities: somebody must end the game."""
    stock_cash: int = 90
    """With so much left, fuel for a second run is bought."""


PLANNERS = Weights()
EXPERTS = Weights(
    cities_a_round=2.6, uranium_price=4.2, offered_a_round=0.7, elsewhere=5, later=0.5, city_a_round=5, rich=500,
    stock_cash=110,
)  # fmt: skip
