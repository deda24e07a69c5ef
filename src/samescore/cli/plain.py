"""Parse plain command lines of ``samescore score`` without click, which takes longer to load than small files.

A plain command line has only files and the most common options, each with its value in a separate word. Every other
line, and every mistake, is left to the command's own parser.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from samescore.verbs.scoring.request import Request

_REPEATABLE = {
    "-r": "references",
    "--reference": "references",
    "-m": "metrics",
    "--metric": "metrics",
    "--set": "assignments",
}
_SINGLE = ("--like", "--format")


def plain_request(words: Sequence[str]) -> tuple[Request, str] | None:
    """Parse the words after ``score`` to the request and the format; None if the command line is not plain."""
    files: list[Path] = []
    lists: dict[str, list[str]] = {name: [] for name in _REPEATABLE.values()}
    single: dict[str, str] = {}
    rest = iter(words)
    for word in rest:
        if not word.startswith("-") and Path(word) != Path("-"):
            files.append(Path(word))
            continue
        value = next(rest, "-")
        if value.startswith("-"):
            return None
        if word in _REPEATABLE:
            lists[_REPEATABLE[word]].append(value)
        elif word in _SINGLE and word not in single:
            single[word] = value
        else:
            return None
    form = single.get("--format", "text")
    if not files or form not in ("text", "jsonl"):
        return None
    references = tuple(map(Path, lists["references"]))
    metrics, assignments = tuple(lists["metrics"]), tuple(lists["assignments"])
    return Request(tuple(files), references, metrics, single.get("--like", ""), assignments), form
