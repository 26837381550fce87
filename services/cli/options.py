"""Options of variants as they are typed: `--option renovation=on`."""

from collections.abc import Iterable

from domain import catalogue
from domain.kernel.variant import OptionSpec
from turnledger.v1 import common_pb2


def named(given: Iterable[str]) -> dict[str, str]:
    """`flow_generator=on` by name; a name alone means `on`."""
    return {name: value or "on" for name, _, value in (each.partition("=") for each in given)}


def _values(spec: OptionSpec) -> str:
    return "|".join((*spec.values, "…") if spec.open_ended else spec.values)


def _known() -> str:
    """Every option of every variant, each once, with its values."""
    games: dict[str, list[str]] = {}
    for variant in catalogue.VARIANTS.values():
        for spec in variant.options:
            games.setdefault(f"{spec.name}={_values(spec)}", []).append(variant.name)
    return "; ".join(f"{option} ({', '.join(variants)})" for option, variants in games.items())


OPTIONS = f"Option of the variant: {_known()}"

TRIES = "What `expert` makes for a move at this table, 2 to 400; as many as it makes anyway if not given"
HINTS = "Hints for each player"


DRAWS = "`beacon`: no card exists before it is drawn, and each draw waits for a round of the server's beacon"


def stated(tries: int, hints: int, draws: str) -> common_pb2.Terms:
    """Return the terms of a table; 0 or empty for those that are not stated."""
    return common_pb2.Terms(tries=tries or None, hints=hints or None, draws=draws or None)
