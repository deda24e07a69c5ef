"""Measure the memory and the time of ``samescore compare`` for many lines: ``python -m benchmarks.comparisons``.

Generated translations, and a copy with some wrong words, are written to files and compared in a new process for each size.
The memory of a segment and system is computed from the difference between two sizes. There are few resamples, because they
take time but no memory.
"""

from __future__ import annotations

import argparse
import dataclasses
import sys
import tempfile
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path

from benchmarks.streams import measured, write

SIZES = (10_000, 100_000, 1_000_000)
METRICS = ("bleu", "chrf")
#: The second system has a wrong word in every line whose number is a multiple of this.
_WRONG = 7


@dataclasses.dataclass(frozen=True)
class Compared:
    """One measurement: the size of all files in bytes, CPU seconds, and the peak memory of the process in bytes."""

    lines: int
    bytes: int
    cpu: float
    peak: int


def _wrong(lines: Iterator[str]) -> Iterator[str]:
    for number, line in enumerate(lines):
        yield f"wrong {line}" if number % _WRONG == 0 else line


def measure(lines: int, metrics: Sequence[str], resamples: int, folder: Path) -> Compared:
    """Return the memory and the time of a process that compares two systems of `lines` lines."""
    first, references = write(lines, folder)
    second = folder / "others"
    with first.open(encoding="utf-8") as source, second.open("w", encoding="utf-8") as target:
        target.writelines(_wrong(source))
    named = [word for metric in metrics for word in ("-m", metric)]
    options = ["-r", str(references), *named, "--resamples", str(resamples), "--format", "jsonl"]
    usage = measured(["compare", str(first), str(second), *options], folder / "printed")
    size = sum(path.stat().st_size for path in (first, second, references))
    return Compared(lines, size, usage.cpu, usage.peak)


def table(measurements: Sequence[Compared]) -> str:
    """Return the measurements as a table in Markdown."""
    head = (
        "| lines | MiB of text | peak memory, MiB | bytes a segment and system | CPU seconds |\n|--:|--:|--:|--:|--:|"
    )
    slopes = [(b.peak - a.peak) / (b.lines - a.lines) / 2 for a, b in pairwise(measurements)]
    rows = [
        f"| {m.lines:,} | {m.bytes / 2**20:,.0f} | {m.peak / 2**20:,.1f} | {slope} | {m.cpu:,.1f} |"
        for m, slope in zip(measurements, ("", *(f"{slope:,.0f}" for slope in slopes)), strict=True)
    ]
    return "\n".join((head, *rows))


def main(given: Sequence[str] | None = None) -> int:
    """Run the measurements, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.comparisons", description=(__doc__ or "").partition("\n")[0]
    )
    add = parser.add_argument
    add("--lines", type=int, nargs="+", metavar="N", default=SIZES, help="lines of the files (10,000 to 1,000,000)")
    add("--metrics", nargs="+", metavar="METRIC", default=METRICS, help="metrics of texts (bleu chrf)")
    add("--resamples", type=int, default=20, help="resamples of the test and of the intervals (20)")
    asked = parser.parse_args(given)
    measurements = []
    for lines in sorted(asked.lines):
        print(f"{lines:,} lines ...", file=sys.stderr, flush=True)
        with tempfile.TemporaryDirectory(prefix="samescore-comparisons-") as name:
            measurements.append(measure(lines, asked.metrics, asked.resamples, Path(name)))
    print(table(measurements))
    return 0


if __name__ == "__main__":
    sys.exit(main())
