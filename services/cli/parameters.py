"""Options of a command as one value: a struct whose fields are the options."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, get_type_hints

from msgspec import NODEFAULT, Struct
from msgspec.structs import fields


def with_structs(command: Callable[..., None]) -> Callable[..., None]:
    """Show the fields of each parameter that is a struct to typer, and call the command with the struct."""
    structs, plain = dict[str, type[Struct]](), list[inspect.Parameter]()
    hints = get_type_hints(command, include_extras=True)
    for parameter in inspect.signature(command).parameters.values():
        kind = hints[parameter.name]
        if isinstance(kind, type) and issubclass(kind, Struct):
            structs[parameter.name] = kind
            plain += _parameters(kind)
        else:
            plain.append(parameter.replace(annotation=kind, kind=inspect.Parameter.KEYWORD_ONLY))

    @wraps(command)
    def run(**options: Any) -> None:
        values = {
            name: kind(**{field: options.pop(field) for field in kind.__struct_fields__})
            for name, kind in structs.items()
        }
        command(**values, **options)

    run.__signature__ = inspect.Signature(plain)  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in plain}
    return run


def _parameters(kind: type[Struct]) -> list[inspect.Parameter]:
    hints = get_type_hints(kind, include_extras=True)
    return [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is NODEFAULT else field.default,
            annotation=hints[field.name],
        )
        for field in fields(kind)
    ]
