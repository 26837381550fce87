"""Facts from the histories about a reported account, for operators."""

from projections.read.leaders import reliability_of
from projections.read.lists import TableLists
from services.api.messages.players import reliability
from services.application.game_service import GameService
from services.chat.chat import table_of
from services.chat.reports import Report
from turnledger.v1 import operators_pb2


async def report_facts(
    report: Report, games: GameService, lists: TableLists, timeout_s: float
) -> operators_pb2.ReportedFacts:
    """Raises ViewUnavailable and what Games.load raises."""
    live = await games.load(table_of(report.game_id)[0], timeout_s=timeout_s)
    table, seat = live.loaded, live.loaded.seat_of(report.about)
    facts = operators_pb2.ReportedFacts(
        version=live.version, reliability=reliability(await reliability_of(lists, report.about))
    )
    if seat is not None:
        facts.seat = seat
        facts.resigned, facts.timed_out = seat in table.resigned, seat in table.timed_out
        facts.bot_plays = bool(table.occupants[seat].bot)
        standings = table.outcome.standings if table.outcome else ()
        facts.rank = next((each.rank for each in standings if each.player == seat), 0)
    return facts
