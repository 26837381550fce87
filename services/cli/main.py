"""`turnledger`: every command by name, one module each."""

import errno
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from domain.kernel.refused import Refused
from projections.stores.interface import ViewUnavailable
from services.cli.failure import fail, refusal
from services.platform.program import release
from services.settings import BadSettings
from services.store.interface import StoreUnavailable

COMMANDS = {
    "serve": "Serve games over gRPC, Connect and gRPC-Web until SIGTERM or Ctrl-C.",
    "play": "Play a game at the terminal, against bots or at a table of others.",
    "games": "List your games, those that wait for you first.",
    "table": "Open a table, find one, sit down, ask bots to join, begin. Then: `turnledger play --game GAME`.",
    "order": "Leave your seat a standing order, look at it, or take it back.",
    "replay": "Step through a game: the sentences of each command, and the board as you could see it then.",
    "watch": "Show the events of a game, from any version on, up to its end. Reconnects by itself after a break.",
    "bot": "Accounts of programs: make one, list them, challenge one, and keep yours playing.",
    "mcp": "Serve the Model Context Protocol: language models list tables, join, play and look back as you.",
    "bridge": "Hand everything public on to NATS JetStream: each item once, in order.",
    "demo": (
        "Four bot clients play a whole game over gRPC; the server is killed in the middle (SIGKILL) and restarted."
    ),
    "simulate": "Play whole games without a server and check every step.",
    "ladder": "Let bots play rated series on given seeds, and print their ratings with intervals.",
    "settings": "Print the settings that a process would have, and where each comes from. Exits 2 if one is wrong.",
    "migrate": ("Bring the store's tables to the schema of this program. Safe to run at any time, by several at once."),
    "doctor": (
        "Check store, views, roles, snapshots, archive, chains, and say what to do. Exits 1 if something must be done."
    ),
    "backup": "Back up databases, keys and archive during play, with a mark that `doctor --restored` checks.",
    "restore": "Restore keys, archive and databases into an empty installation, migrate, and prove it.",
    "archive": (
        "Move finished games from the store to the archive, each once it is proven to be there. Stop it at any time."
    ),
    "leaderboard": "Show the best players. Asks a running server.",
    "rebuild": "Rebuild the views from the store while games continue, compare with the live ones, and switch.",
    "history": "Tell a game in sentences, or explain one event, compare two moments, list what a seat could know.",
    "figures": "Tell what each seat had, earned and paid, round by round, in a game that is over, and who led.",
    "analyze": "Weigh every decision of a finished game against what `expert` would have done.",
    "fairplay": (
        "Compare an account's decisions in explained games with those of `expert`,"
        " and with players of about its rating."
    ),
    "export": ("Write signed history files, one per game, with the published keys, the games' checkpoints and proofs."),
    "dataset": "Write the finished games of public tables as Parquet files, with pseudonyms instead of accounts.",
    "verify": "Prove that games were played by the rules, that nobody edited them and that the dice were honest.",
    "witness": "Cosign the checkpoints of transparency logs (c2sp.org/tlog-witness), as long as they only ever grow.",
    "monitor": "Read all tiles of a transparency log, and say what cannot be: another tree, two entries of a version.",
    "audit": "Adjudicate every command of every game again, in parallel. Exits 1 if a game is wrong.",
    "keys": ("Print the public key set (JWKS) that verifies this installation's histories. Keep old ones published."),
    "token": "Make an account and print its access token. Needs the store and the keys of the server, and no server.",
    "sign-in": "Use your account at this terminal: type the code that is shown at the server's page, on any device.",
    "sign-out": "Sign this terminal out: the server takes its tokens no more, and this computer forgets them.",
    "device": "Let this computer sign your commands: nobody else can then have given them.",
    "personal-token": "Give a program a token to act as you, with a few rights and an end.",
    "password": "Give a named account a new password, print it, and sign out all its devices.",
    "held": "Print all that is held about an account, a JSON object a line, as its owner gets it in the page.",
    "staff": "Give others parts of your powers as an operator, until a time; list and take them.",
    "tournament": "Tournaments: enter, watch, open and lead them. docs/tournaments.md",
    "edition": "Data files of the games: maps, cards, tables.",
}
"""The line of each command in `--help`: the beginning of its own help."""
OPERATOR = frozenset(
    {
        *(
            "serve",
            "simulate",
            "ladder",
            "migrate",
            "dataset",
            "doctor",
            "backup",
            "restore",
            "archive",
            "rebuild",
            "fairplay",
            "export",
            "witness",
            "monitor",
        ),
        *("audit", "settings", "keys", "token", "password", "held", "staff", "edition"),
    }
)
"""Commands with their modules in `operator/`; the modules of the others are in `player/`."""
OLD_NAMES = {"cup": "tournament"}
"""Former names of commands. They still work, and are not listed."""


class LazyCommand(TyperCommand):
    """Its module is imported when it is called: no command waits for the imports of another."""

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        return called(str(self.name)).make_context(info_name, args, parent, **extra)


def called(name: str) -> Any:
    """The command itself: the function of that name in the module of that name, or a group of commands, `app`."""
    name = OLD_NAMES.get(name, name)
    room = "operator" if name in OPERATOR else "player"
    module = import_module(f"{__package__}.{room}.{name.replace('-', '_')}")
    if hasattr(module, "app"):
        return typer.main.get_command(module.app)
    alone = typer.Typer(add_completion=False)
    alone.command()(getattr(module, name.replace("-", "_")))
    return typer.main.get_command(alone)


class Commands(TyperGroup):
    """Ends with a sentence where an operator can mend what is wrong. Anything else is a mistake of ours, and is shown
    with the place where it happened."""

    def __init__(self, **settings: Any) -> None:
        commands = {name: LazyCommand(name, help=says) for name, says in COMMANDS.items()}
        commands |= {name: LazyCommand(name, hidden=True) for name in OLD_NAMES}
        super().__init__(**settings | {"commands": commands})

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except BadSettings as bad:
            fail(f"settings: {bad}")
        except StoreUnavailable as away:
            fail(f"store: {away}", 1)
        except ViewUnavailable as away:
            fail(f"views: {away}", 1)
        except Refused as refused:  # a game whose edition is not here
            fail(f"the rules refuse: {refusal(refused)}", 1)
        except OSError as error:
            if error.errno == errno.EPIPE:  # who reads has seen enough
                raise
            fail(str(error), 1)


app = typer.Typer(name="turnledger", cls=Commands, no_args_is_help=True, pretty_exceptions_enable=False)


def _print_release(wanted: bool) -> None:
    if wanted:
        typer.echo(f"turnledger {release()}")
        raise typer.Exit


@app.callback()
def turnledger(
    _: Annotated[
        bool, typer.Option("--version", callback=_print_release, is_eager=True, help="Print the version and exit")
    ] = False,
) -> None:
    """Event-sourced backend for economic board games. Settings are environment variables: docs/settings.md"""
