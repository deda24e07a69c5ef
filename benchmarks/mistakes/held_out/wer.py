"""Word error rate from a table of edits, with the alignment found by going back through it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence

from benchmarks.mistakes.later.written import Written
from benchmarks.mistakes.program import Honest, programs


def at_spaces(text: str) -> list[str]:
    """Return the words between spaces; a run of several white-space characters counts as one space."""
    return [word for word in re.sub(r"\s\s+", " ", text).strip().split(" ") if word]


def without_marks(text: str) -> str:
    """Return the text without Unicode's punctuation."""
    return "".join(character for character in text if unicodedata.category(character)[0] != "P")


def table_of(reference: Sequence[str], hypothesis: Sequence[str], bug: str) -> list[list[int]]:
    """Return the number of edits from each prefix of the reference to each prefix of the hypothesis."""
    table = [[0] * (len(hypothesis) + 1) for _ in range(len(reference) + 1)]
    for i in range(1, len(reference) + 1):
        table[i][0] = i
    if bug != "first-row-of-the-table-not-filled":
        table[0] = list(range(len(hypothesis) + 1))
    for i in range(1, len(reference) + 1):
        for j in range(1, len(hypothesis) + 1):
            if reference[i - 1] == hypothesis[j - 1]:
                table[i][j] = table[i - 1][j - 1]
            elif bug == "no-substitution-in-the-table":
                table[i][j] = 1 + min(table[i - 1][j], table[i][j - 1])
            else:
                table[i][j] = 1 + min(table[i - 1][j - 1], table[i - 1][j], table[i][j - 1])
    return table


def insertions(reference: Sequence[str], hypothesis: Sequence[str], table: Sequence[Sequence[int]]) -> int:
    """Return the number of words of the hypothesis without a partner, in the alignment that prefers pairs."""
    i, j, inserted = len(reference), len(hypothesis), 0
    while i or j:
        if i and j and table[i][j] == table[i - 1][j - 1] + (reference[i - 1] != hypothesis[j - 1]):
            i, j = i - 1, j - 1
        elif j and (not i or table[i][j] == table[i][j - 1] + 1):
            j, inserted = j - 1, inserted + 1
        else:
            i -= 1
    return inserted


def errors_and_length(reference: Sequence[str], hypothesis: Sequence[str], bug: str) -> tuple[int, int]:
    """Return the number of edits, and the length by which they are divided."""
    length = len(reference)
    if bug == "words-compared-at-equal-positions":
        differing = sum(one != other for one, other in zip(reference, hypothesis, strict=False))
        return differing + abs(length - len(hypothesis)), length
    table = table_of(reference, hypothesis, bug)
    errors = table[-1][-1]
    if bug == "last-row-and-column-not-read" and reference and hypothesis:
        errors = table[-2][-2]
    if bug == "errors-without-insertions":
        errors -= insertions(reference, hypothesis, table)
    if bug == "insertions-count-as-reference-words":
        length += insertions(reference, hypothesis, table)
    if bug == "divided-by-recognized-words":
        length = len(hypothesis)
    return errors, length


def wer(
    hypotheses: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    bug: str = "",
    clean: Callable[[str], str] = str,
    split: Callable[[str], list[str]] = at_spaces,
    best: bool = False,
    mean: bool = False,
    scale: int = 1,
) -> float:
    """Return the rate of the corpus, or the mean rate of its segments, for the first reference or the one with the fewest edits."""
    rates, errors, words = [], 0, 0
    for hypothesis, several in zip(hypotheses, references, strict=True):
        if not several:
            raise ValueError("no reference")
        ours = split(clean(hypothesis))
        counts = [errors_and_length(split(clean(text)), ours, bug) for text in (several if best else several[:1])]
        fewest, length = min(counts, key=lambda pair: pair[0])
        if bug == "fewest-edits-by-the-first-length":
            length = counts[0][1]
        rates.append(scale * rate(fewest, length))
        errors, words = errors + fewest, words + length
    return sum(rates) / len(rates) if mean and rates else scale * rate(errors, words)


def rate(errors: int, words: int) -> float:
    """Return the errors per word, or their number if there are no words."""
    return errors / words if words else float(errors)


CHOICES = {
    "g": Honest("lower case; 0 to 100", {"case": "lower", "scale": "100"}, Written(wer, {"clean": str.lower, "scale": 100})),
    "h": Honest("no punctuation; the mean of segments", {"transforms": "remove-punctuation", "average": "sentences"}, Written(wer, {"clean": without_marks, "mean": True})),
    "i": Honest("words at white space; the closest reference", {"tokenizer": "none", "references": "best"}, Written(wer, {"split": str.split, "best": True})),
}  # fmt: skip

BUGS = [
    ("divided-by-recognized-words", "g"),
    ("words-compared-at-equal-positions", "h"),
    ("fewest-edits-by-the-first-length", "i"),
    ("first-row-of-the-table-not-filled", "g"),
    ("errors-without-insertions", "h"),
    ("no-substitution-in-the-table", "i"),
    ("insertions-count-as-reference-words", "g"),
    ("last-row-and-column-not-read", "h"),
]

PROGRAMS = programs("WER", "wer", CHOICES, BUGS, "hi", half="final")
