"""The command line of the benchmark: ``python -m benchmarks``."""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks import chart, stored, suite
from benchmarks.cases import CASES, SIGNIFICANCE, Case
from benchmarks.measuring import child_environment
from samescore import records
from samescore.report.formats import page

_PACKAGES = tuple(dict.fromkeys(rival.package for case in CASES for rival in case.rivals))


def _arguments(given: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Time and memory of samescore and of the installed packages that compute the same numbers.",
    )
    add = parser.add_argument
    add("--metrics", nargs="+", metavar="METRIC", choices=[case.name for case in CASES], help="only these (see --list)")
    add("--peers", nargs="*", metavar="PACKAGE", choices=_PACKAGES, help="only these packages; none: samescore alone")
    add("--rounds", type=int, metavar="N", help="rounds, each with one measurement of everyone (3; --quick: 1)")
    add("--lines", type=int, metavar="N", help="lines of generated text (30,000; --quick: 1,000)")
    add("--labels-count", type=int, metavar="N", help="generated labels (10,000,000; --quick: 100,000)")
    add(
        "--quick",
        action="store_true",
        help="small inputs, few rounds: ratios are rough, the check of the numbers is not",
    )
    add("--hypotheses", type=Path, metavar="FILE", help="your text instead of generated text, a segment a line")
    add("--references", type=Path, nargs="+", metavar="FILE", default=[], help="its references")
    add("--labels", type=Path, nargs=2, metavar=("GOLD", "PREDICTED"), help="your labels: two files of tags")
    add("--against", metavar="PYTHON", help="an interpreter with another samescore, measured beside this one")
    add("--limit", type=float, metavar="SECONDS", default=120.0, help="the longest that one measurement may take (120)")
    add("--sections", nargs="+", choices=_SECTIONS, help="only these parts (all; --quick: no adapters, no growth)")
    add("--output", type=Path, metavar="FOLDER", help="write benchmark.md, benchmark.svg and benchmark.jsonl here")
    add("--list", action="store_true", help="list the metrics and the packages, and do nothing")
    arguments = parser.parse_args(given)
    if not arguments.sections:
        arguments.sections = [s for s in _SECTIONS if not arguments.quick or s not in ("adapters", "growth")]
    if bool(arguments.hypotheses) != bool(arguments.references):
        parser.error("--hypotheses and --references belong together")
    return arguments


_SECTIONS = ("scores", SIGNIFICANCE, "adapters", "growth", "commands", "verbs")


def _list() -> None:
    for case in CASES:
        print(f"{case.name}\t{case.title}\t{', '.join(rival.name for rival in case.rivals)}")
    for package in _PACKAGES:
        print(f"{package}\t{suite.installed(package) or 'not installed'}")


def _options(arguments: argparse.Namespace, folder: Path) -> suite.Options:
    quick = arguments.quick
    text = tags = None
    if arguments.hypotheses:
        text = folder / "text"
        stored.store_text(stored.read_text(arguments.hypotheses, arguments.references), text)
    if arguments.labels:
        tags = folder / "tags"
        stored.store_labels(stored.read_labels(*arguments.labels), tags)
    return suite.Options(
        folder,
        arguments.lines or (1_000 if quick else 30_000),
        arguments.labels_count or (100_000 if quick else 10_000_000),
        arguments.rounds or (1 if quick else 3),
        arguments.limit,
        _PACKAGES if arguments.peers is None else tuple(arguments.peers),
        arguments.against or "",
        text,
        tags,
    )


def _facts(options: suite.Options) -> tuple[tuple[str, str], ...]:
    """Return the facts of the run by name: versions, and the machine."""
    packages = [f"{package} {suite.installed(package)}" for package in options.peers if suite.installed(package)]
    facts = [
        ("samescore", _version(sys.executable)),
        *([("samescore, before", _version(options.against))] if options.against else []),
        ("packages", ", ".join(packages) or "none"),
        ("Python", f"{platform.python_version()}, {platform.system()}, {platform.machine()}"),
        ("processor", _processor()),
        ("rounds", str(options.rounds)),
    ]
    return tuple(facts)


def _version(python: str) -> str:
    command = [python, "-m", "samescore", "--version"]
    environment = child_environment(python, {})
    return subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout.strip()


def _processor() -> str:
    info = Path("/proc/cpuinfo")
    if info.exists():
        for line in info.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor()


def _report(cases: Sequence[Case], sections: Sequence[str], options: suite.Options) -> records.Benchmark:
    facts = _facts(options)
    by_lines, by_length = suite.growth(cases, options) if "growth" in sections else ([], [])
    return records.Benchmark(
        facts,
        tuple(suite.scores(_of("scores", cases), options)) if "scores" in sections else (),
        tuple(suite.adapters(_of("scores", cases), options)) if "adapters" in sections else (),
        tuple(by_lines),
        tuple(by_length),
        tuple(suite.whole_commands(cases, options)) if "commands" in sections else (),
        tuple(suite.verbs(options)) if "verbs" in sections else (),
        tuple(suite.scores(_of(SIGNIFICANCE, cases), options)) if SIGNIFICANCE in sections else (),
    )


def _of(section: str, cases: Sequence[Case]) -> list[Case]:
    return [case for case in cases if case.section == section]


def _write(report: records.Benchmark, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "benchmark.md").write_text(page([report], "markdown"), encoding="utf-8")
    (folder / "benchmark.jsonl").write_text(f"{records.line(report)}\n", encoding="utf-8")
    (folder / "benchmark.svg").write_text(chart.svg(report.scores), encoding="utf-8")


def main(given: Sequence[str] | None = None) -> int:
    """Run the benchmark, print the tables, and return an exit code that says whether all numbers agree."""
    arguments = _arguments(given)
    if arguments.list:
        _list()
        return 0
    cases = [case for case in CASES if not arguments.metrics or case.name in arguments.metrics]
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="samescore-benchmark-") as name:
        try:
            options = _options(arguments, Path(name))
        except (OSError, ValueError) as problem:
            print(f"error: {problem}", file=sys.stderr)
            return 2
        report = _report(cases, arguments.sections, options)
    print(page([report], "markdown"))
    if arguments.output:
        _write(report, arguments.output)
    print(f"{time.monotonic() - started:.0f} s", file=sys.stderr)
    for failure in report.failures:
        print(f"error: {failure}", file=sys.stderr)
    return 1 if report.failures else 0


if __name__ == "__main__":
    sys.exit(main())
