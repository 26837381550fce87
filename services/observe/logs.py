"""Logs: one JSON object a line (or coloured text at a terminal), with game and request id while a command is carried
out."""

import logging
import sys
from contextvars import ContextVar
from io import StringIO
from typing import Any, TextIO

import structlog

from services.observe.bounds import Causes, Lines, shortened
from services.observe.metrics import BUGS

LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}

_WITHOUT_LOCALS = structlog.processors.ExceptionRenderer(
    structlog.tracebacks.ExceptionDictTransformer(show_locals=False, use_rich=False)
)
"""Local variables contain tokens, keys and hidden cards, so they are never logged."""

TRACE_MAX = 100
"""Lines of a traceback at a terminal."""
COMMAND: ContextVar[tuple[str, str] | None] = ContextVar("command", default=None)
"""Game and request of the command that is being carried out: every line of log within has them. A plain variable,
since binding them by structlog costs more than the rest of a command's accounting."""


def _with_command(_: Any, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    command = COMMAND.get()
    if command:
        line.setdefault("game_id", command[0])
        line.setdefault("request_id", command[1])
    return line


class _Bounded:
    """Our own lines: so many of a kind, each cause's traceback once in a while. Lines with a traceback are counted."""

    def __init__(self) -> None:
        self._lines, self._causes = Lines(), Causes()

    def __call__(self, _: Any, level: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
        left_out = self._lines.one(f"{level} {line['event']}")
        if left_out is None:
            raise structlog.DropEvent
        if left_out:
            line["left_out"] = left_out
        error = _error(line.get("exc_info"))
        if error:
            BUGS.labels("log").inc()
        if error and self._causes.of(error).times > 1:
            del line["exc_info"]
            line["again"] = type(error).__qualname__
        return line


class _LibrariesBounded(logging.Filter):
    """The same for lines of libraries, whose kind is where they are written."""

    def __init__(self) -> None:
        super().__init__()
        self._lines, self._causes = Lines(), Causes()

    def filter(self, record: logging.LogRecord) -> bool:
        left_out = self._lines.one(f"{record.pathname}:{record.lineno}")
        if left_out is None:
            return False
        if left_out:
            record.msg = f"{record.msg} (left out before: {left_out})"
        error = _error(record.exc_info)
        if error and self._causes.of(error).times > 1:
            record.exc_info = record.exc_text = None
        return True


def _error(exc_info: Any) -> BaseException | None:
    """All accepted values of `exc_info`."""
    if isinstance(exc_info, tuple):
        exc_info = exc_info[1]
    elif exc_info is True:
        exc_info = sys.exc_info()[1]
    return exc_info if isinstance(exc_info, BaseException) else None


def _shortened(_: Any, __: str, line: structlog.typing.EventDict) -> structlog.typing.EventDict:
    return {name: value if name.startswith("_") else shortened(value) for name, value in line.items()}


def _trace(sio: TextIO, exc_info: structlog.typing.ExcInfo) -> None:
    """The format at a terminal."""
    drawn = StringIO()
    structlog.dev.plain_traceback(drawn, exc_info)
    lines = [shortened(line) for line in drawn.getvalue().splitlines()]
    if len(lines) > TRACE_MAX:
        lines[TRACE_MAX // 2 : -TRACE_MAX // 2] = ["…"]
    sio.write("\n".join(lines))


def configure(level: str = "info", *, as_json: bool | None = None) -> None:
    """Set up this process's logs, written to standard error: JSON unless that is a terminal, if `as_json` does not
    decide. Libraries that use `logging` come out the same way."""
    if as_json is None:
        as_json = not sys.stderr.isatty()
    shared: list[structlog.typing.Processor] = [
        _with_command,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
    ]
    renderer: list[structlog.typing.Processor] = (
        [_WITHOUT_LOCALS, _shortened, structlog.processors.JSONRenderer(sort_keys=True)]
        if as_json
        else [_shortened, structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), exception_formatter=_trace)]
    )
    structlog.configure(
        processors=[_Bounded(), *shared, *renderer],
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
    handler.addFilter(_LibrariesBounded())
    logging.basicConfig(handlers=[handler], level=max(LEVELS[level], logging.WARNING), force=True)
