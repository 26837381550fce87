"""The progress of a long command, on stderr, so that programs that read the output do not see it."""

from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from services.operations.doctor import Show


@contextmanager
def progress_bar(*, quiet: bool) -> Iterator[Show]:
    """Give a function that shows a phase, the number done and of how many; 0 for an unknown number."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=quiet or not console.is_terminal) as progress:
        task = progress.add_task("", total=None)

        def show(phase: str, done: int, of: int) -> None:
            progress.update(task, description=phase, completed=done, total=of or None)

        yield show
