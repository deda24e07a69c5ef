"""Phrases that read as if translated become fewer: a limit for each, which only falls.

A line may have such a phrase and still be good English. So nothing is forbidden, but every new sentence of this kind has to
replace an old one: name the thing instead of "what is", repeat the noun instead of "that of", say "run" instead of "ask".
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
#: The pattern of each phrase, a better way to write it, and the number of lines that still have it.
_PHRASES = {
    "what it is": (r"\b[Ww]hat (?:is|are|was|were|it|its|they|an?|the|no|of|each|somebody)\b(?![^.]*\?)", "name it", 154),
    "ask": (r"\b(?:asks?|asked|asking)\b", "run, request or query", 597),
    "that of": (r"\b(?:that|those|the one|the ones) of\b", "repeat the noun", 112),
    ", so that": (r", so that ", "', so' before a result", 53),
    "is no": (r"(?<![Tt]here )\b(?:is|are|was|were) (?:none\b|no (?!longer|more|less|doubt)\w+)", "is not a", 50),
    "does so": (r"\b(?:do|does|did) (?:so|that)\b|\bso (?:is|are|does|do|did)\b|\b(?:such are|of such|no such)\b", "repeat the verb", 76),
    "held to": (r"\bheld to\b|\btold apart\b|\btell apart\b", "compared with, distinguished", 3),
    "take for": (r"\b(?:take|takes|taken|took) [^.;,]{1,40} (?:for|as)\b|\btaken for\b", "treat as", 32),
    "another": (r"\banother (?:one|answer|number|value|score|length|result|order|sum)\b", "a different", 23),
    "Of first": (r"(?:^|[.;:] )[Oo]f (?:an?|the|each|several|two|classes|these|such|texts|what|[A-Z]\w+)\b", "start with the subject", 25),
    "question": (r'"""(?:Is|Are|Has|Have|Does|Do|Can|May|Must|Was|Will|Should)\b[^"]*\?', "Return whether", 0),
}  # fmt: skip


_QUOTES = '"' * 3
#: A line that each pattern matches, and a similar line that it does not match.
_EXAMPLES = {
    "what it is": ("Return what a file holds.", "What is a witness?"),
    "ask": ("the vectors that were asked", "the task of a flask"),
    "that of": ("Its length is that of the reference.", "the length of the reference"),
    ", so that": ("Lines are stripped, so that tabs are lost.", "Lines are stripped, so tabs are lost."),
    "is no": ("A matrix is no table.", "There is no table; it is no longer read."),
    "does so": ("A test does that.", "A test checks the entries."),
    "held to": ("The systems cannot be told apart.", "The systems cannot be distinguished."),
    "take for": ("They take a string for a list.", "They take strings, and lists for tokens."),
    "another": ("It returns another score.", "It returns another file."),
    "Of first": ("Of the texts, one is empty.", "One of the texts is empty."),
    "question": (_QUOTES + "Is a text empty?", _QUOTES + "Return whether a text is empty."),
}


@cache
def _lines() -> list[str]:
    """Return the lines of the package, of the documentation, and of the data with texts for users."""
    places = (
        *(TOP / "src").rglob("*.py"),
        *(TOP / "docs").glob("*.md"),
        *(TOP / "golden").glob("*.toml"),
        *(TOP / "conformance").rglob("*.toml"),
        *(TOP / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md")),
    )
    return [line for path in places for line in path.read_text(encoding="utf-8").splitlines()]


@cache
def _lines_of_code() -> list[str]:
    """Return the lines of every Python file of the repository, for phrases of docstrings."""
    folders = ("src", "tests", "tools", "benchmarks", "examples", "conformance")
    paths = (path for folder in folders for path in (TOP / folder).rglob("*.py"))
    return [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("phrase", _PHRASES)
def test_a_pattern_matches_its_phrase(phrase: str) -> None:
    pattern, *_ = _PHRASES[phrase]
    odd, plain = _EXAMPLES[phrase]
    assert re.search(pattern, odd)
    assert not re.search(pattern, plain)


@pytest.mark.once
@pytest.mark.parametrize("phrase", _PHRASES)
def test_a_phrase_becomes_rarer(phrase: str) -> None:
    pattern, better, limit = _PHRASES[phrase]
    lines = _lines_of_code() if phrase == "question" else _lines()
    count = sum(1 for line in lines if re.search(pattern, line))
    assert count <= limit, f"{count} lines have {phrase!r}, {limit} had it before: write {better} in the new ones"
    assert count > limit * 0.9 - 5, f"only {count} lines have {phrase!r} now: lower its limit of {limit}"
