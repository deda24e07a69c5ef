"""WER: the fewest edits of words, divided by the words of the references."""

from __future__ import annotations

import dataclasses
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.mistakes.program import Honest, programs


def lower_words(text: str) -> list[str]:
    """Return the lower-cased words of a text."""
    return text.lower().split()


def unpunctuated_words(text: str) -> list[str]:
    """Return the words of a text without its punctuation."""
    return "".join(c for c in text if not unicodedata.category(c).startswith("P")).split()


@dataclasses.dataclass(frozen=True)
class Wer:
    """WER of transcripts against their first references, or against the nearest ones."""

    tokenize: Callable[[str], list[str]] = str.split
    by_sentence: bool = False
    nearest: bool = False
    scale: float = 1.0
    bug: str = ""

    def __call__(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        rows = [self.counts(h, several) for h, several in zip(hypotheses, references, strict=True)]
        if self.by_sentence != (self.bug == "sentence-mean"):
            return sum(self.rate(*row) for row in rows) / len(rows) if rows else 0.0
        return self.rate(sum(edits for edits, _ in rows), sum(length for _, length in rows))

    def rate(self, edits: float, length: int) -> float:
        rate = self.scale * edits / length if length else self.scale * float(edits)
        if self.bug == "capped-at-one":
            rate = min(self.scale, rate)
        if self.bug == "complement":
            rate = self.scale - rate
        return rate

    def counts(self, hypothesis: str, references: Sequence[str]) -> tuple[float, int]:
        """Return the edits of a segment, and the length by which they are divided."""
        candidates = [self.against(hypothesis, reference) for reference in references]
        if self.bug == "mean-of-references":
            return sum(edits for edits, _ in candidates) / len(candidates), candidates[0][1]
        return min(candidates, key=lambda counts: counts[0]) if self.nearest else candidates[0]

    def against(self, hypothesis: str, reference: str) -> tuple[float, int]:
        h, r = self.tokenize(hypothesis), self.tokenize(reference)
        edits = self.edits(h, r)
        if self.bug == "divided-by-hypothesis":
            return edits, len(h)
        if self.bug == "divided-by-the-longer":
            return edits, max(len(h), len(r))
        if self.bug == "divided-by-both":
            return edits, len(h) + len(r)
        if self.bug == "lengths-in-characters":
            return edits, len(reference)
        return edits, len(r)

    def edits(self, h: Sequence[str], r: Sequence[str]) -> int:
        if self.bug == "places-compared":
            return sum(a != b for a, b in zip(h, r, strict=False)) + abs(len(h) - len(r))
        if self.bug == "order-ignored":
            return max(len(h), len(r)) - sum((Counter(h) & Counter(r)).values())
        substitution = 2 if self.bug == "substitution-costs-two" else 1
        insertion = 0 if self.bug == "insertions-free" else 1
        deletion = 0 if self.bug == "deletions-free" else 1
        skipped = 1 if self.bug == "last-token-missing" else 0
        table = [[0] * (len(r) + 1) for _ in range(len(h) + 1)]
        for j in range(len(r) + 1):
            table[0][j] = 0 if self.bug == "first-row-zero" else j * deletion
        for i in range(1, len(h) + 1 - skipped):
            table[i][0] = i * insertion
            for j in range(1, len(r) + 1 - skipped):
                equal = h[i - 1] == r[j - 1]
                table[i][j] = min(
                    table[i - 1][j - 1] + (0 if equal else substitution),
                    table[i - 1][j] + insertion,
                    table[i][j - 1] + deletion,
                )
                if self.bug == "exchange-is-one-edit" and i > 1 and j > 1 and h[i - 2 : i] == [r[j - 1], r[j - 2]]:
                    table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
        return table[len(h) - skipped][len(r) - skipped] if len(h) and len(r) else table[-1][-1]


CHOICES = {
    "a": Honest("lower case; words at any white space", {"case": "lower", "tokenizer": "none"}, Wer(lower_words)),
    "b": Honest("no punctuation; words at any white space", {"transforms": "remove-punctuation", "tokenizer": "none"}, Wer(unpunctuated_words)),
    "c": Honest("the mean of segments; words at any white space", {"average": "sentences", "tokenizer": "none"}, Wer(by_sentence=True)),
    "d": Honest("words at any white space; 0 to 100", {"tokenizer": "none", "scale": "100"}, Wer(scale=100.0)),
    "e": Honest("the nearest reference; words at any white space", {"references": "best", "tokenizer": "none"}, Wer(nearest=True)),
}  # fmt: skip

BUGS = [
    ("divided-by-hypothesis", "a"),
    ("capped-at-one", "c"),
    ("sentence-mean", "b"),
    ("substitution-costs-two", "d"),
    ("insertions-free", "a"),
    ("deletions-free", "e"),
    ("divided-by-the-longer", "d"),
    ("complement", "b"),
    ("first-row-zero", "a"),
    ("last-token-missing", "c"),
    ("places-compared", "d"),
    ("exchange-is-one-edit", "a"),
    ("order-ignored", "b"),
    ("lengths-in-characters", "a"),
    ("divided-by-both", "c"),
]

PROGRAMS = programs("WER", "wer", CHOICES, BUGS, right="bc")
