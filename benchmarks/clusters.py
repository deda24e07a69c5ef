"""Compare counting in many processes with one process: ``python -m benchmarks.clusters`` (needs samescore[dask]).

It scores the same generated files of several sizes with the plain command, which is one process, and with Dask on this
machine, whose start is measured separately. The scores must be equal to the last bit. A line is fitted to the times by
size: seconds at the start, and seconds for each million pairs. It predicts the time of more pairs, and the largest deviation
from the line shows how reliable this is. On a shared machine only the CPU seconds are meaningful. The *longest path* is the
CPU time of this process and the busiest worker: the time if each process has its own core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import linear_regression
from typing import Any

import msgspec

from benchmarks.measuring import child_environment
from benchmarks.texts import translations
from samescore.verbs.scale.contract import finish, merge
from samescore.verbs.scale.dask import client
from samescore.verbs.scale.planning import plan
from samescore.verbs.scale.scoring import spread

#: Number of different generated lines; longer files repeat them.
_DISTINCT = 20_000
#: The number of pairs for which times are extrapolated.
_MANY = 10**8
#: The name of the plain command in the tables.
_ALONE = "one process"


class Timing(msgspec.Struct, frozen=True):
    """The wall and CPU seconds of one way of scoring a number of pairs, and the scores in hexadecimal.

    `path` is the CPU time of the longest path: this process and the busiest worker.
    """

    pairs: int
    way: str
    wall: float
    cpu: float
    path: float
    scores: tuple[str, ...]


class Files(msgspec.Struct, frozen=True):
    """The files of hypotheses and references with a number of pairs."""

    pairs: int
    hypotheses: Path
    references: Path


def _write(folder: Path, pairs: int) -> Files:
    text = translations("english", min(pairs, _DISTINCT))
    files = Files(pairs, folder / f"hyp-{pairs}.txt", folder / f"ref-{pairs}.txt")
    for path, lines in ((files.hypotheses, text.hypotheses), (files.references, text.streams[0])):
        block = "".join(f"{line}\n" for line in lines).encode()
        with path.open("wb") as file:
            for _ in range(pairs // len(lines)):
                file.write(block)
            file.write("".join(f"{line}\n" for line in lines[: pairs % len(lines)]).encode())
    return files


def _alone(files: Files, metrics: Sequence[str], *options: str) -> Timing:
    """Run the command with these options, and return its times and scores."""
    named = [word for metric in metrics for word in ("-m", metric)]
    command = [
        sys.executable,
        "-m",
        "samescore",
        "score",
        str(files.hypotheses),
        "-r",
        str(files.references),
        *named,
        *options,
    ]
    before, started = os.times(), time.perf_counter()
    environment = child_environment(sys.executable, {})
    done = subprocess.run([*command, "--format", "jsonl"], capture_output=True, check=True, env=environment)
    wall, after = time.perf_counter() - started, os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Timing(
        files.pairs, _ALONE, wall, cpu, cpu, tuple(json.loads(line)["hex"] for line in done.stdout.splitlines())
    )


def _commands(files: Sequence[Files], metrics: Sequence[str], workers: int) -> list[str]:
    """Return the rows of a table of whole commands, with their start: one process, threads, and Dask's processes."""
    ways = {_ALONE: (), f"`-j {workers}`": ("-j", str(workers))}
    ways[f"`--engine dask -j {workers}`"] = ("--engine", "dask", "-j", str(workers))
    rows = [f"| pairs | {' | '.join(ways)} |", f"|---:|{'---:|' * len(ways)}"]
    for file in files:
        walls = [_alone(file, metrics, *options).wall for options in ways.values()]
        rows.append(f"| {file.pairs:,} | {' | '.join(f'{wall:.1f} s' for wall in walls)} |")
    return rows


def _spread(connected: Any, files: Files, metrics: Sequence[str], workers: int) -> Timing:
    """Score files with workers that have already started, and return the times and scores."""
    before, started = _cpu(connected), time.perf_counter()
    planned = plan(files.hypotheses, [files.references], metrics)
    whole = merge(part for _, part in spread(connected, planned))
    scores = tuple(line.hex for line in finish(whole, planned.job, planned.lines))
    wall = time.perf_counter() - started
    here, *there = (after - earlier for after, earlier in zip(_cpu(connected), before, strict=True))
    return Timing(files.pairs, f"Dask, {workers} processes", wall, here + sum(there), here + max(there), scores)


def _ready() -> bool:
    """Return True, after a worker has imported this module and the modules that it counts with."""
    return True


def _cpu(connected: Any) -> list[float]:
    """Return the CPU seconds of this process and of each worker so far."""
    workers = connected.run(time.process_time)
    return [time.process_time(), *(workers[name] for name in sorted(workers))]


def _rows(timings: Sequence[Timing]) -> list[str]:
    columns = (
        "pairs",
        "way",
        "wall s",
        "CPU s",
        "CPU s per million",
        "longest path, CPU s",
        "times as fast as one process",
    )
    rows = [f"| {' | '.join(columns)} |", "|---:|---|---:|---:|---:|---:|---:|"]
    alone = {timing.pairs: timing.path for timing in timings if timing.way == _ALONE}
    for timing in timings:
        millions = timing.pairs / 1e6
        rows.append(
            f"| {timing.pairs:,} | {timing.way} | {timing.wall:.2f} | {timing.cpu:.2f} "
            f"| {timing.cpu / millions:.2f} | {timing.path:.2f} | {alone[timing.pairs] / timing.path:.2f} |"
        )
    return rows


def _extrapolated(timings: Sequence[Timing]) -> list[str]:
    rows = [
        f"| way | seconds | at the start | per million | largest deviation | {_MANY:,} pairs |",
        "|---|---|---:|---:|---:|---:|",
    ]
    for way in dict.fromkeys(timing.way for timing in timings):
        chosen = [timing for timing in timings if timing.way == way]
        sizes = [timing.pairs for timing in chosen]
        for name, seconds in (("wall", [t.wall for t in chosen]), ("CPU", [t.cpu for t in chosen])):
            slope, start = linear_regression(sizes, seconds)
            deviation = max(abs(start + slope * x - y) / y for x, y in zip(sizes, seconds, strict=True))
            minutes = (start + slope * _MANY) / 60
            rows.append(f"| {way} | {name} | {start:.2f} | {1e6 * slope:.2f} | {deviation:.0%} | {minutes:.1f} min |")
    return rows


def main(given: Sequence[str] | None = None) -> int:
    """Run the benchmark, print the tables, and return 1 unless all scores are equal."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.clusters", description=str(__doc__).partition("\n")[0])
    parser.add_argument(
        "--pairs", type=int, nargs="+", default=[1_000_000, 2_000_000, 4_000_000], help="sizes, at least 2"
    )
    parser.add_argument("--metrics", nargs="+", default=["bleu", "chrf"])
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args(given)
    if len(set(asked.pairs)) < 2:
        parser.error("--pairs takes at least two sizes, through which a line goes")
    timings = []
    with tempfile.TemporaryDirectory(prefix="samescore-clusters-") as name:
        sizes = [_write(Path(name), pairs) for pairs in sorted(set(asked.pairs))]
        for files in sizes:
            timings.append(_alone(files, asked.metrics))
            print(timings[-1], file=sys.stderr)
        commands = _commands(sizes, asked.metrics, asked.workers)
        started = time.perf_counter()
        with client(workers=asked.workers) as connected:
            connected.run(_ready)
            start = time.perf_counter() - started
            for files in sizes:
                timings.append(_spread(connected, files, asked.metrics, asked.workers))
                print(timings[-1], file=sys.stderr)
    timings.sort(key=lambda timing: timing.pairs)
    print(f"{', '.join(asked.metrics)} on {os.cpu_count()} cores; {asked.workers} processes started in {start:.1f} s\n")
    print(*_rows(timings), "", *_extrapolated(timings), "", *commands, sep="\n")
    equal = all(len({timing.scores for timing in timings if timing.pairs == files.pairs}) == 1 for files in sizes)
    print("\nAll scores are equal." if equal else "\nThe scores differ!")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
