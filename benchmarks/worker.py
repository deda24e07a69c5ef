"""Run one measurement in a separate process: ``python -m benchmarks.worker``, a job in JSON on stdin, a sample on stdout.

It imports only the measured code and the standard library, so it also runs with a different interpreter and a different
version of samescore.
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.cases import case_named
from benchmarks.native import adapter_scores, as_buffers, native_scores
from benchmarks.stored import load
from benchmarks.texts import Input, LabelColumns, ScoredColumns, Text

_LINES = ["A warm house of 3 rooms stands on a hill .", "No, it did not rain on the 21st of May ."]
_CLEAR_PEAK = "5"  # what Linux' /proc/self/clear_refs takes to reset the peak


def _call(job: dict[str, Any]) -> Callable[[Any], list[float]]:
    """Return the function to measure."""
    case = case_named(job["case"])
    if job["role"] == "native":
        native = case.natives[job["index"]]
        return lambda data: native_scores(native, data)
    rival = case.rivals[job["index"]]
    if job["role"] == "adapter":
        return lambda data: adapter_scores(rival.adapter, rival.native, data)
    bare: Callable[[Any], list[float]] = rival.call
    return bare


def _preparation(job: dict[str, Any]) -> Callable[[Any], Any]:
    """Return the function that prepares the input before the measurement, because a caller would have it in that form."""
    case = case_named(job["case"])
    if job["role"] == "native":
        return as_buffers if case.natives[job["index"]].buffers else _unchanged
    return case.rivals[job["index"]].prepare or _unchanged


def _unchanged(data: Input) -> Input:
    return data


def _small(data: Input) -> Input:
    """Return a small input of the same kind, to import and start everything before the measurement."""
    if isinstance(data, Text):
        return Text(_LINES, [_LINES for _ in data.streams])
    if isinstance(data, LabelColumns):
        return LabelColumns([0, 1, 1], [0, 1, 0])
    return ScoredColumns([0, 1, 1], [0.25, 0.5, 0.125])


def _memory(name: str) -> int:
    """Return a memory size of this process in bytes, by Linux's name (VmRSS, VmHWM); -1 if it is not available."""
    status = Path("/proc/self/status")
    if status.exists():
        for line in status.read_text().splitlines():
            if line.startswith(name):
                return int(line.split()[1]) * 1024
    try:
        import resource
    except ImportError:
        return -1
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def _settle() -> None:
    """Return free memory to the system, and reset the peak memory, where the system supports it."""
    gc.collect()
    trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
    if trim:
        trim(0)
        Path("/proc/self/clear_refs").write_text(_CLEAR_PEAK)


def sample(job: dict[str, Any]) -> dict[str, Any]:
    """Return the CPU and wall seconds of one call on new data, the memory before it and at its peak, and the numbers computed."""
    call = _call(job)
    data = load(Path(job["folder"]))
    prepare = _preparation(job)
    call(prepare(_small(data)))
    data = prepare(data)
    _settle()
    before = _memory("VmRSS")
    wall, cpu = time.perf_counter(), time.process_time()
    values = call(data)
    cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
    return {"cpu": cpu, "wall": wall, "before": before, "peak": _memory("VmHWM"), "values": values}


def main() -> None:
    """Run one job and print its sample; the output of packages goes to stderr."""
    answer = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    with answer:
        json.dump(sample(json.load(sys.stdin)), answer)


if __name__ == "__main__":
    main()
