"""Our own bots as clients: they see what any client sees, over gRPC, and choose with the strategies of the domain."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from typing import NamedTuple

import typer
from grpc import StatusCode

from domain import catalogue
from domain.history.codec import canonical_command
from domain.kernel.decider import AnyDecider
from domain.kernel.dice import Roll
from domain.kernel.ids import Seat
from services.api.messages import contract
from services.cli.credentials import StoredCredentials
from services.cli.failure import fail
from services.cli.maintenance import tell_maintenance
from services.cli.reader import Reader, reader
from turnledger import Client, Device, Game, ServiceError, Turn, sign_in
from turnledger.connection import Alone, Renew
from turnledger.v1 import accounts_pb2, games_pb2, lobby_pb2, play_pb2

PATIENCE_S = 2.0


class Keeping(NamedTuple):
    """The place for new tokens, the lock held while they are made, and where they are made: see Connection."""

    keep: Callable[[accounts_pb2.Tokens], None]
    alone: Alone
    renew: Renew | None = None


NOT_KEPT = Keeping(lambda _: None, lambda: nullcontext(None))


@asynccontextmanager
async def signed_in(
    server: str,
    name: str = "",
    language: str = "",
    tokens: accounts_pb2.Tokens | None = None,
    kept: Keeping = NOT_KEPT,
) -> AsyncIterator[Client]:
    """Like `sign_in`, with `kept` tokens. It waits a minute for an unavailable server, and tells the player so."""

    def tell() -> None:
        typer.echo(f"{server} does not answer; still trying", err=True)

    waiting = asyncio.get_running_loop().call_later(PATIENCE_S, tell)
    try:
        keep, alone, renew = kept
        async with sign_in(server, name, tokens=tokens, keep=keep, language=language, alone=alone, renew=renew) as me:
            waiting.cancel()
            yield me
    finally:
        waiting.cancel()


@asynccontextmanager
async def as_before(server: str, name: str = "", language: str = "") -> AsyncIterator[tuple[Client, StoredCredentials]]:
    """Sign in as the player of the last run, or the one of that name; as a new guest if none is stored. An invalid
    sign-in is deleted and reported."""
    kept = StoredCredentials(server, name)
    tokens = kept.tokens()
    if tokens and not await _holds(server, tokens, kept):
        if kept.issuer:
            again = f"`turnledger sign-in {kept.issuer}` begins a new one, `turnledger sign-out` forgets it"
            fail(f"the sign-in of {kept.name} on {server} has ended: {again}", 1)
        typer.echo(f"the sign-in of {kept.name} on {server} does not hold any more", err=True)
        kept.forget()
        kept, tokens = StoredCredentials(server, name), None
    async with signed_in(server, name, language, kept.tokens() if tokens else None, _in(kept)) as me:
        await tell_maintenance(me, language)
        kept.belong_to(me.account.display_name)
        me.chances.load(kept.chances())
        me.chances.keep = kept.keep_chance
        if head := kept.log_head():
            me.log.load(head)
        me.log.keep = kept.keep_log_head
        if private := kept.device(me.account.account_id):
            me.device, me.is_same = Device(private), is_same
        yield me, kept


def is_same(stored: str, sent: games_pb2.Command, seat: int) -> bool:
    """Check that a command to be signed is the one that was sent: it is encoded here as a server stores it."""
    spoken = contract.game(contract.game_name(sent)).of_seat(Seat(seat))
    return canonical_command(spoken.command(sent)).decode() == stored


def _in(kept: StoredCredentials) -> Keeping:
    return Keeping(kept.keep, kept.alone, partial(_renewed, kept.issuer) if kept.issuer else None)


async def _renewed(issuer: str, refresh_token: str) -> accounts_pb2.Tokens:
    from services.cli.terminal_app import TerminalApp  # most sign-ins need no HTTP

    async with TerminalApp(issuer) as app:
        return await app.renew(refresh_token)


async def _holds(server: str, tokens: accounts_pb2.Tokens, kept: StoredCredentials) -> bool:
    try:
        async with signed_in(server, tokens=tokens, kept=_in(kept)):
            return True
    except ServiceError as error:
        if error.code != StatusCode.UNAUTHENTICATED:
            raise
        return False


async def read_by(me: Client, table: lobby_pb2.Table, language: str) -> Reader:
    """A reader of this table in that language, with the figures of its plants."""
    if not table.variant.startswith("power_grid/"):
        return reader(table, language)
    printed = await me.catalogue.get_game_data(variant=table.variant)
    return reader(table, language, printed.data.power_grid.plants)


async def play_as(strategy: str, game: Game, roll: Roll, done: Callable[[play_pb2.SubmitResponse], None]) -> None:
    """Play the account's seat to the end of the game. `done` is called with every answer."""
    rules = rules_of(await game.table())
    async for turn in game.my_turns():
        done(await turn.submit(_command(rules, strategy, turn, roll)))


def _command(rules: AnyDecider, strategy: str, turn: Turn, roll: Roll) -> games_pb2.Command:
    seat, spoken = Seat(turn.seat), contract.game(rules.name)
    options = tuple(map(spoken.of_seat(seat).option, turn.options))
    return spoken.command_message(rules.bots[strategy](spoken.board(turn.snapshot.board), options, seat, roll))


def rules_of(table: lobby_pb2.Table) -> AnyDecider:
    """The rules that a started table is played by."""
    return catalogue.find(table.variant).decider(dict(table.options), len(table.occupants))
