"""Measure the memory and the time of ``samescore score`` for files of many lines: ``python -m benchmarks.streams``.

Generated translations are written to files, which a new process scores for each metric and size. Its peak memory and its
seconds are written as a table, as JSON Lines and as a chart. There are 20,000 generated lines; repetitions have a number
added, so all lines of a file are different.
"""

from __future__ import annotations

import argparse
import dataclasses
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from benchmarks import texts
from benchmarks.curves import Curve, svg

SIZES = (100_000, 1_000_000, 10_000_000)
METRICS = ("bleu", "chrf", "wer")
_DIFFERENT = 20_000


@dataclasses.dataclass(frozen=True)
class Streamed:
    """One measurement: seconds, the peak memory of the process in bytes, and the score in hexadecimal."""

    metric: str
    lines: int
    bytes: int
    cpu: float
    wall: float
    peak: int
    score: str


def write(lines: int, folder: Path) -> tuple[Path, Path]:
    """Write files of `lines` generated hypotheses and references, and return their paths."""
    text = texts.translations("english", min(lines, _DIFFERENT), 18)
    paths = folder / "hypotheses", folder / "references"
    for path, column in zip(paths, (text.hypotheses, text.streams[0]), strict=True):
        with path.open("w", encoding="utf-8") as file:
            file.writelines(islice(_numbered(column), lines))
    return paths


def _numbered(lines: Sequence[str]) -> Iterator[str]:
    number = 0
    while True:
        for line in lines:
            number += 1
            yield f"{line} {number}\n"


@dataclasses.dataclass(frozen=True)
class Usage:
    """The resources that a process has used: CPU and wall seconds, and its peak memory in bytes."""

    cpu: float
    wall: float
    peak: int


def measured(arguments: Sequence[str], printed: Path) -> Usage:
    """Run samescore with its output in the file `printed`, and return its usage; `subprocess.CalledProcessError` if it fails."""
    command = [sys.executable, "-m", "samescore", *arguments]
    started = time.monotonic()
    with printed.open("w", encoding="utf-8") as file:
        child = subprocess.Popen(command, stdout=file)
        _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    wall = time.monotonic() - started
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    unit = 1 if sys.platform == "darwin" else 1024
    return Usage(usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss * unit)


def measure(metric: str, lines: int, paths: tuple[Path, Path], threads: int) -> Streamed:
    """Return the measurement of a process that scores the files; `subprocess.CalledProcessError` if it fails."""
    printed = paths[0].with_name("printed")
    options = ["-m", metric, "-j", str(threads), "--format", "jsonl"]
    usage = measured(["score", str(paths[0]), "-r", str(paths[1]), *options], printed)
    size = sum(path.stat().st_size for path in paths)
    score = json.loads(printed.read_text(encoding="utf-8"))["hex"]
    return Streamed(metric, lines, size, usage.cpu, usage.wall, usage.peak, score)


def table(measurements: Sequence[Streamed]) -> str:
    """Return the measurements as a table in Markdown."""
    rows = [
        f"| {m.metric} | {m.lines:,} | {m.bytes / 2**20:,.0f} | {m.peak / 2**20:,.1f} | {m.cpu:,.1f} | {m.wall:,.1f} |"
        for m in measurements
    ]
    head = "| metric | lines | MiB of text | peak memory, MiB | CPU seconds | seconds |\n|---|--:|--:|--:|--:|--:|"
    return "\n".join((head, *rows))


def charts(measurements: Sequence[Streamed]) -> dict[str, str]:
    """Return two charts as SVG: memory by lines, and CPU seconds by lines."""
    metrics = dict.fromkeys(m.metric for m in measurements)

    def curves(value: str, unit: float) -> list[Curve]:
        of = {metric: [m for m in measurements if m.metric == metric] for metric in metrics}
        return [Curve(name, [(m.lines, getattr(m, value) / unit) for m in rows]) for name, rows in of.items()]

    return {
        "memory": svg("Peak memory of samescore score, MiB", "lines", curves("peak", 2**20)),
        "time": svg("CPU seconds of samescore score", "lines", curves("cpu", 1.0)),
    }


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.streams", description=(__doc__ or "").partition("\n")[0]
    )
    add = parser.add_argument
    add("--lines", type=int, nargs="+", metavar="N", default=SIZES, help="lines of the files (100,000 to 10,000,000)")
    add("--metrics", nargs="+", metavar="METRIC", default=METRICS, help="metrics of texts (bleu chrf wer)")
    add("-j", "--jobs", type=int, default=1, help="threads (1)")
    add("--output", type=Path, metavar="FOLDER", help="write streams.md, streams.jsonl and the charts here")
    return parser.parse_args(given)


def main(given: Sequence[str] | None = None) -> int:
    """Run the measurements, print the table, and write the files that were requested."""
    arguments = _arguments(given)
    measurements = []
    for lines in arguments.lines:
        with tempfile.TemporaryDirectory(prefix="samescore-streams-") as name:
            paths = write(lines, Path(name))
            for metric in arguments.metrics:
                print(f"{metric}, {lines:,} lines ...", file=sys.stderr, flush=True)
                measurements.append(measure(metric, lines, paths, arguments.jobs))
    print(table(measurements))
    if arguments.output:
        folder: Path = arguments.output
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "streams.md").write_text(table(measurements) + "\n", encoding="utf-8")
        rows = "".join(json.dumps(dataclasses.asdict(m)) + "\n" for m in measurements)
        (folder / "streams.jsonl").write_text(rows, encoding="utf-8")
        for name, chart in charts(measurements).items():
            (folder / f"streams-{name}.svg").write_text(chart, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
