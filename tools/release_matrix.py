"""The matrix of released versions: record one row of it, or join what was recorded.

    python -m tools.release_matrix record N [--folder DIR]
    python -m tools.release_matrix report [--folder DIR] [--docs FILE]

``record`` asks row N of conformance/matrix.toml, every release in an environment of its own on the row's interpreter,
the golden vectors, and holds its model against it on generated inputs. ``report`` says what changed between the
recorded releases: report.jsonl, and a page in Markdown.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from samescore.catalogue.paths import data_folder
from samescore.implementations.interpreters import NoInterpreterError, find
from tools import release_parity as parity


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One environment: an interpreter, and a release of each package."""

    python: str
    releases: dict[str, str]

    @property
    def names(self) -> list[str]:
        """How its implementations are named."""
        return [f"{package}=={version}@{self.python}" for package, version in self.releases.items()]


class _Matrix(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    row: list[Row]


def rows() -> list[Row]:
    """Every row, from the oldest on."""
    text = (data_folder("conformance") / "matrix.toml").read_bytes()
    return msgspec.toml.decode(text, type=_Matrix).row


def record(number: int, folder: Path) -> int:
    """Record one row, and hold the models against it; 0 where its interpreter is missing, which is said and written down."""
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
    command = [sys.executable, "-m", "samescore", "run", *row.names, "--all-answers", "--format", "table"]
    code = subprocess.run([*command, "--report", str(target)], check=False).returncode  # noqa: S603 - our own program
    inputs = int(os.environ.get("SAMESCORE_PARITY_INPUTS", "200"))
    return code or parity.check(row.names, inputs)


def report(folder: Path, docs: Path | None) -> int:
    """Join the recordings of all rows; the exit code of ``samescore drift``."""
    held = sorted(map(str, folder.glob("[0-9][0-9].jsonl")))
    for path in sorted(folder.glob("*.absent.json")):
        print(f"not recorded: {json.loads(path.read_text(encoding='utf-8'))['reason']}")
    if not held:
        print(f"nothing is recorded in {folder}: tox run -m matrix records it")
        return 4
    command = [sys.executable, "-m", "samescore", "drift", *held, "--format", "table"]
    command += ["--report", str(folder / "report.jsonl"), *(["--markdown", str(docs)] if docs else [])]
    return subprocess.run(command, check=False).returncode  # noqa: S603 - our own program


def main() -> int:
    """Parse and do."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["record", "report"])
    parser.add_argument("row", nargs="?", type=int)
    parser.add_argument("--folder", type=Path, default=Path(".tox/matrix"))
    parser.add_argument("--docs", type=Path, help="where the page in Markdown goes")
    options = parser.parse_args()
    if options.what == "report":
        return report(options.folder, options.docs)
    if options.row is None or not 1 <= options.row <= len(rows()):
        parser.error(f"name a row from 1 to {len(rows())}")
    return record(options.row, options.folder)


if __name__ == "__main__":
    sys.exit(main())
