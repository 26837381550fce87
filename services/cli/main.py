"""`turnledger`: every command by name, one module each."""

import typer

from services.cli import doctor, leaderboard, migrate, rebuild, serve, simulate

app = typer.Typer(
    name="turnledger",
    help="Event-sourced backend for economic board games. Settings are environment variables: docs/operations.md",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)
app.command()(serve.serve)
app.command()(simulate.simulate)
app.command()(migrate.migrate)
app.command()(doctor.doctor)
app.command()(leaderboard.leaderboard)
app.command()(rebuild.rebuild)

if __name__ == "__main__":
    app()
