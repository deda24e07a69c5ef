"""chrF: n-grams of characters, precision and recall averaged over the orders, and their F."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Sequence

from benchmarks.mistakes.program import Honest, programs

#: The numbers of n-grams of the hypothesis, of the reference, and of matches, for each order.
Counts = list[tuple[int, int, int]]


@dataclasses.dataclass(frozen=True)
class Chrf:
    """ChrF of hypotheses with lists of references; `spaces` says which white space is removed."""

    order: int = 6
    beta: float = 2.0
    lower: bool = False
    spaces: str = "all"
    by_sentence: bool = False
    mean_of_f: bool = False
    scale: float = 100.0
    bug: str = ""

    def __call__(self, hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> float:
        if not hypotheses:
            raise ValueError("there are no segments")
        rows = [self.best(h, several) for h, several in zip(hypotheses, references, strict=True)]
        if self.by_sentence != (self.bug == "sentence-mean"):
            return sum(map(self.score, rows)) / len(rows)
        sums = [tuple(map(sum, zip(*of_order, strict=True))) for of_order in zip(*rows, strict=True)]
        return self.score([(h, r, m) for h, r, m in sums])

    def best(self, hypothesis: str, references: Sequence[str]) -> Counts:
        chosen, highest = None, 0.0
        for reference in references:
            pair = (reference, hypothesis) if self.bug == "swapped" else (hypothesis, reference)
            counts = self.counts(*map(self.clean, pair))
            if chosen is None or self.score(counts) > highest or self.bug == "last-reference":
                chosen, highest = counts, self.score(counts)
        if chosen is None:
            raise ValueError("a segment has no reference")
        return chosen

    def clean(self, text: str) -> str:
        if self.lower:
            text = text.lower()
        if self.bug == "ngrams-within-words":
            return text
        if self.bug == "only-first-space-removed":
            return text.strip().replace(" ", "", 1)
        if self.spaces == "none":
            return text
        return text.strip().replace(" ", "") if self.spaces == "blanks" else "".join(text.split())

    def counts(self, hypothesis: str, reference: str) -> Counts:
        rows = []
        for n in range(1, self.order + (self.bug != "last-order-missing")):
            h, r = self.ngrams(hypothesis, n), self.ngrams(reference, n)
            if self.bug == "unclipped":
                matches = sum(count for ngram, count in h.items() if ngram in r)
            else:
                matches = sum(min(count, r[ngram]) for ngram, count in h.items())
            rows.append((sum(h.values()) if r else 0, sum(r.values()), matches))
        return rows

    def ngrams(self, text: str, n: int) -> Counter[str]:
        pieces = text.split() if self.bug == "ngrams-within-words" else [text]
        ends = 0 if self.bug == "last-ngram-missing" else 1
        ngrams = [piece[i : i + n] for piece in pieces for i in range(len(piece) - n + ends)]
        return Counter(set(ngrams) if self.bug == "distinct-ngrams" else ngrams)

    def score(self, counts: Counts) -> float:
        used = [(m / h, m / r) for h, r, m in counts if h and r]
        if not used:
            return 0.0
        orders = 1 if self.bug == "sum-for-mean" else len(used)
        if self.mean_of_f:
            return self.scale * sum(self.f(p, r) for p, r in used) / orders
        return self.scale * self.f(sum(p for p, _ in used) / orders, sum(r for _, r in used) / orders)

    def f(self, p: float, r: float) -> float:
        if not p + r:
            return 0.0
        if self.bug == "arithmetic-mean-of-precision-and-recall":
            return (p + r) / 2
        square = self.beta if self.bug == "beta-not-squared" else self.beta**2
        if self.bug == "beta-on-the-wrong-side":
            return (1 + square) * p * r / (p + square * r)
        if self.bug == "one-plus-beta-squared-missing":
            return p * r / (square * p + r)
        if self.bug == "plus-for-times":
            return (1 + square) * (p + r) / (square * p + r)
        return (1 + square) * p * r / (square * p + r)


CHOICES = {
    "a": Honest("beta 3; up to 5-grams", {"beta": 3.0, "char_order": 5}, Chrf(5, 3.0)),
    "b": Honest("lower case; blanks removed", {"case": "lower", "whitespace": "remove-spaces"}, Chrf(lower=True, spaces="blanks")),
    "c": Honest("the mean of sentences; 0 to 1", {"average": "sentences", "scale": "1"}, Chrf(by_sentence=True, scale=1.0)),
    "d": Honest("white space kept; up to 4-grams", {"whitespace": "keep", "char_order": 4}, Chrf(4, spaces="none")),
    "e": Honest("lower case; F of each order", {"case": "lower", "order_mean": "f-score"}, Chrf(lower=True, mean_of_f=True)),
    "f": Honest("beta 1; the mean of sentences", {"beta": 1.0, "average": "sentences"}, Chrf(beta=1.0, by_sentence=True)),
}  # fmt: skip

BUGS = [
    ("unclipped", "b"),
    ("distinct-ngrams", "a"),
    ("beta-not-squared", "b"),
    ("last-order-missing", "c"),
    ("only-first-space-removed", "e"),
    ("last-ngram-missing", "a"),
    ("beta-on-the-wrong-side", "d"),
    ("arithmetic-mean-of-precision-and-recall", "b"),
    ("swapped", "a"),
    ("sentence-mean", "d"),
    ("one-plus-beta-squared-missing", "e"),
    ("plus-for-times", "f"),
    ("sum-for-mean", "d"),
    ("ngrams-within-words", "f"),
    ("last-reference", "c"),
]

PROGRAMS = programs("chrF", "chrf", CHOICES, BUGS, right="be")
