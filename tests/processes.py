"""Find the processes of a test by a mark in their environment, wherever they are."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable
from pathlib import Path

#: The variable that marks a process, and every process that it starts.
MARK = "SAMESCORE_TEST_MARK"


def marked(mark: str) -> dict[int, str]:
    """Return the processes with a mark, with their command lines; needs /proc."""
    wanted, found = f"{MARK}={mark}".encode(), {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            if wanted in (folder / "environ").read_bytes().split(b"\0") and int(folder.name) != os.getpid():
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    return found


def wait_until(condition: Callable[[], object], seconds: float = 60) -> bool:
    """Wait until a condition holds, and return whether it did within some seconds."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        if condition():
            return True
        time.sleep(0.05)
    return False
