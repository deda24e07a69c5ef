"""Measure audits of numbers that no settings reproduce: ``python -m benchmarks.audits``.

Such an audit tries every candidate and every explanation, so it takes longest. It is compared with one plain score of the
same files, measured in the same round. ``--against PYTHON`` also measures the samescore of a different interpreter, and
``--claims FILE`` a whole file of claims. Times are CPU seconds of whole processes, the median of the rounds.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.measuring import child_environment
from benchmarks.texts import translations

#: Exit codes of ``samescore audit`` that do not mean a crash: as expected, a refuted number, a number that needs attention.
_FINDINGS = (0, 1, 6)
_NOT_REPRODUCED = 1


class Case(NamedTuple):
    """A claim about the first lines of the text, with a number that no settings reproduce."""

    metric: str
    lines: int
    published: str = "12.34"


CASES = (
    Case("BLEU", 3004),
    Case("chrF", 3004),
    Case("TER", 150),
    Case("WER", 400),
    Case("CER", 150),
    Case("ROUGE-L", 400),
    Case("METEOR", 400),
)


def _cpu(python: str, arguments: Sequence[str], folder: Path, expected: Sequence[int]) -> float:
    """Run ``samescore`` and return its CPU seconds. Raises `RuntimeError` for an unexpected exit code."""
    before = os.times()
    command = [python, "-m", "samescore", *arguments]
    ended = subprocess.run(command, cwd=folder, capture_output=True, check=False, env=child_environment(python, {}))
    after = os.times()
    if ended.returncode not in expected:
        raise RuntimeError(f"{' '.join(command)} ended with {ended.returncode}: {ended.stderr.decode()[-500:]}")
    return after.children_user + after.children_system - before.children_user - before.children_system


def _write(folder: Path) -> None:
    """Write generated translations for the longest case, and their first lines for each shorter case."""
    text = translations("english", max(case.lines for case in CASES))
    for lines in {case.lines for case in CASES}:
        for name, column in (("hypotheses", text.hypotheses), ("references", text.streams[0])):
            flat = (line.replace("\n", " ") for line in column[:lines])
            (folder / f"{name}-{lines}").write_text("".join(f"{line}\n" for line in flat), encoding="utf-8")


def _commands(case: Case) -> tuple[list[str], list[str]]:
    """Return the arguments of the audit, and of a plain score of the same files."""
    files = (f"hypotheses-{case.lines}", "-r", f"references-{case.lines}")
    return ["audit", "-m", case.metric, "--published", case.published, *files], ["score", "-m", case.metric, *files]


def main(given: Sequence[str] | None = None) -> int:
    """Measure the audits, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.audits", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--metrics", nargs="+", choices=[case.metric for case in CASES])
    parser.add_argument("--against", metavar="PYTHON", help="an interpreter with another samescore")
    parser.add_argument("--claims", type=Path, metavar="FILE", help="a file of claims, beside the files that it names")
    asked = parser.parse_args(given)
    pythons = [sys.executable, *([asked.against] if asked.against else [])]
    there = " audit there | share |" if asked.against else ""
    print(f"| what | lines | score | audit | ratio |{there}\n|---|--:|--:|--:|--:|{'--:|--:|' if there else ''}")
    with tempfile.TemporaryDirectory(prefix="samescore-audits-") as name:
        folder = Path(name)
        _write(folder)
        for case in CASES:
            if asked.metrics and case.metric not in asked.metrics:
                continue
            audit, score = _commands(case)
            rounds = [
                (
                    _cpu(sys.executable, score, folder, (0,)),
                    *(_cpu(p, audit, folder, (_NOT_REPRODUCED,)) for p in pythons),
                )
                for _ in range(asked.rounds)
            ]
            _print(case.metric, f"{case.lines:,}", *zip(*rounds, strict=True))
    if asked.claims:
        audit = ["audit", "-j", "1", asked.claims.name]
        rounds = [tuple(_cpu(p, audit, asked.claims.parent, _FINDINGS) for p in pythons) for _ in range(asked.rounds)]
        _print(asked.claims.name, "", None, *zip(*rounds, strict=True))
    return 0


def _print(
    what: str, lines: str, score: Sequence[float] | None, audit: Sequence[float], *there: Sequence[float]
) -> None:
    """Print a row of the table; ratios are medians over the rounds."""
    cells = [what, lines]
    cells += [_median(score), _median(audit), _ratio(audit, score)] if score else ["", _median(audit), ""]
    for other in there:
        cells += [_median(other), _ratio(audit, other)]
    print(f"| {' | '.join(cells)} |", flush=True)


def _median(seconds: Sequence[float]) -> str:
    return f"{statistics.median(seconds):.2f} s"


def _ratio(above: Sequence[float], below: Sequence[float]) -> str:
    return f"{statistics.median(a / b for a, b in zip(above, below, strict=True)):.2f}"


if __name__ == "__main__":
    sys.exit(main())
