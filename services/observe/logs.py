"""Logs: one JSON object a line (or coloured text at a terminal), with game and request id while a command is carried
out."""

import logging
import sys
from contextvars import ContextVar
from typing import Any

import structlog

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}

_WITHOUT_LOCALS = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False, use_rich=False)
)
"""Local variables hold tokens, keys and hidden cards; they are nobody's to log."""

COMMAND: ContextVar[tuple[str, str] | None] = ContextVar("command", default=None)
"""Game and request of the command that is being carried out: every line of log within has them. A plain variable,
since binding them by structlog costs more than the rest of a command's accounting."""


def _with_command(_: Any, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    command = COMMAND.get()
    if command:
        line.setdefault("game_id", command[0])
        line.setdefault("request_id", command[1])
    return line


def configure(level: str = "info", *, as_json: bool = True) -> None:
    """Sets up this process's logs, written to standard error. Libraries that use `logging` come out the same way."""
    shared: list[structlog.typing.Processor] = [
        _with_command,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: list[structlog.typing.Processor] = (
        [_WITHOUT_LOCALS, structlog.processors.JSONRenderer(sort_keys=True)]
        if as_json
        else [
            structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=structlog.dev.plain_traceback)
        ]
    )
    structlog.configure(
        processors=[*shared, *renderer],
        wrapper_class=structlog.make_filtering_bound_logger(LEVELS[level]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=shared,
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderer],
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(formatter)
    logging.basicConfig(handlers=[handler], level=max(LEVELS[level], logging.WARNING), force=True)
