"""Test the kernels under sanitizers, and measure the branches that their tests cover: ``python -m tools.sanitize``.

It checks two things in a copy of the checkout:

1. The tests of uncompiled kernels, under coverage.py, reach at least `FEWEST_BRANCHES` percent of the statements and
   branches of the kernels.
2. The tests of kernels compiled with AddressSanitizer, UndefinedBehaviorSanitizer and Cython's checks pass, and the
   output has no complaint of a sanitizer or the interpreter.

It needs GCC with libasan, Cython, coverage.py and pytest. Without GCC or libasan, the second part is skipped, with the reason.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

_TOP = Path(__file__).resolve().parents[1]
#: Minimum coverage of the statements and branches of the kernels in percent: the measured value, rounded down.
FEWEST_BRANCHES = 98
_FLAGS = "-fsanitize=address,undefined -fno-wrapv -fno-omit-frame-pointer -O1 -g"
#: Complaints that must not be in the output: faults that sanitizers find, and exceptions that a kernel cannot raise.
COMPLAINTS = re.compile(r"runtime error|ERROR: AddressSanitizer|Exception ignored|IndexError|ZeroDivisionError")
_TESTS = (
    "tests/unit/kernels",
    "tests/unit/test_shared_references.py",
    "--ignore",
    "tests/unit/kernels/test_annotations.py",
)
#: Files that are not copied.
_LEFT_OUT = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__", ".*", "build", "docs", "dist")


def main(given: Sequence[str] | None = None) -> int:
    """Run both parts, or the one chosen with ``--only``, and return 1 if one of them fails, else 0."""
    parser = argparse.ArgumentParser(prog="python -m tools.sanitize", description=str(__doc__).partition("\n")[0])
    parser.add_argument("--only", choices=("coverage", "sanitizers"), help="one part alone")
    parser.add_argument("-k", metavar="EXPR", default="", help="only tests that match, as pytest -k")
    asked = parser.parse_args(given)
    with tempfile.TemporaryDirectory(prefix="samescore-sanitize-") as name:
        copy = Path(shutil.copytree(_TOP, Path(name, "copy"), ignore=_LEFT_OUT))
        chosen = ["-k", asked.k] if asked.k else []
        failed = asked.only != "sanitizers" and not _covered(copy, chosen)
        return int((asked.only != "coverage" and not _sanitized(copy, chosen)) or failed)


def _environment(copy: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1", **more}


def _covered(copy: Path, chosen: Sequence[str]) -> bool:
    """Return whether the tests of uncompiled kernels pass and cover enough of their branches.

    All kernels are uncompiled there, so tests that compare uncompiled kernels with compiled ones are skipped.
    """
    command = [sys.executable, "-m", "coverage"]
    include = f"--include={copy / 'src' / 'samescore' / 'kernels'}/*"
    selected = ["-m", "not slow", *(chosen or ["-k", "not uncompiled"])]
    tests = ["-m", "pytest", "-q", "-p", "no:cacheprovider", *_TESTS, *selected]
    environment = _environment(copy, SAMESCORE_KERNELS="kernels")
    done = subprocess.run([*command, "run", "--branch", include, *tests], cwd=copy, env=environment)
    report = ["report", "--show-missing", f"--fail-under={FEWEST_BRANCHES}"]
    return done.returncode == 0 == subprocess.run([*command, *report], cwd=copy, env=environment).returncode


def _sanitized(copy: Path, chosen: Sequence[str]) -> bool:
    """Return whether the tests pass with sanitizers and without a complaint; True if there are no sanitizers."""
    library = _library()
    if library is None:
        print("skipped: gcc, or its libasan, is not installed")
        return True
    built = _environment(copy, CC="gcc", CFLAGS=_FLAGS, LDFLAGS=_FLAGS)
    subprocess.run([sys.executable, "-m", "tools.kernels", "--checked"], cwd=copy, env=built, check=True)
    environment = _environment(
        copy,
        LD_PRELOAD=str(library),
        ASAN_OPTIONS="detect_leaks=0",
        UBSAN_OPTIONS="print_stacktrace=1",
        PYTHONMALLOC="malloc",
    )
    tests = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "no:cacheprovider", *_TESTS, *chosen]
    return _quiet(tests, copy, environment)


def _library() -> Path | None:
    """Return the path of AddressSanitizer's library, which must be loaded first; None if it is not installed."""
    if shutil.which("gcc") is None:
        return None
    command = ["gcc", "-print-file-name=libasan.so"]
    path = Path(subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip())
    return path if path.is_absolute() else None


def _quiet(command: Sequence[str], folder: Path, environment: Mapping[str, str]) -> bool:
    """Run a program, print its output, and return whether it succeeds and its output has no complaint."""
    complaints = []
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as running:
        assert running.stdout is not None  # noqa: S101
        for line in running.stdout:
            print(line, end="", flush=True)
            if COMPLAINTS.search(line):
                complaints.append(line)
    for line in complaints[:20]:
        print(f"complaint: {line}", end="", file=sys.stderr)
    return running.returncode == 0 and not complaints


if __name__ == "__main__":
    sys.exit(main())
