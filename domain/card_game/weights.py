"""What those who forecast think things are worth. `planner` has the defaults; its moves are pinned by them."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Money in Elektro."""

    elektro_a_point: float = 10.0
    rounds_more: float = -0.4
    """Beyond what the deck lasts: plants that are bought in the last of them earn nothing."""
    above_mean: float = 1.0
    dearer_a_round: float = 1.0
    number_most: float = 24.0
    """The number of the plant that can be had: beside the mean of the offer now, more each round, at most."""
    profit_at_0: float = 4.5
    profit_a_number: float = 0.33
    premium: float = 1.0
    fuel_a_plant: float = 2.7
    """Of a plant not seen yet: what it earns by its number, what it costs above that, what a run burns."""
    fuel_margin: float = 1.2
    """How much dearer fuel is than its mean, since cards hold more than is needed."""
    first_take: float = 0.8
    later_take: float = 0.3
    """How much of the fuel that others lack is thought to be gone: of those who buy before this seat, and after it."""
    elsewhere: float = 1.0
    """What another plant is thought to cost above its lowest bid."""
    stock_cash: float = 8
    stock_price: float = 1.1
    """With so much left, fuel for a second run is bought while it costs at most so many times what it usually does."""


PLANNERS = Weights()
EXPERTS = Weights(
    elektro_a_point=7, rounds_more=-0.7, profit_at_0=6, profit_a_number=0.38, fuel_margin=0.9, fuel_a_plant=2.2
)
