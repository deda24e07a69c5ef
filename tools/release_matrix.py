"""Run the matrix of released versions, or report the changes between its recordings.

    python -m tools.release_matrix record (ROW... | --all | --ci) [--jobs N] [--folder DIR]
    python -m tools.release_matrix report [--folder DIR] [--docs FILE]

``record`` takes rows of conformance/matrix.toml by number, from 1 on. Every release runs in its own environment on the
row's interpreter: on all golden vectors, and on generated inputs to compare its model with it. Several rows run in
parallel, and the output of each is printed when it ends; the last line names the packages of which no release ran.
``report`` writes what changed between the recorded releases, to report.jsonl and to a page in Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

import msgspec

from samescore.catalogue.paths import data_folder
from samescore.implementations import package_names
from samescore.implementations.interpreters import NoInterpreterError, find
from tools import release_parity as parity

#: The title of the page in Markdown.
_TITLE = "# What changed between releases"


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the matrix: an interpreter, and releases of packages to run on it."""

    python: str
    releases: dict[str, str]
    ci: bool = False  # whether the row runs for every change

    @property
    def names(self) -> list[str]:
        """The names of the row's implementations, such as ``nltk==3.4.5@3.9``."""
        return [f"{package}=={version}@{self.python}" for package, version in self.releases.items()]


class _Matrix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    row: list[Row]


def rows() -> list[Row]:
    """Return every row of the matrix, the oldest first."""
    text = (data_folder("conformance") / "matrix.toml").read_bytes()
    return msgspec.toml.decode(text, type=_Matrix).row


def record(number: int, folder: Path) -> int:
    """Record one row, compare the models with its releases, and return the exit code.

    A row whose interpreter is not installed is reported and recorded as absent; the exit code is then 0.
    """
    row = rows()[number - 1]
    folder.mkdir(parents=True, exist_ok=True)
    target, absent = folder / f"{number:02}.jsonl", folder / f"{number:02}.absent.json"
    try:
        find(row.python, "")
    except NoInterpreterError as problem:
        print(f"row {number} was not recorded: {problem}")
        absent.write_text(json.dumps({"row": number, "names": row.names, "reason": str(problem)}), encoding="utf-8")
        return 0
    absent.unlink(missing_ok=True)
    command = [sys.executable, "-m", "samescore", "run", *row.names, "--all-answers"]
    code = subprocess.run([*command, "--report", str(target)], check=False).returncode  # noqa: S603 - our own program
    inputs = int(os.environ.get("SAMESCORE_PARITY_INPUTS", "200"))
    return code or parity.check(row.names, inputs)


def not_asked(numbers: Sequence[int], folder: Path) -> list[str]:
    """Return the packages with an adapter for which these rows have recorded no release."""
    known = rows()
    recorded = [known[number - 1] for number in numbers if not (folder / f"{number:02}.absent.json").exists()]
    return [name for name in package_names() if not any(name in row.releases for row in recorded)]


def record_all(numbers: Sequence[int], folder: Path, jobs: int) -> int:
    """Record rows in separate processes, `jobs` at a time, and return 1 if one of them failed, else 0."""
    this = [sys.executable, "-m", "tools.release_matrix", "record"]
    return side_by_side({f"row {number}": [*this, str(number), "--folder", str(folder)] for number in numbers}, jobs)


def side_by_side(commands: Mapping[str, list[str]], jobs: int) -> int:
    """Run commands by name, `jobs` at a time, print the output of each when it ends, and return 1 if one failed, else 0."""

    def run(command: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # noqa: S603 - our own programs

    failed = []
    with ThreadPoolExecutor(jobs) as pool:
        names = {pool.submit(run, command): name for name, command in commands.items()}
        for future in as_completed(names):
            done, name = future.result(), names[future]
            print(f"{name}\n{done.stdout}", flush=True)
            if done.returncode:
                failed.append(f"{name} (exit code {done.returncode})")
    print(f"{len(commands)} runs, {len(failed)} failed{': ' if failed else ''}{', '.join(failed)}", flush=True)
    return 1 if failed else 0


def report(folder: Path, docs: Path | None) -> int:
    """Run ``samescore drift`` on the recordings of all rows, and return its exit code; 4 if nothing is recorded.

    `docs` is the page to write, if any.
    """
    recordings = sorted(map(str, folder.glob("[0-9][0-9].jsonl")))
    for path in sorted(folder.glob("*.absent.json")):
        print(f"not recorded: {json.loads(path.read_text(encoding='utf-8'))['reason']}")
    if not recordings:
        print(f"nothing is recorded in {folder}: tox run -e matrix records it")
        return 4
    command = [sys.executable, "-m", "samescore", "drift", *recordings]
    command += ["--report", str(folder / "report.jsonl"), *(["--markdown", str(docs)] if docs else [])]
    code = subprocess.run(command, check=False).returncode  # noqa: S603 - our own program
    if docs and code in (0, 1):
        docs.write_text(f"{_TITLE}\n\n{docs.read_text(encoding='utf-8')}", encoding="utf-8")
    return code


def main() -> int:
    """Parse the arguments, run the command, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["record", "report"])
    parser.add_argument("rows", nargs="*", type=int, metavar="ROW")
    parser.add_argument("--all", action="store_true", help="every row")
    parser.add_argument("--ci", action="store_true", help="the rows that run for every change")
    parser.add_argument("--jobs", type=int, default=2, help="how many rows run in parallel (2 by default)")
    parser.add_argument("--folder", type=Path, default=Path(".tox/releases"))
    parser.add_argument("--docs", type=Path, help="where the page in Markdown goes")
    options = parser.parse_args()
    if options.what == "report":
        return report(options.folder, options.docs)
    known = dict(enumerate(rows(), 1))
    chosen = [number for number, row in known.items() if options.all or (options.ci and row.ci)] or options.rows
    if not chosen or not set(chosen) <= set(known):
        parser.error(f"name rows from 1 to {len(known)}, --all or --ci")
    if len(chosen) == 1:
        return record(chosen[0], options.folder)
    code = record_all(chosen, options.folder, options.jobs)
    print(f"packages that were not asked: {', '.join(not_asked(chosen, options.folder)) or 'none'}")
    return code


if __name__ == "__main__":
    sys.exit(main())
