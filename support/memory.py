"""The memory of another process, as Linux counts it."""

from pathlib import Path


def memory_mib(pid: int, name: str = "VmRSS") -> float:
    """Return the resident memory of a process; with `VmHWM` the most that it has had."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith(name)).split()[1]) / 1024
