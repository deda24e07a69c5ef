"""Insert the counts that ``samescore run`` prints into README.md and docs/run.md: ``python -m tools.make_counts``.

A test compares the pages with the output of the command.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

_TOP = Path(__file__).resolve().parents[1]
_PAGES = ("README.md", "docs/run.md")
#: The table of a run, from its heading to the row of scikit-learn.
_TABLE = re.compile(r"^implementation +agree .*\n(?:.*\n)*?sklearn .*\n", re.MULTILINE)
#: The number of golden vectors in a sentence of a page.
_CASES = re.compile(r"[0-9,]+(?= cases whose expected values)")


def main() -> None:
    """Run the installed packages, and update the table and the number of vectors on the pages."""
    command = [sys.executable, "-I", "-m", "samescore", "run", "--no-report"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout  # noqa: S603 - our own command
    table, cases = _TABLE.search(printed), re.search(r"([0-9,]+) golden vectors", printed)
    if table is None or cases is None:
        raise SystemExit("samescore run prints no table: install the extra peers")
    for name in _PAGES:
        page = _TOP / name
        text = _TABLE.sub(lambda _: table[0], page.read_text(encoding="utf-8"))
        page.write_text(_CASES.sub(cases[1], text), encoding="utf-8")


if __name__ == "__main__":
    main()
