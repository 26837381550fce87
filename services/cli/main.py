"""`turnledger`: every command by name, one module each."""

import typer

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

app = typer.Typer(
    name="turnledger",
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
