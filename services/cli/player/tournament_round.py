"""Runs a tournament at a server, as its organiser: opens the tables of pairings, seats players, begins games, and
records finished ones.

Every step can be repeated: a table is opened under a request id that follows from tournament and table, so the server
finds it again; its missing steps follow from its players; and a table has one result.
"""

from collections.abc import AsyncIterator
from uuid import UUID, uuid5

import msgspec

from domain import stored
from domain.history.file import Keys, take_apart
from domain.history.verify import verify
from domain.table.clock import Clock
from domain.table.messages import SERVER_ACTOR
from domain.tournament.messages import Pairing, RecordResult
from domain.tournament.seating import drawn_order
from domain.tournament.state import Tournament
from services.cli.player.tournament_file import TournamentFile
from services.history.keys import published_keys
from turnledger import Client, Game
from turnledger.v1 import common_pb2, lobby_pb2


async def carry_on(kept: TournamentFile, me: Client, *, fill: bool) -> AsyncIterator[str]:
    """Return the steps done and the open ones, table by table, including rounds that become possible. `fill`: bots take
    the seats of absent players."""
    keys = published_keys(msgspec.json.decode((await me.history.list_signing_keys()).key_set))
    looked_at: set[int] = set()
    while tables := [table for table in kept.tournament.waits_for if table not in looked_at]:
        for table in tables:
            looked_at.add(table)
            yield f"table {table}: {await _carry_on(kept, me, table, keys, fill=fill)}"


async def _carry_on(kept: TournamentFile, me: Client, table: int, keys: Keys, *, fill: bool) -> str:
    tournament = kept.tournament
    pairing = tournament.games[table].pairing
    game = await table_of(tournament, me, pairing)
    stands = await game.table()
    if stands.status == lobby_pb2.TABLE_STATUS_OPEN:
        stands, missing = await _seated(tournament, game, stands, pairing, fill=fill)
        if missing:
            return f"{game.game_id} waits for {', '.join(missing)}"
        stands = await game.start(expected_version=stands.version)
    if stands.status == lobby_pb2.TABLE_STATUS_CLOSED:
        return f"{game.game_id} was closed before the start; an official may annul it"
    if stands.status != lobby_pb2.TABLE_STATUS_FINISHED:
        return f"{game.game_id} is played"
    return await _record(kept, game, table, keys)


async def table_of(tournament: Tournament, me: Client, pairing: Pairing) -> Game:
    """The table of a pairing: opened, or found again."""
    terms = tournament.terms
    accounts = [tournament.entrants[entrant].account for entrant in pairing.seats]
    at_table = common_pb2.Terms(
        clock=_clock(terms.clock) if terms.clock else None, stand_in=terms.stand_in, invited_account_ids=accounts
    )
    return await me.create_table(
        pairing.variant,
        seats=len(pairing.seats),
        options=terms.options,
        request_id=str(uuid5(UUID(tournament.opened.tournament_id), f"table {pairing.table}")),
        private=True,
        unrated=not terms.rated,
        terms=at_table,
    )


def _clock(clock: Clock) -> common_pb2.Clock:
    return common_pb2.Clock(
        move_s=clock.move_s,
        bank_s=clock.bank_s,
        increment_s=clock.increment_s,
        vacation_days=clock.vacation_days,
        on_timeout=f"TIMEOUT_ACTION_{clock.on_timeout}",
    )


async def _seated(
    tournament: Tournament, game: Game, stands: lobby_pb2.Table, pairing: Pairing, *, fill: bool
) -> tuple[lobby_pb2.Table, list[str]]:
    """Return the table with all players seated as drawn, and the absent accounts. A bot takes the seat of an entrant
    who has left the tournament."""
    accounts = {entrant: tournament.entrants[entrant].account for entrant in pairing.seats}
    there = [each.account_id for each in stands.occupants]
    absent = [entrant for entrant in pairing.seats if accounts[entrant] not in there]
    missing = [accounts[entrant] for entrant in absent if tournament.is_in(entrant) and not fill]
    if missing:
        return stands, missing
    for _ in range(len(pairing.seats) - len(stands.occupants)):
        stands = await game.add_bot(tournament.terms.stand_in)
    order = drawn_order(list(accounts.values()), [each.account_id for each in stands.occupants])
    if order != tuple(sorted(order)):
        stands = await game.arrange_seats(order)
    return stands, []


async def _record(kept: TournamentFile, game: Game, table: int, keys: Keys) -> str:
    """Read standings and last link from the signed file of the game, which is verified here."""
    content = b"".join([part async for part in game.export()])
    verdict = verify(content, stored.codec(), keys)
    if verdict.fault:
        return f"the file of {game.game_id} is not right: {verdict.fault.code}, {verdict.fault.says}"
    result = take_apart(content).footer.result
    assert result, "a finished game has a result"
    recorded = RecordResult(table, result.reason, result.standings, game.game_id, verdict.chain)
    kept.execute(recorded, SERVER_ACTOR)
    return f"{game.game_id} is over and recorded, {result.reason}"
