"""What those who forecast think things are worth. `planner` has the defaults; its moves are pinned by them."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Money in Elektro."""

    cities_a_round: float = 2.2
    """Of the largest network, over a whole game."""
    rounds_ahead_most: float = 7.0
    uranium_price: float = 3
    final_city: float = 30
    """What a city powered at the end is worth: more cash than is usually left."""
    cash_left: float = 0.3
    """Of an Elektro that is left at the end: it only settles ties, but the end may be later than thought."""
    offered_at_first: float = 1.4
    offered_a_round: float = 0.6
    offered_most: float = 6.5
    """Cities that the plants powers which can be had, by round."""
    price_a_city: float = 6.0
    """What such a plant costs for each city."""
    fuel_a_plant: float = 5.0
    elsewhere: int = 8
    """What another plant is thought to cost above its lowest bid."""
    later: float = 0.35
    """How much the cities after the next one count beside it."""
    city_next: float = 12.0
    city_a_round: float = 6.0
    """What a city is worth beyond this round's income: at the end, and in each round until then."""
    fed_city: float = 10.0
    fed_city_at_the_end: float = 40.0
    """What a city that is powered is worth beyond its income, since the last run decides the game."""
    city_price: int = 20
    """About, for others."""
    rich: int = 400
    """Cash that is of no use but for the last cities: somebody must end the game."""
    stock_cash: int = 90
    """With so much left, fuel for a second run is bought."""


PLANNERS = Weights()
EXPERTS = Weights(
    cities_a_round=2.6, offered_a_round=0.7, elsewhere=5, later=0.5, city_a_round=5, rich=500, stock_cash=110
)
