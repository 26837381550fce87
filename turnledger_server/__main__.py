"""`python -m turnledger_server` is the command `turnledger`."""

import logging
import sys

import structlog

from services.cli.main import app as commands


def app() -> None:
    """Run the command. Its output is standard output, and warnings go to standard error; `serve` sets up its logs."""
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
    )
    commands()


if __name__ == "__main__":
    app()
