"""How every command ends when it cannot go on."""

from typing import NoReturn

import typer

from domain.kernel.refused import Refused


def refusal(refused: Refused) -> str:
    """What the rules refuse, for people, with the code that programs go by."""
    from services.texts.errors import localized  # a command that refuses nothing needs no texts

    says = localized(refused.code, refused.facts, "")
    return f"{says.message} ({refused.code})" if says else str(refused)


def fail(says: str, code: int = 2) -> NoReturn:
    typer.echo(says, err=True)
    raise typer.Exit(code)
