"""Update the outputs that pages of the documentation show: ``python -m tools.refresh_pages docs/tour.md ...``.

The commands of each page run as in ``tests/cli/test_docs.py``. Lines that are no longer printed are replaced by the most
similar printed lines, and everything else is unchanged. Read the diff before you commit it.
"""

from __future__ import annotations

import difflib
import re
import sys
import tempfile
from pathlib import Path

from tests.documents import TOP, Block, blocks, commands, results_of

_DOTS = re.compile(r"^ *\.\.\.$", re.MULTILINE)


def refresh(page: str) -> int:
    """Update the page at the path `page`, and return the number of blocks that changed."""
    path = TOP / page
    text = path.read_text(encoding="utf-8")
    places = [block for block in blocks(page) if block.run and block.language in ("console", "text")]
    with tempfile.TemporaryDirectory() as folder:
        printed_by = iter(results_of(places, Path(folder), seconds=900))
        printed, changed = "", 0
        for block in places:
            if block.language == "text":
                new = _updated(block.text, printed)
                printed = ""
            else:
                new = block.text
                for command in commands(block):
                    _, output, errors = next(printed_by)
                    if command.shown.strip():
                        new = new.replace(command.shown, _updated(command.shown, output + errors), 1)
                    else:
                        printed += output + errors
            if new != block.text:
                text = _replace(text, block, new)
                changed += 1
    path.write_text(text, encoding="utf-8")
    return changed


def _replace(text: str, block: Block, new: str) -> str:
    """Return the page's text with new content in one block; the content must have as many lines as before."""
    lines, content = text.splitlines(), new.splitlines()
    indent = lines[block.line - 1].partition("`")[0]
    lines[block.line : block.line + len(content)] = [(indent + line).rstrip() for line in content]
    return "\n".join(lines) + "\n"


def _updated(shown: str, printed: str) -> str:
    """Return the shown text with similar lines replaced by the printed ones; three dots stand for any lines."""
    rest = [line.rstrip() for line in printed.splitlines() if line.strip()]
    parts = _DOTS.split(shown)
    updated = []
    for part in parts:
        lines = part.split("\n")
        wanted = [number for number, line in enumerate(lines) if line.strip()]
        if wanted and len(rest) >= len(wanted):
            start = _most_similar([lines[number] for number in wanted], rest)
            for number, line in zip(wanted, rest[start : start + len(wanted)], strict=True):
                if re.sub(r"(?<=\S) {2,}", "  ", lines[number].rstrip()) != re.sub(r"(?<=\S) {2,}", "  ", line):
                    lines[number] = line
            rest = rest[start + len(wanted) :]
        updated.append("\n".join(lines))
    dots = _DOTS.findall(shown)
    return "".join(part + (dots[number] if number < len(dots) else "") for number, part in enumerate(updated))


def _most_similar(part: list[str], rest: list[str]) -> int:
    """Return the index in `rest` from which its lines are most similar to the lines of `part`."""

    def likeness(start: int) -> float:
        pairs = zip(part, rest[start:], strict=False)
        return sum(1.0 if one == other else difflib.SequenceMatcher(None, one, other).ratio() for one, other in pairs)

    return max(range(len(rest) - len(part) + 1), key=likeness)


if __name__ == "__main__":
    for page in sys.argv[1:]:
        print(f"{page}: {refresh(page)} blocks changed")
