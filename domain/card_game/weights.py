"""The values that forecasts use. `planner` has the defaults; its moves are pinned by them."""

from msgspec import Struct


class Weights(Struct, frozen=True):
    """Money in Elektro."""

    elektro_a_point: float = 10.0
    rounds_more: float = -0.4
    """Beyond what the deck lasts: plants that are bought in the last of them earn nothing."""
    above_mean: float = 1.0
    dearer_a_round: float = 1.0
    number_most: float = 24.0
    """The expected number of the next plant: compared with the mean of the current offer, growing each round, with a
    maximum."""
    profit_at_0: float = 4.5
    profit_a_number: float = 0.33
    premium: float = 1.0
    fuel_a_plant: float = 2.7
    """An unseen plant: earnings by its number, cost above the number, fuel per production."""
    fuel_margin: float = 1.2
    """The factor by which fuel costs more than its mean, because cards contain more than is needed."""
    first_take: float = 0.8
    later_take: float = 0.3
    """The share of the fuel needed by others that is expected to be gone: for those who buy before this seat, and after
    it."""
    elsewhere: float = 1.0
    """The expected price of another plant above its lowest bid."""
    stock_cash: float = 8
    stock_price: float = 1.1
    """With this much money left, fuel for a second production is bought if it costs at most this many times its usual
    price."""


PLANNERS = Weights()
EXPERTS = Weights(
    elektro_a_point=7, rounds_more=-0.7, profit_at_0=6, profit_a_number=0.38, fuel_margin=0.9, fuel_a_plant=2.2
)
