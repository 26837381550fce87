"""The transparency log of a server, held to what this terminal saw of it before: a rewritten or forked one is said."""

import asyncio
from collections.abc import Iterable

import typer

from domain.history.adjudicate import Fault
from services.cli.failure import fail
from services.cli.remote import as_before
from services.tlog.checkpoints import read_checkpoint
from services.tlog.notes import MalformedNote
from services.tlog.policy import Policy
from services.tlog.proofs import checkpoint_in
from turnledger import Client, Head, LogMismatch, ServiceError
from turnledger.log import read_head

FORKED = "LOG_FORKED"


async def look_at_log(me: Client) -> None:
    """Ends the program where the log is not the one that was seen before, and says both."""
    try:
        await me.log.look()
    except LogMismatch as mismatch:
        typer.echo(loud(mismatch), err=True)
        raise typer.Exit(1) from mismatch
    except ValueError as wrong:
        fail(f"the server's log: {wrong}", 1)


def loud(mismatch: LogMismatch) -> str:
    return (
        f"THE LOG OF THIS SERVER IS NOT THE ONE THAT WAS SEEN BEFORE: {mismatch}\n"
        f"Keep both, and show them to others.\nseen before:\n{mismatch.before.checkpoint}\n"
        f"shown now:\n{mismatch.shown or 'nothing'}"
    )


def held_to_server(server: str, proofs: Iterable[str], policy: Policy) -> Fault | None:
    """Return the fault if the server's log does not extend the one seen before, or if proofs are of another log.
    `proofs`: their texts, each checked on its own. Differences are printed to standard error."""
    return asyncio.run(_find_fault(server, sorted({checkpoint_in(each) for each in proofs}), policy))


async def _find_fault(server: str, checkpoints: Iterable[str], policy: Policy) -> Fault | None:
    try:
        async with as_before(server) as (me, _):
            head = await me.log.look()
            if head is None:
                return Fault(FORKED, "format", "the server shows no log")
            if unseen := _unseen(head, policy):
                return Fault(FORKED, "format", unseen)
            for each in checkpoints:
                await me.log.holds(read_head(each))
    except LogMismatch as mismatch:
        typer.echo(loud(mismatch), err=True)
        return Fault(FORKED, "format", str(mismatch))
    except ValueError as wrong:
        return Fault(FORKED, "format", f"the server's log: {wrong}")
    except ServiceError as error:
        fail(f"{server}: {error.says or error.message}", 1)
    return None


def _unseen(head: Head, policy: Policy) -> str:
    """Return why the policy does not trust a checkpoint; empty if it does."""
    try:
        note, tree = read_checkpoint(head.checkpoint.encode())
    except MalformedNote as wrong:
        return f"its newest checkpoint is none: {wrong}"
    if policy.log_of(tree, note) is None:
        return f"no log of the policy has signed its newest checkpoint, of {tree.origin!r:.80}"
    return "" if policy.is_quorum(policy.cosigned(note, tree)) else "no quorum saw its newest checkpoint"
