"""Run a program until it ends, with limits on its time and output, and leave no process behind."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Sequence
from typing import IO, NamedTuple

from samescore.implementations.pipes import ProgramError
from samescore.implementations.processes import StartError, SupervisedProcess

#: Maximum size of a program's output in bytes.
MOST_PRINTED = 2**20
#: Number of bytes at the start of stderr that are kept.
_KEPT_ERRORS = 2**14
#: Time limit, in seconds, for the remaining output of a program that has ended.
_REST = 1.0


class PrintedOutput(NamedTuple):
    """The output and the errors of a program that has ended, and its exit status (negative for a signal)."""

    status: int
    output: str
    errors: str

    def without(self, text: str) -> PrintedOutput:
        """Return a copy with a text deleted from output and errors, such as the changing name of a temporary folder."""
        return PrintedOutput(self.status, self.output.replace(text, ""), self.errors.replace(text, ""))


def printed_by(command: Sequence[str], stdin: bytes, seconds: float) -> PrintedOutput:
    """Run a program without a shell until it ends, and return its output; only the start of a long stderr is kept.

    Raises `ProgramError` for a program that does not start, does not end within `seconds`, or prints `MOST_PRINTED`
    bytes or more. In every case the program is killed with everything that it started.
    """
    try:
        process = SupervisedProcess(command)
    except StartError as problem:
        raise ProgramError("NotStarted", str(problem)) from None
    output, errors, flooded = bytearray(), bytearray(), threading.Event()

    def write() -> None:
        with contextlib.suppress(OSError, ValueError), process.stdin:
            process.stdin.write(stdin)

    def read(pipe: IO[bytes], kept: bytearray, most: int, flood: threading.Event | None) -> None:
        with contextlib.suppress(OSError, ValueError):
            while part := pipe.read1(2**16):  # type: ignore[attr-defined]  # it is buffered
                kept += part[: most - len(kept)]
                if flood is not None and len(kept) >= most:
                    flood.set()
                    return

    readers = [
        threading.Thread(target=read, args=(process.stdout, output, MOST_PRINTED, flooded), daemon=True),
        threading.Thread(target=read, args=(process.stderr, errors, _KEPT_ERRORS, None), daemon=True),
    ]
    for thread in (threading.Thread(target=write, daemon=True), *readers):
        thread.start()
    deadline = time.monotonic() + seconds
    try:
        while process.status is None and not flooded.is_set() and time.monotonic() < deadline:
            readers[0].join(timeout=min(0.2, max(0.0, deadline - time.monotonic())))
            if not readers[0].is_alive() and not flooded.is_set():  # it has closed its output
                process.wait(timeout=max(0.0, deadline - time.monotonic()))
        for thread in readers:
            thread.join(timeout=_REST)
        status = process.status
    finally:
        process.end()
        process.close_pipes()
    shown = errors.decode("utf-8", "replace")
    if flooded.is_set():
        raise ProgramError("ProtocolError", f"it printed more than {MOST_PRINTED} bytes")
    if status is None:
        raise ProgramError("Timeout", f"it did not finish within {seconds:g} seconds")
    return PrintedOutput(status, output.decode("utf-8", "replace"), shown)
