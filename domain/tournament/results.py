"""Results of games, recorded once (EV-RES)."""

from collections.abc import Sequence

from domain.kernel.decider import Standing
from domain.kernel.decision import Decision
from domain.kernel.refused import Refused
from domain.table.messages import SERVER_ACTOR
from domain.tournament.messages import RecordResult, ResultRecorded
from domain.tournament.state import OPEN, Game, Tournament


def record(decided: Decision[None, Tournament], command: RecordResult, actor: str) -> None:
    """A table has one result, however often it is reported; an official's earlier decision stays (EV-RES-01)."""
    tournament = decided.state
    if actor != SERVER_ACTOR:
        raise Refused("NOT_THE_SERVER", "EV-RES-01")
    game = game_of(tournament, command.table, "EV-RES-01")
    if command.standings:
        check_standings(command.standings, len(game.pairing.seats), "EV-RES-01")
    if game.status != OPEN:
        return
    unscored = tuple(entrant for entrant in game.pairing.seats if not tournament.is_in(entrant))
    decided.record(
        ResultRecorded(command.table, command.reason, command.standings, unscored, command.game_id, command.chain)
    )


def game_of(tournament: Tournament, table: int, rule: str) -> Game:
    game = tournament.games.get(table)
    if game is None:
        raise Refused("UNKNOWN_TABLE", rule, table=table, tables=len(tournament.games))
    return game


def check_standings(standings: Sequence[Standing], seats: int, rule: str) -> None:
    """EV-RES-03: every seat once, best first; who shares a rank leaves out the next ones."""
    ranks = [each.rank for each in standings]
    right = [1 + sum(other < rank for other in ranks) for rank in ranks]
    if sorted(each.player for each in standings) != list(range(seats)) or ranks != sorted(right):
        raise Refused("STANDINGS_INVALID", rule, seats=seats)
