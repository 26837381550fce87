"""`turnledger`: every command by name, one module each."""

import errno
from typing import Any

import typer
from typer.core import TyperGroup

from projections.contract import ViewAway
from services.cli import (
    audit,
    demo,
    doctor,
    edition,
    export,
    history,
    keys,
    leaderboard,
    migrate,
    play,
    rebuild,
    serve,
    simulate,
    token,
    verify,
    watch,
)
from services.cli.reading import fail
from services.settings import BadSettings
from services.store.contract import StoreAway


class Commands(TyperGroup):
    """Ends with a sentence where an operator can mend what is wrong. Anything else is a mistake of ours, and is shown
    with the place where it happened."""

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BadSettings as bad:
            fail(f"settings: {bad}")
        except StoreAway as away:
            fail(f"store: {away}", 1)
        except ViewAway as away:
            fail(f"views: {away}", 1)
        except OSError as error:
            if error.errno == errno.EPIPE:  # who reads has seen enough
                raise
            fail(str(error), 1)


app = typer.Typer(
    name="turnledger",
    cls=Commands,
    help="Event-sourced backend for economic board games. Settings are environment variables: docs/operations.md",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(serve.serve)
app.command()(play.play)
app.command()(watch.watch)
app.command()(demo.demo)
app.command()(simulate.simulate)
app.command()(migrate.migrate)
app.command()(doctor.doctor)
app.command()(leaderboard.leaderboard)
app.command()(rebuild.rebuild)
app.command()(history.history)
app.command()(export.export)
app.command()(verify.verify)
app.command()(audit.audit)
app.command()(keys.keys)
app.command()(token.token)
app.add_typer(edition.app, name="edition")

if __name__ == "__main__":
    app()
