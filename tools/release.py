"""Check a release and print its notes: ``python -m tools.release check TAG`` and ``python -m tools.release notes``.

`check` prints everything that contradicts the tag; `notes` prints the newest section of the changelog. Both need only the
standard library.
"""

from __future__ import annotations

import argparse
import datetime
import re
import sys
from pathlib import Path

_TOP = Path(__file__).resolve().parents[1]
#: The form of released versions: X.Y.Z, or a release candidate.
_RELEASED = re.compile(r"\d+\.\d+\.\d+(rc\d+)?")
_SECTION = re.compile(r"^## \[([^\]]+)\](?: - (\d{4}-\d{2}-\d{2}))?$", re.MULTILINE)


def version(top: Path = _TOP) -> str:
    """Return the version that the package states. Raises `ValueError` if it states none."""
    return _only(r'^__version__ = "([^"]+)"$', top / "src" / "samescore" / "base" / "version.py")


def cited_version(top: Path = _TOP) -> str:
    """Return the version that CITATION.cff states. Raises `ValueError` if it states none."""
    return _only(r"^version: (\S+)$", top / "CITATION.cff")


def sections(top: Path = _TOP) -> list[tuple[str, str, str]]:
    """Return the sections of the changelog, newest first: the version (or Unreleased), the date (or empty), and the text."""
    text = (top / "CHANGELOG.md").read_text(encoding="utf-8")
    heads = list(_SECTION.finditer(text))
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [(head[1], head[2] or "", text[head.end() : end].strip()) for head, end in zip(heads, ends, strict=True)]


def problems(tag: str, top: Path = _TOP) -> list[str]:
    """Return everything that contradicts a release under `tag`, as one sentence each; empty if nothing does."""
    stated, cited = version(top), cited_version(top)
    newest, date, text = sections(top)[0]
    found = []
    if tag != f"v{stated}":
        found.append(
            f"the tag is {tag}, and src/samescore/base/version.py says {stated}: tag v{stated}, or change the version"
        )
    if not _RELEASED.fullmatch(stated):
        found.append(f"{stated} is not a version to release: write X.Y.Z or X.Y.ZrcN")
    if cited != stated:
        found.append(f"CITATION.cff says {cited}, and the version is {stated}")
    if newest != stated:
        found.append(f"the newest section of CHANGELOG.md is [{newest}]: call it [{stated}] - YYYY-MM-DD")
    elif not _is_date(date):
        found.append(f"[{stated}] in CHANGELOG.md has no date: add - YYYY-MM-DD")
    if not text:
        found.append(f"[{newest}] in CHANGELOG.md is empty")
    return found


def _is_date(text: str) -> bool:
    try:
        return bool(datetime.date.fromisoformat(text))
    except ValueError:
        return False


def _only(pattern: str, path: Path) -> str:
    """Return the first group of the first match of a pattern in a file. Raises `ValueError` if there is no match."""
    match = re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE)
    if not match:
        raise ValueError(f"{path.name} states no version")
    return match[1]


def main() -> None:
    """Check a tag, with exit code 1 if something contradicts it, or print the notes."""
    parser = argparse.ArgumentParser(description=__doc__)
    verbs = parser.add_subparsers(dest="verb", required=True)
    verbs.add_parser("check", help="is everything as the tag says?").add_argument("tag")
    verbs.add_parser("notes", help="the newest section of the changelog")
    arguments = parser.parse_args()
    if arguments.verb == "notes":
        print(sections()[0][2])
        return
    found = problems(arguments.tag)
    for problem in found:
        print(problem, file=sys.stderr)
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
