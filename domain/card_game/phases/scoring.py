"""The end: the last production, money, ranks."""

from domain.card_game.fuel import best_production, profit_of, units_of
from domain.card_game.messages import FinalProductionScored, GameEnded, Ranked
from domain.card_game.phases.order import best_number
from domain.card_game.rules import Decision
from domain.kernel.ids import Seat


def end(decision: Decision) -> None:
    """Scores every seat and ends the game (CG-END-02 to CG-END-04)."""
    cards, scored = decision.rules.cards, []
    for place, player in enumerate(decision.state.players):
        plants = best_production(cards, player.plants, units_of(cards, player.stock))
        money_vp, money_left = divmod(player.cash, cards.tables.elektro_per_vp)
        plant_vp = profit_of(cards, plants)
        score = FinalProductionScored(Seat(place), plants, plant_vp, money_vp, money_left, plant_vp + money_vp)
        best_plant = best_number(cards, player.plants)
        scored.append((score.vp, money_left, best_plant, Seat(place)))
        decision.record(score)
    decision.record(GameEnded(*ranked(scored)))


def ranked(scored: list[tuple[int, int, int, Seat]]) -> tuple[tuple[Ranked, ...], tuple[Seat, ...]]:
    """Ranking and winners from (points, money left, best plant, seat); a full tie shares a rank (DEC-CG-15,
    DEC-CG-28)."""
    ranking = tuple(
        Ranked(seat, 1 + sum(other[:3] > (vp, left, best) for other in scored), vp, left, best)
        for vp, left, best, seat in sorted(scored, key=lambda score: (*(-figure for figure in score[:3]), score[3]))
    )
    return ranking, tuple(place.player for place in ranking if place.rank == 1)
