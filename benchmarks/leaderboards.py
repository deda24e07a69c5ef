"""Measure many systems with the same references: ``python -m benchmarks.leaderboards`` (needs samescore[dask]).

Generated outputs of many systems are scored in this process, and in processes of Dask. The CPU seconds show the overhead of
a cluster. The same outputs are also scored with references of a single word: this is the time that remains without reading
references, which are read once for all systems, and comparing with them.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.texts import translations
from samescore.records import ScoreLine
from samescore.verbs.scale.contract import count, finish, merge
from samescore.verbs.scale.dask import client
from samescore.verbs.scale.planning import Plan, plan
from samescore.verbs.scale.scoring import spread


def _write(folder: Path, systems: int, lines: int) -> tuple[list[Path], Path, Path]:
    """Write the outputs of systems, references, and references of a single word, and return the paths."""
    text = translations("english", lines)
    outputs = []
    for system in range(systems):
        outputs.append(folder / f"system-{system:05}")
        changed = (line + " other" * ((line_number + system) % 3) for line_number, line in enumerate(text.hypotheses))
        outputs[-1].write_text("".join(f"{line}\n" for line in changed), encoding="utf-8")
    references, words = folder / "references", folder / "words"
    references.write_text("".join(f"{line}\n" for line in text.streams[0]), encoding="utf-8")
    words.write_text("word\n" * lines, encoding="utf-8")
    return outputs, references, words


def _alone(planned: Plan) -> tuple[float, list[ScoreLine]]:
    """Count in this process, and return the CPU seconds and the scores."""
    count(planned.shards[0], planned.job)  # imports what it counts with
    before = time.process_time()
    parts = [count(shard, planned.job) for shard in planned.shards]
    return time.process_time() - before, list(finish(merge(parts), planned.job, planned.lines))


def _many(planned: Plan, workers: int) -> tuple[float, float, list[ScoreLine]]:
    """Count with Dask, and return the CPU seconds of this process and of all workers, and the scores."""
    with client(workers=workers) as connected:
        before, here = sum(connected.run(time.process_time).values()), time.process_time()
        parts = [part for _, part in spread(connected, planned)]
        here = time.process_time() - here
        there = sum(connected.run(time.process_time).values()) - before
    return here, there, list(finish(merge(parts), planned.job, planned.lines))


def main(given: Sequence[str] | None = None) -> int:
    """Run the measurements, print a table, and return 1 unless all scores are equal."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.leaderboards", description=str(__doc__).partition("\n")[0]
    )
    parser.add_argument("--systems", type=int, default=1000)
    parser.add_argument("--lines", type=int, default=1000)
    parser.add_argument("--metrics", nargs="+", default=["bleu", "chrf", "ter"])
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory(prefix="samescore-leaderboards-") as name:
        outputs, references, words = _write(Path(name), asked.systems, asked.lines)
        planned = plan(outputs, [references], asked.metrics)
        alone, expected = _alone(planned)
        without, _ = _alone(plan(outputs, [words], asked.metrics))
        here, there, scores = _many(planned, asked.workers)
    rows = [
        ("one process", alone),
        ("one process, references of a word", without),
        (f"{asked.workers} workers of Dask, together", there),
        ("the process that asks them", here),
    ]
    print(f"{asked.systems:,} systems of {asked.lines:,} lines, {', '.join(asked.metrics)}\n")
    print("| what | CPU s | ms a system |\n|---|--:|--:|")
    print(*(f"| {what} | {cpu:.2f} | {1000 * cpu / asked.systems:.2f} |" for what, cpu in rows), sep="\n")
    equal = scores == expected
    print("\nAll scores are equal." if equal else "\nThe scores differ!")
    return 0 if equal else 1


if __name__ == "__main__":
    sys.exit(main())
